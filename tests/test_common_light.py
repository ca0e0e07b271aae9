"""Cards of one picture are seen in one light: that tells colours which a single card leaves open."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scanner.common_light import LIGHT, PALE_LIGHT, in_one_light
from scanner.geometry import Pixels
from scanner.index import CardIndex, Design
from scanner.picture import Picture
from scanner.reading import SURE, Detection, Guess, SlotReading, TableReading

SIZE = (88, 136)
GROUNDS = {"sky": (235, 215, 195), "ash": (215, 215, 212), "sand": (195, 215, 235), "mint": (205, 230, 205)}
INKS = {"black": (30, 30, 30), "red": (40, 40, 190), "blue": (170, 70, 40)}
WARM, COLD = np.array([0.62, 0.75, 0.88]), np.array([0.9, 0.8, 0.68])


def ground(name: str) -> Pixels:
    pixels = np.full((SIZE[1], SIZE[0], 3), GROUNDS[name], np.uint8)
    cv2.putText(pixels, "S", (26, 84), cv2.FONT_HERSHEY_SIMPLEX, 1.6, (60, 60, 60), 4, cv2.LINE_AA)
    return pixels


def sign(name: str) -> Pixels:
    pixels = np.full((SIZE[1], SIZE[0], 3), 245, np.uint8)
    cv2.circle(pixels, (44, 68), 18, INKS[name], -1, cv2.LINE_AA)
    return pixels


def laid(faces: list[Pixels], light: np.ndarray) -> tuple[Picture, list[tuple[tuple[float, float], ...]]]:
    """Cards side by side on a dark table in one light, printed a little paler, and their corners."""
    width, height = SIZE
    table = np.full((height + 40, len(faces) * (width + 20) + 20, 3), 50, np.uint8)
    quads = []
    for number, face in enumerate(faces):
        x, y = 20 + number * (width + 20), 20
        grey = face.mean(axis=2, keepdims=True)
        table[y : y + height, x : x + width] = (grey + 0.8 * (face - grey)).astype(np.uint8)
        quads.append(((x, y), (x + width, y), (x + width, y + height), (x, y + height)))
    return Picture(np.clip(table * light + 4, 0, 255).astype(np.uint8)), quads


def told(kind: str, names: list[str], light: np.ndarray, odds: list[dict[str, float]]) -> list[Detection]:
    """What cards of these names are called when each alone may be what its odds say."""
    draw, every = (ground, GROUNDS) if kind == "ground" else (sign, INKS)
    index = CardIndex([Design(name, draw(name), False) for name in every], (44.0, 68.0))
    picture, quads = laid([draw(name) for name in names], light)
    cards = tuple(
        Detection(None, quad, 0.3, tuple(Guess(*one) for one in own.items()))
        for quad, own in zip(quads, odds, strict=True)
    )
    return list(in_one_light(index, picture, TableReading(picture.size, cards, (), ())).cards)


@pytest.mark.parametrize("light", [WARM, COLD], ids=["warm", "cold"])
@pytest.mark.parametrize(("kind", "every"), [("ground", GROUNDS), ("sign", INKS)])
def test_colours_are_told_by_all_cards_together(kind: str, every: dict[str, object], light: np.ndarray) -> None:
    names = [*every, *every]
    alike = dict.fromkeys(every, 1 / len(every))
    cards = told(kind, names, light, [alike] * len(names))
    assert [card.id for card in cards] == names
    assert all(card.confidence > 0.7 for card in cards)


def test_what_one_colour_alone_leaves_open_stays_open() -> None:
    """Five cards of one colour may all be another one in another light."""
    cards = told("ground", ["ash"] * 5, WARM, [dict.fromkeys(GROUNDS, 0.25)] * 5)
    assert all(card.confidence < SURE for card in cards)


def test_two_cards_tell_no_light() -> None:
    odds = dict.fromkeys(GROUNDS, 0.25)
    assert [card.id for card in told("ground", ["sky", "sand"], WARM, [odds] * 2)] == [None, None]


def test_sure_cards_tell_the_light_of_one_in_doubt() -> None:
    sure = [{name: 1.0} for name in ("sky", "ash", "sand")]
    cards = told("ground", ["sky", "ash", "sand", "mint"], WARM, [*sure, dict.fromkeys(GROUNDS, 0.25)])
    assert cards[-1].id == "mint"


def test_spaces_are_called_as_the_cards_on_them() -> None:
    index = CardIndex([Design(name, ground(name), name == "sky") for name in GROUNDS], (44.0, 68.0))
    names = [*GROUNDS, *GROUNDS]
    picture, quads = laid([ground(name) for name in names], COLD)
    guesses = tuple(Guess(name, 0.25) for name in GROUNDS)
    cards = tuple(Detection(None, quad, 0.3, guesses, "b", str(n)) for n, quad in enumerate(quads))
    slots = tuple(SlotReading("b", str(n), "card", None, None, 0.3) for n in range(len(names)))
    reading = in_one_light(index, picture, TableReading(picture.size, cards, (), slots))
    assert [slot.id for slot in reading.slots] == names
    assert [slot.state for slot in reading.slots] == ["back" if name == "sky" else "card" for name in names]


def back() -> Pixels:
    """One colour in a white frame."""
    pixels = np.full((SIZE[1], SIZE[0], 3), 250, np.uint8)
    cv2.rectangle(pixels, (8, 8), (SIZE[0] - 9, SIZE[1] - 9), (150, 100, 60), -1)
    return pixels


@pytest.mark.parametrize(
    ("cloth", "is_named"), [((60, 90, 50), False), ((90, 110, 130), False), ((150, 100, 60), True)]
)
def test_a_gap_in_another_colour_than_the_back_is_no_card(cloth: tuple[int, int, int], is_named: bool) -> None:
    designs = [Design(name, sign(name), False) for name in INKS] + [Design("back", back(), True)]
    seen = back()
    seen[8:-8, 8:-8] = cloth
    picture, quads = laid([sign("black"), sign("red"), sign("blue"), seen], WARM)
    cards = tuple(
        Detection(name, quad, 1.0) for name, quad in zip(("black", "red", "blue", "back"), quads, strict=True)
    )
    told = in_one_light(CardIndex(designs, (44.0, 68.0)), picture, TableReading(picture.size, cards, (), ())).cards
    assert [card.id for card in told[:3]] == ["black", "red", "blue"]
    assert (told[3].id == "back") is is_named
    assert (told[3].confidence >= SURE) is is_named


def test_print_in_one_strong_colour_tells_no_light() -> None:
    """Of a green that is hardly anything else a camera leaves hardly anything in red and blue, in whatever light."""
    seen, drawn = np.full((100, 3), (7.0, 101.0, 6.0)), np.full((100, 3), (50.0, 181.0, 51.0))
    assert np.isfinite(LIGHT.look(seen, drawn)).all()
    assert not np.isfinite(PALE_LIGHT.look(seen, drawn)).any()
    pale = np.full((100, 3), (200.0, 220.0, 215.0))
    assert PALE_LIGHT.look(0.5 * pale, pale) == LIGHT.look(0.5 * pale, pale)
