"""The demo: a game that robots have played is filmed and read, so that everything can be tried without a camera."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app.shell import Screen
from companion.app.theme import gap
from companion.app.widgets.basic import Panel, Row, Scroll, Text, level_columns, spacer
from companion.app.widgets.buttons import Button
from companion.app.widgets.cards import SHAPE, CardTile, Flow, Picture
from companion.counting import start_counting
from companion.words import Message, msg, msgs

TILE = 118  # dp


class DemoScreen(Screen):
    """Things to try: counting a whole game, looking at boards, following a game."""

    title = msg("Demo table")

    def build(self) -> None:
        """Side by side, or below each other."""
        box = self.desk.box
        follows = "demo_game" in import_module(f"companion.app.{box.id}").SCREENS
        cards = self._cards(1 + bool(box.boards) + follows)
        panels = [
            self._panel(
                cards,
                msg("Count a demo game"),
                msg(
                    "The game is over and three players spread their cards. Look at each hand with the camera, "
                    "then see the podium and how every point came about."
                ),
                msg("Count it"),
                self.count,
                "demo-count",
                "primary",
            )
        ]
        if box.boards:
            panels.append(
                self._panel(
                    self._board(1),
                    msg("Look at a demo table"),
                    msg("Four boards in the middle of a game: the camera finds them and reads every space."),
                    msg("Look at it"),
                    self.watch,
                    "demo-watch",
                    "plain",
                )
            )
        if follows:
            panels.append(
                self._panel(
                    self._board(2),
                    msg("Watch a demo game"),
                    msg(
                        "Robots play before a camera. Nobody taps: the app follows the game, asks rarely and names "
                        "mistakes."
                    ),
                    msg("Watch it"),
                    lambda: self.shell.go("demo_game", box=box.id),
                    "demo-follow",
                    "plain",
                )
            )
        intro = Text(
            self.say(msg("Neither the game nor a camera is needed: the app draws its own table and films it."))
        )
        if self.wide:
            level_columns(panels)
            self.add_widget(Scroll(intro, Row(*panels, space=2, hug=True), space=2, pad=2.5))
        else:
            self.add_widget(Scroll(intro, *panels, space=2, pad=2))

    def _cards(self, columns: int) -> Widget:
        """Some cards of the deck in a panel that is one of so many beside each other."""
        fan = self.desk.box.fan[: 3 if self.desk.box.boards else 4]
        columns = columns if self.wide else 1
        panel = (self.shell.width - gap(5) - gap(2) * (columns - 1)) / columns - gap(4)
        width = min(dp(TILE), (panel - gap(1) * (len(fan) + 1)) / len(fan))
        tiles = [CardTile(self.desk.pictures, card, width) for card in fan]
        for tile in tiles:
            tile.pos_hint = {"center_y": 0.5}
        return Row(Widget(), *tiles, Widget(), height=dp(TILE) * SHAPE)

    def _board(self, number: int) -> Widget:
        name = list(self.desk.box.boards)[number]
        return Picture(self.desk.pictures, f"board:{name}", size_hint_y=None, height=dp(TILE) * SHAPE)

    def _panel(
        self,
        picture: Widget,
        title: Message,
        text: Message,
        button: Message,
        tap: Callable[[], object],
        test_id: str,
        kind: str,
    ) -> Widget:
        return Panel(
            picture,
            Text(self.say(title), "heading", bold=True),
            Text(self.say(text), "body", "soft"),
            spacer(),
            Button(self.say(button), tap, "camera", kind, test_id=test_id, grow=1.2),
            space=2,
        )

    def count(self) -> None:
        """A new count of the demo game: all tokens are known, the cards are to be looked at."""
        hands = self.desk.box.demo_hands()
        counting = start_counting(self.desk.store, self.desk.box.id, [hand.name for hand in hands], demo=True)
        for seat, hand in enumerate(hands):
            for token, number in hand.tokens.items():
                counting.set_token(seat, token, number)
        self.shell.go("score_hand", count=counting.id)

    def watch(self) -> None:
        """The scan view over four boards."""
        self.shell.go(
            "scan",
            purpose="spaces",
            title=self.say(msg("A demo table")),
            boards=list(self.desk.box.boards),
            source="demo",
            on_spaces=self._seen,
        )

    def _seen(self, spaces: dict[tuple[str, str], str | None]) -> None:
        """What was read, board by board."""
        screen = self.shell.screen or self
        content: list[Widget] = []
        for area, name in self.desk.box.boards.items():
            cards = [card for (board, _), card in spaces.items() if board == area and card is not None]
            content.append(Text(self.say(name).capitalize(), "label", bold=True))
            content.append(Flow([CardTile(screen.desk.pictures, card, dp(64)) for card in cards], space=0.75))
        number = sum(card is not None for card in spaces.values())
        self.shell.ask(self.say(msgs("The camera read {count} card", "The camera read {count} cards", number)), content)
