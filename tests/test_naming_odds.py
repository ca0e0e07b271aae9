"""Odds of look-alike designs: what speaks for one of them, and what speaks for none."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scanner.cardface import prepare, without
from scanner.compare import joint_odds, odds_of
from scanner.cover import hides_mark
from scanner.geometry import Floats
from scanner.tone import tones_of

Box = tuple[int, int, int, int]  # top, bottom, left, right

CARD = (148, 96)
WIDE: Box = (20, 44, 10, 80)
SMALL: Box = (100, 112, 50, 62)
MARK: Box = (60, 78, 20, 40)
OTHER_MARK: Box = (60, 78, 60, 80)
FIELD: Box = (52, 86, 12, 48)  # around the mark
BOXES = {"wide": WIDE, "small": SMALL, "field": FIELD, "mark": MARK, "other": OTHER_MARK}
NO_TONES = np.zeros(2)


def print_of(seed: int, box: Box, strength: float = 1.0) -> Floats:
    """Some print, as strong as asked for."""
    top, bottom, left, right = box
    rough = np.random.default_rng(seed).normal(0, 1, (bottom - top, right - left, 3)).astype(np.float32)
    smooth: Floats = cv2.GaussianBlur(rough, (0, 0), 2)
    return smooth / smooth.std() * strength


def card(**prints: Floats | float) -> Floats:
    """A card of the family, with these prints in the named boxes."""
    result = print_of(1, (0, CARD[0], 0, CARD[1]), 0.8)
    for name, what in prints.items():
        top, bottom, left, right = BOXES[name]
        result[top:bottom, left:right] = what
    return result


def seen(pixels: Floats, noise: float = 0.3) -> Floats:
    return pixels + np.random.default_rng(9).normal(0, noise, pixels.shape).astype(np.float32)


def test_the_design_that_is_there_wins() -> None:
    designs = np.stack([card(mark=print_of(seed, MARK)) for seed in (2, 3, 4)])
    for number, design in enumerate(designs):
        odds, explained = odds_of(seen(design), designs, 0.0, np.zeros(3))
        assert odds[number] > 0.99
        assert odds.sum() == pytest.approx(1)
        assert explained > 0.95


def test_designs_that_differ_nowhere_are_equally_likely() -> None:
    design = card()
    odds, _ = odds_of(seen(design), np.stack([design, design]), 0.0, NO_TONES)
    assert odds.tolist() == [0.5, 0.5]
    assert odds_of(seen(design), design[None], 0.0, np.zeros(1)) == (np.ones(1), 1.0)


def test_a_place_that_no_design_explains_says_little() -> None:
    """Something bright in a small place, more like the wrong design: what the rest of the card says counts."""
    right = card(wide=print_of(2, WIDE, 0.5), small=print_of(4, SMALL))
    wrong = card(wide=print_of(3, WIDE, 0.5), small=print_of(5, SMALL))
    thing = 2 * print_of(6, SMALL) + 3 * print_of(5, SMALL)
    odds, _ = odds_of(seen(card(wide=print_of(2, WIDE, 0.5), small=thing)), np.stack([right, wrong]), 0.0, NO_TONES)
    assert odds[0] > 0.9
    # A place that the other design explains does count, as much as it should.
    there = card(wide=print_of(2, WIDE, 0.5), small=print_of(5, SMALL))
    assert odds_of(seen(there), np.stack([right, wrong]), 0.0, NO_TONES)[0][0] > 0.9
    there = card(wide=print_of(3, WIDE, 0.5), small=print_of(5, SMALL))
    assert odds_of(seen(there), np.stack([right, wrong]), 0.0, NO_TONES)[0][1] > 0.99


def test_the_best_design_must_be_seen_where_it_differs_from_the_next_best() -> None:
    """A thing on the mark that tells two designs apart: that a third one is out of question does not help."""
    first = card(mark=print_of(2, MARK), other=print_of(7, OTHER_MARK, 2.0))
    second = card(mark=print_of(3, MARK), other=print_of(7, OTHER_MARK, 2.0))
    third = card(mark=print_of(3, MARK), other=print_of(8, OTHER_MARK, 2.0))
    designs = np.stack([first, second, third])
    for more in (0.0, 0.3):  # nothing to be seen there, or a little of the first design
        hidden = card(mark=print_of(6, MARK) + more * print_of(2, MARK), other=print_of(7, OTHER_MARK, 2.0))
        odds, explained = odds_of(seen(hidden), designs, 0.0, np.zeros(3))
        assert odds[2] < 0.01
        assert explained < 0.3
    assert odds_of(seen(first), designs, 0.0, np.zeros(3))[1] > 0.95
    # What is hidden elsewhere does not matter once the next best one is told by what is seen.
    elsewhere = card(mark=print_of(2, MARK), other=print_of(7, OTHER_MARK, 2.0), small=print_of(6, SMALL, 3.0))
    assert odds_of(seen(elsewhere), designs, 0.0, np.zeros(3))[1] > 0.95


def test_of_a_value_in_two_corners_one_is_enough_unless_the_other_one_shows_another_value() -> None:
    right = card(mark=print_of(2, MARK), other=print_of(2, OTHER_MARK))
    wrong = card(mark=print_of(3, MARK), other=print_of(3, OTHER_MARK))
    designs = np.stack([right, wrong])
    hidden = card(mark=print_of(2, MARK), other=-2.0)  # a pawn on the second corner
    odds, explained = odds_of(seen(hidden, 0.1), designs, 0.0, NO_TONES)
    assert odds[0] > 0.99
    assert explained > 0.95
    both = card(mark=print_of(2, MARK), other=print_of(3, OTHER_MARK))
    odds, explained = odds_of(seen(both, 0.1), designs, 0.0, NO_TONES)
    assert odds.max() * explained < 0.9


@pytest.mark.parametrize("strength", [1.0, 2.5, 4.0])
def test_a_mark_may_be_seen_much_stronger_than_the_art_around_it(strength: float) -> None:
    """Fine art goes in blur, and so the whole card seems to be printed weakly; digits on it are not."""
    designs = np.stack([card(mark=print_of(seed, MARK)) for seed in (2, 3, 4)])
    shown = card(mark=strength * print_of(3, MARK))
    odds, explained = odds_of(seen(shown, 0.1), designs, 0.0, np.zeros(3))
    assert odds[1] > 0.999
    assert explained > 0.95


def test_a_blank_place_is_seen_when_nothing_is_there() -> None:
    """Twins of which one has a mark and the other has none."""
    blank, marked = card(field=0.0), card(field=0.0, mark=print_of(2, MARK, 1.5))
    designs = np.stack([blank, marked])
    odds, explained = odds_of(seen(blank, 0.1), designs, 0.0, NO_TONES)
    assert odds[0] > 0.99
    assert explained > 0.95
    odds, explained = odds_of(seen(marked, 0.1), designs, 0.0, NO_TONES)
    assert odds[1] > 0.99
    assert explained > 0.95
    hidden = seen(card(field=0.0, mark=print_of(6, MARK, 1.5)), 0.1)
    assert odds_of(hidden, designs, 0.0, NO_TONES)[1] < 0.3


def test_details_and_tones_that_contradict_each_other_give_doubt() -> None:
    for logs, tones, shapes in (
        ([0.0, -20.0], [-8.0, 0.0], None),  # nothing but tones tells the colours
        ([0.0, -20.0], [-8.0, 0.0], [0.0, -5.0]),  # it is by their colours that details tell them apart
        ([0.0, -20.0], [-30.0, 0.0], [0.0, -20.0]),  # tones are surer
    ):
        odds = joint_odds(np.array(logs), np.array(tones), None if shapes is None else np.array(shapes))
        assert odds.max() < 0.6
        assert odds.min() > 0.4


def test_tones_do_not_contradict_a_clear_shape() -> None:
    """Thicker strokes make a 4 as dark as a 3, which is coarse; but it has its shape."""
    designs = np.stack([card(mark=print_of(seed, MARK)) for seed in (2, 3)])
    picture = seen(designs[0])
    for tones in ([-8.0, 0.0], [0.0, -8.0]):
        assert odds_of(picture, designs, 0.0, np.array(tones))[0][0] > 0.99
    assert odds_of(picture, designs, 0.0, np.array([-8.0, 0.0]), has_colours=False)[0][0] < 0.6
    # What is explained badly as a whole may have stripes too fine to be seen, which only its tone tells.
    assert odds_of(picture, designs, 0.0, np.array([-8.0, 0.0]), is_clear=False)[0][0] < 0.6


def test_a_colour_does_not_become_certain_by_the_size_of_a_sign() -> None:
    """A coloured light makes a sign look as another design's, all of it at once; its shape is that of both."""
    every = []
    for top, bottom, left, right in (MARK, (20, 120, 10, 86)):
        sign: Floats = np.zeros((*CARD, 3), np.float32)
        sign[top:bottom, left:right] = -3
        designs = np.stack([sign * np.array(colour, np.float32) for colour in ((1.2, 1, 0.8), (0.8, 1, 1.2))])
        wrong, right_one = odds_of(seen(designs[1], 0.1), designs, 0.0, NO_TONES)[0]
        every.append(float(np.log(right_one / wrong)))
        odds, explained = odds_of(seen(designs[1], 0.1), designs, 0.0, np.array([0.0, -5.0]))
        assert 0.1 < odds[0] < 0.9
        assert explained > 0.95
    assert min(every) > 3
    assert max(every) < 25  # twenty times as many pixels


