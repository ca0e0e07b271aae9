"""The tour at the first start: what the app does, on five pages with pictures; one can leave at any time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kivy.graphics import Color, Ellipse
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app.packet_row.board_view import BoardLook, BoardView, SpaceLook
from companion.app.screens.home import CardFan
from companion.app.shell import Route, Screen
from companion.app.theme import gap, theme
from companion.app.widgets.basic import Column, Row, Scroll, Text, middle, paint
from companion.app.widgets.boxes import PromptBox
from companion.app.widgets.buttons import Button, Choice
from companion.app.widgets.cards import SHAPE, CardTile
from companion.games.packet_row.names import AREA_NAMES
from companion.words import Message, msg

LANGUAGES = (("en", "English"), ("de", "Deutsch"))


@dataclass(frozen=True, slots=True)
class Page:
    """One page: its words and which picture goes with them."""

    picture: str
    title: Message
    lines: tuple[Message, ...]


PAGES = (
    Page(
        "fan",
        msg("Welcome to the harbour"),
        (
            msg("This companion sits at your table: it counts the score, keeps the game and knows the rules."),
            msg("It works without an account and without the internet."),
        ),
    ),
    Page(
        "spread",
        msg("Score now"),
        (
            msg("Spread your cards, hold the camera over them, enter your money: the score is there."),
            msg("Whatever the camera doubts, you decide. And every number shows its cards and its rule."),
        ),
    ),
    Page(
        "board",
        msg("The table"),
        (
            msg("Track a whole game: one tap for every card that is taken."),
            msg("The app says whose turn it is, what may be taken, and what to lay out after the round."),
        ),
    ),
    Page(
        "hidden",
        msg("Hidden hands, no mistakes for good"),
        (
            msg("Your cards show only while you hold your finger on them."),
            msg("Every step can be undone, even rounds later. Nothing is lost when the tablet goes out."),
        ),
    ),
    Page(
        "pawns",
        msg("Try it"),
        (
            msg("The demo table needs neither camera nor game."),
            msg("With your own cards, teach the app how they look under “My deck”."),
        ),
    ),
)


class TourScreen(Screen):
    """`page` is where one is."""

    title = msg("Tour")
    has_bar = False

    @property
    def page(self) -> int:
        """The page that is open."""
        return int(self.args.get("page", 0))

    def build(self) -> None:
        """The picture beside (or above) the words; below them the way on."""
        page = PAGES[self.page]
        picture = self._picture(page.picture)
        words = Column(
            Text(
                self.say(page.title), "display", "accent", align="left" if self.wide else "center", test_id="tour-title"
            ),
            space=2,
            pad=3,
        )
        if self.page == 0:
            words.add_widget(Choice(LANGUAGES, self.desk.settings.language, self._speak, "language"))
        for line in page.lines:
            words.add_widget(Text(self.say(line), "heading", align="left" if self.wide else "center"))
        text = Scroll(words)

        def centre(*_: object) -> None:
            text.column.padding = (0, max(0.0, (text.height - words.height) / 2), 0, 0)

        words.bind(height=centre)
        text.bind(height=centre)
        middle_part = PromptBox(orientation="horizontal" if self.wide else "vertical")
        if self.wide:
            picture.size_hint_x, text.size_hint_x = 0.48, 0.52
        else:
            picture.size_hint_y, text.size_hint_y = 0.5, 0.5
        middle_part.add_widget(picture)
        middle_part.add_widget(text)
        self.add_widget(middle_part)
        self.add_widget(self._foot())

    def leave(self) -> bool:
        """The back key turns a page back; on the first one it leaves the tour."""
        if self.page:
            self._open(self.page - 1)
            return False
        self.desk.change(tour_seen=True)
        return True

    # --- the way on ---------------------------------------------------------------------------------------------------

    def _foot(self) -> Widget:
        last = self.page == len(PAGES) - 1
        skip = Button(self.say(msg("Skip")), self._finish, kind="quiet", test_id="tour-skip")
        onward = Button(
            self.say(msg("Let's go") if last else msg("Next")),
            self._finish if last else lambda: self._open(self.page + 1),
            "check" if last else "next",
            "primary",
            test_id="tour-next",
        )
        bar = Row(pad=2, space=2, hug=True)
        paint(bar, theme.colour("panel"), radius=0)
        bar.add_widget(skip)
        if last:
            bar.add_widget(Button(self.say(msg("Demo table")), self._demo, "play", test_id="tour-demo"))
        else:
            bar.add_widget(Dots(len(PAGES), self.page))
        bar.add_widget(onward)
        return bar

    def _open(self, page: int) -> None:
        self.args["page"] = page
        self.rebuild()

    def _speak(self, language: str) -> None:
        self.desk.change(language=language)
        self.rebuild()

    def _finish(self) -> None:
        self.desk.change(tour_seen=True)
        self.shell.home()

    def _demo(self) -> None:
        self.desk.change(tour_seen=True)
        self.shell.home(Route("demo"))

    # --- pictures -----------------------------------------------------------------------------------------------------

    def _picture(self, name: str) -> Widget:
        ground = PromptBox(padding=gap(3))
        paint(ground, theme.colour("panel"), radius=0)
        makers: dict[str, Callable[[], Widget]] = {
            "fan": lambda: CardFan(self),
            "spread": lambda: Spread(self, SPREAD),
            "board": lambda: self._board("market", MARKET, {}),
            "hidden": lambda: Spread(self, HIDDEN),
            "pawns": lambda: self._board("docks", DOCKS, PAWNS),
        }
        ground.add_widget(makers[name]())
        return ground

    def _board(self, area: str, cards: dict[str, str], pawns: dict[str, tuple[str, str]]) -> Widget:
        spaces = {space: SpaceLook(cards.get(space, ""), pawn=pawns.get(space)) for space in {**cards, **pawns}}
        title = self.say(AREA_NAMES[area])
        look = BoardLook(area, title[:1].upper() + title[1:], spaces, 27, 4)
        return BoardView(self.desk.pictures, look)


MARKET = {
    "current-1": "goods:tobacco:3:10",
    "current-2": "vp:library:15:3",
    "current-3": "goods:fur:2:6",
    "future-1": "trader",
    "future-2": "goods:grain:1:2",
}
DOCKS = {"current-1": "ship:sweden", "current-2": "nugget:2:7", "future-1": "captain", "future-2": "ship:france"}
PAWNS = {"current-3": ("Ben", "blue")}

# Cards with the colour of their frame and the sign in their corner.
Marked = tuple[tuple[str, str, str], ...]
SPREAD: Marked = (
    ("vp:opera:28:6", "good", "check"),
    ("banker", "good", "check"),
    ("money:8", "good", "check"),
    ("contract:fur:3:sweden:25", "good", "check"),
    ("goods:fur:3:10", "doubt", "question"),
    ("ship:sweden", "good", "check"),
)
HIDDEN: Marked = (
    ("back:guildhall", "", ""),
    ("back:market", "", ""),
    ("contract:cotton:3:netherlands:25", "accent", "eye"),
    ("back:docks", "", ""),
    ("back:bank", "", ""),
    ("back:start", "", ""),
)


class Spread(Widget):
    """Cards in two rows of three, as large as there is room."""

    def __init__(self, screen: Screen, cards: Marked) -> None:
        super().__init__()
        self._screen, self._cards = screen, cards
        self.bind(pos=self._lay, size=self._lay)

    def _lay(self, *_: object) -> None:
        self.clear_widgets()
        space = gap(2)
        width = min((self.width - 2 * space) / 3, (self.height - space) / 2 / SHAPE, dp(190))
        if width < dp(20):
            return
        x, y = middle(self)
        for number, (name, frame, mark) in enumerate(self._cards):
            row, column = divmod(number, 3)
            tile = CardTile(self._screen.desk.pictures, name, width, frame=frame, mark=mark)
            tile.pos = (
                x + (column - 1) * (width + space) - width / 2,
                y + (space / 2 if row == 0 else -space / 2 - width * SHAPE),
            )
            self.add_widget(tile)


class Dots(Widget):
    """On which page one is."""

    def __init__(self, count: int, current: int) -> None:
        super().__init__()
        self._count, self._current = count, current
        self.bind(pos=self._draw, size=self._draw)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        x, y = middle(self)
        with self.canvas:
            for number in range(self._count):
                Color(*theme.colour("accent" if number == self._current else "line"))
                side = dp(14 if number == self._current else 10)
                left = x + (number - (self._count - 1) / 2) * dp(28)
                Ellipse(pos=(left - side / 2, y - side / 2), size=(side, side))
