"""A picture as all parts of the scanner share it: its halves in colour and grey, its features, each computed once."""

from __future__ import annotations

from functools import cached_property

from scanner.cardface import grey
from scanner.features import Features, describe
from scanner.geometry import Pixels, Pyramid

FEATURES_SIDE = 1100  # longest side at which features are sought
FEATURES, MORE_FEATURES = 1700, 5000


class Picture:
    """One picture to be read."""

    def __init__(self, pixels_bgr: Pixels) -> None:
        self.colour = Pyramid(pixels_bgr)
        self.size = (int(pixels_bgr.shape[1]), int(pixels_bgr.shape[0]))

    @cached_property
    def grey(self) -> Pyramid:
        """The same without colour."""
        return self.colour.each(grey)

    @cached_property
    def features(self) -> Features:
        """Places that can be found again on a board or a card."""
        return describe(self.grey.levels[0], FEATURES_SIDE, FEATURES)

    @cached_property
    def more_features(self) -> Features:
        """Three times as many, for boards that are small on a table full of patterns."""
        return describe(self.grey.levels[0], FEATURES_SIDE, MORE_FEATURES)
