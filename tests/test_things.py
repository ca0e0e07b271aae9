"""Things that stand on cards and spaces: pawns of any shape and colour, and what only looks like one."""

import cv2
import numpy as np
import pytest

from scanner.colours import name_colour, near_colours
from scanner.geometry import Floats, Pixels
from scanner.things import describe_thing, hollow_parts, reach, reaches_in, shows_through, thing_on_card

SIZE = (40, 62)
MIDDLE = (20, 31)
COLOURS = {
    "red": (40, 35, 200),
    "blue": (180, 85, 25),
    "green": (60, 140, 40),
    "yellow": (40, 205, 240),
    "orange": (30, 120, 240),
    "purple": (150, 50, 120),
    "black": (38, 36, 36),
    "white": (232, 236, 238),
}
SHAPES = ("disc", "cube", "tall", "meeple")


def printed() -> Pixels:
    """A card with a picture of many colours, a frame and a number."""
    rng = np.random.default_rng(5)
    card = np.full((SIZE[1], SIZE[0], 3), (190, 205, 200), np.uint8)
    blotches = cv2.resize(rng.integers(30, 220, (6, 5, 3)).astype(np.uint8), (32, 30), interpolation=cv2.INTER_CUBIC)
    card[14:44, 4:36] = blotches
    cv2.rectangle(card, (2, 2), (37, 59), (90, 60, 40), 1)
    cv2.putText(card, "7", (4, 12), cv2.FONT_HERSHEY_PLAIN, 0.7, (20, 20, 20), 1)
    return card


def seen(card: Pixels) -> Pixels:
    """The same as a camera sees it: dimmer, warmer, a little blurred and noisy."""
    rng = np.random.default_rng(6)
    light = card.astype(np.float32) * (0.6, 0.7, 0.8) + 12
    light *= np.linspace(0.9, 1.1, SIZE[0])[None, :, None]
    light = cv2.GaussianBlur(light, (0, 0), 0.7) + rng.normal(0, 2, card.shape)
    return np.clip(light, 0, 255).astype(np.uint8)


def put(card: Pixels, colour: tuple[int, int, int], shape: str) -> Pixels:
    """A thing with its shadow, lit from one side."""
    scene = card.copy()
    mask = np.zeros(card.shape[:2], np.uint8)
    x, y = MIDDLE
    if shape == "disc":
        cv2.circle(mask, MIDDLE, 8, (255,), -1)
    elif shape == "cube":
        cv2.fillConvexPoly(mask, np.array([(x, y - 8), (x + 8, y), (x, y + 8), (x - 8, y)]), (255,))
    elif shape == "tall":
        cv2.ellipse(mask, (x, y - 4), (5, 11), 20, 0, 360, (255,), -1)
    else:
        cv2.circle(mask, (x, y - 7), 4, (255,), -1)
        cv2.rectangle(mask, (x - 7, y - 5), (x + 7, y - 1), (255,), -1)
        cv2.rectangle(mask, (x - 5, y), (x + 5, y + 8), (255,), -1)
    shadow = cv2.GaussianBlur(np.roll(mask, (3, 4), (0, 1)), (0, 0), 1.5)
    scene = (scene * (1 - 0.4 * shadow[..., None] / 255.0)).astype(np.uint8)
    lit = np.clip(np.array(colour) * np.linspace(0.7, 1.1, SIZE[0])[None, :, None], 0, 255).astype(np.uint8)
    return np.where(mask[..., None] > 0, np.broadcast_to(lit, card.shape), scene)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("colour", list(COLOURS))
def test_a_pawn_of_any_shape_and_colour_is_seen_on_a_card(shape: str, colour: str) -> None:
    card = printed()
    thing = thing_on_card(seen(put(card, COLOURS[colour], shape)), card)
    assert thing is not None
    assert thing.is_solid
    assert thing.colour == colour


def test_nothing_stands_on_a_card_that_is_only_seen_in_another_light() -> None:
    card = printed()
    assert thing_on_card(seen(card), card) is None


def test_a_reflection_is_no_pawn() -> None:
    card = printed()
    spot = np.zeros(card.shape[:2], np.float32)
    spot[MIDDLE[1], MIDDLE[0]] = 1
    spot = cv2.GaussianBlur(spot, (0, 0), 6)
    bright = np.clip(card + 120 * (spot / spot.max())[..., None], 0, 255).astype(np.uint8)
    thing = thing_on_card(seen(bright), card)
    assert thing is None or not thing.is_solid


