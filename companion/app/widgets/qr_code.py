"""A QR code, sharp in every size."""

from __future__ import annotations

from typing import Any

import segno
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.uix.widget import Widget

BORDER = 4  # light modules around the code, as the standard asks


def qr_modules(text: str) -> list[list[bool]] | None:
    """The modules of a code row by row with its border, True for dark; None when the text is too long."""
    try:
        code = segno.make(text, error="l", micro=False)
    except segno.DataOverflowError:
        return None
    return [[bool(module) for module in row] for row in code.matrix_iter(border=BORDER)]


class QrCode(Widget):
    """A code in the middle of its place; every module is the same number of pixels."""

    def __init__(self, text: str, **more: Any) -> None:
        self.test_id = more.pop("test_id", "qr")
        super().__init__(**more)
        self.text = text
        self.modules = qr_modules(text) or []
        self._texture = self._make_texture() if self.modules else None
        self.bind(pos=self._draw, size=self._draw)

    def _make_texture(self) -> Texture:
        side = len(self.modules)
        pixels = bytes(0 if dark else 255 for row in reversed(self.modules) for dark in row for _ in range(3))
        texture = Texture.create(size=(side, side), colorfmt="rgb")
        texture.mag_filter = texture.min_filter = "nearest"
        texture.blit_buffer(pixels, colorfmt="rgb", bufferfmt="ubyte")
        return texture

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        if self._texture is None:
            return
        count = len(self.modules)
        room = min(self.width, self.height)
        side = max(1, int(room // count)) * count
        x, y = round(self.x + (self.width - side) / 2), round(self.y + (self.height - side) / 2)
        with self.canvas:
            Color(1, 1, 1, 1)
            Rectangle(texture=self._texture, pos=(x, y), size=(side, side))
