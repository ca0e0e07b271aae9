"""What is computed once from the pictures of a deck: templates of every design, in the sizes that naming needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from scanner.align import Blocks, choose_blocks
from scanner.cardface import (
    coarse_parts,
    colourless,
    even_rows,
    grey,
    inner,
    inset_of,
    prepare,
    prepare_all,
    shrink,
    soften,
    unit_rows,
)
from scanner.geometry import Floats, Pixels, brightness, largest
from scanner.inks import ink_of
from scanner.registration import registered

COARSE_COLUMNS = 12
FINE_WIDTH = 96  # pixels of a card when designs are compared where they differ
CLOSE_WIDTH = 192  # the same of a card that is seen so large, unless it is known in less detail
FIT_WIDTH = 64  # pixels of a card when it is compared as a whole
FEATURES_WIDTH = 72  # pixels of a card when its features are described
COVER_WIDTH = 40  # pixels of a card when what hides it is sought
TWINS, MOST_TWINS = 0.8, 12  # correlation of designs that may be taken for each other, and how many are looked at
RIM = 3  # pixels
SAME_PAPER, MOSTLY = 24, 0.7  # grey levels, and part of a design that is bare paper where it has but a few signs
TOO_FINE, MOST_FINE = 0.45, 4  # part of the contrast of print that is left at a rough look, and how many are tried
ONE_SHAPE = 0.9  # correlation by the mere shape of print of designs that are the same but for their colours
FINE = 1.0  # pixels of blur in which fine print goes
DIFFERS = 0.5  # from print of about unit strength: there twins do not share it
ALIKE_TURNED, SAME_TURNED = 0.4, 0.985  # correlation of a design with itself turned round
BLOCK_SIDES = {32: 8, 64: 14, 96: 18}  # pixels of a card when it is aligned, and of a block then


@dataclass(frozen=True, slots=True)
class Design:
    """One face or back of a card."""

    id: str
    pixels_bgr: Pixels
    is_back: bool


class CardIndex:
    """The designs of a deck as arrays; row i belongs to design i."""

    def __init__(self, designs: Sequence[Design], card_size_mm: tuple[float, float]) -> None:
        self.ids = tuple(design.id for design in designs)
        self.is_back = np.array([design.is_back for design in designs], dtype=bool)
        self.aspect = card_size_mm[1] / card_size_mm[0]
        self.card_size_mm = card_size_mm
        self.coarse_rows = max(8, round(COARSE_COLUMNS * self.aspect))
        pixels, self.is_photographed, are_turned = registered([design.pixels_bgr for design in designs], self.aspect)
        self.is_turned = np.array(are_turned, dtype=bool)  # known the other way up than it was enrolled
        small = self._coarse(pixels)
        self.coarse = even_rows(small, COARSE_COLUMNS)
        self.parts = [unit_rows(small[:, part]) for part in coarse_parts(COARSE_COLUMNS, self.coarse_rows)]
        self.drawn = np.stack([shrink(picture, self.size(COVER_WIDTH)) for picture in pixels])
        self.greys = np.stack([grey(shrink(picture, self.size(FEATURES_WIDTH))) for picture in pixels])
        fine = np.stack([shrink(picture, self.size(FINE_WIDTH)) for picture in pixels])
        self.fine, self.strengths = prepare_all(fine, FINE_WIDTH)
        self.fineness = np.array([_fineness(one) for one in self.fine], np.float32)
        close = min(CLOSE_WIDTH, *(design.pixels_bgr.shape[1] for design in designs))
        self.close = np.stack([shrink(picture, self.size(close)) for picture in pixels])
        # Drawn designs lie exactly on each other, in one light: they need no more.
        self.inks = (
            np.stack([ink_of(one) for one in fine]) if self.is_photographed else np.zeros((0, 0, 0, 3), np.float32)
        )
        whole = prepare(np.stack([soften(shrink(picture, self.size(FIT_WIDTH))) for picture in pixels]), FIT_WIDTH)
        self.whole = unit_rows(inner(whole).reshape(len(whole), -1))
        self.plain = unit_rows(colourless(inner(whole)))
        shared = [None] * len(pixels) if self.is_photographed else self._shared()
        self.blocks = {
            width: [self._blocks(*one, width) for one in zip(pixels, shared, strict=True)] for width in BLOCK_SIDES
        }
        turned = unit_rows(inner(whole[:, ::-1, ::-1]).reshape(len(whole), -1))
        self.alike_turned = (self.whole * turned).sum(axis=1)  # 1: the same whichever way up
        self.likest_turned = (self.whole @ turned.T).max(axis=1)  # any design turned round: a six looks like a nine

    @cached_property
    def fine_designs(self) -> list[int]:
        """Designs of whose print hardly anything is left at a rough look, one of each shape."""
        fine = self.greys.astype(np.float32)
        size = (COARSE_COLUMNS, self.coarse_rows)
        left = np.array(
            [cv2.resize(one, size, interpolation=cv2.INTER_AREA).std() / max(one.std(), 1.0) for one in fine]
        )
        chosen: list[int] = []
        for number in np.flatnonzero(left < TOO_FINE).tolist():
            if all(self.plain[number] @ self.plain[other] < ONE_SHAPE for other in chosen):
                chosen.append(number)
        return chosen[:MOST_FINE]

    @cached_property
    def papers(self) -> Floats:
        """The colours of the paper of designs that are hardly more than that."""
        flat = self.drawn.reshape(len(self.drawn), -1, 3)
        colours: Floats = np.median(flat, axis=1)
        bare = (largest(np.abs(flat - colours[:, None])) < SAME_PAPER).mean(axis=1) > MOSTLY
        result: Floats = colours[bare]
        return result

    @cached_property
    def twins_alike_turned(self) -> Floats:
        """How much the twin of each design, or itself, that differs most turned round looks like itself so."""
        twins = self.whole @ self.whole.T > TWINS
        result: Floats = np.where(twins, self.alike_turned, 1.0).min(axis=1)
        return result

    def size(self, width: int) -> tuple[int, int]:
        """Width and height of a card drawn so many pixels wide."""
        return width, round(width * self.aspect)

    def _shared(self) -> list[Pixels]:
        """Where the print of each design is that of its twins, too: 255 there, else 0.

        By what they do not share a card is not laid: three dots on one that has two would pull it aside until they fit.
        """
        alike = self.whole @ self.whole.T
        prints = brightness(self.fine)
        result = []
        for own, (likeness, picture) in enumerate(zip(alike, prints, strict=True)):
            twins = [one for one in np.argsort(-likeness)[: MOST_TWINS + 1] if one != own and likeness[one] > TWINS]
            # Print is stronger on a card that has little else: a part of it more or less is still the same print.
            usual = np.maximum(1.0, np.maximum(np.abs(prints[twins]), np.abs(picture)))
            apart = (np.abs(prints[twins] - picture) / usual).max(axis=0, initial=0.0)
            # The rim of what differs is a little paler than that.
            shared = (apart < DIFFERS).astype(np.uint8) * 255
            result.append(cv2.erode(shared, np.ones((RIM, RIM), np.uint8)))
        return result

    def _blocks(self, picture: Pixels, shared: Pixels | None, width: int) -> Blocks:
        """Where a design has detail, shared by its twins, when it is drawn so wide."""
        size = self.size(width)
        if shared is not None:
            shared = (cv2.resize(shared, size, interpolation=cv2.INTER_AREA) > 127).astype(np.uint8)
        return choose_blocks(grey(shrink(picture, size)), BLOCK_SIDES[width], inset_of(*size), shared=shared)

    def _coarse(self, pixels: Sequence[Pixels]) -> Floats:
        """Small pictures as rows, upright first, then upside down."""
        rows = []
        for picture in pixels:
            left, top = inset_of(picture.shape[1], picture.shape[0])
            middle = grey(picture)[top : picture.shape[0] - top, left : picture.shape[1] - left]
            rows.append(cv2.resize(middle, (COARSE_COLUMNS, self.coarse_rows), interpolation=cv2.INTER_AREA).ravel())
        upright = np.stack(rows).astype(np.float32)
        return np.concatenate([upright, upright[:, ::-1]])


def _fineness(print_: Floats) -> float:
    """The part of a design's print that goes in a little blur: a tenth of a filled sign, half of a striped one."""
    soft: Floats = cv2.GaussianBlur(print_, (0, 0), FINE)
    return 1 - float((soft**2).sum()) / max(float((print_**2).sum()), 1e-6)
