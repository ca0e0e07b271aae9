"""Rounded grounds and lines from small pictures of their corners: smooth, and quicker to draw than many triangles."""

from __future__ import annotations

from functools import lru_cache

from kivy.graphics import BorderImage
from kivy.graphics.texture import Texture
from PIL import Image, ImageDraw

from companion.app.widgets.icons import white_texture

FINE = 8  # corners are drawn so much larger, so that they are smooth


@lru_cache(maxsize=64)
def _corners(radius: int, line: float) -> Texture:
    """Four corners with two pixels between them, filled or (`line`) as an outline of so many pixels."""
    side = 2 * radius + 2
    image = Image.new("L", (side * FINE, side * FINE), 0)
    draw = ImageDraw.Draw(image)
    last = side * FINE - 1
    draw.rounded_rectangle((0, 0, last, last), radius * FINE, fill=255)
    if line:
        inset = round(line * FINE)
        inner = max(0.0, radius - line) * FINE
        draw.rounded_rectangle((inset, inset, last - inset, last - inset), inner, fill=0)
    return white_texture(image, side)


class Rounded:
    """A rounded rectangle in the colour before it, filled or as a line along the inner side of its edge."""

    def __init__(self, radius: float, line: float = 0.0) -> None:
        """Made inside `with canvas`; radius and line in pixels."""
        # One pixel more than the line: what is stretched between the corners must not take colour from them.
        self._radius = max(1, round(radius), round(line) + 1 if line else 0)
        self._image = BorderImage(texture=_corners(self._radius, round(4 * line) / 4), border=(self._radius,) * 4)

    def place(self, x: float, y: float, width: float, height: float) -> None:
        """Where it is, on whole pixels."""
        left, bottom = round(x), round(y)
        wide, high = max(0, round(x + width) - left), max(0, round(y + height) - bottom)
        corner = min(self._radius, wide / 2, high / 2)
        self._image.display_border = (corner,) * 4
        self._image.pos, self._image.size = (left, bottom), (wide, high)
