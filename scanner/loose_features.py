"""Poses of cards from features: every match of the picture with a deck tells where a whole card would lie.

The features of all designs are kept once each: near-twins share most of theirs, so that a few thousand stand for a
deck, and which of the twins a feature came from does not matter for the pose.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from scanner.features import Features, describe
from scanner.geometry import Floats, Indices, Matrix, transform, unit_map
from scanner.index import CardIndex

RIM = 8  # pixels around a card's own picture, so that features close to its edge are found too
PER_DESIGN = 150
BANK = 4000  # features of a deck; more would only cost time
OWN = 12  # features of each design that are kept in any case
SAME_PLACE, SAME_TURN, SAME_SIZE, SAME_LOOK = 0.04, 0.35, 0.4, 0.9  # one feature in two designs
MIN_CLOSENESS = 0.8
CLOSE_SECOND = 0.03  # matches this much worse than a feature's best one may be the right one, too
MAX_VOTES = 5000
SEEDS = 100
SHARPNESS = 20.0
NEAR, NEAR_SIZE, NEAR_TURN = 0.18, 0.5, 0.4  # votes for one pose: card widths, octaves, radians
CORNERS = np.array([[-0.5, -0.7, 1], [0.5, -0.7, 1], [0.5, 0.7, 1], [-0.5, 0.7, 1]])
HELD = 0.05  # weight of the corners of a similar pose against one match
REACHES = (0.25, 0.12, 0.08, 0.05, 0.05)  # card widths that a match may be off the pose that it supports, by rounds
SPOT = 0.04  # card widths
MOST_TILTED = 2.2  # how much a card may be foreshortened
ALIKE = 0.06  # card widths between the corners of two poses that are one


@dataclass(frozen=True, slots=True)
class FeatureBank:
    """The features of a deck; places are about the card's centre in card widths, directions in radians."""

    places: Floats
    sizes: Floats
    turns: Floats
    descriptors: Floats


@dataclass(frozen=True, slots=True)
class Matches:
    """Pairs of features, of the picture and of the deck, and what each counts."""

    seen: Indices
    own: Indices
    weight: Floats


@dataclass(frozen=True, slots=True)
class _Votes:
    """One row for each match: which features, and the pose it tells by itself."""

    seen: Indices
    own: Indices
    x: Floats
    y: Floats
    width: Floats
    turn: Floats
    cos: Floats
    sin: Floats
    weight: Floats


@dataclass(frozen=True, slots=True)
class _Groups:
    """Votes that agree: their numbers, the group that each belongs to, and where each group starts."""

    members: Indices
    group: Indices
    starts: Indices


def feature_bank(index: CardIndex) -> FeatureBank:
    """The features of every design, those that designs share only once, the most common ones first."""
    parts: list[Features] = []
    pictures = index.greys
    for grey in pictures:
        framed = cv2.copyMakeBorder(grey, RIM, RIM, RIM, RIM, cv2.BORDER_REPLICATE)
        parts.append(describe(framed, max(framed.shape), PER_DESIGN))
    height, width = pictures.shape[1:3]
    centre = np.array([width / 2 + RIM, height / 2 + RIM], dtype=np.float32)
    places: Floats = np.zeros((0, 2), np.float32)
    sizes = turns = shared = np.zeros(0, np.float32)
    looks: Floats = np.zeros((0, 128), np.float32)
    for part in parts:
        place = (part.points - centre) / width
        size, turn = np.log2(part.sizes / width), np.radians(part.angles)
        same = np.abs(place[:, None] - places[None]).max(axis=2) < SAME_PLACE
        same &= np.abs(size[:, None] - sizes[None]) < SAME_SIZE
        same &= np.abs(_angle(turn[:, None] - turns[None])) < SAME_TURN
        same &= part.descriptors @ looks.T > SAME_LOOK
        known = same.any(axis=1)
        shared = shared + same.any(axis=0)
        fresh = np.flatnonzero(~known)
        # A design with nothing in common with others must be found, too.
        value = np.ones(len(fresh), np.float32)
        value[: max(0, OWN - int(known.sum()))] += len(parts)
        places, sizes = np.concatenate([places, place[fresh]]), np.concatenate([sizes, size[fresh]])
        turns, shared = np.concatenate([turns, turn[fresh]]), np.concatenate([shared, value])
        looks = np.concatenate([looks, part.descriptors[fresh]])
    chosen = np.sort(np.argsort(-shared, kind="stable")[:BANK])
    return FeatureBank(places[chosen], sizes[chosen], turns[chosen], looks[chosen])


