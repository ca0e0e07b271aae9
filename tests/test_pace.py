"""Turns at even distances."""

from __future__ import annotations

from threading import Event

from companion.app.pace import Pace


class Hours(Event):
    """Time passes only while somebody waits or works."""

    now = 0.0

    def wait(self, timeout: float | None = None) -> bool:
        self.now += timeout or 0.0
        return self.is_set()


def turns(works: list[float]) -> list[float]:
    """When the turns begin that take so long."""
    stop = Hours()
    pace, begun = Pace(10, lambda: stop.now), []
    for work in works:
        assert not pace.wait(stop)
        begun.append(round(stop.now, 6))
        stop.now += work
    return begun


def test_what_a_turn_takes_does_not_slow_the_pace() -> None:
    assert turns([0.06, 0.0, 0.09, 0.01]) == [0.1, 0.2, 0.3, 0.4]


def test_a_late_turn_is_made_good_but_those_missed_are_not() -> None:
    assert turns([0.15, 0.02, 0.0]) == [0.1, 0.25, 0.3]
    assert turns([1.0, 0.0, 0.0, 0.0]) == [0.1, 1.1, 1.1, 1.2]


def test_the_end_is_told() -> None:
    stop = Hours()
    stop.set()
    assert Pace(10).wait(stop)
