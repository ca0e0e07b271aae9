"""QR stickers in a picture: pixels -> tags.

Reading every pixel of a 1080p picture takes zbar some 70 ms, and it wants three pixels a module. So the picture is
first searched for spots as busy as a code, at three scales; those that show a code's marks are then read at twice the
scale at which they were found. That is faster on a table without tags and reads smaller tags, down to less than two
pixels a module.
"""

from __future__ import annotations

from collections.abc import Iterator
from ctypes import c_char_p, c_void_p, cast, string_at
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from card_db.pack import Quad
from scanner.finder_marks import count_marks

try:
    from pyzbar import wrapper as zbar
except (ImportError, OSError):  # the package or the system library libzbar is missing
    zbar = None

Grey = NDArray[np.uint8]

MIN_SIDE = 21  # pixels; the smallest code has as many modules
MAX_PIXELS = 12 * 10**6  # larger pictures are reduced to this first
# How many pixels are looked at for marks, given to the reader in all, and given to it in vain, so that a busy picture
# cannot take long: some 15, 40 and 40 nanoseconds each.
LOOK_PIXELS = 25 * 10**5
READ_PIXELS = 25 * 10**5
VAIN_PIXELS = 6 * 10**5
MARKS = 3  # of a code; no reader does with less

# Where a code may be. How busy a place is: the mean difference of a cell of 8 x 8 pixels from its own blur, as a share
# of the local contrast. Codes of 1.5 to 3 pixels a module peak at 0.15 to 0.24, those of 3 to 12 at 0.23 to 0.31 in a
# picture of half or quarter size (measured with blur and noise); of photographs of cards 0 to 2 % get that far.
CELL = 8
BUSY = 0.14
PEAK = (0.15, 0.19, 0.22)  # for the picture, its half and its quarter; larger codes are found in the whole of an eighth
BALANCE = (0.35, 0.68)  # codes are half dark, half light; text is mostly paper (a code: 0.43 to 0.61)
MIN_CONTRAST = 40
MIN_CELLS = 3  # across: a code is at least 21 modules of 1.5 pixels wide
MARGIN_CELLS = 2  # around it: quiet zone and what the smoothing ate
SECOND_LOOK = 160  # pixels across: codes of less than two pixels a module are no larger

OPENCV_LONGEST = 8  # longer than wide: OpenCV enlarges small pictures until they are 512 pixels across, however long

_Y800 = 0x30303859  # zbar's name for one byte of grey a pixel
_QR_CODE = 64
_ALL_KINDS = 0
_ENABLE = 0


@dataclass(frozen=True, slots=True)
class Tag:
    """A QR code in a picture; the quad runs clockwise from the top left corner of the code as it was printed."""

    text: str
    quad: Quad


@dataclass(frozen=True, slots=True)
class _Spot:
    """Where a code may be, in pixels of one level of the pyramid."""

    level: int
    left: int
    top: int
    right: int
    bottom: int
    busy: float

    @property
    def wide(self) -> int:
        return self.right - self.left

    @property
    def high(self) -> int:
        return self.bottom - self.top

    @property
    def pixels(self) -> int:
        return self.wide * self.high


def tag_reader_name() -> str:
    """Which library reads the tags, for people."""
    if zbar is not None:
        return "zbar"
    return "OpenCV (the library zbar is missing, so tags must be larger to be read)"


def read_tags(pixels_bgr: NDArray[np.uint8]) -> tuple[Tag, ...]:
    """All QR codes in a picture, in the order of their place from the top; never raises because of what is on it."""
    grey = _grey(pixels_bgr)
    if grey is None:
        return ()
    shrink = min(1.0, (MAX_PIXELS / grey.size) ** 0.5)
    if shrink < 1:
        grey = _resized(grey, shrink)
    pyramid = [grey]
    while len(pyramid) <= len(PEAK) and min(pyramid[-1].shape) >= 2 * MIN_SIDE:
        pyramid.append(_resized(pyramid[-1], 0.5))
    read = _read_zbar if zbar is not None else _read_opencv
    found: list[Tag] = []
    _add(found, (_moved(tag, 2 ** (len(pyramid) - 1), 0, 0) for tag in read(pyramid[-1])))
    _read_spots(pyramid, found)
    ordered = sorted(found, key=lambda tag: (tag.quad[0][1], tag.quad[0][0], tag.text))
    return tuple(_moved(tag, 1 / shrink, 0, 0) for tag in ordered) if shrink < 1 else tuple(ordered)


