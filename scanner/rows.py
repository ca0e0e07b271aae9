"""Cards in rows and fans that lie on one another: all cards of a table have one size, also those partly hidden.

The edge of the card above looks like the own edge of the one below it, which is then laid too narrow or too far along:
its marks are not where they should be, and four dots look like three. So cards that touch others which are known well
are laid again as large as these, where they fit best beside them; from card to card along the row.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product

import numpy as np

from scanner.apart import apart
from scanner.card_looks import Looks, cover_of
from scanner.geometry import UNIT_QUAD, Floats, Matrix, overlap, transform, unit_map
from scanner.loose_naming import OUTLINED, TOP_FIT, Place, explained, is_certain
from scanner.named import Named
from scanner.naming import Namer
from scanner.outlines import Edges
from scanner.parallel import each
from scanner.picture import Picture
from scanner.reading import NAMED_FROM, SURE
from scanner.table_plane import TablePlane

FEWEST = 3  # cards that tell how large one is
SHAPED = 0.04  # by so much their sides may be off
CERTAIN_OFF, SURE_OFF = 0.06, 0.025  # by so much those of others are, that are laid wrongly though they look right
GROWN, TOUCHED = 1.1, 0.01  # a card so much larger touches what lies on that part of it
SAME, MOST_UNNAMED = 0.5, 6  # part of a card that is taken by another place, and other places that are tried
MOST_HIDDEN = 0.6  # of a card that is laid again
ROUNDS = 3  # of cards further along a row
FURTHER = -0.16, -0.08, 0.0, 0.08, 0.16  # of its width by which it may lie further along
SQUARE = 0.1  # by so much more high than wide
SAME_TURN, MOST_TURN = 0.03, 0.3  # radians between ways that are one, and by which a card is laid askew
LIKELY = 16  # places that are looked at, of which the best one is tried more exactly
STEPS = 0.03, 0.012  # card widths, and radians, by which it is moved to where it fits best
MOST_MOVES = 2  # of each
AS_GOOD = 0.01  # by so much less it may fit there


@dataclass(slots=True)
class _Card:
    """A card that is laid again: as it is known, where it may lie, and the place of its name among all."""

    known: Named
    starts: list[Matrix]
    number: int | None
    beside: int = 0  # how many others it was laid beside

    @property
    def quad(self) -> Matrix:
        """Where it is thought to lie."""
        return self.starts[0]


def laid_in_rows(
    looks: Looks,
    namer: Namer,
    picture: Picture,
    edges: Edges,
    plane: TablePlane,
    tried: Sequence[tuple[Place, Named]],
    named: Sequence[Named],
) -> list[Named]:
    """The same cards, those that touch others laid as large as they are; and others that had no name so."""
    result = list(named)
    if len(named) < FEWEST:
        return result
    quads = [transform(one.card_map, UNIT_QUAD) for one in named]
    sides = _sides(transform(plane.to_table, np.stack(quads)))
    certain = np.array([is_certain(one) for one in named])
    is_sure = np.array([one.confidence >= SURE for one in named])
    fits = np.array([one.fit >= TOP_FIT for one in named])
    telling = (is_sure | fits) & (plane.shape_errors(np.stack(quads)) < SHAPED)
    if telling.sum() < FEWEST:
        return result
    usual = np.median(sides[telling], axis=0)
    off = np.abs(np.log(sides / usual)).max(axis=1)
    is_settled = (certain & (off <= CERTAIN_OFF)) | (is_sure & (off <= SURE_OFF))
    places = {id(one.card_map): place for place, one in tried}
    left = []
    for number in np.flatnonzero(~is_settled).tolist():
        place = places.get(id(named[number].card_map))
        starts = [quads[number]] if place is None else [quads[number], place.corners]
        left.append(_Card(named[number], starts, number))
    left += _unnamed(tried, quads)
    again = partial(_laid_again, looks, namer, picture, edges, plane, usual)
    for _ in range(ROUNDS):
        known = {
            number: transform(one.card_map, UNIT_QUAD)
            for number, one in enumerate(result)
            if one.confidence >= NAMED_FROM
        }
        works = []
        for card in left:
            others = [quad for number, quad in known.items() if number != card.number and _touch(card.quad, quad)]
            if len(others) > card.beside:
                card.beside = len(others)
                works.append((card, others))
        if not works:
            break
        for (card, _), one in zip(works, each(lambda work: again(*work), works), strict=True):
            if one is not None and card.number is None:
                card.number = len(result)
                result.append(one)
            elif one is not None and card.number is not None:
                result[card.number] = one
    return result


def _unnamed(tried: Sequence[tuple[Place, Named]], known: list[Matrix]) -> list[_Card]:
    """Places with the edges of a card that are none, beside those that are."""
    some = [(place, one) for place, one in tried if place.support >= OUTLINED and one.confidence < NAMED_FROM]
    some = [one for one in some if all(overlap(quad, one[0].corners) < SAME for quad in known)]
    some.sort(key=lambda one: -one[0].value)
    chosen = apart([place.corners for place, _ in some], SAME)[:MOST_UNNAMED]
    return [_Card(some[number][1], [some[number][0].corners], None) for number in chosen]


def _sides(quads: Floats) -> Floats:
    """How wide and how high quads (n, 4, 2) are, (n, 2)."""
    lengths = np.linalg.norm(np.roll(quads, -1, axis=1) - quads, axis=2)
    result: Floats = np.stack([lengths[:, [0, 2]].mean(axis=1), lengths[:, [1, 3]].mean(axis=1)], axis=1)
    return result


def _touch(one: Matrix, two: Matrix) -> bool:
    middle = one.mean(axis=0)
    return overlap(middle + GROWN * (one - middle), two) > TOUCHED


def _laid_again(
    looks: Looks,
    namer: Namer,
    picture: Picture,
    edges: Edges,
    plane: TablePlane,
    usual: Floats,
    card: _Card,
    others: list[Matrix],
) -> Named | None:
    """A card as large as the others, where it fits best beside them; None where it fits better as it was."""
    beside = [_turn(transform(plane.to_table, other)) for other in others]
    poses = [pose for start in card.starts for pose in _poses(transform(plane.to_table, start), usual, beside)]

    def there(pose: Floats) -> Matrix:
        """The map to the picture of a card with its middle at x, y of the table, so much turned."""
        x, y, turn = pose
        across = np.array([np.cos(turn), np.sin(turn)])
        axes = np.stack([across * usual[0], np.array([-across[1], across[0]]) * usual[1]])
        return unit_map(transform(plane.to_picture, [x, y] + (UNIT_QUAD - 0.5) @ axes))

    def fit(pose: Floats) -> float:
        return namer.open_fit(picture, there(pose), others, MOST_HIDDEN)

    seen = looks.at(picture, np.stack([there(pose) for pose in poses]), cover_of(picture, others))
    poses = [pose + np.array([0, 0, np.pi * look.is_turned]) for pose, look in zip(poses, seen, strict=True)]
    likely = [poses[number] for number in np.argsort([-look.score for look in seen])[:LIKELY]]
    best, value = _climbed(fit, max(likely, key=fit))
    before = namer.open_fit(picture, card.known.card_map, others, MOST_HIDDEN)
    if card.number is not None and value < before - AS_GOOD:
        return None
    again = namer.name_covered(picture, replace(card.known, card_map=there(best)), others)
    least = NAMED_FROM if card.number is None else 0.0
    return next((one for one in explained(namer, edges, [again]) if one.confidence >= least), None)


def _poses(quad: Matrix, usual: Floats, beside: list[float]) -> list[Floats]:
    """Where on the table a card so large may lie that was laid there: x, y of its middle and how it is turned.

    It may be turned as cards beside it are.
    """
    own = _turn(quad)
    ways = np.array([[np.cos(own), np.sin(own)], [-np.sin(own), np.cos(own)]])
    off = (usual - _sides(quad[None])[0]) / 2  # one of its edges, or its middle, may be right
    steps = [sorted({*FURTHER, float(-one), float(one)}) for one in off]
    middles = [quad.mean(axis=0) + np.array(step) @ ways for step in product(*steps)]
    turns = [own]
    # Square cards may lie sideways, and all of them either way up.
    quarters = np.pi / 2 if abs(float(np.log(usual[1] / usual[0]))) < SQUARE else np.pi
    for turn in (own, *beside):
        for way in np.arange(0.0, np.pi, quarters) + turn:
            if all(_between(way, other) > SAME_TURN for other in turns) and _between(way, own, quarters) < MOST_TURN:
                turns.append(float(way))
    return [np.array([*middle, turn]) for middle in middles for turn in turns]


def _turn(quad: Matrix) -> float:
    """How a card is turned that lies there on the table."""
    along = quad[1] - quad[0] + quad[2] - quad[3]
    return float(np.arctan2(along[1], along[0]))


def _between(one: float, two: float, period: float = np.pi) -> float:
    """The angle between two ways, those that are this much apart being the same."""
    return abs((one - two + period / 2) % period - period / 2)


def _climbed(fit: Callable[[Floats], float], pose: Floats) -> tuple[Floats, float]:
    """The pose close by that fits best, and how well."""
    value = fit(pose)
    for step in STEPS:
        moves = step * np.array([[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1.0]])
        for _ in range(MOST_MOVES):
            fits = [fit(pose + move) for move in moves]
            if max(fits) <= value:
                break
            value = max(fits)
            pose = pose + moves[int(np.argmax(fits))]
    return pose, value
