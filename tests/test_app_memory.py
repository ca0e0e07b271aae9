"""Textures that are kept for the next time, up to a number of bytes."""

from __future__ import annotations

from dataclasses import dataclass

from companion.app.memory import Kept


@dataclass
class Square:
    """As much of a texture as is asked for."""

    size: tuple[int, int]


def test_what_was_not_asked_for_longest_goes_first() -> None:
    kept: Kept[str, Square] = Kept(3 * 400)
    for name in "abc":
        kept.keep(name, Square((10, 10)))
    assert kept.get("a") is not None
    kept.keep("d", Square((10, 10)))
    assert [name for name in "abcd" if kept.get(name) is None] == ["b"]
    assert (len(kept), kept.bytes) == (3, 1200)


def test_a_large_texture_takes_the_place_of_several() -> None:
    kept: Kept[str, Square] = Kept(3 * 400)
    for name in "abc":
        kept.keep(name, Square((10, 10)))
    kept.keep("board", Square((20, 10)))
    assert [name for name in "abc" if kept.get(name) is None] == ["a", "b"]
    kept.keep("poster", Square((100, 100)))
    assert (len(kept), kept.bytes) == (1, 40_000), "the newest one stays: it is about to be shown"


def test_a_texture_that_is_replaced_or_dropped_is_not_counted_twice() -> None:
    kept: Kept[str, Square] = Kept(10_000)
    kept.keep("a", Square((10, 10)))
    kept.keep("a", Square((20, 20)))
    assert (len(kept), kept.bytes) == (1, 1600)
    kept.drop("a")
    kept.drop("a")
    assert (len(kept), kept.bytes) == (0, 0)
