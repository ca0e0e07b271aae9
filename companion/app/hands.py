"""Hands that are being counted: of a count, or of a tracked game whose real cards are compared with the journal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from companion.app.desk import Desk
from companion.app.widgets.seats import seat_colours
from companion.core.box import Box, Hand
from companion.results import counted_hands
from companion.words import Message


class Hands(Protocol):
    """What the counting screen needs: everybody's cards and tokens, changed and undone."""

    box: Box
    names: tuple[str, ...]
    colours: tuple[str, ...]
    demo: bool  # the cards lie on the demo table

    def hand(self, seat: int) -> Hand:
        """What a player has."""

    def looked(self, seat: int) -> bool:
        """Whether the cards of a player were entered."""

    def set_cards(self, seat: int, cards: Sequence[str], source: str) -> None:
        """These are all cards of a player."""

    def set_token(self, seat: int, token: str, number: int) -> None:
        """So much of this has a player."""

    def undo(self) -> Message:
        """Take the last entry back."""

    def redo(self) -> Message:
        """Enter again what was taken back."""

    def undo_words(self) -> Message | None:
        """The entry that undo takes back."""

    def redo_words(self) -> Message | None:
        """The entry that redo enters again."""


class CountedHands:
    """The hands of a game that nobody tracked."""

    def __init__(self, desk: Desk, count_id: int) -> None:
        self._counting = desk.counting(count_id)
        self.box = desk.box_named(self._counting.game)
        self.names = tuple(player.name for player in self._counting.count.players)
        self.colours = seat_colours(len(self.names))
        self.demo = self._counting.demo
        self.undo, self.redo = self._counting.undo, self._counting.redo
        self.undo_words, self.redo_words = self._counting.undo_words, self._counting.redo_words

    def hand(self, seat: int) -> Hand:
        """What a player has."""
        return counted_hands(self._counting.count)[seat]

    def looked(self, seat: int) -> bool:
        """Whether the cards of a player were entered."""
        return self._counting.count.players[seat].looked

    def set_cards(self, seat: int, cards: Sequence[str], source: str) -> None:
        """These are all cards of a player."""
        self._counting.set_cards(seat, cards, source)

    def set_token(self, seat: int, token: str, number: int) -> None:
        """So much of this has a player."""
        self._counting.set_token(seat, token, number)


class TrackedHands:
    """The hands at the end of a tracked game; what is really there is recorded as the final cards."""

    demo = False

    def __init__(self, desk: Desk, game_id: int) -> None:
        self._session = desk.session(game_id)
        self.box = desk.box_of(game_id)
        self.names = self._session.setup.players
        self.colours = desk.seat_colours(self._session.setup)
        self.undo, self.redo = self._session.undo, self._session.redo
        self.undo_words, self.redo_words = self._session.undo_words, self._session.redo_words

    def hand(self, seat: int) -> Hand:
        """What a player has."""
        return self.box.hands(self._session.state)[seat]

    def looked(self, seat: int) -> bool:
        """Whether the real cards were entered, instead of what the journal says."""
        setup = self._session.setup
        return any(self.box.is_count(setup, seat, event) for event in self._session.journal.events)

    def set_cards(self, seat: int, cards: Sequence[str], source: str) -> None:
        """These are all cards of a player."""
        self._session.record(self.box.cards_event(self._session.setup, seat, cards))

    def set_token(self, seat: int, token: str, number: int) -> None:
        """So much of this has a player."""
        self._session.record(self.box.token_event(self._session.setup, seat, self.hand(seat), token, number))


def open_hands(desk: Desk, args: dict[str, int]) -> Hands:
    """The hands that the arguments of a screen name."""
    return CountedHands(desk, args["count"]) if "count" in args else TrackedHands(desk, args["game"])
