"""Hands that are being counted: of a count, or of a tracked game whose real cards are compared with the journal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from companion.app.desk import Desk
from companion.app.widgets.seats import seat_colours
from companion.core.game import Json
from companion.results import MONEY
from companion.words import Message


class Hands(Protocol):
    """What the counting screen needs: everybody's cards and money, changed and undone."""

    names: tuple[str, ...]
    colours: tuple[str, ...]
    demo: bool  # the cards lie on the demo table

    def cards(self, seat: int) -> tuple[str, ...]:
        """The cards of a player."""

    def money(self, seat: int) -> int:
        """The cash of a player."""

    def looked(self, seat: int) -> bool:
        """Whether the cards of a player were entered."""

    def set_cards(self, seat: int, cards: Sequence[str], source: str) -> None:
        """These are all cards of a player."""

    def set_money(self, seat: int, money: int) -> None:
        """So much cash has a player."""

    def undo(self) -> Message:
        """Take the last entry back."""

    def redo(self) -> Message:
        """Enter again what was taken back."""

    def can_undo(self) -> bool:
        """Whether there is an entry to take back."""

    def can_redo(self) -> bool:
        """Whether there is an entry to enter again."""


class CountedHands:
    """The hands of a game that nobody tracked."""

    def __init__(self, desk: Desk, count_id: int) -> None:
        self._counting = desk.counting(count_id)
        self.names = tuple(player.name for player in self._counting.count.players)
        self.colours = seat_colours(len(self.names))
        self.demo = self._counting.demo
        self.undo, self.redo = self._counting.undo, self._counting.redo

    def cards(self, seat: int) -> tuple[str, ...]:
        """The cards of a player."""
        return self._counting.count.players[seat].cards

    def money(self, seat: int) -> int:
        """The cash of a player."""
        return self._counting.count.players[seat].tokens.get(MONEY, 0)

    def looked(self, seat: int) -> bool:
        """Whether the cards of a player were entered."""
        return self._counting.count.players[seat].looked

    def set_cards(self, seat: int, cards: Sequence[str], source: str) -> None:
        """These are all cards of a player."""
        self._counting.set_cards(seat, cards, source)

    def set_money(self, seat: int, money: int) -> None:
        """So much cash has a player."""
        self._counting.set_token(seat, MONEY, money)

    def can_undo(self) -> bool:
        """Whether there is an entry to take back."""
        return bool(self._counting.journal.edits)

    def can_redo(self) -> bool:
        """Whether there is an entry to enter again."""
        return bool(self._counting.journal.undone)


class TrackedHands:
    """The hands at the end of a tracked game; what is really there is recorded as the final cards."""

    demo = False

    def __init__(self, desk: Desk, game_id: int) -> None:
        self._session = desk.session(game_id)
        self.names = self._session.setup.players
        self.colours = desk.seat_colours(self._session.setup)
        self.undo, self.redo = self._session.undo, self._session.redo

    def cards(self, seat: int) -> tuple[str, ...]:
        """The cards of a player."""
        return tuple(str(card) for card in self._session.state.players[seat].cards)

    def money(self, seat: int) -> int:
        """The cash of a player."""
        return self._session.state.players[seat].money

    def looked(self, seat: int) -> bool:
        """Whether the real cards were entered, instead of what the journal says."""
        name = self.names[seat]
        return any(
            event.get("do") == "final_cards" and event.get("player") == name for event in self._session.journal.events
        )

    def set_cards(self, seat: int, cards: Sequence[str], source: str) -> None:
        """These are all cards of a player."""
        event: Json = {"do": "final_cards", "player": self.names[seat], "cards": list(cards)}
        self._session.record(event)

    def set_money(self, seat: int, money: int) -> None:
        """So much cash has a player."""
        self._session.record({"do": "correct", "player": self.names[seat], "money": money})

    def can_undo(self) -> bool:
        """Whether there is an entry to take back."""
        return bool(self._session.journal.edits)

    def can_redo(self) -> bool:
        """Whether there is an entry to enter again."""
        return bool(self._session.journal.undone)


def open_hands(desk: Desk, args: dict[str, int]) -> Hands:
    """The hands that the arguments of a screen name."""
    return CountedHands(desk, args["count"]) if "count" in args else TrackedHands(desk, args["game"])
