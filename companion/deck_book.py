"""The owner's deck while it is being photographed: which designs, backs and boards are there; every step on disk.

The book is a folder: pictures as PNG files and `book.json`, which is written whole or not at all. A picture is written
before the book names it, so a kill at any moment leaves a book that can be gone on with. Pictures without a book that
can be read wait to be named again.
"""

from __future__ import annotations

import io
import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from PIL import Image

from card_db.pack import BoardLayout, CardPack, PackError, PackImage, Slot, make_pack
from companion.core.box import Box, Shelf
from companion.games import GAMES, load_box

BOOK: Final = "book.json"
VERSION: Final = 1
CARD_MM: Final = (44.0, 68.0)
BACK: Final = "back:"
PICTURE: Final = "picture-"
LEAST_CARDS: Final = 1

Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]


@dataclass(frozen=True, slots=True)
class Waiting:
    """A cut-out without a name; `alike` is the file of one that it may be the same as."""

    file: str
    alike: str = ""


@dataclass(frozen=True, slots=True)
class BoardPage:
    """An empty board and its spaces, in pixels of its picture."""

    file: str
    spaces: Mapping[str, Quad]


@dataclass(frozen=True, slots=True)
class Pages:
    """All that the book knows."""

    waiting: tuple[Waiting, ...] = ()
    cards: Mapping[str, str] = field(default_factory=dict)  # notation of a face, or back:deck -> file
    boards: Mapping[str, BoardPage] = field(default_factory=dict)
    taken: int = 0  # pictures so far; gives each one a name


@dataclass(frozen=True, slots=True)
class Progress:
    """How far one deck, or all of them, has come; `cards` counts every copy of a design that is there."""

    designs: int
    all_designs: int
    cards: int
    all_cards: int


class DeckBook:
    """The book of a game in a folder."""

    def __init__(self, folder: Path, box: Box | None = None) -> None:
        """`box` is the first game of all unless said."""
        self.folder = folder
        self.pages = _read(folder / BOOK, box or load_box(GAMES[0]))

    # --- pictures -----------------------------------------------------------------------------------------------------

    def picture(self, file: str) -> Path:
        """Where a picture is."""
        return self.folder / file

    def add(self, image: Image.Image, alike: str = "") -> Waiting:
        """One more cut-out that has no name yet."""
        page = Waiting(self._keep(image), alike)
        self._write(replace(self.pages, waiting=(*self.pages.waiting, page), taken=self.pages.taken + 1))
        return page

    def turn(self, file: str) -> Waiting:
        """The same cut-out the other way up; a new file, so that nothing shows the old one."""
        with Image.open(self.picture(file)) as image:
            new = self._keep(image.rotate(180))
        old = next(page for page in self.pages.waiting if page.file == file)
        page = replace(old, file=new)
        waiting = tuple(page if other.file == file else other for other in self.pages.waiting)
        self._write(replace(self.pages, waiting=waiting, taken=self.pages.taken + 1))
        self._forget(file)
        return page

    def drop(self, file: str) -> None:
        """A cut-out that is no card, or one that is there already."""
        self._write(replace(self.pages, waiting=self._without(file)))
        self._forget(file)

    def is_another(self, file: str) -> None:
        """A cut-out only looks like one that is there."""
        waiting = tuple(replace(page, alike="") if page.file == file else page for page in self.pages.waiting)
        self._write(replace(self.pages, waiting=waiting))

    def name(self, file: str, card: str) -> None:
        """A cut-out is this card, or the back of a deck; it replaces an earlier picture of it."""
        old = self.pages.cards.get(card)
        self._write(replace(self.pages, waiting=self._without(file), cards={**self.pages.cards, card: file}))
        if old is not None:
            self._forget(old)

    def rename(self, card: str, now: str) -> None:
        """The values of a named card were corrected."""
        if card != now and card in self.pages.cards:
            cards = {(now if name == card else name): file for name, file in self.pages.cards.items()}
            self._write(replace(self.pages, cards=cards))

    def unname(self, card: str) -> None:
        """A card was named wrongly: its cut-out is the next one to be named."""
        cards = dict(self.pages.cards)
        if file := cards.pop(card, ""):
            self._write(replace(self.pages, waiting=(Waiting(file), *self.pages.waiting), cards=cards))

    def forget(self, card: str) -> None:
        """Take the picture of a card out of the book."""
        cards = dict(self.pages.cards)
        if file := cards.pop(card, ""):
            self._write(replace(self.pages, cards=cards))
            self._forget(file)

    def set_board(self, area: str, image: Image.Image, spaces: Mapping[str, Quad]) -> None:
        """An empty board and where its spaces are thought to be."""
        old = self.pages.boards.get(area)
        page = BoardPage(self._keep(image), dict(spaces))
        boards = {**self.pages.boards, area: page}
        self._write(replace(self.pages, boards=boards, taken=self.pages.taken + 1))
        if old is not None:
            self._forget(old.file)

    def set_spaces(self, area: str, spaces: Mapping[str, Quad]) -> None:
        """The spaces of a board after the owner has corrected them."""
        page = replace(self.pages.boards[area], spaces=dict(spaces))
        self._write(replace(self.pages, boards={**self.pages.boards, area: page}))

    # --- what there is ------------------------------------------------------------------------------------------------

    def progress(self, shelf: Shelf, deck: str = "") -> Progress:
        """How much of one deck, or of the whole box, is there."""
        cards = [card for card, home in shelf.decks.items() if not deck or home == deck]
        there = [card for card in cards if card in self.pages.cards]
        return Progress(
            len(there),
            len(cards),
            sum(shelf.copies[card] for card in there),
            sum(shelf.copies[card] for card in cards),
        )

    def has_back(self, deck: str) -> bool:
        """Whether the back of a deck is there."""
        return BACK + deck in self.pages.cards

    def make_pack(self, title: str) -> CardPack:
        """All that is named as a pack; raises PackError when that is nothing."""
        faces = {name: file for name, file in self.pages.cards.items() if not name.startswith(BACK)}
        if len(faces) < LEAST_CARDS:
            raise PackError("There is no card in the deck yet.")
        backs = {name: file for name, file in self.pages.cards.items() if name.startswith(BACK)}
        boards = tuple(
            BoardLayout(
                area,
                self._image(area, page.file),
                tuple(Slot(slot, quad) for slot, quad in page.spaces.items()),
            )
            for area, page in self.pages.boards.items()
        )
        return make_pack(
            title,
            CARD_MM,
            tuple(self._image(name, file) for name, file in faces.items()),
            tuple(self._image(name, file) for name, file in backs.items()),
            boards,
        )

    def _image(self, name: str, file: str) -> PackImage:
        try:
            return PackImage(name, self.picture(file).read_bytes(), file)
        except OSError as error:
            raise PackError(f"The picture {file} cannot be read: {error.strerror or error}.") from error

    # --- the folder ---------------------------------------------------------------------------------------------------

    def _without(self, file: str) -> tuple[Waiting, ...]:
        return tuple(page for page in self.pages.waiting if page.file != file)

    def _keep(self, image: Image.Image) -> str:
        self.folder.mkdir(parents=True, exist_ok=True)
        data = io.BytesIO()
        image.convert("RGB").save(data, "PNG", compress_level=3)
        file = f"{PICTURE}{self.pages.taken + 1:04d}.png"
        _write_whole(self.folder / file, data.getvalue())
        return file

    def _forget(self, file: str) -> None:
        with suppress(OSError):
            self.picture(file).unlink()

    def _write(self, pages: Pages) -> None:
        body = {
            "version": VERSION,
            "taken": pages.taken,
            "waiting": [{"file": page.file, "alike": page.alike} for page in pages.waiting],
            "cards": dict(pages.cards),
            "boards": {
                area: {"file": page.file, "spaces": {slot: list(map(list, quad)) for slot, quad in page.spaces.items()}}
                for area, page in pages.boards.items()
            },
        }
        self.folder.mkdir(parents=True, exist_ok=True)
        _write_whole(self.folder / BOOK, json.dumps(body, ensure_ascii=False, indent=1).encode())
        self.pages = pages


