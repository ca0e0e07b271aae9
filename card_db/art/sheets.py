"""Printable sheets: cards and boards in true size on A4, with cut marks.

Nine cards a page with 3 mm of bleed round each, backs mirrored so that they meet their fronts when the sheets are
turned over their long edge. A board fills a page of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from PIL import Image

from card_db.art.palette import CARD_HEIGHT_MM, CARD_WIDTH_MM, PAPER

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

A4_MM: Final = (210.0, 297.0)
BLEED_MM: Final = 3.0
COLUMNS: Final = 3
ROWS: Final = 3
PER_PAGE: Final = COLUMNS * ROWS
_POINT: Final = 72 / 25.4
_MARK_MM: Final = 4.0

Sides = tuple[Hashable, Hashable]  # what names the face of a card and its back


class SheetsError(RuntimeError):
    """The sheets cannot be made; the message says what is missing."""


def write_pages(
    path: Path,
    title: str,
    cards: Sequence[Sides],
    draw: Callable[[Any], Image.Image],
    boards: Iterable[tuple[Image.Image, tuple[float, float]]] = (),
    backs: bool = True,
) -> int:
    """Write the PDF and return its number of pages; `draw` draws a side by its name, boards come with their size in mm.

    Raises SheetsError when reportlab is missing.
    """
    canvas = _new_canvas(path, title)
    pages = 0
    known: dict[Hashable, Any] = {}

    def picture(side: Hashable) -> Any:
        if side not in known:
            known[side] = _reader(draw(side))
        return known[side]

    for start in range(0, len(cards), PER_PAGE):
        page = cards[start : start + PER_PAGE]
        _draw_page(canvas, [picture(face) for face, _ in page], mirrored=False)
        pages += 1
        if backs:
            _draw_page(canvas, [picture(back) for _, back in page], mirrored=True)
            pages += 1
    for image, size in boards:
        _draw_board_page(canvas, image, size)
        pages += 1
    canvas.save()
    return pages


def card_corner(place: int, mirrored: bool = False) -> tuple[float, float]:
    """Top left corner of a card on its page in millimetres from the page's top left corner."""
    column, row = place % COLUMNS, place // COLUMNS
    if mirrored:
        column = COLUMNS - 1 - column
    width, height = CARD_WIDTH_MM + 2 * BLEED_MM, CARD_HEIGHT_MM + 2 * BLEED_MM
    left, top = (A4_MM[0] - COLUMNS * width) / 2, (A4_MM[1] - ROWS * height) / 2
    return left + column * width + BLEED_MM, top + row * height + BLEED_MM


def _new_canvas(path: Path, title: str) -> Any:
    try:
        from reportlab.pdfgen.canvas import Canvas
    except ImportError as error:
        raise SheetsError(
            'printing needs reportlab, which is not installed; run: pip install "packet-row-companion[print]"'
        ) from error
    canvas = Canvas(str(path), pagesize=(A4_MM[0] * _POINT, A4_MM[1] * _POINT), invariant=1, pageCompression=1)
    canvas.setTitle(title)
    return canvas


def _reader(image: Image.Image) -> Any:
    from reportlab.lib.utils import ImageReader

    return ImageReader(image)


def _draw_page(canvas: Any, images: Sequence[Any], mirrored: bool) -> None:
    canvas.setFillColorRGB(*(value / 255 for value in PAPER))
    corners = [card_corner(place, mirrored) for place in range(len(images))]
    for x, y in corners:
        _rectangle(canvas, x - BLEED_MM, y - BLEED_MM, CARD_WIDTH_MM + 2 * BLEED_MM, CARD_HEIGHT_MM + 2 * BLEED_MM)
    for image, (x, y) in zip(images, corners, strict=True):
        bottom = A4_MM[1] - y - CARD_HEIGHT_MM
        canvas.drawImage(image, x * _POINT, bottom * _POINT, CARD_WIDTH_MM * _POINT, CARD_HEIGHT_MM * _POINT)
    if not mirrored:
        _draw_marks(canvas, corners)
    canvas.showPage()


def _rectangle(canvas: Any, x: float, y: float, width: float, height: float) -> None:
    bottom = A4_MM[1] - y - height
    canvas.rect(x * _POINT, bottom * _POINT, width * _POINT, height * _POINT, stroke=0, fill=1)


def _draw_marks(canvas: Any, corners: Sequence[tuple[float, float]]) -> None:
    """Cut marks at the edges of the page and small crosses at the corners between cards."""
    canvas.setLineWidth(0.25)
    xs = sorted({x + add for x, _ in corners for add in (0.0, CARD_WIDTH_MM)})
    ys = sorted({y + add for _, y in corners for add in (0.0, CARD_HEIGHT_MM)})
    left, right = xs[0] - BLEED_MM, xs[-1] + BLEED_MM
    top, bottom = ys[0] - BLEED_MM, ys[-1] + BLEED_MM
    lines = [(x, edge, x, edge + way * _MARK_MM) for x in xs for edge, way in ((top, -1), (bottom, 1))]
    lines += [(edge, y, edge + way * _MARK_MM, y) for y in ys for edge, way in ((left, -1), (right, 1))]
    for x, y in corners:
        for cx, sx in ((x, -1), (x + CARD_WIDTH_MM, 1)):
            for cy, sy in ((y, -1), (y + CARD_HEIGHT_MM, 1)):
                lines.append((cx + sx * 0.8, cy, cx + sx * (BLEED_MM - 0.6), cy))
                lines.append((cx, cy + sy * 0.8, cx, cy + sy * (BLEED_MM - 0.6)))
    _draw_lines(canvas, lines, A4_MM[1])


def _draw_lines(canvas: Any, lines: Iterable[tuple[float, float, float, float]], page_height: float) -> None:
    canvas.setStrokeColorRGB(0.35, 0.35, 0.35)
    for x0, y0, x1, y1 in lines:
        canvas.line(x0 * _POINT, (page_height - y0) * _POINT, x1 * _POINT, (page_height - y1) * _POINT)


def _draw_board_page(canvas: Any, image: Image.Image, size: tuple[float, float]) -> None:
    height, width = A4_MM  # turned on its side
    canvas.setPageSize((width * _POINT, height * _POINT))
    board_width, board_height = size
    x, y = (width - board_width) / 2, (height - board_height) / 2
    reader = _reader(image)
    canvas.drawImage(reader, x * _POINT, y * _POINT, board_width * _POINT, board_height * _POINT)
    canvas.setLineWidth(0.25)
    lines = []
    for cx, sx in ((x, -1), (x + board_width, 1)):
        for cy, sy in ((y, -1), (y + board_height, 1)):
            lines.append((cx + sx, cy, cx + sx * (1 + _MARK_MM), cy))
            lines.append((cx, cy + sy, cx, cy + sy * (1 + _MARK_MM)))
    _draw_lines(canvas, lines, height)
    canvas.showPage()
