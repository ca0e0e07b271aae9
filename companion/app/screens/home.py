"""Home: go on with a game, begin one, count one, ask a question."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import NumericProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.scatter import Scatter
from kivy.uix.widget import Widget

from companion.app.open_games import OpenGame, open_game
from companion.app.shell import Screen
from companion.app.theme import gap, theme
from companion.app.widgets.basic import Column, Scroll, Text, level, paint
from companion.app.widgets.boxes import PromptBox
from companion.app.widgets.buttons import Choice, Icon, Tappable
from companion.app.widgets.cards import SHAPE, CardTile
from companion.app.widgets.fit_line import FitLine
from companion.games import TITLES
from companion.records.played import UNREADABLE
from companion.words import Message, msg

LEAST_HERO, MOST_HERO = 0.22, 0.42  # of the height, where the picture stands above the choices
CHOICES = 0.6  # of the width, where the picture stands beside the choices
TILE_SIGN, TILE_WORDS = 94, 135  # dp of a tile for its sign and edges, and of its longest word in letters of usual size
LOW = 700  # dp of the screen


class HomeScreen(Screen):
    """Where everything starts."""

    has_bar = False

    def build(self) -> None:
        """A picture of the game beside (or above) what one can do."""
        hero = self._hero()
        choices = Scroll(*self._choices(), space=1 if self._low else 1.5, pad=1.5 if self._low else 2.5)
        if self.wide:
            row = PromptBox(orientation="horizontal")
            hero.size_hint_x, choices.size_hint_x = 1 - CHOICES, CHOICES
            row.add_widget(hero)
            row.add_widget(choices)
            self.add_widget(row)
        else:
            hero.size_hint_y, choices.size_hint_y = None, 1
            self.add_widget(hero)
            self.add_widget(choices)

            def share(*_: object) -> None:
                """The picture takes what the choices leave, within limits."""
                left = self.height - choices.column.height
                hero.height = min(max(left, LEAST_HERO * self.height), MOST_HERO * self.height)

            choices.column.bind(height=share)
            self.bind(height=share)

    def _hero(self) -> Widget:
        hero = FloatLayout()
        paint(hero, theme.colour("panel"), radius=0)
        fan = CardFan(self)
        fan.size_hint_y = None
        hero.add_widget(fan)
        words = Column(
            FitLine(
                self.desk.box.title,
                "giant",
                "accent",
                align="center",
                test_id="game-title",
                size_hint_y=None,
                height=theme.size("giant") * 1.25,
            ),
            Text(self.say(self.desk.box.about), "body", "soft", align="center"),
            space=0.5,
            size_hint_x=0.92,
            pos_hint={"center_x": 0.5, "y": 0.06},
        )
        hero.add_widget(words)

        def above_words(*_: object) -> None:
            below = words.height + 0.06 * hero.height
            fan.pos, fan.height = (hero.x, hero.y + below), max(0.0, hero.height - below)

        hero.bind(pos=above_words, size=above_words)
        words.bind(height=above_words)
        return hero

    @property
    def _low(self) -> bool:
        """Whether everything can be in sight at once only when it stands closer together."""
        return bool(self.shell.height < dp(LOW))

    def _choices(self) -> Sequence[Widget]:
        games = list(TITLES.items())  # without loading the rules of a game that nobody plays now
        widgets: list[Widget] = [Choice(games, self.desk.box.id, self._choose, "box")]
        if (game := open_game(self.desk)) is not None:
            widgets.append(self._continue_game(game))
        if (count := self._open_count()) is not None:
            widgets.append(
                BigChoice(
                    self.say(msg("Go on counting")),
                    count[1],
                    "coin",
                    lambda: self._count(count[0]),
                    "continue-count",
                    "chosen",
                    self._low,
                )
            )
        widgets.append(
            BigChoice(
                self.say(msg("Score now")),
                self.say(msg("The game is over: one look at everybody's cards")),
                "trophy",
                lambda: self.shell.go("score_players"),
                "score-now",
                "plain" if game else "primary",
                self._low,
            )
        )
        room = (self.shell.width * (CHOICES if self.wide else 1) - gap(6.5)) / 2 - dp(TILE_SIGN)
        grid = GridLayout(
            cols=2 if room >= dp(TILE_WORDS) * theme.scale else 1,
            spacing=gap(1 if self._low else 1.5),
            size_hint_y=None,
        )
        grid.bind(minimum_height=grid.setter("height"))
        tiles = [
            BigChoice(self.say(text), self.say(below), icon, partial(self.shell.go, name), name, low=self._low)
            for name, icon, text, below in self._tiles()
        ]
        for tile in tiles:
            grid.add_widget(tile)
        for first in range(0, len(tiles), grid.cols):
            level(*tiles[first : first + grid.cols])
        widgets.append(grid)
        return widgets

    def _choose(self, name: str) -> None:
        self.desk.change(game=name)
        self.rebuild()

    def _tiles(self) -> tuple[tuple[str, str, Message, Message], ...]:
        return (
            ("new_game", "anchor", msg("New game"), msg("Track a game from the set-up to the score")),
            ("arbiter", "scales", msg("Arbiter"), msg("May I do that? Rules, one by one")),
            ("history", "clock", msg("History"), msg("Games, score sheets, statistics")),
            ("my_deck", "cards", msg("My deck"), msg("Teach the app your printed cards")),
            ("demo", "play", msg("Demo table"), msg("Try it without a camera or the game")),
            ("settings", "gear", msg("Settings"), msg("Language, letters, colours, data")),
        )

    def _continue_game(self, game: OpenGame) -> Widget:
        return BigChoice(
            self.say(msg("Continue game")),
            self.say(msg("{name}, round {round}", name=game.name, round=game.round)),
            "play",
            lambda: self.shell.go("table", game=game.id),
            "continue-game",
            "primary",
            self._low,
        )

    def _open_count(self) -> tuple[int, str] | None:
        """The count made last, unless its result was shown."""
        for info in self.desk.counts()[:1]:
            with suppress(*UNREADABLE):
                if not self.desk.counting(info.id).count.finished:
                    return info.id, info.name
        return None

    def _count(self, count_id: int) -> None:
        self.shell.go("score_hand", count=count_id)


class BigChoice(Tappable):
    """A large button: icon, what it does, and a softer line that says more."""

    wanted = NumericProperty(0)  # how high its words ask for

    def __init__(
        self, text: str, below: str, icon: str, on_tap: object, test_id: str, kind: str = "plain", low: bool = False
    ) -> None:
        """`low` where the screen has little height."""
        edge = gap(1.25 if low else 2)
        super().__init__(on_tap, test_id, orientation="horizontal", padding=edge, spacing=gap(2), size_hint_y=None)  # type: ignore[arg-type]
        self.text = text
        ground = {"primary": "accent", "chosen": "raised"}.get(kind, "panel")
        ink, soft = ("on_accent", "on_accent") if kind == "primary" else ("ink", "soft")
        paint(self, theme.colour(ground), line=theme.colour("accent") if kind == "chosen" else None)
        self.add_widget(Icon(icon, ink if kind == "primary" else "accent", 38, size_hint_x=None, width=dp(46)))
        words = Column(Text(text, "heading", ink, bold=True), Text(below, "caption", soft), space=0.25)
        words.pos_hint = {"center_y": 0.5}
        words.bind(height=self._grow)
        self.add_widget(words)
        self._least = theme.target(1.3 if low else 1.9 if kind == "plain" else 2.1)
        self._edges = 2 * edge
        self.height = self.wanted = self._least

    def _grow(self, _: Widget, height: float) -> None:
        self.height = self.wanted = max(self._least, height + self._edges)


class CardFan(Widget):
    """A few cards of the deck, spread like a hand."""

    def __init__(self, screen: Screen) -> None:
        super().__init__()
        self._screen = screen
        soon = Clock.create_trigger(self._lay, -1)  # once, when the place is found
        self.bind(size=soon, pos=soon)

    def _lay(self, *_: object) -> None:
        self.clear_widgets()
        width = min(self.width * 0.25, self.height * 0.4)  # a fan is a good two widths high
        fan = self._screen.desk.box.fan
        middle = (len(fan) - 1) / 2
        for number, name in enumerate(fan):
            offset = number - middle
            tile = CardTile(self._screen.desk.pictures, name, width)
            holder = Scatter(
                size=(width, width * SHAPE),
                size_hint=(None, None),
                do_rotation=False,
                do_scale=False,
                do_translation=False,
                auto_bring_to_front=False,
            )
            holder.add_widget(tile)
            holder.rotation = -9 * offset
            holder.center = (
                self.x + self.width / 2 + offset * width * 0.56,
                self.y + self.height * 0.5 + width * (0.14 - 0.07 * abs(offset) ** 2),
            )
            self.add_widget(holder)
