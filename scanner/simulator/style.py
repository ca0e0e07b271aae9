"""The look of one foreign deck: palette, font, frame, finish and layout, all from a seed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from scanner.simulator.procedural import Colour, from_hsv

T = TypeVar("T")

FRAMES = ("line", "double", "solid", "ornate", "none", "rounded", "ragged")
FINISHES = ("flat", "watercolour", "engraving", "mosaic", "grain", "poster")
TEXTURES = ("plain", "parchment", "linen", "stripes", "dots", "hatch")
LAYOUTS = ("classic", "bleed", "rules", "medallion", "index", "banner")
SUBJECTS = ("hills", "harbour", "town", "forest", "still", "portrait", "abstract", "stars")
FONTS = (
    "DejaVuSerif-Bold.ttf",
    "DejaVuSans-Bold.ttf",
    "DejaVuSerif.ttf",
    "DejaVuSansMono-Bold.ttf",
    "DejaVuSansCondensed-Bold.ttf",
    "DejaVuSerifCondensed-BoldItalic.ttf",
    "hershey-0",
    "hershey-2",
    "hershey-3",
    "hershey-4",
    "hershey-6",
    "default",
)
SIZES_MM = ((44.0, 68.0), (44.0, 68.0), (44.0, 68.0), (63.0, 88.0), (56.0, 87.0), (45.0, 68.0), (59.0, 92.0))


def pick(rng: np.random.Generator, choices: Sequence[T]) -> T:
    """One of the choices."""
    return choices[int(rng.integers(len(choices)))]


@dataclass(frozen=True, slots=True)
class Style:
    """Everything the painters of one deck agree on."""

    seed: int
    card_size_mm: tuple[float, float]
    px_per_mm: float
    paper: Colour
    ink: Colour
    accents: tuple[Colour, ...]
    font: str
    frame: str
    finish: str
    texture: str
    layout: str
    detail: float  # how large flags, digits and icons are drawn
    rounded_mm: float
    dark: bool


def make_style(seed: int) -> Style:
    """The style of the deck with this seed."""
    rng = np.random.default_rng([seed, 71])
    dark = bool(rng.random() < 0.25)
    hue, vivid = float(rng.random()), float(rng.uniform(0.25, 0.95))
    step = pick(rng, (0.08, 0.15, 0.23, 0.33, 0.38))
    accents = tuple(
        from_hsv(
            hue + step * i + float(rng.normal(0, 0.03)),
            vivid * float(rng.uniform(0.6, 1)),
            float(rng.uniform(0.4, 0.95)),
        )
        for i in range(6)
    )
    paper = from_hsv(
        hue + 0.5, float(rng.uniform(0, 0.3)), float(rng.uniform(0.14, 0.3) if dark else rng.uniform(0.82, 0.99))
    )
    ink = from_hsv(hue, float(rng.uniform(0, 0.6)), float(rng.uniform(0.85, 1.0) if dark else rng.uniform(0.05, 0.25)))
    return Style(
        seed=seed,
        card_size_mm=pick(rng, SIZES_MM),
        px_per_mm=pick(rng, (8.0, 8.0, 7.0, 6.0)),
        paper=paper,
        ink=ink,
        accents=accents,
        font=FONTS[(seed * 5 + 1) % 12],
        frame=FRAMES[(seed * 3 + 2) % 7],
        finish=FINISHES[(seed * 5 + seed // 6) % 6],
        texture=TEXTURES[(seed * 7 + seed // 6 + 1) % 6],
        layout=LAYOUTS[seed % 6],
        detail=float(rng.uniform(0.9, 1.3)),
        rounded_mm=float(rng.uniform(0.0, 3.5)),
        dark=dark,
    )
