"""`companion cards`: the drawn deck as a pack that the scanner can load."""

from __future__ import annotations

from pathlib import Path

import pytest

from card_db.pack import load_pack
from companion.cli import main


def test_the_drawn_deck_becomes_a_pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PACKET_ROW_DATA", str(tmp_path / "data"))
    target = tmp_path / "drawn.cardpack"
    assert main(["cards", str(target), "--lang", "de"]) == 0
    pack = load_pack(target)
    assert len(pack.backs) == 5
    assert [board.id for board in pack.boards] == ["guildhall", "docks", "market", "bank"]
    assert "vp:library:15:3" in {card.id for card in pack.cards}


def test_another_ending_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", str(tmp_path / "cards.txt")]) == 2
    assert capsys.readouterr().err == "companion: cards.txt must end in .pdf or .cardpack\n"
