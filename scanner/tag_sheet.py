"""QR stickers for sleeves on A4 sheets (PDF), with cut marks and an honest word on how far away they can be read."""

from __future__ import annotations

import io
import itertools
import math
import os
import secrets
import stat
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import segno

from card_db.pack import CardPack

# How many pixels of the picture a module must cover. Measured with `read_tags` (zbar) on 60 simulated pictures for each
# of six sizes and two codes (21 and 29 modules): any rotation, tilt up to 25 degrees, on photographs of cards, contrast
# 40 to 215 of 255, noise of 4, JPEG quality 85. Blurred by a Gaussian of 0.8 pixels (a camera in focus) 100 % were read
# at 2.5 pixels a module and 90 to 98 % at 2; blurred by 1.0 (focus a little off) 97 to 100 % at 3.5, 85 to 95 % at 3.
MODULE_PIXELS_SHARP = 2.5
MODULE_PIXELS_SOFT = 3.5
CAMERA_WIDTH = 1920  # the assumed camera: pixels across
CAMERA_VIEW = 60.0  # and degrees across

QUIET_MODULES = (
    2  # white around the code; four are the rule for any reader, two read as well here and give larger modules
)
MIN_MODULE_MM = 0.25  # three dots of a 300 dpi printer
SIZE_MM = (6.0, 100.0)
MAX_STICKERS = 5_000
MAX_LIST_BYTES = 2**20

_PAGE_MM = (210.0, 297.0)
_MARGIN_MM = 10.0
_FOOTER_MM = 20.0
_GAP_MM = 4.0
_MIN_CELL_MM = 20.0  # room for the label
_LABEL_POINTS = 5.0
_LABEL_LINES = 3
_BREAKS = " :_-/."  # a line of a label may end after these
_MM = 72 / 25.4


class SheetError(ValueError):
    """A sheet cannot be made; one sentence."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What was made; the distances hold for the densest code on the sheet."""

    stickers: int
    pages: int
    module_mm: float
    sharp_cm: int
    soft_cm: int


def pack_ids(pack: CardPack) -> tuple[str, ...]:
    """One sticker for each design of a pack."""
    return tuple(image.id for image in pack.cards)


