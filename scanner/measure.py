"""Tallies of many judged pictures: shares, times and how far confidence can be trusted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import perf_counter, process_time

from scanner.geometry import Pixels
from scanner.judge import Counts, Truth, judge
from scanner.reading import TableReading

BINS = ((0.5, 0.7), (0.7, 0.9), (0.9, 0.99), (0.99, 1.001))
DASH = "–"


@dataclass(slots=True)
class Tally:
    """What was counted and timed over some pictures."""

    counts: Counts = field(default_factory=Counts)
    pictures: int = 0
    ms: dict[int, list[float]] = field(default_factory=dict)  # wall time by the picture's shorter side
    cpu_ms: list[float] = field(default_factory=list)
    named: list[tuple[float, bool]] = field(default_factory=list)

    def add(
        self,
        read: Callable[[Pixels], TableReading],
        pixels_bgr: Pixels,
        truth: Truth,
        pair: Callable[[Pixels], TableReading] | None = None,
    ) -> TableReading:
        """Read one picture, judge it and take the time: CPU time alone, wall time by two processes where there are."""
        start, cpu = perf_counter(), process_time()
        reading = read(pixels_bgr)
        self.cpu_ms.append((process_time() - cpu) * 1000)
        if pair is not None:
            start = perf_counter()
            pair(pixels_bgr)
        self.ms.setdefault(min(pixels_bgr.shape[:2]), []).append((perf_counter() - start) * 1000)
        judgement = judge(reading, truth)
        self.counts += judgement.counts
        self.named += judgement.named
        self.pictures += 1
        return reading

    def times(self, side: int | None = None) -> list[float]:
        """All wall times in ms, or those of pictures of this height."""
        return [ms for height, times in self.ms.items() if side in (None, height) for ms in times]


def share(part: int, whole: int) -> str:
    """In per cent, as precisely as so few things can tell."""
    if not whole:
        return DASH
    return f"{100 * part / whole:.1f}"


def middle(times: Sequence[float], percent: float = 50) -> str:
    """The time that so many per cent do not exceed, in ms."""
    if not times:
        return DASH
    ordered = sorted(times)
    return f"{ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]:.0f}"


def calibration_rows(named: Sequence[tuple[float, bool]]) -> list[list[str]]:
    """For each range of confidence: how many cards were named with it, how many of them rightly."""
    rows = []
    for low, high in BINS:
        inside = [right for confidence, right in named if low <= confidence < high]
        wrong = len(inside) - sum(inside)
        mean = sum(confidence for confidence, _ in named if low <= confidence < high) / max(1, len(inside))
        told = f"{mean:.4f}" if inside else DASH
        shown = f"{sum(inside) / len(inside):.4f}" if inside else DASH
        rows.append([f"{low:g} to {min(high, 1):g}", str(len(inside)), told, shown, str(wrong)])
    return rows
