"""Words in the bundled face and numerals of our own: heavy stems and fine hairlines, as on old notes and posters."""

from __future__ import annotations

import math
import unicodedata
from functools import lru_cache

from PIL import ImageFont

from card_db.art.palette import Colour
from card_db.art.plate import Knot, Lettering, Pen, Point

Stroke = tuple[Knot, ...]

# Each numeral in a box one unit high (y grows downwards): swelled strokes, polygons, balls (x, y, radius), rings.
_STROKES: dict[str, tuple[Stroke, ...]] = {
    "1": (((0.05, 0.25, 0.07), (0.17, 0.18, 0.08), (0.27, 0.06, 0.08)),),
    "2": (
        (
            (0.07, 0.24, 0.07),
            (0.14, 0.08, 0.07),
            (0.30, 0.045, 0.09),
            (0.45, 0.13, 0.2),
            (0.47, 0.29, 0.24),
            (0.37, 0.49, 0.17),
            (0.20, 0.70, 0.1),
            (0.07, 0.92, 0.08),
        ),
        (
            (0.06, 0.93, 0.08),
            (0.16, 0.88, 0.13),
            (0.30, 0.905, 0.18),
            (0.44, 0.915, 0.16),
            (0.54, 0.85, 0.08),
            (0.57, 0.74, 0.06),
        ),
    ),
    "3": (
        (
            (0.07, 0.22, 0.07),
            (0.14, 0.08, 0.07),
            (0.29, 0.045, 0.09),
            (0.42, 0.13, 0.19),
            (0.43, 0.28, 0.21),
            (0.35, 0.42, 0.11),
            (0.22, 0.47, 0.07),
        ),
        (
            (0.22, 0.47, 0.07),
            (0.39, 0.53, 0.13),
            (0.48, 0.70, 0.25),
            (0.42, 0.88, 0.19),
            (0.28, 0.955, 0.09),
            (0.13, 0.92, 0.07),
            (0.07, 0.80, 0.07),
        ),
    ),
    "5": (
        (
            (0.12, 0.50, 0.07),
            (0.25, 0.385, 0.09),
            (0.40, 0.44, 0.16),
            (0.48, 0.65, 0.25),
            (0.41, 0.87, 0.19),
            (0.28, 0.955, 0.09),
            (0.13, 0.92, 0.07),
            (0.07, 0.80, 0.07),
        ),
    ),
    "6": (
        (
            (0.51, 0.19, 0.07),
            (0.43, 0.06, 0.07),
            (0.33, 0.05, 0.09),
            (0.19, 0.18, 0.17),
            (0.13, 0.42, 0.24),
            (0.135, 0.66, 0.25),
            (0.19, 0.86, 0.16),
            (0.30, 0.955, 0.08),
        ),
    ),
    "7": (((0.54, 0.12, 0.07), (0.44, 0.36, 0.12), (0.32, 0.64, 0.21), (0.28, 0.875, 0.25)),),
    "$": (
        (
            (0.48, 0.25, 0.08),
            (0.40, 0.09, 0.08),
            (0.27, 0.06, 0.1),
            (0.13, 0.18, 0.2),
            (0.17, 0.36, 0.23),
            (0.34, 0.54, 0.24),
            (0.45, 0.74, 0.22),
            (0.37, 0.91, 0.12),
            (0.25, 0.945, 0.09),
            (0.11, 0.90, 0.08),
            (0.06, 0.76, 0.08),
        ),
    ),
}
_POLYGONS: dict[str, tuple[tuple[Point, ...], ...]] = {
    "1": (
        ((0.175, 0.03), (0.41, 0.0), (0.41, 0.95), (0.175, 0.95)),
        ((0.05, 0.925), (0.535, 0.925), (0.535, 1.0), (0.05, 1.0)),
    ),
    "4": (
        ((0.335, 0.0), (0.565, 0.0), (0.565, 0.95), (0.335, 0.95)),
        ((0.345, 0.0), (0.43, 0.0), (0.115, 0.69), (0.0, 0.69)),
        ((0.0, 0.645), (0.65, 0.645), (0.65, 0.73), (0.0, 0.73)),
        ((0.235, 0.925), (0.655, 0.925), (0.655, 1.0), (0.235, 1.0)),
    ),
    "5": (
        ((0.095, 0.01), (0.16, 0.03), (0.155, 0.52), (0.085, 0.52)),
        ((0.095, 0.01), (0.52, 0.01), (0.49, 0.18), (0.15, 0.18)),
    ),
    "7": (((0.06, 0.01), (0.575, 0.01), (0.555, 0.18), (0.13, 0.18), (0.105, 0.33), (0.05, 0.33)),),
    "$": (((0.245, -0.09), (0.33, -0.09), (0.33, 1.09), (0.245, 1.09)),),
}
_BALLS: dict[str, tuple[tuple[float, float, float], ...]] = {
    "2": ((0.13, 0.265, 0.1),),
    "3": ((0.13, 0.25, 0.095), (0.13, 0.77, 0.1)),
    "5": ((0.13, 0.77, 0.1),),
    "6": ((0.46, 0.215, 0.09),),
    "$": ((0.435, 0.28, 0.08), (0.105, 0.73, 0.08)),
}
# Rings: centre, radii and width of the heavy sides.
_RINGS: dict[str, tuple[tuple[float, float, float, float, float], ...]] = {
    "0": ((0.315, 0.5, 0.2, 0.455, 0.23),),
    "6": ((0.33, 0.68, 0.185, 0.275, 0.22),),
    "8": ((0.315, 0.255, 0.165, 0.21, 0.2), (0.315, 0.715, 0.2, 0.24, 0.24)),
}
_HAIRLINE = 0.09
# The bundled face has no accented letters: accents as strokes in cap heights, from the middle of the letter's top.
_ACCENTS: dict[str, tuple[Stroke, ...]] = {
    "\u0308": (((-0.17, -0.17, 0.16), (-0.169, -0.17, 0.16)), ((0.17, -0.17, 0.16), (0.171, -0.17, 0.16))),
    "\u0301": (((-0.06, -0.1, 0.1), (0.12, -0.27, 0.12)),),
    "\u0300": (((0.06, -0.1, 0.1), (-0.12, -0.27, 0.12)),),
    "\u0302": (((-0.16, -0.1, 0.1), (0.0, -0.25, 0.1)), ((0.0, -0.25, 0.1), (0.16, -0.1, 0.1))),
    "\u0303": (((-0.2, -0.13, 0.08), (-0.08, -0.2, 0.1), (0.08, -0.13, 0.1), (0.2, -0.2, 0.08)),),
    "\u030a": (((0.0, -0.1, 0.07), (0.09, -0.19, 0.07), (0.0, -0.28, 0.07), (-0.09, -0.19, 0.07), (0.0, -0.1, 0.07)),),
    "\u030c": (((-0.16, -0.25, 0.1), (0.0, -0.1, 0.1)), ((0.0, -0.1, 0.1), (0.16, -0.25, 0.1))),
    "\u0327": (((0.02, 1.02, 0.08), (0.1, 1.12, 0.1), (-0.04, 1.2, 0.08)),),
}
_ADVANCE = {"1": 0.61, "$": 0.58, "4": 0.7, "×": 0.6}
_DIGIT_ADVANCE = 0.66
_SMALLEST = 0.42  # share of the wanted height below which a long name is cut instead