def read_list(path: Path) -> tuple[str, ...]:
    """The ids of a deck list: one a line, a tab and a number after it for several copies; # starts a comment line."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise SheetError(f"{path} is not a file.")
        with path.open("rb") as handle:
            raw = handle.read(MAX_LIST_BYTES + 1)
        if len(raw) > MAX_LIST_BYTES:
            raise SheetError(f"{path} is larger than {MAX_LIST_BYTES // 2**20} MB.")
        lines = raw.decode("utf-8-sig").splitlines()
    except OSError as error:
        raise SheetError(f"{path} cannot be read: {error.strerror or error}.") from error
    except UnicodeDecodeError as error:
        raise SheetError(f"{path} is not UTF-8 text.") from error
    ids: list[str] = []
    for number, line in enumerate(lines, 1):
        id_, _, copies = line.strip().partition("\t")
        if not id_ or id_.startswith("#"):
            continue
        copies = copies.strip() or "1"
        if not (copies.isascii() and copies.isdigit() and 1 <= len(copies) <= 4):
            raise SheetError(f"{path}: line {number} must hold a number of copies after the tab.")
        ids += [id_.strip()] * int(copies)
        if len(ids) > MAX_STICKERS:
            raise SheetError(f"{path} asks for more than {MAX_STICKERS:,} stickers.")
    return tuple(ids)


def reading_distance_cm(module_mm: float, module_pixels: float, camera_width: int = CAMERA_WIDTH) -> float:
    """From how far the assumed camera sees a module as so many pixels, looking straight at it."""
    view_mm = camera_width * module_mm / module_pixels  # how much of the table may be in view from side to side
    return view_mm / (2 * math.tan(math.radians(CAMERA_VIEW / 2))) / 10


def sticker_modules(text: str) -> tuple[tuple[bool, ...], ...]:
    """The sticker for a text as rows of dark (true) and light modules, quiet zone included.

    Texts that are not plain ASCII say in the code that they are UTF-8: zbar guesses otherwise, and wrongly for umlauts.
    """
    plain = text.isascii()
    try:
        # The smallest code that holds the text, and in it as much correction as there is room for.
        code = segno.make(text, error="l", micro=False, encoding=None if plain else "utf-8", eci=not plain)
    except ValueError as error:
        raise SheetError(f"The id {_short(text)} does not fit into a QR code.") from error
    return tuple(tuple(bool(dark) for dark in row) for row in code.matrix_iter(border=QUIET_MODULES))


def make_sheet(ids: Sequence[str], out: Path, size_mm: float = 12.0) -> Sheet:
    """Write stickers of `size_mm` (a side, white margin included) for these ids, as many pages as they need."""
    if not SIZE_MM[0] <= size_mm <= SIZE_MM[1]:
        raise SheetError(f"Stickers can be {SIZE_MM[0]:g} to {SIZE_MM[1]:g} mm large.")
    if not ids:
        raise SheetError("There is no card to make a sticker for.")
    if len(ids) > MAX_STICKERS:
        raise SheetError(f"{len(ids):,} stickers are too many for one file; {MAX_STICKERS:,} are allowed.")
    codes = {id_: sticker_modules(id_) for id_ in dict.fromkeys(ids)}
    for id_, rows in codes.items():
        if size_mm / len(rows) < MIN_MODULE_MM:
            need = math.ceil(len(rows) * MIN_MODULE_MM)
            raise SheetError(f"The sticker for {_short(id_)} has to be {need} mm large to be printed clearly.")
    module_mm = size_mm / max(map(len, codes.values()))
    canvas_type = _canvas_type()

    cell_w = max(size_mm + _GAP_MM, _MIN_CELL_MM)
    cell_h = size_mm + _GAP_MM + _LABEL_LINES * _LABEL_POINTS * 1.1 / _MM
    columns = int((_PAGE_MM[0] - 2 * _MARGIN_MM) // cell_w)
    rows_a_page = int((_PAGE_MM[1] - 2 * _MARGIN_MM - _FOOTER_MM) // cell_h)
    a_page = columns * rows_a_page
    sheet = Sheet(
        len(ids),
        math.ceil(len(ids) / a_page),
        module_mm,
        int(reading_distance_cm(module_mm, MODULE_PIXELS_SHARP)),
        int(reading_distance_cm(module_mm, MODULE_PIXELS_SOFT)),
    )
    buffer = io.BytesIO()
    canvas = canvas_type(buffer, pagesize=(_PAGE_MM[0] * _MM, _PAGE_MM[1] * _MM), invariant=1, pageCompression=1)
    canvas.setTitle("Card stickers")
    for page in range(sheet.pages):
        for place, id_ in enumerate(ids[page * a_page : (page + 1) * a_page]):
            left = _PAGE_MM[0] / 2 + (place % columns - columns / 2) * cell_w + (cell_w - size_mm) / 2
            top = _PAGE_MM[1] - _MARGIN_MM - place // columns * cell_h - _GAP_MM / 2
            _draw_sticker(canvas, codes[id_], left, top, size_mm)
            _draw_label(canvas, id_, left + size_mm / 2, top - size_mm - _GAP_MM / 2, cell_w)
        _draw_footer(canvas, sheet, size_mm, page + 1)
        canvas.showPage()
    canvas.save()
    _write(out, buffer.getvalue())
    return sheet


def _canvas_type() -> Any:
    try:
        from reportlab.pdfgen.canvas import Canvas
    except ImportError as error:
        raise SheetError(
            "Printing sheets needs reportlab, which is not installed: pip install 'packet-row-companion[print]'."
        ) from error
    return Canvas


def _draw_sticker(canvas: Any, rows: Sequence[Sequence[bool]], left: float, top: float, size: float) -> None:
    """The code as one filled path (no seams between modules) and cut marks just outside the corners."""
    module = size / len(rows)
    path = canvas.beginPath()
    for y, row in enumerate(rows):
        start = 0
        for dark, run in itertools.groupby(row):
            length = len(list(run))
            if dark:
                corner = (left + start * module) * _MM, (top - (y + 1) * module) * _MM
                path.rect(*corner, length * module * _MM, module * _MM)
            start += length
    canvas.setFillGray(0)
    canvas.drawPath(path, stroke=0, fill=1)
    canvas.setStrokeGray(0.5)
    canvas.setLineWidth(0.2)
    near, far = 0.3, 1.5
    for edge_x, outward in ((left, -1), (left + size, 1)):
        for edge_y, upward in ((top, 1), (top - size, -1)):
            canvas.line((edge_x + outward * near) * _MM, edge_y * _MM, (edge_x + outward * far) * _MM, edge_y * _MM)
            canvas.line(edge_x * _MM, (edge_y + upward * near) * _MM, edge_x * _MM, (edge_y + upward * far) * _MM)


def _draw_label(canvas: Any, text: str, centre: float, top: float, width: float) -> None:
    """The id below its sticker, outside the cut marks; ids have few spaces, so lines also break after other signs."""
    canvas.setFillGray(0)
    canvas.setFont("Helvetica", _LABEL_POINTS)
    room = (width - 1) * _MM
    lines = [""]
    for character in _printable(text):
        if canvas.stringWidth(lines[-1] + character, "Helvetica", _LABEL_POINTS) > room:
            end = max((lines[-1].rfind(sign) for sign in _BREAKS), default=-1) + 1 or len(lines[-1])
            lines[-1:] = [lines[-1][:end], lines[-1][end:]]
        lines[-1] += character
    if len(lines) > _LABEL_LINES:
        lines = [*lines[: _LABEL_LINES - 1], lines[_LABEL_LINES - 1][:-2] + "..."]
    for number, line in enumerate(lines):
        canvas.drawCentredString(centre * _MM, top * _MM - (number + 0.6) * _LABEL_POINTS * 1.1, line.strip())


def _draw_footer(canvas: Any, sheet: Sheet, size_mm: float, page: int) -> None:
    y = _MARGIN_MM + _FOOTER_MM - 6
    canvas.setStrokeGray(0)
    canvas.setLineWidth(0.4)
    canvas.line(_MARGIN_MM * _MM, y * _MM, (_MARGIN_MM + 50) * _MM, y * _MM)
    canvas.setFillGray(0)
    canvas.setFont("Helvetica", 7)
    canvas.drawString((_MARGIN_MM + 52) * _MM, y * _MM - 2, "Print at 100 %: this line is 50 mm long.")
    canvas.drawRightString((_PAGE_MM[0] - _MARGIN_MM) * _MM, y * _MM - 2, f"{page} / {sheet.pages}")
    for number, line in enumerate(footer_lines(sheet, size_mm), 1):
        canvas.drawString(_MARGIN_MM * _MM, y * _MM - 4 - number * 9, line)


def footer_lines(sheet: Sheet, size_mm: float) -> tuple[str, ...]:
    """What the sheet says about reading distances."""
    view_cm = int(CAMERA_WIDTH * sheet.module_mm / MODULE_PIXELS_SHARP / 10)
    return (
        f"Stickers of {size_mm:g} mm; the densest code has modules of {sheet.module_mm:.2f} mm. It is read from up to "
        f"{sheet.sharp_cm} cm when the picture is sharp, {sheet.soft_cm} cm when it is a little soft.",
        f"This assumes a camera of {CAMERA_WIDTH} x 1080 pixels that sees {CAMERA_VIEW:g} degrees across, held "
        f"straight above in good light: at most {view_cm} cm of table in view. Twice the pixels,",
        f"twice the distance. It rests on simulated pictures, in which a module must cover {MODULE_PIXELS_SHARP:g} "
        f"pixels (sharp) or {MODULE_PIXELS_SOFT:g} (soft); with other cameras try one sticker first.",
    )


def _write(out: Path, data: bytes) -> None:
    beside = out.parent / f".{secrets.token_hex(8)}.tmp"
    try:
        try:
            with beside.open("xb") as handle:
                handle.write(data)
                handle.flush()
                os.fsync(handle.fileno())
            beside.replace(out)
        except BaseException:
            with suppress(OSError):
                beside.unlink()
            raise
    except OSError as error:
        raise SheetError(f"{out} cannot be written: {error.strerror or error}.") from error


def _printable(text: str) -> str:
    """As far as the font goes (the code itself holds the exact text)."""
    return text.encode("cp1252", "replace").decode("cp1252")


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "...")