def match_features(bank: FeatureBank, seen: Features) -> Matches:
    """All pairs of a feature of the picture and one of the deck that are close."""
    if not len(bank.places) or not len(seen.points):
        return Matches(np.zeros(0, np.intp), np.zeros(0, np.intp), np.zeros(0, np.float32))
    closeness = seen.descriptors @ bank.descriptors.T
    floor = np.maximum(closeness.max(axis=1) - CLOSE_SECOND, MIN_CLOSENESS)
    one, two = np.divmod(np.flatnonzero(closeness >= floor[:, None]), closeness.shape[1])
    # A feature that fits many places (a pattern) has one vote, not many; a close match counts more.
    weight = np.exp((closeness[one, two] - 1) * SHARPNESS)
    return Matches(one, two, weight / np.bincount(one, minlength=len(seen.points))[one])


def other_matches(seen: Features, matches: Matches, quads: Sequence[Matrix]) -> Matches:
    """The matches without those of features on these quads."""
    free = np.ones(len(seen.points), dtype=bool)
    for quad in quads:
        inside = transform(np.linalg.inv(unit_map(quad)), seen.points)
        free &= ((inside < 0) | (inside > 1)).any(axis=1)
    left = free[matches.seen]
    return Matches(matches.seen[left], matches.own[left], matches.weight[left])


def feature_poses(
    bank: FeatureBank, seen: Features, matches: Matches, narrowest: float, widest: float, least: int = 3
) -> list[Matrix]:
    """Poses of cards between these widths that so many features agree on, the best supported first, no two alike.

    Each takes a card about its centre, in card widths, to the picture.
    """
    votes = _votes(bank, seen, matches, narrowest, widest)
    groups = _groups(votes, least)
    if not len(groups.starts):
        return []
    affine, witnesses = _fit(bank, seen, votes, groups)
    spin = affine[:, :, :2]
    area = np.linalg.det(spin)
    # How much the most and the least stretched direction is, from their product and the sum of their squares.
    both = (spin**2).sum(axis=(1, 2))
    plus, minus = np.sqrt(both + 2 * np.abs(area)), np.sqrt(np.maximum(both - 2 * np.abs(area), 0))
    longest, shortest = (plus + minus) / 2, (plus - minus) / 2
    # What a flat card seen from some way above can look like.
    usual = (area > 0) & (longest < MOST_TILTED * shortest)
    usual &= (shortest > 0.5 * narrowest) & (longest < 1.5 * widest) & (witnesses >= least)
    order = np.flatnonzero(usual)[np.argsort(-witnesses[usual], kind="stable")]
    affine = affine[order]
    corners = (CORNERS @ affine.transpose(0, 2, 1)).reshape(-1, 1, 8).astype(np.float32)
    off = np.abs(corners - corners.transpose(1, 0, 2)).max(axis=2)
    alike = off < ALIKE * np.sqrt(np.abs(np.linalg.det(affine[:, :, :2])))[:, None]
    taken: list[int] = []
    for number in range(len(affine)):
        if not alike[number, taken].any():
            taken.append(number)
    return [np.vstack([affine[number], [0, 0, 1]]) for number in taken]


def _votes(bank: FeatureBank, seen: Features, matches: Matches, narrowest: float, widest: float) -> _Votes:
    """The pose that each match tells by itself, where it is one of a card between these widths."""
    width = seen.sizes[matches.seen] / np.exp2(bank.sizes[matches.own])
    usual = np.flatnonzero((width > narrowest) & (width < widest))
    if len(usual) > MAX_VOTES:
        usual = usual[np.argpartition(-matches.weight[usual], MAX_VOTES)[:MAX_VOTES]]
    one, two, weight, width = matches.seen[usual], matches.own[usual], matches.weight[usual], width[usual]
    turn = np.radians(seen.angles[one]) - bank.turns[two]
    cos, sin = np.cos(turn), np.sin(turn)
    arm = bank.places[two] * width[:, None]
    x = seen.points[one, 0] - cos * arm[:, 0] + sin * arm[:, 1]
    y = seen.points[one, 1] - sin * arm[:, 0] - cos * arm[:, 1]
    return _Votes(one, two, x, y, np.log2(width), _angle(turn), cos, sin, weight)


