"""Cards with signs in a row: two of three signs look like a card with two, one sign too far.

Where one side of a named card is not seen, or something seems to lie on it, it is compared with other designs a little
further along.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from scanner.card_looks import Look, Looks, cover_of
from scanner.geometry import UNIT_QUAD, Matrix, transform
from scanner.loose_naming import explained, is_certain
from scanner.named import Named
from scanner.naming import UNEXPLAINED_FIT, Namer
from scanner.outlines import Edges, edge_support
from scanner.parallel import each
from scanner.picture import Picture
from scanner.reading import NAMED_FROM
from scanner.rough_look import Start
from scanner.steps import together

SEEN_SIDE = 0.5  # part of a side on an edge
STEPS = (0.08, 0.12, 0.16, 0.2, 0.24, 0.28, 0.32, 0.36)  # of a card's width or height that it may be too far
AS_LIKE = 0.1  # by so much less another design may look right
CONTESTED_SURE = 0.6  # of a card that could as well be another one a little further along
CLEARLY_BETTER = 0.01  # fit of the one that is right


def unshifted(looks: Looks, namer: Namer, picture: Picture, edges: Edges, named: Sequence[Named]) -> list[Named]:
    """The same cards; those that are another design a little further along are put right, or are not sure."""
    if not named:
        return []
    quads = np.stack([transform(one.card_map, UNIT_QUAD) for one in named])
    least = edge_support(edges, quads).min(axis=1)
    numbers = [
        number
        for number, one in enumerate(named)
        # A sign that is left over may be what seems to hide a part of it.
        if one.confidence >= NAMED_FROM
        and (least[number] < SEEN_SIDE or one.cover is not None)
        and namer.print_span(one.id) < 1
    ]

    def again(number: int) -> Named:
        others = [quads[other] for other, one in enumerate(named) if other != number and is_certain(one)]
        rival = _rival(looks, picture, named[number], namer, others)
        return named[number] if rival is None else _better(namer, picture, edges, named[number], rival)

    result = list(named)
    for number, one in zip(numbers, each(again, numbers), strict=True):
        result[number] = one
    return result


def _rival(looks: Looks, picture: Picture, named: Named, namer: Namer, others: list[Matrix]) -> Look | None:
    """Another design that looks as right a little further along, beside what other cards hide."""
    moves = [np.eye(3)]
    for step in STEPS:
        for x, y in ((step, 0.0), (-step, 0.0), (0.0, step), (0.0, -step)):
            moves.append(np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]]))
    cover = cover_of(picture, others) if others else None
    here, *further = looks.at(picture, named.card_map @ np.stack(moves), cover)
    own = namer.index.ids.index(named.id)
    rivals = [one for one in further if one.design not in (own, here.design) and one.score > here.score - AS_LIKE]
    return max(rivals, key=lambda one: one.score, default=None)


def _better(namer: Namer, picture: Picture, edges: Edges, named: Named, rival: Look) -> Named:
    """Whichever of the two explains more; doubtful when they explain about as much."""
    start = Start(rival.design, rival.card_map, rival.score)
    other = together(namer.index, picture, [namer.naming_from(picture, [start])])[0]
    # What is explained badly, whose sides are not all seen and that looks like another one is doubtful anyway.
    sure = 1.0 if named.fit >= UNEXPLAINED_FIT else CONTESTED_SURE
    if other.id == named.id or not explained(namer, edges, [other]):
        return replace(named, confidence=min(named.confidence, sure))
    # A sign too many or too few is never explained as well; by chance a side lies on an edge anywhere. But what is left
    # over of one may be said to be something that lies on it: only what explains all that is seen better, too, is sure.
    gain, whole_gain = other.fit - named.fit, other.whole_fit - named.whole_fit
    better = other if whole_gain > CLEARLY_BETTER else named
    is_clear = min(gain, whole_gain) > CLEARLY_BETTER or max(gain, whole_gain) < -CLEARLY_BETTER
    if is_clear and better is other:
        return other
    return replace(better, confidence=min(better.confidence, sure if is_clear else CONTESTED_SURE))
