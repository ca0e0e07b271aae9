"""Spaces of a board in a light that is not that of the board."""

from __future__ import annotations

import cv2
import numpy as np

from scanner.board_model import Slot
from scanner.geometry import Floats
from scanner.slots import OnSpace, SlotView, change_by, inner_change, print_seen, relit, standing_thing
from scanner.spaces import _only_lit
from scanner.things import Thing

ROWS, COLUMNS = 74, 52


def printed(seed: int) -> Floats:
    """Print as on a space: a number, a frame, some colour."""
    rng = np.random.default_rng(seed)
    coarse = rng.uniform(60, 200, (5, 4, 3)).astype(np.float32)
    result: Floats = cv2.resize(coarse, (COLUMNS, ROWS), interpolation=cv2.INTER_CUBIC)
    cv2.rectangle(result, (6, 6), (COLUMNS - 7, ROWS - 7), (40.0, 40.0, 40.0), 1)
    cv2.putText(result, str(seed), (20, 44), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (30.0, 30.0, 30.0), 2)
    return cv2.GaussianBlur(np.clip(result, 0, 255), (0, 0), 0.8)


def view(plain: Floats) -> SlotView:
    """A space that differs everywhere from what the light of the board explains."""
    changed = np.ones((ROWS, COLUMNS), dtype=bool)
    nothing = np.zeros_like(changed)
    return SlotView(Slot("current-1", np.zeros((4, 2))), np.eye(3), plain, changed, nothing, nothing)


def in_glare(plain: Floats) -> Floats:
    """The same below a reflection that fades away."""
    x = np.linspace(0, 1, COLUMNS, dtype=np.float32)[None, :, None]
    return plain * (0.9 - 0.2 * x) + 60 * x


def test_a_reflection_is_explained_by_a_light_of_its_own() -> None:
    empty = printed(3)
    assert inner_change(relit(view(in_glare(empty)), empty)) < 0.02


def test_a_pawn_is_seen_below_a_reflection() -> None:
    empty = printed(3)
    shown = empty.copy()
    cv2.circle(shown, (20, 30), 7, (170.0, 60.0, 30.0), -1)
    own = relit(view(in_glare(shown)), empty)
    pawn = standing_thing(own, empty)
    assert pawn is not None
    assert pawn.is_pawn
    assert pawn.thing.colour == "blue"
    assert pawn.beside is not None
    assert pawn.beside > 0.85


def test_a_bare_space_in_a_light_that_its_board_does_not_tell_is_empty() -> None:
    """A board without any red in it says nothing of how red the light is."""
    empty = printed(3)
    redder = np.linspace(1.0, 1.7, ROWS, dtype=np.float32)[:, None, None] ** np.array([0, 0.2, 1], np.float32)
    bare = _only_lit(("docks", "draw"), view(empty * redder), empty)
    assert bare is not None
    assert (bare.state, bare.pawn) == ("empty", None)
    shown = empty * redder
    cv2.circle(shown, (24, 40), 8, (40.0, 40.0, 230.0), -1)
    assert _only_lit(("docks", "draw"), view(shown), empty) is None
    assert _only_lit(("docks", "draw"), view(printed(8)), empty) is None


def test_another_print_is_not_taken_for_that_of_the_space() -> None:
    """Almost any colours are explained by a light that bends enough; what is printed is not."""
    empty = printed(3)
    same, other = (print_seen(relit(view(in_glare(printed(seed))), empty), empty) for seed in (3, 8))
    assert same is not None
    assert other is not None
    assert same > 0.9
    assert other < 0.6


def test_what_reaches_in_from_beyond_is_no_pawn() -> None:
    empty = printed(3)
    shown = empty.copy()
    shown[20:56, 32:] = (120, 150, 205)
    own = relit(view(shown), empty)
    thing = standing_thing(own, empty)
    assert thing is not None
    assert thing.is_hand
    assert not thing.is_pawn


def test_a_pawn_is_seen_beside_a_reflection_that_is_larger() -> None:
    empty = np.full((ROWS, COLUMNS, 3), 110, np.float32)
    shown = empty.copy()
    cv2.circle(shown, (17, 52), 6, (40.0, 40.0, 200.0), -1)
    y, x = np.mgrid[:ROWS, :COLUMNS].astype(np.float32)
    shown += (90 * np.exp(-(((x - 32) / 9) ** 2) - ((y - 22) / 9) ** 2))[..., None]
    changed = np.abs(shown - empty).max(axis=2) > 20
    nothing = np.zeros_like(changed)
    space = SlotView(Slot("current-1", np.zeros((4, 2))), np.eye(3), shown, changed, nothing, nothing)
    pawn = standing_thing(space, empty)
    assert pawn is not None
    assert pawn.is_pawn
    assert pawn.thing.colour == "red"


def test_a_card_changes_a_space_as_much_as_it_looks_otherwise() -> None:
    empty = np.full((ROWS, COLUMNS, 3), 60, np.float32)
    half = np.full((62, 40, 3), 60, np.float32)
    half[:31] = 200
    assert 0.4 < change_by(half, empty) < 0.6
    assert change_by(np.full_like(half, 65), empty) == 0


def test_a_token_that_lies_over_a_corner_of_a_space_does_not_stand_on_it() -> None:
    """Most of it is beyond the picture of the space, though little of its edge is cut off; half a pawn may be."""
    for x, y, stands in ((COLUMNS - 11, 10, False), (COLUMNS - 11, 36, True)):
        mask = np.zeros((ROWS, COLUMNS), np.uint8)
        cv2.circle(mask, (x, y), 11, (1,), -1)
        thing = Thing(mask > 0, "red", 1.0, 20.0, 0.0)
        assert OnSpace(thing, 0.1, 0.0, False, 0.9).is_pawn == stands
