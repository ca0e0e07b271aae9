"""Decks that are known by photographs, each in a light of its own: what an owner's phone makes of them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scanner.geometry import Floats, Matrix, Pixels, scale_map
from scanner.index import CardIndex, Design
from scanner.inks import ink_of, rim_of, without_rim
from scanner.naming import Namer
from scanner.picture import Picture
from scanner.poses import CUT_OUT
from scanner.registration import registered

SIZE = (120, 184)
INKS = {"red": (45, 35, 215), "green": (75, 150, 25), "purple": (125, 40, 95)}
FILLS = ("solid", "striped", "open")
LIGHTS = [(0.55, 0.75, 0.95), (0.95, 0.93, 0.9), (0.9, 0.75, 0.7), (0.5, 0.48, 0.45), (0.7, 0.9, 0.75)]
TABLES = [(40, 60, 110), (90, 30, 30), (30, 120, 40)]


DIAMOND = np.array([(-38, 0), (0, -20), (38, 0), (0, 20)])
WAVE = np.array([(-40, 10), (-34, -10), (-12, -18), (6, -8), (30, -20), (40, -8), (30, 14), (4, 6), (-28, 18)])


def sign(colour: tuple[int, int, int], fill: str, count: int, outline: Matrix = DIAMOND) -> Pixels:
    """White paper with one or more signs: filled, with fine stripes, or an outline."""
    pixels = np.full((SIZE[1], SIZE[0], 3), 245, np.uint8)
    for number in range(count):
        middle = (SIZE[0] // 2, SIZE[1] // 2 + round((number - (count - 1) / 2) * 54))
        corners = (outline + middle).astype(np.int32)
        inside = np.zeros(SIZE[::-1], np.uint8)
        cv2.fillPoly(inside, [corners], (1,))
        if fill == "striped":
            inside[:, np.arange(SIZE[0]) % 4 > 1] = 0
        if fill != "open":
            pixels[inside > 0] = colour
        cv2.polylines(pixels, [corners], True, colour, 3, cv2.LINE_AA)
    return pixels


def snapshot(pixels: Pixels, number: int) -> Pixels:
    """Photographed: in a light of its own, darker to one side, cut crookedly with some of a table at the edges."""
    rng = np.random.default_rng(number)
    turn, size = np.radians(rng.uniform(-1.2, 1.2)), rng.uniform(0.93, 0.98)
    cos, sin = size * np.cos(turn), size * np.sin(turn)
    middle = np.array(SIZE) / 2
    spin = np.array([[cos, -sin], [sin, cos]])
    move = np.hstack([spin, (middle + rng.uniform(-2, 2, 2) - spin @ middle)[:, None]])
    lying = cv2.warpAffine(pixels, move, SIZE, borderMode=cv2.BORDER_CONSTANT, borderValue=TABLES[number % 3])
    light: Floats = np.array(LIGHTS[number % len(LIGHTS)], np.float32)
    shade = np.linspace(1.0, rng.uniform(0.7, 1.0), SIZE[number % 2])
    falling = shade[None, :, None] if number % 2 == 0 else shade[:, None, None]
    seen = cv2.GaussianBlur(lying.astype(np.float32), (0, 0), 0.8) * light * falling
    return np.clip(seen + rng.normal(0, 2, seen.shape), 0, 255).astype(np.uint8)


def deck() -> tuple[list[Design], list[Pixels]]:
    """Every sign, known by a photograph of it, and the printed cards."""
    names = [(name, fill, count) for count in (1, 2) for name in INKS for fill in FILLS]
    cards = [sign(INKS[name], fill, count) for name, fill, count in names]
    designs = [
        Design(f"{count} {fill} {name}", snapshot(card, number), False)
        for number, ((name, fill, count), card) in enumerate(zip(names, cards, strict=True))
    ]
    return designs, cards


@pytest.mark.parametrize("other", [1, 2, 3, 4])
def test_signs_are_told_by_colour_and_filling_whatever_light_each_was_photographed_in(other: int) -> None:
    designs, cards = deck()
    index = CardIndex(designs, (57.0, 87.4))
    assert index.is_photographed
    namer = Namer(index)
    right = 0
    for number, (design, card) in enumerate(zip(designs, cards, strict=True)):
        named = namer.name(Picture(snapshot(card, 100 * other + 7 * number)), scale_map(*SIZE), CUT_OUT)
        right += named.id == design.id
        assert named.id == design.id or named.confidence < 0.9
    assert right >= len(cards) - 1


def test_a_sign_in_a_colour_that_was_never_photographed_is_not_surely_another_one() -> None:
    designs, cards = deck()
    for name in INKS:
        index = CardIndex([one for one in designs if name not in one.id], (57.0, 87.4))
        namer = Namer(index)
        for number, (design, card) in enumerate(zip(designs, cards, strict=True)):
            if name in design.id:
                named = namer.name(Picture(snapshot(card, 300 + number)), scale_map(*SIZE), CUT_OUT)
                assert named.confidence < 0.9


def test_print_is_the_same_in_any_light() -> None:
    card = sign(INKS["purple"], "solid", 2)
    falling = np.linspace(1.0, 0.6, SIZE[1])[:, None, None]
    one, two = (
        ink_of(np.clip(card * np.array(light) * falling, 0, 255).astype(np.uint8)) for light in (LIGHTS[0], LIGHTS[2])
    )
    assert float(np.corrcoef(one.ravel(), two.ravel())[0, 1]) > 0.99
    assert np.abs(one - two).max() < 0.2 * np.abs(one).max()


def test_the_same_digit_looking_paler_on_one_photograph_does_not_tell_which_card_it_is() -> None:
    """Two cards that share a picture and a digit: only the other digit tells them apart."""
    rng = np.random.default_rng(5)
    art = cv2.GaussianBlur(rng.uniform(40, 230, (SIZE[1], SIZE[0], 3)).astype(np.float32), (0, 0), 5)
    art = np.clip((art - art.mean()) * 4 + 130, 20, 235).astype(np.uint8)

    def numbered(text: str, ink: int) -> Pixels:
        card = art.copy()
        cv2.rectangle(card, (12, 14), (62, 46), (215, 230, 235), -1)
        cv2.putText(card, text, (15, 41), cv2.FONT_HERSHEY_SIMPLEX, 0.95, (ink, ink, ink), 3, cv2.LINE_AA)
        return card

    names = ("23", "25", "28")
    # One of the photographs is dull: all of its digits look paler.
    designs = [
        Design(name, snapshot(numbered(name, ink), number), False)
        for number, (name, ink) in enumerate(zip(names, (20, 120, 20), strict=True))
    ]
    namer = Namer(CardIndex(designs, (57.0, 87.4)))
    for name in names:
        for ink in (20, 120):
            named = namer.name(Picture(snapshot(numbered(name, ink), 40 + ink)), scale_map(*SIZE), CUT_OUT)
            assert named.id == name or named.confidence < 0.9


def test_a_digit_close_to_the_edge_is_not_drawn_out_to_it() -> None:
    card = np.full((SIZE[1], SIZE[0], 3), 245, np.uint8)
    cv2.putText(card, "5", (10, 20), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (30, 30, 30), 2, cv2.LINE_AA)
    rim = rim_of(*SIZE)
    assert np.any(card[rim] < 100), "the digit reaches to the rim"
    without = without_rim(card)
    assert (without[:rim] > 200).all()
    assert (without[rim:-rim, rim:-rim] == card[rim:-rim, rim:-rim]).all()


def test_no_table_comes_into_a_card_that_is_laid_smaller() -> None:
    """One sign in the middle tells the size of its card badly: striped it is laid smaller than filled."""

    def cut(card: Pixels, number: int) -> Pixels:
        rng = np.random.default_rng(number)
        sizes, middle = rng.uniform(0.96, 0.99, 2), np.array(SIZE) / 2
        move = np.hstack([np.diag(sizes), (middle * (1 - sizes))[:, None]])
        lying = cv2.warpAffine(card, move, SIZE, borderMode=cv2.BORDER_CONSTANT, borderValue=(30, 40, 60))
        seen = cv2.GaussianBlur(lying, (0, 0), 0.8) + rng.normal(0, 2, lying.shape)
        return np.clip(seen, 0, 255).astype(np.uint8)

    cards = [sign(colour, fill, 1, WAVE) for colour in INKS.values() for fill in FILLS]
    laid = registered([cut(card, number) for number, card in enumerate(cards)], SIZE[1] / SIZE[0])
    assert laid.are_photographs
    rim = 2 * rim_of(*SIZE)
    for picture in laid.pictures:
        assert (picture[:rim] > 160).all()
        assert (picture[-rim:] > 160).all()


def test_small_digits_on_photographs_are_told_by_a_closer_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """Large photographs of cards that differ in a digit three millimetres high."""
    size = (264, 408)
    names = [str(number) for number in range(2, 10)]

    def large(name: str, number: int) -> Pixels:
        card = np.full((size[1], size[0], 3), (214, 232, 240), np.uint8)
        cv2.circle(card, (132, 220), 70, (60, 90, 170), -1)
        cv2.rectangle(card, (70, 150), (120, 260), (120, 170, 90), -1)
        cv2.putText(card, name, (24, 46), cv2.FONT_HERSHEY_SIMPLEX, 0.65, (30, 20, 20), 2, cv2.LINE_AA)
        rng = np.random.default_rng(number)
        corners = np.array([(0, 0), (size[0], 0), size, (0, size[1])], np.float32)
        moved = (corners + rng.uniform(-3, 3, (4, 2))).astype(np.float32)
        lying = cv2.warpPerspective(
            card,
            cv2.getPerspectiveTransform(corners, moved),
            size,
            borderMode=cv2.BORDER_CONSTANT,
            borderValue=(40, 60, 90),
        )
        seen = cv2.GaussianBlur(lying.astype(np.float32), (0, 0), 1.0) * np.array(LIGHTS[number % len(LIGHTS)])
        return np.clip(seen + rng.normal(0, 3, seen.shape), 0, 255).astype(np.uint8)

    index = CardIndex([Design(name, large(name, number), False) for number, name in enumerate(names)], (44.0, 68.0))
    assert index.is_photographed
    namer = Namer(index)
    shots = [Picture(large(name, 50 + number)) for number, name in enumerate(names)]
    named = [namer.name(shot, scale_map(*size), CUT_OUT) for shot in shots]
    assert [one.id for one in named] == names
    monkeypatch.setattr("scanner.by_inks.close_width", lambda *_: 0)
    roughly = [namer.name(shot, scale_map(*size), CUT_OUT) for shot in shots]
    sure, roughly_sure = (sum(one.confidence >= 0.9 for one in some) for some in (named, roughly))
    assert sure >= roughly_sure + 2


def test_references_photographed_the_other_way_up_are_turned() -> None:
    """Signs that look nearly the same turned round."""
    names = [(name, fill, count) for count in (2, 3) for name in INKS for fill in FILLS]
    cards = [sign(INKS[name], fill, count, WAVE) for name, fill, count in names]
    turned = [number in (2, 4, 5, 10, 13) for number in range(len(names))]
    shots = [snapshot(card, number) for number, card in enumerate(cards)]
    shots = [
        np.ascontiguousarray(shot[::-1, ::-1]) if is_turned else shot
        for shot, is_turned in zip(shots, turned, strict=True)
    ]
    designs = [
        Design(f"{count} {fill} {name}", shot, False) for (name, fill, count), shot in zip(names, shots, strict=True)
    ]
    index = CardIndex(designs, (57.0, 87.4))
    assert index.is_photographed
    # Signs of one filling lie one way up now, whichever that is, but for one that is cut too differently.
    odd = 0
    for fill in FILLS:
        for count in (2, 3):
            own = [n for n, (_, one, many) in enumerate(names) if (one, many) == (fill, count)]
            other_way = sum(bool(index.is_turned[n]) != turned[n] for n in own)
            odd += min(other_way, len(own) - other_way)
    assert odd <= 1
    namer, right = Namer(index), 0
    for number, (design, card) in enumerate(zip(designs, cards, strict=True)):
        seen = snapshot(card, 500 + number)
        for way in (seen, np.ascontiguousarray(seen[::-1, ::-1])):
            named = namer.name(Picture(way), scale_map(*SIZE), CUT_OUT)
            right += named.id == design.id
            assert named.id == design.id or named.confidence < 0.9
    assert right >= 2 * len(cards) - 2
