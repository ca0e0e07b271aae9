"""Print a reference anew: no pixel of the file survives into the picture of the table."""

from dataclasses import dataclass

import cv2
import numpy as np

from scanner.simulator.procedural import Array, fractal, to_bytes


@dataclass(frozen=True, slots=True)
class PrintRun:
    """How one printer printed and cut a deck."""

    colour: Array  # 3x4: mixes and shifts of the channels
    gamma: tuple[float, float, float]
    misregistration_mm: Array  # 3x2: how far each channel is off
    spread_mm: float  # how far ink runs
    grain: float
    cut_mm: float  # how far off the cut may be
    corner_mm: float
    gloss: float  # 0 matt, 1 sleeve
    wear: float
    dots_per_mm: float
    sleeve_mm: float  # rim of a clear sleeve around the card, 0 without


HARSHNESS = {"easy": 0.35, "medium": 0.7, "hard": 1.0}


def make_run(rng: np.random.Generator, difficulty: str, corner_mm: float | None = None) -> PrintRun:
    """A printer's character."""
    harsh = HARSHNESS[difficulty]
    saturation = 1 + harsh * float(rng.uniform(-0.4, 0.25))
    grey = np.full((3, 3), (1 - saturation) / 3)
    mixing = grey + np.eye(3) * saturation + rng.normal(0, 0.03 * harsh, (3, 3))
    gain = 1 + rng.normal(0, 0.06 * harsh, 3)
    lift = rng.uniform(0, 22) * harsh
    colour = np.hstack([mixing * gain[:, None] * (1 - lift / 255), np.full((3, 1), lift)])
    level = list(HARSHNESS).index(difficulty)
    sleeved = rng.random() < (0.1, 0.2, 0.3)[level]
    glossy = sleeved or rng.random() < (0.15, 0.25, 0.35)[level]
    g0, g1, g2 = (float(g) for g in np.exp(rng.normal(0, 0.12 * harsh) + rng.normal(0, 0.04 * harsh, 3)))
    return PrintRun(
        colour=colour.astype(np.float32),
        gamma=(g0, g1, g2),
        misregistration_mm=rng.normal(0, 0.09 * harsh, (3, 2)),
        spread_mm=float(rng.uniform(0.02, 0.06 + 0.14 * harsh)),
        grain=float(rng.uniform(1, 2 + 5 * harsh)),
        cut_mm=float(rng.uniform(0.2, 0.3 + 0.7 * harsh)),
        corner_mm=float(rng.uniform(0, 3.5)) if corner_mm is None else corner_mm,
        gloss=float(rng.uniform(0.5, 1.0)) if glossy else float(rng.uniform(0.0, 0.25)),
        wear=harsh * float(rng.uniform(0, 1)),
        dots_per_mm=float(rng.uniform(4.5, 11)),
        sleeve_mm=float(rng.uniform(0.6, 2.2)) if sleeved else 0.0,
    )


def print_sheet(
    reference: Array, size_mm: tuple[float, float], px_per_mm: float, run: PrintRun, rng: np.random.Generator
) -> Array:
    """The printed and cut thing as BGRA, `px_per_mm` fine; its outline is the whole picture."""
    resolution = min(px_per_mm, run.dots_per_mm)
    width, height = (max(8, round(side * resolution)) for side in size_mm)
    source = reference
    shrink = max(width / source.shape[1], height / source.shape[0]) * 1.25
    if shrink < 1:
        source = cv2.resize(source, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    angle = float(rng.normal(0, 0.15)) * run.cut_mm
    grow = 1 + float(rng.uniform(-0.2, 1.0)) * run.cut_mm / size_mm[0]
    shift = rng.uniform(-1, 1, 2) * run.cut_mm * resolution
    base = np.array(cv2.getRotationMatrix2D((source.shape[1] / 2, source.shape[0] / 2), angle, 1.0))
    fit = np.array([width / source.shape[1], height / source.shape[0]]) * grow
    channels = []
    for channel, off in zip(cv2.split(source), run.misregistration_mm, strict=True):
        matrix = base * fit[:, None]
        matrix[:, 2] += (1 - grow) / 2 * np.array([width, height]) + shift + off * resolution
        channels.append(
            cv2.warpAffine(channel, matrix, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        )
    ink = cv2.merge(channels)
    if run.spread_mm * resolution > 0.25:
        ink = cv2.GaussianBlur(ink, (0, 0), run.spread_mm * resolution)
    ramp = np.linspace(0, 1, 256)
    ink = cv2.LUT(ink, np.stack([ramp**g * 255 for g in run.gamma], 1).round().astype(np.uint8)[None])
    grain: Array = rng.standard_normal((height, width), dtype=np.float32) * np.float32(run.grain)
    uneven = rng.normal(0, run.grain * 0.35, (6, 4)).astype(np.float32)  # ink does not cover evenly
    grain += cv2.resize(uneven, (width, height), interpolation=cv2.INTER_CUBIC)
    inked: Array = cv2.transform(ink, run.colour).astype(np.float32) + grain[..., None]
    if run.wear > 0.2:
        _wear(inked, rng, run.wear, resolution)
    printed: Array = to_bytes(inked)
    out = (max(8, round(size_mm[0] * px_per_mm)), max(8, round(size_mm[1] * px_per_mm)))
    if out != (width, height):
        printed = cv2.resize(printed, out, interpolation=cv2.INTER_CUBIC)
    return np.dstack([printed, outline(out[0], out[1], run.corner_mm * px_per_mm)])


def sleeve(size_mm: tuple[float, float], px_per_mm: float) -> Array:
    """A clear sleeve as BGRA: hardly to be seen but for its welded edge."""
    width, height = (round(side * px_per_mm) for side in size_mm)
    clear = np.full((height, width, 4), (235, 232, 230, 28), np.uint8)
    weld = max(1, round(0.35 * px_per_mm))
    clear[:weld, :, 3] = clear[-weld:, :, 3] = clear[:, :weld, 3] = clear[:, -weld:, 3] = 95
    return clear


def _wear(ink: Array, rng: np.random.Generator, wear: float, resolution: float) -> None:
    """Edges scuffed to the white of the paper."""
    height, width = ink.shape[:2]
    edge = np.minimum.reduce(
        np.broadcast_arrays(
            *(np.arange(n)[s] for n, s in ((width, np.s_[None, :]), (height, np.s_[:, None]))),
            *(np.arange(n)[::-1][s] for n, s in ((width, np.s_[None, :]), (height, np.s_[:, None]))),
        )
    )
    rough = fractal(rng, height, width, 3 * resolution, 3)
    scuffed = edge < (rough - 0.45) * wear * 1.6 * resolution
    ink[scuffed] = ink[scuffed] * 0.3 + 0.7 * 225


def outline(width: int, height: int, radius: float) -> Array:
    """An alpha channel with rounded corners."""
    mask = np.full((height, width), 255, np.uint8)
    r = int(min(radius, width / 2, height / 2))
    if r >= 1:
        ys, xs = np.mgrid[0:r, 0:r] + 0.5
        corner = (np.clip(r - np.hypot(r - xs, r - ys) + 0.5, 0, 1) * 255).astype(np.uint8)
        mask[:r, :r], mask[:r, -r:] = corner, corner[:, ::-1]
        mask[-r:, :r], mask[-r:, -r:] = corner[::-1], corner[::-1, ::-1]
    return mask
