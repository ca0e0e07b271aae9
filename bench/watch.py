"""`scanner watch` on films of decks it was not tuned on: time a frame, delay of reports, lines too many and too few."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter, process_time

import cv2
import numpy as np

from bench.tables import percentile, table
from scanner.enrol import enrol
from scanner.pack_index import PackIndex, index_pack
from scanner.reading import TableReading
from scanner.simulator.film import Film, Lay, Take, Wait, make_film
from scanner.simulator.foreign import make_deck
from scanner.simulator.scene import Difficulty, Kind, Scene, SimDeck, load_sim_deck
from scanner.simulator.staging import Act, Bump, Cut, Light, LookAt, Push, Tremble, stage
from scanner.watch import Watcher

DECK_SEEDS = (71, 72)  # tuning used decks 1 to 3 and films 1 to 19
SETTLED = 6  # frames after which a change must have been told and the table counts as quiet

Place = tuple[str, str]
State = tuple[str, str | None, str | None]  # what lies there, which card, whose pawn


@dataclass
class Tally:
    """What was measured on one film."""

    wall_ms: list[float] = field(default_factory=list)
    cpu_ms: list[float] = field(default_factory=list)
    delays: list[int] = field(default_factory=list)
    changes: int = 0
    right: int = 0
    extra: int = 0  # lines in which nothing had really changed
    frames: int = 0


def hand_films(deck: SimDeck, seed: int) -> Iterator[tuple[str, Iterator[tuple[Scene, bool]]]]:
    """Hands lay and take cards before a standing camera; True: nothing moves in the frame."""
    kinds: tuple[tuple[Kind, Difficulty, tuple[int, int]], ...] = (
        ("table", "easy", (1920, 1080)),
        ("table", "medium", (1920, 1080)),
        ("boards", "medium", (1280, 720)),
    )
    for kind, level, size in kinds:
        film = make_film(deck, None, kind, level, size, seed)
        yield f"hands, {'whole table' if kind == 'table' else 'one board'}, {level}, {size[1]}p", _by_hands(film)


def _by_hands(film: Film) -> Iterator[tuple[Scene, bool]]:
    calm = [isinstance(step, Wait) for step in film.steps for _ in range(_length(film, step))]
    yield from zip(film.frames(), calm, strict=True)


def _length(film: Film, step: object) -> int:
    return step.frames if isinstance(step, Wait) else 2 * film.hand_frames + 1


def staged_films(deck: SimDeck, seed: int) -> Iterator[tuple[str, Iterator[tuple[Scene, bool]]]]:
    """No hands, but all else that happens to a camera."""
    film = make_film(deck, (), "table", "easy", (1280, 720), seed)
    filled = {(card.board, card.slot) for card in film.world.cards}
    places = [(laid.board.id, slot) for laid in film.world.boards for slot in laid.board.slots if "-" in slot]
    full = [place for place in places if place in filled]
    boards = [laid.board.id for laid in film.world.boards]
    names = list(deck.cards)
    acts: dict[str, list[Act]] = {
        "light flickers, goes out, comes back": [
            *(Wait(6), Light(8, 1.0, 0.15), Light(6, 0.04), Wait(4), Light(8, 0.6), Wait(2)),
            *(Cut(Take(*full[0])), Wait(8)),
        ],
        "camera pushed twice": [Wait(6), Bump(), Wait(6), Bump(40, -30, 6, 3), Wait(8), Cut(Take(*full[1])), Wait(8)],
        "board pushed": [Wait(6), Push(boards[0]), Wait(9), Cut(Take(*full[2])), Wait(8)],
        "camera held in the hand": [Wait(6), Tremble(12, 2.5), Cut(Take(*full[3])), Tremble(8, 2.5)],
        "near-twins change places between frames": [
            Wait(6),
            *(act for name in names[10:15] for act in (Cut(Lay(*full[0], name)), Wait(7))),
        ],
        "from board to board": [act for name in boards[:3] for act in (LookAt(name), Wait(8))],
    }
    for name, part in acts.items():
        yield name, ((scene, False) for scene in stage(film, part))


def run(index: PackIndex, frames: Iterator[tuple[Scene, bool]]) -> Tally:
    """Watch a film and compare each line with the truth."""
    watcher, tally = Watcher(index), Tally()
    truth: dict[Place, State] = {}
    told: dict[Place, State] | None = None
    waiting: dict[Place, int] = {}  # places that have changed: frames since they are to be seen
    quiet = 0
    for number, (scene, calm) in enumerate(frames):
        now = {
            (slot["board"], slot["slot"]): (slot["state"], slot["id"], slot["pawn"]) for slot in scene.truth["slots"]
        }
        fresh = {place for place in now if truth and truth[place] != now[place]}
        tally.changes += len(fresh)
        waiting |= dict.fromkeys(fresh, 0)
        truth = now
        hidden = min(slot["visible_fraction"] for slot in scene.truth["slots"]) < 1 and not calm
        quiet = quiet + 1 if calm else 0
        wall, cpu = perf_counter(), process_time()
        reading = watcher.see(number, number / 10, scene.image_bgr)
        if quiet > SETTLED - 1 and number > 2 * SETTLED:
            tally.wall_ms.append((perf_counter() - wall) * 1000)
            tally.cpu_ms.append((process_time() - cpu) * 1000)
        tally.frames += 1
        if reading is not None:
            said = _states(reading)
            if told is not None:
                moved = {place for place in said if told.get(place) not in (None, said[place])}
                reported = {place for place in moved if place in waiting}
                tally.extra += not reported and set(told) == set(said)
                tally.delays += [waiting.pop(place) for place in reported]
                tally.right += sum(said[place] == now[place] for place in reported)
            told = said
        waiting = {place: since + (0 if hidden else 1) for place, since in waiting.items()}
    return tally


def _states(reading: TableReading) -> dict[Place, State]:
    return {(slot.board, slot.slot): (slot.state, slot.id, slot.pawn) for slot in reading.slots}


def main() -> str:
    """Measure all films."""
    cv2.setNumThreads(1)
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for seed, films in zip(DECK_SEEDS, (hand_films, staged_films), strict=True):
            home = Path(folder) / str(seed)
            manifest = make_deck(seed, folder=home)
            deck = load_sim_deck(manifest)
            index = index_pack(enrol(manifest, home / "deck.cardpack").pack)
            for name, frames in films(deck, seed):
                rows.append(_row(name, run(index, frames)))
    head = [
        "film",
        "frames",
        "quiet frame, ms: median / p95 (CPU median)",
        "changes told / right",
        "frames until told: median / most",
        "lines too many",
    ]
    limits = "Wanted: 60 ms at the median while nothing changes, a change told within 5 frames."
    return f"{table(head, rows)}\n\n{limits}"


def _row(name: str, tally: Tally) -> list[str]:
    times, delays = "", ""
    if tally.wall_ms:
        median, most = np.median(tally.wall_ms), percentile(tally.wall_ms, 95)
        times = f"{median:.0f} / {most:.0f} ({np.median(tally.cpu_ms):.0f})"
    if tally.delays:
        delays = f"{np.median(tally.delays):.0f} / {max(tally.delays)}"
    told = f"{len(tally.delays)} / {tally.right} of {tally.changes}"
    return [name, str(tally.frames), times, told, delays, str(tally.extra)]


if __name__ == "__main__":
    print(main())