def number_width(text: str, height: float) -> float:
    """How wide the numerals come out."""
    return sum(_ADVANCE.get(sign, _DIGIT_ADVANCE) for sign in text) * height


def draw_number(
    pen: Pen, text: str, x: float, y: float, height: float, colour: Colour, max_width: float = 99.0
) -> None:
    """Numerals centred on (x, y), made smaller when wider than `max_width`; $ stands smaller before them."""
    height = min(height, height * max_width / number_width(text, height))
    width = number_width(text, height)
    left, top = x - width / 2, y - height / 2
    _note(pen, text, left, top, left + width, top + height)
    for sign in text:
        _draw_numeral(pen.moved(left, top, height), sign, colour)
        left += _ADVANCE.get(sign, _DIGIT_ADVANCE) * height


def _draw_numeral(pen: Pen, sign: str, colour: Colour) -> None:
    if sign == "9":
        pen = pen.moved(0.64, 1.0, turn=180)
        sign = "6"
    if sign == "×":
        for knots in (((0.1, 0.42, 0.1), (0.48, 0.8, 0.1)), ((0.1, 0.8, 0.1), (0.48, 0.42, 0.1))):
            pen.stroke(knots, colour)
        return
    if sign == "$":
        pen = pen.moved(0.02, 0.09, 0.82)
    for polygon in _POLYGONS.get(sign, ()):
        pen.poly(polygon, colour)
    for stroke in _STROKES.get(sign, ()):
        pen.stroke(stroke, colour)
    for x, y, r in _BALLS.get(sign, ()):
        pen.disc(x, y, r, colour)
    for cx, cy, rx, ry, heavy in _RINGS.get(sign, ()):
        pen.stroke(_ring(cx, cy, rx, ry, heavy), colour, closed=True, samples=4)


