"""Things that stand on a picture that is known, such as pawns on a space or on a card.

Where a picture shows something else than what is known to lie there, it may be a thing, a reflection, or light that is
not quite understood. A thing has an edge that is new, and it hides what is printed below it; reflections and shadows
fade, and the print shows through.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.colours import HUES, below_shine, name_colour, near_colours
from scanner.geometry import Floats, Matrix, brightness, largest, smallest
from scanner.light import Light, differs, light_on, unlike

Mask = NDArray[np.bool_]

SMALLEST = 6  # pixels that tell a colour
FULL = 0.5  # part of the box around a thing that it fills at least
HOLLOW, SEEN = (0.02, 0.3), 0.3  # parts of a space that such a thing takes, and of the thing that are seen
LONG = 3.0  # times as long as wide: a strip, such as the edge of a card
SEEN_THROUGH, PALE_THROUGH = 0.8, 0.6  # correlation with the print below; a thing hides it, a reflection hides little
FADING, PALE_FADING = 4.0, 8.0  # grey levels a pixel, at the edge; a thing ends at once
ON_CARD_EDGE = 11.0  # the same of a pawn on a card; what is no thing had 10.5 at the most
SEEN_ON_CARD, PALE_ON_CARD = 0.5, 0.3  # correlation with the print of a card below it
PURE = 0.5  # part of a pawn that shows its colour; the rest is in its own shadow or shines
DETAIL = 4.0  # pixels; what is larger is light
SOFT = 1.6  # pixels by which fine print, which never fits exactly, is blurred
CARD_SOFT = 0.6
SHADOW = (0.35, 0.97, 0.14)  # darkest, lightest, and by how much the colours may differ
SHADE, PALE = 0.36, 0.6  # brightness of the darkest tenth of a shadow, and of the print on which it falls
ON_CARD = (0.025, 0.45)  # parts of a card that a thing takes
REACHING_IN = 1.25  # pixels at the edge of a card against the root of a thing's area: half a disc has 1.6
MIDDLE = 0.4  # parts of a card from its middle, where the middle of a thing is that stands on it
PALE_WORDS = ("white", "grey")
WHOLE = np.ones((3, 3), np.uint8)


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that stands on a known picture."""

    mask: Mask
    colour: str
    purity: float  # how much of it has this colour
    edge: float  # grey levels a pixel by which its edge is new
    through: float  # correlation of what is seen there with what is known to be below
    colours: tuple[str, ...] = ()  # words for its colour, the likeliest first
    is_shade: bool = False  # only the shadow of a white thing is seen, which itself does not differ from pale print
    shines: bool = False  # its top is pale and mirrors a lamp; the colour is that of its sides

    @property
    def is_solid(self) -> bool:
        """Whether it hides what is below and ends in an edge; what is pale may be a reflection."""
        if self.is_pale:
            return self.edge > PALE_FADING and self.through < PALE_THROUGH
        return self.edge > FADING and self.through < SEEN_THROUGH

    @property
    def is_on_card(self) -> bool:
        """Whether it surely stands on a card: haze and print that is paler than drawn end softly or show through."""
        through = PALE_ON_CARD if self.is_pale else SEEN_ON_CARD
        is_clear = self.edge > ON_CARD_EDGE and self.through < through and self.purity > PURE
        return self.is_solid and is_clear and not self.is_shade

    @property
    def is_colourful(self) -> bool:
        """Whether it is neither pale nor black."""
        return self.colour in HUES and not self.shines

    @property
    def is_pale(self) -> bool:
        """Whether it may as well be a reflection, or the white of a card."""
        return self.shines or (self.colour in PALE_WORDS and not self.is_shade)


def without_thin(changed: Mask, side: int = 3) -> Mask:
    """What is changed, without what is thinner than `side`, and without small holes."""
    solid = cv2.morphologyEx(changed.astype(np.uint8), cv2.MORPH_OPEN, np.ones((side, side), np.uint8))
    closed: Mask = cv2.morphologyEx(solid, cv2.MORPH_CLOSE, WHOLE) > 0
    return closed


def compact_parts(solid: Mask) -> Iterator[tuple[Mask, Matrix]]:
    """The parts that hang together and are no strips: mask and centre of each."""
    count, labels, stats, centres = cv2.connectedComponentsWithStats(solid.astype(np.uint8), connectivity=8)
    for label in range(1, count):
        width, height, area = (int(value) for value in stats[label][2:])
        if area >= FULL * width * height and max(width, height) <= LONG * min(width, height):
            yield labels == label, centres[label]


