"""The camera's picture with outlines and names on the cards that were recognised in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, InstructionGroup, Mesh, Rectangle, RoundedRectangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app.theme import Rgba, rgba
from companion.app.widgets.basic import middle
from companion.app.widgets.icons import icon_texture

Point = tuple[float, float]

GREEN, AMBER, BLUE, LABEL, GROUND = "#5BD19B", "#F5B041", "#6FB7E9", "#0B161E", "#0A141B"  # on photographs, in any room
WAITING, SIGN = "#6F8B9A", 64  # colour and dp of the sign where no picture has come yet
LETTERS = 13  # dp; the card itself does not grow with the letters of the app
UPSIDE_DOWN = (0, 1, 1, 1, 1, 0, 0, 0)  # pictures begin at their top, textures at their bottom
NARROWEST, ENOUGH = 46, 76  # dp of a card from which its name is written on it: whole, or shortened


@dataclass(frozen=True, slots=True)
class Mark:
    """An outline in pixels of the picture, with a few words."""

    quad: Sequence[Point]
    words: str
    colour: str


def picture_texture(pixels_rgba: Any) -> Texture:
    """A picture (rows from the top, four channels) as a texture to be drawn upside down."""
    height, width = pixels_rgba.shape[:2]
    texture = Texture.create(size=(width, height), colorfmt="rgba")
    texture.blit_buffer(pixels_rgba.reshape(-1), colorfmt="rgba", bufferfmt="ubyte")
    return texture


class CameraView(Widget):
    """A live picture, whole, in the middle of its place."""

    def __init__(self, **more: Any) -> None:
        self.test_id = more.pop("test_id", "camera-view")
        super().__init__(**more)
        self.marks: tuple[Mark, ...] = ()
        self.shown = 0  # pictures so far
        self._textures: list[Texture] = []
        self._size = (16, 9)  # of the picture, before it was reduced
        with self.canvas:
            Color(*rgba(GROUND))
            self._bars = [Rectangle(), Rectangle()]  # beside the picture only: to draw under it costs as much as itself
            self._sign_ink = Color(*rgba(WAITING))
            side = round(dp(SIGN))
            self._sign = Rectangle(texture=icon_texture("camera", side), size=(side, side))  # until there is a picture
            self._ink = Color(1, 1, 1, 0)
            self._picture = Rectangle(tex_coords=UPSIDE_DOWN)
        self._drawn = InstructionGroup()
        self.canvas.add(self._drawn)
        self.bind(pos=self._place, size=self._place)

    def show(self, pixels_rgba: Any, size: tuple[int, int]) -> None:
        """The next picture, and how large it was before it was reduced."""
        height, width = pixels_rgba.shape[:2]
        if not self._textures or self._textures[0].size != (width, height):
            self._textures = [Texture.create(size=(width, height), colorfmt="rgba") for _ in range(2)]
        # In turns: what is being drawn cannot be written to without waiting for it.
        texture = self._textures[self.shown % 2]
        texture.blit_buffer(pixels_rgba.reshape(-1), colorfmt="rgba", bufferfmt="ubyte")
        self._picture.texture = texture
        self._picture.tex_coords = UPSIDE_DOWN
        self._ink.a, self._sign_ink.a = 1, 0
        self.shown += 1
        if size != self._size or self.shown == 1:
            self._size = size
            self._place()
        else:
            self.canvas.ask_update()

    def mark(self, marks: Sequence[Mark]) -> None:
        """Outlines for the present picture."""
        self.marks = tuple(marks)
        self._draw_marks()

    def to_view(self, point: tuple[float, float]) -> tuple[float, float]:
        """Where a pixel of the picture is on the screen."""
        scale = self._scale()
        left, top = self._corner(scale)
        return left + point[0] * scale, top - point[1] * scale

    def to_picture(self, x: float, y: float) -> tuple[float, float]:
        """The pixel of the picture at a place of the screen."""
        scale = self._scale()
        left, top = self._corner(scale)
        return (x - left) / scale, (top - y) / scale

    def _scale(self) -> float:
        return max(1e-6, min(self.width / self._size[0], self.height / self._size[1]))

    def _corner(self, scale: float) -> tuple[float, float]:
        return (
            self.x + (self.width - self._size[0] * scale) / 2,
            self.y + (self.height + self._size[1] * scale) / 2,
        )

    def _place(self, *_: object) -> None:
        scale = self._scale()
        left, top = self._corner(scale)
        width, height = self._size[0] * scale, self._size[1] * scale
        self._picture.pos, self._picture.size = (left, top - height), (width, height)
        x, y = middle(self)
        self._sign.pos = round(x - self._sign.size[0] / 2), round(y - self._sign.size[1] / 2)
        one, two = self._bars
        if not self.shown:
            one.pos, one.size, two.size = self.pos, self.size, (0, 0)
        elif width < self.width - 1:
            one.pos, one.size = self.pos, (left - self.x, self.height)
            two.pos, two.size = (left + width, self.y), (self.x + self.width - left - width, self.height)
        else:
            one.pos, one.size = self.pos, (self.width, top - height - self.y)
            two.pos, two.size = (self.x, top), (self.width, self.y + self.height - top)
        self._draw_marks()

    def _draw_marks(self) -> None:
        """All outlines of a colour at once: many small drawings take much longer than a large one."""
        self._drawn.clear()
        placed = [(mark, [self.to_view(point) for point in mark.quad]) for mark in self.marks]
        self._draw_outlines([points for _, points in placed], rgba(LABEL, 0.55), dp(6))
        for colour in dict.fromkeys(mark.colour for mark in self.marks):
            self._draw_outlines([points for mark, points in placed if mark.colour == colour], rgba(colour), dp(3.6))
        for mark, points in placed:
            self._draw_words(mark, points)

    def _draw_outlines(self, outlines: list[list[Point]], colour: Rgba, width: float) -> None:
        vertices: list[float] = []
        for points in outlines:
            for one, two in zip(points, points[1:] + points[:1], strict=True):
                vertices += _stroke(one, two, width)
        if vertices:
            indices = [first + corner for first in range(0, len(vertices) // 4, 4) for corner in (0, 1, 2, 0, 2, 3)]
            self._drawn.add(Color(*colour))
            self._drawn.add(Mesh(vertices=vertices, indices=indices, mode="triangles"))

    def _draw_words(self, mark: Mark, points: list[tuple[float, float]]) -> None:
        """The name at the lower edge of its card, no wider than the card."""
        across = [x for x, _ in points]
        room = max(across) - min(across)
        if not mark.words or room < dp(NARROWEST):
            return
        texture = _word_texture(mark.words, dp(LETTERS), mark.colour)
        if texture.width > room - dp(10):
            if room < dp(ENOUGH):
                return  # a few letters and dots help nobody
            texture = _word_texture(mark.words, dp(LETTERS), mark.colour, int(room - dp(10)))
        width, height = texture.width + dp(10), texture.height + dp(2)
        x = (max(across) + min(across) - width) / 2
        y = min(y for _, y in points) + dp(3)
        self._drawn.add(Color(*rgba(LABEL, 0.86)))
        self._drawn.add(RoundedRectangle(pos=(x, y), size=(width, height), radius=[dp(5)]))
        self._drawn.add(Color(1, 1, 1, 1))
        self._drawn.add(Rectangle(texture=texture, pos=(x + dp(5), y + dp(1)), size=texture.size))


@lru_cache(maxsize=256)
def _word_texture(words: str, size: float, colour: str, room: int | None = None) -> Texture:
    label = CoreLabel(
        text=words,
        font_size=size,
        bold=True,
        color=rgba(colour),
        shorten=room is not None,
        shorten_from="right",
        text_size=(room, None),
        halign="center",
    )
    label.refresh()
    return label.texture


def _stroke(one: Point, two: Point, width: float) -> list[float]:
    """A thick line as four corners for a mesh; a little longer, so that lines join."""
    along = complex(*two) - complex(*one)
    along *= width / 2 / max(abs(along), 1e-6)
    start, end, side = complex(*one) - along, complex(*two) + along, along * 1j
    return [part for point in (start + side, end + side, end - side, start - side) for part in _vertex(point)]


def _vertex(point: complex) -> tuple[float, float, float, float]:
    return point.real, point.imag, 0, 0


class CutOut(Widget):
    """A picture cut from a photograph, upright, as large as its place allows."""

    def __init__(self, pixels_rgba: Any, **more: Any) -> None:
        self.test_id = more.pop("test_id", "")
        super().__init__(**more)
        self._texture = picture_texture(pixels_rgba)
        with self.canvas:
            Color(1, 1, 1, 1)
            self._shape = RoundedRectangle(texture=self._texture, tex_coords=UPSIDE_DOWN)
        self.bind(pos=self._place, size=self._place)

    def _place(self, *_: object) -> None:
        scale = min(self.width / self._texture.width, self.height / self._texture.height)
        width, height = self._texture.width * scale, self._texture.height * scale
        self._shape.pos = (self.x + (self.width - width) / 2, self.y + (self.height - height) / 2)
        self._shape.size = (width, height)
        self._shape.radius = [width * 0.05]