def _ring(cx: float, cy: float, rx: float, ry: float, heavy: float) -> list[Knot]:
    angles = [math.radians(step * 22.5) for step in range(16)]
    return [
        (cx + rx * math.cos(a), cy + ry * math.sin(a), _HAIRLINE + (heavy - _HAIRLINE) * abs(math.cos(a)) ** 1.3)
        for a in angles
    ]


@lru_cache(maxsize=256)
def _font(pixels: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.load_default(pixels)
    if not isinstance(font, ImageFont.FreeTypeFont):
        raise RuntimeError("drawing cards needs a Pillow built with FreeType; install Pillow from PyPI")
    return font


def _text_width(font: ImageFont.FreeTypeFont, text: str, gap: float) -> float:
    letters = [sign for sign in text if sign not in _ACCENTS]
    return sum(font.getlength(sign) for sign in letters) + gap * (len(letters) - 1)


def draw_words(
    pen: Pen,
    text: str,
    x: float,
    y: float,
    cap_height: float,
    colour: Colour,
    max_width: float,
    spacing: float = 0.14,
    weight: float = 0.0,
    two_lines: float = 0.74,
) -> None:
    """Spaced capitals centred on (x, y); to fit `max_width` they move together, then become two lines or smaller."""
    text = unicodedata.normalize("NFD", text.upper().replace("’", "'"))
    unit = pen.scale
    lines = [text]
    size = _fitting_size(lines, cap_height, max_width, spacing, unit)
    while size < cap_height and spacing > 0.05:
        spacing -= 0.03
        size = _fitting_size(lines, cap_height, max_width, spacing, unit)
    if size < cap_height * two_lines and " " in text:
        lines = _two_lines(text)
        size = min(cap_height * two_lines * 0.87, _fitting_size(lines, cap_height, max_width, spacing, unit))
    smallest = cap_height * _SMALLEST
    if size < smallest:
        lines = [_shortened(line, smallest, max_width, spacing, unit) for line in lines]
        size = smallest
    for number, line in enumerate(lines):
        middle = y + (number - (len(lines) - 1) / 2) * size * 1.5
        _draw_line(pen, line, x, middle, size, colour, spacing, weight)


def _shortened(line: str, cap_height: float, max_width: float, spacing: float, unit: float) -> str:
    """The line with its end left out when it would be too small to read."""
    shown = line
    while len(line) > 1 and _fitting_size([shown], cap_height, max_width, spacing, unit) < cap_height:
        line = line[:-1]
        shown = f"{line.rstrip()}..."
    return shown


def _two_lines(text: str) -> list[str]:
    words = text.split(" ")
    cut = min(range(1, len(words)), key=lambda k: abs(len(" ".join(words[:k])) - len(" ".join(words[k:]))))
    return [" ".join(words[:cut]), " ".join(words[cut:])]


def _fitting_size(lines: list[str], cap_height: float, max_width: float, spacing: float, unit: float) -> float:
    font = _font(_font_pixels(cap_height, unit))
    widest = max(_text_width(font, line, spacing * cap_height * unit) for line in lines) / unit
    return cap_height * min(1.0, max_width / widest)


def _font_pixels(cap_height: float, unit: float) -> int:
    return max(4, math.floor(cap_height * unit / 0.71))  # capitals of this face are 0.71 of its size


def _draw_line(
    pen: Pen, text: str, x: float, y: float, cap_height: float, colour: Colour, spacing: float, weight: float
) -> None:
    font = _font(_font_pixels(cap_height, pen.scale))
    gap = spacing * cap_height * pen.scale
    width = _text_width(font, text, gap)
    px, py = pen.to_pixels((x, y))
    left, baseline = px - width / 2, py + cap_height * pen.scale / 2
    half = width / 2 / pen.scale
    _note(pen, text, x - half, y - cap_height / 2, x + half, y + cap_height / 2)
    draw = pen.draw
    middle = px
    for sign in text:
        if sign in _ACCENTS:
            above = Pen(pen.image, pen.draw, 1.0, 0.0, 0.0, 1.0, middle, baseline - cap_height * pen.scale, 1.0)
            for stroke in _ACCENTS[sign]:
                above.moved(0, 0, cap_height * pen.scale).stroke(stroke, colour)
            continue
        draw.text((left, baseline), sign, colour, font, "ls", stroke_width=round(weight * cap_height * pen.scale))
        middle = left + font.getlength(sign) / 2
        left += font.getlength(sign) + gap


def _note(pen: Pen, text: str, x0: float, y0: float, x1: float, y1: float) -> None:
    (left, top), (right, bottom) = pen.to_pixels((x0, y0)), pen.to_pixels((x1, y1))
    unit = pen.pixels_per_mm
    pen.letterings.append(Lettering(text, (left / unit, top / unit, right / unit, bottom / unit)))
