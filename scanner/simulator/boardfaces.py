"""Illustrated boards with eight framed spaces."""

from dataclasses import dataclass

import cv2
import numpy as np

from scanner.simulator.faces import draw_frame
from scanner.simulator.finishes import texture
from scanner.simulator.painting import paint
from scanner.simulator.procedural import Array, disc, mix, polygon, shade, stroke, to_bytes
from scanner.simulator.style import SUBJECTS, Style, pick
from scanner.simulator.symbols import ICON_NAMES, icon, made_up_name, words

SLOT_IDS = ("current-1", "current-2", "current-3", "current-4", "future-1", "future-2", "draw", "discard")
# Cells (column, row) of the eight spaces in the order of SLOT_IDS.
GRIDS: tuple[tuple[tuple[float, float], ...], ...] = (
    ((0, 1), (1, 1), (2, 1), (3, 1), (1, 0), (2, 0), (0, 0), (3, 0)),  # landscape, future above
    ((0, 0), (1, 0), (2, 0), (3, 0), (2, 1), (3, 1), (0, 1), (1, 1)),  # landscape, piles below left
    ((0, 0), (0, 1), (0, 2), (0, 3), (1, 1), (1, 2), (1, 0), (1, 3)),  # portrait, two columns
    ((1, 0), (2, 0), (1, 1), (2, 1), (3, 0), (3, 1), (0, 0), (0, 1)),  # landscape, block of four
    ((0, 1), (1, 1), (2, 1), (1, 2), (0, 0), (2, 0), (0, 2), (2, 2)),  # three by three with a painted middle
)
Quad = list[list[float]]


@dataclass(frozen=True, slots=True)
class BoardFace:
    """A board's flat picture and its spaces in pixels."""

    id: str
    image: Array
    slots: tuple[tuple[str, Quad], ...]


def draw_board(style: Style, number: int, name: str) -> BoardFace:
    """Paint board `number` of the deck; all boards of a deck share grid and frames, not the painting."""
    shared = np.random.default_rng([style.seed, 31])
    own = np.random.default_rng([style.seed, 37, number])
    grid = pick(shared, GRIDS)
    unit = float(pick(shared, (4.0, 4.5, 5.0))) * 44 / style.card_size_mm[0]
    gap_mm, margin_mm, extra_mm = (float(shared.uniform(*span)) for span in ((3, 9), (5, 14), (0, 34)))
    sideways = bool(shared.random() < 0.15)  # on some boards all cards lie crosswise
    card_w, card_h = style.card_size_mm[::-1] if sideways else style.card_size_mm
    columns, rows = (int(max(axis)) + 1 for axis in zip(*grid, strict=True))
    width_mm = columns * card_w + (columns - 1) * gap_mm + 2 * margin_mm
    height_mm = rows * card_h + (rows - 1) * gap_mm + 2 * margin_mm + extra_mm
    width, height = round(width_mm * unit), round(height_mm * unit)
    title_top = bool(shared.random() < 0.5)
    canvas = _ground(shared, own, style, width, height, unit)
    slots: list[tuple[str, Quad]] = []
    looks = pick(shared, ("box", "dashed", "corners", "panel", "inset"))
    for slot, (column, row) in zip(SLOT_IDS, grid, strict=True):
        x = margin_mm + column * (card_w + gap_mm)
        y = margin_mm + row * (card_h + gap_mm) + (extra_mm if title_top else 0)
        box = np.array([(x, y), (x + card_w, y), (x + card_w, y + card_h), (x, y + card_h)])
        if sideways:
            box = box[[1, 2, 3, 0]]  # the card's own top left corner is at the top right
        _frame_space(canvas, style, box * unit, looks, slot, number, unit)
        slots.append((slot, (box * unit).round(1).tolist()))
    if extra_mm > 8:
        y = (margin_mm + extra_mm / 2 if title_top else height_mm - margin_mm - extra_mm / 2 + 2) * unit
        words(canvas, name.upper(), width / 2, y, unit * min(10, extra_mm * 0.45), style.ink, style.font, width * 0.8)
    for _ in range(int(own.integers(2, 7))):  # little ornaments between the spaces
        x, y = float(own.uniform(0.03, 0.97)) * width, float(pick(own, (0.02, 0.98))) * height
        icon(canvas, pick(own, ICON_NAMES), x, y, unit * 5, shade(style.accents[number], 0.6), style.paper)
    draw_frame(canvas, style, style.accents[(number + 1) % 6], own)
    return BoardFace(name.lower(), canvas, tuple(slots))


