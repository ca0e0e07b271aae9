"""Photographs of the owner's deck: a live picture; on a tap the cards or the board in it are cut out in a thread."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PIL import Image

from companion.app.camera import FrameSource, Pixels
from companion.app.decks import DeckInForce
from companion.app.worker import Worker
from companion.core.box import Box
from companion.deck_book import DeckBook, Quad
from companion.words import msg


@dataclass(frozen=True, slots=True)
class CutCard:
    """A card of a photograph; `alike` is the file of one that may be the same (or its number in this picture), `same`
    when it surely is.
    """

    image: Image.Image
    quad: Quad
    alike: str
    same: bool


@dataclass(frozen=True, slots=True)
class CutBoard:
    """A board of a photograph and its spaces; the photograph and where the board is in it."""

    image: Image.Image
    spaces: dict[str, Quad]
    photo: Pixels
    outline: Quad


class PhotoWorker(Worker):
    """Shows what the camera sees and works on a picture when told to; `shot()` has the result, once."""

    def __init__(
        self,
        source: FrameSource,
        deck: DeckInForce,
        work: Callable[[Pixels], Any],
        otherwise: tuple[FrameSource, DeckInForce] | None = None,
    ) -> None:
        super().__init__(source, deck, False, otherwise)
        self._work = work
        self._wanted = source.still
        self._result: Any = None

    def shoot(self) -> None:
        """Take the next picture."""
        with self._wake:
            self._wanted = True
            self._wake.notify_all()

    def shot(self) -> Any:
        """What was made of the picture; None as long as there is nothing."""
        with self._wake:
            result, self._result = self._result, None
        return result

    def _read(self) -> None:
        self.doing = None
        while not self._stop.is_set():
            with self._wake:
                ready = self._wake.wait_for(
                    lambda: self._stop.is_set() or (self._wanted and self._picture is not None), 0.5
                )
                picture = self._picture
                if not ready or self._stop.is_set():
                    continue
                self._wanted = False
            self.doing = msg("Cutting out…")
            result = self._work(picture)
            self.doing = None
            with self._wake:
                self._result = result


def in_this_picture(number: int) -> str:
    """What a card of the same photograph is called as long as it has no file."""
    return f"this picture, {number}"


def cut_cards_of(book: DeckBook) -> Callable[[Pixels], list[CutCard]]:
    """Work for the thread: all cards of a picture, each compared with those in the book."""
    files = [*(page.file for page in book.pages.waiting), *book.pages.cards.values()]
    known: dict[str, Pixels] = {}

    def work(picture: Pixels) -> list[CutCard]:
        from scanner.cutouts import SAME, cut_cards, find_same
        from scanner.images import ImageError, load_image

        for file in files:
            if file not in known:
                try:
                    known[file] = load_image(book.picture(file)).pixels_bgr
                except ImageError:
                    continue  # a picture that is gone is not compared with
        found = []
        for number, cut in enumerate(cut_cards(picture)):
            like = find_same(cut.pixels_bgr, known.items())
            found.append(
                CutCard(_image(cut.pixels_bgr), cut.quad, *(like[0], like[1] >= SAME) if like else ("", False))
            )
            known[in_this_picture(number)] = cut.pixels_bgr
        return found

    return work


def cut_board_of(box: Box) -> Callable[[Pixels], CutBoard]:
    """Work for the thread: the board that fills the picture, its spaces proposed where ours has them."""
    return lambda picture: cut_board_at(box, picture)


def cut_board_at(box: Box, picture: Pixels, outline: Quad | None = None) -> CutBoard:
    """The board in a picture, found or where the owner says that it is; takes a moment."""
    from scanner.board_cutout import cut_board

    cut = cut_board(picture, outline)
    return CutBoard(_image(cut.pixels_bgr), board_spaces(box, cut.pixels_bgr), picture, cut.quad)


def board_spaces(box: Box, pixels_bgr: Pixels) -> dict[str, Quad]:
    """Where the spaces of a board that was cut out are thought to be."""
    from scanner.board_cutout import propose_spaces

    return propose_spaces(pixels_bgr, box.usual_spaces())


def _image(pixels_bgr: Pixels) -> Image.Image:
    return Image.fromarray(pixels_bgr[..., ::-1].copy())
