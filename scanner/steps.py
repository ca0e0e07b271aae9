"""Several cards named in step: what they ask for at the same time is computed together.

Naming one card is a long row of small steps, each decided by the one before, and NumPy takes longer to begin such a
step than to do it. So naming is written as a generator, which asks for what takes time; several of them go on
side by side, and what they ask for is computed for all of them at once.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from scanner.align import align_all
from scanner.cardface import colourless, inner, prepare, soften, unit_rows
from scanner.geometry import Floats, Matrix, Pixels, scale_map
from scanner.index import FIT_WIDTH, CardIndex
from scanner.picture import Picture

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Alignment:
    """Asks for better poses of designs from ones nearby, each with the share of its print that is found there."""

    width: int  # pixels of the card when it is aligned
    reach: int
    tasks: Sequence[tuple[int, Matrix]]  # a design and its pose each


@dataclass(frozen=True, slots=True)
class Fits:
    """Asks for the correlation of a card with every design: as it looks, and by the mere shape of its print."""

    card_map: Matrix


FITS = (80, 0)  # after the good and before the exact alignment

Steps = Generator[Alignment | Fits, Any, Result]


def _kind(asked: Alignment | Fits) -> tuple[int, int]:
    """The same for all that can be computed at once, the less the earlier it is needed."""
    return (asked.width, -asked.reach) if isinstance(asked, Alignment) else FITS


def together(index: CardIndex, picture: Picture, works: Sequence[Steps[Result]]) -> list[Result]:
    """The results of several works on one picture, in their order."""
    results: dict[int, Result] = {}
    asked: dict[int, Alignment | Fits] = {}

    def go_on(number: int, answer: object) -> None:
        try:
            asked[number] = works[number].send(answer)
        except StopIteration as end:
            results[number] = end.value

    for number in range(len(works)):
        go_on(number, None)
    while asked:
        # The earliest step first: those that are further wait, so that more of them can go on together.
        kind = min(_kind(one) for one in asked.values())
        numbers = [number for number, one in asked.items() if _kind(one) == kind]
        same = [asked.pop(number) for number in numbers]
        answers = _fits(index, picture, same) if kind == FITS else _aligned(index, picture, same)
        for number, answer in zip(numbers, answers, strict=True):
            go_on(number, answer)
    return [results[number] for number in range(len(works))]


def flat(index: CardIndex, picture: Picture, card_map: Matrix, width: int) -> Pixels:
    """A card as it would look flat, so many pixels wide."""
    size = index.size(width)
    return picture.colour.warp(card_map @ np.linalg.inv(scale_map(*size)), size)


def compared(index: CardIndex, picture: Picture, card_maps: Sequence[Matrix]) -> Floats:
    """The part of cards that is compared as a whole: (cards, rows, columns, 3)."""
    width, height = index.size(FIT_WIDTH)
    seen = picture.colour.warp_all(np.stack(card_maps) * [1 / width, 1 / height, 1.0], (width, height))
    return inner(prepare(np.stack([soften(one) for one in seen]), FIT_WIDTH))


def _aligned(index: CardIndex, picture: Picture, asked: Sequence[Any]) -> Sequence[list[tuple[Matrix, float]]]:
    blocks = index.blocks[asked[0].width]
    tasks = [(blocks[design], card_map) for one in asked for design, card_map in one.tasks]
    poses = iter(align_all(picture.grey, tasks, asked[0].reach))
    return [[next(poses) for _ in one.tasks] for one in asked]


def _fits(index: CardIndex, picture: Picture, asked: Sequence[Any]) -> Floats:
    seen = compared(index, picture, [one.card_map for one in asked])
    # One after the other: for a few rows the product of two matrices takes twice as long.
    coloured = [index.whole @ row for row in unit_rows(seen.reshape(len(seen), -1))]
    plain = [index.plain @ row for row in unit_rows(colourless(seen))]
    return np.stack([np.stack(coloured), np.stack(plain)], axis=1)
