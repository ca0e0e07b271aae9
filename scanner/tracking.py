"""Follows a view that moves: points of one key frame are found again, all of them lie on one table."""

from __future__ import annotations

import cv2
import numpy as np

from scanner.geometry import Floats, Matrix, Pixels, transform

POINTS = 240
APART = 9  # pixels between points
MIN_POINTS = 15
MIN_SHARE = 0.2  # of the points that must agree
REACH = 2.0  # pixels a point may be off
WINDOW = (21, 21)


class ViewTracker:
    """A key frame and the homography from it to the newest frame followed, in pixels of the working picture."""

    def __init__(self, key: Pixels) -> None:
        self._key = key
        found = cv2.goodFeaturesToTrack(key, POINTS, 0.01, APART)
        self._points: Floats = np.zeros((0, 2), np.float32) if found is None else found.reshape(-1, 2)
        self.to_now: Matrix = np.eye(3)
        self.agreement = 1.0  # part of the points that told the last answer

    def follow(self, grey: Pixels) -> Matrix | None:
        """Where the key frame lies in this frame; None when it cannot be told."""
        if len(self._points) < MIN_POINTS:
            return None
        found = self._flow(grey, self.to_now)
        if found is None:  # a jump: a picture of a quarter tells how far
            pair = (cv2.resize(one, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA) for one in (self._key, grey))
            one, two = (picture.astype(np.float32) for picture in pair)
            (x, y), _ = cv2.phaseCorrelate(one, two, cv2.createHanningWindow(one.shape[::-1], cv2.CV_32F))
            found = self._flow(grey, np.array([[1, 0, 4 * x], [0, 1, 4 * y], [0, 0, 1.0]]))
        return found

    def _flow(self, grey: Pixels, guess: Matrix) -> Matrix | None:
        start = transform(guess, self._points).astype(np.float32)
        size = np.array(grey.shape[::-1])
        inside = np.all((start > -20) & (start < size + 20), axis=1)
        source, start = self._points[inside], start[inside]
        if len(source) < MIN_POINTS:
            return None
        ends, good, _ = cv2.calcOpticalFlowPyrLK(
            self._key, grey, source, start.copy(), winSize=WINDOW, maxLevel=3, flags=cv2.OPTFLOW_USE_INITIAL_FLOW
        )
        kept = good.ravel() > 0
        if int(kept.sum()) < MIN_POINTS:
            return None
        matrix, agree = cv2.findHomography(source[kept], ends[kept], cv2.RANSAC, REACH, maxIters=400)
        if matrix is None or int(agree.sum()) < max(MIN_POINTS, MIN_SHARE * len(source)):
            return None
        self.agreement = float(agree.sum()) / len(self._points)
        result: Matrix = matrix
        return result if _is_gentle(result, grey.shape) else None


def _is_gentle(matrix: Matrix, shape: tuple[int, ...]) -> bool:
    """Whether a view can have moved so: neither mirrored nor much larger or smaller."""
    height, width = shape[:2]
    corners = transform(matrix, np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float64))
    area = cv2.contourArea(corners.astype(np.float32), oriented=True) / (width * height)
    return bool(np.all(np.isfinite(corners)) and 0.4 < area < 2.5)