def _read_spots(pyramid: list[Grey], found: list[Tag]) -> None:
    """Add what can be read at the busy spots, as far as the limits of time allow."""
    look_left, read_left, vain_left = LOOK_PIXELS, READ_PIXELS, VAIN_PIXELS
    levels = range(min(len(PEAK), len(pyramid)))
    for spot in sorted((spot for level in levels for spot in _spots(pyramid, level)), key=_order):
        left = min(look_left, read_left, vain_left)
        if spot.pixels > left or _is_read(spot, found):
            continue
        if 4 * spot.pixels > left:  # large: many codes, or a busy picture around one
            crop, scale = _once(pyramid, spot)
        else:
            crop, scale = _twice(pyramid, spot, cv2.INTER_LINEAR)
        look_left -= crop.size
        if count_marks(crop, MARKS) < MARKS:
            continue
        if scale < 1:
            crop, scale = _twice(pyramid, spot)
        tags, spent = _read_crop(crop, scale < 1)
        read_left -= spent
        if not tags:
            vain_left -= spent
        size = 2**spot.level
        _add(found, (_moved(tag, scale, spot.left * size, spot.top * size) for tag in tags))


def _read_crop(crop: Grey, is_enlarged: bool) -> tuple[list[Tag], int]:
    """What is read, and how many pixels the reader was given; small modules are worth a second look."""
    read, second_look = (_read_zbar, _sharpened) if zbar is not None else (_read_opencv, _doubled)
    tags = read(crop)
    if tags or not is_enlarged or max(crop.shape) > 2 * SECOND_LOOK:
        return tags, crop.size
    clearer, more = second_look(crop)
    return [_moved(tag, 1 / more, 0, 0) for tag in read(clearer)], crop.size + clearer.size


# Where to look


