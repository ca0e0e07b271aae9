"""Grounds, frames, ribbons and plaques that all cards, backs and boards share."""

from __future__ import annotations

import math

from card_db.art.lettering import draw_number, draw_words, number_width
from card_db.art.palette import (
    CARD_HEIGHT_MM,
    CARD_WIDTH_MM,
    GOLD,
    GOLD_DARK,
    GOLD_LIGHT,
    WHITE,
    Colour,
    Family,
    mixed,
)
from card_db.art.plate import Box, Pen, Point, ellipse, rectangle

FRAME_MM = 1.9  # paper left free round the frame, so that a cut a little beside the mark does no harm
BAND_MM = 1.7
INNER: Box = (
    FRAME_MM + BAND_MM,
    FRAME_MM + BAND_MM,
    CARD_WIDTH_MM - FRAME_MM - BAND_MM,
    CARD_HEIGHT_MM - FRAME_MM - BAND_MM,
)


def draw_waves(pen: Pen, box: Box, colour: Colour, step: float, width: float = 0.08, swing: float = 1.0) -> None:
    """A fine ground of crossing wave lines."""
    x0, y0, x1, y1 = box
    count = math.ceil((y1 - y0) / step)
    marks = [x0 + (x1 - x0) * i / 48 for i in range(49)]
    for row in range(-2, count + 3):
        base = y0 + row * step
        for sign in (1.0, -1.0):
            points = [
                (x, min(max(base + sign * swing * math.sin((x - x0) * 0.42 + row * 0.35), y0), y1)) for x in marks
            ]
            pen.line(points, colour, width)


def draw_rosette(
    pen: Pen, x: float, y: float, r: float, colour: Colour, petals: int = 12, inner: float = 0.45, width: float = 0.09
) -> None:
    """An engine-turned rosette: many turned copies of one waved circle."""
    mean, swing = r * (1 + inner) / 2, r * (1 - inner) / 2
    for turn in range(6):
        phase = turn * math.tau / 6
        points = [
            (
                x + (mean + swing * math.cos(petals * a + phase)) * math.cos(a),
                y + (mean + swing * math.cos(petals * a + phase)) * math.sin(a),
            )
            for a in (math.tau * i / (petals * 12) for i in range(petals * 12 + 1))
        ]
        pen.line(points, colour, width)


def draw_band(pen: Pen, box: Box, family: Family, band: float = BAND_MM, pitch: float = 1.7) -> None:
    """A frame with a plaited band between two rules."""
    x0, y0, x1, y1 = box
    half = band / 2
    pen.box(box, family.ink)
    pen.box((x0 + band, y0 + band, x1 - band, y1 - band), family.pale)
    for (ax, ay), (bx, by) in (
        ((x0 + half, y0 + half), (x1 - half, y0 + half)),
        ((x1 - half, y0 + half), (x1 - half, y1 - half)),
        ((x1 - half, y1 - half), (x0 + half, y1 - half)),
        ((x0 + half, y1 - half), (x0 + half, y0 + half)),
    ):
        length = math.hypot(bx - ax, by - ay)
        turns = round(length / pitch)
        ux, uy = (bx - ax) / length, (by - ay) / length
        for sign in (1.0, -1.0):
            plait: list[Point] = []
            for i in range(turns * 8 + 1):
                along = length * i / (turns * 8)
                across = sign * half * 0.62 * math.sin(math.pi * i / 8)
                plait.append((ax + ux * along - uy * across, ay + uy * along + ux * across))
            pen.line(plait, mixed(family.tint, family.ink, 0.12), band * 0.12)
    for cx in (x0 + half, x1 - half):
        for cy in (y0 + half, y1 - half):
            reach = band * 0.78
            pen.poly([(cx - reach, cy), (cx, cy - reach), (cx + reach, cy), (cx, cy + reach)], family.ink)
            pen.disc(cx, cy, band * 0.34, GOLD_LIGHT, family.ink, 0.12)
    inset = band + 0.42
    pen.box((x0 + inset, y0 + inset, x1 - inset, y1 - inset), None, family.ink, 0.12)


def draw_ribbon(pen: Pen, text: str, family: Family, x: float, y: float, width: float, height: float = 5.4) -> None:
    """A dark ribbon with notched ends and the name in light capitals."""
    half, tail = width / 2, height * 0.32
    for side in (-1, 1):
        edge = x + side * half
        fold: list[Point] = [
            (edge - side * 1.2, y - height / 2 + 0.9),
            (edge + side * tail, y - height / 2 + 0.9),
            (edge + side * tail * 0.35, y + 0.9),
            (edge + side * tail, y + height / 2 + 0.9),
            (edge - side * 1.2, y + height / 2 + 0.9),
        ]
        pen.poly(fold, mixed(family.ink, family.mid, 0.45), family.ink, 0.16)
    body = (x - half, y - height / 2, x + half, y + height / 2)
    pen.box(body, family.ink)
    lines = (body[0] + 0.5, body[1] + 0.42, body[2] - 0.5, body[3] - 0.42)
    pen.box(lines, None, mixed(family.ink, WHITE, 0.5), 0.12)
    draw_words(pen, text, x, y, 2.75, WHITE, width - 2.6, weight=0.04, two_lines=0.68)