def _groups(votes: _Votes, least: int) -> _Groups:
    """Votes that agree; a group may be told several times."""
    if len(votes.x) < least:
        return _Groups(*(np.zeros(0, np.intp) for _ in range(3)))
    octave = np.floor(votes.width * 2) + 64
    side = np.exp2(octave / 2 - 32) * 2 * NEAR
    eighth = np.floor((votes.turn + np.pi) * 8 / (2 * np.pi)) % 8
    values = np.stack([votes.x, votes.y, votes.width, votes.cos, votes.sin], axis=1).astype(np.float32)
    centres = []
    crowded = np.zeros(len(votes.x), dtype=bool)
    # Crowded cells of a coarse grid, and of one moved by half a cell, are where it is worth to look closer.
    for moved in (0.0, 0.5):
        column, row = np.floor(votes.x / side + moved), np.floor(votes.y / side + moved)
        mixed = (((octave * 8 + eighth) * 4096 + column + 2048) * 4096 + row + 2048).astype(np.int64)
        _, cell_of, counts = np.unique(mixed, return_inverse=True, return_counts=True)
        crowded |= counts[cell_of] > 1
        weights = np.bincount(cell_of, votes.weight)
        busy = np.argsort(-weights)[:SEEDS]
        summed = [np.bincount(cell_of, votes.weight * value)[busy] / weights[busy] for value in values.T]
        centres.append(np.stack(summed))
    chosen = np.flatnonzero(crowded)
    chosen = chosen[np.argsort(votes.x[chosen], kind="stable")]
    values, share = values[chosen], votes.weight[chosen].astype(np.float32)
    poses = np.concatenate(centres, axis=1).T.astype(np.float32)
    group, member = _near(values, poses)
    # Once more about the mean of those near by.
    total = np.bincount(group, share[member], len(poses))
    means = [np.bincount(group, share[member] * value[member], len(poses)) for value in values.T]
    poses = (np.stack(means, axis=1) / np.maximum(total, 1e-6)[:, None]).astype(np.float32)
    group, member = _near(values, poses)
    count, mark = np.bincount(group, minlength=len(poses)), np.bincount(group, (member + 1.0) ** 2, len(poses))
    kept = np.zeros(len(poses), dtype=bool)
    kept[np.unique(np.stack([count, mark]), axis=1, return_index=True)[1]] = True  # each group once
    kept &= count >= least
    group, member = group[kept[group]], chosen[member[kept[group]]]
    is_first = np.diff(group, prepend=-1) > 0
    return _Groups(member, np.cumsum(is_first) - 1, np.flatnonzero(is_first))


def _near(votes: Floats, poses: Floats) -> tuple[Indices, Indices]:
    """Pairs of poses and votes that agree, pose by pose; both are x, y, log of the width, cosine and sine.

    Votes are sorted by x.
    """
    reach = NEAR * np.exp2(poses[:, 2])
    first = np.searchsorted(votes[:, 0], poses[:, 0] - reach, "right")
    counts = np.maximum(np.searchsorted(votes[:, 0], poses[:, 0] + reach) - first, 0)
    pose = np.repeat(np.arange(len(poses)), counts)
    vote = np.arange(len(pose)) + np.repeat(first - np.cumsum(counts) + counts, counts)
    near = np.abs(votes[vote, 1] - poses[pose, 1]) < reach[pose]
    pose, vote = pose[near], vote[near]
    near = np.abs(votes[vote, 2] - poses[pose, 2]) < NEAR_SIZE
    along = votes[vote, 3] * poses[pose, 3] + votes[vote, 4] * poses[pose, 4]
    near &= along > np.cos(NEAR_TURN) * np.hypot(poses[:, 3], poses[:, 4])[pose]
    return pose[near], vote[near]


