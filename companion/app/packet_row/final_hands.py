"""The end of a game that was followed: each spread hand is looked at and compared with what the app believes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any

from kivy.metrics import dp
from kivy.uix.widget import Widget

from card_db.packet_row.cards import Card, CardError, parse_card
from companion.app.packet_row.parts.game_screen import GameScreen
from companion.app.scan_ways import go_on_asking, open_scan
from companion.app.widgets.basic import Column, Panel, Row, Scroll, Text
from companion.app.widgets.boxes import PromptBox
from companion.app.widgets.buttons import Button, Icon, ListButton
from companion.app.widgets.cards import CardTile, Flow
from companion.app.widgets.seats import SeatBadge
from companion.core.game import Seat
from companion.games.packet_row.actions import FinalCards
from companion.games.packet_row.game import GAME
from companion.words import msg, msgs

TILE = 84  # dp


class FinalHandsScreen(GameScreen):
    """Player by player; what was seen is on disk until it is agreed on."""

    title = msg("The hands")

    def build(self) -> None:
        """A hand that differs, or all players."""
        seat = next((seat for seat in self._seats() if self._differs(seat)), None)
        if seat is not None:
            self.add_widget(self._difference(seat))
            return
        hint = self.say(msg("Everybody spreads all cards. The camera compares them with the record."))
        rows = [self._row(seat) for seat in self._seats()]
        done = all(self._is_agreed(seat) for seat in self._seats())
        result = Button(
            self.say(msg("To the result")),
            lambda: self.shell.replace("result", game=self.args["game"]),
            "trophy",
            "primary" if done else "plain",
            test_id="to-result",
        )
        self.add_widget(Scroll(Text(hint, "label", "soft"), *rows, pad=2))
        self.add_widget(Column(result, pad=2))

    def _seats(self) -> Sequence[Seat]:
        return [Seat(seat) for seat in range(len(self.names))]

    def _row(self, seat: Seat) -> Widget:
        believed = len(self.state.players[seat].cards)
        below = self.say(msgs("{count} card", "{count} cards", believed))
        scan: dict[str, Any] = {
            "draft": f"scan:final:{self.args['game']}:{seat}",
            "box": GAME.id,
            "purpose": "hand",
            "title": self.names[seat],
            "on_cards": partial(self.seen, seat),
        }
        go_on_asking(self, **scan)
        agreed = self._is_agreed(seat)
        return ListButton(
            self.names[seat],
            self.say(msg("{cards}, looked at", cards=below)) if agreed else below,
            partial(open_scan, self, **scan),
            first=SeatBadge(self.names[seat], self.colours[seat], 44),
            last=Icon(
                "check" if agreed else "camera", "good" if agreed else "accent", 28, size_hint_x=None, width=dp(36)
            ),
            test_id=f"look:{seat}",
        )

    # --- what was seen ------------------------------------------------------------------------------------------------

    def _name(self, seat: Seat) -> str:
        return f"final:{self.args['game']}:{seat}"

    def seen(self, seat: Seat, cards: Sequence[str]) -> None:
        """The camera has looked at a hand."""
        self.drafts.put(self._name(seat), {"cards": list(cards)})
        self.shell.refresh_soon()

    def _cards_seen(self, seat: Seat) -> tuple[Card, ...] | None:
        cards = self.drafts.get(self._name(seat)).get("cards")
        if not isinstance(cards, list):
            return None
        try:
            return tuple(parse_card(str(card)) for card in cards)
        except CardError:
            return None

    def _is_agreed(self, seat: Seat) -> bool:
        """The hand was looked at, and it is what the record says."""
        seen = self._cards_seen(seat)
        return seen is not None and Counter(seen) == Counter(self.state.players[seat].cards)

    def _differs(self, seat: Seat) -> bool:
        return self._cards_seen(seat) is not None and not self._is_agreed(seat)

    # --- what differs -------------------------------------------------------------------------------------------------

    def _difference(self, seat: Seat) -> Widget:
        seen, believed = Counter(self._cards_seen(seat) or ()), Counter(self.state.players[seat].cards)
        name = self.names[seat]
        title = self.say(msg("The hand of {player} is not as recorded", player=name))
        panels = [
            self._cards(self.say(words), cards, test_id)
            for words, cards, test_id in (
                (msg("Seen, but not recorded"), seen - believed, "more"),
                (msg("Recorded, but not seen"), believed - seen, "less"),
            )
            if cards
        ]
        column = PromptBox(orientation="vertical")
        badge = SeatBadge(name, self.colours[seat], 52)
        heading = Row(badge, Text(title, "title", pos_hint={"center_y": 0.5}, test_id="differs"), hug=True)
        column.add_widget(Scroll(heading, *panels, pad=2))
        as_seen = Button(
            self.say(msg("As the camera saw it")), partial(self.take, seat), "camera", "primary", test_id="as-seen"
        )
        as_recorded = Button(
            self.say(msg("As recorded")), partial(self.keep_record, seat), "book", "plain", test_id="as-recorded"
        )
        column.add_widget(Column(Row(as_seen, as_recorded, hug=True), pad=2))
        return column

    def _cards(self, words: str, cards: Counter[Card], test_id: str) -> Widget:
        tiles = [
            CardTile(self.desk.pictures, str(card), dp(TILE), count=count, test_id=f"{test_id}:{card}")
            for card, count in cards.items()
        ]
        return Panel(Text(words, "label", bold=True), Flow(tiles, space=1))

    def take(self, seat: Seat) -> None:
        """What lies there counts."""
        cards = self._cards_seen(seat)
        if cards is not None:
            self.record(FinalCards(seat, cards), done=self.rebuild)

    def keep_record(self, seat: Seat) -> None:
        """The record counts: the camera has overlooked something."""
        self.seen(seat, [str(card) for card in self.state.players[seat].cards])

    def follow(self) -> None:
        """After undo and redo the hands stay open."""
        self.rebuild()
