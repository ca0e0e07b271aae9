"""The benchmark of the scanner measures on its own scenes, and its baselines do work where such methods can."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from bench.baselines import FeatureBaseline, HashBaseline
from bench.scanner import SCENES, cut, jobs
from card_db.pack import read_manifest
from scanner.geometry import Pixels, quad_map
from scanner.judge import Counts, judge, parse_truth
from scanner.simulator.foreign import make_deck

QUADS = {
    "upright": [(60, 50), (260, 60), (250, 360), (50, 350)],
    "upside down": [(620, 340), (420, 350), (410, 40), (600, 50)],
}


@pytest.fixture(scope="module")
def manifest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_deck(8, tmp_path_factory.mktemp("deck"), designs=24)


@pytest.fixture(scope="module")
def picture(manifest: Path) -> tuple[Pixels, list[str]]:
    """Two single cards, flat on a plain table."""
    pack = read_manifest(manifest)
    names = [card.id for card in pack.cards if card.id.startswith("single")][:2]
    table: Pixels = np.full((420, 680, 3), 70, np.uint8)
    for name, quad in zip(names, QUADS.values(), strict=True):
        image = next(card for card in pack.cards if card.id == name)
        card = cv2.imdecode(np.frombuffer(image.data, np.uint8), cv2.IMREAD_COLOR)
        assert card is not None
        height, width = card.shape[:2]
        matrix = quad_map([(0, 0), (width, 0), (width, height), (0, height)], quad)
        cv2.warpPerspective(
            card, matrix, (680, 420), dst=table, borderMode=cv2.BORDER_TRANSPARENT, flags=cv2.INTER_AREA
        )
    return table, names


def counted(baseline: HashBaseline | FeatureBaseline, picture: tuple[Pixels, list[str]]) -> Counts:
    pixels, names = picture
    cards = [{"id": name, "quad": quad} for name, quad in zip(names, QUADS.values(), strict=True)]
    return judge(baseline.read(pixels), parse_truth({"cards": cards}, "test")).counts


@pytest.fixture(scope="module")
def by_features(manifest: Path) -> FeatureBaseline:
    return FeatureBaseline(read_manifest(manifest))


def test_baselines_name_single_cards_on_a_plain_table(
    manifest: Path, by_features: FeatureBaseline, picture: tuple[Pixels, list[str]]
) -> None:
    for baseline in (HashBaseline(read_manifest(manifest)), by_features):
        counts = counted(baseline, picture)
        assert (counts.cards, counts.found, counts.right) == (2, 2, 2)


def test_a_board_and_its_spaces_are_found_by_features(manifest: Path, by_features: FeatureBaseline) -> None:
    board = read_manifest(manifest).boards[0]
    pixels = cv2.imdecode(np.frombuffer(board.image.data, np.uint8), cv2.IMREAD_COLOR)
    assert pixels is not None
    read = by_features.read(cv2.copyMakeBorder(pixels, 60, 60, 60, 60, cv2.BORDER_CONSTANT))
    assert board.id in [seen.id for seen in read.boards]
    assert {slot.slot for slot in read.slots if slot.board == board.id} == {slot.id for slot in board.slots}


def test_a_cut_out_card_is_the_card(picture: tuple[Pixels, list[str]]) -> None:
    rng = np.random.default_rng(2)
    sizes = set()
    for _ in range(6):
        crop = cut(picture[0], np.array(QUADS["upside down"], np.float64), rng)
        sizes.add(crop.shape)
        assert abs(crop.shape[1] - 196) < 20
        assert abs(crop.shape[0] - 300) < 20
        assert np.mean(np.all(crop == 70, axis=2)) < 0.25  # little of the table
    assert len(sizes) > 1


def test_the_report_has_decks_and_scenes_of_its_own() -> None:
    wanted = jobs(SCENES)
    assert all(int(job.deck.rpartition("-")[2]) > 100 and job.seed >= 1000 for job in wanted)
    assert len({(job.deck, job.name) for job in wanted}) == len(wanted)
    for cell in {(job.cell, job.level) for job in wanted}:
        heights = [job.size[1] for job in wanted if (job.cell, job.level) == cell]
        assert heights.count(720) == heights.count(1080) == len(heights) / 2
