"""The light of a photograph: it is told in spite of things that cover the picture, and taken off again."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scanner.geometry import Floats
from scanner.light import MIXED, Light, light_on, unlike

SIZE = (120, 160)
CAMERA = np.array([[0.9, 0.2, 0.02], [0.12, 0.85, 0.15], [-0.08, 0.3, 0.95]], np.float32)  # mixes the three colours
EVERYWHERE = np.ones(SIZE, dtype=bool)


@pytest.fixture(scope="module")
def known() -> Floats:
    """A colourful picture."""
    rough = np.random.default_rng(3).normal(0, 1, (*SIZE, 3)).astype(np.float32)
    smooth = cv2.GaussianBlur(rough, (0, 0), 4)
    return np.clip(smooth / smooth.std() * 45 + 120, 5, 250)


def photographed(known: Floats, mix: Floats) -> Floats:
    """The picture through a camera, in light that comes from one side, with a little noise."""
    x = np.linspace(0.6, 0.9, SIZE[1], dtype=np.float32)[None, :, None]
    noise = np.random.default_rng(4).normal(0, 1.5, known.shape).astype(np.float32)
    return known @ mix.T * x + np.array([12, 8, 15], np.float32) + noise


def usual_error(light: Light, seen: Floats, known: Floats) -> float:
    """By how many grey levels the photograph is off the known picture when its light is taken off."""
    return float(np.median(np.abs(light.off(seen) - known).max(axis=2)))


def test_mixed_colours_are_told_apart_again(known: Floats) -> None:
    seen = photographed(known, CAMERA)
    mixed, plain = light_on(seen, known, EVERYWHERE, mixes=True), light_on(seen, known, EVERYWHERE)
    assert mixed.mix is not None
    assert np.abs(mixed.mix - CAMERA / np.diag(CAMERA)[:, None]).max() < 0.04
    assert usual_error(mixed, seen, known) < 5
    assert usual_error(plain, seen, known) > 12
    assert mixed.noise < 3 < plain.noise
    assert np.median(np.abs(mixed.on(known) - seen)) < 2


def test_a_camera_that_keeps_colours_apart_is_left_alone(known: Floats) -> None:
    seen = photographed(known, np.eye(3, dtype=np.float32))
    light = light_on(seen, known, EVERYWHERE, mixes=True)
    assert light.mix is not None
    assert np.abs(light.mix - np.eye(3)).max() < 0.03
    assert light_on(seen, known, EVERYWHERE).mix is None


def test_what_covers_a_part_does_not_bend_the_light(known: Floats) -> None:
    seen = photographed(known, CAMERA)
    seen[30:90, 40:110] = [40, 30, 200]
    light = light_on(seen, known, EVERYWHERE, mixes=True)
    covered = np.zeros(SIZE, dtype=bool)
    covered[30:90, 40:110] = True
    assert np.median(np.abs(light.off(seen) - known)[~covered]) < 4
    changed = unlike(seen, known, light)
    assert changed[covered].mean() > 0.8
    assert changed[~covered].mean() < 0.02


def test_only_usable_places_tell_the_light(known: Floats) -> None:
    seen = photographed(known, CAMERA)
    usable = EVERYWHERE.copy()
    usable[:, :100] = False
    spoilt = seen.copy()
    spoilt[:, :100] = np.random.default_rng(5).uniform(0, 255, spoilt[:, :100].shape)
    light = light_on(spoilt, known, usable, mixes=True)
    assert np.median(np.abs(light.off(seen) - known)[usable]) < 4


@pytest.mark.parametrize("mixes", [False, True])
def test_where_nothing_can_be_compared_light_changes_nothing(known: Floats, mixes: bool) -> None:
    seen = photographed(known, CAMERA)
    light = light_on(seen, known, np.zeros(SIZE, dtype=bool), mixes)
    assert np.array_equal(light.on(known), known)
    assert np.array_equal(light.off(seen), seen)


@pytest.mark.parametrize("places", [1, 4])
def test_a_few_places_tell_the_light_there_and_nothing_wild(known: Floats, places: int) -> None:
    seen = 0.6 * known
    usable = np.zeros(SIZE, dtype=bool)
    usable[60, 60 : 60 + 3 * places : 3] = True
    light = light_on(seen, known, usable, mixes=True)
    assert np.abs(light.on(known) - seen)[usable].max() < 4
    assert np.isfinite(light.off(seen)).all()
    assert light.mix is not None
    assert np.linalg.cond(light.mix) < 3


def test_some_dozens_of_places_tell_the_light_everywhere(known: Floats) -> None:
    """With hardly more to go by than there are unknowns it is rather brightness than a strange camera."""
    seen = 0.6 * known
    usable = np.zeros(SIZE, dtype=bool)
    usable[::24, ::24] = True
    light = light_on(seen, known, usable, mixes=True)
    assert usual_error(light, seen, known) < 8


def test_a_picture_of_one_colour_tells_brightness_only(known: Floats) -> None:
    """Which colour a camera sees in which cannot be told on grey paper."""
    paper = np.full((*SIZE, 3), 128, np.float32)
    light = light_on(0.7 * paper, paper, EVERYWHERE, mixes=True)
    assert np.abs(light.on(paper) - 0.7 * paper).max() < 2
    assert light.mix is not None
    assert np.linalg.cond(light.mix) < 3


def test_no_camera_mixes_colours_without_limit(known: Floats) -> None:
    swapped = np.array([[0.4, 0.9, 0], [0, 1, 0], [-0.7, 0, 1]], np.float32)
    light = light_on(photographed(known, swapped), known, EVERYWHERE, mixes=True)
    assert light.mix is not None
    beside = light.mix[~np.eye(3, dtype=bool)]
    assert MIXED[0] <= beside.min()
    assert beside.max() <= MIXED[1]
    assert np.diag(light.mix).tolist() == [1, 1, 1]
