"""Frames made ready to be shown: small enough for a screen, in the order of colours that textures take quickest."""

from __future__ import annotations

import cv2
import numpy as np

from scanner.geometry import Pixels, quad_map, warp
from scanner.reading import Quad

LONGEST = 960  # pixels; more is hardly seen beside the list of cards, and costs twice the time to draw


def as_rgba(pixels_bgr: Pixels, longest: int = LONGEST, into: Pixels | None = None) -> Pixels:
    """The picture with four channels, reduced when it is larger than need be; written `into` another one that fits."""
    scale = longest / max(pixels_bgr.shape[:2])
    if scale < 1:
        pixels_bgr = cv2.resize(pixels_bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR)
    return cv2.cvtColor(pixels_bgr, cv2.COLOR_BGR2RGBA, dst=into)


def cut_out(pixels_bgr: Pixels, quad: Quad, size: tuple[int, int] = (220, 340)) -> Pixels:
    """What lies in a quad, seen from straight above."""
    width, height = size
    corners = ((0, 0), (width, 0), (width, height), (0, height))
    return warp(pixels_bgr, quad_map(corners, quad), size)


def nv21_to_bgr(data: bytes, width: int, height: int) -> Pixels:
    """A frame of an Android camera: brightness first, then colours at half the size."""
    rows = height * 3 // 2
    planes = np.frombuffer(data, np.uint8, count=rows * width).reshape(rows, width)
    return cv2.cvtColor(planes, cv2.COLOR_YUV2BGR_NV21)


def turned(pixels: Pixels, quarters: int) -> Pixels:
    """The picture after so many clockwise quarter turns."""
    return np.ascontiguousarray(np.rot90(pixels, -quarters)) if quarters % 4 else pixels
