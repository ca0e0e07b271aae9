"""Cards of an unknown deck are cut out of a photograph; the same card is known again, a twin is not."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
import pytest

from card_db.packet_row.art import draw_board, draw_card
from card_db.packet_row.art.boards import board_slots
from card_db.packet_row.cards import parse_card
from companion.games.packet_row.drawn import deck_texts
from scanner.board_cutout import cut_board, propose_spaces
from scanner.cutouts import ALIKE, SAME, cut_cards, find_same, likeness
from scanner.geometry import overlap
from scanner.simulator.demo import lay_table, spread_hand
from scanner.simulator.world import SimDeck, make_sim_board

CARDS = (
    "goods:fur:2:6",
    "goods:fur:3:10",
    "contract:cotton:3:netherlands:25",
    "ship:spain",
    "vp:library:15:3",
    "banker",
)


@lru_cache
def face(card: str) -> Any:
    return np.ascontiguousarray(
        np.asarray(draw_card(parse_card(card), deck_texts("en"), 150).convert("RGB"))[..., ::-1]
    )


@lru_cache
def photograph(cards: Sequence[str], seed: int) -> tuple[Any, Any]:
    deck = SimDeck("test", (44.0, 68.0), {card: face(card) for card in cards}, {}, ())
    table = spread_hand(deck, cards, seed, (1600, 1200))
    return next(table.pictures()), table


def test_every_card_is_cut_out_at_its_edge() -> None:
    picture, table = photograph(CARDS, 1)
    cuts = cut_cards(picture)
    assert len(cuts) == len(CARDS)
    middles = sorted(
        tuple(table.setting.camera.project(np.array([[card.pose.x_mm, card.pose.y_mm]]))[0])
        for card in table.world.cards
    )
    found = sorted(tuple(np.mean(cut.quad, axis=0)) for cut in cuts)
    assert np.allclose(middles, found, atol=8)


@pytest.mark.parametrize("gap", [8, 12, 24])
def test_cards_that_lie_close_together_are_not_cut_into_their_neighbours(gap: int) -> None:
    width, height, rim = 176, 272, 8
    picture = np.full((2 * (height + gap) + 120, 4 * (width + gap) + 120, 3), 226, np.uint8)
    for number in range(8):
        x, y = 60 + number % 4 * (width + gap), 60 + number // 4 * (height + gap)
        card = cv2.resize(face(CARDS[number % len(CARDS)]), (width - 2 * rim, height - 2 * rim))
        picture[y : y + height, x : x + width] = 24  # a dark rim, as many cards have
        picture[y + rim : y + height - rim, x + rim : x + width - rim] = card
    quads = [np.array(cut.quad) for cut in cut_cards(cv2.GaussianBlur(picture, (0, 0), 1.0))]
    assert len(quads) == 8
    reach = [max(overlap(one, two) for two in quads if two is not one) for one in quads]
    assert np.median(reach) < 0.05


def cut_by_name(seed: int) -> dict[str, Any]:
    """The cut-outs from top left to bottom right, as they were laid."""
    picture, _ = photograph(CARDS, seed)
    return dict(zip(CARDS, [cut.pixels_bgr for cut in cut_cards(picture)], strict=True))


def test_the_same_card_is_known_again_and_its_twin_is_not() -> None:
    one, two = cut_by_name(1), cut_by_name(2)
    for name in CARDS:
        assert likeness(one[name], two[name]) >= SAME, name
        assert likeness(one[name], np.ascontiguousarray(two[name][::-1, ::-1])) >= SAME, name
    assert likeness(one["goods:fur:2:6"], two["goods:fur:3:10"]) < ALIKE
    assert likeness(one["ship:spain"], two["banker"]) < ALIKE
    best = find_same(two["banker"], one.items())
    assert best is not None
    assert best[0] == "banker"
    del one["banker"]
    assert find_same(two["banker"], one.items()) is None


@pytest.mark.parametrize("picture", [np.zeros((600, 800, 3), np.uint8), np.full((40, 40, 3), 200, np.uint8)])
def test_an_empty_table_has_no_cards(picture: Any) -> None:
    assert cut_cards(picture) == []


def test_an_empty_board_is_cut_out_and_its_spaces_proposed() -> None:
    image, slots = draw_board("docks", deck_texts("en"), 80)
    pixels = np.ascontiguousarray(np.asarray(image.convert("RGB"))[..., ::-1])
    board = make_sim_board("docks", pixels, {slot.id: slot.quad for slot in slots})
    deck = SimDeck("test", (44.0, 68.0), {}, {}, (board,))
    cut = cut_board(next(lay_table(deck, [], 1, (1400, 1000)).pictures()))
    height, width = cut.pixels_bgr.shape[:2]
    usual = {slot.id: tuple((x / image.width, y / image.height) for x, y in slot.quad) for slot in board_slots(80)}
    spaces = propose_spaces(cut.pixels_bgr, usual)  # type: ignore[arg-type]
    assert spaces.keys() == usual.keys()
    for name, quad in spaces.items():
        off = np.abs(np.asarray(quad) / (width, height) - np.asarray(usual[name])).max()
        assert off < 0.06, name


def test_frames_that_are_no_spaces_do_not_skew_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = {slot.id: np.asarray(slot.quad) for slot in board_slots(80)}
    size = 1.05 * max(quad.max() for quad in usual.values())
    frames = [quad + 3.0 for quad in usual.values()]
    frames[0] = frames[0] * (1.0, 0.4)  # printed there, but no space
    frames[1] = frames[1] + np.array([[0, 0], [20, 30], [0, 0], [-25, 0]])
    monkeypatch.setattr("scanner.board_cutout.card_quads", lambda *_: frames)
    board = np.zeros((round(size), round(size), 3), np.uint8)
    shares = {name: tuple((x / board.shape[1], y / board.shape[0]) for x, y in quad) for name, quad in usual.items()}
    for name, quad in propose_spaces(board, shares).items():  # type: ignore[arg-type]
        assert np.abs(np.asarray(quad) - usual[name] - 3.0).max() < 2, name
