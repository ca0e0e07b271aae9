"""The arbiter: "may I …?" about a game in play, or about cards on any table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from kivy.metrics import dp
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from card_db.packet_row.cards import AREAS, Card, Contract, parse_card
from companion.app.ask_screen import AskScreen
from companion.app.packet_row.arbiter_loose import build_end, build_fulfil, build_start
from companion.app.play_screen import capital
from companion.app.theme import gap
from companion.app.widgets.basic import Column, Panel, Text
from companion.app.widgets.boxes import PromptBox
from companion.app.widgets.cards import CardTile
from companion.app.widgets.picker import CardPicker
from companion.app.widgets.verdict import waiting_panel
from companion.core.game import Seat
from companion.games.packet_row.actions import Action, Cash, Choose, Decline, Fulfil, Pass, Take
from companion.games.packet_row.arbiter import may
from companion.games.packet_row.game import GAME
from companion.games.packet_row.names import AREA_NAMES
from companion.games.packet_row.shelf import known_designs, shelf
from companion.words import Message, msg

# What one can ask about: icon and words.
VERBS: dict[str, tuple[str, Message]] = {
    "take": ("cards", msg("take a card")),
    "decline": ("close", msg("decline")),
    "choose": ("anchor", msg("choose an area")),
    "pass": ("flag", msg("pass")),
    "fulfil": ("check", msg("fulfil contracts")),
    "cash": ("coin", msg("cash a money card")),
}


class ArbiterScreen(AskScreen):
    """`game` asks about that game; without it `ask` says which general question is open."""

    forgotten = ("what", "contracts", "seat", "verb", "scroll")
    verbs = VERBS

    def build(self) -> None:
        """The questions of a game, or the general ones."""
        if "game" in self.args:
            self.build_game()
        elif self.args.get("ask") == "fulfil":
            build_fulfil(self)
        elif self.args.get("ask") == "end":
            build_end(self)
        else:
            build_start(self)

    # --- a game in play -----------------------------------------------------------------------------------------------

    @property
    def seat(self) -> Seat:
        """Who asks."""
        decides = self.state.harbour_master if self.state.to_act is None else self.state.to_act
        return Seat(self.args.setdefault("seat", decides))

    @property
    def verb(self) -> str:
        """What is asked about."""
        return str(self.args.setdefault("verb", "take" if self.state.area else "choose"))

    def which(self) -> Sequence[Widget]:
        """Areas, cards or contracts."""
        match self.verb:
            case "choose":
                return [self._areas()]
            case "take":
                return [self._board(name) for name in sorted(AREAS, key=lambda name: name != self.state.area)]
            case "fulfil":
                return [self._contract_picker()]
            case "cash":
                money = [card for card in known_designs(self.desk.folder) if card.startswith("money:")]
                return [self._tiles(money, lambda card: f"cash:{card}")]
        return ()

    def _areas(self) -> Widget:
        grid = GridLayout(cols=4, spacing=gap(1), size_hint_y=None)
        grid.bind(minimum_height=grid.setter("height"))
        for area in AREAS:
            chosen = self.args.get("what") == f"choose:{area}"
            tile = CardTile(
                self.desk.pictures,
                f"back:{area}",
                dp(92),
                partial(self.ask, what=f"choose:{area}"),
                test_id=f"ask:choose:{area}",
                frame="accent" if chosen else "",
            )
            name = Text(capital(self.say(AREA_NAMES[area])), "body", align="center", bold=chosen)
            holder = PromptBox(size_hint_y=None, height=tile.height)
            holder.add_widget(Widget())
            holder.add_widget(tile)
            holder.add_widget(Widget())
            grid.add_widget(Column(holder, name, space=0.5))
        return grid

    def _board(self, name: str) -> Widget:
        area = self.state.areas[name]
        here = name == self.state.area
        head = msg("{area}: chosen now", area=AREA_NAMES[name]) if here else AREA_NAMES[name]
        panel = Panel(Text(capital(self.say(head)), "label", "accent" if here else "soft", bold=here), space=1, pad=1.5)
        current = self._tiles([str(card) for card in dict.fromkeys(area.current)], lambda card: f"take:{card}")
        future = self._tiles([str(card) for card in dict.fromkeys(area.future)], lambda card: f"future:{card}")
        if not area.current and not area.future:
            panel.add_widget(Text(self.say(msg("No cards lie here.")), "body", "soft"))
            return panel
        sides = PromptBox(orientation="horizontal", spacing=gap(2), size_hint_y=None)
        sides.bind(minimum_height=sides.setter("height"))
        now = Column(Text(self.say(msg("Current supply")), "caption", "soft"), current, space=0.5, size_hint_x=0.6)
        later = Column(Text(self.say(msg("With an assistant")), "caption", "soft"), future, space=0.5, size_hint_x=0.4)
        for side in (now, later):
            side.pos_hint = {"top": 1}
            sides.add_widget(side)
        panel.add_widget(sides)
        return panel

    def _tiles(self, cards: Sequence[str], key: Callable[[str], str]) -> Widget:
        return self.tiles(cards, dp(84), key)

    def _contract_picker(self) -> Widget:
        """Hands are hidden: whoever asks names the contracts, the hand itself is not shown."""
        return CardPicker(
            self.desk.pictures,
            shelf(self.desk.folder),
            self.say,
            self.args.get("contracts", []),
            self._pick_contracts,
            lambda card: isinstance(parse_card(card), Contract),
            tab=self.args.get("tab", ""),
            on_tab=lambda tab: self.args.update(tab=tab),
            size_hint_y=None,
            height=max(dp(420), self.shell.height * 0.55),
        )

    def _pick_contracts(self, cards: list[str]) -> None:
        self.args["contracts"] = cards
        self.show_answer()

    # --- the answer ---------------------------------------------------------------------------------------------------

    def _action(self) -> Action | None:
        """What is asked about, None while something is missing."""
        kind, _, rest = str(self.args.get("what", "")).partition(":")
        match self.verb:
            case "decline":
                return Decline(self.seat)
            case "pass":
                return Pass(self.seat)
            case "fulfil":
                contracts: tuple[Card, ...] = tuple(parse_card(card) for card in self.args.get("contracts", []))
                return Fulfil(self.seat, None, contracts) if contracts else None
            case "choose" if kind == "choose":
                return Choose(rest)
            case "take" if kind in ("take", "future"):
                return Take(self.seat, parse_card(rest), kind == "future")
            case "cash" if kind == "cash":
                return Cash(self.seat, parse_card(rest))
        return None

    def answer(self) -> Widget:
        """The verdict, once the question is complete."""
        action = self._action()
        if action is None:
            return waiting_panel(self.say(msg("Say who asks, what for, and tap the card or the area.")))
        return self.verdict(may(self.state, self.seat, action), self._question(action), action)

    def _question(self, action: Action) -> str:
        if isinstance(action, Choose):  # its own words would name the harbour master, whoever asks
            player = self.session.setup.players[self.seat]
            return self.say(msg("{player} chooses: {area}", player=player, area=AREA_NAMES[action.area]))
        return self.say(GAME.describe(self.state, action))
