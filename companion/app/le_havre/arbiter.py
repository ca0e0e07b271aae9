"""The arbiter: "may I …?" about a game in play, and the rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from kivy.metrics import dp
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from card_db.le_havre.buildings import load_buildings
from companion.app.ask_screen import AskScreen, SeatButton
from companion.app.le_havre.cards_area import as_card
from companion.app.theme import gap, theme
from companion.app.widgets.basic import Scroll, Text, paint
from companion.app.widgets.boxes import PromptBox
from companion.app.widgets.buttons import Button, ListButton, Tappable
from companion.app.widgets.cards import CardTile, Flow
from companion.app.widgets.lists import inset
from companion.app.widgets.token_row import TokenRow
from companion.app.widgets.verdict import verdict_panel, waiting_panel
from companion.games.le_havre.arbiter import may
from companion.games.le_havre.box import BOX
from companion.games.le_havre.game import GAME
from companion.games.le_havre.state import OFFERS
from companion.words import Message, msg

# What one can ask about: icon and words.
VERBS: dict[str, tuple[str, Message]] = {
    "take": ("cards", msg("take an offer")),
    "enter": ("home", msg("enter a building")),
    "buy": ("coin", msg("buy a card")),
    "sell": ("share", msg("sell a card")),
    "repay": ("check", msg("repay a loan")),
}
TILE = 76  # dp


class ArbiterScreen(AskScreen):
    """`game` asks about that game; without it there is the way to the game in play and to the rules."""

    def build(self) -> None:
        """The questions about a game, or where to look."""
        if "game" in self.args:
            self._build_game()
        else:
            self.add_widget(Scroll(*self._ways(), space=1.5, pad=2.5))

    def _ways(self) -> list[Widget]:
        rows: list[Widget] = []
        for info in self.desk.games()[:1]:
            if not BOX.is_over(self.desk.session(info.id).state):
                rows.append(
                    ListButton(
                        self.say(msg("May I …?")),
                        self.say(msg("Everything about the game {name} that is in play", name=info.name)),
                        partial(self.shell.go, "arbiter", game=info.id),
                        "scales",
                        test_id="ask-game",
                    )
                )
        rows += [
            ListButton(
                self.say(msg("Rules")),
                self.say(msg("All rules in our own words, one by one, with a search")),
                lambda: self.shell.go("rules", box=BOX.id),
                "book",
                test_id="ask-rules",
            ),
            ListButton(
                self.say(msg("Glossary")),
                self.say(msg("The words of the game")),
                lambda: self.shell.go("rules", chapter="glossary", box=BOX.id),
                "question",
                test_id="ask-glossary",
            ),
        ]
        return rows

    # --- a game in play -----------------------------------------------------------------------------------------------

    @property
    def verb(self) -> str:
        """What is asked about."""
        return str(self.args.setdefault("verb", "enter"))

    def _build_game(self) -> None:
        asking = inset(Scroll(self._who(), self._what(), *self._which(), space=2))
        asking.scroll_y = self.args.get("scroll", 1.0)  # where one was before the last tap
        asking.bind(scroll_y=lambda _, place: self.args.update(scroll=place))
        answers = inset(Scroll(self._answer()))
        box = PromptBox(orientation="horizontal" if self.wide else "vertical", padding=gap(2), spacing=gap(2))
        if self.wide:
            asking.size_hint_x, answers.size_hint_x = 0.6, 0.4
        else:
            asking.size_hint_y, answers.size_hint_y = 0.62, 0.38
        box.add_widget(asking)
        box.add_widget(answers)
        self.add_widget(box)

    def _who(self) -> Widget:
        setup = self.session.setup
        row = GridLayout(cols=len(setup.players) if theme.scale <= 1.25 or self.wide else 3, spacing=gap(1))
        row.size_hint_y = None
        row.bind(minimum_height=row.setter("height"))
        for seat, (name, colour) in enumerate(zip(setup.players, self.desk.seat_colours(setup), strict=True)):
            row.add_widget(SeatButton(name, colour, seat == self.seat, partial(self._ask, seat=seat)))
        return row

    def _what(self) -> Widget:
        grid = GridLayout(cols=3 if theme.scale <= 1.25 or not self.wide else 2, spacing=gap(1), size_hint_y=None)
        grid.bind(minimum_height=grid.setter("height"))
        for verb, (icon, text) in VERBS.items():
            kind = "chosen" if verb == self.verb else "quiet"
            grid.add_widget(
                Button(self.say(text), partial(self._ask, verb=verb), icon, kind, level="body", test_id=f"verb:{verb}")
            )
        return grid

    def _ask(self, **question: object) -> None:
        self.args.update(question)
        if "verb" in question:
            self.args.pop("what", None)
            self.args.pop("scroll", None)
        self.rebuild()

    def _which(self) -> Sequence[Widget]:
        state = self.state
        match self.verb:
            case "take":
                return [Flow([self._offer(offer) for offer in OFFERS], space=1)]
            case "enter":
                return [self._cards([card for card in state.standing if load_buildings()[card].entry is not None])]
            case "buy":
                ships = [str(pile[0]) for pile in state.ships.values() if pile]
                return [self._cards([*state.tops, *ships, *state.town])]
            case "sell":
                player = state.players[self.seat]
                cards = [*player.buildings, *dict.fromkeys(str(ship) for ship in player.ships)]
                if not cards:
                    return [Text(self.say(msg("No cards.")), "label", "soft")]
                return [self._cards(cards)]
        return ()

    def _cards(self, cards: Sequence[str]) -> Widget:
        return Flow(
            [
                CardTile(
                    self.desk.pictures,
                    card,
                    dp(TILE),
                    partial(self._ask, what=card),
                    test_id=f"ask:{card}",
                    frame="accent" if self.args.get("what") == card else "",
                )
                for card in cards
            ],
            space=0.75,
        )

    def _offer(self, offer: str) -> Widget:
        chosen = self.args.get("what") == offer
        tile = Tappable(
            partial(self._ask, what=offer),
            f"ask:{offer}",
            size_hint=(None, None),
            size=(dp(110), dp(64)),
            padding=gap(1),
        )
        paint(tile, theme.colour("raised"), line=theme.colour("accent") if chosen else None, width=1.6)
        amounts = {offer: self.state.offers[offer]}
        tile.add_widget(TokenRow(self.desk.pictures, amounts, 42, pos_hint={"center_y": 0.5}))
        return tile

    # --- the answer ---------------------------------------------------------------------------------------------------

    def _answer(self) -> Widget:
        what = str(self.args.get("what", ""))
        if self.verb != "repay" and not what:
            return waiting_panel(self.say(msg("Say who asks, what for, and tap the offer or the card.")))
        thing = what if self.verb in ("take", "enter", "repay") else as_card(what)
        verdict, action = may(self.state, self.seat, self.verb, thing)
        more: list[Widget] = []
        if verdict.yes:
            more.append(
                Button(self.say(msg("Do it now")), partial(self.do, action), "check", "primary", test_id="do-it")
            )
        elif verdict.can_agree:
            words = self.say(msg("The table agrees to it anyway"))
            more.append(Button(words, partial(self.agree, action), "people", "danger", test_id="agree"))
            more.append(Text(self.say(msg("The step is marked in the journal.")), "caption", "soft"))
        question = self.say(GAME.describe(self.state, action))
        return verdict_panel(verdict, self.say, self.look_up, question, more)
