"""Watching a table: one line for each real change, whatever hands, light and camera do; frames from every source."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from scanner import frames as frame_sources
from scanner.backdrop import Backdrop
from scanner.cli import main
from scanner.enrol import enrol
from scanner.frames import Frame, FrameError, open_frames
from scanner.pack_index import PackIndex, index_pack
from scanner.patches import PatchGrid, References
from scanner.picture import Picture
from scanner.read import find_table
from scanner.reading import Detection, Guess, Quad, SlotReading, TableReading
from scanner.simulator.film import Film, Lay, Step, Sweep, Take, Wait, make_film
from scanner.simulator.foreign import make_deck
from scanner.simulator.scene import Scene, SimDeck, load_sim_deck
from scanner.steady import INSISTS, Space, best_of, loose_differ, merge_loose, settled
from scanner.telling import Telling
from scanner.view import WatchedFrame
from scanner.watch import Watcher
from scanner.watch_film import watch
from scanner.whereabouts import WaysUp

DECK_SEED = 31  # tuning used other decks
SIZE = (960, 540)
WITHIN = 5  # frames in which a change must be told


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("deck")


@pytest.fixture(scope="module")
def deck(folder: Path) -> SimDeck:
    return load_sim_deck(make_deck(DECK_SEED, folder=folder, designs=12))


@pytest.fixture(scope="module")
def index(folder: Path, deck: SimDeck) -> PackIndex:
    return index_pack(enrol(folder / "manifest.json", folder / "deck.cardpack").pack)


def spaces_of(film: Film, full: bool) -> list[tuple[str, str]]:
    """Spaces with or without a card, free of pawns."""
    cards = {(card.board, card.slot) for card in film.world.cards}
    pawns = {(pawn.board, pawn.slot) for pawn in film.world.pawns}
    spaces = [(laid.board.id, slot) for laid in film.world.boards for slot in laid.board.slots if "-" in slot]
    return [space for space in spaces if (space in cards) == full and space not in pawns]


def some_film(deck: SimDeck) -> tuple[Film, tuple[str, str]]:
    film = make_film(deck, (), "boards", "easy", SIZE, 41)
    space = spaces_of(film, full=True)[0]
    card = next(card for card in deck.cards if all(card != other.id for other in film.world.cards))
    steps: list[Step] = [Wait(7), Sweep(*space), Wait(3), Take(*space), Wait(5), Lay(*space, card), Wait(6)]
    return make_film(deck, steps, "boards", "easy", SIZE, 41), space


@pytest.fixture(scope="module")
def film(deck: SimDeck) -> list[Scene]:
    return list(some_film(deck)[0].frames())


def pictures(scenes: Sequence[Scene]) -> list[Frame]:
    return [Frame(number, number / 10, scene.image_bgr) for number, scene in enumerate(scenes)]


def states(reading: TableReading) -> dict[tuple[str, str], tuple[str, str | None]]:
    return {(slot.board, slot.slot): (slot.state, slot.id) for slot in reading.slots}


def truth(scene: Scene) -> dict[tuple[str, str], tuple[str, str | None]]:
    return {(slot["board"], slot["slot"]): (slot["state"], slot["id"]) for slot in scene.truth["slots"]}


def told(index: PackIndex, scenes: Sequence[np.ndarray[Any, Any]]) -> list[tuple[int, TableReading]]:
    frames = [Frame(number, 0.0, pixels) for number, pixels in enumerate(scenes)]
    return [(frame.number, reading) for frame, reading in watch(index, frames, 1)]


# --- films ------------------------------------------------------------------------------------------------------


def test_one_line_for_each_change_and_none_for_a_hand(index: PackIndex, deck: SimDeck, film: list[Scene]) -> None:
    space = some_film(deck)[1]
    lines = [(frame.number, reading) for frame, reading in watch(index, pictures(film), 1)]
    seen = [(number, states(reading)[space]) for number, reading in lines]
    assert [state for _, state in seen] == [truth(film[0])[space], ("empty", None), truth(film[-1])[space]]
    for number, state in seen[1:]:
        changed = next(n for n, scene in enumerate(film) if truth(scene)[space] == state and n > 7)
        assert number - (changed + 3) <= WITHIN  # the hand takes three frames to leave
    before, after = states(lines[0][1]), states(lines[-1][1])
    assert {place for place in before if before[place] != after[place]} == {space}


def test_a_hand_that_stays_covers_but_takes_nothing(index: PackIndex, film: list[Scene]) -> None:
    reaching = film[9].image_bgr  # the hand is over the space
    frames = [scene.image_bgr for scene in film[:7]] + [reaching] * 8 + [scene.image_bgr for scene in film[:4]]
    assert len(told(index, frames)) == 1


def test_a_hand_that_was_there_from_the_beginning_uncovers_the_table(index: PackIndex, film: list[Scene]) -> None:
    """What differs once it has left is no hand but the table."""
    quiet = [scene.image_bgr for scene in film[:7]]
    frames = [film[9].image_bgr] * 6 + [quiet[number % 7] for number in range(2 * WITHIN)]
    lines = told(index, frames[:-1])  # the end of a film is told whatever is seen
    assert states(lines[-1][1]) == truth(film[0])
    assert lines[-1][0] < 6 + 2 * WITHIN - 1


def test_a_board_that_seems_to_be_turned_round_is_looked_at_again(index: PackIndex, film: list[Scene]) -> None:
    board = find_table(index, Picture(film[0].image_bgr))[0]
    across, down = board.model.corners[2]
    turned = replace(board, to_picture=board.to_picture @ np.array([[-1, 0, across], [0, -1, down], [0, 0, 1.0]]))
    ways = WaysUp()
    assert ways.is_likely(turned)  # nothing is known of it yet
    ways.note([board])
    assert [ways.is_likely(one) for one in (turned, board, turned, turned, turned)] == [False, True, False, False, True]


def test_light_that_goes_and_changes_is_waited_for(index: PackIndex, film: list[Scene]) -> None:
    quiet = [scene.image_bgr for scene in film[:7]]
    dark = [(picture * 0.03).astype(np.uint8) for picture in quiet]
    dim = [(picture * 0.7 + 5).astype(np.uint8) for picture in quiet]
    assert len(told(index, quiet + dark[:4] + quiet[:3] + dim[:4])) == 1


def test_a_view_that_moves_changes_nothing_and_is_followed(index: PackIndex, film: list[Scene]) -> None:
    quiet = [scene.image_bgr for scene in film[:6]]
    matrix = np.array([[0.999, 0.03, 6], [-0.03, 0.999, 18.0]])
    moved = [cv2.warpAffine(picture, matrix, SIZE, borderMode=cv2.BORDER_REPLICATE) for picture in quiet]
    later = [
        cv2.warpAffine(scene.image_bgr, matrix, SIZE, borderMode=cv2.BORDER_REPLICATE) for scene in (*film[21:24],) * 2
    ]
    lines = told(index, quiet + moved + later)
    assert len(lines) == 2
    corners = [np.array(reading.boards[0].quad) for _, reading in lines]
    expected = corners[0] @ matrix[:, :2].T + matrix[:, 2]
    assert np.abs(corners[1] - expected).max() < 4


def test_a_phone_in_a_trembling_hand_is_watched_from_the_first_moment(index: PackIndex, film: list[Scene]) -> None:
    still, spots = film[0].image_bgr, np.random.default_rng(3).integers(-5, 6, (5, 2))
    frames = [np.roll(still, (int(x), int(y)), (0, 1)) for x, y in spots]
    assert told(index, frames)[0][0] < len(frames) - 1
    calm, far = WatchedFrame(np.roll(still, 7, 1)), WatchedFrame(np.roll(still, 40, 1))
    assert calm.is_calm_after(WatchedFrame(still))
    assert not far.is_calm_after(WatchedFrame(still))


def test_a_view_that_moves_is_followed_though_all_its_spaces_look_otherwise(
    index: PackIndex, film: list[Scene]
) -> None:
    """A phone that comes back to a board after the others have played there."""
    watcher = Watcher(index, 1, loose=False)
    for number, scene in enumerate(film[:7]):
        watcher.see(number, 0.0, scene.image_bgr)
    assert watcher._view is not None
    (board,) = watcher._view.boards
    for number, place in enumerate(watcher._view.places):
        look = watcher._spaces[place].look
        assert look is not None
        watcher._view.expect(number, np.flip(255 - look))  # what is remembered of it
    for step in range(1, 6):
        shift = np.array([[1, 0, 4.0 * step], [0, 1, 2.0 * step]])
        moved = cv2.warpAffine(film[6].image_bgr, shift, SIZE, borderMode=cv2.BORDER_REPLICATE)
        watcher.see(6 + step, 0.0, moved)
        assert not watcher._view.is_lost
    there = watcher._view.boards[0].quad
    assert np.abs(there - board.quad - np.array([20, 10])).max() < 3


def test_a_table_without_anything_known_is_told_once(index: PackIndex) -> None:
    rng = np.random.default_rng(3)
    table = cv2.resize(rng.integers(60, 200, (9, 16, 3), dtype=np.uint8), SIZE, interpolation=cv2.INTER_CUBIC)
    frames = [np.clip(table + rng.normal(0, 2, table.shape), 0, 255).astype(np.uint8) for _ in range(8)]
    lines = told(index, frames)
    assert [(reading.boards, reading.slots, reading.cards) for _, reading in lines] == [((), (), ())]


def test_a_film_that_ends_too_soon_is_told_at_its_end(index: PackIndex, film: list[Scene]) -> None:
    lines = told(index, [film[0].image_bgr])
    assert len(lines) == 1
    assert states(lines[0][1]).keys() == truth(film[0]).keys()
    watcher = Watcher(index)
    assert watcher.finish() is None


# --- the command line -------------------------------------------------------------------------------------------


def test_lines_are_exact_and_always_the_same(
    index: PackIndex, folder: Path, film: list[Scene], tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    for number, scene in enumerate(film[:6]):
        cv2.imwrite(str(tmp_path / f"frame{number + 7}.png"), scene.image_bgr)  # 7 to 12: not in the order of letters
    (tmp_path / "frame9.png").write_bytes(b"broken")
    (tmp_path / "truth.json").write_text("{}")
    command = [
        "watch",
        "--pack",
        str(folder / "deck.cardpack"),
        "--camera",
        str(tmp_path),
        "--fps",
        "4",
        "--boards",
        "1",
    ]
    assert main(command) == 0
    first = capfdbinary.readouterr()
    assert main(command) == 0
    assert capfdbinary.readouterr().out == first.out
    assert first.err.count(b"\n") == 1  # one frame was left out
    lines = [json.loads(line) for line in first.out.splitlines()]
    assert len(lines) == 1
    assert list(lines[0])[:7] == ["frame", "at", "size", "cards", "boards", "slots", "tags"]
    assert lines[0]["at"] == lines[0]["frame"] / 4
    assert lines[0]["size"] == list(SIZE)
    for card in lines[0]["cards"]:
        assert set(card) >= {"id", "quad", "confidence", "board", "slot", "alternatives"}
    for slot in lines[0]["slots"]:
        assert set(slot) >= {"board", "slot", "state", "id", "pawn", "confidence"}


@pytest.mark.parametrize(
    "source", ["missing.mp4", "empty", "nonsense.mp4", "nothing.avi", "broken", "98", "foo://bar", "", "a\0b"]
)
def test_bad_sources_are_told_in_one_sentence(
    index: PackIndex, folder: Path, tmp_path: Path, source: str, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "1.jpg").write_bytes(b"no picture")
    (tmp_path / "nonsense.mp4").write_bytes(np.random.default_rng(1).bytes(5000))
    (tmp_path / "nothing.avi").write_bytes(b"")
    path = tmp_path / source
    camera = str(path) if source and "\0" not in source and path.exists() else source
    assert main(["watch", "--pack", str(folder / "deck.cardpack"), "--camera", camera]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert err.startswith("scanner: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize("fps", ["0", "-3", "nan", "5000"])
def test_bad_rates_are_refused(folder: Path, tmp_path: Path, fps: str, capfd: pytest.CaptureFixture[str]) -> None:
    pack = str(folder / "deck.cardpack")
    assert main(["watch", "--pack", pack, "--camera", str(tmp_path), f"--fps={fps}"]) == 2
    assert capfd.readouterr().err.count("\n") == 1


# --- frames -----------------------------------------------------------------------------------------------------


def test_a_video_file_gives_every_frame(tmp_path: Path) -> None:
    path = tmp_path / "0001.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 5.0, (64, 48))
    for value in range(12):
        writer.write(np.full((48, 64, 3), value * 20, np.uint8))
    writer.release()
    frames = list(open_frames(str(path)))
    assert [frame.number for frame in frames] == list(range(12))
    assert [frame.at for frame in frames] == [number / 5 for number in range(12)]
    assert [round(float(frame.pixels_bgr.mean()) / 20) for frame in frames] == list(range(12))


def test_a_live_source_gives_its_newest_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    class Camera:
        count = 0

        def isOpened(self) -> bool:  # noqa: N802
            return True

        def read(self) -> tuple[bool, Any]:
            time.sleep(0.002)
            self.count += 1
            return self.count <= 30, np.full((4, 4, 3), self.count, np.uint8)

        def release(self) -> None:
            pass

    monkeypatch.setattr(frame_sources, "_open_live", lambda source: Camera())
    source = open_frames("0")
    numbers = []
    for frame in source:
        time.sleep(0.01)
        assert frame.pixels_bgr[0, 0, 0] == frame.number + 1
        numbers.append(frame.number)
    assert numbers == sorted(set(numbers))
    assert numbers[-1] == 29
    assert source.live
    assert source.skipped == 30 - len(numbers) > 0


def test_a_live_source_without_pictures_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    class Camera:
        def isOpened(self) -> bool:  # noqa: N802
            return True

        def read(self) -> tuple[bool, Any]:
            return False, None

        def release(self) -> None:
            pass

    monkeypatch.setattr(frame_sources, "_open_live", lambda source: Camera())
    with pytest.raises(FrameError, match=r"rtsp://camera/1 gives no pictures\."):
        list(open_frames("rtsp://user:secret@camera/1"))


# --- votes and patches ------------------------------------------------------------------------------------------

SQUARE: Quad = ((0.0, 0.0), (10.0, 0.0), (10.0, 15.0), (0.0, 15.0))


def card(name: str | None, confidence: float, likely: str = "other", x: float = 0.0) -> Detection:
    quad: Quad = tuple((a + x, b) for a, b in SQUARE)  # type: ignore[assignment]
    return Detection(name, quad, confidence, (Guess(likely, 0.4),))


def space(name: str | None, confidence: float, likely: str = "other") -> tuple[SlotReading, Detection | None]:
    return SlotReading("market", "current-1", "card", name, None, confidence), card(name, confidence, likely)


def test_a_card_that_has_gone_from_the_edge_of_the_picture_is_no_arm() -> None:
    table = np.full((90, 160, 3), 120, np.uint8)
    space = np.array([[2, 20], [32, 20], [32, 66], [2, 66.0]])
    backdrop = Backdrop(table, [space], 30 * 46)
    gone, reached = table.copy(), table.copy()
    gone[20:66, 0:32] = 200
    reached[20:66, 0:70] = 200
    for picture, is_arm in ((gone, False), (reached, True)):
        stir = backdrop.see(picture)
        assert stir is not None
        assert bool(stir.cover.any()) == is_arm


def test_a_view_that_is_found_again_below_a_hand_remembers_the_table() -> None:
    """Otherwise the hand belongs to the table, and the table that it leaves behind is taken for a hand."""
    table = np.random.default_rng(2).integers(40, 200, (18, 32, 3)).astype(np.uint8)
    table = cv2.resize(table, (320, 180), interpolation=cv2.INTER_CUBIC)
    moved = np.roll(table, 4, axis=1)
    with_hand = moved.copy()
    with_hand[:120, 100:180] = (120, 150, 205)
    space = np.array([[220, 60], [250, 60], [250, 106], [220, 106]], dtype=np.float64)
    found = Backdrop(with_hand, [space], 30 * 46)
    found.remember(Backdrop(table, [space], 30 * 46), np.array([[1, 0, 4], [0, 1, 0], [0, 0, 1.0]]))
    under_hand, left = found.see(with_hand), found.see(moved)
    assert under_hand is not None
    assert under_hand.cover[60, 140] == 1
    assert left is not None
    assert left.cover.sum() == 0


def test_a_card_that_is_doubted_because_of_a_hand_is_believed_when_it_stays_the_same() -> None:
    """On film a doubtful card was never told after a hand had rested there, and its whole board not understood."""
    pawn = SlotReading("market", "current-1", "pawn", None, "blue", 0.8), None
    here = Space()
    assert [here.insists(space("a", 0.8)) for _ in range(INSISTS)] == [False] * (INSISTS - 1) + [True]
    assert not any(here.insists(reading) for reading in [space("b", 0.8), space("a", 0.8)] * INSISTS)
    assert not any(here.insists(reading) for reading in [pawn] * 2 * INSISTS), "it may be a finger"
    assert not any(here.insists(reading) for reading in [space(None, 0.3)] * 2 * INSISTS)


def test_votes_settle_when_two_agree_or_one_is_sure() -> None:
    assert settled([space("a", 0.8)]) is None
    assert settled([space("a", 0.99)]) is not None
    assert settled([space(None, 0.99), space(None, 0.99)]) is None
    assert settled([space("b", 0.99), space("a", 0.8), space("a", 0.7)]) == space("a", 0.8)
    assert best_of([space(None, 0.2)] * 3 + [space("a", 0.6)])[0].id is None
    assert best_of([space(None, 0.2), space("a", 0.6)])[0].id == "a"


def test_a_pawn_that_looked_like_a_finger_is_told_again_once_it_is_clear() -> None:
    """Before the card below it is drawn away, it is so faint that whoever is told leaves it out."""

    def pawn(confidence: float) -> dict[tuple[str, str], Space]:
        return {
            ("market", "current-1"): Space((SlotReading("market", "current-1", "pawn", None, "blue", confidence), None))
        }

    telling = Telling()
    told = [telling.is_new(["market"], pawn(confidence), []) for confidence in (0.07, 0.06, 0.8, 0.85, 0.99, 0.7, 0.99)]
    assert told == [True, False, True, False, True, False, False]


def test_a_card_that_is_named_with_more_certainty_is_nothing_new() -> None:
    telling = Telling()
    looks = [space("a", 0.7), space("a", 0.95), space("a", 0.8), space("b", 0.8)]
    told = [telling.is_new(["market"], {("market", "current-1"): Space(look)}, []) for look in looks]
    assert told == [True, False, False, True]


def test_a_card_in_doubt_keeps_the_name_it_had() -> None:
    here = Space(reading=space("a", 0.9))
    assert [here.vote(space(None, 0.3, "a")) for _ in range(4)] == [False, False, False, True]
    assert not here.settle(np.eye(3))
    assert here.key == ("card", "a", None)
    for _ in range(4):
        here.vote(space(None, 0.3, "b"))
    assert here.settle(np.eye(3))
    assert here.key == ("card", None, None)


def test_loose_cards_are_kept_while_they_look_as_before() -> None:
    old = [card("a", 0.95), card("b", 0.95, x=40)]
    assert merge_loose(old, [[], []], lambda number: number == 0) == old[:1]
    found = card("c", 0.6, x=80)
    assert merge_loose(old, [[found], []], lambda number: True) == old
    assert merge_loose(old, [[found], [found]], lambda number: True) == [*old, found]
    assert not loose_differ(old, [card("b", 0.7, x=41), card("a", 0.7), card(None, 0.1, x=90)])
    assert loose_differ(old, [card("b", 0.7, x=60), card("a", 0.7)])
    assert loose_differ(old, old[:1])


def test_patches_tell_a_mark_from_light_and_shake() -> None:
    rng = np.random.default_rng(5)
    small = rng.integers(40, 210, (15, 20), dtype=np.uint8)
    picture = cv2.GaussianBlur(cv2.resize(small, (400, 300), interpolation=cv2.INTER_CUBIC), (0, 0), 1.5)
    grid = PatchGrid([np.array([[100, 80], [160, 84], [157, 176], [97, 172]], dtype=np.float64)])
    references = References(grid.cut(picture), grid.steps)
    shaken = cv2.warpAffine(picture, np.array([[1, 0, 0.5], [0, 1, -0.4]]), (400, 300))
    lit = np.clip(shaken.astype(np.float32) * 0.8 + np.linspace(0, 20, 400) + rng.normal(0, 3, shaken.shape), 0, 255)
    difference = references.compare(grid.cut(lit.astype(np.uint8)))
    assert difference.shift[0] == pytest.approx((0.5, -0.4), abs=0.2)
    marked = lit.copy()
    marked[120:127, 125:131] += 50
    other = references.compare(grid.cut(np.clip(marked, 0, 255).astype(np.uint8)))
    assert difference.rest[0] < 12 < 20 < other.rest[0]
