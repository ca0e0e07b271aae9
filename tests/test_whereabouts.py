"""Boards that were found against those that are known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import numpy as np

from scanner.board_model import FoundBoard
from scanner.geometry import Matrix
from scanner.whereabouts import Doubts, better_laid, lie_about_there, lie_there, together

WIDTH = 1280


@dataclass(frozen=True, eq=False)
class Model:
    """What tells boards apart."""

    id: str


@dataclass(frozen=True, eq=False)
class Board:
    """A board and where it lies."""

    model: Model
    quad: Matrix


MARKET, DOCKS = Model("market"), Model("docks")


def at(model: Model, x: float, y: float = 0.0) -> FoundBoard:
    quad = np.add([[0, 0], [300, 0], [300, 200], [0, 200]], (x, y))
    return cast("FoundBoard", Board(model, quad))


def test_a_board_found_askew_stays_where_more_of_it_can_be_read() -> None:
    known, askew = at(MARKET, 100), at(MARKET, 130)
    spaces = {id(known): 5, id(askew): 2}
    assert better_laid([askew], [known], WIDTH, lambda board: spaces[id(board)]) == [known]
    spaces[id(askew)] = 5
    assert better_laid([askew], [known], WIDTH, lambda board: spaces[id(board)]) == [askew]
    assert better_laid([askew], [known], WIDTH, lambda board: spaces[id(board)], more=1) == [known]


def test_a_board_that_was_carried_off_is_believed_unless_it_should_be_followed() -> None:
    known, far = at(MARKET, 100), at(MARKET, 700)
    spaces = {id(known): 5, id(far): 2}
    assert better_laid([far], [known], WIDTH, lambda board: spaces[id(board)]) == [far]
    assert better_laid([far], [known], WIDTH, lambda board: spaces[id(board)], least=0.0) == [known]


def test_a_board_that_was_not_found_does_not_lie_below_another() -> None:
    market, docks = at(MARKET, 100), at(DOCKS, 420)
    moved = at(DOCKS, 180)
    assert together([moved], [market, docks], lambda _: 8) == [moved]
    assert together([docks], [market, docks], lambda _: 8) == [docks, market]


def test_of_two_boards_in_one_place_the_one_that_can_be_read_lies_there() -> None:
    lost, found = at(MARKET, 100), at(DOCKS, 180)
    spaces = {id(lost): 2, id(found): 6}
    assert together([found], [lost], lambda board: spaces[id(board)]) == [found]
    spaces[id(lost)] = 7
    assert together([found], [lost], lambda board: spaces[id(board)]) == [lost]
    assert together([found], [lost], lambda _: 8) == [found], "cards are read as well on a board that is another"


def test_boards_lie_there_only_if_all_of_them_do() -> None:
    known = [at(MARKET, 100), at(DOCKS, 420)]
    assert lie_there([at(MARKET, 103)], known, WIDTH)
    assert not lie_there([at(MARKET, 103), at(DOCKS, 440)], known, WIDTH)
    assert not lie_there([], known, WIDTH)


def test_boards_in_a_trembling_hand_lie_about_there() -> None:
    assert lie_about_there([at(MARKET, 30)], [at(MARKET, 0), at(DOCKS, 0, 300)])
    assert not lie_about_there([at(MARKET, 200)], [at(MARKET, 0)])
    assert not lie_about_there([at(MARKET, 0), at(DOCKS, 0, 300)], [at(MARKET, 0)])
    assert not lie_about_there([], [at(MARKET, 0)])


def test_two_spaces_of_a_board_that_become_doubtful_are_worth_one_search() -> None:
    doubts = Doubts()
    assert not doubts.grow({("market", "current-1")})
    assert not doubts.grow({("market", "current-1"), ("bank", "current-1")}), "one card of each is hard to read"
    assert doubts.grow({("market", "current-1"), ("market", "current-2")})
    assert not doubts.grow({("market", "current-1"), ("market", "current-2")}), "it was sought, and lies there"
    assert not doubts.grow({("market", "current-2")})
    assert doubts.grow({("market", "current-1"), ("market", "current-2"), ("market", "draw")})
