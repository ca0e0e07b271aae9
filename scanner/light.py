"""What a known picture looks like in the light of a photograph, and where the photograph shows something else."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.geometry import Floats, brightness, largest

LEAST_GAIN = 0.08  # of a colour; less is a guess
ROUNDS = 5
STEP = 3  # pixels between those that are looked at
MOST_PLACES = 3000  # of them: nine terms are told by far fewer
MESH = 24
MIXED = (-0.2, 0.5)  # part of another colour that a camera may see in one
MIX_RIDGE = 0.05
OTHERS = np.array([[1, 2], [0, 2], [0, 1]])  # for each colour the two others


@dataclass(frozen=True, slots=True)
class Light:
    """How a known picture looks here: its colours mixed, times a gain plus a haze, both smooth over the picture."""

    gain: Floats  # rows, columns, 3
    haze: Floats
    noise: float  # grey levels by which well explained pixels are off
    mix: Floats | None = None  # 3 x 3: no camera keeps the three colours quite apart

    def on(self, known: Floats) -> Floats:
        """The known picture in this light."""
        return (known if self.mix is None else known @ self.mix.T) * self.gain + self.haze

    def off(self, seen: Floats) -> Floats:
        """A photograph as it would be in the light of the known picture."""
        result: Floats = (seen - self.haze) / self.gain
        return result if self.mix is None else result @ np.linalg.inv(self.mix).T.astype(np.float32)


def light_on(seen: Floats, known: Floats, usable: NDArray[np.bool_], mixes: bool = False) -> Light:
    """The light that explains most of the usable pixels; what covers them is left out step by step."""
    rows, columns = usable.shape
    apart = max(STEP, round((rows * columns / MOST_PLACES) ** 0.5))
    step = slice(None, None, apart)
    here = usable[step, step].ravel()
    if not here.any():
        return Light(np.ones(seen.shape, np.float32), np.zeros(seen.shape, np.float32), 0.0)
    bent = _smooth(len(range(0, rows, apart)), len(range(0, columns, apart)))[here]
    own: Floats = known[step, step].reshape(-1, 3)[here].T
    wanted: Floats = seen[step, step].reshape(-1, 3)[here].T
    mix: Floats | None = None
    if mixes:
        fits, _ = _fit(bent[::2], own[:, ::2], wanted[:, ::2], True)  # one mix for all: fewer places will do
        mix = np.eye(3, dtype=np.float32)
        for colour in range(3):
            mix[colour, OTHERS[colour]] = np.clip(fits[colour, 9:] / max(float(fits[colour, 0]), LEAST_GAIN), *MIXED)
        own = mix @ own
    fits, off = _fit(bent, own, wanted, False)
    # Light is smooth: a few points tell it, the rest is between them.
    mesh = _smooth(MESH, MESH)
    gain = np.maximum(mesh @ (fits[:, :6].T / 128), LEAST_GAIN).reshape(MESH, MESH, 3)
    haze = (mesh[:, :3] @ fits[:, 6:].T).reshape(MESH, MESH, 3)
    size = (columns, rows)
    return Light(cv2.resize(gain, size), cv2.resize(haze, size), float(_middle(off.max(axis=0)[None])[0, 0]), mix)


def _fit(bent: Floats, known: Floats, wanted: Floats, mixes: bool) -> tuple[Floats, Floats]:
    """For each colour the terms of its light, and what they leave unexplained: (3, terms), (3, places).

    Six terms are those of the gain, three of the haze, and two, if that is asked for, of the other colours in it.
    """
    count = known.shape[1]
    terms = np.empty((3, count, 11 if mixes else 9), np.float32)
    terms[:, :, :6] = bent * (known[..., None] / 128)
    terms[:, :, 6:9] = bent[:, :3]
    least = [0.01] * 6 + [0.3, 1.0, 1.0]
    if mixes:
        terms[:, :, 9:] = known[OTHERS].transpose(0, 2, 1) / 128
        least += [MIX_RIDGE] * 2
    # Where a picture has no contrast, gain and haze cannot be told apart: then it is rather gain.
    ridge = np.diag(least).astype(np.float32) * count * 0.01
    # Begin with what the usual brightness says: a thing that covers much must not bend the light.
    miss = np.abs(wanted - known * _middle((wanted + 8) / (known + 8)))
    weight = 1 / (1 + (miss / np.maximum(1.5 * _middle(miss), 4.0)) ** 2) ** 2
    fits: Floats = np.zeros((3, terms.shape[2], 1), np.float32)
    for _ in range(ROUNDS):
        counted = (terms * weight[..., None]).transpose(0, 2, 1)
        fits = np.linalg.solve(counted @ terms + ridge, counted @ wanted[..., None])
        miss = np.abs(wanted - (terms @ fits)[..., 0])
        weight = 1 / (1 + (miss / np.maximum(2.0 * _middle(miss), 2.0)) ** 2) ** 2
    return fits[..., 0], miss


def _middle(rows: Floats) -> Floats:
    """The median of each row, as a column."""
    half = rows.shape[1] // 2
    result: Floats = np.partition(rows, half, axis=1)[:, half : half + 1]
    return result


@lru_cache(maxsize=32)
def _smooth(rows: int, columns: int) -> Floats:
    """The terms of a smooth surface at every place of a grid: (rows times columns, 6)."""
    y, x = np.mgrid[-1 : 1 : rows * 1j, -1 : 1 : columns * 1j].astype(np.float32)
    result: Floats = np.stack([np.ones_like(x), x, y, x * y, x * x, y * y], axis=-1).reshape(-1, 6)
    return result


def unlike(seen: Floats, known: Floats, light: Light) -> NDArray[np.bool_]:
    """Pixels that show something else than the known picture would in this light, allowing for a shift of a pixel."""
    expected = light.on(known)
    least = 4.0 + 2.0 * light.noise + 0.10 * brightness(expected)
    changed: NDArray[np.bool_] = differs(seen, expected) > least
    return changed


def differs(seen: Floats, expected: Floats) -> Floats:
    """By how much each pixel is off in any colour, allowing for a shift of a pixel."""
    low = cv2.erode(expected, np.ones((3, 3), np.uint8))
    high = cv2.dilate(expected, np.ones((3, 3), np.uint8))
    result: Floats = largest(np.maximum(low - seen, seen - high))
    return result
