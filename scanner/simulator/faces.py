"""Card faces and backs of a foreign deck."""

from dataclasses import dataclass

import numpy as np

from scanner.simulator.finishes import texture
from scanner.simulator.painting import paint
from scanner.simulator.procedural import Array, Colour, disc, from_hsv, legible, polygon, shade, stroke
from scanner.simulator.style import Style, pick
from scanner.simulator.symbols import flag, icon, words

Box = tuple[float, float, float, float]  # left, top, right, bottom as shares of the card


@dataclass(frozen=True, slots=True)
class Face:
    """What is printed on one design; near-twins differ in one field only."""

    id: str
    title: str
    art_seed: int
    subject: str  # "" = no illustration, almost no texture
    tint: int
    digit: str = ""
    icon: str = ""
    count: int = 0
    flag: int = -1
    patch: int = -1
    mark: bool = False
    rules: int = 0


@dataclass(frozen=True, slots=True)
class Places:
    """Where the parts of a face go in one layout."""

    art: Box
    title: tuple[float, float]
    digit: tuple[float, float]
    flag: tuple[float, float]
    icons: tuple[float, float]
    patch: Box
    mark: tuple[float, float]
    rules: Box | None


PLACES = {
    "classic": Places(
        (0.1, 0.17, 0.9, 0.72),
        (0.5, 0.09),
        (0.14, 0.9),
        (0.82, 0.9),
        (0.48, 0.83),
        (0.06, 0.74, 0.94, 0.765),
        (0.87, 0.2),
        None,
    ),
    "bleed": Places(
        (0, 0, 1, 1), (0.5, 0.92), (0.15, 0.1), (0.82, 0.09), (0.5, 0.8), (0.0, 0.86, 1.0, 0.875), (0.12, 0.8), None
    ),
    "rules": Places(
        (0.07, 0.06, 0.93, 0.48),
        (0.5, 0.54),
        (0.86, 0.92),
        (0.17, 0.92),
        (0.5, 0.91),
        (0.07, 0.485, 0.93, 0.51),
        (0.13, 0.1),
        (0.1, 0.6, 0.9, 0.84),
    ),
    "medallion": Places(
        (0.14, 0.24, 0.86, 0.7),
        (0.5, 0.79),
        (0.5, 0.1),
        (0.16, 0.1),
        (0.5, 0.89),
        (0.4, 0.17, 0.6, 0.21),
        (0.86, 0.1),
        None,
    ),
    "index": Places(
        (0.24, 0.08, 0.95, 0.9),
        (0.6, 0.95),
        (0.12, 0.09),
        (0.12, 0.5),
        (0.12, 0.28),
        (0.04, 0.85, 0.2, 0.95),
        (0.12, 0.7),
        None,
    ),
    "banner": Places(
        (0.0, 0.0, 1.0, 0.62),
        (0.5, 0.68),
        (0.85, 0.08),
        (0.5, 0.92),
        (0.5, 0.8),
        (0.0, 0.62, 0.08, 1.0),
        (0.9, 0.92),
        None,
    ),
}
FLAG_COLOURS: tuple[Colour, ...] = (
    (40, 40, 190),
    (240, 240, 240),
    (150, 70, 20),
    (60, 190, 235),
    (70, 130, 30),
    (20, 20, 20),
)


def draw_face(style: Style, face: Face, art: Array | None = None) -> Array:
    """The flat reference picture of a design."""
    width, height = (round(side * style.px_per_mm) for side in style.card_size_mm)
    unit = style.px_per_mm
    rng = np.random.default_rng([style.seed, face.art_seed, 5])
    ground = shade(style.accents[face.tint % 6], 0.75 if style.dark else 1.5) if face.tint >= 6 else style.paper
    canvas = texture(rng, height, width, style.texture if face.subject else "plain", ground, unit)
    places = PLACES[style.layout]
    if face.subject:
        _lay_art(canvas, style, face, places, art)
    tint = style.accents[face.tint % 6]
    if face.patch >= 0:
        left, top, right, bottom = places.patch
        box = np.array([(left, top), (right, top), (right, bottom), (left, bottom)]) * (width, height)
        polygon(canvas, box, from_hsv(face.patch / 6 + style.seed * 0.13, 0.75, 0.85))
    draw_frame(canvas, style, tint, rng)
    _write(canvas, style, face, places, ground)
    return canvas


