"""Designs that differ in nothing but the colour of their print, and references that are photographs."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scanner.cardface import grey
from scanner.compare import _shapes_apart
from scanner.geometry import Floats, Pixels, scale_map
from scanner.index import CardIndex, Design
from scanner.naming import Namer
from scanner.picture import Picture
from scanner.poses import CUT_OUT
from scanner.registration import registered

SIZE = (114, 174)
COLOURS = {"red": (0, 0, 255), "green": (0, 128, 0), "purple": (128, 0, 128)}  # as drawn
PRINTED = {"red": (50, 40, 225), "green": (80, 150, 10), "purple": (130, 45, 95)}  # as another printer does


def sign(colour: tuple[int, int, int], count: int, line: int = 4) -> Pixels:
    """A card with one or two rings of this colour on white paper."""
    pixels = np.full((SIZE[1], SIZE[0], 3), 255, np.uint8)
    for number in range(count):
        centre = (SIZE[0] // 2, SIZE[1] // 2 + round((number - (count - 1) / 2) * 50))
        cv2.ellipse(pixels, centre, (36, 18), 0, 0, 360, colour, line, cv2.LINE_AA)
    return pixels


def photographed(pixels: Pixels, light: tuple[float, float, float], paler: float) -> Pixels:
    """In this light, its colours paler, a little unsharp."""
    values: Floats = pixels.astype(np.float32)
    plain = values.mean(axis=2, keepdims=True)
    values = (plain + (values - plain) * paler) * np.array(light, np.float32)
    return np.clip(cv2.GaussianBlur(values, (0, 0), 0.8), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("light", [(0.6, 0.75, 0.9), (0.9, 0.85, 0.75)], ids=["warm", "cool"])
def test_signs_of_one_shape_are_told_by_their_colour_in_any_light(light: tuple[float, float, float]) -> None:
    designs = [
        Design(f"{count} {name}", sign(colour, count), False) for count in (1, 2) for name, colour in COLOURS.items()
    ]
    namer = Namer(CardIndex(designs, (57.0, 87.0)))
    for count in (1, 2):
        for name, colour in PRINTED.items():
            picture = Picture(photographed(sign(colour, count), light, 0.7))
            named = namer.name(picture, scale_map(*SIZE), CUT_OUT)
            assert named.id == f"{count} {name}"


def test_references_that_are_photographs_are_laid_on_each_other_and_drawn_ones_stay() -> None:
    drawn = [sign(colour, 1) for colour in PRINTED.values()]
    same, are_photographs, _ = registered(drawn, SIZE[1] / SIZE[0])
    assert not are_photographs
    assert all(one is two for one, two in zip(same, drawn, strict=True))
    moves = [np.eye(2, 3), np.array([[1.03, 0, 2], [0, 1.03, -4.0]]), np.array([[0.97, 0, -1], [0, 0.97, 5.0]])]
    cut = [
        photographed(cv2.warpAffine(one, move, SIZE, borderMode=cv2.BORDER_REPLICATE).astype(np.uint8), light, 1.0)
        for one, move, light in zip(drawn, moves, [(0.9, 0.9, 0.9), (0.7, 0.8, 0.95), (0.95, 0.9, 0.8)], strict=True)
    ]
    laid, are_photographs, _ = registered(cut, SIZE[1] / SIZE[0])
    assert are_photographs
    first = 255.0 - grey(laid[0])
    for before, after in zip(cut[1:], laid[1:], strict=True):
        alike = [float(np.corrcoef(first.ravel(), grey(one).ravel())[0, 1]) for one in (before, after)]
        assert abs(alike[1]) > 0.9 > abs(alike[0])
        assert np.abs(after[5:40].mean(axis=(0, 1)) - laid[0][5:40].mean(axis=(0, 1))).max() < 6  # the paper


def snapshot(pixels: Pixels, light: tuple[float, float, float], table: tuple[int, int, int], move: Floats) -> Pixels:
    """A card cut out of a photograph: a little crookedly, with some of the table at its edges, darker to the right."""
    lying = cv2.warpAffine(pixels, move, SIZE, borderMode=cv2.BORDER_CONSTANT, borderValue=table).astype(np.uint8)
    uneven = photographed(lying, light, 0.9) * np.linspace(1.0, 0.86, SIZE[0])[None, :, None]
    return uneven.astype(np.uint8)


def photographs() -> tuple[list[Design], list[Pixels]]:
    """References of six designs, and each card once more on the table that another one's reference shows."""
    lights = [(0.92, 0.9, 0.88), (0.75, 0.85, 0.95), (0.95, 0.92, 0.8)]
    tables = [(40, 60, 110), (90, 30, 30), (30, 120, 40)]
    moves = [
        np.array([[0.95, 0, 1.0], [0, 0.95, 5.0]]),
        np.array([[0.94, 0.01, 4.0], [-0.01, 0.94, 6.0]]),
        np.array([[0.96, -0.01, 4.0], [0.01, 0.96, 0.5]]),
    ]
    designs, cards = [], []
    for count in (1, 2):
        for number, (name, colour) in enumerate(PRINTED.items()):
            own, other = (number + count) % 3, (number + count + 1) % 3
            flat = sign(colour, count, line=2)
            designs.append(Design(f"{count} {name}", snapshot(flat, lights[number], tables[own], moves[own]), False))
            cards.append(snapshot(flat, lights[other], tables[other], moves[other]))
    return designs, cards


