"""The arbiter: "may I …?" about a game in play, and the rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from kivy.metrics import dp
from kivy.uix.widget import Widget

from card_db.le_havre.buildings import load_buildings
from companion.app.ask_screen import AskScreen
from companion.app.le_havre.cards_area import as_card
from companion.app.theme import gap, theme
from companion.app.widgets.basic import Text, paint
from companion.app.widgets.buttons import Tappable
from companion.app.widgets.cards import Flow
from companion.app.widgets.token_row import TokenRow
from companion.app.widgets.verdict import waiting_panel
from companion.games.le_havre.arbiter import may
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

    verbs = VERBS

    def build(self) -> None:
        """The questions about a game, or where to look."""
        if "game" in self.args:
            self.build_game()
        else:
            self.build_ways()

    @property
    def verb(self) -> str:
        """What is asked about."""
        return str(self.args.setdefault("verb", "enter"))

    def which(self) -> Sequence[Widget]:
        """Offers or cards."""
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
        return self.tiles(cards, dp(TILE))

    def _offer(self, offer: str) -> Widget:
        chosen = self.args.get("what") == offer
        tile = Tappable(
            partial(self.ask, what=offer),
            f"ask:{offer}",
            size_hint=(None, None),
            size=(dp(110), dp(64)),
            padding=gap(1),
        )
        paint(tile, theme.colour("raised"), line=theme.colour("accent") if chosen else None, width=1.6)
        amounts = {offer: self.state.offers[offer]}
        tile.add_widget(TokenRow(self.desk.pictures, amounts, 42, pos_hint={"center_y": 0.5}))
        return tile

    def answer(self) -> Widget:
        """The verdict, once the question is complete."""
        what = str(self.args.get("what", ""))
        if self.verb != "repay" and not what:
            return waiting_panel(self.say(msg("Say who asks, what for, and tap the offer or the card.")))
        thing = what if self.verb in ("take", "enter", "repay") else as_card(what)
        verdict, action = may(self.state, self.seat, self.verb, thing)
        return self.verdict(verdict, self.say(GAME.describe(self.state, action)), action)