def test_a_mark_that_is_hidden_tells_nothing() -> None:
    """What is taken off as light around a mark comes in part from the mark itself."""
    plain = np.full((*CARD, 3), 200, np.uint8)
    plain[::7] = 120
    designs = np.stack([plain, plain])
    top, bottom, left, right = MARK
    designs[0, top:bottom, left:right] = (20, 20, 220)
    designs[1, top:bottom, left:right] = (20, 220, 20)
    drawn = prepare(designs, CARD[1])
    hidden = np.zeros(CARD, dtype=bool)
    hidden[top - 2 : bottom + 2, left - 2 : right + 2] = True
    pixels = plain.copy()
    pixels[hidden] = 90  # another card
    shown = without(prepare(pixels[None], CARD[1]), hidden)[0]
    odds, _ = odds_of(shown, without(drawn, hidden), 0.0, NO_TONES, is_covered=True)
    assert odds.max() < 0.6
    assert not shown[hidden].any()


def test_details_and_tones_that_agree_or_say_little_add_up() -> None:
    """Marks hardly to be seen: tones decide, and a slight preference of theirs is overruled by clear details."""
    designs = np.stack([card(mark=print_of(seed, MARK)) for seed in (2, 3)])
    between = seen(card(mark=(print_of(2, MARK) + print_of(3, MARK)) / 2), 0.8)
    unsure = odds_of(between, designs, 0.0, NO_TONES)[0]
    helped = odds_of(between, designs, 0.0, np.array([0.0, -1.5]))[0]
    assert helped[0] / helped[1] == pytest.approx(unsure[0] / unsure[1] * np.exp(1.5), rel=1e-3)
    assert odds_of(seen(designs[0]), designs, 0.0, np.array([-1.5, 0.0]))[0][0] > 0.99


