"""Features of pictures: places that can be found again, with descriptors (RootSIFT)."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from scanner.geometry import Floats, Pixels


@dataclass(frozen=True, slots=True)
class Features:
    """Places, sizes, directions (degrees) and descriptors of length one."""

    points: Floats
    sizes: Floats
    angles: Floats
    descriptors: Floats


def describe(pixels_grey: Pixels, longest: int, features: int) -> Features:
    """RootSIFT features; places and sizes in pixels of the picture given."""
    scale = min(1.0, longest / max(pixels_grey.shape[:2]))
    small = pixels_grey
    if scale < 1:
        small = cv2.resize(pixels_grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    finder = cv2.SIFT.create(nfeatures=features, contrastThreshold=0.02)
    keypoints, found = finder.detectAndCompute(small, np.full(small.shape, 255, np.uint8))
    if found is None or not keypoints:
        nothing = np.zeros(0, np.float32)
        return Features(np.zeros((0, 2), np.float32), nothing, nothing, np.zeros((0, 128), np.float32))
    root = np.sqrt(found / np.maximum(found.sum(axis=1, keepdims=True), 1e-6))
    return Features(
        (np.array([keypoint.pt for keypoint in keypoints], dtype=np.float32) + 0.5) / scale,
        np.array([keypoint.size for keypoint in keypoints], dtype=np.float32) / scale,
        np.array([keypoint.angle for keypoint in keypoints], dtype=np.float32),
        root.astype(np.float32),
    )
