"""Shadows with clear edges on cards that are mostly paper, and stripes that blur has nearly filled."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scanner.geometry import Pixels, scale_map
from scanner.index import CardIndex, Design
from scanner.naming import Namer
from scanner.picture import Picture
from scanner.poses import CUT_OUT
from scanner.shadows import without_shadows
from tests.test_by_inks import FILLS, INKS, SIZE, sign, snapshot


def shaded(card: Pixels, number: int) -> Pixels:
    """The same card with a band of shadow across it, wherever the number says."""
    middle, turn = np.array([(0.5, 0.5), (0.3, 0.45), (0.6, 0.6)][number % 3]) * SIZE, [0.3, 1.2, 2.2, 0.0][number % 4]
    y, x = np.mgrid[0 : SIZE[1], 0 : SIZE[0]]
    away = (x - middle[0]) * np.cos(turn) + (y - middle[1]) * np.sin(turn)
    dark = cv2.GaussianBlur((np.abs(away) < 18).astype(np.float32), (0, 0), 2.0)
    return np.clip(card * (1 - 0.42 * dark[..., None]), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("number", range(6))
def test_a_band_of_shadow_is_taken_off_paper_and_leaves_print(number: int) -> None:
    for fill in FILLS:
        card = sign(INKS["red"], fill, 1)
        plain = without_shadows(shaded(card, number))
        inside = np.s_[12:-12, 12:-12]
        print_ = (card < 200).any(axis=2)[inside]
        before = np.abs(shaded(card, number)[inside].astype(float) - card[inside])[~print_].mean()
        after = np.abs(plain[inside].astype(float) / np.median(plain[inside][~print_]) * 245 - card[inside])[~print_]
        assert after.mean() < 0.25 * before
        # What is printed stays about as much darker than the paper; on a whole filled sign a part of the shadow stays.
        paper = np.median(plain[inside][~print_], axis=0)
        left = np.median(plain[inside][print_] / paper, axis=0)
        assert np.abs(left - np.median(card[inside][print_] / 245, axis=0)).max() < 0.3


def test_black_print_is_no_shadow() -> None:
    card = sign((25, 25, 25), "solid", 2)
    cv2.putText(card, "7", (20, 60), cv2.FONT_HERSHEY_SIMPLEX, 1.0, (20, 20, 20), 3, cv2.LINE_AA)
    assert np.abs(without_shadows(card).astype(float) - card).mean() < 3


def test_a_painted_card_is_left_as_it_is() -> None:
    rng = np.random.default_rng(3)
    art = cv2.GaussianBlur(rng.uniform(0, 255, (SIZE[1], SIZE[0], 3)).astype(np.float32), (0, 0), 6)
    art = np.clip((art - art.mean()) * 6 + 130, 20, 235).astype(np.uint8)
    assert (without_shadows(art) == art).all()


def test_pictures_of_odd_sizes_are_no_trouble() -> None:
    for shape in ((1, 1, 3), (1, 40, 3), (40, 1, 3), (5, 3, 3), (9000, 12, 3), (12, 9000, 3)):
        assert without_shadows(np.full(shape, 200, np.uint8)).shape == shape


def test_signs_are_told_though_shadows_fall_on_references_and_cards() -> None:
    names = [(name, fill, count) for count in (1, 2) for name in INKS for fill in FILLS]
    cards = [sign(INKS[name], fill, count) for name, fill, count in names]
    designs = [
        Design(f"{count} {fill} {name}", shaded(snapshot(card, number), number), False)
        for number, ((name, fill, count), card) in enumerate(zip(names, cards, strict=True))
    ]
    index = CardIndex(designs, (57.0, 87.4))
    assert index.is_photographed
    namer, right = Namer(index), 0
    for number, (design, card) in enumerate(zip(designs, cards, strict=True)):
        seen = shaded(snapshot(card, 900 + number), number + 1)
        named = namer.name(Picture(without_shadows(seen)), scale_map(*SIZE), CUT_OUT)
        right += named.id == design.id
        assert named.id == design.id or named.confidence < 0.9
    assert right >= len(cards) - 1


def test_stripes_in_blur_are_not_surely_filled() -> None:
    names = [(name, fill) for name in INKS for fill in FILLS]
    designs = [
        Design(f"{fill} {name}", snapshot(sign(INKS[name], fill, 1), n), False) for n, (name, fill) in enumerate(names)
    ]
    index = CardIndex(designs, (57.0, 87.4))
    assert index.is_photographed
    namer, right = Namer(index), 0
    for number, name in enumerate(INKS):
        for blur in (1.6, 2.2, 2.8):
            seen = cv2.GaussianBlur(snapshot(sign(INKS[name], "striped", 1), 700 + number), (0, 0), blur)
            named = namer.name(Picture(seen), scale_map(*SIZE), CUT_OUT)
            right += named.id == f"striped {name}"
            assert named.id == f"striped {name}" or named.confidence < 0.9
    assert right >= 7


def test_filled_signs_are_no_stripes_in_blur() -> None:
    """Of one filled sign the photograph was pale, so that others are stronger than on it."""
    names = [(name, fill) for name in INKS for fill in FILLS]
    designs = [
        Design(
            f"{fill} {name}",
            np.clip(90 + 0.6 * snapshot(sign(INKS[name], fill, 1), n), 0, 255).astype(np.uint8)
            if fill == "solid"
            else snapshot(sign(INKS[name], fill, 1), n),
            False,
        )
        for n, (name, fill) in enumerate(names)
    ]
    namer = Namer(CardIndex(designs, (57.0, 87.4)))
    for number, name in enumerate(INKS):
        named = namer.name(Picture(snapshot(sign(INKS[name], "solid", 1), 800 + number)), scale_map(*SIZE), CUT_OUT)
        assert named.id == f"solid {name}" or named.confidence < 0.9
