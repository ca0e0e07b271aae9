"""Results for other programs: BG Stats, spreadsheets, text, a picture, and backups."""

import csv
import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from PIL import Image

from card_db.packet_row.deck_list import load_corrections
from companion.games.le_havre.owned_cards import correct_card, own_corrections
from companion.records.backup import BackupError, Restored, make_backup, read_backup, restore
from companion.records.backup_decks import read_archive
from companion.records.exports import LINK, MOST_IN_LINK, bg_stats_link, csv_bytes, file_name, result_text
from companion.records.played import Played, Records
from companion.records.sheet_picture import Letters, sheet_picture
from companion.store import Store
from companion.words import English, load_words
from tests.some_games import add_count, add_game

FONTS = Path(__file__).parent.parent / "companion" / "app" / "fonts" / "PacketRowDisplay.ttf"
LETTERS = Letters(FONTS, FONTS, FONTS)


@pytest.fixture
def new_store(tmp_path: Path) -> Iterator[Callable[[str], Store]]:
    stores: list[Store] = []

    def make(name: str) -> Store:
        stores.append(Store(tmp_path / name / "games.sqlite"))
        return stores[-1]

    yield make
    for store in stores:
        store.close()


@pytest.fixture
def store(new_store: Callable[[str], Store]) -> Store:
    return new_store("here")


def only(store: Store) -> Played:
    (played,) = Records(store).finished()
    return played


# --- BG Stats -------------------------------------------------------------------------------------------------------


def test_the_bg_stats_link_tells_the_play(store: Store) -> None:
    session = add_game(store, "four-tie", "Friday")
    played = only(store)
    link = bg_stats_link(played)
    assert link.startswith(LINK)
    play = json.loads(unquote(link.removeprefix(LINK)))
    assert play["game"] == {"name": "Packet Row", "sourceGameId": "packet_row", "highestWins": True, "noPoints": False}
    assert len(play["playDate"]) == len("2026-11-16 10:00:00")
    assert played.sheet is not None
    assert [(p["name"], p["score"], p["rank"]) for p in play["players"]] == [
        (player.name, player.total, player.place) for player in played.sheet.players
    ]
    assert [p["name"] for p in play["players"] if p["winner"]] == list(played.sheet.winners)
    assert [p["startPlayer"] for p in play["players"]] == [
        seat == session.setup.first for seat in range(len(session.setup.players))
    ]


def test_the_link_stays_short_whatever_people_are_called(store: Store) -> None:
    add_count(store, *((("😀" * 99) + str(number), 10, "") for number in range(5)))
    link = bg_stats_link(only(store))
    assert len(link) <= MOST_IN_LINK
    assert len({p["sourcePlayerId"] for p in json.loads(unquote(link.removeprefix(LINK)))["players"]}) == 5


# --- tables and text ------------------------------------------------------------------------------------------------


def test_tables_for_both_kinds_of_spreadsheets(store: Store) -> None:
    add_count(store, ("Jürgen; der Große", 45, "vp:opera:28:6"), ("=SUM(A1)", 12, ""))
    games = Records(store).finished()
    comma = csv_bytes(games, "comma", English)
    semicolon = csv_bytes(games, "semicolon", load_words("de"))
    assert not comma.startswith(b"\xef\xbb\xbf")
    assert semicolon.startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(io.StringIO(comma.decode())))
    german = list(csv.reader(io.StringIO(semicolon.decode("utf-8-sig")), delimiter=";"))
    assert rows[0][3:6] == ["Player", "Place", "Points in all"]
    assert german[1][3:] == rows[1][3:] == ["Jürgen; der Große", "1", "10", "0", "0", "45", "6", "4", "0"]
    assert rows[2][3] == "'=SUM(A1)"


def test_the_text_names_the_game_and_the_winner(store: Store) -> None:
    add_count(store, ("Ann", 45, ""), ("Bob", 12, ""))
    text = result_text(only(store), load_words("de"))
    assert "Ann, Bob" in text
    assert "Ann gewinnt mit 4 Punkten." in text


