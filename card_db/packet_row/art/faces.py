"""The faces of all cards."""

from __future__ import annotations

from functools import lru_cache
from typing import assert_never

from PIL import Image

from card_db.art.lettering import draw_number, draw_words
from card_db.art.ornament import (
    FRAME_MM,
    INNER,
    draw_band,
    draw_cloud,
    draw_corner_price,
    draw_points,
    draw_price,
    draw_ribbon,
    draw_rosette,
    draw_rule,
    draw_sky,
    draw_waves,
    star,
)
from card_db.art.plate import Pen, ellipse, new_plate, plate_copy, pulled, rectangle
from card_db.packet_row.art.emblems import draw_emblem
from card_db.packet_row.art.facades import draw_facade, facade_scale, home_deck
from card_db.packet_row.art.palette import (
    CARD_DPI,
    CARD_HEIGHT_MM,
    CARD_WIDTH_MM,
    GOLD,
    GOLD_DARK,
    GOLD_LIGHT,
    PAPER,
    WHITE,
    Family,
    family_of,
    mixed,
)
from card_db.packet_row.art.people import draw_likeness, draw_token
from card_db.packet_row.art.texts import CardTexts
from card_db.packet_row.art.vessels import draw_sea, draw_ship
from card_db.packet_row.art.wares import draw_good, draw_nugget
from card_db.packet_row.cards import Building, Card, Contract, Goods, Helper, Money, Nugget, Ship

MIDDLE = CARD_WIDTH_MM / 2
RIBBON_Y = 59.2
RIBBON_WIDTH = 31.6
HORIZON = 50.0
PICTURE = (INNER[0] + 0.42, INNER[1] + 0.42, INNER[2] - 0.42, INNER[3] - 0.42)


def draw_card(card: Card, texts: CardTexts, dpi: int = CARD_DPI, *, deck: str = "") -> Image.Image:
    """The face of a card, 44 x 68 mm; `deck` tells where a building belongs that our list does not know."""
    return pulled(engrave_card(card, texts, dpi, deck))


def engrave_card(card: Card, texts: CardTexts, dpi: int = CARD_DPI, deck: str = "") -> Pen:
    """The plate of a card, with the places of its words."""
    match card:
        case Contract():
            return _contract(card, texts, dpi)
        case Goods():
            return _goods(card, texts, dpi)
        case Ship():
            return _ship(card, texts, dpi)
        case Nugget():
            return _nugget(card, texts, dpi)
        case Money():
            return _money(card, texts, dpi)
        case Building():
            return _building(card, texts, dpi, deck or home_deck(card.name))
        case Helper():
            return _helper(card, texts, dpi)
    assert_never(card)


@lru_cache(maxsize=6)
def _ground(deck: str, scene: str, dpi: int) -> Image.Image:
    """What cards of a deck and kind have in common: paper, frame and the ground of the picture."""
    family = family_of(deck)
    pen = new_plate(CARD_WIDTH_MM, CARD_HEIGHT_MM, dpi, PAPER)
    edge = (FRAME_MM, FRAME_MM, CARD_WIDTH_MM - FRAME_MM, CARD_HEIGHT_MM - FRAME_MM)
    draw_band(pen, edge, family)
    x0, y0, x1, y1 = PICTURE
    match scene:
        case "street":
            draw_sky(pen, (x0, y0, x1, HORIZON), family)
            for x, y, size in ((30.6, 21.0, 1.0), (12.4, 25.6, 1.15), (34.0, 33.4, 0.8)):
                draw_cloud(pen, x, y, size, family)
            _street(pen, family)
        case "sea":
            draw_sky(pen, (x0, y0, x1, HORIZON - 9), family)
            for x, y, size in ((31.6, 12.6, 1.15), (9.4, 33.6, 0.85), (34.6, 28.0, 0.9)):
                draw_cloud(pen, x, y, size, family)
            draw_sea(pen, (x0, HORIZON - 9, x1, y1), family)
        case "document":
            draw_waves(pen, PICTURE, mixed(family.tint, family.mid, 0.12), 1.25)
        case "river" | "stall":
            draw_waves(pen, PICTURE, mixed(family.pale, family.tint, 0.7), 1.25)
            pen.disc(MIDDLE, 32.5, 17.4, family.pale)
            draw_rosette(pen, MIDDLE, 32.5, 17.4, mixed(family.tint, family.mid, 0.35), 36, 0.1)
        case "oval":
            draw_waves(pen, PICTURE, mixed(family.tint, family.mid, 0.3), 1.0)
    pen.box(PICTURE, None, family.ink, 0.14)
    return pen.image


