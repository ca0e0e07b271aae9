"""Decks with almost no texture: a few equal symbols on a white card, 81 designs = number, shape, colour and filling."""

import dataclasses
import itertools
from dataclasses import dataclass

import cv2
import numpy as np

from scanner.simulator.procedural import Array, Colour, from_hsv, polygon, stroke
from scanner.simulator.style import Style, pick

FILLINGS = ("full", "striped", "open")
_FINE = 3  # drawn so many times larger: stripes must not alias


@dataclass(frozen=True, slots=True)
class PlainLook:
    """What all cards of a plain deck share."""

    style: Style
    shapes: tuple[str, ...]
    colours: tuple[tuple[str, Colour], ...]
    across: bool  # symbols lie across the card, one above the other; otherwise they stand side by side
    symbol: tuple[float, float]  # long and short side of a symbol, as shares of the card's width
    stripe_mm: float
    line_mm: float


def make_plain_look(style: Style) -> PlainLook:
    """White paper, three shapes and three colours by the deck's seed; seed 0 is the classic one."""
    rng = np.random.default_rng([style.seed, 83])
    classic = style.seed == 0
    paper = from_hsv(float(rng.random()), float(rng.uniform(0, 0.05)), float(rng.uniform(0.94, 1.0)))
    start = float(rng.random())
    hues = (0.0, 0.36, 0.79) if classic else tuple((start + k / 3) % 1.0 for k in range(3))
    names = ("red", "green", "purple") if classic else ("first", "second", "third")
    shapes = ("diamond", "oval", "squiggle")
    if not classic:
        every = tuple(_OUTLINES)
        shapes = (every[int((order := rng.permutation(len(every)))[0])], every[int(order[1])], every[int(order[2])])
    size = (56.0, 87.0) if classic else pick(rng, ((56.0, 87.0), (63.0, 88.0), (44.0, 68.0)))
    return PlainLook(
        style=dataclasses.replace(style, paper=paper, card_size_mm=size, dark=False, frame="none", texture="plain"),
        shapes=shapes,
        colours=tuple(
            (name, from_hsv(hue, float(rng.uniform(0.7, 0.95)), float(rng.uniform(0.5, 0.85))))
            for name, hue in zip(names, hues, strict=True)
        ),
        across=classic or bool(rng.random() < 0.7),
        symbol=(float(rng.uniform(0.62, 0.7)), float(rng.uniform(0.26, 0.31))),
        stripe_mm=float(rng.uniform(1.2, 1.9)),
        line_mm=float(rng.uniform(0.6, 1.0)),
    )


def plain_cards(style: Style, designs: int) -> list[tuple[str, Array]]:
    """(id, picture) of the deck's designs, at most 81."""
    look = make_plain_look(style)
    every = itertools.product((1, 2, 3), look.shapes, look.colours, FILLINGS)
    return [
        (f"{count}:{shape}:{name}:{filling}", draw_plain(look, count, shape, colour, filling))
        for count, shape, (name, colour), filling in itertools.islice(every, designs)
    ]


def draw_plain(look: PlainLook, count: int, shape: str, colour: Colour, filling: str) -> Array:
    """The flat reference picture of one design."""
    style = look.style
    width, height = (round(side * style.px_per_mm) for side in style.card_size_mm)
    canvas = np.empty((height * _FINE, width * _FINE, 3), np.uint8)
    canvas[:] = style.paper
    long, short = (share * width * _FINE for share in look.symbol)
    step = short * 1.25
    if not look.across:
        long, short, step = short * 2.1, short * 0.78, short * 1.02
    outline = _OUTLINES[shape] * (long / 2, short / 2)
    if not look.across:
        outline = outline[:, ::-1]
    for number in range(count):
        away = (number - (count - 1) / 2) * step
        offset = np.array([0.0, away] if look.across else [away, 0.0])
        _symbol(canvas, look, outline + offset + np.array([width, height]) * _FINE / 2, colour, filling)
    return cv2.resize(canvas, (width, height), interpolation=cv2.INTER_AREA)


def _symbol(canvas: Array, look: PlainLook, points: Array, colour: Colour, filling: str) -> None:
    unit = look.style.px_per_mm * _FINE
    if filling == "full":
        polygon(canvas, points, colour)
    elif filling == "striped":
        inside = np.zeros(canvas.shape[:2], np.uint8)
        polygon(inside, points, (255, 255, 255))
        along = np.arange(canvas.shape[1 if look.across else 0])
        lines = (along % (look.stripe_mm * unit)) < 0.4 * unit
        canvas[(lines[None, :] if look.across else lines[:, None]) & (inside > 127)] = colour
    stroke(canvas, points, colour, look.line_mm * unit, closed=True)


def _rounded(bulge: float, count: int = 48) -> Array:
    """From an ellipse (bulge 2) towards a rectangle with round ends (larger)."""
    angle = np.linspace(0, 2 * np.pi, count, endpoint=False)
    cos, sin = np.cos(angle), np.sin(angle)
    return np.stack([np.sign(cos) * np.abs(cos) ** (2 / bulge), np.sign(sin) * np.abs(sin) ** (2 / bulge)], 1)


def _wave(count: int = 24) -> Array:
    """Two wavy edges with round ends."""
    x = np.sin(np.linspace(-np.pi / 2, np.pi / 2, count))
    middle, half = 0.34 * np.sin(x * np.pi), 0.62 * (1 - x**4) ** 0.5
    upper, lower = np.stack([x, middle - half], 1), np.stack([x, middle + half], 1)
    return np.concatenate([upper, lower[::-1]])


_OUTLINES: dict[str, Array] = {
    "diamond": np.array([(-1.0, 0), (0, -1), (1, 0), (0, 1)]),
    "oval": _rounded(3.2),
    "squiggle": _wave(),
    "box": np.array([(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)]),
    "arrow": np.array([(-1.0, -0.45), (0.2, -0.45), (0.2, -1), (1, 0), (0.2, 1), (0.2, 0.45), (-1, 0.45)]),
    "hourglass": np.array([(-1.0, -0.95), (0, -0.3), (1, -0.95), (1, 0.95), (0, 0.3), (-1, 0.95)]),
}
