"""Colours that can be read: every pair of letters and ground has a contrast of at least 4.5 to 1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

pytestmark = pytest.mark.kivy
LEAST = 4.5


def brightness(colour: Sequence[float]) -> float:
    """Relative luminance as WCAG defines it."""
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in colour[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Sequence[float], two: Sequence[float]) -> float:
    dark, light = sorted((brightness(one), brightness(two)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("name", ["dark", "bright"])
def test_letters_read_on_every_ground(kivy_config: Any, name: str) -> None:
    from companion.app.theme import PALETTES, rgba

    palette = PALETTES[name]
    for ground in (palette.ground, palette.panel, palette.raised):
        for ink in (palette.ink, palette.soft, palette.accent, palette.good, palette.doubt, palette.bad):
            assert contrast(rgba(ink), rgba(ground)) >= LEAST, (ink, ground)
    assert contrast(rgba(palette.on_accent), rgba(palette.accent)) >= LEAST


def test_initials_read_on_the_sign_of_every_seat(kivy_config: Any) -> None:
    from companion.app.theme import SEAT_COLOURS, rgba
    from companion.app.widgets.seats import initial_ink

    for name, colour in SEAT_COLOURS.items():
        assert contrast(initial_ink(name), rgba(colour)) >= LEAST, name
