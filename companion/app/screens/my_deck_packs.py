"""Finished decks: made from what was photographed, chosen, exported and imported; stickers to print."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock

from card_db.pack import PackError, load_pack, save_pack
from companion.app.android_share import share_file
from companion.app.screens.scan_files import build_files, home_folders
from companion.app.widgets.basic import Column, Panel, Row, Scroll, Text
from companion.app.widgets.buttons import Button, Icon, ListButton
from companion.fault_words import why
from companion.words import msg, msgs

if TYPE_CHECKING:
    from companion.app.screens.my_deck import MyDeckScreen

OWN = "my-deck.cardpack"
ENDING = ".cardpack"
DRAWN = "drawn-"
STICKERS = "packet-row-stickers.pdf"


def in_thread(work: Callable[[], Any], done: Callable[[Any], object]) -> None:
    """Do something that takes a while; `done` gets its result, or the error, on the main thread."""

    def run() -> None:
        try:
            result: Any = work()
        except Exception as error:  # the caller tells it in a sentence
            result = error
        Clock.schedule_once(lambda _: done(result), 0)

    Thread(target=run, name="deck").start()


def finish(screen: MyDeckScreen) -> None:
    """What is named by now becomes the deck in use."""
    desk, book = screen.desk, screen.book
    own = desk.pack_name(screen.box, OWN)
    screen.shell.note(screen.say(msg("Making your deck…")))

    def work() -> int:
        desk.packs_folder.mkdir(parents=True, exist_ok=True)
        pack = book.make_pack(screen.say(msg("My deck")))
        save_pack(pack, desk.packs_folder / own)
        return len(pack.cards)

    def done(result: Any) -> None:
        if isinstance(result, Exception):
            screen.shell.tell(screen.say(msg("That does not work")), screen.say(why(result)))
            return
        desk.use_pack(screen.box, own)
        screen.shell.refresh()
        progress = book.progress(screen.shelf)
        lines = [
            screen.say(
                msgs("The camera now looks for {count} card.", "The camera now looks for {count} cards.", result)
            )
        ]
        if progress.designs < progress.all_designs:
            missing = progress.all_designs - progress.designs
            lines.append(
                screen.say(
                    msgs(
                        "{count} is still missing and will not be recognised; photograph it whenever you like.",
                        "{count} are still missing and will not be recognised; photograph them whenever you like.",
                        missing,
                    )
                )
            )
        screen.shell.tell(screen.say(msg("Your deck is ready")), *lines)

    in_thread(work, done)


def build_packs(screen: MyDeckScreen) -> None:
    """Which decks there are, and what can be done with the one in use."""
    desk = screen.desk
    rows = [_deck_row(screen, "", screen.say(msg("Our own drawn deck")))]
    rows += [_deck_row(screen, name, name.removesuffix(ENDING)) for name in desk.own_packs(screen.box)]
    buttons = [
        Button(
            screen.say(msg("Export the deck in use")),
            lambda: _export(screen),
            "share",
            test_id="pack-export",
            enabled=bool(desk.pack_of(screen.box)),
        ),
        Button(screen.say(msg("Import a deck")), lambda: screen.go("import"), "save", test_id="pack-import"),
        Button(screen.say(msg("Print stickers")), lambda: _stickers(screen), "print", test_id="pack-stickers"),
    ]
    help_ = Panel(
        Text(screen.say(msg("Stickers")), "label", bold=True),
        Text(
            screen.say(
                msg(
                    "For decks whose cards look too much alike: small codes for the sleeves, which the camera reads "
                    "without a doubt."
                )
            ),
            "body",
            "soft",
        ),
        space=1,
    )
    left, right = Column(*rows, space=1), Column(*buttons, help_, space=1.5)
    if screen.wide:
        left.pos_hint = right.pos_hint = {"top": 1}
        screen.add_widget(Scroll(Row(left, right, space=2.5, hug=True), pad=2.5))
    else:
        screen.add_widget(Scroll(left, right, space=2, pad=2))


def _deck_row(screen: MyDeckScreen, name: str, title: str) -> ListButton:
    in_use = screen.desk.pack_of(screen.box) == name
    return ListButton(
        title,
        screen.say(msg("In use")) if in_use else screen.say(msg("Tap to use it")),
        lambda: _use(screen, name),
        first=Icon("check" if in_use else "cards", "good" if in_use else "soft", 28, size_hint_x=None, width=40),
        test_id=f"pack:{name or 'drawn'}",
        arrow=False,
    )


def _use(screen: MyDeckScreen, name: str) -> None:
    if name:
        try:
            load_pack(screen.desk.packs_folder / name)
        except PackError as error:
            screen.shell.tell(screen.say(msg("This deck cannot be used")), screen.say(why(error)))
            return
    screen.desk.use_pack(screen.box, name)
    screen.rebuild()


def export_folder(screen: MyDeckScreen) -> Path:
    """Where the owner looks for files that were just made."""
    folders = [folder for folder in reversed(home_folders()) if folder.name == "Downloads" and folder.is_dir()]
    folder = folders[0] if folders else screen.desk.folder / "exports"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _export(screen: MyDeckScreen) -> None:
    source = screen.desk.packs_folder / screen.desk.pack_of(screen.box)
    target = export_folder(screen) / f"packet-row-{source.name}"

    def done(result: Any) -> None:
        if isinstance(result, Exception):
            screen.shell.tell(screen.say(msg("That does not work")), screen.say(why(result)))
        else:
            title = screen.say(msg("Deck exported"))
            screen.shell.tell(title, screen.say(share_file(target, "application/zip", title)))

    in_thread(lambda: shutil.copyfile(source, target), done)


def build_import(screen: MyDeckScreen) -> None:
    """The decks in the owner's folders."""
    build_files(screen, lambda path: _import(screen, path), (ENDING,))


