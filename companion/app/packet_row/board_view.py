"""A board as it lies on the table: its picture, cards, piles and pawns on it, and a few words.

A board is made once and then shown another look; only what differs is made anew, so that a tap is answered at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
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
from companion.app.widgets.cards import SHAPE, CardTile, Picture
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
WHOLE: Final = (0.0, 0.0, 1.0, 1.0)

Tap = Callable[[], object]
Place = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class SpaceLook:
    """What one space shows; a tap without `on_tap` is a tap on the board."""

    card: str = ""
    on_tap: Tap | None = field(default=None, compare=False)
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
    chips: tuple[tuple[str, str], ...] = ()
    frame: str = ""
    veil: float = 0.0


class BoardView(ButtonBehavior, Widget):
    """The board in the middle of its place, as large as it can be."""

    def __init__(self, pictures: Pictures, look: BoardLook, on_tap: Tap | None = None, **more: Any) -> None:
        self.test_id = more.pop("test_id", f"board:{look.area}")
        super().__init__(**more)
        self.look = look
        self._pictures, self._on_tap = pictures, on_tap
        self._texture: Texture | None = None
        self._placed: dict[str, tuple[Widget, Place]] = {}
        self._cards, self._words = Widget(), Widget()
        veil = Widget()
        self._veil = paint(veil, theme.colour("ground", 0), radius=0)
        for layer in (self._cards, veil, self._words):
            self.add_widget(layer)
        self._placed["veil"] = (veil, WHOLE)
        self._show_all()
        self.bind(pos=self._lay, size=self._lay)
        pictures.get(f"board:{look.area}", self._show_picture)

    def on_press(self) -> None:
        """Show the touch at once."""
        if self._on_tap is not None:
            self.opacity = 0.8

    def on_touch_up(self, touch: Any) -> bool:
        """The end of a touch, wherever the finger is."""
        self.opacity = 1.0
        return bool(super().on_touch_up(touch))

    def on_release(self) -> None:
        """A tap on the board itself."""
        if self._on_tap is not None:
            self._on_tap()

    # --- what it shows ------------------------------------------------------------------------------------------------

    def show(self, look: BoardLook) -> None:
        """Another look of the same board."""
        before, self.look = self.look, look
        for name in PLACES:
            if before.spaces.get(name) != look.spaces.get(name):
                self._show_space(name)
        if before.deck != look.deck or before.discard != look.discard:
            self._show_piles()
        if before.chips != look.chips:
            self._show_chips()
        self._show_state()
        self._lay()

    def _show_all(self) -> None:
        for name in self.look.spaces:
            self._show_space(name)
        self._show_piles()
        self._show_chips()
        self._show_state()

    def _put(self, key: str, layer: Widget, widget: Widget | None, place: Place = WHOLE) -> None:
        """A widget in place of the one that was there before."""
        if key in self._placed:
            layer.remove_widget(self._placed.pop(key)[0])
        if widget is not None:
            self._placed[key] = (widget, place)
            layer.add_widget(widget)

    def _show_space(self, name: str) -> None:
        space = self.look.spaces.get(name, SpaceLook())
        x, y, width, height = PLACES[name]
        tile = badge = None
        if space.card or space.frame or space.on_tap is not None:
            tile = CardTile(
                self._pictures,
                space.card,
                dp(40),
                on_tap=partial(self._tapped, name),
                test_id=f"space:{self.look.area}:{name}",
                dimmed=space.dimmed,
                frame=space.frame,
                mark=space.mark,
            )
        if space.pawn is not None:
            badge = SeatBadge(*space.pawn, side=40, test_id=f"pawn:{self.look.area}:{name}")
        self._put(f"card:{name}", self._cards, tile, PLACES[name])
        self._put(f"pawn:{name}", self._cards, badge, (x + width * 0.1, y + height * 0.25, width * 0.8, height * 0.5))

    def _tapped(self, name: str) -> None:
        """A tap on a space means what the present look says."""
        space = self.look.spaces.get(name)
        tap = space.on_tap if space is not None and space.on_tap is not None else self._on_tap
        if tap is not None:
            tap()

    def _show_piles(self) -> None:
        """The draw pile as long as there is one, and how many cards both piles have."""
        look = self.look
        back = CardTile(self._pictures, f"back:{look.area}", dp(40), on_tap=self._on_tap) if look.deck else None
        self._put("back", self._cards, back, PLACES["draw"])
        for name, count in (("draw", look.deck), ("discard", look.discard)):
            x, y, width, height = PLACES[name]
            text = None
            if count is not None:
                text = FitLine(str(count), "title", align="center", test_id=f"{name}:{look.area}")
                paint(text, theme.colour("ground", 0.88), radius=10)
            place = (x + width * 0.14, y + height * 0.33, width * 0.72, height * 0.34)
            self._put(f"count:{name}", self._words, text, place)

    def _show_chips(self) -> None:
        """The name of the board and what there is to say, over its picture."""
        x, y, width, height = SCENE
        name = self._chip(self.look.title, "heading", "ink", bold=True)
        self._put("title", self._words, name, (x, y + height * 0.82, width, height * 0.3))
        for number in range(2):
            chip = self._chip(*self._chip_words(number)) if number < len(self.look.chips) else None
            self._put(f"chip:{number}", self._words, chip, (x, y + height * 0.25 * number, width, height * 0.23))

    def _chip_words(self, number: int) -> tuple[str, Level, str]:
        text, colour = self.look.chips[number]
        return text, "body", colour

    def _chip(self, text: str, level: Level, colour: str, bold: bool = False) -> Widget:
        chip = FitLine(text, level, colour, bold=bold, align="center", font_name="Roboto", margin=dp(6))
        paint(chip, theme.colour("ground", 0.88), radius=8)
        return chip

    def _show_state(self) -> None:
        self._veil.rgba = theme.colour("ground", self.look.veil)

    # --- where it is --------------------------------------------------------------------------------------------------

    def _show_picture(self, texture: Texture) -> None:
        self._texture = texture
        self._lay()

    def box(self) -> tuple[float, float, float, float]:
        """Left, bottom, width and height of the picture."""
        width = min(self.width, self.height * ASPECT)
        height = width / ASPECT
        return self.x + (self.width - width) / 2, self.y + (self.height - height) / 2, width, height

    def _lay(self, *_: object) -> None:
        left, bottom, width, height = self.box()
        for widget, (x, y, w, h) in self._placed.values():
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


def card_picture(pictures: Pictures, name: str, width: float) -> Picture:
    """A card only to look at."""
    return Picture(pictures, name, size_hint=(None, None), size=(width, width * SHAPE))