def _spots(pyramid: list[Grey], level: int) -> Iterator[_Spot]:
    picture = pyramid[level]
    rows, columns = picture.shape[0] // CELL, picture.shape[1] // CELL
    if min(rows, columns) < MIN_CELLS:
        yield _Spot(level, 0, 0, picture.shape[1], picture.shape[0], 1.0)
        return
    whole = picture[: rows * CELL, : columns * CELL]
    window = np.ones((2 * CELL - 1, 2 * CELL - 1), np.uint8)
    middle = slice(CELL // 2, None, CELL)
    darkest = cv2.erode(whole, window)[middle, middle].astype(np.float32)
    contrast = np.maximum(cv2.dilate(whole, window)[middle, middle] - darkest, MIN_CONTRAST)
    detail = _cell_means(cv2.absdiff(whole, cv2.blur(whole, (5, 5))), (columns, rows))
    busy = cv2.blur(detail / contrast, (3, 3))
    balance = cv2.blur((_cell_means(whole, (columns, rows)) - darkest) / contrast, (3, 3))
    likely = (busy > BUSY) & (balance > BALANCE[0]) & (balance < BALANCE[1])
    count, _, stats, _ = cv2.connectedComponentsWithStats(likely.astype(np.uint8), connectivity=4)
    for column, row, wide, high, _cells in stats[1:count].tolist():
        strength = float(busy[row : row + high, column : column + wide].max())
        if min(wide, high) < MIN_CELLS - 1 or strength < PEAK[level]:
            continue
        yield _Spot(
            level,
            max(0, column - MARGIN_CELLS) * CELL,
            max(0, row - MARGIN_CELLS) * CELL,
            min(picture.shape[1], (column + wide + MARGIN_CELLS) * CELL),
            min(picture.shape[0], (row + high + MARGIN_CELLS) * CELL),
            strength,
        )


def _cell_means(picture: NDArray[Any], size: tuple[int, int]) -> NDArray[np.float32]:
    # Halving whole numbers first is several times as quick, and the cells are means of sixteen of these.
    half = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    means: NDArray[np.float32] = cv2.resize(half.astype(np.float32), size, interpolation=cv2.INTER_AREA)  # type: ignore[assignment]
    return means


def _order(spot: _Spot) -> tuple[float, int, int, int]:
    """The busiest first."""
    return -spot.busy, spot.level, spot.top, spot.left


def _once(pyramid: list[Grey], spot: _Spot) -> tuple[Grey, float]:
    """The spot as it was found, and the size of its pixels in those of the picture."""
    return pyramid[spot.level][spot.top : spot.bottom, spot.left : spot.right], float(2**spot.level)


def _twice(pyramid: list[Grey], spot: _Spot, how: int = cv2.INTER_CUBIC) -> tuple[Grey, float]:
    """The spot at twice that scale."""
    if spot.level == 0:
        return _resized(_once(pyramid, spot)[0], 2, how), 0.5
    finer = pyramid[spot.level - 1][2 * spot.top : 2 * spot.bottom, 2 * spot.left : 2 * spot.right]
    return finer, float(2 ** (spot.level - 1))


def _sharpened(crop: Grey) -> tuple[Grey, float]:
    """Helps zbar with codes below 1.75 pixels a module, and only with those."""
    return cv2.addWeighted(crop, 2.0, cv2.GaussianBlur(crop, (0, 0), 2.0), -1.0, 0).astype(np.uint8, copy=False), 1.0


def _doubled(crop: Grey) -> tuple[Grey, float]:
    """Helps OpenCV, which wants larger modules."""
    return _resized(crop, 2), 2.0


def _grey(pixels: NDArray[np.uint8]) -> Grey | None:
    if pixels.dtype != np.uint8 or pixels.ndim not in (2, 3) or min(pixels.shape[:2]) < MIN_SIDE:
        return None
    if pixels.ndim == 2:
        return np.ascontiguousarray(pixels)
    if pixels.shape[2] == 1:
        return np.ascontiguousarray(pixels[:, :, 0])
    if pixels.shape[2] < 3:
        return None
    return cv2.cvtColor(np.ascontiguousarray(pixels[:, :, :3]), cv2.COLOR_BGR2GRAY).astype(np.uint8, copy=False)


def _resized(picture: Grey, factor: float, enlarge: int = cv2.INTER_CUBIC) -> Grey:
    height, width = picture.shape
    size = max(1, round(width * factor)), max(1, round(height * factor))
    how = cv2.INTER_AREA if factor < 1 else enlarge
    return cv2.resize(picture, size, interpolation=how).astype(np.uint8, copy=False)


# What was read


def _add(found: list[Tag], tags: Iterator[Tag]) -> None:
    """Keep what is not there yet; the same text twice is two tags only when they lie apart."""
    for tag in tags:
        x, y = _centre(tag.quad)
        if not any(tag.text == other.text and _covers(other.quad, x, y) for other in found):
            found.append(tag)


def _is_read(spot: _Spot, found: list[Tag]) -> bool:
    """Whether the spot is a tag that was read at another scale already."""
    size = 2**spot.level
    x, y = (spot.left + spot.right) / 2 * size, (spot.top + spot.bottom) / 2 * size
    area = spot.pixels * size * size
    return any(area < 6 * _area(tag.quad) and _covers(tag.quad, x, y) for tag in found)


def _area(quad: Quad) -> float:
    return float(cv2.contourArea(np.array(quad, np.float32)))


def _centre(quad: Quad) -> tuple[float, float]:
    return sum(x for x, _ in quad) / 4, sum(y for _, y in quad) / 4


def _covers(quad: Quad, x: float, y: float) -> bool:
    return cv2.pointPolygonTest(np.array(quad, np.float32), (x, y), False) >= 0


def _moved(tag: Tag, scale: float, left: float, top: float) -> Tag:
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = (
        ((x + 0.5) * scale - 0.5 + left, (y + 0.5) * scale - 0.5 + top) for x, y in tag.quad
    )
    return Tag(tag.text, ((ax, ay), (bx, by), (cx, cy), (dx, dy)))


# The two readers


def _read_zbar(grey: Grey) -> list[Tag]:
    """zbar called directly: pyzbar's own `decode` sorts the corners and so forgets which one is the code's top left."""
    height, width = grey.shape
    data = grey.tobytes()
    scanner = zbar.zbar_image_scanner_create()
    image = zbar.zbar_image_create()
    try:
        zbar.zbar_image_scanner_set_config(scanner, _ALL_KINDS, _ENABLE, 0)
        zbar.zbar_image_scanner_set_config(scanner, _QR_CODE, _ENABLE, 1)
        zbar.zbar_image_set_format(image, _Y800)
        zbar.zbar_image_set_size(image, width, height)
        zbar.zbar_image_set_data(image, cast(c_char_p(data), c_void_p), len(data), None)
        if zbar.zbar_scan_image(scanner, image) < 1:
            return []
        return [tag for symbol in _symbols(image) if (tag := _zbar_tag(symbol)) is not None]
    finally:
        zbar.zbar_image_destroy(image)
        zbar.zbar_image_scanner_destroy(scanner)


def _symbols(image: Any) -> Iterator[Any]:
    symbol = zbar.zbar_image_first_symbol(image)
    while symbol:
        yield symbol
        symbol = zbar.zbar_symbol_next(symbol)


def _zbar_tag(symbol: Any) -> Tag | None:
    raw = string_at(zbar.zbar_symbol_get_data(symbol), zbar.zbar_symbol_get_data_length(symbol))
    corners = [
        (float(zbar.zbar_symbol_get_loc_x(symbol, index)), float(zbar.zbar_symbol_get_loc_y(symbol, index)))
        for index in range(zbar.zbar_symbol_get_loc_size(symbol))
    ]
    if len(corners) != 4 or not raw:
        return None
    top_left, bottom_left, bottom_right, top_right = corners  # zbar goes round the other way
    return Tag(raw.decode(errors="replace"), (top_left, top_right, bottom_right, bottom_left))


def _read_opencv(grey: Grey) -> list[Tag]:
    if max(grey.shape) > OPENCV_LONGEST * min(grey.shape):
        return []
    try:
        _, texts, corners, _ = cv2.QRCodeDetector().detectAndDecodeMulti(grey)
    except (cv2.error, ValueError):  # odd shapes; texts that are not UTF-8
        return []
    quads = [] if corners is None else np.asarray(corners, np.float64).reshape(-1, 4, 2).tolist()
    return [
        Tag(text, ((ax, ay), (bx, by), (cx, cy), (dx, dy)))
        for text, ((ax, ay), (bx, by), (cx, cy), (dx, dy)) in zip(texts, quads, strict=False)
        if text
    ]
