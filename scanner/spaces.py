"""What lies on each space of the boards that were found: nothing, a card that a design explains, a pawn, both."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np

from scanner.board_model import FoundBoard
from scanner.cover import Cover
from scanner.geometry import Floats, scale_map
from scanner.index import COVER_WIDTH
from scanner.named import Named, as_detection
from scanner.naming import Namer
from scanner.pack_index import PackIndex
from scanner.parallel import each
from scanner.picture import Picture
from scanner.poses import ON_SPACE, ON_SPACE_ONCE
from scanner.reading import NAMED_FROM, Detection, Place, SlotReading
from scanner.slots import (
    OnSpace,
    SlotView,
    card_outline,
    change_by,
    empty_space,
    inner_change,
    is_printed_on,
    looks_bare,
    print_seen,
    relit,
    standing_thing,
    stands_out,
    view_slots,
    would_stand_out,
)
from scanner.steps import Steps, together
from scanner.things import Thing, reach, thing_on_card

AT_ONCE, TURNS = 4, 4  # spaces read in step, and parts that they are read in at least
EMPTY_CHANGE = 0.02  # less of a space than this is changed by noise
CARD_CHANGE = 0.3
ALONE = 0.06  # part of a space beside a pawn that its shadow may change
CARD_FIT = 0.6  # a design that explains less is no explanation
CLEAR_CARD_FIT = 0.85  # whatever else it may be
PRINTED_FIT, CLEAR_PRINT = 0.7, 0.5  # fit, and part of a design's print in place, that no pawn and no board has
EXPLAINED_FIT, CLEAR_PAPER = 0.985, 0.75  # the same of a sign that no pawn is: of these a disc has up to 0.97
LIKE_A_SIGN = 0.8  # how sure a pawn is at the most that looks like a sign in the middle of a card
FINE_PRINT = 0.3  # part of a design's print that goes in a little blur, as of stripes and thin lines
PAWN_PART = 0.35  # of a space; a larger thing may be the picture on a card
BARE, CLEARLY_BARE = 0.6, 0.85  # correlation with the print of the space; a card hides it
UNPRINTED = 0.25  # part of its print in place that the right design has at least, however little is printed on it
HIDDEN = 0.35  # the same where something as pale as the board hides its print
EMPTY = 0.9  # the same of a space with nothing on it: frames of cards may look like frames of spaces
PAWN_CHANGE = 0.67  # part of a space that a large pawn changes with its shadow
COVERED_CHANGE = 0.6  # part of a space that any card changes which looks different from the board
CHANGES_MORE = 0.4  # parts of a space by which a card would change more of it than is changed
DOUBTFUL = 0.4
FINGER, LIKE_A_FINGER = (0.5, 0.9), 0.5  # reach of a pawn that leans over, and of a finger; how sure such a pawn is
PALE_PAWN = 0.6  # a white thing may be glare after all
UNCLEAR_FIT = 0.8  # a card with a pawn on it that fits less may be another one
UNTOUCHED_FIT = 0.965  # a card that fits better has nothing on it
SHOWN_THROUGH = 0.65  # correlation with a card's print; below pawns 0.59 at the most, below haze 0.67 and more
PAWN_PURITY = 0.5  # part of a pawn on a card that shows its colour; the rest is in its own shadow or shines


def read_spaces(
    index: PackIndex,
    picture: Picture,
    boards: Sequence[FoundBoard],
    only: Collection[Place] | None = None,
    pawns: Collection[str] | None = None,
) -> list[tuple[SlotReading, Detection | None]]:
    """Every space of these boards (or only the named ones), with the card on it if there is one.

    `pawns`: the colours of all pawns, when they are known; things in other colours are parts of cards.
    """
    by_board = each(lambda board: view_slots(picture, board, index.namer.index), boards)
    views = [
        (board, view)
        for board, views in zip(boards, by_board, strict=True)
        for view in views
        if only is None or (board.model.id, view.slot.id) in only
    ]
    # Some at once, so that either process has several turns; empty spaces, which take no time, are dealt out last.
    order = sorted(range(len(views)), key=lambda number: inner_change(views[number][1]) < EMPTY_CHANGE)
    count = max(min(TURNS, len(views)), len(views) // AT_ONCE)
    some = [order[first::count] for first in range(count)]

    def read(numbers: list[int]) -> list[tuple[SlotReading, Detection | None]]:
        works = [_reading(index.namer, picture, *views[number], pawns) for number in numbers]
        return together(index.namer.index, picture, works)

    found = {
        number: one
        for numbers, group in zip(some, each(read, some), strict=True)
        for number, one in zip(numbers, group, strict=True)
    }
    return [found[number] for number in range(len(views))]


def _reading(
    namer: Namer, picture: Picture, board: FoundBoard, view: SlotView, pawns: Collection[str] | None
) -> Steps[tuple[SlotReading, Detection | None]]:
    """One space: empty, or a card that a design explains, or a pawn, or something unknown."""
    place = (board.model.id, view.slot.id)
    change = inner_change(view)
    empty = empty_space(board.model, view.slot, namer.index)
    clear = None
    if change < EMPTY_CHANGE and not stands_out(view, empty):
        clear = SlotReading(*place, "empty", None, None, 1 - change / EMPTY_CHANGE / 2)
    elif change < PAWN_CHANGE:
        clear = _clearly_bare(place, view, empty, pawns)
    # On paper like that of the space a card shows nothing but its print.
    if clear is not None and not (is_printed_on(view, empty) and looks_bare(namer.index.papers, empty)):
        return clear, None
    # A card changes most of its space; for less it is not worth looking long.
    search = ON_SPACE if change > CARD_CHANGE else ON_SPACE_ONCE
    named = yield from namer.naming(picture, view.card_map, search, card_outline(view))
    if search is ON_SPACE_ONCE and PRINTED_FIT <= named.fit < CLEAR_CARD_FIT and named.share < CLEAR_PRINT:
        # On a board in its own colours a card changes little. No print holds it there: it may lie, and be, otherwise.
        named = yield from namer.naming(picture, view.card_map, ON_SPACE, card_outline(view))
    is_explained = _is_no_pawn(namer, named)
    if clear is not None:
        is_card = is_explained if clear.state == "pawn" else named.fit >= PRINTED_FIT and named.share >= CLEAR_PRINT
        if not is_card or named.confidence < NAMED_FROM:
            is_like_a_sign = named.fit >= CLEAR_CARD_FIT and named.share >= CLEAR_PRINT
            return (replace(clear, confidence=min(clear.confidence, LIKE_A_SIGN)) if is_like_a_sign else clear), None
    # Where nothing but print is seen, no pawn is taken for it.
    is_thin = clear is not None and clear.state == "empty"
    lacks_paper = change <= COVERED_CHANGE and not is_thin and _lacks_paper(namer, view, empty, named)
    is_paper = change > CARD_CHANGE or not lacks_paper
    # What is explained altogether is a card, however pale its paper: in hard light its step to the board is told badly.
    is_printed = is_explained or (named.fit >= PRINTED_FIT and named.share >= CLEAR_PRINT and is_paper)
    alone = None if is_printed or change > COVERED_CHANGE else _alone(namer, view, empty, named, pawns, lacks_paper)
    if alone is not None:
        return _pawn(place, alone, max(alone.beside or 0.0, DOUBTFUL)), None
    if not is_explained and (named.share < UNPRINTED or (named.fit < CLEAR_CARD_FIT and not is_printed)):
        bare = _rather_bare(place, view, empty, named, pawns)
        if bare is not None:
            return bare, None
    pawn_on = _thing_on(namer, picture, named)
    if pawn_on is not None and named.fit < UNCLEAR_FIT:
        again = yield from _named_beside(namer, picture, view, named, pawn_on)
        if again.fit > named.fit:
            named, pawn_on = again, _thing_on(namer, picture, again)
    card = as_detection(named, *place)
    # Beside a design that does not explain the card, what is pale or dark may be its own print.
    is_clear = pawn_on is not None and pawn_on.is_on_card and (named.fit > CARD_FIT or pawn_on.is_colourful)
    is_pawn = pawn_on is not None and is_clear and _is_in_play(pawn_on, pawns)
    colour = pawn_on.colour if pawn_on is not None and is_pawn else None
    state = SlotReading(*place, "back" if named.is_back else "card", card.id, colour, card.confidence)
    return state, card


def _clearly_bare(place: Place, view: SlotView, empty: Floats, pawns: Collection[str] | None) -> SlotReading | None:
    """A space that needs no name, because its own print is seen, all of it or beside a pawn."""
    shown = print_seen(view, empty) or 0.0
    # Where other print is seen, only a pawn with nothing else around it is clear.
    for pawn in _pawns(view, empty, pawns, (1.0, 1.0) if shown > EMPTY else (PAWN_PART, ALONE)):
        beside = (pawn.beside or 0.0) > CLEARLY_BARE and pawn.rest < ALONE and pawn.part < PAWN_PART
        # A card that looks like the bare space has a picture in its middle: what is pale may be that.
        if shown > EMPTY or (beside and not pawn.thing.is_pale):
            return _only_lit(place, view, empty) or _pawn(place, pawn)
    return SlotReading(*place, "empty", None, None, shown) if shown > EMPTY else None


def _only_lit(place: Place, view: SlotView, empty: Floats) -> SlotReading | None:
    """A bare space on which nothing has changed but the light, where the board beside it tells that badly.

    A board that is blue all over tells nothing of red light: its pale spaces looked as if something red stood there.
    """
    own = relit(view, empty)
    shown = print_seen(own, empty) or 0.0
    is_bare = inner_change(own) < EMPTY_CHANGE and shown > BARE
    return SlotReading(*place, "empty", None, None, shown) if is_bare else None


def _alone(
    namer: Namer, view: SlotView, empty: Floats, named: Named, pawns: Collection[str] | None, lacks_paper: bool
) -> OnSpace | None:
    """A pawn that is all that has changed on a space, where the card that it looks like would change much more.

    A white pawn on a dark space looks like the back of a dark card with something pale in its middle.
    """
    drawn = namer.index.drawn[namer.index.ids.index(named.id)]
    changes_more = change_by(drawn, empty) > inner_change(view) + CHANGES_MORE
    if not changes_more and not lacks_paper:
        return None
    found = _pawns(view, empty, pawns, (PAWN_PART, ALONE))
    return next((pawn for pawn in found if lacks_paper or pawn.beside is None or pawn.beside > HIDDEN), None)


def _is_no_pawn(namer: Namer, named: Named) -> bool:
    """Whether a card is explained better than any pawn that looks like a sign on it: none looks like fine print."""
    if namer.index.fineness[namer.index.ids.index(named.id)] > FINE_PRINT:
        return named.fit >= EXPLAINED_FIT or (named.fit >= CLEAR_CARD_FIT and named.share >= CLEAR_PRINT)
    return named.fit >= EXPLAINED_FIT and named.share >= CLEAR_PAPER


def _lacks_paper(namer: Namer, view: SlotView, empty: Floats, named: Named) -> bool:
    """Whether the paper of the card that a space looks like is not there: from above a pawn looks like a sign on it."""
    drawn = namer.index.drawn[namer.index.ids.index(named.id)]
    return would_stand_out(drawn, empty) and not stands_out(view, empty)


def _rather_bare(
    place: Place, view: SlotView, empty: Floats, named: Named, pawns: Collection[str] | None
) -> SlotReading | None:
    """A space that no design explains, when it is rather a space without a card."""
    if (bare := _only_lit(place, view, empty)) is not None:
        return bare
    change = inner_change(view)
    # A reflection or a shadow on this space alone is not known to the light of the board. In a light of its own even
    # another print may be explained, so what counts is that the space's own print is seen.
    own_light = relit(view, empty)
    for pawn in _pawns(view, empty, pawns):
        if pawn.part >= PAWN_PART and any(_pawns(own_light, empty, pawns, (PAWN_PART, ALONE))):
            continue  # rather the space itself, around what stands on it
        # In a noisy picture little print is seen; then it is enough that nothing else is changed.
        shaded = pawn.thing.is_colourful and named.fit < CARD_FIT and named.share < UNPRINTED
        changed = pawn.part + pawn.rest if shaded else change
        unchanged = pawn.rest < 2 * ALONE and changed < PAWN_CHANGE and named.share < CLEAR_PRINT
        unexplained = named.fit < CARD_FIT or (named.share < UNPRINTED and (pawn.beside or 0.0) > HIDDEN)
        is_noisy = pawn.beside is None or (unexplained and not pawn.thing.is_pale)
        if (pawn.beside or 0.0) > BARE or (unchanged and is_noisy):
            return _pawn(place, pawn, pawn.beside or DOUBTFUL)
    for pawn in _pawns(own_light, empty, pawns, (PAWN_PART, ALONE)):
        if (pawn.beside or 0.0) > BARE:
            return _pawn(place, pawn, pawn.beside or DOUBTFUL)
    # A card would hide the whole space; but the frame of one with hardly any print may look like that of the space.
    shown = print_seen(view, empty)
    is_seen = shown is not None and shown > BARE and named.confidence < NAMED_FROM
    may_be = (shown is None or shown > HIDDEN) and named.fit < CARD_FIT and change < COVERED_CHANGE
    if is_seen or may_be:
        return SlotReading(*place, "empty", None, None, DOUBTFUL)
    return None


def _pawns(
    view: SlotView, empty: Floats, pawns: Collection[str] | None, most: tuple[float, float] = (1.0, 1.0)
) -> Iterator[OnSpace]:
    """What may be a pawn alone on a space, with its shadow, without it, and without thin things around it."""
    for with_shadow, coarse in ((True, False), (False, False), (False, True)):
        thing = standing_thing(view, empty, with_shadow, coarse, most)
        if thing is not None and thing.is_pawn and _is_in_play(thing.thing, pawns):
            yield thing


def _is_in_play(thing: Thing, pawns: Collection[str] | None) -> bool:
    """Whether there may be a pawn of this colour."""
    return pawns is None or any(colour in pawns for colour in thing.colours)


def _pawn(place: Place, found: OnSpace, most: float = 1.0) -> SlotReading:
    """A space with nothing but a pawn on it."""
    thing = found.thing
    sure = max(0.0, min(thing.purity, PALE_PAWN if thing.is_pale else most))
    sure *= float(np.interp(reach(thing.mask), FINGER, (1, LIKE_A_FINGER)))
    return SlotReading(*place, "pawn", None, thing.colour, sure, pawns=thing.colours)


def _thing_on(namer: Namer, picture: Picture, named: Named) -> Thing | None:
    """The pawn that stands on a card, if there is one."""
    if named.fit > UNTOUCHED_FIT and named.cover is None:
        return None
    size = namer.index.size(COVER_WIDTH)
    seen = picture.colour.warp(named.card_map @ np.linalg.inv(scale_map(*size)), size)
    thing = thing_on_card(seen, namer.index.drawn[namer.index.ids.index(named.id)])
    is_pawn = thing is not None and thing.is_solid and thing.purity > PAWN_PURITY and thing.through < SHOWN_THROUGH
    return thing if is_pawn else None


def _named_beside(namer: Namer, picture: Picture, view: SlotView, named: Named, thing: Thing) -> Steps[Named]:
    """A card that no design explains, by what is seen of it beside the thing that stands on it.

    A pawn is so large and plain that other designs, with such a sign on them, may fit better than the right one.
    """
    size = namer.index.size(COVER_WIDTH)
    hidden = cv2.dilate(thing.mask.astype(np.uint8) * 255, np.ones((5, 5), np.uint8))
    back = np.linalg.inv(named.card_map @ np.linalg.inv(scale_map(*size)))
    places = []
    for place in (named.card_map, card_outline(view), view.card_map):
        if place is not None:
            moved = back @ place @ np.linalg.inv(scale_map(*size))
            mask = cv2.warpPerspective(hidden, moved, size, flags=cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP)
            places.append((place, Cover(mask)))
    return (yield from namer.naming_beside(picture, places))
