"""Ships of wood, iron and steel, liners and a yacht; they sail to the right, the origin is amidships on the water."""

from __future__ import annotations

from card_db.art.palette import GOLD, INK, RED, WHITE, Colour, mixed
from card_db.art.plate import Pen, smooth

_CANVAS: Colour = (253, 247, 230)
_HULLS: dict[str, Colour] = {
    "wooden": (140, 90, 48),
    "iron": (92, 92, 98),
    "steel": (66, 104, 146),
    "luxury": (36, 40, 58),
    "yacht": (250, 246, 236),
}


def draw_vessel(pen: Pen, kind: str, rank: int) -> None:
    """A ship about 34 units long; `rank` counts the ships of a type from the smallest, which has the least on deck."""
    match kind:
        case "wooden":
            _sails(pen, 2 + rank)
            _hull(pen, kind, 3.4)
        case "yacht":
            _sails(pen, 2, slim=True)
            _hull(pen, kind, 2.4)
        case "luxury":
            _decks(pen, 3, 12.5)
            _funnels(pen, 3 + rank, 8.0)
            _hull(pen, kind, 5.0)
        case _:
            _masts(pen)
            _decks(pen, 1 if kind == "iron" else 2, 6.0 + rank)
            _funnels(pen, 1 + rank // 2, 5.2 if kind == "iron" else 6.4)
            _hull(pen, kind, 4.2 if kind == "iron" else 4.8)


def _hull(pen: Pen, kind: str, high: float) -> None:
    colour = _HULLS[kind]
    hull = smooth([(-16, -high - 0.8), (-6, -high), (6, -high), (17, -high - 1.6)], False)
    hull += smooth([(17, -high - 1.6), (14.6, -high * 0.4), (12.4, 1.0)], False)
    hull += [(-13, 1.0), (-15, -high * 0.4)]
    pen.poly(hull, colour, INK, 0.3)
    pen.poly([(-13.4, 0.0), (12.8, 0.0), (12.4, 1.0), (-13, 1.0)], RED)
    stripe = mixed(colour, WHITE, 0.75) if kind != "yacht" else (40, 80, 140)
    pen.stroke(
        ((-15.6, -high + 0.6, 0.4), (-6, -high + 1.2, 0.4), (6, -high + 1.2, 0.4), (15.8, -high + 0.2, 0.4)), stripe
    )
    ports = 9 if kind in ("steel", "luxury") else 6
    for port in range(ports):
        pen.disc(-11.5 + port * 23 / (ports - 1), -high * 0.45, 0.5, stripe, INK, 0.14)
    pen.stroke(((-18, 1.6, 0.1), (-9, 1.0, 0.5), (0, 1.6, 0.3), (9, 1.0, 0.6), (17, 1.6, 0.1)), WHITE)


def _sails(pen: Pen, masts: int, slim: bool = False) -> None:
    for mast in range(masts):
        x = -9 + 19 * (mast + 0.5) / masts
        high = 22 - abs(mast - (masts - 1) / 2) * 2
        pen.stroke(((x, -3, 0.6), (x, -high - 3, 0.3)), INK)
        if slim:
            pen.poly([(x + 0.4, -4.4), (x + 0.4, -high - 1), (x + 7.6, -5)], _CANVAS, INK, 0.2)
            pen.hatch([(x + 0.4, -4.4), (x + 0.4, -high - 1), (x + 7.6, -5)], (180, 166, 140), 0.8, 60, 0.1)
            continue
        wide = 15 / masts
        for tier in range(3):
            low = -4.6 - tier * high * 0.29
            top = low - high * 0.25
            reach = wide * (0.62 - tier * 0.12)
            sail = smooth([(x - reach, low), (x, low + 0.9), (x + reach, low)], False)
            sail += smooth([(x + reach * 0.86, top), (x, top + 0.5), (x - reach * 0.86, top)], False)
            pen.poly(sail, _CANVAS, INK, 0.2)
            pen.hatch(sail, (176, 160, 132), 0.8, 78, 0.1)
    pen.stroke(((13, -5, 0.5), (19, -8, 0.3)), INK)
    pen.poly([(18, -7.6), (8, -17), (10, -5.4)], _CANVAS, INK, 0.18)


def _masts(pen: Pen) -> None:
    for x in (-12, 12.5):
        pen.stroke(((x, -4, 0.5), (x, -19, 0.3)), INK)
        pen.line([(x - 3, -15), (x + 3, -15)], INK, 0.3)
    pen.line([(-12, -19), (12.5, -19)], INK, 0.14)
    pen.poly([(-12, -19), (-16, -18.2), (-12, -17.2)], RED, INK, 0.14)


def _decks(pen: Pen, tiers: int, half: float) -> None:
    for tier in range(tiers):
        reach = half - tier * 1.8
        y = -4.6 - tier * 2.3
        pen.box((-reach, y - 2.4, reach, y), WHITE, INK, 0.24)
        for window in range(int(reach * 1.1)):
            x = -reach + 1.0 + window * 2 * (reach - 1) / max(1, int(reach * 1.1) - 1)
            pen.box((x - 0.36, y - 1.7, x + 0.36, y - 0.8), (70, 96, 124))


def _funnels(pen: Pen, count: int, high: float) -> None:
    for funnel in range(count):
        x = -1.5 + (funnel - (count - 1) / 2) * 4.4
        foot = -7.0 if count < 3 else -10.6
        pen.poly([(x - 1.2, foot), (x + 1.2, foot), (x + 0.7, foot - high), (x - 1.7, foot - high)], RED, INK, 0.24)
        pen.poly(
            [
                (x - 1.62, foot - high * 0.78),
                (x + 0.78, foot - high * 0.78),
                (x + 0.7, foot - high),
                (x - 1.7, foot - high),
            ],
            INK,
        )
        pen.line([(x - 1.4, foot - high * 0.5), (x + 0.95, foot - high * 0.5)], GOLD, 0.5)
        pen.stroke(
            ((x - 0.6, foot - high - 0.4, 0.8), (x - 3.4, foot - high - 2.0, 1.6), (x - 8, foot - high - 2.6, 0.4)),
            (188, 184, 178),
        )