def face_art(style: Style, face: Face) -> Array | None:
    """The illustration a family shares."""
    if not face.subject:
        return None
    width, height = (round(side * style.px_per_mm) for side in style.card_size_mm)
    left, top, right, bottom = PLACES[style.layout].art
    rng = np.random.default_rng([style.seed, face.art_seed, 6])
    return paint(
        rng, round((bottom - top) * height), round((right - left) * width), face.subject, style, style.px_per_mm
    )


def _lay_art(canvas: Array, style: Style, face: Face, places: Places, art: Array | None) -> None:
    height, width = canvas.shape[:2]
    picture = face_art(style, face) if art is None else art
    if picture is None:
        return
    x, y = round(places.art[0] * width), round(places.art[1] * height)
    target = canvas[y : y + picture.shape[0], x : x + picture.shape[1]]
    picture = picture[: target.shape[0], : target.shape[1]]
    if style.layout == "medallion":
        ys, xs = np.mgrid[0 : target.shape[0], 0 : target.shape[1]]
        inside = ((xs / target.shape[1] - 0.5) ** 2 + (ys / target.shape[0] - 0.5) ** 2) < 0.25
        target[inside] = picture[inside]
    else:
        target[:] = picture
        if style.layout not in ("bleed", "banner"):
            box = np.array(
                [(x, y), (x + target.shape[1], y), (x + target.shape[1], y + target.shape[0]), (x, y + target.shape[0])]
            )
            stroke(canvas, box, style.ink, style.px_per_mm * 0.35, closed=True)


def _write(canvas: Array, style: Style, face: Face, places: Places, ground: Colour) -> None:
    height, width = canvas.shape[:2]
    unit, big = style.px_per_mm, style.px_per_mm * style.detail * style.card_size_mm[0] / 44
    colours = (*FLAG_COLOURS[face.flag % 3 :], *FLAG_COLOURS)
    over_art = style.layout in ("bleed", "banner", "index")
    tint = style.accents[face.tint % 6]

    def plate(x: float, y: float, radius: float) -> None:
        disc(canvas, x, y, radius, style.paper)
        disc(canvas, x, y, radius, style.ink, max(1, round(unit * 0.3)))

    if face.title:
        x, y, behind = places.title[0] * width, places.title[1] * height, ground
        if style.layout in ("bleed", "banner"):
            bar = np.array([(0, y - unit * 3.2), (width, y - unit * 3.2), (width, y + unit * 3.2), (0, y + unit * 3.2)])
            behind = shade(tint, 0.6 if style.dark else 1.4)
            polygon(canvas, bar, behind)
        words(canvas, face.title, x, y, unit * 3.2, legible(style.ink, behind), style.font, width * 0.7)
    if face.digit:
        x, y = places.digit[0] * width, places.digit[1] * height
        plate(x, y, big * 4.6)
        words(canvas, face.digit, x, y, big * 5.6, style.ink, style.font, big * 7.6)
    if face.flag >= 0:
        flag(canvas, face.flag, places.flag[0] * width, places.flag[1] * height, big * 9.0, colours)
    if face.icon:
        x, y = places.icons[0] * width, places.icons[1] * height
        for k in range(max(1, face.count)):
            offset = (k - (max(1, face.count) - 1) / 2) * big * 6.4
            px, py = (x, y + offset + big * 3) if style.layout == "index" else (x + offset, y)
            if over_art:
                plate(px, py, big * 3.1)
            behind = style.paper if over_art else ground
            icon(canvas, face.icon, px, py, big * 5.2, legible(style.ink if over_art else tint, behind), behind)
    if face.mark:
        x, y = places.mark[0] * width, places.mark[1] * height
        disc(canvas, x, y, big * 2.2, style.ink)
        disc(canvas, x, y, big * 1.3, style.accents[(face.tint + 2) % 6])
    if face.rules and places.rules:
        _rules_text(canvas, style, face, places.rules)