def book_folder(folder: Path, game: str) -> Path:
    """Where the photographs of a deck are that is being taught; that of the first game is older than the others."""
    return folder / ("deck" if game == GAMES[0] else f"deck-{game}")


def _write_whole(path: Path, data: bytes) -> None:
    new = path.with_name(path.name + ".new")
    with new.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)


def _read(path: Path, box: Box) -> Pages:
    """The pages in a file; what is damaged or whose picture is missing is left out."""
    there: set[str] = set()
    with suppress(OSError):
        there = {file.name for file in path.parent.iterdir()}
    pictures = sorted(name for name in there if _number(name))
    taken = max(map(_number, pictures), default=0)
    try:
        body = json.loads(path.read_text(encoding="utf-8"))
        if body["version"] != VERSION:
            raise ValueError("a book of another version")
        waiting = tuple(Waiting(str(page["file"]), str(page["alike"])) for page in body["waiting"])
        return Pages(
            tuple(page for page in waiting if page.file in there),
            {name: str(file) for name, file in body["cards"].items() if file in there and _is_name(box, name)},
            {
                area: BoardPage(str(page["file"]), {slot: _quad(quad) for slot, quad in page["spaces"].items()})
                for area, page in body["boards"].items()
                if area in box.boards and page["file"] in there
            },
            max(int(body["taken"]), taken),
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return Pages(tuple(Waiting(file) for file in pictures), taken=taken)  # to be named again; none is written over


def _number(file: str) -> int:
    """Which picture a file is, from 1; 0 when it is none."""
    number = file.removeprefix(PICTURE).removesuffix(".png")
    return int(number) if file == f"{PICTURE}{number}.png" and number.isdecimal() else 0


def _is_name(box: Box, name: str) -> bool:
    return name.removeprefix(BACK) in box.sections if name.startswith(BACK) else box.is_card(name)


def _quad(value: Any) -> Quad:
    one, two, three, four = ((float(x), float(y)) for x, y in value)
    return one, two, three, four