def test_the_less_sharp_a_picture_is_the_less_sure_it_makes() -> None:
    """Neighbouring pixels of a blurred picture err together."""
    designs = np.stack([card(mark=print_of(seed, MARK)) for seed in (2, 3)])
    between = seen(card(mark=0.75 * print_of(2, MARK) + 0.7 * print_of(3, MARK)), 0.2)
    sure = [odds_of(cv2.GaussianBlur(between, (0, 0), s), designs, s, NO_TONES)[0].max() for s in (0.6, 2.2)]
    assert sure[0] > sure[1] + 0.01


def test_tones_under_a_cover_say_nothing() -> None:
    """A filled sign and a pale one; what lies on it is as dark as the filled one."""
    filled, pale = np.full((60, 40, 3), 230, np.uint8), np.full((60, 40, 3), 230, np.uint8)
    filled[20:32, 10:24], pale[20:32, 10:24] = 60, 150
    designs = np.stack([filled, pale])
    hidden = np.zeros((60, 40), dtype=bool)
    hidden[16:36, 6:28] = True
    assert tones_of(filled, designs, 0.0).logs[1] < -2
    assert tones_of(pale, designs, 0.0).logs[0] < -2
    assert tones_of(filled, designs, 0.0, hidden).logs.tolist() == [0, 0]


