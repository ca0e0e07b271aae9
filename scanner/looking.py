"""Looking at a hand or at boards until it is certain what lies there: several pictures vote.

A tablet is held in a hand, so cards are found again by the way the whole view has moved. What two pictures say alike is
taken for certain; what they say differently stays doubtful and is shown to the players. A view that rests and is known
is not read again; its outlines go with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from scanner.geometry import Pixels, quad_sides
from scanner.pack_index import PackIndex
from scanner.picture import Picture
from scanner.preview import cut_out
from scanner.quality import QualityNote
from scanner.read import read_loose
from scanner.reading import SURE, BoardSeen, Detection, Guess, Place, Quad, SlotReading, TableReading
from scanner.resting import SmallView
from scanner.scan import complete, scan_picture

CHANGED: Final = 14.0  # grey levels by which a place of the view differs when something was laid or taken there
OTHER: Final = 22.0  # by which all of it does when it shows something else altogether
MOVED: Final = 0.0025  # of the width of a picture from which outlines go with a view that trembles
NEAR: Final = 0.5  # card widths that a card may be from where it is expected
FORGET: Final = 2  # pictures in a row without a card after which it is gone
SURE_AT_ONCE: Final = 0.97
CONTESTED: Final = 0.6  # the most that a card is sure that was given two names


@dataclass(frozen=True, slots=True)
class Seen:
    """What is known by now, in pixels of the newest picture; `steady` when looking longer will not help."""

    cards: tuple[Detection, ...]
    boards: tuple[BoardSeen, ...]
    slots: tuple[SlotReading, ...]
    notes: tuple[QualityNote, ...]
    picture: Pixels
    steady: bool
    crops: Mapping[Place, Pixels] = field(default_factory=dict)  # doubtful cards on boards, some out of view by now


class Looker:
    """Reads pictures of loose cards, or (`on_boards`) of boards with cards on them."""

    def __init__(self, index: PackIndex, on_boards: bool) -> None:
        self._index, self._on_boards = index, on_boards
        self._backs = index.backs
        self._hand = HandVotes()
        self._spaces = SpaceVotes()
        self._known: tuple[SmallView, Seen] | None = None  # the last picture that was read
        self._shift = 0j  # of the view since then, as told

    def look(self, pixels_bgr: Pixels) -> Seen | None:
        """One more picture; None when it shows what is known already."""
        small = SmallView(pixels_bgr)
        if self._known is not None:
            before, seen = self._known
            off = small.differs_from(before)
            if seen.steady and off.most < CHANGED:
                shift = complex(*off.shift)
                if abs(shift - self._shift) < MOVED * pixels_bgr.shape[1]:
                    return None
                self._shift = shift
                return _shifted(seen, shift, pixels_bgr)
            if off.mean > OTHER:
                self._hand = HandVotes()
        seen = self._read(pixels_bgr)
        self._known, self._shift = (small, seen), 0j
        return seen

    def look_once(self, pixels_bgr: Pixels) -> Seen:
        """A still picture: there will be no other."""
        return replace(self._read(pixels_bgr), steady=True)

    def _read(self, pixels_bgr: Pixels) -> Seen:
        if self._on_boards:
            scan = scan_picture(self._index, pixels_bgr)
            on_boards = [card for card in scan.reading.cards if card.slot is not None]
            self._spaces.add(scan.reading.slots, on_boards, pixels_bgr)
            slots, cards = self._spaces.slots, self._spaces.cards({board.id for board in scan.reading.boards})
            steady = bool(scan.reading.boards) and self._spaces.agreed
            boards, crops = scan.reading.boards, dict(self._spaces.crops)
            return Seen(cards, boards, slots, scan.quality, pixels_bgr, steady, crops)
        height, width = pixels_bgr.shape[:2]
        loose = tuple(read_loose(self._index, Picture(pixels_bgr), ()))
        scan = complete(self._index, pixels_bgr, TableReading((width, height), loose, (), ()))
        self._hand.add([card for card in scan.reading.cards if card.id not in self._backs])
        notes = tuple(note for note in scan.quality if note.kind != "no_board")
        steady = self._hand.agreed and bool(self._hand.cards)
        return Seen(self._hand.cards, (), (), notes, pixels_bgr, steady)


@dataclass(slots=True)
class _Track:
    """One card through several pictures."""

    quad: Quad
    votes: list[Detection] = field(default_factory=list)
    missed: int = 0
    seen_twice: bool = False


class HandVotes:
    """What several pictures of the same loose cards say together."""

    def __init__(self) -> None:
        self._tracks: list[_Track] = []
        self._pictures = 0

    def add(self, cards: Sequence[Detection]) -> None:
        """The cards of the next picture."""
        self._pictures += 1
        scale, shift = _movement(self._tracks, cards)
        free = list(self._tracks)
        expected = {id(track): _centre(track.quad) * scale + shift for track in free}
        for card in cards:
            near = [
                (abs(expected[id(track)] - _centre(card.quad)) / _width(card.quad), number)
                for number, track in enumerate(free)
            ]
            best = min(near, default=(NEAR, -1))
            if best[0] < NEAR:
                track = free.pop(best[1])
                track.seen_twice = track.missed == 0 and track.votes[-1].id == card.id
                track.quad, track.missed = card.quad, 0
            else:
                track = _Track(card.quad)
                self._tracks.append(track)
            track.votes.append(card)
        for track in free:
            track.missed += 1
            track.seen_twice = False
            track.quad = _moved(track.quad, scale, shift)
        self._tracks = [track for track in self._tracks if track.missed < FORGET]

    @property
    def agreed(self) -> bool:
        """Whether the last two pictures say the same about every card."""
        return self._pictures > 1 and all(track.seen_twice for track in self._tracks)

    @property
    def cards(self) -> tuple[Detection, ...]:
        """The cards that are there now."""
        return tuple(_together(track) for track in self._tracks)


class SpaceVotes:
    """What several pictures of the same boards say; boards that have left the view are remembered."""

    def __init__(self) -> None:
        self.crops: dict[Place, Pixels] = {}
        self._known: dict[Place, tuple[SlotReading, Detection | None]] = {}
        self._settled: set[Place] = set()
        self._odd: set[Place] = set()
        self._in_view: set[Place] = set()

    def add(self, slots: Sequence[SlotReading], cards: Sequence[Detection], pixels_bgr: Pixels) -> None:
        """The spaces of the next picture and the cards on them."""
        on = {(card.board, card.slot): card for card in cards}
        self._in_view = {(slot.board, slot.slot) for slot in slots}
        for slot in slots:
            place = (slot.board, slot.slot)
            before, card = self._known.get(place), on.get(place)
            same = before is not None and (before[0].state, before[0].id) == (slot.state, slot.id)
            if before is not None and not same and self._is_hidden(before[0], slot):
                self._odd.add(place)
                continue
            self._odd.discard(place)
            if same or slot.confidence >= SURE_AT_ONCE:
                self._settled.add(place)
            else:
                self._settled.discard(place)
            if same and before is not None and before[0].confidence > slot.confidence:
                slot = replace(slot, confidence=before[0].confidence)
            self._known[place] = slot, card
            self.crops.pop(place, None)
            if card is not None and slot.confidence < SURE:
                self.crops[place] = cut_out(pixels_bgr, card.quad)

    def _is_hidden(self, before: SlotReading, now: SlotReading) -> bool:
        """Whether a hand may be over a space that was clear: what is unsure is believed when it is told again."""
        place = (now.board, now.slot)
        return before.confidence >= SURE > now.confidence and place in self._settled and place not in self._odd

    @property
    def agreed(self) -> bool:
        """Whether all spaces in view are certain, or as certain as they will get."""
        return bool(self._in_view) and self._in_view <= self._settled

    @property
    def slots(self) -> tuple[SlotReading, ...]:
        """All spaces seen so far."""
        return tuple(slot for slot, _ in self._known.values())

    def cards(self, boards: set[str]) -> tuple[Detection, ...]:
        """The cards on these boards."""
        return tuple(
            replace(card, confidence=max(card.confidence, slot.confidence))
            for slot, card in self._known.values()
            if card is not None and slot.board in boards
        )


def _shifted(seen: Seen, shift: complex, pixels_bgr: Pixels) -> Seen:
    """The same things in a picture that shows them a little beside."""
    cards = tuple(replace(card, quad=_moved(card.quad, 1, shift)) for card in seen.cards)
    boards = tuple(replace(board, quad=_moved(board.quad, 1, shift)) for board in seen.boards)
    return replace(seen, cards=cards, boards=boards, picture=pixels_bgr)


def _together(track: _Track) -> Detection:
    """All votes for one card: the name most are surest of, doubtful when another one was told as well."""
    weights: dict[str, float] = {}
    for vote in track.votes:
        if vote.id is not None:
            weights[vote.id] = weights.get(vote.id, 0.0) + vote.confidence
    if not weights:
        return replace(track.votes[-1], quad=track.quad)
    name = max(weights, key=lambda name: weights[name])
    best = max((vote for vote in track.votes if vote.id == name), key=lambda vote: vote.confidence)
    others = [other for other in weights if other != name]
    confidence = best.confidence
    if any(weights[other] > 0.25 * weights[name] for other in others):
        confidence = min(confidence, CONTESTED)
    told = {guess.id for guess in best.alternatives}
    more = tuple(Guess(other, 1 - confidence) for other in others if other not in told)
    return replace(best, quad=track.quad, confidence=confidence, alternatives=(*more, *best.alternatives))


def _movement(tracks: Sequence[_Track], cards: Sequence[Detection]) -> tuple[complex, complex]:
    """How the view has moved since the last picture (z * scale + shift), told by cards that are sure and there once."""
    before = _single({id(track): track.votes[-1] for track in tracks if track.missed == 0})
    after = _single({id(card): card for card in cards})
    names = sorted(before.keys() & after.keys())
    if not names:
        return 1, 0
    one = np.array([_centre(before[name].quad) for name in names])
    two = np.array([_centre(after[name].quad) for name in names])
    if len(names) == 1:
        return 1, complex(two[0] - one[0])
    away = one - one.mean()
    scale = complex(np.vdot(away, two - two.mean()) / max(float(np.vdot(away, away).real), 1e-6))
    return scale, complex(two.mean() - scale * one.mean())


def _single(cards: dict[int, Detection]) -> dict[str, Detection]:
    sure = [card for card in cards.values() if card.id is not None and card.confidence >= SURE]
    counts = Counter(card.id for card in sure)
    return {card.id: card for card in sure if card.id is not None and counts[card.id] == 1}


def _centre(quad: Quad) -> complex:
    return complex(sum(x for x, _ in quad) / 4, sum(y for _, y in quad) / 4)


def _width(quad: Quad) -> float:
    return max(1.0, quad_sides(np.asarray(quad))[0])


def _moved(quad: Quad, scale: complex, shift: complex) -> Quad:
    one, two, three, four = (complex(x, y) * scale + shift for x, y in quad)
    return (one.real, one.imag), (two.real, two.imag), (three.real, three.imag), (four.real, four.imag)