def _fit(bank: FeatureBank, seen: Features, votes: _Votes, groups: _Groups) -> tuple[Floats, Floats]:
    """For each group the affine map that most of it agrees on, and how many witnesses it has; all groups at once."""
    source = bank.places[votes.own[groups.members]].astype(np.float64)
    target = seen.points[votes.seen[groups.members]].astype(np.float64)
    (x, y), (right, below) = source.T, target.T
    group, starts = groups.group, groups.starts
    share = votes.weight[groups.members]
    mean = np.stack(
        [share, *(share * value[groups.members] for value in (votes.width, votes.cos, votes.sin, votes.x, votes.y))]
    )
    total, log_width, cos, sin, across, down = np.add.reduceat(mean, starts, axis=1)
    width = np.exp2(log_width / total)
    turn = np.arctan2(sin, cos)
    cos, sin = width * np.cos(turn), width * np.sin(turn)
    affine = np.stack([cos, -sin, across / total, sin, cos, down / total], axis=1).reshape(-1, 2, 3)
    inside = np.zeros(len(source), dtype=bool)
    ones = np.ones(len(source))
    products = np.stack(
        [x * x, x * y, x, y * y, y, ones, x * right, y * right, right, x * below, y * below, below, ones]
    )
    for reach in REACHES:
        a, b, c, d, e, f = affine.reshape(-1, 6)[group].T
        off = np.hypot(a * x + b * y + c - right, d * x + e * y + f - below) / width[group]
        inside = off < reach
        weight = np.where(inside, share / (1 + (off / (0.5 * reach)) ** 2), 0)
        sums = np.add.reduceat(products * weight, starts, axis=1)
        left = sums[[0, 1, 2, 1, 3, 4, 2, 4, 5]].T.reshape(-1, 3, 3)
        wanted = sums[[6, 9, 7, 10, 8, 11]].T.reshape(-1, 3, 2)
        # The corners of a similar pose hold the map where nothing else does.
        cos, sin = (affine[:, 0, 0] + affine[:, 1, 1]) / 2, (affine[:, 1, 0] - affine[:, 0, 1]) / 2
        similar = np.stack([cos, -sin, affine[:, 0, 2], sin, cos, affine[:, 1, 2]], axis=1).reshape(-1, 2, 3)
        held = HELD * np.maximum(sums[12] / np.maximum(np.add.reduceat(inside, starts), 1), 1e-6)
        left += held[:, None, None] * (CORNERS.T @ CORNERS)
        wanted += held[:, None, None] * (CORNERS.T @ (CORNERS @ similar.transpose(0, 2, 1)))
        affine = np.linalg.solve(left, wanted).transpose(0, 2, 1)
    # One spot with many features is one witness, on the card as in the picture.
    counts = []
    for places in (source, target / width[group][:, None]):
        cells = np.floor(places[inside] / SPOT).astype(np.int64)
        keys = np.unique((group[inside] * 100_003 + cells[:, 0]) * 100_003 + cells[:, 1], return_index=True)[1]
        counts.append(np.bincount(group[inside][keys], minlength=len(starts)))
    return affine, np.minimum(*counts).astype(np.float64)


def moved_features(seen: Features, matrix: Matrix) -> Features:
    """Features as if the picture were seen through a map."""
    points = seen.points.astype(np.float64)
    turn = np.radians(seen.angles.astype(np.float64))
    step = 0.5 * np.stack([np.cos(turn), np.sin(turn)], axis=1)
    here, ahead = transform(matrix, points), transform(matrix, points + step)
    beside = transform(matrix, points + step[:, ::-1] * [-1, 1])
    along, across = (ahead - here) * 2, (beside - here) * 2
    size = np.sqrt(np.abs(along[:, 0] * across[:, 1] - along[:, 1] * across[:, 0]))
    angles = np.degrees(np.arctan2(along[:, 1], along[:, 0]))
    return Features(here, (seen.sizes * size).astype(np.float32), angles, seen.descriptors)


def _angle(radians: Floats) -> Floats:
    """The same direction between -pi and pi."""
    result: Floats = (radians + np.pi) % (2 * np.pi) - np.pi
    return result
