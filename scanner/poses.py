"""The poses near an expected one in which a card is looked for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from scanner.cardface import INSET
from scanner.geometry import Floats
from scanner.index import COARSE_COLUMNS


@dataclass(frozen=True, slots=True)
class Search:
    """How far a card may lie from where it is expected, in parts of its width, degrees and scale."""

    shift: float
    step: float
    turns: tuple[float, ...]
    scales: tuple[float, ...]
    closer: Search | None = None  # a second look when the first one finds nothing that fits


ON_SPACE_ONCE = Search(0.12, 0.06, (-6.0, 0.0, 6.0), (1.0,))
ON_SPACE_CLOSER = Search(0.15, 0.05, (-10.0, -5.0, 0.0, 5.0, 10.0), (1.0,))
ON_SPACE = Search(0.12, 0.06, (-6.0, 0.0, 6.0), (1.0,), ON_SPACE_CLOSER)
CUT_OUT = Search(0.06, 0.03, (-2.5, 0.0, 2.5), (0.92, 0.97, 1.03, 1.08))


@lru_cache(maxsize=16)
def poses_of(search: Search, aspect: float) -> NDArray[np.float64]:
    """Maps of the unit square near the identity, one for each pose to try."""
    steps = round(search.shift / search.step)
    moves = [step * search.step for step in range(-steps, steps + 1)]
    maps = []
    for scale in search.scales:
        for turn in search.turns:
            cos, sin = scale * np.cos(np.radians(turn)), scale * np.sin(np.radians(turn))
            for down in moves:
                for right in moves:
                    # About the centre, in units of the width: y is aspect times as long.
                    about = np.array([[1, 0, 0.5 + right], [0, 1 / aspect, 0.5 + down / aspect], [0, 0, 1]])
                    spin = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])
                    back = np.array([[1, 0, -0.5], [0, aspect, -0.5 * aspect], [0, 0, 1]])
                    maps.append(about @ spin @ back)
    return np.stack(maps)


@lru_cache(maxsize=16)
def grid_points(search: Search, aspect: float, rows: int) -> Floats:
    """Where the small grid lies on the unit square in every pose, as (pose, place, 3)."""
    x = INSET + (np.arange(COARSE_COLUMNS) + 0.5) / COARSE_COLUMNS * (1 - 2 * INSET)
    y = INSET + (np.arange(rows) + 0.5) / rows * (1 - 2 * INSET)
    across, down = (part.ravel() for part in np.meshgrid(x, y))
    points = np.stack([across, down, np.ones_like(across)], axis=1)
    mapped: Floats = (points @ poses_of(search, aspect).transpose(0, 2, 1)).astype(np.float32)
    return mapped
