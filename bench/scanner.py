"""The scanner on decks it was not tuned on, beside what peers do, in the cells of the bar.

`python -m bench.scanner [--full] [--profile]`. Decks 105 to 108 and scenes from 1000 on are for this report only. The
scenes are rendered once and kept in build/bench until the simulator changes.
"""

from __future__ import annotations

import argparse
import cProfile
import hashlib
import json
import multiprocessing
import pstats
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from pathlib import Path
from time import perf_counter

import cv2
import numpy as np

import scanner.simulator
from bench.baselines import FeatureBaseline, HashBaseline
from bench.tables import table
from card_db.pack import read_manifest
from scanner.geometry import Pixels, quad_map, quad_sides
from scanner.identify import identify
from scanner.judge import Truth, parse_truth
from scanner.measure import DASH, Tally, calibration_rows, middle, share
from scanner.pack_index import PackIndex, index_pack
from scanner.parallel import Shared
from scanner.read import read_table
from scanner.reading import SURE, TableReading
from scanner.simulator.foreign import make_deck
from scanner.simulator.scene import Difficulty, Kind, load_sim_deck, render

CACHE = Path(__file__).parent.parent / "build" / "bench"
DECKS = ("105", "106", "107", "108")
PLAIN_DECK = "plain-105"
FIRST_SEED = 1000
NOT_IN_SCENES = {"film.py", "staging.py", "__main__.py"}  # parts of the simulator that single scenes do not use
LEVELS: tuple[Difficulty, ...] = ("easy", "medium", "hard")
TITLES: dict[str, str] = {
    "table": "whole table",
    "boards": "one or two boards",
    "hand": "loose hand",
    "plain": "loose hand, almost no texture",
}
CARD_BAR = {"table": (99.5, 98.0, 90.0), "boards": (99.8, 99.0, 95.0), "hand": (99.8, 99.0, 92.0)}
SLOT_BAR = {"table": (99.9, 99.5, 96.0), "boards": (99.9, 99.5, 97.0)}
TIME_BAR = {"table": (400, 500), "boards": (200, 250), "hand": (250, 350)}
SIZES = ((1280, 720), (1920, 1080))
SCENES, SCENES_FULL = 6, 48  # of each cell
CUTS, CUTS_FULL = 2, 4  # of each card
CUT_VISIBLE = 0.95
CUT_SLACK = 0.04  # how far inside or outside its edge a card is cut, as a share of its width


@dataclass(frozen=True, slots=True)
class Job:
    """One scene to be rendered and read; `cell` is the row of the report it belongs to."""

    deck: str
    cell: str
    kind: Kind
    level: Difficulty
    size: tuple[int, int]
    seed: int

    @property
    def name(self) -> str:
        """The scene's file name."""
        return f"{self.kind}-{self.level}-{self.seed}-{self.size[1]}"


@dataclass(slots=True)
class Cuts:
    """Cut-out cards named by `identify`."""

    cards: int = 0
    right: int = 0
    sure: int = 0
    sure_wrong: int = 0
    foreign: int = 0
    foreign_sure: int = 0
    ms: list[float] = field(default_factory=list)
    named: list[tuple[float, bool]] = field(default_factory=list)


@dataclass(slots=True)
class Results:
    """Everything measured."""

    ours: dict[tuple[str, str], Tally] = field(default_factory=lambda: defaultdict(Tally))
    hashes: dict[tuple[str, str], Tally] = field(default_factory=lambda: defaultdict(Tally))
    features: dict[tuple[str, str], Tally] = field(default_factory=lambda: defaultdict(Tally))
    cuts: dict[str, Cuts] = field(default_factory=lambda: defaultdict(Cuts))


