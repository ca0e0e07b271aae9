"""All that a player has: looked at, corrected, sold; loans repaid."""

from __future__ import annotations

from functools import partial

from kivy.metrics import dp
from kivy.uix.widget import Widget

from card_db.le_havre.goods import FRANCS, GOODS
from companion.app.le_havre.cards_area import open_card
from companion.app.le_havre.game_screen import GameScreen
from companion.app.widgets.basic import Column, Panel, Row, Scroll, Text
from companion.app.widgets.buttons import Button
from companion.app.widgets.cards import CardTile, Flow
from companion.app.widgets.lists import inset
from companion.app.widgets.picker import CardPicker
from companion.app.widgets.token_counters import TokenCounters
from companion.core.box import Token
from companion.core.game import Seat
from companion.games.le_havre.actions import CorrectPlayer, Repay
from companion.games.le_havre.demand import outlook
from companion.games.le_havre.feeding import why_feeding
from companion.games.le_havre.names import thing_name
from companion.games.le_havre.shelf import shelf, split
from companion.words import msg

LOANS = "loans"


class PlayerScreen(GameScreen):
    """`seat` says whose; with `cards` the buildings and ships are corrected."""

    title = msg("Player")

    @property
    def _seat(self) -> Seat:
        return Seat(int(self.args.get("seat", 0)))

    def heading(self) -> str:
        """Whose things they are."""
        return self.names[self._seat]

    def way(self) -> str:
        """Here, whatever the phase."""
        return "player"

    @property
    def _kind(self) -> str:
        return f"player{self._seat}"

    def _numbers(self) -> dict[str, int]:
        """Francs, loans and goods as they are being corrected."""
        player = self.state.players[self._seat]
        numbers = {FRANCS: player.francs, LOANS: player.loans, **{good: player.has(good) for good in GOODS}}
        entry = self.draft(self._kind).get("numbers")
        if isinstance(entry, dict):
            numbers |= {key: value for key, value in entry.items() if key in numbers and type(value) is int}
        return numbers

    def build(self) -> None:
        """Counters beside (or above) the cards."""
        if self.args.get("cards"):
            self._build_cards()
            return
        tokens = [
            Token(FRANCS, msg("Francs"), "token:francs"),
            Token(LOANS, msg("Loans")),
            *(Token(good, thing_name(good), f"token:{good}") for good in GOODS),
        ]
        counters = TokenCounters(self.desk.pictures, self.say, tokens, self._numbers(), self._count)
        self._save = Button(
            self.say(msg("Correct")), self._correct, "check", "primary", enabled=self._changed(), test_id="save"
        )
        if self.wide:
            side = Column(inset(Scroll(*self._beside())), self._save, fill=True, space=1.5, size_hint_x=0.4)
            self.add_widget(Row(inset(Scroll(counters, size_hint_x=0.6)), side, space=2, pad=2))
        else:
            self.add_widget(Scroll(*self._beside(), counters, space=1.5, pad=2))
            self.add_widget(Column(self._save, pad=2))

    def _beside(self) -> list[Widget]:
        player = self.state.players[self._seat]
        cards = [*player.buildings, *(str(ship) for ship in player.ships)]
        tiles = [
            CardTile(self.desk.pictures, card, dp(86), partial(open_card, self, card), test_id=f"own:{card}")
            for card in cards
        ]
        held: Widget = Flow(tiles, space=1) if tiles else Text(self.say(msg("No cards.")), "body", "soft")
        change = Button(self.say(msg("Correct the cards")), self._open_cards, "pen", "quiet", test_id="correct-cards")
        widgets: list[Widget] = [
            Panel(Text(self.say(msg("Buildings and ships")), "label", bold=True), held, change, space=1, pad=1.5)
        ]
        if self.state.phase not in ("last", "over"):
            words = self.say(why_feeding(outlook(self.state)[self._seat]))
            title = self.say(msg("At the end of the round"))
            widgets.append(Panel(Text(title, "label", bold=True), Text(words, "body"), space=0.75, pad=1.5))
        if player.loans:
            repay = self.say(msg("Repay a loan for 5 francs"))
            widgets.append(Button(repay, lambda: self.record(Repay(self._seat)), "coin", test_id="repay"))
        return widgets

    # --- numbers ------------------------------------------------------------------------------------------------------

    def _count(self, thing: str, number: int) -> None:
        self.keep(self._kind, {"numbers": {**self._numbers(), thing: number}})
        self._save.disabled = not self._changed()
        self._save.opacity = 1.0 if self._changed() else 0.5

    def _changed(self) -> bool:
        player = self.state.players[self._seat]
        now = {FRANCS: player.francs, LOANS: player.loans, **{good: player.has(good) for good in GOODS}}
        return self._numbers() != now

    def _correct(self) -> None:
        numbers = self._numbers()
        goods = {good: numbers[good] for good in GOODS if numbers[good]}

        def done() -> None:
            self.drop(self._kind)
            self.shell.back()

        self.record(CorrectPlayer(self._seat, numbers[FRANCS], goods, loans=numbers[LOANS]), done=done)

    # --- cards --------------------------------------------------------------------------------------------------------

    def _open_cards(self) -> None:
        self.shell.go("player", game=self.session.id, seat=int(self._seat), cards=True)

    def _build_cards(self) -> None:
        player = self.state.players[self._seat]
        held = [*player.buildings, *(str(ship) for ship in player.ships)]
        picker = CardPicker(
            self.desk.pictures,
            shelf(self.state.printed),
            self.say,
            held,
            self._set_cards,
            tab=self.args.get("tab", ""),
            on_tab=lambda tab: self.args.update(tab=tab),
        )
        self.add_widget(Column(picker, fill=True, pad=2))

    def _set_cards(self, cards: list[str]) -> None:
        buildings, ships = split(cards)
        names = tuple(card.name for card in buildings)
        self.record(CorrectPlayer(self._seat, buildings=names, ships=ships), done=lambda: None)
