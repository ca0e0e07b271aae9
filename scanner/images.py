"""Picture files to upright pixels: any common kind of file, bounded in size, refused in one sentence.

The header is read first; what is too large is refused before a single pixel is decoded.
"""

from __future__ import annotations

import io
import stat
import warnings
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

Pixels = NDArray[np.uint8]  # height x width x 3, in the order blue, green, red

FORMATS = (
    "JPEG",
    "PNG",
    "WEBP",
    "BMP",
    "TIFF",
    "GIF",
)  # JPEG also stands for MPO, the phones' JPEG of several pictures
MAX_FILE_BYTES = 200 * 2**20
MAX_SIDE = 20_000
MAX_PIXELS = 64 * 10**6
MIN_SIDE = 16  # nothing smaller can show a card
MAX_SCANNED_PIXELS = 24 * MAX_PIXELS  # a JPEG may repeat its whole picture in each of thousands of scans; ten is usual
STRIP_PIXELS = 2**21  # pixels are converted in strips, so that a large picture is in memory twice and not four times

_ORIENTATION = 0x0112  # the EXIF tag
_SIXTEEN_BIT = ("I;16", "I;16L", "I;16B", "I;16N")
_TRANSPARENT = ("RGBA", "RGBa", "LA", "La", "PA")
_WHITE = 255  # what shows through transparent corners: paper


class ImageError(ValueError):
    """A picture cannot be used; one sentence that names it.

    Kinds: missing, no_picture, too_large, too_small, memory, damaged.
    """

    def __init__(self, sentence: str, kind: str = "damaged") -> None:
        """`kind` is for programs that have words of their own."""
        super().__init__(sentence)
        self.kind = kind


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """An upright picture."""

    pixels_bgr: Pixels

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        height, width = self.pixels_bgr.shape[:2]
        return width, height


def load_image(path: Path) -> Picture:
    """Read a picture file."""
    what = _one_line(str(path))
    try:
        if not stat.S_ISREG(path.stat().st_mode):  # a pipe or a device may never end
            raise ImageError(f"{what} is not a file.", "missing")
        with path.open("rb") as handle:
            data = handle.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise ImageError(f"{what} cannot be read: {error.strerror or error}.", "missing") from error
    except ValueError as error:
        if isinstance(error, ImageError):
            raise
        raise ImageError(f"{what} is not a file name.", "missing") from error
    return decode_image(data, what)


def decode_image(data: bytes, what: str) -> Picture:
    """Decode a picture file held in memory; `what` names it in messages. Of an animation the first frame counts."""
    what = _one_line(what)
    if not data:
        raise ImageError(f"{what} is empty.")
    if len(data) > MAX_FILE_BYTES:
        raise ImageError(f"{what} is larger than {MAX_FILE_BYTES // 2**20} MB.", "too_large")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Pillow warns about sizes and about broken metadata; both are dealt with here
        try:
            return _decode(data, what)
        except ImageError:
            raise
        except UnidentifiedImageError as error:
            sentence = f"{what} is not a picture of a known kind (JPEG, PNG, WebP, BMP, TIFF, GIF)."
            raise ImageError(sentence, "no_picture") from error
        except Image.DecompressionBombError as error:
            raise ImageError(f"{what} is larger than {MAX_PIXELS // 10**6} megapixels.", "too_large") from error
        except MemoryError as error:
            raise ImageError(f"{what} needs more memory than there is.", "memory") from error
        except Exception as error:  # the decoders raise nearly everything on damaged files, struct.error to KeyError
            raise ImageError(f"{what} is damaged: {_reason(error)}.") from error


def _decode(data: bytes, what: str) -> Picture:
    with Image.open(io.BytesIO(data), formats=FORMATS) as image:
        width, height = image.size
        _check_size(width, height, what)
        if image.format in ("JPEG", "MPO") and data.count(b"\xff\xda") * width * height > MAX_SCANNED_PIXELS:
            raise ImageError(f"{what} is a JPEG of far too many scans.", "too_large")
        image.load()
        width, height = image.size  # a TIFF has been turned by now
        _check_size(width, height, what)
        pixels = np.empty((height, width, 3), np.uint8)
        rows = max(1, STRIP_PIXELS // width)
        for top in range(0, height, rows):
            pixels[top : top + rows] = _bgr(image.crop((0, top, width, min(top + rows, height))))
        turn = _orientation(image)
    return Picture(_upright(pixels, turn))


def _check_size(width: int, height: int, what: str) -> None:
    is_now = f"{width:,} x {height:,} pixels"
    if max(width, height) > MAX_SIDE:
        raise ImageError(f"{what} is {is_now}; {MAX_SIDE:,} a side are allowed.", "too_large")
    if width * height > MAX_PIXELS:
        raise ImageError(f"{what} is {is_now}; {MAX_PIXELS // 10**6} megapixels are allowed.", "too_large")
    if min(width, height) < MIN_SIDE:
        raise ImageError(f"{what} is only {is_now}; {MIN_SIDE} a side are needed.", "too_small")


def _bgr(image: Image.Image) -> Pixels:
    """The pixels of an image of any mode as 8 bit colours."""
    if image.mode in _SIXTEEN_BIT:
        return _grey(np.asarray(image) >> 8)
    if image.mode == "I":  # wider than 16 bit in name only: such files hold 16 bit values
        return _grey(np.clip(np.asarray(image) >> 8, 0, 255))
    if image.mode == "F":  # 0 to 1 by convention
        return _grey(np.clip(np.nan_to_num(np.asarray(image)) * 255, 0, 255))
    if image.mode in _TRANSPARENT or "transparency" in image.info:
        colours = np.asarray(image.convert("RGBA")).astype(np.uint16)
        alpha = colours[..., 3:]
        on_paper = (colours[..., 2::-1] * alpha + _WHITE * (255 - alpha) + 127) // 255
        return on_paper.astype(np.uint8)
    return cv2.cvtColor(np.asarray(image.convert("RGB")), cv2.COLOR_RGB2BGR).astype(np.uint8, copy=False)


def _grey(values: NDArray[np.generic]) -> Pixels:
    return np.repeat(values.astype(np.uint8)[..., None], 3, axis=2)


def _orientation(image: Image.Image) -> int:
    """The EXIF orientation, 1 (upright) when there is none or it cannot be read."""
    try:
        value = image.getexif().get(_ORIENTATION, 1)
    except Exception:  # broken metadata of a sound picture
        return 1
    return value if isinstance(value, int) and 1 <= value <= 8 else 1


def _upright(pixels: Pixels, orientation: int) -> Pixels:
    """Undo the way the camera was held, as the EXIF orientation 1 to 8 tells."""
    if orientation >= 5:  # stored on its side
        pixels = pixels.transpose(1, 0, 2)
    if orientation in (2, 3, 6, 7):
        pixels = pixels[:, ::-1]
    if orientation in (3, 4, 7, 8):
        pixels = pixels[::-1]
    return np.ascontiguousarray(pixels)


def _one_line(text: str) -> str:
    return "".join(character if character.isprintable() else "?" for character in text)


def _reason(error: Exception) -> str:
    """What an exception says, as the end of a sentence."""
    return _one_line(str(error))[:200].rstrip(".") or type(error).__name__
