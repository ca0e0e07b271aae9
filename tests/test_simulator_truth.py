"""Scenes are hard but not hopeless: cards of the promised width, and a note where nobody could name a card."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from scanner.simulator.foreign import make_deck
from scanner.simulator.layers import Pose
from scanner.simulator.layout import lay_boards
from scanner.simulator.procedural import Array
from scanner.simulator.scene import card_px, compose, make_setting, tell_hidden_marks, truth_of
from scanner.simulator.world import LaidCard, SimDeck, World, load_sim_deck

SIZE_MM = (44.0, 68.0)


def face(mark: bool) -> Array:
    """A card with some picture; twins differ by a mark in the top left corner."""
    pixels = np.full((340, 220, 3), 200, np.uint8)
    pixels[150:260, 60:160] = (40, 120, 90)
    if mark:
        pixels[20:60, 20:60] = 10
    return pixels


@pytest.mark.parametrize(("cover_mm", "hidden"), [((-14.0, -26.0), True), ((14.0, 26.0), False), (None, False)])
def test_a_card_whose_mark_is_covered_is_told(cover_mm: tuple[float, float] | None, hidden: bool) -> None:
    deck = SimDeck("two", SIZE_MM, {"a": face(True), "b": face(False)}, {}, ())
    cards = [LaidCard("a", "up", deck.cards["a"], SIZE_MM, Pose(0, 0))]
    if cover_mm is not None:
        cards.append(LaidCard("foreign", "foreign", face(False), (16.0, 16.0), Pose(*cover_mm, 0.0, 0.5)))
    world = World(cards=tuple(cards))
    setting = make_setting(np.random.default_rng(3), deck, world, "hand", "easy", (480, 270))
    canvas = compose(setting, world)
    truth = truth_of(setting, world, canvas)
    tell_hidden_marks(setting, deck, world, canvas, truth["cards"])
    assert truth["cards"][0]["hidden_mark"] is hidden
    assert truth["cards"][0]["visible_fraction"] > 0.85


def test_cards_of_whole_tables_are_at_least_as_wide_as_promised_and_blur_leaves_them_legible(tmp_path: Path) -> None:
    deck = load_sim_deck(make_deck(6, tmp_path, designs=8))
    for seed in range(4):
        rng = np.random.default_rng(seed)
        world = lay_boards(rng, deck, 4, "hard")
        setting = make_setting(rng, deck, world, "table", "hard", (1280, 720))
        width = card_px(setting.camera, world)
        assert 54 < width < 95
        assert setting.sensor.defocus_px + setting.sensor.depth_blur < 0.025 * width
        assert setting.sensor.motion_px < 0.061 * width