def test_names_of_files_are_plain(store: Store) -> None:
    counting = add_count(store, ("../Ann", 45, ""), ("Böb", 12, ""))
    name = file_name(only(store), "png")
    assert name.endswith(f"-ann-b-b-{counting.id}.png")
    assert "/" not in name
    assert ".." not in name


def test_the_picture_of_the_sheet_grows_with_its_words(store: Store) -> None:
    add_count(store, ("Ann", 45, "banker"), ("Bob", 45, "vp:opera:28:6"))
    add_count(store, *((f"{'A very long name ' * 5}{number}", 30, "") for number in range(5)))
    heights = []
    for played in Records(store).finished():
        assert played.sheet is not None
        colours = ["#E69F00"] * len(played.players)
        data = sheet_picture(played.sheet, "Packet Row", played.name, "today", colours, LETTERS, load_words("de"))
        with Image.open(io.BytesIO(data)) as image:
            image.load()
            assert image.format == "PNG"
            heights.append(image.height)
            assert len(image.getcolors(100_000) or ()) > 20
    assert heights[1] > heights[0]


# --- backup ---------------------------------------------------------------------------------------------------------


def saved(store: Store, tmp_path: Path) -> bytes:
    return make_backup(store, ("Ann", "Bob"), tmp_path)


def put_back(store: Store, data: bytes, folder: Path) -> Restored:
    return restore(store, read_backup(data), folder, lambda name: name + " (backup)")


def fingerprint(store: Store) -> list[Any]:
    loaded = [store.load(info.id) for info in store.games()]
    return sorted(
        (
            game.info.name,
            game.info.game,
            game.info.created,
            game.info.changed,
            json.dumps([game.setup, game.operations]),
        )
        for game in loaded
    )


def test_a_backup_restores_everything_elsewhere(
    store: Store, new_store: Callable[[str], Store], tmp_path: Path
) -> None:
    add_game(store, "three", "Friday")
    add_game(store, "two", "in play", steps=15).undo()
    add_count(store, ("Ann", 45, "banker"), ("Bob", 12, ""))
    other = new_store("there")
    assert put_back(other, saved(store, tmp_path), tmp_path) == Restored(3, 0, 0)
    assert fingerprint(other) == fingerprint(store)
    assert [info.name for info in other.games()] == [info.name for info in store.games()]


def test_a_backup_restored_twice_doubles_nothing(store: Store, tmp_path: Path) -> None:
    add_game(store, "three", "Friday")
    count = add_count(store, ("Ann", 45, "banker"), ("Bob", 12, ""), finish=False)
    data = saved(store, tmp_path)
    count.finish()  # the game here went on, and has another name
    store.rename(count.id, "renamed")
    before = fingerprint(store)
    assert put_back(store, data, tmp_path) == Restored(0, 0, 2)
    assert fingerprint(store) == before


def test_a_game_that_went_on_in_the_backup_goes_on_here(
    store: Store, new_store: Callable[[str], Store], tmp_path: Path
) -> None:
    counting = add_count(store, ("Ann", 45, "banker"), ("Bob", 12, ""), finish=False)
    other = new_store("there")
    put_back(other, saved(store, tmp_path), tmp_path)
    counting.finish()
    assert put_back(other, saved(store, tmp_path), tmp_path) == Restored(0, 1, 0)
    (played,) = Records(other).all()
    assert played.finished


def test_a_game_that_went_on_differently_is_kept_twice_once(
    store: Store, new_store: Callable[[str], Store], tmp_path: Path
) -> None:
    counting = add_count(store, ("Ann", 45, "banker"), ("Bob", 12, ""), finish=False)
    other = new_store("there")
    put_back(other, saved(store, tmp_path), tmp_path)
    other.append(1, {"op": "undo"})
    counting.finish()
    data = saved(store, tmp_path)
    assert put_back(other, data, tmp_path) == Restored(1, 0, 0)
    assert put_back(other, data, tmp_path) == Restored(0, 0, 1)
    assert [info.name for info in other.games()] == ["Ann, Bob (backup)", "Ann, Bob"]


