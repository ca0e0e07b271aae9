"""What a known picture looks like in the light of a photograph, and where the photograph shows something else."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.geometry import Floats

LEAST_GAIN = 0.08  # of a colour; less is a guess
ROUNDS = 5
STEP = 3  # pixels between those that are looked at
MESH = 24
MIXED = (-0.2, 0.5)  # part of another colour that a camera may see in one
MIX_RIDGE = 0.05


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
    step = slice(None, None, STEP)
    here = usable[step, step].ravel()
    if not here.any():
        return Light(np.ones(seen.shape, np.float32), np.zeros(seen.shape, np.float32), 0.0)
    bent = _smooth(len(range(0, rows, STEP)), len(range(0, columns, STEP)))[here]
    own: Floats = known[step, step].reshape(-1, 3)[here]
    wanted: Floats = seen[step, step].reshape(-1, 3)[here]
    mix: Floats | None = None
    if mixes:
        mix = np.eye(3, dtype=np.float32)
        for colour in range(3):
            fit, _ = _fit(bent, own, wanted[:, colour], colour, True)
            others = [other for other in range(3) if other != colour]
            mix[colour, others] = np.clip(fit[9:] / max(float(fit[0]), LEAST_GAIN), *MIXED)
        own = own @ mix.T
    # Light is smooth: a few points tell it, the rest is between them.
    mesh = _smooth(MESH, MESH)
    gain, haze = np.empty((MESH, MESH, 3), np.float32), np.empty((MESH, MESH, 3), np.float32)
    off: Floats = np.zeros(len(bent), np.float32)
    for colour in range(3):
        fit, miss = _fit(bent, own, wanted[:, colour], colour, False)
        off = np.maximum(off, miss)
        gain[..., colour] = np.maximum(mesh @ (fit[:6] / 128), LEAST_GAIN).reshape(MESH, MESH)
        haze[..., colour] = (mesh[:, :3] @ fit[6:]).reshape(MESH, MESH)
    size = (columns, rows)
    return Light(cv2.resize(gain, size), cv2.resize(haze, size), float(np.median(off)) if len(off) else 0.0, mix)


def _fit(bent: Floats, known: Floats, wanted: Floats, colour: int, mixes: bool) -> tuple[Floats, Floats]:
    """Terms of a colour: six of its gain, three of its haze, two of the other colours in it; and what is left over."""
    own = known[:, colour]
    parts = [bent * (own[:, None] / 128), bent[:, :3]]
    least = [0.01] * 6 + [0.3, 1.0, 1.0]
    if mixes:
        parts.append(np.delete(known, colour, axis=1) / 128)
        least += [MIX_RIDGE] * 2
    terms = np.concatenate(parts, axis=1)
    # Where a picture has no contrast, gain and haze cannot be told apart: then it is rather gain.
    ridge = np.diag(least).astype(np.float32) * len(own) * 0.01
    # Begin with what the usual brightness says: a thing that covers much must not bend the light.
    miss = np.abs(wanted - own * float(np.median((wanted + 8) / (own + 8))))
    weight = 1 / (1 + (miss / max(1.5 * float(np.median(miss)), 4.0)) ** 2) ** 2
    fit = np.zeros(terms.shape[1], np.float32)
    for _ in range(ROUNDS):
        counted = terms * weight[:, None]
        fit = np.linalg.solve(counted.T @ terms + ridge, counted.T @ wanted)
        miss = np.abs(wanted - terms @ fit)
        weight = 1 / (1 + (miss / max(2.0 * float(np.median(miss)), 2.0)) ** 2) ** 2
    return fit, miss


@lru_cache(maxsize=32)
def _smooth(rows: int, columns: int) -> Floats:
    """The terms of a smooth surface at every place of a grid: (rows times columns, 6)."""
    y, x = np.mgrid[-1 : 1 : rows * 1j, -1 : 1 : columns * 1j].astype(np.float32)
    result: Floats = np.stack([np.ones_like(x), x, y, x * y, x * x, y * y], axis=-1).reshape(-1, 6)
    return result


def unlike(seen: Floats, known: Floats, light: Light) -> NDArray[np.bool_]:
    """Pixels that show something else than the known picture would in this light, allowing for a shift of a pixel."""
    expected = light.on(known)
    low = cv2.erode(expected, np.ones((3, 3), np.uint8))
    high = cv2.dilate(expected, np.ones((3, 3), np.uint8))
    off = np.maximum(low - seen, seen - high).max(axis=2)
    least = 4.0 + 2.0 * light.noise + 0.10 * expected.mean(axis=2)
    changed: NDArray[np.bool_] = off > least
    return changed
