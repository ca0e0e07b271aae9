"""Correcting a board: the companion believes one thing, the table shows another."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from kivy.metrics import dp
from kivy.uix.widget import Widget

from card_db.packet_row.cards import AREAS, parse_card
from companion.app.packet_row.board_view import card_picture
from companion.app.packet_row.parts.card_entry import CardEntry, Entries
from companion.app.packet_row.parts.game_screen import GameScreen
from companion.app.theme import theme
from companion.app.widgets.basic import Column, Text
from companion.app.widgets.buttons import Button, ListButton, Stepper
from companion.games.packet_row.actions import CorrectArea
from companion.games.packet_row.guide import read_entries
from companion.games.packet_row.numbers import SPACES
from companion.words import msg

DRAFT = "correct"


def open_boards(screen: GameScreen) -> None:
    """Ask which board is to be corrected."""

    def go(area: str) -> None:
        screen.shell.close_dialogs()
        screen.shell.go("set_up", game=screen.session.id, correct=area)

    rows = [
        ListButton(
            screen.area_title(area),
            "",
            partial(go, area),
            first=card_picture(screen.desk.pictures, f"back:{area}", dp(32)),
            test_id=f"correct:{area}",
        )
        for area in AREAS
    ]
    hint = Text(screen.say(msg("What lies on the table counts. Which board looks different here?")), "body", "soft")
    screen.shell.ask(screen.say(msg("Correct a board")), [hint, *rows], test_id="correct-dialog")


def correction(screen: GameScreen, area: str) -> Widget:
    """The six spaces of a board and its deck, to be changed."""
    board = screen.state.areas[area]
    lying = {space: str(card) for space, card in zip(SPACES, board.spaces, strict=True) if card is not None}
    draft = screen.draft(f"{DRAFT}:{area}")
    entries = read_entries(draft.get("spaces"), SPACES) if draft else lying
    number = draft.get("deck")
    deck = number if isinstance(number, int) and number >= 0 else board.deck

    def keep(spaces: Entries, cards: int) -> None:
        screen.keep(f"{DRAFT}:{area}", {"spaces": dict(spaces), "deck": cards})

    def count(cards: int) -> None:
        keep(entry.entries, cards)
        screen.rebuild()

    def done() -> None:
        spaces = {
            space: parse_card(entry.entries[space]) if space in entry.entries else None
            for space in SPACES
            if entry.entries.get(space) != lying.get(space)
        }
        screen.drop(f"{DRAFT}:{area}")
        if spaces or deck != board.deck:
            screen.record(CorrectArea(area, spaces, None if deck == board.deck else deck, None), done=screen.shell.back)
        else:
            screen.shell.back()

    def buttons(_: Entries) -> Sequence[Widget]:
        text = screen.say(msg("So it lies on the table"))
        return (Button(text, done, kind="primary", icon="check", test_id="correct-done"),)

    stepper = Column(
        Text(screen.say(msg("Cards in the deck")), "caption", "soft"),
        Stepper(deck, 0, board.deck + 12, count, "deck"),
        space=0.5,
    )
    hint = Text(screen.say(msg("Tap a card to take it off its space, tap one in the list to put it there.")), "body")
    hint.color = theme.colour("soft")
    entry = CardEntry(
        screen,
        area,
        SPACES,
        entries,
        lambda spaces: keep(spaces, deck),
        buttons,
        words=(stepper,) if screen.is_low else (hint, stepper),
        deck=deck,
    )
    return entry