def hollow_parts(solid: Mask) -> Iterator[tuple[Mask, Matrix]]:
    """Parts that are no compact things themselves but lie around one: its outline is compact, as of a crescent."""
    contours, _ = cv2.findContours(solid.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    for contour in contours:
        outline = np.zeros(solid.shape, np.uint8)
        cv2.fillConvexPoly(outline, cv2.convexHull(contour), (1,))
        for mask, centre in compact_parts(outline > 0):
            seen = mask & solid
            if HOLLOW[0] < mask.mean() < HOLLOW[1] and seen.sum() > SEEN * mask.sum():
                yield seen, centre


def describe_thing(mask: Mask, plain: Floats, known: Floats, shadow: Mask) -> Thing:
    """What stands there, seen in the light of the known picture."""
    small = mask.astype(np.uint8)
    core = cv2.erode(small, WHOLE) > 0
    inside = core if core.sum() >= SMALLEST else mask
    rim = (cv2.dilate(small, WHOLE) > 0) & ~core
    around = cv2.dilate(small, WHOLE) > 0
    edge = float(np.median(_slope(plain - known)[rim]))
    # Its shadow has the colour of what is below; but a dark thing may look like nothing but shadow.
    lit = inside & ~shadow
    lit = lit if 2 * lit.sum() > inside.sum() else inside
    shown = plain[_most_unlike(plain, known, lit)]
    colour, purity = name_colour(shown)
    colours, through = near_colours(shown), _below(plain, known, around)
    if colour in ("black", "grey") and _is_shade(shown, known[mask]):
        return Thing(mask, "white", purity, edge, through, ("white", *(one for one in colours if one != "white")), True)
    body = below_shine(plain[lit]) if colour in PALE_WORDS else None
    words = colours if body is None else tuple(dict.fromkeys((body, *colours)))
    return Thing(mask, body or colour, purity, edge, through, words, shines=body is not None)


def _is_shade(shown: Floats, below: Floats) -> bool:
    """Whether what is seen is too bright for a black thing on pale print, even in its darkest parts."""
    bright, pale = largest(shown[None])[0] / 255, largest(below[None])[0] / 255
    return float(np.percentile(bright, 10)) > SHADE and float(np.median(pale)) > PALE


def _most_unlike(plain: Floats, known: Floats, where: Mask) -> Mask:
    """The half of these pixels that differs most from the known picture.

    At the edge of a thing, and all over a thin one, the blurred picture mixes its colour with that of the print around:
    a black pawn on a green card was green.
    """
    apart = largest(np.abs(plain - known))
    half: Mask = where & (apart >= np.median(apart[where]))
    return half if half.sum() >= SMALLEST else where


def thing_on_card(seen_bgr: Floats, drawn_bgr: Floats) -> Thing | None:
    """The largest thing that stands on a card: the card alone as it is seen, and as it was drawn."""
    seen = cv2.GaussianBlur(seen_bgr.astype(np.float32), (0, 0), CARD_SOFT)
    drawn = cv2.GaussianBlur(drawn_bgr.astype(np.float32), (0, 0), CARD_SOFT)
    light = light_on(seen, drawn, np.ones(seen.shape[:2], dtype=bool))
    changed = unlike(seen, drawn, light) | _softly_unlike(seen, drawn, light)
    plain = light.off(seen)
    best: Thing | None = None
    for mask, centre in compact_parts(without_thin(changed)):
        if np.any(np.abs(centre / mask.shape[::-1] - 0.5) > MIDDLE) or reaches_in(mask):
            continue  # leaning over from the next space, or a hand
        if ON_CARD[0] < mask.mean() < ON_CARD[1] and (best is None or mask.sum() > best.mask.sum()):
            best = describe_thing(mask, plain, drawn, in_shadow(plain, drawn))
    return best


def reach(mask: Mask) -> float:
    """How much of a thing meets the edge of what is looked at, against its size: a finger comes in over it."""
    ends = int(mask[0].sum()) + int(mask[-1].sum()) + int(mask[:, 0].sum()) + int(mask[:, -1].sum())
    return ends / max(float(np.sqrt(mask.sum())), 1.0)


def reaches_in(mask: Mask) -> bool:
    """Whether most of a thing lies beyond the edge, as of a hand: what stands here hardly touches the edge."""
    return reach(mask) > REACHING_IN


def in_shadow(plain: Floats, known: Floats) -> Mask:
    """Pixels that are the known picture in less light; a dark thing is darker than any shadow of a pawn."""
    ratio = (plain + 8) / (known + 8)
    low, high = smallest(ratio), largest(ratio)
    result: Mask = (low > SHADOW[0]) & (high < SHADOW[1]) & (high - low < SHADOW[2])
    return result


def shows_through(plain: Floats, known: Floats, where: Mask) -> float:
    """How much of the known print is seen there: the correlation of all that is finer than light."""
    return _alike(_detail(plain)[where], _detail(known)[where])


def other_print(plain: Floats, known: Floats, where: Mask) -> float:
    """How much print is seen there that is not the known one, in grey levels."""
    return float((_detail(plain)[where] - _detail(known)[where]).std())


def _below(plain: Floats, known: Floats, where: Mask) -> float:
    """How much of what is seen there is the known print, showing through: 1 is all of it.

    On blank paper nothing can show through, however much a thing looks like the frame nearby.
    """
    seen, print_ = (_centred(_detail(values)[where]) for values in (plain, known))
    power = float((seen * seen).sum())
    strongest = max(power, float(np.sqrt(power * (print_ * print_).sum())))
    return float((seen * print_).sum()) / max(strongest, 1e-3)


def _softly_unlike(seen: Floats, known: Floats, light: Light) -> Mask:
    """The same as `unlike` for what is larger than the finest print: among busy print almost any colour is near."""
    expected = light.on(known)
    soft = cv2.GaussianBlur(seen, (0, 0), SOFT), cv2.GaussianBlur(expected, (0, 0), SOFT)
    result: Mask = differs(*soft) > 3.0 + 1.5 * light.noise + 0.08 * brightness(expected)
    return result


def _slope(values: Floats) -> Floats:
    """How steep each pixel is, in the colour in which it is steepest."""
    across, down = cv2.Sobel(values, cv2.CV_32F, 1, 0, scale=1 / 8), cv2.Sobel(values, cv2.CV_32F, 0, 1, scale=1 / 8)
    result: Floats = np.sqrt(largest(across**2 + down**2))
    return result


def _detail(values: Floats) -> Floats:
    result: Floats = values - cv2.GaussianBlur(values, (0, 0), DETAIL)
    return result


def _alike(one: Floats, two: Floats) -> float:
    """The correlation of two sets of pixels."""
    one, two = _centred(one), _centred(two)
    return float((one * two).sum() / np.sqrt((one * one).sum() * (two * two).sum() + 1e-6))


def _centred(values: Floats) -> Floats:
    result: Floats = values - values.mean()
    return result