def jobs(scenes: int) -> list[Job]:
    """Decks and sizes take turns; no two scenes of a cell share their light or their table."""
    kinds: tuple[Kind, ...] = ("table", "boards", "hand")
    result = [
        Job(DECKS[n % len(DECKS)], kind, kind, level, SIZES[(n + n // len(DECKS)) % 2], FIRST_SEED + n)
        for kind in kinds
        for level in LEVELS
        for n in range(scenes)
    ]
    for level in LEVELS:
        result += [
            Job(PLAIN_DECK, "plain", "hand", level, SIZES[n % 2], FIRST_SEED + 500 + n)
            for n in range(max(2, 2 * (scenes // 3)))
        ]
    return sorted(result, key=lambda job: job.deck)


def scene_folder() -> Path:
    """Where the scenes of this very simulator are; those of other versions are removed."""
    sources = sorted(
        path for path in Path(scanner.simulator.__path__[0]).glob("*.py") if path.name not in NOT_IN_SCENES
    )
    version = hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()[:12]
    for other in CACHE.glob("scenes-*"):
        if other.name != f"scenes-{version}":
            shutil.rmtree(other, ignore_errors=True)
    return CACHE / f"scenes-{version}"


def prepare(folder: Path, wanted: Sequence[Job]) -> None:
    """Render what is missing, two decks at once."""
    by_deck = [list(group) for _, group in groupby(wanted, key=lambda job: job.deck)]
    missing = [[job for job in group if not (folder / job.deck / f"{job.name}.json").exists()] for group in by_deck]
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as workers:
        list(workers.map(partial(_render, folder), [group for group in missing if group]))


def _render(folder: Path, group: list[Job]) -> None:
    cv2.setNumThreads(1)
    home = folder / group[0].deck
    manifest = home / "manifest.json"
    if not manifest.exists():
        look, _, seed = group[0].deck.rpartition("-")
        make_deck(int(seed), home, look="plain" if look else "painted")
    deck = load_sim_deck(manifest)
    for job in group:
        scene = render(deck, job.kind, job.level, job.size, job.seed)
        cv2.imwrite(str(home / f"{job.name}.jpg"), scene.image_bgr, [cv2.IMWRITE_JPEG_QUALITY, 95])
        (home / f"{job.name}.json").write_text(
            json.dumps(scene.truth), encoding="utf-8"
        )  # last: it marks the scene done


def load(folder: Path, job: Job) -> tuple[Pixels, Truth]:
    """A rendered scene."""
    path = folder / job.deck / f"{job.name}.jpg"
    pixels_bgr = cv2.imread(str(path))
    if pixels_bgr is None:
        raise RuntimeError(f"{path} cannot be read")
    return pixels_bgr, parse_truth(json.loads(path.with_suffix(".json").read_text(encoding="utf-8")), str(path))


def measure(folder: Path, wanted: Sequence[Job], cuts: int) -> Results:
    """Read every scene in every way."""
    results = Results()
    for deck, group in groupby(wanted, key=lambda job: job.deck):
        pack = read_manifest(folder / deck / "manifest.json")
        index = index_pack(pack)
        by_hash, by_features = HashBaseline(pack), FeatureBaseline(pack)
        read = partial(read_table, index)
        pair = Shared(read)
        pair(np.zeros((120, 160, 3), np.uint8))  # caches of the libraries are ready then, and the copy is made
        for job in group:
            pixels_bgr, truth = load(folder, job)
            cell = job.cell, job.level
            cv2.setNumThreads(1)  # as the command does: two processes work on a picture instead
            results.ours[cell].add(read, pixels_bgr, truth, pair)
            _cut_out(results.cuts[job.level], index, pixels_bgr, truth, cuts, job.seed)
            cv2.setNumThreads(2)
            baselines: list[tuple[dict[tuple[str, str], Tally], Callable[[Pixels], TableReading]]] = [
                (results.hashes, by_hash.read),
                (results.features, by_features.read),
            ]
            for tallies, other in baselines:
                tallies[cell].add(other, pixels_bgr, truth)
        pair.close()
    return results


def _cut_out(cuts: Cuts, index: PackIndex, pixels_bgr: Pixels, truth: Truth, times: int, seed: int) -> None:
    """Name each card in full view, cut out a little inside or outside its edge, either way up."""
    rng = np.random.default_rng([seed, 11])
    for card in truth.cards:
        if card.visible < CUT_VISIBLE or card.hidden_mark:
            continue
        for _ in range(times):
            crop = cut(pixels_bgr, np.array(card.quad), rng)
            start = perf_counter()
            found = identify(index, crop)
            cuts.ms.append((perf_counter() - start) * 1000)
            is_sure, is_right = found.id is not None and found.confidence >= SURE, found.id == card.id
            if card.is_foreign:
                cuts.foreign += 1
                cuts.foreign_sure += is_sure
            else:
                cuts.cards += 1
                cuts.right += is_right
                cuts.sure += is_sure
                cuts.sure_wrong += is_sure and not is_right
            if found.id is not None:
                cuts.named.append((found.confidence, is_right))


def cut(pixels_bgr: Pixels, quad: Pixels, rng: np.random.Generator) -> Pixels:
    """The card under the quad as a picture of its own."""
    width, height = (max(12, round(side)) for side in quad_sides(quad))
    left, top, right, bottom = rng.uniform(-CUT_SLACK, CUT_SLACK, 4) * width
    corners = np.array([(left, top), (width + right, top), (width + right, height + bottom), (left, height + bottom)])
    size = round(width + right - left), round(height + bottom - top)
    matrix = quad_map(quad, np.array([(0, 0), (width, 0), (width, height), (0, height)]) - corners[0])
    crop: Pixels = cv2.warpPerspective(pixels_bgr, matrix, size, borderMode=cv2.BORDER_REPLICATE)
    return np.ascontiguousarray(crop[::-1, ::-1]) if rng.random() < 0.5 else crop


def cells(results: Results) -> Iterator[tuple[str, int, Tally, Tally, Tally]]:
    """(kind, level, ours, hash, features) of each row."""
    for kind in TITLES:
        for number, level in enumerate(LEVELS):
            key = kind, level
            if key in results.ours:
                yield kind, number, results.ours[key], results.hashes[key], results.features[key]


def accuracy_rows(results: Results) -> list[list[str]]:
    """Cards and spaces."""
    rows = []
    for kind, level, ours, by_hash, by_features in cells(results):
        counts = ours.counts
        bar = f"{CARD_BAR[kind][level]}" if kind in CARD_BAR else "95" if LEVELS[level] != "hard" else ""
        rows.append(
            [
                f"{TITLES[kind]}, {LEVELS[level]}",
                f"{counts.cards} + {counts.hidden}",
                share(counts.right, counts.cards),
                bar,
                share(by_hash.counts.right, counts.cards),
                share(by_features.counts.right, counts.cards),
                share(counts.sure, counts.cards),
                " / ".join(str(tally.counts.sure_wrong) for tally in (ours, by_hash, by_features)),
                f"{counts.foreign_named} of {counts.foreign}" if counts.foreign else DASH,
                share(counts.slots_right, counts.slots),
                f"{SLOT_BAR[kind][level]}" if kind in SLOT_BAR else "",
                share(by_features.counts.slots_right, counts.slots),
                f"{counts.pawns_right} of {counts.pawns}" if counts.pawns else DASH,
                f"{counts.boards_found} of {counts.boards}, {counts.boards_invented}",
            ]
        )
    return rows


ACCURACY_HEAD = (
    "scenes",
    "cards + mark covered",
    "right %",
    "at least",
    "hash %",
    "features %",
    "sure %",
    "surely wrong: ours / hash / features",
    "foreign named",
    "spaces right %",
    "at least",
    "features %",
    "pawns right",
    "boards found, invented",
)


def time_rows(results: Results) -> list[list[str]]:
    """Milliseconds for a picture."""

    def both(times: Sequence[float]) -> str:
        return f"{middle(times)} / {middle(times, 95)}"

    rows = []
    for kind, level, ours, by_hash, by_features in cells(results):
        low, high = TIME_BAR.get(kind, TIME_BAR["hand"])
        rows.append(
            [
                f"{TITLES[kind]}, {LEVELS[level]}",
                both(ours.times(720)),
                str(low),
                both(ours.times(1080)),
                str(high),
                middle(ours.cpu_ms),
                f"{middle(by_hash.times())} / {middle(by_hash.cpu_ms)}",
                f"{middle(by_features.times())} / {middle(by_features.cpu_ms)}",
            ]
        )
    return rows


TIME_HEAD = (
    "ms a picture",
    "720p median / 95 %",
    "at most",
    "1080p median / 95 %",
    "at most",
    "CPU alone",
    "hash: wall / CPU",
    "features: wall / CPU",
)


def cut_rows(results: Results) -> list[list[str]]:
    """`identify`."""
    return [
        [
            f"identify, cards cut from {level} scenes",
            str(cuts.cards),
            share(cuts.right, cuts.cards),
            share(cuts.sure, cuts.cards),
            str(cuts.sure_wrong),
            f"{cuts.foreign_sure} of {cuts.foreign}",
            f"{middle(cuts.ms)} / {middle(cuts.ms, 95)}",
        ]
        for level, cuts in results.cuts.items()
    ]


CUT_HEAD = ("cut-out cards", "cards", "right %", "sure %", "surely wrong", "foreign surely named", "ms median / 95 %")


def report(results: Results, scenes: int) -> str:
    """All tables in Markdown."""
    from_pictures = calibration_rows([pair for tally in results.ours.values() for pair in tally.named])
    from_cuts = calibration_rows([pair for cuts in results.cuts.values() for pair in cuts.named])
    calibration = [[first[0], *first[1:], *second[1:]] for first, second in zip(from_pictures, from_cuts, strict=True)]
    head = ["confidence", *(f"{what}: {it}" for what in ("pictures", "cut-outs") for it in _CALIBRATION)]
    return "\n\n".join(
        [
            f"{scenes} scenes a cell of decks {DECKS[0]} to {DECKS[-1]}, half of them 720p, half 1080p; tuned on other "
            "decks and scenes. A card counts when 70 % of it are in view; it is right when it has its name and lies "
            "there. Cards of which a pawn, another card or glare covers what tells them from their twins cannot be "
            "named by anyone: they are listed behind the +. Sure and surely wrong mean a confidence of 0.9 or more, "
            "surely wrong also what was named where no such card lies. Baselines: contours with a perceptual hash, "
            "and SIFT features of every reference; their confidence is not calibrated.",
            table(ACCURACY_HEAD, accuracy_rows(results)),
            table(TIME_HEAD, time_rows(results)),
            table(CUT_HEAD, cut_rows(results)),
            table(head, calibration),
        ]
    )


_CALIBRATION = ("cards", "told", "right", "wrong")


def main(full: bool = False) -> str:
    """Render, measure and report."""
    scenes = SCENES_FULL if full else SCENES
    folder = scene_folder()
    wanted = jobs(scenes)
    prepare(folder, wanted)
    return report(measure(folder, wanted, CUTS_FULL if full else CUTS), scenes)


def profile() -> None:
    """Where the time goes in a few pictures of each kind."""
    folder = scene_folder()
    wanted = [job for job in jobs(SCENES) if job.level == "medium" and job.deck == DECKS[0]]
    prepare(folder, wanted)
    index = index_pack(read_manifest(folder / DECKS[0] / "manifest.json"))
    pictures = [load(folder, job)[0] for job in wanted]
    cv2.setNumThreads(1)
    profiler = cProfile.Profile()
    for pixels_bgr in pictures:
        profiler.runcall(read_table, index, pixels_bgr)
    pstats.Stats(profiler).sort_stats("cumulative").print_stats(40)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m bench.scanner")
    parser.add_argument("--full", action="store_true", help="eight times as many scenes")
    parser.add_argument("--profile", action="store_true", help="show where the time goes instead")
    chosen = parser.parse_args()
    if chosen.profile:
        profile()
    else:
        print(main(chosen.full))