def _rules_text(canvas: Array, style: Style, face: Face, box: Box) -> None:
    height, width = canvas.shape[:2]
    rng = np.random.default_rng([style.seed, face.art_seed, face.rules, 9])
    left, top, right, bottom = box[0] * width, box[1] * height, box[2] * width, box[3] * height
    step = style.px_per_mm * 2.6
    y = top + step / 2
    while y < bottom:
        x = left
        while x < right - step:
            span = min(right - x, float(rng.uniform(1.0, 5.0)) * step)
            letters = "".join(chr(97 + int(c)) for c in rng.integers(0, 26, max(1, int(span / step * 1.8))))
            words(canvas, letters, x + span / 2, y, step * 0.5, style.ink, style.font, span)
            x += span + step * 0.4
        y += step


def draw_frame(canvas: Array, style: Style, tint: Colour, rng: np.random.Generator) -> None:
    """The deck's border along the edge of a card or board."""
    height, width = canvas.shape[:2]
    unit = style.px_per_mm

    def ring(inset: float, colour: Colour, thick: float) -> None:
        x, y = inset * unit, inset * unit
        box = np.array([(x, y), (width - 1 - x, y), (width - 1 - x, height - 1 - y), (x, height - 1 - y)])
        stroke(canvas, box, colour, thick * unit, closed=True)

    if style.frame == "line":
        ring(1.6, style.ink, 0.4)
    elif style.frame == "double":
        ring(1.2, tint, 0.8)
        ring(2.4, style.ink, 0.25)
    elif style.frame in ("solid", "rounded"):
        ring(0.8, tint, 2.2)
        if style.frame == "rounded":
            for corner_x, corner_y in ((0, 0), (width, 0), (0, height), (width, height)):
                disc(canvas, corner_x, corner_y, unit * 5, tint)
    elif style.frame == "ornate":
        ring(1.5, shade(tint, 0.7), 2.6)
        inset, step = 1.5 * unit, unit * 3.2
        beads = [(x, y) for x in np.arange(step / 2, width, step).tolist() for y in (inset, height - inset)]
        beads += [(x, y) for y in np.arange(step / 2, height, step).tolist() for x in (inset, width - inset)]
        for bead_x, bead_y in beads:
            disc(canvas, bead_x, bead_y, unit * 0.7, style.paper)
    elif style.frame == "ragged":
        for _ in range(160):
            along, side = float(rng.random()), int(rng.integers(4))
            across = (0.0, 1.0)[side % 2]
            x, y = (along, across) if side < 2 else (across, along)
            disc(canvas, x * width, y * height, unit * float(rng.uniform(0.5, 2.2)), shade(tint, 0.8))


def draw_back(style: Style, number: int) -> Array:
    """A card back: a pattern with a medallion; backs of one deck share the pattern."""
    width, height = (round(side * style.px_per_mm) for side in style.card_size_mm)
    rng = np.random.default_rng([style.seed, 17])
    unit, tint = style.px_per_mm, style.accents[number % 6]
    canvas = texture(rng, height, width, pick(rng, ("stripes", "dots", "hatch", "parchment")), shade(tint, 0.8), unit)
    symbol = pick(rng, ("star", "burst", "gem", "moon", "leaf", "shield"))
    step = unit * float(rng.uniform(5, 9))
    if rng.random() < 0.8:
        for row, y in enumerate(np.arange(step / 2, height, step).tolist()):
            for x in np.arange(step / 2 * (row % 2), width, step).tolist():
                icon(canvas, symbol, x, y, step * 0.5, shade(tint, 1.35), shade(tint, 0.8))
    own = ("anchor", "crown", "coin", "tree", "house")[number % 5]
    disc(canvas, width / 2, height / 2, unit * 9, style.paper)
    disc(canvas, width / 2, height / 2, unit * 9, style.ink, max(1, round(unit * 0.5)))
    icon(canvas, own, width / 2, height / 2, unit * 11, style.ink, style.paper)
    draw_frame(canvas, style, shade(tint, 1.3), rng)
    return canvas
