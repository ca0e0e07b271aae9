"""`scanner bench`: speed and accuracy on one pack, on scenes of the simulator and on labelled pictures."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import cv2

from card_db.pack import load_pack
from scanner.geometry import Pixels
from scanner.images import load_image
from scanner.judge import Truth, TruthError, parse_truth
from scanner.measure import Tally, calibration_rows, middle, share
from scanner.pack_index import index_pack
from scanner.parallel import Shared
from scanner.read import read_table
from scanner.simulator.scene import Difficulty, Kind, render
from scanner.simulator.world import SimDeck, sim_deck_of

LEVELS: tuple[Difficulty, ...] = ("easy", "medium", "hard")
KINDS: dict[Kind, str] = {"table": "whole table", "boards": "one or two boards", "hand": "loose cards"}
SIZES = ((1280, 720), (1920, 1080))
MAX_COUNT = 1000
MAX_TRUTH_BYTES = 4 * 2**20
HEAD = (
    "pictures of this pack",
    "number",
    "cards",
    "right %",
    "sure %",
    "surely wrong",
    "foreign named",
    "spaces right %",
    "boards found",
    "ms 720p",
    "ms 1080p",
    "ms all",
    "CPU ms",
)


class BenchError(ValueError):
    """What was asked for cannot be measured; one sentence."""


def run_bench(pack_path: Path, images: Sequence[Path], count: int, seed: int, say: Callable[[str], None]) -> None:
    """Measure and say the tables; scenes are rendered as they are needed."""
    if not 0 <= count <= MAX_COUNT:
        raise BenchError(f"--count must be from 0 to {MAX_COUNT}.")
    if not 0 <= seed < 2**31:
        raise BenchError("--seed must be from 0 to 2147483647.")
    if not count and not images:
        raise BenchError("nothing to measure: no scenes (--count 0) and no pictures.")
    pack = load_pack(pack_path)
    known = {item.id for item in (*pack.cards, *pack.backs)}
    labelled = [(path, load_truth(path, known)) for path in images]  # a bad one is told before the long work starts
    cv2.setNumThreads(1)  # as `scan` does
    index = index_pack(pack)

    rendered = scenes(sim_deck_of(pack), count, seed) if count else iter(())
    read = partial(read_table, index)
    pair = Shared(read)  # as `scan` does
    tallies: dict[str, Tally] = {}
    for name, pixels_bgr, truth in itertools.chain(_pictures(labelled), rendered):
        tallies.setdefault(name, Tally()).add(read, pixels_bgr, truth, pair)
    pair.close()
    say(plain_table(HEAD, [row(name, tally) for name, tally in tallies.items()]))
    named = [pair for tally in tallies.values() for pair in tally.named]
    say(plain_table(("confidence", "cards", "told", "right", "wrong"), calibration_rows(named)))


def _pictures(labelled: Sequence[tuple[Path, Truth]]) -> Iterator[tuple[str, Pixels, Truth]]:
    for path, truth in labelled:
        yield "labelled pictures", load_image(path).pixels_bgr, truth


def scenes(deck: SimDeck, count: int, seed: int) -> Iterator[tuple[str, Pixels, Truth]]:
    """Scenes of each kind and difficulty, half of them 720p; decks without boards give loose cards only."""
    for kind, title in KINDS.items():
        if kind != "hand" and not deck.boards:
            continue
        for level in LEVELS:
            for number in range(count):
                scene = render(deck, kind, level, SIZES[number % len(SIZES)], seed + number)
                yield f"{title}, {level}", scene.image_bgr, parse_truth(scene.truth, "the scene")


def load_truth(image: Path, known: set[str]) -> Truth:
    """The truth beside a picture: NAME.json of NAME.jpg; `known` are the designs it may name."""
    path = image.with_suffix(".json")
    try:
        with path.open("rb") as handle:
            raw = handle.read(MAX_TRUTH_BYTES + 1)
        if len(raw) > MAX_TRUTH_BYTES:
            raise TruthError(f"{path} is larger than the truth of a picture can be.")
        truth = parse_truth(json.loads(raw), str(path))
    except OSError as error:
        raise TruthError(f"{path}, the truth of {image.name}, cannot be read: {error.strerror or error}.") from None
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError):
        raise TruthError(f"{path} is not JSON.") from None
    strange = next((card.id for card in truth.cards if not card.is_foreign and card.id not in known), None)
    if strange is not None:
        raise TruthError(f"{path} names the card {strange[:80]!r}, which the pack does not hold.")
    return truth


def row(name: str, tally: Tally) -> list[str]:
    """One line of the table."""
    counts = tally.counts
    return [
        name,
        str(tally.pictures),
        str(counts.cards),
        share(counts.right, counts.cards),
        share(counts.sure, counts.cards),
        str(counts.sure_wrong),
        f"{counts.foreign_named} of {counts.foreign}",
        share(counts.slots_right, counts.slots),
        f"{counts.boards_found} of {counts.boards}" + (f", {n} invented" if (n := counts.boards_invented) else ""),
        middle(tally.times(720)),
        middle(tally.times(1080)),
        middle(tally.times()),
        middle(tally.cpu_ms),
    ]


def plain_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table for the terminal that is Markdown as well."""
    widths = [max(len(line[column]) for line in (head, *rows)) for column in range(len(head))]
    lines = [
        "| "
        + " | ".join(
            f"{cell:<{w}}" if k == 0 else f"{cell:>{w}}" for k, (cell, w) in enumerate(zip(line, widths, strict=True))
        )
        for line in (head, *rows)
    ]
    rule = "|" + "|".join("-" * (w + 2) if k == 0 else "-" * (w + 1) + ":" for k, w in enumerate(widths)) + "|"
    return "\n".join([f"{lines[0]} |", rule, *(f"{line} |" for line in lines[1:])]) + "\n"
