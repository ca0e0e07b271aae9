"""The tour at the first start: what the app does, on five pages with pictures; one can leave at any time."""

from __future__ import annotations

from importlib import import_module

from kivy.graphics import Color
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app.screens.home import CardFan
from companion.app.shell import Route, Screen, Shell
from companion.app.theme import gap, theme
from companion.app.tour_pages import Page
from companion.app.widgets.basic import Column, Row, Scroll, Text, middle, paint
from companion.app.widgets.boxes import PromptBox
from companion.app.widgets.buttons import Button, Choice
from companion.app.widgets.rounded import Rounded
from companion.words import msg

LANGUAGES = (("en", "English"), ("de", "Deutsch"))


WELCOME = Page(
    msg("Welcome to the harbour"),
    (
        msg("This companion sits at your table: it counts the score, keeps the game and knows the rules."),
        msg("It works without an account and without the internet."),
    ),
    CardFan,
)


def pages_of(game: str) -> tuple[Page, ...]:
    """Welcome, what the game has to show, and where to try it."""
    own = import_module(f"companion.app.{game}.tour")
    last = Page(
        msg("Try it"),
        (
            msg("The demo table needs neither camera nor game."),
            msg("With your own cards, teach the app how they look under “My deck”."),
        ),
        own.last_picture,
    )
    return (WELCOME, *own.PAGES, last)


class TourScreen(Screen):
    """`page` is where one is."""

    title = msg("Tour")
    has_bar = False

    def __init__(self, shell: Shell, route: Route) -> None:
        super().__init__(shell, route)
        self._pages = pages_of(self.desk.box.id)

    @property
    def page(self) -> int:
        """The page that is open."""
        return int(self.args.get("page", 0))

    def build(self) -> None:
        """The picture beside (or above) the words; below them the way on."""
        page = self._pages[self.page]
        picture = self._picture(page)
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
        last = self.page == len(self._pages) - 1
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
            bar.add_widget(Dots(len(self._pages), self.page))
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

    def _picture(self, page: Page) -> Widget:
        ground = PromptBox(padding=gap(3))
        paint(ground, theme.colour("panel"), radius=0)
        ground.add_widget(page.picture(self))
        return ground


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
                Rounded(side / 2).place(left - side / 2, y - side / 2, side, side)