def _street(pen: Pen, family: Family) -> None:
    x0, _, x1, y1 = PICTURE
    pen.box((x0, HORIZON, x1, y1), mixed(family.tint, family.mid, 0.25))
    pen.line([(x0, HORIZON), (x1, HORIZON)], family.ink, 0.3)
    for row in range(8):
        y = HORIZON + 0.9 + row * (0.8 + row * 0.14)
        if y < y1 - 0.3:
            pen.line([(x0, y), (x1, y)], mixed(family.mid, family.tint, 0.2), 0.14)
            for stone in range(-9, 10):
                x = MIDDLE + (stone + 0.5 * (row % 2)) * (1.9 + row * 0.34)
                if x0 < x < x1:
                    pen.line([(x, y), (x + (x - MIDDLE) * 0.02, min(y + 1.0 + row * 0.2, y1))], family.mid, 0.12)


def _plate(deck: str, scene: str, dpi: int) -> tuple[Pen, Family]:
    return plate_copy(_ground(deck, scene, dpi), dpi), family_of(deck)


def _contract(card: Contract, texts: CardTexts, dpi: int) -> Pen:
    pen, family = _plate(card.deck, "document", dpi)
    title = texts.labels["start" if card.start else "contract"]
    draw_words(pen, title, MIDDLE, 8.0, 2.1, family.ink, 24.5, 0.26, 0.03, two_lines=0.5)
    draw_rule(pen, MIDDLE, 11.3, 14, family.ink)
    if card.start:
        for x in (7.0, CARD_WIDTH_MM - 7.0):
            pen.poly(star(x, 8.0, 2.5), GOLD, GOLD_DARK, 0.2)
        pen.poly(star(MIDDLE, 11.3, 1.5), GOLD_LIGHT, family.ink, 0.2)
    draw_number(pen, str(card.units), 12.4, 21.0, 14.0, family.ink, 13.0)
    draw_good(pen.moved(28.8, 21.0, 1.58), card.good)
    draw_words(pen, texts.goods[card.good], MIDDLE, 31.2, 1.75, family.ink, 30, 0.2, 0.02)
    draw_emblem(pen, card.destination, 12.2, 40.6, 6.1)
    _draw_course(pen, family)
    draw_words(pen, texts.destinations[card.destination], MIDDLE, 50.0, 2.0, family.ink, 32.5, 0.14, 0.03)
    draw_price(pen, card.reward, MIDDLE, 57.7, 6.8, 30)
    return pen


def _draw_course(pen: Pen, family: Family) -> None:
    """A small ship on a few waves beside the emblem."""
    draw_ship(pen.moved(28.8, 44.6, 0.35), None, family)
    for row, width in enumerate((15, 12, 8)):
        y = 45.3 + row * 0.75
        knots = [(28.8 - width / 2 + width * i / 6, y + (0.2 if i % 2 else -0.2), 0.22) for i in range(7)]
        pen.stroke(knots, family.mid)


def _goods(card: Goods, texts: CardTexts, dpi: int) -> Pen:
    pen, family = _plate("market", "stall", dpi)
    places = {1: ((22.0, 33.6, 2.7),), 2: ((14.6, 27.8, 1.8), (29.4, 43.4, 1.8))}
    places[3] = ((29.6, 19.0, 1.58), (14.0, 30.6, 1.58), (29.6, 44.0, 1.58))
    for x, y, size in places.get(card.units, places[1]):
        draw_good(pen.moved(x, y, size), card.good)
    if card.units not in places:
        draw_number(pen, f"{card.units}×", MIDDLE, 48.6, 7.0, family.ink, 30)
    draw_corner_price(pen, card.price)
    draw_ribbon(pen, texts.goods[card.good], family, MIDDLE, RIBBON_Y, RIBBON_WIDTH)
    return pen


def _ship(card: Ship, texts: CardTexts, dpi: int) -> Pen:
    pen, family = _plate("docks", "sea", dpi)
    with pen.clipped(rectangle(PICTURE)) as inside:
        draw_ship(inside.moved(21.9, 48.0, 0.93), card.destination, family)
    draw_emblem(pen, card.destination, 10.4, 10.6, 6.7)
    draw_ribbon(pen, texts.destinations[card.destination], family, MIDDLE, RIBBON_Y, RIBBON_WIDTH)
    return pen


