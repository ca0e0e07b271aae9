"""One symbol for each deck, about ten units high round the pen's origin, in a single colour."""

from __future__ import annotations

from card_db.art.lettering import draw_number
from card_db.art.ornament import star
from card_db.art.plate import Pen, ellipse
from card_db.packet_row.art.palette import Colour


def draw_symbol(pen: Pen, deck: str, colour: Colour, ground: Colour) -> None:
    """The symbol of a deck; `ground` shows in its openings."""
    match deck:
        case "guildhall":
            _temple(pen, colour)
        case "docks":
            _anchor(pen, colour)
        case "market":
            _balance(pen, colour)
        case "bank":
            pen.disc(0, 0, 5.2, colour)
            pen.disc(0, 0, 4.5, None, ground, 0.3)
            draw_number(pen.moved(0, 0), "$", -0.15, 0.0, 7.0, ground)
        case _:
            pen.poly(star(0, 0.4, 5.6), colour)
            pen.poly(star(0, 0.4, 4.0), None, ground, 0.3)


def _temple(pen: Pen, colour: Colour) -> None:
    pen.poly([(-5.4, -2.2), (0, -5.4), (5.4, -2.2)], colour)
    pen.box((-5.2, -1.7, 5.2, -0.9), colour)
    for x in (-3.9, -1.3, 1.3, 3.9):
        pen.box((x - 0.65, -0.5, x + 0.65, 3.3), colour)
    pen.box((-4.9, 3.6, 4.9, 4.3), colour)
    pen.box((-5.6, 4.5, 5.6, 5.2), colour)


def _anchor(pen: Pen, colour: Colour) -> None:
    pen.disc(0, -4.4, 1.1, None, colour, 0.7)
    pen.stroke(((0, -3.4, 0.9), (0, 4.6, 1.2)), colour)
    pen.stroke(((-2.7, -2.0, 0.9), (2.7, -2.0, 0.9)), colour)
    pen.stroke(((-4.4, 1.2, 0.5), (-3.2, 3.6, 1.1), (0, 4.9, 1.3), (3.2, 3.6, 1.1), (4.4, 1.2, 0.5)), colour)
    for side in (-1, 1):
        pen.poly([(side * 5.4, 2.4), (side * 4.5, 0.1), (side * 2.9, 2.0)], colour)


def _balance(pen: Pen, colour: Colour) -> None:
    pen.disc(0, -4.9, 0.8, colour)
    pen.stroke(((0, -4.4, 0.8), (0, 4.0, 1.0)), colour)
    pen.stroke(((-4.4, -3.0, 0.6), (0, -3.9, 0.9), (4.4, -3.0, 0.6)), colour)
    pen.poly([(-2.6, 5.2), (2.6, 5.2), (0.9, 3.6), (-0.9, 3.6)], colour)
    for x in (-4.3, 4.3):
        pen.line([(x - 1.8, 1.0), (x, -3.0), (x + 1.8, 1.0)], colour, 0.3)
        pen.poly(ellipse(x, 0.9, 2.1, 1.7, 0, 180), colour)