def _import(screen: MyDeckScreen, path: Path) -> None:
    """A deck from anywhere: looked through completely before it is taken."""
    folder = screen.desk.packs_folder
    screen.shell.note(screen.say(msg("Looking through the deck…")))

    def work() -> tuple[str, int]:
        from scanner.enrol import check_pack

        pack = check_pack(load_pack(path), path.name).pack
        folder.mkdir(parents=True, exist_ok=True)
        stem = path.stem if not path.name.startswith(DRAWN) else f"imported-{path.stem}"
        stem = screen.desk.pack_name(screen.box, stem)
        target = folder / f"{stem}{ENDING}"
        number = 2
        while target.exists():
            target = folder / f"{stem}-{number}{ENDING}"
            number += 1
        save_pack(pack, target)
        return target.name, len(pack.cards)

    def done(result: Any) -> None:
        if isinstance(result, Exception):
            screen.shell.tell(screen.say(msg("This deck cannot be used")), screen.say(why(result)))
            return
        name, cards = result
        screen.desk.use_pack(screen.box, name)
        screen.go("packs")
        screen.shell.note(screen.say(msgs("{count} card imported", "{count} cards imported", cards)))

    in_thread(work, done)


def _stickers(screen: MyDeckScreen) -> None:
    """One sticker for every card of the box."""
    target = export_folder(screen) / STICKERS
    cards = [card for card, copies in screen.shelf.copies.items() for _ in range(copies)]

    def work() -> Any:
        from scanner.tag_sheet import make_sheet

        return make_sheet(cards, target)

    def done(result: Any) -> None:
        if isinstance(result, Exception):
            where = msg("On a computer: python -m scanner tags; there the printing extra can be installed.")
            lines = [why(result)] if isinstance(result, OSError) else [why(result), where]
            screen.shell.tell(screen.say(msg("Stickers cannot be made here")), *(screen.say(line) for line in lines))
            return
        title = screen.say(msg("Stickers are ready"))
        screen.shell.tell(
            title,
            screen.say(msg("{stickers} stickers on {pages} pages.", stickers=result.stickers, pages=result.pages)),
            screen.say(share_file(target, "application/pdf", title)),
        )

    in_thread(work, done)
