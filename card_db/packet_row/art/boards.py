"""The four boards: eight card spaces and a picture on a ground of their own."""

from __future__ import annotations

from typing import Final

from PIL import Image

from card_db.art.lettering import draw_number, draw_words
from card_db.art.ornament import draw_band, draw_ribbon, draw_rosette, draw_waves
from card_db.art.plate import Box, Pen, new_plate, pulled, rectangle
from card_db.pack import Slot
from card_db.packet_row.art.palette import (
    BOARD_DPI,
    BOARD_HEIGHT_MM,
    BOARD_WIDTH_MM,
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
from card_db.packet_row.art.scenes import draw_scene
from card_db.packet_row.art.symbols import draw_symbol
from card_db.packet_row.art.texts import CardTexts

SLOT_MARGIN_MM: Final = 1.5
_LEFT: Final = 10.5
_PITCH: Final = 52.75
_ROWS: Final = (18.0, 104.0)  # top edges of the cards
_PLACES: Final[dict[str, tuple[int, int]]] = {
    "current-1": (1, 1),
    "current-2": (2, 1),
    "current-3": (3, 1),
    "current-4": (4, 1),
    "future-1": (1, 0),
    "future-2": (2, 0),
    "draw": (0, 0),
    "discard": (0, 1),
}
SLOTS: Final = tuple(_PLACES)


def draw_board(area: str, texts: CardTexts, dpi: int = BOARD_DPI) -> tuple[Image.Image, tuple[Slot, ...]]:
    """An empty board, 276 x 186 mm, and where its cards lie in pixels of the picture."""
    pen = engrave_board(area, texts, dpi)
    return pulled(pen), board_slots(dpi)


def board_slots(dpi: int = BOARD_DPI) -> tuple[Slot, ...]:
    """The card spaces of every board, in pixels."""
    scale = dpi / 25.4
    slots = []
    for name in SLOTS:
        x0, y0, x1, y1 = (round(value * scale, 2) for value in _card_box(name))
        slots.append(Slot(name, ((x0, y0), (x1, y0), (x1, y1), (x0, y1))))
    return tuple(slots)


def _card_box(slot: str) -> Box:
    column, row = _PLACES[slot]
    x, y = _LEFT + column * _PITCH, _ROWS[row]
    return x, y, x + CARD_WIDTH_MM, y + CARD_HEIGHT_MM


def engrave_board(area: str, texts: CardTexts, dpi: int) -> Pen:
    """The plate of a board, with the places of its words."""
    family = family_of(area)
    pen = new_plate(BOARD_WIDTH_MM, BOARD_HEIGHT_MM, dpi, PAPER)
    edge = (2.5, 2.5, BOARD_WIDTH_MM - 2.5, BOARD_HEIGHT_MM - 2.5)
    draw_band(pen, edge, family, 2.6, 2.6)
    _draw_floor(pen, area, (5.6, 5.6, BOARD_WIDTH_MM - 5.6, BOARD_HEIGHT_MM - 5.6), family)
    for slot in SLOTS:
        _draw_space(pen, slot, area, family)
    _draw_way(pen, family)
    _draw_picture(pen, area, texts, family)
    middle = CARD_WIDTH_MM / 2
    _draw_label(pen, texts.labels["draw"], _LEFT + middle, _ROWS[0] - 5.6, 44, family)
    _draw_label(pen, texts.labels["discard"], _LEFT + middle, _ROWS[1] - 5.6, 44, family)
    _draw_label(pen, texts.labels["future"], _LEFT + _PITCH * 1.5 + middle, _ROWS[0] - 5.6, 62, family)
    _draw_label(pen, texts.labels["current"], _LEFT + _PITCH * 2.5 + middle, _ROWS[1] - 5.6, 62, family)
    return pen


def _draw_label(pen: Pen, text: str, x: float, y: float, width: float, family: Family) -> None:
    box = (x - width / 2, y - 2.9, x + width / 2, y + 2.9)
    pen.box(box, family.ink)
    pen.box((box[0] + 0.6, box[1] + 0.6, box[2] - 0.6, box[3] - 0.6), None, GOLD, 0.22)
    draw_words(pen, text, x, y, 2.5, WHITE, width - 4, 0.16, 0.04)


def _draw_space(pen: Pen, slot: str, area: str, family: Family) -> None:
    x0, y0, x1, y1 = _card_box(slot)
    for grow, fill, line in ((SLOT_MARGIN_MM + 0.9, family.ink, None), (SLOT_MARGIN_MM + 0.3, GOLD, GOLD_DARK)):
        pen.box((x0 - grow, y0 - grow, x1 + grow, y1 + grow), fill, line, 0.2)
    inner = (x0 - SLOT_MARGIN_MM, y0 - SLOT_MARGIN_MM, x1 + SLOT_MARGIN_MM, y1 + SLOT_MARGIN_MM)
    paper = mixed(family.tint, family.pale, 0.4)
    pen.box(inner, paper)
    pen.hatch(
        rectangle(inner), mixed(family.tint, family.mid, 0.3), 0.9, 45 if slot.startswith("current") else -45, 0.12
    )
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    kind, _, number = slot.partition("-")
    pen.disc(x, y, 15.4, paper)
    faint = mixed(paper, family.mid, 0.75)
    draw_rosette(pen, x, y, 15.2, faint, 30, 0.72 if kind != "future" else 0.8, 0.12)
    if number:
        draw_symbol(pen.moved(x, y - 4.4, 0.62), area, faint, paper)
        draw_number(pen, number, x, y + 4.0, 8.4, faint)
        return
    leaning = ((-24.0, 0.0), (15.0, 0.0), (0.0, 0.0)) if kind == "discard" else ((0.0, -1.6), (0.0, -0.8), (0.0, 0.0))
    for lean, shift in leaning:
        pen.moved(x + shift, y + shift, 1.0, lean).box((-5.0, -7.7, 5.0, 7.7), paper, faint, 0.5)
    draw_symbol(pen.moved(x, y, 0.68), area, faint, paper)


def _draw_way(pen: Pen, family: Family) -> None:
    """Two pointers from the future supply down to the current one."""
    for column in (1, 2):
        x, y = _LEFT + column * _PITCH + (6 if column == 1 else CARD_WIDTH_MM - 6), _ROWS[0] + CARD_HEIGHT_MM + 5.6
        pen.poly([(x - 3.4, y - 1.8), (x + 3.4, y - 1.8), (x, y + 3.2)], GOLD, family.ink, 0.4)


def _draw_picture(pen: Pen, area: str, texts: CardTexts, family: Family) -> None:
    x0, x1 = _LEFT + 3 * _PITCH - SLOT_MARGIN_MM, _LEFT + 4 * _PITCH + CARD_WIDTH_MM + SLOT_MARGIN_MM
    box = (x0, 9.8, x1, _ROWS[0] + CARD_HEIGHT_MM + SLOT_MARGIN_MM)
    pen.box((box[0] - 0.9, box[1] - 0.9, box[2] + 0.9, box[3] + 0.9), family.ink)
    pen.box((box[0] - 0.3, box[1] - 0.3, box[2] + 0.3, box[3] + 0.3), GOLD_LIGHT, GOLD_DARK, 0.2)
    draw_scene(pen, area, box)
    pen.box(box, None, family.ink, 0.3)
    draw_ribbon(pen.moved((x0 + x1) / 2, box[3] + 0.9, 1.75), texts.areas[area], family, 0, 0, 34, 5.6)


def _draw_floor(pen: Pen, area: str, box: Box, family: Family) -> None:
    x0, y0, x1, y1 = box
    base = mixed(family.tint, family.mid, 0.55)
    pen.box(box, base)
    dark, light = mixed(base, family.ink, 0.4), mixed(base, family.tint, 0.45)
    match area:
        case "docks":
            _draw_planks(pen, box, dark, light)
        case "market":
            _draw_cobbles(pen, box, dark, light)
        case "guildhall":
            _draw_tiles(pen, box, dark, light)
        case _:
            draw_waves(pen, box, light, 2.2, 0.16, 2.6)
            for column in range(5):
                for row in range(3):
                    draw_rosette(pen, x0 + 26 + column * 52, y0 + 12 + row * 75, 11, dark, 20, 0.3, 0.14)
    pen.box((x0, y0, x1, y1), None, family.ink, 0.3)


def _draw_planks(pen: Pen, box: Box, dark: tuple[int, int, int], light: tuple[int, int, int]) -> None:
    x0, y0, x1, y1 = box
    rows = 22
    for row in range(rows):
        top, bottom = y0 + (y1 - y0) * row / rows, y0 + (y1 - y0) * (row + 1) / rows
        pen.line([(x0, top), (x1, top)], dark, 0.4)
        for grain in range(1, 5):
            y = top + (bottom - top) * grain / 5
            knots = [
                (x0 + (x1 - x0) * k / 9, y + 0.5 * ((k * 7 + row * 5 + grain * 3) % 5 - 2) / 2, 0.16) for k in range(10)
            ]
            pen.stroke(knots, light if grain % 2 else dark, samples=4)
        seam = x0 + 20 + (row * 83) % 110
        while seam < x1 - 4:
            pen.line([(seam, top), (seam, bottom)], dark, 0.4)
            for side in (-1.6, 1.6):
                pen.disc(seam + side, (top + bottom) / 2, 0.5, dark)
            seam += 110


def _draw_cobbles(pen: Pen, box: Box, dark: tuple[int, int, int], light: tuple[int, int, int]) -> None:
    x0, y0, x1, y1 = box
    with pen.clipped(rectangle(box)) as inside:
        row, y = 0, y0
        while y < y1 + 3:
            x = x0 - (row % 2) * 3.1
            column = 0
            while x < x1 + 3:
                wobble = ((row * 37 + column * 53) % 11 - 5) * 0.09
                inside.oval(
                    x + wobble,
                    y + wobble * 0.6,
                    2.75,
                    1.9,
                    mixed(light, dark, ((row * 5 + column * 3) % 7) * 0.055),
                    dark,
                    0.28,
                )
                x += 6.2
                column += 1
            y += 3.6
            row += 1


def _draw_tiles(pen: Pen, box: Box, dark: tuple[int, int, int], light: tuple[int, int, int]) -> None:
    x0, y0, x1, y1 = box
    with pen.clipped(rectangle(box)) as inside:
        half = 4.6
        row, y = 0, y0
        while y < y1 + half:
            x = x0 + (row % 2) * half
            column = 0
            while x < x1 + half:
                tile = [(x - half, y), (x, y - half), (x + half, y), (x, y + half)]
                inside.poly(tile, light if row % 2 else None, dark, 0.24)
                if row % 2 == 0:
                    inside.poly([(x - 2, y), (x, y - 2), (x + 2, y), (x, y + 2)], dark)
                elif (row + column) % 3 == 0:
                    inside.hatch(tile, dark, 1.0, 45, 0.14)
                x += 2 * half
                column += 1
            y += half
            row += 1