def draw_price(pen: Pen, price: int, x: float, y: float, height: float = 6.2, max_width: float = 24.0) -> None:
    """A golden tablet with an amount of money, centred on (x, y)."""
    text = f"${price}"
    shown = min(height, height * (max_width - 3.6) / number_width(text, height))
    half, tall = number_width(text, shown) / 2 + 1.8, height / 2 + 1.5
    outline = _tablet(x, y, half, tall, 1.5)
    pen.poly(_tablet(x + 0.3, y + 0.4, half, tall, 1.5), mixed(GOLD_DARK, (0, 0, 0), 0.35))
    pen.poly(outline, GOLD, GOLD_DARK, 0.3)
    pen.poly(_tablet(x, y, half - 0.75, tall - 0.75, 1.1), GOLD_LIGHT, GOLD_DARK, 0.12)
    draw_number(pen, text, x, y, shown, mixed(GOLD_DARK, (0, 0, 0), 0.55))


def draw_corner_price(pen: Pen, price: int, max_width: float = 24.0) -> None:
    """The price in the top left corner of a card."""
    half = min(number_width(f"${price}", 6.2) / 2 + 1.8, max_width / 2)
    draw_price(pen, price, INNER[0] + 1.3 + half, INNER[1] + 5.9, 6.2, max_width)


def _tablet(x: float, y: float, half: float, tall: float, notch: float) -> list[Point]:
    points: list[Point] = []
    for sx, sy, start in ((1, -1, 180), (1, 1, 270), (-1, 1, 0), (-1, -1, 90)):
        arc = ellipse(x + sx * half, y + sy * tall, notch, notch, start - 90, start)
        points += arc[::-1]
    return points


def draw_points(pen: Pen, points: int, x: float, y: float, family: Family, r: float = 5.6) -> None:
    """Victory points in a wreath."""
    pen.disc(x + 0.25, y + 0.35, r, mixed(family.ink, (0, 0, 0), 0.45))
    pen.disc(x, y, r, family.ink)
    for side in (-1, 1):
        for leaf in range(8):
            angle = math.radians(96 - leaf * 22.5)
            lx, ly = x + side * math.cos(angle) * r * 0.84, y + math.sin(angle) * r * 0.84
            turn = math.degrees(math.atan2(-math.cos(angle), side * math.sin(angle))) + side * 24
            leaf_pen = pen.moved(lx, ly, 1.0, turn)
            leaf_pen.oval(0, 0, r * 0.21, r * 0.095, GOLD_LIGHT)
    pen.disc(x, y, r * 0.67, WHITE, family.ink, 0.2)
    draw_number(pen, str(points), x, y, r * 1.02, family.ink, r * 1.12)


def star(x: float, y: float, r: float, rays: int = 5, inner: float = 0.42) -> list[Point]:
    """The outline of a star that stands on two rays."""
    result: list[Point] = []
    for i in range(rays * 2):
        reach = r if i % 2 == 0 else r * inner
        angle = math.radians(-90 + i * 180 / rays)
        result.append((x + reach * math.cos(angle), y + reach * math.sin(angle)))
    return result


def draw_rule(pen: Pen, x: float, y: float, half: float, colour: Colour) -> None:
    """A swelled rule with a lozenge in the middle."""
    for side in (-1, 1):
        pen.stroke(((x + side * 1.6, y, 0.16), (x + side * half * 0.5, y, 0.5), (x + side * half, y, 0.08)), colour)
    pen.poly([(x - 0.9, y), (x, y - 0.9), (x + 0.9, y), (x, y + 0.9)], colour)


def draw_cloud(pen: Pen, x: float, y: float, size: float, family: Family) -> None:
    """A heap of white cloud on a ruled foot."""
    lobes = ((-2.6, 0.0, 1.1), (-1.1, -0.9, 1.5), (0.8, -1.3, 1.8), (2.3, -0.3, 1.3), (3.6, 0.2, 0.8))
    cloud = pen.moved(x, y, size)
    for dx, dy, r in lobes:
        cloud.disc(dx, dy, r + 0.14, family.mid)
    for dx, dy, r in lobes:
        cloud.disc(dx, dy, r, WHITE)
    for dx, dy, r in lobes[1:4]:
        cloud.line(ellipse(dx, dy, r * 0.66, r * 0.66, 10, 95), family.mid, 0.13)
    cloud.box((-4.0, 0.45, 4.6, 1.6), mixed(family.tint, family.pale, 0.35))
    for row in range(3):
        cloud.line([(-4.2 + row * 0.9, 0.55 + row * 0.42), (4.8 - row * 1.3, 0.55 + row * 0.42)], family.mid, 0.15)


def draw_sky(pen: Pen, box: Box, family: Family) -> None:
    """A ruled sky, dark above and open towards the horizon."""
    pen.box(box, family.tint)
    x0, y0, x1, y1 = box
    third = y0 + (y1 - y0) * 0.33
    pen.box((x0, third, x1, y1), mixed(family.tint, family.pale, 0.5))
    pen.box((x0, y0 + (y1 - y0) * 0.66, x1, y1), family.pale)
    pen.hatch(rectangle(box), mixed(family.mid, family.tint, 0.25), 0.55, 0, 0.26, 0.05)
