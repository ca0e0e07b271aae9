"""A board as it lies on the table: its picture, cards, piles and pawns on it, and a few words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from kivy.graphics import Color, Line, Rectangle, RoundedRectangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.widget import Widget

from card_db.packet_row.art.boards import board_slots
from card_db.packet_row.art.palette import BOARD_HEIGHT_MM, BOARD_WIDTH_MM
from companion.app.pictures import Pictures
from companion.app.theme import Level, theme
from companion.app.widgets.basic import paint
from companion.app.widgets.cards import SHAPE, CardTile
from companion.app.widgets.fit_line import FitLine
from companion.app.widgets.seats import SeatBadge

ASPECT: Final = BOARD_WIDTH_MM / BOARD_HEIGHT_MM
_DPI: Final = 254  # ten pixels a millimetre
# Left, top, width and height of every space by the width and height of the board.
PLACES: Final = {
    slot.id: (
        slot.quad[0][0] / BOARD_WIDTH_MM / 10,
        slot.quad[0][1] / BOARD_HEIGHT_MM / 10,
        (slot.quad[1][0] - slot.quad[0][0]) / BOARD_WIDTH_MM / 10,
        (slot.quad[2][1] - slot.quad[1][1]) / BOARD_HEIGHT_MM / 10,
    )
    for slot in board_slots(_DPI)
}
SCENE: Final = (0.605, 0.055, 0.365, 0.415)  # the picture beside the future supply, where words go

Tap = Callable[[], object]


@dataclass(frozen=True, slots=True)
class SpaceLook:
    """What one space shows; a tap without `on_tap` is a tap on the board."""

    card: str = ""
    on_tap: Tap | None = None
    on_hold: Tap | None = None
    dimmed: bool = False
    frame: str = ""
    mark: str = ""
    pawn: tuple[str, str] | None = None  # name and colour


@dataclass(frozen=True, slots=True)
class BoardLook:
    """Everything a board shows; `spaces` by name, `chips` are short words with the colour of their letters."""

    area: str
    title: str
    spaces: Mapping[str, SpaceLook] = field(default_factory=dict)
    deck: int | None = None
    discard: int | None = None
    chips: Sequence[tuple[str, str]] = ()
    frame: str = ""
    veil: float = 0.0


class BoardView(ButtonBehavior, Widget):
    """The board in the middle of its place, as large as it can be."""

    def __init__(self, pictures: Pictures, look: BoardLook, on_tap: Tap | None = None, **more: Any) -> None:
        self.test_id = more.pop("test_id", f"board:{look.area}")
        super().__init__(**more)
        self.look = look
        self._on_tap = on_tap
        self._texture: Texture | None = None
        self._placed: list[tuple[Widget, tuple[float, float, float, float]]] = []
        if look.deck:
            self._add(CardTile(pictures, f"back:{look.area}", dp(40), on_tap=on_tap), PLACES["draw"])
        for name, space in look.spaces.items():
            self._space(pictures, name, space)
        if look.veil:
            veil = Widget()
            paint(veil, theme.colour("ground", look.veil), radius=0)
            self._add(veil, (0, 0, 1, 1))
        self._count("draw", look.deck)
        self._count("discard", look.discard)
        self._words()
        self.bind(pos=self._lay, size=self._lay)
        pictures.get(f"board:{look.area}", self._show)
        self._lay()

    def on_release(self) -> None:
        """A tap on the board itself."""
        if self._on_tap is not None:
            self._on_tap()

    # --- what lies on it ----------------------------------------------------------------------------------------------

    def _add(self, widget: Widget, place: tuple[float, float, float, float]) -> None:
        self._placed.append((widget, place))
        self.add_widget(widget)

    def _count(self, name: str, count: int | None) -> None:
        """How many cards a pile has."""
        if count is not None:
            x, y, width, height = PLACES[name]
            text = FitLine(str(count), "title", align="center", test_id=f"{name}:{self.look.area}")
            paint(text, theme.colour("ground", 0.88), radius=10)
            self._add(text, (x + width * 0.14, y + height * 0.33, width * 0.72, height * 0.34))

    def _space(self, pictures: Pictures, name: str, space: SpaceLook) -> None:
        if space.card or space.frame or space.on_tap is not None:
            tile = CardTile(
                pictures,
                space.card,
                dp(40),
                on_tap=space.on_tap or self._on_tap,
                on_hold=space.on_hold,
                test_id=f"space:{self.look.area}:{name}",
                dimmed=space.dimmed,
                frame=space.frame,
                mark=space.mark,
            )
            self._add(tile, PLACES[name])
        if space.pawn is not None:
            x, y, width, height = PLACES[name]
            badge = SeatBadge(*space.pawn, side=40, test_id=f"pawn:{self.look.area}:{name}")
            self._add(badge, (x + width * 0.1, y + height * 0.25, width * 0.8, height * 0.5))

    def _words(self) -> None:
        """The name of the board and what there is to say, over its picture."""
        x, y, width, height = SCENE
        self._chip(self.look.title, "heading", "ink", (x, y + height * 0.82, width, height * 0.3), bold=True)
        for number, (text, colour) in enumerate(self.look.chips[:2]):
            self._chip(text, "body", colour, (x, y + height * 0.25 * number, width, height * 0.23))

    def _chip(
        self, text: str, level: Level, colour: str, place: tuple[float, float, float, float], bold: bool = False
    ) -> None:
        chip = FitLine(text, level, colour, bold=bold, align="center", font_name="Roboto", padding=(dp(6), 0))
        paint(chip, theme.colour("ground", 0.88), radius=8)
        self._add(chip, place)

    # --- where it is --------------------------------------------------------------------------------------------------

    def _show(self, texture: Texture) -> None:
        self._texture = texture
        self._lay()

    def box(self) -> tuple[float, float, float, float]:
        """Left, bottom, width and height of the picture."""
        width = min(self.width, self.height * ASPECT)
        height = width / ASPECT
        return self.x + (self.width - width) / 2, self.y + (self.height - height) / 2, width, height

    def _lay(self, *_: object) -> None:
        left, bottom, width, height = self.box()
        for widget, (x, y, w, h) in self._placed:
            widget.size = (width * w, width * w * SHAPE) if isinstance(widget, CardTile) else (width * w, height * h)
            widget.pos = (left + width * x, bottom + height * (1 - y) - widget.height)
        self.canvas.before.clear()
        with self.canvas.before:
            if self._texture is None:
                Color(*theme.colour("panel"))
                RoundedRectangle(pos=(left, bottom), size=(width, height), radius=[dp(8)])
            else:
                Color(1, 1, 1, 1)
                Rectangle(texture=self._texture, pos=(left, bottom), size=(width, height))
        self.canvas.after.clear()
        if self.look.frame:
            with self.canvas.after:
                Color(*theme.colour(self.look.frame))
                Line(rectangle=(left, bottom, width, height), width=dp(2.5))
