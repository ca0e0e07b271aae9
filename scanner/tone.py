"""Compares designs with a card by how dark and of what colour their print is against the paper.

Details are compared without their strength, because cameras and printers change it. But a filled sign and a shaded one,
or a red and a green one, differ in nothing else; the paper around them tells how strong print should look here.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.geometry import Floats, Indices, Pixels, brightness, largest
from scanner.light import LEAST_GAIN, light_on

DIFFERENT = 24.0  # grey levels by which designs differ where tones are compared
SOFT = 0.8  # pixels: edges need not lie exactly on each other
INEXACT = 5.0, 0.1  # grey levels, and part of the print's contrast, by which tones are usually off
WITNESSES = 4.0  # all pixels of a print are off together: so many count as independent
FEWEST = 6  # pixels
STRENGTH = 1.0, 0.25  # of print as it is seen, and the usual error
TINT = 0.9, 0.3  # the same of its colour: cameras show it paler rather than stronger
PAPER = 0.3  # part of the card that must be the same on all designs to tell the light
SAME_PAPER = 0.6  # part of two designs that is the same if only their print differs
CELLS = 10  # columns of the small pictures by which designs without common paper are told
CELLS_APART = 8.0  # of all their numbers, so many count as independent
WARMTH, GREENNESS, ANY = 0.25, 0.12, 0.3  # what lamps usually do to red against blue, to green against both, and all
HAZE, COMMON_HAZE = 5.0, 30.0  # grey levels of one colour, and of all
ROUGH = 6.0, 0.1  # grey levels, and part of the print's contrast, by which such a small picture is off

# Lamps are warmer or colder, but hardly ever greener: blue, green, red.
LAMPS = np.array([[-0.5, 0, 0.5], [-0.5, 1, -0.5], [1 / 3, 1 / 3, 1 / 3]]) / np.array([[WARMTH], [GREENNESS], [ANY]])


class Tones(NamedTuple):
    """How much less likely each design is than the best one by its tones, and how strong each colour is seen here."""

    logs: NDArray[np.float64]  # 0 and below
    gains: Floats | None  # of the three colours, against the drawn ones; None where nothing common tells them
    is_by_light: bool = False  # nothing common told the light, so that other colours tell nothing more
    misfit: float = 0.0  # of the best one then, in the light that explains it best: how little usual that would be


def tones_of(
    seen_bgr: Pixels,
    drawn_bgr: Pixels,
    sigma: float,
    hidden: NDArray[np.bool_] | None = None,
    alike: NDArray[np.bool_] | None = None,
) -> Tones:
    """What the tones of a card say of designs (n, rows, columns, 3).

    If they have no paper in common, only those that are alike are compared; of the others nothing is said.
    """
    if len(drawn_bgr) < 2:  # also none: a design without any print is like no other one
        return Tones(np.zeros(len(drawn_bgr)), None)
    soft = float(np.hypot(sigma, SOFT))
    drawn = np.stack([cv2.GaussianBlur(one.astype(np.float32), (0, 0), soft) for one in drawn_bgr])
    seen: Floats = cv2.GaussianBlur(seen_bgr.astype(np.float32), (0, 0), SOFT)
    spread = largest(drawn.max(axis=0) - drawn.min(axis=0))
    where = spread > max(DIFFERENT, 0.4 * float(spread.max()))
    same = spread < 0.5 * DIFFERENT
    if hidden is not None:
        where, same = where & ~hidden, same & ~hidden
    if same.mean() < PAPER:
        if alike is None or alike.all():
            return _by_light(seen, drawn, hidden)
        return _spread_over(tones_of(seen_bgr, drawn_bgr[alike], sigma, hidden), alike)
    light = light_on(seen, drawn[0], same)
    gains = light.gain[same].mean(axis=0)
    if int(where.sum()) < FEWEST:
        return Tones(np.zeros(len(drawn)), gains)
    # Against what all have in common, usually the paper: strength and colour of print are what a camera changes.
    common = drawn[0][same].mean(axis=0)
    print_ = drawn[:, where] - common  # designs, places, colours
    off = (seen[where] - light.haze[where]) / light.gain[where] - common
    contrast = np.abs(print_ - print_.mean(axis=1, keepdims=True)).mean()
    usual = INEXACT[0] + INEXACT[1] * float(contrast) + INEXACT[1] * float(spread[where].mean())
    misfit = _misfits(print_, off, usual) / (2 * usual**2)
    logs: NDArray[np.float64] = -(misfit - misfit.min()) * WITNESSES
    return Tones(logs, gains)


def papers_of(drawn_bgr: Pixels) -> list[Indices]:
    """The numbers of designs (n, rows, columns, 3) by the paper that they have in common."""
    papers: list[list[int]] = []
    for number, one in enumerate(drawn_bgr):
        for paper in papers:
            if (largest(cv2.absdiff(one, drawn_bgr[paper[0]])) < 0.5 * DIFFERENT).mean() >= SAME_PAPER:
                paper.append(number)
                break
        else:
            papers.append([number])
    return [np.array(paper, np.intp) for paper in papers]


def _spread_over(few: Tones, which: NDArray[np.bool_]) -> Tones:
    """What is known of these designs, among others of which nothing is known."""
    logs = np.zeros(len(which))
    logs[which] = few.logs
    return few._replace(logs=logs)


def _by_light(seen: Floats, drawn: Floats, hidden: NDArray[np.bool_] | None) -> Tones:
    """What the colours of a card say of designs that have no paper in common, such as backs in several colours.

    Nothing tells the light then but that lamps and cameras do not turn red into blue: for each design the light is
    fitted in which it would look so, and the less usual that light is, the less likely is the design.
    """
    rows = max(2, round(CELLS * seen.shape[0] / seen.shape[1]))

    def small(picture: Floats) -> Floats:
        shrunk: Floats = cv2.resize(picture, (CELLS, rows), interpolation=cv2.INTER_AREA)
        return shrunk.reshape(CELLS * rows, -1)

    counted = np.ones(CELLS * rows) if hidden is None else 1 - small(hidden.astype(np.float32))[:, 0].astype(np.float64)
    wanted = small(seen).astype(np.float64)
    own = np.stack([small(one) for one in drawn]).astype(np.float64)
    usual = ROUGH[0] + ROUGH[1] * float((own.max(axis=0) - own.min(axis=0)).mean())
    weight = np.sqrt(counted * CELLS_APART / max(float(counted.sum()) * 3, 1.0)) / usual
    unlike, gains = np.empty(len(own)), np.empty((len(own), 3), np.float32)
    for number, one in enumerate(own):
        # Terms: a gain and a haze for all colours, then what each of them differs in. The usual differences count as
        # further measurements.
        power = max(float((one * one * counted[:, None]).sum()), 1.0)  # a design may be all black
        gain = float(np.clip((one * wanted * counted[:, None]).sum() / power, 0.1, 2.0))
        terms = np.zeros((len(one), 3, 8))
        terms[..., 0], terms[..., 1] = one, 1
        for colour in range(3):
            terms[:, colour, 2 + colour], terms[:, colour, 5 + colour] = gain * one[:, colour], 1
        usually = np.diag([0, 1 / COMMON_HAZE, 0, 0, 0, *[1 / HAZE] * 3])
        usually[2:5, 2:5] = LAMPS
        left = np.concatenate([(terms * weight[:, None, None]).reshape(-1, 8), usually])
        right = np.concatenate([(wanted * weight[:, None]).ravel(), np.zeros(8)])
        light = np.linalg.lstsq(left, right, rcond=None)[0]
        unlike[number] = float(((left @ light - right) ** 2).sum()) / 2
        gains[number] = np.maximum(light[0] + gain * light[2:5], LEAST_GAIN)
    return Tones(unlike.min() - unlike, gains[int(unlike.argmin())], True, float(unlike.min()))


def _misfits(print_: Floats, seen: Floats, usual: float) -> Floats:
    """The mean squared error of each print (designs, places, colours), as strong and as coloured as it is seen best."""
    grey, seen_grey = brightness(print_), brightness(seen)
    tint, seen_tint = (print_ - grey[..., None]).reshape(len(print_), -1), (seen - seen_grey[:, None]).ravel()
    count = print_.shape[1] * 3
    left = []
    for part, wanted, times, (middle, error) in ((grey, seen_grey, 3, STRENGTH), (tint, seen_tint, 1, TINT)):
        # The usual strength counts as one more, uncertain, measurement.
        weight = count * usual**2 / WITNESSES / error**2
        power, shared = times * (part * part).sum(axis=1), times * (part @ wanted)
        factor = (shared + weight * middle) / (power + weight)
        miss = np.minimum(np.abs(part * factor[:, None] - wanted), 4 * usual)
        left.append((miss**2).mean(axis=1) + weight * (factor - middle) ** 2 / count)
    result: Floats = left[0] + left[1]
    return result