def _ground(
    shared: np.random.Generator, own: np.random.Generator, style: Style, width: int, height: int, unit: float
) -> Array:
    subject = pick(own, tuple(s for s in SUBJECTS if s != "portrait"))
    painting = paint(own, height, width, subject, style, unit)
    if shared.random() < 0.5:  # some decks wash the painting out, as real boards do behind the spaces
        paper = texture(own, height, width, style.texture, style.paper, unit)
        painting = to_bytes(mix(painting, paper, float(shared.uniform(0.2, 0.6))))
    noise = own.normal(0, 4, (height // 2, width // 2)).astype(np.float32)
    canvas = to_bytes(painting + cv2.resize(noise, (width, height))[..., None])
    _decorate(own, canvas, style, unit, int(shared.integers(18, 80)))
    return canvas


def _decorate(own: np.random.Generator, canvas: Array, style: Style, unit: float, count: int) -> None:
    """Small drawings, names and routes such as maps and boards are full of."""
    height, width = canvas.shape[:2]
    colours = [shade(c, f) for c in style.accents for f in (0.45, 1.5)] + [style.ink, style.paper]
    for _ in range(max(2, count // 12)):
        knots = own.uniform(0, 1, (5, 2)) * (width, height)
        t = np.linspace(0, 1, 60)[:, None]
        route = sum(c * knots[k] * t**k * (1 - t) ** (4 - k) for k, c in enumerate((1, 4, 6, 4, 1)))
        colour = pick(own, colours)
        for dash in range(0, 58, 2):
            stroke(canvas, np.asarray(route)[dash : dash + 2], colour, unit * 0.6)
    for _ in range(count):
        x, y = float(own.uniform(0, width)), float(own.uniform(0, height))
        size, colour = unit * float(own.uniform(3, 11)), pick(own, colours)
        if own.random() < 0.3:
            words(canvas, made_up_name(own, 3), x, y, unit * float(own.uniform(1.8, 4)), colour, style.font)
        elif own.random() < 0.2:
            disc(canvas, x, y, size / 2, colour, max(1, round(unit * 0.4)))
            icon(canvas, "star", x, y, size * 0.8, colour, pick(own, colours))
        else:
            icon(canvas, pick(own, ICON_NAMES), x, y, size, colour, pick(own, colours))


def _frame_space(canvas: Array, style: Style, box: Array, looks: str, slot: str, number: int, unit: float) -> None:
    centre = box.mean(0)
    tint = style.accents[(number + len(slot)) % 6]
    grown = centre + (box - centre) * (1 + 1.2 * unit / np.abs(box - centre).max())
    if looks in ("panel", "inset"):
        x0, y0 = np.maximum(grown.min(0), 0).astype(int)
        x1, y1 = grown.max(0).astype(int)
        area = canvas[y0:y1, x0:x1]
        area[:] = to_bytes(mix(area, style.paper, 0.75 if looks == "panel" else 0.35))
    if looks in ("box", "panel"):
        stroke(canvas, grown, style.ink, unit * 0.5, closed=True)
    elif looks == "inset":
        stroke(canvas, grown, shade(tint, 0.6), unit * 1.2, closed=True)
    else:
        share = 0.2 if looks == "corners" else 0.06
        for a, b in zip(grown, np.roll(grown, -1, 0), strict=True):
            for start in (0.0, 0.8) if looks == "corners" else np.arange(0, 1, 0.12).tolist():
                stroke(canvas, np.array([a + (b - a) * start, a + (b - a) * (start + share)]), style.ink, unit * 0.7)
    label = {"draw": "star", "discard": "crate"}.get(slot)
    if label:
        icon(canvas, label, float(centre[0]), float(centre[1]), unit * 14, shade(tint, 0.8), style.paper)
    elif slot.startswith("future"):
        polygon(canvas, np.array([(-5, -6), (6, 0), (-5, 6)]) * unit + centre, shade(tint, 0.8))
    words(
        canvas,
        slot[-1] if slot[-1].isdigit() else slot[0].upper(),
        float(centre[0]),
        float(centre[1] + unit * 14),
        unit * 5,
        style.ink,
        style.font,
    )
