"""Games on film, through the real scanner: robots play, the simulator films them, `follow` tells what happened.

`python -m bench.films [FILMS]`. Decks are foreign ones (drawn by nobody who knows the game), people handle things in
several ways, the camera stands over the whole table or is held over one board after the other, in two lights.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from bench.tables import table
from card_db.pack import load_pack, read_manifest, save_pack
from card_db.packet_row.cards import AREAS
from card_db.packet_row.deck_list import load_deck
from companion.core.game import Json, Seat, Setup
from companion.games.packet_row.follow.camera import Watching, watch_game
from companion.games.packet_row.game import GAME
from companion.games.packet_row.robot_film import Manner, Played, Shot, film_of, play_rounds
from companion.words import load_words
from scanner.index_cache import load_index
from scanner.simulator.film import Film
from scanner.simulator.foreign import make_deck
from scanner.simulator.world import SimDeck, sim_deck_of
from scanner.watch import Watcher

NAMES = ("Anna", "Ben", "Cedric", "David", "Emma")
COLOURS = ("red", "blue", "green", "yellow", "black")
FPS = 10
MANNERS = (
    Manner(at_once=True),
    Manner(at_once=True, pawn_first=True, shown_discards=True),
    Manner(rest=(4, 9), pawns_home_first=True, at_once=True),
    Manner(rest=(8, 16)),
)
HEAD = (
    "film",
    "rounds",
    "frames",
    "end as played",
    "visible events",
    "wrong",
    "questions",
    "alarms",
    "seconds after the hand: median / 95 %",
    "ms a frame: median / 95 %",
)


@dataclass(frozen=True, slots=True)
class Plan:
    """One film."""

    number: int
    rounds: int

    @property
    def players(self) -> int:
        """Two to five."""
        return 2 + self.number % 4

    @property
    def phone(self) -> bool:
        """Whether the camera is held over one board after the other."""
        return self.number % 3 == 2

    @property
    def light(self) -> str:
        """An easy one, or that of an evening."""
        return ("good", "medium")[self.number // 2 % 2]

    @property
    def manner(self) -> Manner:
        """How these people handle things."""
        return MANNERS[self.number // 3 % len(MANNERS)]

    def __str__(self) -> str:
        camera = "phone" if self.phone else "standing camera"
        return f"{self.players} players, {camera}, {self.light} light, manner {1 + MANNERS.index(self.manner)}"

    def play(self) -> Played:
        """What happens in it."""
        names = NAMES[: self.players]
        first = Seat(Random(self.number).randrange(self.players))
        setup = Setup(GAME.id, names, first, colours=dict(zip(names, COLOURS, strict=False)))
        return play_rounds(setup, self.rounds, 900 + self.number)


def foreign_pack(seed: int, folder: Path) -> Path:
    """A deck of a foreign style whose designs stand for the cards of this game; cards of a kind are near-twins."""
    cards = sorted((entry.card for entry in load_deck().entries), key=lambda card: (card.kind, str(card)))
    manifest = make_deck(seed, folder / str(seed), designs=len(cards))
    data = json.loads(manifest.read_text(encoding="utf-8"))
    for drawn, card in zip(data["cards"], cards, strict=True):
        drawn["id"] = str(card)
    for kind, names in (("boards", AREAS), ("backs", [f"back:{area}" for area in AREAS])):
        data[kind] = [{**drawn, "id": name} for drawn, name in zip(data[kind], names, strict=False)]
    manifest.write_text(json.dumps(data), encoding="utf-8")
    pack = folder / f"{seed}.cardpack"
    save_pack(read_manifest(manifest), pack)
    return pack


@dataclass(slots=True)
class Watched:
    """A film that was followed."""

    watching: Watching
    lines: list[Json]
    ms: list[float]


def watch_film(film: Film, game: Json, pack: Path) -> Watched:
    """Follow a film frame by frame, as `companion follow` does."""
    watching = watch_game(game, load_words("en"))
    watcher = Watcher(load_index(pack), loose=False, pawns=watching.pawns)
    lines, times, number = list[Json](), list[float](), 0
    for number, scene in enumerate(film.frames()):
        start = perf_counter()
        reading = watcher.see(number, number / FPS, scene.image_bgr)
        lines += watching.see(reading, watcher.visible, number, number / FPS)
        times.append(1000 * (perf_counter() - start))
    lines += watching.end(watcher.finish(), number, number / FPS)
    return Watched(watching, lines, times)


def key(event: Json) -> str:
    """An event without what only one side knows."""
    return json.dumps({name: value for name, value in event.items() if name not in ("space", "override")})


def delays(played: Played, film: Film, lines: list[Json]) -> Iterator[float]:
    """Seconds from when the hand has left to when each event is told."""
    told: dict[str, list[int]] = {}
    for line in lines:
        if isinstance(event := line.get("event"), dict) and isinstance(frame := line["frame"], int):
            told.setdefault(key(event), []).append(frame)
    for label, frame in sorted(film.marks().items()):
        event = key(GAME.encode(played.setup, played.actions[label][1]))
        if told.get(event):
            yield max(0, told[event].pop(0) - frame) / FPS


def follow_film(plan: Plan, deck: SimDeck, pack: Path) -> tuple[list[str], Counter[str], list[float]]:
    """One film: its row of the table, its counts, and the delays."""
    played = plan.play()
    film = film_of(played, Shot(deck, light=plan.light, phone=plan.phone, manner=plan.manner))
    watched = watch_film(film, played.game, pack)
    truth = Counter(key(event) for event in played.events if event["do"] in ("take", "refill", "reveal"))
    seen = [event for event in watched.watching.following.written if event["do"] in ("take", "refill", "reveal")]
    believed = Counter(map(key, seen))
    late = sorted(delays(played, film, watched.lines))
    state, end = watched.watching.following.follower.state, played.actions[-1][2]
    count = Counter(
        rounds=end.round - 1,
        frames=len(watched.ms),
        right=state.round == end.round and all(state.areas[n].spaces == end.areas[n].spaces for n in AREAS),
        visible=truth.total(),
        found=(truth & believed).total(),
        wrong=(believed - truth).total(),
        questions=sum("question" in line for line in watched.lines),
        alarms=sum("mistake" in line for line in watched.lines),
    )
    ms = sorted(watched.ms)
    row = [
        str(plan),
        str(count["rounds"]),
        str(count["frames"]),
        "yes" if count["right"] else "no",
        f"{count['found']} of {count['visible']}",
        str(count["wrong"]),
        str(count["questions"]),
        str(count["alarms"]),
        f"{median(late):.1f} / {late[int(0.95 * len(late))]:.1f}" if late else "–",
        f"{median(ms):.0f} / {ms[int(0.95 * len(ms))]:.0f}",
    ]
    return row, count, late


def main(films: int = 20, rounds: int = 3) -> str:
    """So many films of so many rounds."""
    rows, total, late = [], Counter[str](), list[float]()
    with TemporaryDirectory() as folder:
        for number in range(films):
            pack = foreign_pack(201 + number, Path(folder))
            row, count, seconds = follow_film(Plan(number, rounds), sim_deck_of(load_pack(pack)), pack)
            rows.append(row)
            total += count
            late += seconds
            print(" | ".join(row), file=sys.stderr, flush=True)
    late.sort()
    found, quick = f"{total['found']} of {total['visible']}", sum(seconds < 1 for seconds in late)
    end = [f"{total[name]}" for name in ("wrong", "questions", "alarms")]
    within = f"{quick} of {len(late)} within 1 s"
    rows.append(["all", str(total["rounds"]), str(total["frames"]), f"{total['right']}", found, *end, within, ""])
    return table(HEAD, rows)


if __name__ == "__main__":
    print(main(*(int(part) for part in sys.argv[1:])))
