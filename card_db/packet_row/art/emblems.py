"""Round emblems of the six destinations, in the colours of their flags."""

from __future__ import annotations

from card_db.art.plate import Pen, ellipse
from card_db.packet_row.art.palette import BLUE, GOLD, GOLD_DARK, GOLD_LIGHT, INK, RED, WHITE, YELLOW, Colour, mixed

_DARK = (30, 28, 30)
_SEA_BLUE = (32, 92, 158)
_TRICOLOURS: dict[str, tuple[bool, tuple[Colour, ...], tuple[float, ...]]] = {
    "france": (True, (BLUE, WHITE, RED), (1, 1, 1)),
    "netherlands": (False, (RED, WHITE, BLUE), (1, 1, 1)),
    "spain": (False, (RED, YELLOW, RED), (1, 1.5, 1)),
    "german_confederation": (False, (_DARK, RED, YELLOW), (1, 1, 1)),
}


def draw_emblem(pen: Pen, destination: str, x: float, y: float, r: float) -> None:
    """The emblem as an enamelled disc with a golden rim."""
    pen.disc(x + r * 0.05, y + r * 0.08, r, mixed(INK, GOLD_DARK, 0.4))
    pen.disc(x, y, r, GOLD, GOLD_DARK, r * 0.05)
    pen.disc(x, y, r * 0.93, None, GOLD_LIGHT, r * 0.035)
    field = r * 0.84
    with pen.clipped(ellipse(x, y, field, field)) as inside:
        draw_flag(inside.moved(x, y, field), destination, 1.0, 1.0)
    pen.disc(x, y, field, None, GOLD_DARK, r * 0.06)


def draw_flag(pen: Pen, destination: str, rx: float, ry: float) -> None:
    """The flag between -rx, -ry and rx, ry."""
    if destination == "great_britain":
        _union(pen, rx, ry)
    elif destination == "sweden":
        pen.box((-rx, -ry, rx, ry), _SEA_BLUE)
        pen.box((-rx * 0.42, -ry, -rx * 0.06, ry), YELLOW)
        pen.box((-rx, -ry * 0.18, rx, ry * 0.18), YELLOW)
    else:
        upright, colours, shares = _TRICOLOURS[destination]
        at, whole = -1.0, sum(shares)
        for colour, share in zip(colours, shares, strict=True):
            end = at + 2 * share / whole
            pen.box((at * rx, -ry, end * rx, ry) if upright else (-rx, at * ry, rx, end * ry), colour)
            at = end


def _union(pen: Pen, rx: float, ry: float) -> None:
    pen.box((-rx, -ry, rx, ry), BLUE)
    for colour, width in ((WHITE, 0.34), (RED, 0.14)):
        for sign in (1, -1):
            pen.line([(-rx, -ry * sign), (rx, ry * sign)], colour, width * min(rx, ry))
    for colour, half in ((WHITE, 0.32), (RED, 0.19)):
        pen.box((-half * rx, -ry, half * rx, ry), colour)
        pen.box((-rx, -half * ry, rx, half * ry), colour)