def _nugget(card: Nugget, texts: CardTexts, dpi: int) -> Pen:
    pen, family = _plate("docks", "river", dpi)
    places = ((22.0, 34.0, 2.5),) if card.units == 1 else ((18.6, 25.4, 1.95), (25.4, 42.2, 1.95))
    for x, y, size in places:
        draw_nugget(pen.moved(x, y, size))
    draw_corner_price(pen, card.price)
    draw_ribbon(pen, texts.nuggets[card.units], family, MIDDLE, RIBBON_Y, RIBBON_WIDTH)
    return pen


def _money(card: Money, texts: CardTexts, dpi: int) -> Pen:
    pen = plate_copy(_note_ground(dpi), dpi)
    family = family_of("bank")
    text = str(card.amount)
    for x, y in ((9.6, 9.8), (34.4, 9.8), (9.6, 49.6), (34.4, 49.6)):
        draw_number(pen, text, x, y, 5.6, family.ink, 6.2)
    draw_number(pen, f"${text}", MIDDLE, 29.8, 13.4, family.ink, 18.6)
    draw_ribbon(pen, texts.labels["money"], family, MIDDLE, RIBBON_Y, RIBBON_WIDTH)
    return pen


@lru_cache(maxsize=1)
def _note_ground(dpi: int) -> Image.Image:
    pen, family = _plate("bank", "plain", dpi)
    draw_waves(pen, PICTURE, mixed(family.tint, family.mid, 0.25), 0.9, 0.08, 1.6)
    pen.disc(MIDDLE, 29.8, 17.2, family.pale)
    draw_rosette(pen, MIDDLE, 29.8, 17.0, family.ink, 40, 0.66)
    draw_rosette(pen, MIDDLE, 29.8, 12.6, family.mid, 24, 0.82)
    pen.disc(MIDDLE, 29.8, 11.2, WHITE, family.ink, 0.3)
    pen.disc(MIDDLE, 29.8, 10.6, None, family.mid, 0.12)
    for x, y in ((9.6, 9.8), (34.4, 9.8), (9.6, 49.6), (34.4, 49.6)):
        pen.disc(x, y, 5.4, family.pale)
        draw_rosette(pen, x, y, 5.4, family.ink, 18, 0.72)
        pen.disc(x, y, 4.0, WHITE, family.ink, 0.16)
    return pen.image


def _building(card: Building, texts: CardTexts, dpi: int, deck: str) -> Pen:
    pen, family = _plate(deck, "street", dpi)
    with pen.clipped(rectangle(PICTURE)) as inside:
        size = facade_scale(card.name, 33.0, 37.5)
        draw_facade(inside.moved(MIDDLE, HORIZON + 2.6, size), card.name, family)
    draw_corner_price(pen, card.price, 18.5)
    draw_points(pen, card.points, 35.2, 10.2, family)
    draw_ribbon(pen, texts.building(card.name), family, MIDDLE, RIBBON_Y, RIBBON_WIDTH)
    return pen


def _helper(card: Helper, texts: CardTexts, dpi: int) -> Pen:
    pen, family = _plate(card.deck, "oval", dpi)
    frame = ellipse(MIDDLE, 30.4, 16.6, 24.0)
    pen.poly(frame, family.ink)
    pen.poly(ellipse(MIDDLE, 30.4, 16.0, 23.4), GOLD, GOLD_DARK, 0.2)
    opening = ellipse(MIDDLE, 30.4, 15.0, 22.4)
    pen.poly(opening, mixed(family.pale, WHITE, 0.4), family.ink, 0.4)
    with pen.clipped(opening) as inside:
        inside.hatch(opening, mixed(family.mid, family.tint, 0.3), 0.62, 45, 0.2, 0.06)
        draw_likeness(inside.moved(MIDDLE + 0.4, 28.2, 1.28), card.role, family)
    pen.poly(opening, None, family.ink, 0.4)
    draw_token(pen.moved(35.4, 49.0, 0.84), card.role, family)
    draw_ribbon(pen, texts.helpers[card.role], family, MIDDLE, RIBBON_Y, RIBBON_WIDTH)
    return pen
