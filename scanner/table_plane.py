"""The table as cards on it tell it: all of them have one size, so a few of them tell how every other one must look."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scanner.geometry import Floats, Matrix, transform

ROUNDS = 12
USUAL_TILT = 0.35  # how much nearer one end of a picture usually is than the other; more is believed when cards tell it
TRUST = 0.03  # error of a card's sides, as a part of them, that is still usual
FIRST_TRUST = 0.3  # the same in the first round
STEP = 1e-4
SETTLED = 1e-4  # of its values; a plane that moves less is known


@dataclass(frozen=True, slots=True)
class TablePlane:
    """Maps between the picture and the table, on which a card is one unit wide."""

    to_table: Matrix
    to_picture: Matrix
    aspect: float

    def size_error(self, quad: Matrix) -> float:
        """How much a quad differs in size from a card at its place: 0.1 is a tenth too large or too small."""
        return float(self.size_errors(quad[None])[0])

    def size_errors(self, quads: Floats) -> Floats:
        """The same of many quads (n, 4, 2)."""
        result: Floats = np.abs(_errors(transform(self.to_table, quads), self.aspect)).max(axis=-1)
        return result

    def shape_errors(self, quads: Floats) -> Floats:
        """How much many quads (n, 4, 2) are longer one way than the other, against cards that may be held up."""
        result: Floats = np.ptp(_errors(transform(self.to_table, quads), self.aspect), axis=-1)
        return result


def plane_of(
    quads: Sequence[Matrix], picture_size: tuple[int, int], aspect: float, trust: Sequence[float] | None = None
) -> TablePlane:
    """The plane that explains the sizes of these cards (at least one) best, hardly minding those that differ.

    `trust` tells how sure each of them is.
    """
    trusted = np.ones(len(quads)) if trust is None else np.maximum(np.asarray(trust, dtype=np.float64), 1e-3)
    order = np.argsort(-trusted, kind="stable")
    trusted = trusted[order, None] / trusted.max()
    corners = np.stack([np.asarray(quads[number], dtype=np.float64) for number in order])
    centre, span = np.array(picture_size) / 2, max(picture_size) / 2
    scaled = (corners - centre) / span
    first = scaled[0]
    across = np.stack(
        [(first[1] + first[2] - first[0] - first[3]) / 2, (first[2] + first[3] - first[0] - first[1]) / 2]
    )
    shape = np.linalg.inv(across.T @ np.diag([1, 1 / aspect]))
    # Only the triangle matters: how the table is turned does not.
    triangle = np.linalg.cholesky(shape.T @ shape).T
    values = np.array([triangle[0, 0], triangle[0, 1], triangle[1, 1], 0.0, 0.0])
    held = np.array([0.0, 0.0, 0.0, 1 / USUAL_TILT, 1 / USUAL_TILT])
    tolerance = FIRST_TRUST  # far from the plane, what is usual and what is not cannot be told yet
    for _ in range(ROUNDS):
        # The errors there, and when each of the values is a little larger: all at once.
        steps = STEP * np.array([max(abs(float(values[0])), 1.0)] * 3 + [1.0] * 2)
        moved = np.tile(values, (6, 1))
        moved[1:] += np.diag(steps)
        errors, *others = _errors(_flat(moved, scaled), aspect)
        weight = 1 / (1 + (np.abs(errors).max(axis=1, keepdims=True) / tolerance) ** 2) * trusted * np.ones_like(errors)
        slopes = ((np.stack(others) - errors).reshape(5, -1) / steps[:, None]).T
        weighted = slopes * weight.ravel()[:, None] / TRUST**2
        left = weighted.T @ slopes + np.diag(held**2) + np.eye(5) * 1e-9
        step = np.linalg.solve(left, -(weighted.T @ errors.ravel()) - held**2 * values)
        most = 0.3 * np.maximum(np.abs(values), 0.5)
        values = values + np.clip(step, -most, most)
        values[3:] = np.clip(values[3:], -0.6, 0.6)
        if tolerance == TRUST and (np.abs(step) < SETTLED * most).all():
            break
        tolerance = max(TRUST, 0.7 * tolerance)
    to_scaled = np.array([[1 / span, 0, -centre[0] / span], [0, 1 / span, -centre[1] / span], [0, 0, 1]])
    to_table: Matrix = _matrix(values) @ to_scaled
    return TablePlane(to_table, np.linalg.inv(to_table), aspect)


def _matrix(values: Floats) -> Matrix:
    a, b, d, p, q = values
    return np.array([[a, b, 0], [0, d, 0], [p, q, 1]])


def _flat(several: Floats, quads: Floats) -> Floats:
    """Quads as they lie on the table that each of several rows of values tells: (rows, quads, 4, 2)."""
    corners = np.concatenate([quads.reshape(-1, 2), np.ones((4 * len(quads), 1))], axis=1)
    mapped = corners @ np.stack([_matrix(values) for values in several]).transpose(0, 2, 1)
    result: Floats = (mapped[..., :2] / mapped[..., 2:]).reshape(len(several), *quads.shape)
    return result


def _errors(quads: Floats, aspect: float) -> Floats:
    """Differences of sides and diagonals from those of a card, as parts of them."""
    wanted = np.array([1, aspect, 1, aspect, np.hypot(1, aspect), np.hypot(1, aspect)])
    starts, ends = quads[..., [0, 1, 2, 3, 0, 1], :], quads[..., [1, 2, 3, 0, 2, 3], :]
    lengths = np.linalg.norm(ends - starts, axis=-1)
    result: Floats = np.log(np.maximum(lengths, 1e-6) / wanted)
    return result