def test_corrections_of_cards_are_restored_unless_there_are_some(
    store: Store, new_store: Callable[[str], Store], tmp_path: Path
) -> None:
    file = tmp_path / "packet_row-corrections.json"
    item = {"deck": "bank", "was": "money:4", "now": "money:7", "copies": 1}
    file.write_text(json.dumps({"version": 1, "corrections": [item]}), encoding="utf-8")
    data = saved(store, tmp_path)
    there = tmp_path / "there"
    other = new_store("there")
    put_back(other, data, there)
    assert str(load_corrections(there / file.name)[0].now) == "money:7"
    (there / file.name).write_text(json.dumps({"version": 1, "corrections": []}), encoding="utf-8")
    put_back(other, data, there)
    assert load_corrections(there / file.name) == ()


def test_corrections_of_every_game_are_restored(
    store: Store, new_store: Callable[[str], Store], tmp_path: Path
) -> None:
    correct_card(tmp_path, "Hardware Store", {"kind": "C"})
    there = tmp_path / "there"
    other = new_store("there")
    put_back(other, saved(store, tmp_path), there)
    assert own_corrections(there) == {"Hardware Store": {"kind": "C"}}
    old = changed(saved(store, tmp_path), lambda c: c.update(cards={}, corrections={"version": 1, "corrections": []}))
    assert list(read_backup(old).corrections) == ["packet_row"], "as older versions wrote it"


def changed(data: bytes, change: Callable[[Any], object]) -> bytes:
    """The games alone, as older versions wrote them, with a change."""
    content = json.loads(read_archive(data)[0])
    change(content)
    return json.dumps(content).encode()


BROKEN: dict[str, Callable[[Any], object]] = {
    "no games": lambda c: c.pop("games"),
    "games of another kind": lambda c: c.update(games={"a": 1}),
    "a game without operations": lambda c: c["games"][0].pop("operations"),
    "an operation that does not fit": lambda c: c["games"][0]["operations"].insert(0, {"op": "redo"}),
    "an event that cannot be read": lambda c: c["games"][0]["operations"][0].update(event={"do": "fly"}),
    "a time that is none": lambda c: c["games"][0].update(created="yesterday"),
    "a time without zone": lambda c: c["games"][0].update(created="2026-01-01T10:00:00"),
    "a setup that cannot be read": lambda c: c["games"][0].update(setup={"players": 3}),
    "names that are numbers": lambda c: c.update(names=[1]),
    "corrections that cannot be read": lambda c: c.update(corrections={"version": 99}),
    "corrections of a game that cannot be read": lambda c: c.update(cards={"le_havre": {"version": 1}}),
    "a correction of nothing": lambda c: c.update(cards={"le_havre": {"version": 1, "corrections": {"Inn": {}}}}),
    "no version": lambda c: c.update(version="1"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_damaged_backup_is_refused_and_nothing_changes(store: Store, tmp_path: Path, what: str) -> None:
    add_game(store, "two", "Friday", steps=12)
    data = changed(saved(store, tmp_path), BROKEN[what])
    with pytest.raises(BackupError, match="damaged"):
        read_backup(data)


@pytest.mark.parametrize(
    "data", [b"", b"\x89PNG\r\n", b"[]", b"{}", b'{"format":"zip"}', b"[" * 100_000, b"\xff\xfe{}"]
)
def test_what_is_no_backup_is_refused(data: bytes) -> None:
    with pytest.raises(BackupError, match="no backup"):
        read_backup(data)


def test_a_backup_of_a_newer_version_is_refused(store: Store, tmp_path: Path) -> None:
    data = changed(saved(store, tmp_path), lambda c: c.update(version=2))
    with pytest.raises(BackupError, match="newer version"):
        read_backup(data)
