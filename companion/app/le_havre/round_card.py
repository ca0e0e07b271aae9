"""The upper edge of the table: whose turn it is in letters that read from across, and the round card."""

from __future__ import annotations

from kivy.metrics import dp
from kivy.uix.widget import Widget

from card_db.le_havre.rounds import TURNS, Round
from companion.app.le_havre.game_screen import GameScreen
from companion.app.theme import gap, theme
from companion.app.widgets.basic import Row, Text, paint
from companion.app.widgets.boxes import PromptBox
from companion.app.widgets.buttons import Button, Tappable
from companion.app.widgets.cards import CardTile, Picture
from companion.app.widgets.fit_line import FitLine, TwoLines
from companion.app.widgets.seats import SeatBadge
from companion.games.le_havre.guide import call
from companion.games.le_havre.state import rounds_of
from companion.words import Message, msg, msgs

HEIGHT = 112  # dp


class Banner(Row):
    """Name in giant letters, what is to be done below it; the round card at the right."""

    def __init__(self, screen: GameScreen) -> None:
        height = dp(HEIGHT) * (0.6 + 0.4 * theme.scale) * (1.0 if screen.shell.height >= dp(700) else 0.8)
        super().__init__(height=height, pad=1, space=1.5)
        paint(self, theme.colour("panel"), radius=0)
        self._screen = screen
        now = call(screen.state)
        self.add_widget(
            Button(icon="back", on_tap=screen.shell.back, kind="quiet", test_id="back", pos_hint={"center_y": 0.5})
        )
        if now.seat is not None:
            side = (height - gap(3)) / dp(1)
            self.add_widget(SeatBadge(screen.names[now.seat], screen.colours[now.seat], side))
        words = PromptBox(orientation="vertical")
        words.add_widget(FitLine(screen.say(now.headline), "giant", size_hint_y=0.6, test_id="call"))
        detail = screen.say(now.detail)
        if screen.large_letters and not screen.wide:
            words.add_widget(TwoLines(detail, "label", "accent", size_hint_y=0.6, test_id="call-detail"))
        else:
            words.add_widget(FitLine(detail, "heading", "accent", size_hint_y=0.4, test_id="call-detail"))
        self.add_widget(words)
        self.add_widget(self._card(height))

    def _card(self, height: float) -> Widget:
        """The round card: round, turn, food, harvest, what the town gets, the ship; a tap shows all rounds."""
        screen, state = self._screen, self._screen.state
        card = Tappable(
            self._tell_rounds,
            "round-card",
            orientation="horizontal",
            spacing=gap(1),
            padding=gap(0.75),
            size_hint_x=0.42 if screen.wide else 0.62,
        )
        paint(card, theme.colour("raised"))
        card.add_widget(CardTile(screen.desk.pictures, str(state.card.ship), (height - gap(3.5)) * 44 / 68))
        words = PromptBox(orientation="vertical")
        rounds = msg("Round {round} of {rounds}", round=state.round, rounds=len(rounds_of(state.setup)))
        if state.phase in ("last", "over"):
            rounds = msg("Last actions") if state.phase == "last" else msg("The game is over")
        words.add_widget(FitLine(screen.say(rounds), "heading", bold=True, test_id="round", font_name="Roboto"))
        turn = msg("Turn {turn} of {turns}", turn=state.turn, turns=TURNS)
        words.add_widget(FitLine(screen.say(turn), "label", "soft", test_id="turn-number"))
        foot = PromptBox(spacing=gap(0.5))
        foot.add_widget(Picture(screen.desk.pictures, "token:food", size_hint_x=None, width=dp(26)))
        foot.add_widget(FitLine(screen.say(card_words(state.card)), "label", test_id="round-food"))
        words.add_widget(foot)
        card.add_widget(words)
        return card

    def _tell_rounds(self) -> None:
        screen = self._screen
        rows: list[Widget] = []
        for one in rounds_of(screen.state.setup):
            here = one.number == screen.state.round
            words = screen.say(msg("Round {round}: {about}", round=one.number, about=_long_words(one)))
            row = Row(
                CardTile(screen.desk.pictures, str(one.ship), dp(40)),
                Text(words, "label", "accent" if here else "ink", bold=here, pos_hint={"center_y": 0.5}),
                hug=True,
            )
            rows.append(row)
        screen.shell.ask(screen.say(msg("The rounds")), rows, width_dp=720, test_id="rounds-dialog")


def card_words(card: Round) -> Message:
    """What a round card asks, short."""
    if card.harvest:
        return msg("{food}, harvest", food=card.food)
    return msg("{food}, no harvest", food=card.food)


def _long_words(card: Round) -> Message:
    food = msgs("{count} food", "{count} food", card.food)
    harvest = msg("harvest") if card.harvest else msg("no harvest")
    if not card.event:
        return msg("{food}, {harvest}", food=food, harvest=harvest)
    event = msg("a standard building for the town") if card.event == "standard" else msg("a special building")
    return msg("{food}, {harvest}, {event}", food=food, harvest=harvest, event=event)
