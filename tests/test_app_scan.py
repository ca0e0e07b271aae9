"""The scan view of the real app: the demo table is filmed and read, doubtful cards are asked, cameras fail."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from card_db.packet_row.cards import parse_card
from companion.app.demo_source import DemoSource
from companion.app.worker import Worker
from companion.core.game import Seat
from companion.games.packet_row.actions import FinalCards
from companion.games.packet_row.demo_game import demo_holdings, demo_spaces
from companion.games.packet_row.game import GAME
from scanner.looking import Seen
from scanner.quality import QualityNote
from scanner.reading import Detection, Guess, SlotReading
from tests.app_data import play
from tests.scan_deck import scan_app, small_deck, wait_for

__all__ = ["scan_app", "small_deck"]

pytestmark = pytest.mark.kivy
OpenApp = Callable[..., Any]
QUAD = ((100.0, 100.0), (200.0, 100.0), (200.0, 250.0), (100.0, 250.0))
BLANK = np.full((720, 1280, 3), 90, np.uint8)


@pytest.fixture(autouse=True)
def no_thread_is_left() -> Any:
    yield
    assert Worker.wait()
    assert not [thread.name for thread in threading.enumerate() if thread.name in ("camera", "scanner")]


class BlindLooker:
    """Sees nothing, quickly."""

    def look(self, pixels: Any) -> None:
        return None


@pytest.fixture
def no_camera(monkeypatch: pytest.MonkeyPatch) -> None:
    """A blank picture that nobody reads: what is seen comes from the test."""

    def blank(self: DemoSource, stop: threading.Event) -> Iterator[Any]:
        yield BLANK
        stop.wait()

    def blind(self: Worker, deck: Any) -> Any:
        self.doing = None
        return BlindLooker()

    monkeypatch.setattr(DemoSource, "pictures", blank)
    monkeypatch.setattr(Worker, "_new_looker", blind)


def hand(number: int) -> list[str]:
    return sorted(str(card) for card in demo_holdings()[number].cards)


def go(app: Any, got: list[Any], **more: Any) -> None:
    app.shell.go("scan", **{"purpose": "hand", "title": "Anna", "on_cards": got.append, "source": "demo", **more})
    app.frames(3)


def seen(*cards: Detection, **more: Any) -> Seen:
    return Seen(cards, more.get("boards", ()), more.get("slots", ()), more.get("notes", ()), BLANK, True)


def show(app: Any, what: Seen) -> None:
    """As if the worker had read it."""
    app.screen.worker._seen = what
    wait_for(app, lambda: app.screen.latest is what)
    app.frames(3)


def test_the_boards_of_the_demo_table_are_read(scan_app: OpenApp) -> None:
    app, got = scan_app(), []
    app.tap("demo")
    app.tap("demo-watch")
    app.screen.args["on_spaces"] = got.append
    wait_for(app, lambda: app.screen.latest is not None and app.screen.latest.steady)
    app.frames(3)
    app.tap("take")
    known = {card.id for card in app_index(app)}
    laid = {(board, space): card for board, space, card in demo_spaces() if card in known and space != "draw"}
    assert {place: card for place, card in got[0].items() if card is not None} == laid
    assert got[0]["market", "current-4"] is None


def app_index(app: Any) -> Any:
    from card_db.pack import load_pack

    return load_pack(app.desk.folder / "decks" / "drawn-en.cardpack").cards


def test_a_demo_game_is_counted_by_looking_at_it(scan_app: OpenApp) -> None:
    app = scan_app()
    app.tap("demo")
    app.tap("demo-count")
    assert app.screen.test_id == "screen:score_hand"
    app.tap("camera")
    wait_for(app, lambda: app.screen.latest is not None and app.screen.latest.steady)
    app.frames(3)
    assert app.reads("Clearly seen")
    assert app.reads(f"Take these {len(hand(0))} cards")
    assert len(app.screen.view.marks) == len(hand(0))
    app.tap("take")
    count = app.desk.counting(app.desk.counts()[0].id).count
    assert sorted(count.players[0].cards) == hand(0)
    assert count.players[1].tokens["money"] == demo_holdings()[1].money


@pytest.mark.parametrize("language", ["en", "de"])
def test_doubtful_cards_are_asked_one_by_one(scan_app: OpenApp, no_camera: None, language: str) -> None:
    app, got = scan_app(language=language), []
    go(app, got)
    sure = Detection("money:4", QUAD, 0.99)
    doubt = Detection("goods:fur:2:6", QUAD, 0.6, (Guess("goods:fur:3:10", 0.3), Guess("back:market", 0.1)))
    unknown = Detection(None, QUAD, 0.2)
    show(app, seen(sure, doubt, unknown, unknown))
    assert len(app.all("seen-doubt")) == 3
    app.tap("take")
    assert app.has("option:goods:fur:2:6")
    assert not app.has("option:back:market")
    app.tap("option:goods:fur:3:10")
    wait_for(app, lambda: not app.has("option:goods:fur:3:10"), 5)  # a tap in a list is felt a moment later
    app.tap("doubt-none")
    app.tap("doubt-other")
    app.tap("picker-tab:ship")
    app.tap("pick:ship:spain")
    wait_for(app, lambda: got, 5)
    assert got == [["money:4", "goods:fur:3:10", "ship:spain"]]
    assert app.screen.test_id == "screen:home"


def test_answers_outlive_a_restart_and_the_next_question_comes_first(scan_app: OpenApp, no_camera: None) -> None:
    app = scan_app()
    app.tap("demo")
    app.tap("demo-count")
    app.tap("camera")
    wait_for(app, lambda: app.screen.worker is not None, 5)
    doubt = Detection("goods:fur:2:6", QUAD, 0.6, (Guess("goods:fur:3:10", 0.3),))
    show(app, seen(Detection("money:4", QUAD, 0.99), doubt, doubt, doubt))
    app.tap("take")
    for _ in range(2):
        app.tap("option:goods:fur:3:10")
        app.wait(0.3)
    app = scan_app()
    app.tap("continue-count")
    wait_for(app, lambda: app.reads("Question 3 of 3"), 5)
    assert app.has("doubt-picture")
    app.tap("option:goods:fur:2:6")
    wait_for(app, lambda: app.screen.test_id == "screen:score_hand", 5)
    app.frames(3)
    cards = app.screen.hands.hand(0).cards
    assert sorted(cards) == ["goods:fur:2:6", "goods:fur:3:10", "goods:fur:3:10", "money:4"]
    assert app.screen.test_id == "screen:score_hand"  # nothing is asked twice


def test_the_way_back_from_a_question_leads_to_the_camera(scan_app: OpenApp, no_camera: None) -> None:
    app, got = scan_app(), []
    go(app, got)
    show(app, seen(Detection(None, QUAD, 0.2)))
    app.tap("take")
    app.tap("doubt-other")
    app.tap("back")
    assert app.has("doubt-none")
    app.tap("back")
    assert app.has("camera-view")
    app.tap("by-hand")
    assert app.screen.test_id == "screen:home"
    assert got == []


def test_a_doubtful_space_is_asked_and_an_empty_one_told(scan_app: OpenApp, no_camera: None) -> None:
    app, got = scan_app(), []
    go(app, [], purpose="spaces", boards=["market", "bank"], on_spaces=got.append)
    card = Detection("goods:fur:2:6", QUAD, 0.5, (Guess("goods:fur:3:10", 0.4),), "market", "current-1")
    slots = (
        SlotReading("market", "current-1", "card", "goods:fur:2:6", None, 0.5),
        SlotReading("market", "current-2", "card", "ship:spain", None, 0.99),
        SlotReading("market", "future-1", "pawn", None, "red", 0.9),
        SlotReading("market", "draw", "back", "back:market", None, 0.99),
        SlotReading("docks", "current-1", "card", "money:4", None, 0.99),
    )
    show(app, seen(card, slots=slots))
    app.tap("take")
    app.tap("option:goods:fur:3:10")
    wait_for(app, lambda: got, 5)
    assert got == [
        {
            ("market", "current-1"): "goods:fur:3:10",
            ("market", "current-2"): "ship:spain",
            ("market", "future-1"): None,
        }
    ]


@pytest.mark.parametrize(
    ("kind", "words"),
    [("too_dark", "It is too dark"), ("glare", "A lamp is mirrored"), ("blur", "blurred"), ("too_far", "go closer")],
)
def test_a_bad_picture_is_explained(scan_app: OpenApp, no_camera: None, kind: Any, words: str) -> None:
    app = scan_app()
    go(app, [])
    wait_for(app, lambda: app.screen.worker.doing is None)
    show(app, seen(notes=(QualityNote(kind, (), 1.0),)))
    wait_for(app, lambda: app.reads(words), 5)


def test_after_five_seconds_there_is_a_hint(
    scan_app: OpenApp, no_camera: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.app.screens.scan.HINT_SECONDS", 0.2)
    app = scan_app()
    go(app, [])
    wait_for(app, lambda: app.reads("Nothing recognised yet"), 30)


def test_a_camera_that_cannot_be_opened_leaves_a_usable_view(scan_app: OpenApp, tmp_path: Path) -> None:
    app = scan_app(camera=str(tmp_path / "nothing"))
    go(app, [], source="")
    wait_for(app, lambda: app.reads("The camera gives no pictures"))
    app.tap("by-hand")
    assert app.screen.test_id == "screen:home"


def test_without_any_camera_the_demo_table_is_shown_and_named(scan_app: OpenApp) -> None:
    app = scan_app()
    go(app, [], source="")
    wait_for(app, lambda: app.reads("this is the demo table"))
    wait_for(app, lambda: app.screen.view.shown > 0)


def test_cards_of_the_demo_table_get_into_a_real_game_only_on_purpose(scan_app: OpenApp) -> None:
    app = scan_app()
    got: list[list[str]] = []
    go(app, got, source="")
    wait_for(app, lambda: app.screen.worker is not None and app.screen.worker.replaced is not None)
    seen = Seen((Detection("banker", QUAD, 0.99, ()),), (), (), (), BLANK, True)
    for answer in ("confirm-no", "confirm-yes"):
        assert got == []
        app.screen.latest = seen
        app.screen.take()
        app.frames(2)
        app.tap(answer)
    assert got == [["banker"]]


@pytest.fixture
def photograph(small_deck: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Any, Sequence[str]], None]:
    """A picture of spread cards among the pictures that the app offers."""
    from card_db.pack import load_pack
    from scanner.simulator.demo import spread_hand
    from scanner.simulator.world import sim_deck_of

    monkeypatch.setattr("companion.app.screens.scan_files.home_folders", list)

    def take(app: Any, cards: Sequence[str]) -> None:
        table = spread_hand(sim_deck_of(load_pack(small_deck / "drawn-en.cardpack")), cards, 3)
        folder = app.desk.folder / "pictures"
        folder.mkdir(exist_ok=True)
        Image.fromarray(next(table.pictures())[..., ::-1]).save(folder / "hand.png")

    return take


def read_photograph(app: Any) -> None:
    app.tap("files")
    app.tap("file:hand.png")
    wait_for(app, lambda: app.screen.latest is not None)
    app.frames(3)
    app.tap("take")


def test_a_picture_file_is_read_once(scan_app: OpenApp, photograph: Any) -> None:
    app, got = scan_app(), []
    cards = ["goods:fur:2:6", "ship:spain", "money:4", "goods:fur:3:10"]
    photograph(app, cards)
    go(app, got)
    read_photograph(app)
    assert [sorted(found) for found in got] == [sorted(cards)]


def test_a_look_at_the_hands_puts_the_record_right(scan_app: OpenApp, photograph: Any) -> None:
    """Nobody told the app of a card: the camera finds it, and it counts."""
    app = scan_app()
    cards = ["goods:fur:2:6", "ship:spain", "money:4", "goods:fur:3:10"]
    photograph(app, cards)
    game = play(app.desk, lambda state: state.over, players=2, seed=3)
    known = FinalCards(Seat(0), tuple(parse_card(card) for card in cards[:3]))
    nothing = FinalCards(Seat(1), ())
    for final in (nothing, known):
        app.desk.session(game).record(GAME.encode(app.desk.session(game).setup, final))
    app.shell.go("final_hands", game=game)
    app.frames(3)
    app.tap("look:0")
    read_photograph(app)
    wait_for(app, lambda: app.has("more:goods:fur:3:10"))
    assert not app.has("less:money:4")
    app.tap("as-seen")
    assert sorted(map(str, app.desk.session(game).state.players[0].cards)) == sorted(cards)


def test_a_picture_that_is_none_is_one_sentence(scan_app: OpenApp, tmp_path: Path) -> None:
    app = scan_app()
    broken = tmp_path / "broken.png"
    broken.write_bytes(b"no picture")
    go(app, [], source=str(broken))
    wait_for(app, lambda: app.reads("This picture cannot be used"))


def test_the_camera_is_let_go_on_pause_and_opened_anew(scan_app: OpenApp, no_camera: None) -> None:
    app = scan_app()
    go(app, [])
    wait_for(app, lambda: app.screen.worker is not None)
    first = app.screen.worker
    app.app.dispatch("on_pause")
    assert app.screen.worker is None
    app.app.dispatch("on_resume")
    wait_for(app, lambda: app.screen.worker is not None)
    assert app.screen.worker is not first
    assert first._stop.is_set()


def test_from_a_picture_file_the_way_leads_back_to_the_camera(
    scan_app: OpenApp, no_camera: None, tmp_path: Path
) -> None:
    app = scan_app()
    go(app, [])
    bad = tmp_path / "odd.png"
    bad.write_bytes(b"no picture")
    app.screen.use_file(bad)
    wait_for(app, lambda: app.reads("This picture cannot be used"), 20)
    app.shell.back()
    assert app.screen.test_id == "screen:scan"
    assert app.screen.source == "demo"
    app.shell.back()
    assert app.screen.test_id == "screen:home"
