"""A short film of a robot game through the real scanner: frames in, events out."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import pytest

from card_db.deck import Deck
from card_db.pack import load_pack, read_manifest, save_pack
from card_db.packet_row.art import write_pack_folder
from card_db.packet_row.deck_list import load_deck
from companion.cli import main
from companion.core.game import Seat, Setup
from companion.games.packet_row.actions import VISIBLE
from companion.games.packet_row.drawn import deck_texts
from companion.games.packet_row.game import GAME
from companion.games.packet_row.robot_film import Shot, film_of, play_rounds, rest_of
from scanner.simulator.world import sim_deck_of

SEED = 7  # docks: Anna declines, Ben takes a card; then the refill


def test_a_round_on_film_becomes_its_events(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    setup = Setup(GAME.id, ("Anna", "Ben"), Seat(0), colours={"Anna": "red", "Ben": "blue"})
    played = play_rounds(setup, 1, SEED)
    truth = [event for event in played.events if event["do"] != "deal"]
    texts = json.dumps(truth)
    deck = Deck(tuple(entry for entry in load_deck().entries if f'"{entry.card}"' in texts))
    manifest = write_pack_folder(tmp_path / "art", deck, deck_texts("en"), "en", card_dpi=110, board_dpi=90)
    pack = tmp_path / "deck.cardpack"
    save_pack(read_manifest(manifest), pack)
    film = replace(film_of(played, Shot(sim_deck_of(load_pack(pack)))), hand_frames=2)
    frames = tmp_path / "film"
    frames.mkdir()
    for number, scene in enumerate(film.frames()):
        cv2.imwrite(str(frames / f"{number:04}.jpg"), scene.image_bgr)
    game = tmp_path / "game.json"
    game.write_text(json.dumps(played.game), encoding="utf-8")

    assert main(["follow", str(game), "--pack", str(pack), "--camera", str(frames)]) == 0

    lines = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert not [line for line in lines if "mistake" in line or "question" in line]
    told = [line["event"] for line in lines if "event" in line]
    for event in told:
        event.pop("space", None)
        event.pop("override", None)
    assert sorted(told, key=str) == sorted(truth, key=str)
    assert lines[-1]["round"] == 2


def test_a_film_goes_on_where_it_was_left() -> None:
    setup = Setup(GAME.id, ("Anna", "Ben"), Seat(0), colours={"Anna": "red", "Ben": "blue"})
    played = play_rounds(setup, 2, SEED)
    visible = [number for number, (_, action, _) in enumerate(played.actions) if isinstance(action, VISIBLE)]
    for seen in range(len(visible) + 2):
        rest = rest_of(played, seen)
        left = [action for _, action, _ in rest.actions[rest.known :] if isinstance(action, VISIBLE)]
        assert left == [played.actions[number][1] for number in visible[seen:]]
