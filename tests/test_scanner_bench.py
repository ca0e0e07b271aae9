"""`scanner bench`: tables of a pack's own scenes and of labelled pictures, one sentence when something is wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import pytest

from card_db.pack import load_pack
from scanner.cli import main
from scanner.enrol import enrol
from scanner.simulator.foreign import make_deck
from scanner.simulator.scene import SimDeck, render
from scanner.simulator.world import sim_deck_of


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("plain")


@pytest.fixture(scope="module")
def pack(folder: Path) -> Path:
    """A deck without boards and with almost no texture."""
    enrol(make_deck(7, folder, designs=9, look="plain"), folder / "plain.cardpack")
    return folder / "plain.cardpack"


@pytest.fixture(scope="module")
def deck(pack: Path) -> SimDeck:
    return sim_deck_of(load_pack(pack))


@pytest.fixture(scope="module")
def picture(folder: Path, deck: SimDeck) -> Path:
    scene = render(deck, "hand", "easy", (640, 360), 1)
    path = folder / "photo.png"
    cv2.imwrite(str(path), scene.image_bgr)
    path.with_suffix(".json").write_text(json.dumps(scene.truth))
    return path


def columns(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("| \n").split("|")]


def test_a_pack_without_boards_is_measured_on_loose_cards_and_given_pictures(
    pack: Path, picture: Path, deck: SimDeck, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "--pack", str(pack), "--count", "1", "--seed", "5", str(picture)]) == 0
    lines = [columns(line) for line in capsys.readouterr().out.splitlines() if line.startswith("|")]
    rows = {line[0]: dict(zip(lines[0], line, strict=True)) for line in lines[2:6]}
    assert set(rows) == {"labelled pictures", *(f"loose cards, {level}" for level in ("easy", "medium", "hard"))}
    expected = render(deck, "hand", "easy", (640, 360), 1).truth["cards"]
    counted = [c for c in expected if c["face"] != "foreign" and c["visible_fraction"] >= 0.7 and not c["hidden_mark"]]
    assert rows["labelled pictures"]["cards"] == str(len(counted))
    assert {row["number"] for row in rows.values()} == {"1"}
    assert all(float(row["ms all"]) > 0 for row in rows.values())
    assert rows["loose cards, easy"]["ms 720p"] == rows["loose cards, easy"]["ms all"]
    assert [line[0] for line in lines[8:]] == ["0.5 to 0.7", "0.7 to 0.9", "0.9 to 0.99", "0.99 to 1"]


@pytest.mark.parametrize(
    "fault", ["no truth", "not JSON", "strange card", "no truth at all", "no pack", "nothing", "count"]
)
def test_what_cannot_be_measured_is_told_in_one_sentence(
    fault: str, pack: Path, picture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy.png"
    copy.write_bytes(picture.read_bytes())
    truth: dict[str, Any] = {"cards": [{"id": "nobody", "quad": [[0, 0], [9, 0], [9, 9], [0, 9]]}]}
    texts = {"not JSON": "{", "strange card": json.dumps(truth), "no truth at all": "[1]"}
    if fault in texts:
        copy.with_suffix(".json").write_text(texts[fault])
    extra = {"nothing": [], "count": ["--count", "-3"]}.get(fault, [str(copy)])
    used = tmp_path / "none.cardpack" if fault == "no pack" else pack
    assert main(["bench", "--pack", str(used), "--count", "0", *extra]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("scanner: ")
    assert err.count("\n") == 1


def test_a_plain_deck_has_81_different_designs_and_no_board(tmp_path: Path) -> None:
    data = json.loads(make_deck(3, tmp_path, look="plain").read_text())
    assert len({card["id"] for card in data["cards"]}) == 81
    assert data["boards"] == []
    pictures = [cv2.imread(str(tmp_path / card["image"])) for card in data["cards"]]
    assert len({picture.tobytes() for picture in pictures if picture is not None}) == 81
    assert all((picture > 200).mean() > 0.5 for picture in pictures if picture is not None)
