"""Watches a table: frames in, one steady reading for each real change of the table out.

Boards are found once and then followed. A frame that shows nothing new costs a few milliseconds; only spaces whose
pixels have changed, lie still and are under no hand are read again, until the answers of several frames agree.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

import numpy as np

from scanner.board_model import FoundBoard
from scanner.colours import WORDS
from scanner.geometry import Pixels, overlap
from scanner.pack_index import PackIndex
from scanner.read import find_table, read_loose
from scanner.reading import BoardSeen, Detection, Place, TableReading, as_quad
from scanner.sharpness import Sharpness
from scanner.spaces import read_spaces
from scanner.steady import Space, SpaceReading, is_certain, is_doubtful, key_of, loose_differ, merge_loose
from scanner.telling import Telling
from scanner.view import MOVING, Flags, Sight, View, WatchedFrame
from scanner.whereabouts import SAME_PLACE, Doubts, WaysUp, better_laid, lie_about_there, lie_there, lies_on, together

FAR, SLOW = 0.08, 4.0  # a view that has moved so far, in shares of its width, is looked at afresh once it is slow
TOO_FAR = 0.25  # the same while hands are over it, which would be taken for a part of the table
RESTS = 20  # frames that nothing moves over the spaces, after which it belongs to the table
QUIET = 0.1  # part of what lies over spaces that may move when it is at rest
GHOST_AFTER, GHOST_EVERY = 3, 6  # frames at rest after which it is looked at whether anything lies over them at all
LAID_AGAIN = (9, 33, 93)  # frames at rest after which boards that cannot be read are sought again
LOOKS = 2  # at loose cards after a change
MOST_STIRRED = 10  # frames that a look at loose cards waits for hands to go
SEARCHES = (1, 2, 5, 10, 20, 40)  # frames between searches for boards in a view that is not known
MISSING = (1, 20, 80, 160)  # frames between searches for boards that are not in view yet; the last again and again
EMPTY_AFTER, GONE_AFTER = 2, 5  # searches in vain after which no board is in view: at the start, and later
LIGHT_EVERY = 8  # frames
DARK_FOR = 40  # frames without light to go by, after which the view is looked at afresh
PUSHED, RIM = 0.6, 0.12  # parts of a board's spaces and of the rest of it that differ when it was pushed
MOST_HELD = 4  # searches that find boards where they lay, though they look otherwise; then they are looked at afresh
PUSH_SEARCHES = 4  # in vain, after which a board that was pushed is gone
FIRST_WAIT = 20  # frames that the first reading waits for spaces that do not come to rest


class Watcher:
    """The steady reading of one table; without `loose` only of the boards, which takes less time and fewer frames.

    `pawns`: the colours of all pawns, when they are known.
    """

    def __init__(
        self,
        index: PackIndex,
        most_boards: int | None = None,
        loose: bool = True,
        pawns: Collection[str] | None = None,
    ) -> None:
        self._index = index
        self._with_loose = loose
        self._pawns = frozenset(pawns) if pawns and WORDS.issuperset(pawns) else None  # others have no word for it
        self._most = len(index.boards) if most_boards is None else max(0, min(most_boards, len(index.boards)))
        self._spaces: dict[Place, Space] = {}  # also of boards that are out of view
        self._ways_up = WaysUp()  # likewise
        self._doubts = Doubts()
        self._view: View | None = None
        self._last: WatchedFrame | None = None
        self._telling = Telling()
        self._card_moved = False
        self._looks: list[list[Detection]] = []
        self._looks_due = 0
        self._stirred = 0
        self._searches = 0  # since the view was lost
        self._held = 0  # searches that found all where it was
        self._missing = 0  # searches for boards that are not in view
        self._pause = 0  # frames before the next search
        self._pushed = 0  # searches for boards that were pushed
        self._dark = 0
        self._resting = 0  # frames that something lies still over spaces
        self._quiet = 0  # likewise, but for its rim
        self._sharpness = Sharpness()
        self._count = 0
        self._viewed_since = 0
        self._visible: frozenset[Place] = frozenset()
        self._untold: set[Place] = set()  # settled, but the reading that says so waits for others

    @property
    def visible(self) -> frozenset[Place]:
        """Spaces that the last frame showed as they are told: in view, not under a hand and not just changing."""
        return self._visible

    def see(self, number: int, at: float, pixels_bgr: Pixels) -> TableReading | None:
        """Look at the next frame; a reading when the steady reading of the table has changed.

        Nothing depends on the number of a frame or on time, so the same frames always give the same readings.
        """
        frame = WatchedFrame(pixels_bgr)
        self._visible = frozenset()
        self._count += 1
        before, self._last = self._last, frame
        if before is not None and before.size != frame.size:
            self._view, before = None, None
        if self._view is not None:
            lost = self._view.is_lost
            sight = self._view.see(frame, not lost or (before is not None and frame.is_calm_after(before)))
            if sight is not None:
                self._dark = self._searches = self._held = 0
                return self._hold_or_tell(self._view, self._study(frame, self._view, sight))
            self._forget_votes()
            if self._view.is_lost and not self._searches:
                self._pause = 0
            self._dark = 0 if self._view.is_lost else self._dark + 1
            if 0 < self._dark < DARK_FOR:
                return None
        if before is None or not self._search(frame, before) or self._view is None:
            return None
        # Both frames show the same: what is on the boards can be read at once.
        self._view.see(before)
        sight = self._view.see(frame)
        return None if sight is None else self._hold_or_tell(self._view, self._study(frame, self._view, sight))

    def _hold_or_tell(self, view: View, complete: bool) -> TableReading | None:
        """A reading when it is complete; until then what is new in it is not shown as told."""
        if complete:
            self._untold.clear()
            return self._tell(view)
        self._visible -= self._untold
        return None

    def finish(self) -> TableReading | None:
        """The film has ended: what is known by now, when that has not been told."""
        frame, self._last = self._last, None
        if frame is None:
            return None
        if self._view is None:
            self._enter(frame, self._find(frame))
        view = self._view
        if view is None:
            return None
        if not self._telling.has_told:
            unread = {place for place in view.places if self._spaces[place].reading is None}
            for slot, card in read_spaces(self._index, frame.picture, view.boards, unread, self._pawns):
                self._spaces[slot.board, slot.slot].vote((slot, card))
            if self._with_loose and not view.loose and not self._looks:
                self._looks = [read_loose(self._index, frame.picture, view.boards)]
        for place in view.places:
            if self._spaces[place].votes:
                self._spaces[place].settle(view.board(place[0]).to_picture)
        if self._looks:
            view.loose = merge_loose(view.loose, self._looks, lambda _: True)
        return self._tell(view)

    # --- finding the boards -----------------------------------------------------------------------------------------

    def _search(self, frame: WatchedFrame, before: WatchedFrame) -> bool:
        """Look for boards in a view that is not known, once it is calm, now and then; True when it is known by now."""
        self._pause = max(0, self._pause - 1)
        if self._pause or frame.is_plain() or not frame.is_calm_after(before):
            return False
        found = self._find(frame) if self._view is None else self._laid(frame, self._view)
        if self._view is not None and lie_there(found, self._view.boards, max(self._view.size)):
            self._pause = SEARCHES[2]
            self._held += 1
            if self._held < MOST_HELD and not self._is_readable(frame, found):
                return False  # a hand is over it: once it leaves, all will be as before
        self._pause = SEARCHES[min(self._searches, len(SEARCHES) - 1)]
        self._searches += 1
        if found or not self._most or self._searches >= (EMPTY_AFTER if self._view is None else GONE_AFTER):
            self._enter(frame, found)
            return True
        return False

    def _find(self, frame: WatchedFrame) -> list[FoundBoard]:
        found = find_table(self._index, frame.picture)[: self._most] if self._most else []
        if self._view is not None:
            self._ways_up.note(self._view.boards)
        return [board for board in found if self._ways_up.is_likely(board)]

    def _laid(self, frame: WatchedFrame, view: View, more: int = 0, least: float = SAME_PLACE) -> list[FoundBoard]:
        """The boards as found; where they were known to lie unless `more` of their spaces can be read than there."""
        found, readable = self._find(frame), partial(self._readable, frame)
        return better_laid(found, view.boards, max(frame.size), readable, more, least)

    def _readable(self, frame: WatchedFrame, board: FoundBoard) -> int:
        """How many spaces of a board can be read, if it lies there."""
        read = read_spaces(self._index, frame.picture, [board], pawns=self._pawns)
        return sum(is_certain(slot) for slot, _ in read)

    def _is_readable(self, frame: WatchedFrame, boards: Sequence[FoundBoard]) -> bool:
        """Whether nothing hides these boards: they only show something else than before, all over."""
        read = read_spaces(self._index, frame.picture, boards, pawns=self._pawns)
        return all(map(self._is_clear, read))

    def _is_clear(self, read: SpaceReading) -> bool:
        """Whether nothing hides a space: what is read is certain, or known."""
        space = self._spaces.get((read[0].board, read[0].slot))
        return is_certain(read[0]) or (space is not None and key_of(read) == space.key)

    def _enter(self, frame: WatchedFrame, boards: Sequence[FoundBoard]) -> None:
        """A view that is not known yet; what is remembered of its spaces will be compared."""
        self._set_view(frame, boards, ())
        self._missing = self._searches = self._dark = self._held = 0
        self._pause = MISSING[0] + 1  # this frame has been searched
        self._viewed_since = self._count

    def _set_view(self, frame: WatchedFrame, boards: Sequence[FoundBoard], loose: Sequence[Detection]) -> None:
        # What was taken for a loose card may lie on a board that was found later.
        view = View(frame, boards, [card for card in loose if not any(lies_on(card, board) for board in boards)])
        for number, place in enumerate(view.places):
            space = self._spaces.setdefault(place, Space())
            space.votes.clear()
            if space.look is not None:
                view.recall(number, space.look)
        if self._view is not None and lie_about_there(boards, self._view.boards):
            view.remember(self._view)
        self._view = view
        self._look_again()

    def _find_again(self, frame: WatchedFrame, view: View, sight: Sight) -> None:
        """Boards have been pushed, have come or have gone: those that look as before stay where they are."""
        found = {board.model.id: board for board in self._laid(frame, view, least=0.0)}
        boards: list[FoundBoard] = []
        for number, board in enumerate(view.boards):
            here = view.of_board(number)
            same, hidden = int((here & ~sight.changed).sum()), int((here & sight.covered).sum())
            new = found.get(board.model.id)
            # It may have been found askew at first: then it looks as before, but can be read where it is found now.
            elsewhere = new is not None and not lie_there([new], [board], max(frame.size))
            stays = same >= 0.4 * here.sum() or (new is None and self._pushed < PUSH_SEARCHES)
            if hidden >= 0.5 * here.sum() or (stays and not elsewhere):
                boards.append(board)
                found.pop(board.model.id, None)
        changed = len(boards) < len(view.boards)
        for board in found.values():
            if len(boards) < self._most and all(overlap(board.quad, other.quad) < 0.3 for other in boards):
                boards.append(board)
                changed = True
        if changed:
            self._pushed = 0
            self._set_view(frame, boards, view.loose)

    def _look_around(self, frame: WatchedFrame, view: View) -> None:
        """The view has wandered off: other boards may have come into it, others have left it."""
        found = self._laid(frame, view, least=0.0)  # it may have been followed wrongly
        boards = together(found, list(filter(view.shows, view.boards)), partial(self._readable, frame))
        self._set_view(frame, boards[: self._most], [card for card in view.loose if view.shows_card(card)])
        self._viewed_since = self._count

    def _find_missing(self, frame: WatchedFrame, view: View, sight: Sight) -> None:
        """Boards that are not in view may have been overlooked: search now and then, when they may look otherwise."""
        if len(view.boards) >= self._most:
            return
        self._pause = max(0, self._pause - 1)
        if self._pause or sight.stir.cover.any():
            return
        self._missing += 1
        self._pause = MISSING[min(self._missing, len(MISSING) - 1)]
        self._find_again(frame, view, sight)

    # --- one frame of a known view ----------------------------------------------------------------------------------

    def _study(self, frame: WatchedFrame, view: View, sight: Sight) -> bool:
        """Read what has changed; True when nothing more can be found out at the moment."""
        if sight.speed > MOVING:
            self._forget_votes()
            return False
        hands = bool(sight.covered.any())
        if (view.is_vague or view.travel > (TOO_FAR if hands else FAR)) and sight.speed < SLOW:
            self._look_around(frame, view)
            return False
        # In a trembling picture small spots never rest, but whole spaces do.
        self._resting = self._resting + 1 if hands and sight.still[sight.covered].all() else 0
        self._quiet = self._quiet + 1 if hands and sight.unrest < QUIET else 0
        if self._quiet % GHOST_EVERY == GHOST_AFTER:
            self._see_through(frame, view, sight)
        elif self._resting >= RESTS:
            self._resting = 0
            view.absorb(sight, sight.stir.cover)
        elif sight.stir.settled.any():
            self._absorb(frame, view, sight)
        elif self._count % LIGHT_EVERY == 0:
            view.follow_light(sight)
        pushed = self._pushed_boards(view, sight)
        if self._view is view and pushed.any():
            self._find_pushed(frame, view, sight, pushed)
        elif self._view is view:
            self._find_missing(frame, view, sight)
        if self._view is not view:
            return False
        due = self._due(view, sight, pushed)
        looking = self._looks_due > 0 and not self._is_stirred(view, sight)
        if (due or looking) and self._sharpness.is_blurred(frame.sharpness):
            return False
        settled = self._read(frame, view, sight, due) if due else set()
        self._untold |= settled
        if settled and self._seek_doubtful(frame, view, sight):
            return False
        self._visible = frozenset(
            place
            for number, place in enumerate(view.places)
            if place in settled
            or not (sight.covered[number] or sight.changed[number] or self._spaces[place].was_hidden)
        )
        if looking:
            self._look(frame, view, sight)
        return not self._looks_due and not self._is_open(view, sight)

    def _absorb(self, frame: WatchedFrame, view: View, sight: Sight) -> None:
        """Something has come to rest: a loose card, a board that was pushed, a cup."""
        settled = sight.stir.settled
        view.absorb(sight, settled)
        beside = view.beside_boards(settled)
        if beside > 0.25:
            self._look_again()
        if beside > 3 and len(view.boards) < self._most:
            self._find_again(frame, view, sight)

    def _see_through(self, frame: WatchedFrame, view: View, sight: Sight) -> None:
        """What differs may be the table itself, when a hand was over it as the view was set: then cards can be read."""
        hidden = [number for number in np.flatnonzero(sight.covered).tolist() if number < len(view.places)]
        places = {view.places[number] for number in hidden}
        read = read_spaces(self._index, frame.picture, view.boards, places, self._pawns)
        clear = {(one[0].board, one[0].slot) for one in read if self._is_clear(one)}
        alone = self._quiet >= LAID_AGAIN[0]
        view.uncover(sight, hidden, [number for number in hidden if view.places[number] in clear], alone)
        if len(clear) < len(hidden) and self._quiet in LAID_AGAIN:
            boards = together(self._laid(frame, view, 1, 0.0), view.boards, partial(self._readable, frame))
            if not lie_there(boards, view.boards, max(frame.size)):
                self._set_view(frame, boards[: self._most], view.loose)

    def _pushed_boards(self, view: View, sight: Sight) -> Flags:
        """Places of boards that seem to lie elsewhere by now; these are not read."""
        pushed = np.zeros(len(sight.changed), bool)
        for number in range(len(view.boards)):
            here = view.of_board(number)
            differ = int((here & sight.changed).sum())
            if differ >= max(3, PUSHED * here.sum()) and view.of_rim(number, sight.stir.changed) > RIM:
                pushed |= here
        return pushed

    def _find_pushed(self, frame: WatchedFrame, view: View, sight: Sight, pushed: Flags) -> None:
        """Look for a board that was pushed, once nothing moves there any more."""
        self._pause = max(0, self._pause - 1)
        if self._pause or (pushed & (sight.covered | ~sight.still)).any():
            return
        self._pushed += 1
        self._pause = SEARCHES[min(self._pushed, len(SEARCHES) - 1)]
        self._find_again(frame, view, sight)

    def _seek_doubtful(self, frame: WatchedFrame, view: View, sight: Sight) -> bool:
        """Boards of which less can be read than before may lie elsewhere by now; True when they do."""
        read = {place: self._spaces[place].reading for place in view.places}
        doubtful = {place for place, reading in read.items() if reading is not None and is_doubtful(reading)}
        if self._doubts.grow(doubtful):
            self._find_again(frame, view, sight)
        return self._view is not view

    def _due(self, view: View, sight: Sight, pushed: Flags) -> list[int]:
        """The spaces to be read in this frame."""
        due = []
        for number, place in enumerate(view.places):
            space, changed, still = self._spaces[place], bool(sight.changed[number]), bool(sight.still[number])
            if space.wait and not changed:
                space.wait -= 1
                space.trying = space.wait == 0
            space.vain = max(0, space.vain - 1) if sight.lain[number] else 0
            ready = not (sight.covered[number] or pushed[number] or space.vain)
            space.was_hidden |= bool(sight.covered[number]) or (changed and not still)
            if ready and (still if changed else space.reading is None or space.trying or space.was_hidden):
                due.append(number)
            else:
                space.votes.clear()
        loose = slice(len(view.places), None)
        if not self._looks_due and (sight.changed & sight.still & ~sight.covered)[loose].any():
            self._look_again()
        return due

    def _read(self, frame: WatchedFrame, view: View, sight: Sight, due: Sequence[int]) -> set[Place]:
        """Read spaces; those about which the answers agree by now are settled."""
        done = set()
        only = {view.places[number] for number in due}
        boards = [board for board in view.boards if any(board.model.id == name for name, _ in only)]
        readings = read_spaces(self._index, frame.picture, boards, only, self._pawns)
        said = {(slot.board, slot.slot): (slot, card) for slot, card in readings}
        for number in due:
            place = view.places[number]
            space, clear = self._spaces[place], self._is_clear(said[place])
            agreed = False
            if sight.lain[number] and not clear and not sight.is_alone(number):
                space.vain = GHOST_EVERY
                if not (agreed := space.insists(said[place])):
                    continue  # a finger may look like a pawn
            if space.vote(said[place], bool(sight.slight[number]) or not sight.changed[number]) or agreed:
                new = space.settle(view.board(place[0]).to_picture)
                space.look = sight.looks[number].copy()
                view.accept(number, sight, not new, clear)
                done.add(place)
        return done

    def _is_open(self, view: View, sight: Sight) -> bool:
        """Whether a space in view is about to be told."""
        spaces = [self._spaces[place] for place in view.places]
        if any(space.votes and not space.trying for space in spaces):
            return True
        if self._count - self._viewed_since > FIRST_WAIT:
            return False
        return any(space.reading is None and not sight.covered[number] for number, space in enumerate(spaces))

    def _forget_votes(self) -> None:
        for space in self._spaces.values():
            space.votes.clear()

    # --- loose cards ------------------------------------------------------------------------------------------------

    def _look_again(self) -> None:
        self._looks, self._looks_due, self._stirred = [], LOOKS if self._with_loose else 0, 0

    def _is_stirred(self, view: View, sight: Sight) -> bool:
        """Whether something moves where loose cards may lie; that is waited for, but not for ever."""
        if view.beside_boards(sight.stir.moving) < 0.5 or self._stirred >= MOST_STIRRED:
            return False
        self._stirred += 1
        return True

    def _look(self, frame: WatchedFrame, view: View, sight: Sight) -> None:
        self._looks.append(read_loose(self._index, frame.picture, view.boards))
        self._looks_due -= 1
        if self._looks_due:
            return
        keeps: Flags = (sight.covered | ~sight.changed)[len(view.places) :]
        loose = merge_loose(view.loose, self._looks, lambda number: bool(keeps[number]))
        self._card_moved |= loose_differ(view.loose, loose)
        view.set_loose(frame, loose)
        self._looks = []

    # --- telling ----------------------------------------------------------------------------------------------------

    def _tell(self, view: View) -> TableReading | None:
        """The steady reading, when it says something new."""
        spaces = {place: self._spaces[place] for place in view.places}
        is_new = self._telling.is_new((board.model.id for board in view.boards), spaces, view.loose)
        if not is_new and not self._card_moved:
            return None
        self._card_moved = False
        readings = [self._spaces[place].now(view.board(place[0]).to_picture) for place in view.places]
        known = [reading for reading in readings if reading is not None]
        cards = [card for _, card in known if card is not None]
        seen = tuple(BoardSeen(board.model.id, as_quad(board.quad)) for board in view.boards)
        return TableReading(view.size, (*cards, *view.loose), seen, tuple(slot for slot, _ in known))