def test_photographed_references_are_told_by_their_signs_not_by_the_table_around_them() -> None:
    designs, cards = photographs()
    index = CardIndex(designs, (57.0, 87.0))
    assert index.is_photographed
    named = [Namer(index).name(Picture(seen), scale_map(*SIZE), CUT_OUT).id for seen in cards]
    assert named == [design.id for design in designs]


@pytest.mark.parametrize("unknown", [2, 3, 4, 5])
def test_a_twin_in_another_colour_that_is_not_in_the_deck_is_not_surely_one_that_is(unknown: int) -> None:
    designs, cards = photographs()
    index = CardIndex([*designs[:unknown], *designs[unknown + 1 :]], (57.0, 87.0))
    assert index.is_photographed
    assert Namer(index).name(Picture(cards[unknown]), scale_map(*SIZE), CUT_OUT).confidence < 0.5


def test_photographed_twins_share_their_print_but_for_their_marks() -> None:
    moves = [np.array([[0.98, 0, 1.0], [0, 0.98, 2.0]]), np.array([[0.97, 0, 2.0], [0, 0.98, 1.0]]), np.eye(2, 3)]
    lights = [(0.92, 0.9, 0.88), (0.8, 0.85, 0.9), (0.9, 0.88, 0.82)]
    cards = []
    for number in range(6):
        flat = sign(PRINTED["green"], 2, line=5)
        cv2.rectangle(flat, (20, 12), (94, 40), (60, 90, 160), -1)
        cv2.putText(flat, str(number + 1), (48, 154), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (20, 20, 20), 2, cv2.LINE_AA)
        cards.append(flat)
    pictures = [snapshot(card, lights[n % 3], (40, 60, 110), moves[n // 2]) for n, card in enumerate(cards)]
    laid, are_photographs, _ = registered(pictures, SIZE[1] / SIZE[0])
    assert are_photographs
    for one in laid[1:]:
        assert np.abs(one[20:125].astype(float) - laid[0][20:125]).mean() < 1  # everything but the digit
        assert np.abs(one[132:160].astype(float) - laid[0][132:160]).max() > 60
    namer = Namer(CardIndex([Design(str(n), one, False) for n, one in enumerate(pictures)], (57.0, 87.0)))
    seen = [snapshot(card, lights[(n + 1) % 3], (40, 60, 110), moves[(n + 1) % 3]) for n, card in enumerate(cards)]
    assert [namer.name(Picture(one), scale_map(*SIZE), CUT_OUT).id for one in seen] == [str(n) for n in range(6)]


def back(colour: tuple[int, int, int], apart: int = 9) -> Pixels:
    """The back of a card: a lattice on this colour within a white rim."""
    pixels = np.full((SIZE[1], SIZE[0], 3), 250, np.uint8)
    inside = np.full((SIZE[1] - 20, SIZE[0] - 20, 3), colour, np.uint8)
    for start in range(-SIZE[1], SIZE[0] + SIZE[1], apart):
        cv2.line(inside, (start, 0), (start + SIZE[1], SIZE[1]), (240, 240, 240), 1, cv2.LINE_AA)
        cv2.line(inside, (start, 0), (start - SIZE[1], SIZE[1]), (240, 240, 240), 1, cv2.LINE_AA)
    pixels[10:-10, 10:-10] = inside
    return pixels


BACKS = {"red": (45, 30, 140), "blue": (130, 55, 30), "green": (60, 105, 30)}


@pytest.mark.parametrize("light", [(0.6, 0.75, 0.9), (0.85, 0.85, 0.85), (0.5, 0.48, 0.45)], ids=["warm", "day", "dim"])
@pytest.mark.parametrize("colour", BACKS)
def test_backs_of_one_pattern_are_told_by_their_colour(colour: str, light: tuple[float, float, float]) -> None:
    """They have no paper in common that would tell the light: no lamp makes a blue one red."""
    namer = Namer(CardIndex([Design(name, back(own), True) for name, own in BACKS.items()], (57.0, 87.0)))
    named = namer.name(Picture(photographed(back(BACKS[colour]), light, 0.9)), scale_map(*SIZE), CUT_OUT)
    assert named.id == colour
    assert named.confidence > 0.8


def test_a_gold_back_printed_by_another_printer_is_no_red_one_in_any_lamp() -> None:
    """Lamps are warmer or colder, but hardly ever greener: the green in it tells."""
    colours = {"red": (47, 49, 126), "green": (59, 125, 50), "gold": (47, 104, 126), "violet": (123, 49, 111)}
    namer = Namer(CardIndex([Design(name, back(own), True) for name, own in colours.items()], (57.0, 87.0)))
    for light in ((0.7, 0.8, 0.9), (0.85, 0.85, 0.85), (0.9, 0.85, 0.75)):
        seen = photographed(back((43, 85, 120)), light, 1.0)
        assert namer.name(Picture(seen), scale_map(*SIZE), CUT_OUT).id == "gold"


def test_photographed_backs_in_other_colours_are_not_taken_for_one_in_another_light() -> None:
    """Only what a lamp can do to a card is taken off: a blue back does not become a red one lit in blue."""
    lights = [(0.9, 0.9, 0.9), (0.75, 0.82, 0.92), (0.92, 0.88, 0.8)]
    moves = [np.eye(2, 3), np.array([[1.03, 0, 2], [0, 1.03, -4.0]]), np.array([[0.97, 0, -1], [0, 0.97, 5.0]])]
    cut = [
        photographed(cv2.warpAffine(back(own, 23), move, SIZE, borderMode=cv2.BORDER_REPLICATE), light, 1.0)
        for own, move, light in zip(BACKS.values(), moves, lights, strict=True)
    ]
    laid, _, _ = registered(cut, SIZE[1] / SIZE[0])
    means = [one[30:-30, 30:-30].mean(axis=(0, 1)) for one in laid]
    assert [int(mean.argmax()) for mean in means] == [2, 0, 1]


def test_signs_of_one_shape_are_not_told_by_how_well_their_shape_fits() -> None:
    """What is left over of the picture is the same for all of them, however many pixels it has."""
    details = np.stack([np.outer(colour, np.sin(np.arange(400) / 3.0)).ravel() for colour in ((1, 2, 3), (3, 1, 2))])
    other = np.outer((1, 2, 3), np.cos(np.arange(400) / 3.0)).ravel()
    every = np.stack([*details, other]).astype(np.float32)
    apart = _shapes_apart(every, 0)
    assert apart[1] < 0.01 * float((every[1] ** 2).sum())
    assert apart[2] > 0.9 * float((every[2] ** 2).sum())