def test_a_pawn_that_leans_over_from_the_next_space_stands_on_that_one() -> None:
    card = printed()
    scene = card.copy()
    cv2.circle(scene, (1, 30), 7, COLOURS["red"], -1)
    assert thing_on_card(seen(scene), card) is None


@pytest.mark.parametrize(("at", "size"), [((0, 40), (14, 13)), ((18, 61), (13, 15)), ((39, 24), (13, 14))])
def test_a_hand_that_reaches_over_a_card_is_no_pawn(at: tuple[int, int], size: tuple[int, int]) -> None:
    card = printed()
    scene = card.copy()
    cv2.ellipse(scene, at, size, 0, 0, 360, (70, 110, 190), -1)
    assert thing_on_card(seen(scene), card) is None


def test_print_shows_through_light_but_not_through_a_card() -> None:
    board: Floats = printed().astype(np.float32)
    everywhere = np.ones(board.shape[:2], dtype=bool)
    assert shows_through(seen(printed()).astype(np.float32), board, everywhere) > 0.8
    other: Floats = np.random.default_rng(9).integers(0, 255, board.shape).astype(np.float32)
    assert abs(shows_through(cv2.GaussianBlur(other, (0, 0), 1.0), board, everywhere)) < 0.2


@pytest.mark.parametrize("colour", list(COLOURS))
def test_shining_and_shaded_parts_do_not_change_the_name_of_a_colour(colour: str) -> None:
    tones = np.array([0.55, 0.8, 1.0, 1.0])[:, None] * np.array(COLOURS[colour])
    tones[3] += 40 if colour != "black" else 90
    name, purity = name_colour(np.repeat(np.clip(tones, 0, 255), 5, axis=0).astype(np.float32))
    assert name == colour
    assert purity > 0.5


def test_what_is_neither_black_nor_white_is_grey_or_a_black_thing_that_shines() -> None:
    assert name_colour(np.full((30, 3), 152, np.float32))[0] == "grey"
    assert name_colour(np.full((30, 3), 135, np.float32)) == ("black", 0.5)


@pytest.mark.parametrize(
    ("bgr", "names"),
    [
        ((40, 130, 220), ("orange", "yellow")),  # a yellow pawn under a lamp
        ((60, 60, 210), ("red",)),
        ((30, 200, 165), ("yellow", "green")),  # a yellow one in light that is taken for pink
        ((30, 30, 32), ("black", "grey")),
        ((180, 200, 205), ("white", "grey", "orange")),  # a pale one
    ],
)
def test_a_colour_has_a_word_and_others_that_are_near(bgr: tuple[int, int, int], names: tuple[str, ...]) -> None:
    told = near_colours(np.full((40, 3), bgr, np.float32))
    assert told[: len(names)] == names


def test_the_colour_of_a_thin_thing_is_not_that_of_the_print_around_it() -> None:
    card: Floats = np.full((SIZE[1], SIZE[0], 3), (40, 175, 90), np.float32)
    shown = card.copy()
    mask = np.zeros(card.shape[:2], np.uint8)
    cv2.rectangle(mask, (18, 20), (22, 40), (1,), -1)
    shown[mask > 0] = (30, 32, 30)
    shown = cv2.GaussianBlur(shown, (0, 0), 1.5)
    wide = cv2.dilate(mask, np.ones((3, 3), np.uint8)) > 0
    assert describe_thing(wide, shown, card, np.zeros_like(wide)).colour == "black"