def test_a_name_whose_mark_is_hidden_is_not_sure() -> None:
    """Twins are told by their mark alone: what little else differs on photographs of them tells nothing."""
    rng = np.random.default_rng(3)
    plain = rng.normal(0, 1, (40, 30, 3)).astype(np.float32)
    twins = np.stack([plain, plain + rng.normal(0, 0.15, plain.shape).astype(np.float32)])
    twins[1, 5:12, 5:12] += 2
    hidden = np.zeros((40, 30), bool)
    hidden[:6] = True
    assert not hides_mark(twins, 0, hidden)
    hidden[:9] = True  # half of it: the rest may be hidden as well, by something of the right colour
    assert hides_mark(twins, 0, hidden)
    twins[1, 28:35, 20:27] += 2  # a second mark, which is seen
    assert not hides_mark(twins, 0, hidden)


@pytest.mark.parametrize("alike", [[False, False], [True, False], [True, True]])
def test_designs_that_are_black_or_without_print_are_compared_too(alike: list[bool]) -> None:
    designs = np.stack([np.zeros((62, 40, 3), np.uint8), np.full((62, 40, 3), 200, np.uint8)])
    for hidden in (None, np.ones((62, 40), bool)):
        tones = tones_of(np.full((62, 40, 3), 90, np.uint8), designs, 0.0, hidden, alike=np.array(alike))
        assert tones.logs.shape == (2,)
        assert np.isfinite(tones.logs).all()


def test_print_much_too_pale_for_its_paper_is_not_sure_against_its_tone() -> None:
    """Stripes whose ink has run together look like a pale filled sign, which has no such tone."""
    designs = np.stack([card(mark=print_of(seed, MARK)) for seed in (2, 3)])
    tones = np.array([-8.0, 0.0])
    assert odds_of(seen(designs[0]), designs, 0.0, tones)[0][0] > 0.99
    assert odds_of(seen(0.35 * designs[0], 0.05), designs, 0.0, tones)[0][0] < 0.6


def test_noise_does_not_hide_a_place_without_print() -> None:
    blank, marked = card(field=0.0), card(field=0.0, mark=print_of(2, MARK, 1.5))
    odds, explained = odds_of(seen(blank, 0.8), np.stack([blank, marked]), 0.0, NO_TONES)
    assert odds[0] > 0.99
    assert explained > 0.9


@pytest.mark.parametrize("is_light", [True, False])
def test_digits_whose_ink_or_light_has_spread_are_no_others(is_light: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A light five on a dark card, too bright for the camera, closes to a six; so does dark ink that has run."""

    def drawn(digit: str, spread: int = 0) -> Floats:
        digits = np.zeros((2 * CARD[0], 2 * CARD[1]), np.uint8)
        cv2.putText(digits, digit, (130, 60), cv2.FONT_HERSHEY_SIMPLEX, 1.4, (255,), 5, cv2.LINE_AA)
        cv2.rectangle(digits, (40, 120), (150, 200), (150,), -1)
        digits = cv2.dilate(digits, np.ones((2 * spread + 1, 2 * spread + 1), np.uint8))
        small = cv2.resize(digits, CARD[::-1], interpolation=cv2.INTER_AREA).astype(np.float32) / 255
        grey = 40 + 200 * small if is_light else 230 - 200 * small
        return np.repeat(grey[..., None], 3, axis=2)

    names = ("5", "6", "8", "3")
    designs = prepare(np.stack([drawn(name) for name in names]).astype(np.uint8), CARD[1])
    ours, without_it = [], []
    for number, name in enumerate(names):
        rng = np.random.default_rng(number)
        photograph = cv2.GaussianBlur(drawn(name, 2), (0, 0), 1.3) + rng.normal(0, 3, (*CARD, 3))
        patch = prepare(np.clip(photograph, 0, 255)[None].astype(np.uint8), CARD[1])[0]
        odds, _ = odds_of(patch, designs, 1.5, np.zeros(len(names)))
        assert odds.argmax() == number or odds.max() < 0.8
        ours.append(odds[number])
        with monkeypatch.context() as patched:
            patched.setattr("scanner.compare.LITTLE", 0.0)
            without_it.append(odds_of(patch, designs, 1.5, np.zeros(len(names)))[0][number])
    assert sum(ours) > sum(without_it)
    assert min(ours) > 0.5