@pytest.mark.parametrize(("bright", "colour"), [(0.55, "white"), (0.2, "black")])
def test_on_pale_print_a_mere_shadow_is_that_of_a_white_thing(bright: float, colour: str) -> None:
    card: Floats = np.full((SIZE[1], SIZE[0], 3), (190, 205, 200), np.float32)
    shown = card.copy()
    mask = np.zeros(card.shape[:2], np.uint8)
    cv2.circle(mask, MIDDLE, 8, (1,), -1)
    shown[mask > 0] *= bright
    thing = describe_thing(mask > 0, shown, card, np.zeros(mask.shape, dtype=bool))
    assert (thing.colour, thing.is_pale) == (colour, False)


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("lamp", [(1.0, 1.0, 1.0), (0.8, 0.9, 1.0)])
def test_a_top_that_mirrors_a_lamp_has_the_colour_of_its_sides(colour: str, lamp: tuple[float, float, float]) -> None:
    space: Floats = np.full((SIZE[1], SIZE[0], 3), (110, 80, 90), np.float32)
    shown, own = space.copy(), np.array(COLOURS[colour])
    sides, top = drawn((MIDDLE, 10, 1)), drawn(((18, 29), 8, 1))
    shown[sides] = 0.55 * own
    shown[top] = 0.6 * own + 100 + (70 if colour == "black" else 0)
    shown = cv2.GaussianBlur(np.minimum(255, shown * lamp).astype(np.float32), (0, 0), 0.8)
    thing = describe_thing(sides | top, shown, space, sides & ~sides)
    assert thing.colour == thing.colours[0] == colour
    assert thing.shines == (thing.is_pale and colour != "white")


def drawn(*shapes: tuple[tuple[int, int], int, int]) -> Floats:
    """Discs that are put on (1) or cut out (0), one after the other."""
    mask = np.zeros((SIZE[1], SIZE[0]), np.uint8)
    for middle, radius, value in shapes:
        cv2.circle(mask, middle, radius, (value,), -1)
    return mask > 0


def test_the_shade_around_a_white_thing_on_white_paper_is_a_part() -> None:
    crescent = drawn(((20, 34), 9, 1), ((18, 29), 8, 0))
    ((part, centre),) = hollow_parts(crescent)
    assert part.sum() == crescent.sum()
    assert np.all(np.abs(centre - (20, 35)) < 4)


def test_the_frame_of_a_space_and_a_thin_line_are_no_such_parts() -> None:
    frame = np.ones((SIZE[1], SIZE[0]), bool)
    frame[3:-3, 3:-3] = False
    line = drawn(((20, 31), 9, 1), ((20, 31), 8, 0))
    assert not list(hollow_parts(frame))
    assert not list(hollow_parts(line))


def test_what_is_vivid_is_never_called_white_or_black() -> None:
    vivid, pale = (np.full((50, 3), colour, np.float32) for colour in ((190, 80, 225), (190, 150, 200)))
    assert not {"white", "grey", "black"} & set(near_colours(vivid))
    assert "white" in near_colours(pale)


def test_a_pale_thing_beside_the_frame_of_a_blank_space_is_solid() -> None:
    """On blank paper no print can show through, though bright and dark parts of a thing lie as the frame does."""
    space: Floats = np.full((SIZE[1], SIZE[0], 3), (195, 220, 230), np.float32)
    cv2.rectangle(space, (4, 4), (SIZE[0] - 5, SIZE[1] - 5), (60, 80, 95), 2)
    shown = space.copy()
    cv2.circle(shown, (11, 40), 6, (252, 252, 252), -1)
    cv2.circle(shown, (19, 36), 6, (175, 160, 160), -1)
    mask = drawn(((11, 40), 6, 1), ((19, 36), 6, 1))
    thing = describe_thing(
        mask, cv2.GaussianBlur(shown, (0, 0), 1.0), cv2.GaussianBlur(space, (0, 0), 1.0), ~mask & mask
    )
    assert thing.is_solid
    assert thing.colour in ("white", "grey")


@pytest.mark.parametrize(
    ("bgr", "colour"),
    [((45, 26, 20), "black"), ((190, 125, 115), "white"), ((150, 45, 25), "blue"), ((30, 75, 20), "green")],
)
def test_a_tinge_is_no_colour(bgr: tuple[int, int, int], colour: str) -> None:
    noise = np.random.default_rng(2).normal(0, 4, (300, 3))
    assert name_colour(np.asarray(bgr + noise, np.float32))[0] == colour


def test_a_finger_comes_in_over_the_edge_and_a_pawn_does_not() -> None:
    finger, pawn, arm = (np.zeros((62, 40), np.uint8) for _ in range(3))
    cv2.line(finger, (20, 61), (24, 34), 1, 11)
    cv2.circle(pawn, MIDDLE, 9, 1, -1)
    arm[20:] = 1
    assert reach(pawn > 0) == 0
    assert reach(finger > 0) > 0.5
    assert not reaches_in(finger > 0)
    assert reaches_in(arm > 0)
