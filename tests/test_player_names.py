"""Names of players as somebody types them."""

from __future__ import annotations

import pytest

from companion.core.player_names import LONGEST_NAME, showable, tidy_name
from companion.core.read_json import as_name


@pytest.mark.parametrize(
    "typed", ["Ännchen", "  Anna\tvon   Groß ", "a" * 500, "\u202eBen\x00", "Mäx \U0001f419", "x\u2028y"]
)
def test_a_tidy_name_is_one_that_every_game_takes(typed: str) -> None:
    name = tidy_name(typed)
    assert as_name(name) == name
    assert len(name) <= LONGEST_NAME


def test_what_cannot_be_shown_is_no_name() -> None:
    assert tidy_name(" \x00\u200b ") == ""


def test_little_pictures_leave_no_boxes() -> None:
    assert showable("Mäx \U0001f419") == "Mäx"
    assert showable("Ænne-Łucja Ω") == "Ænne-Łucja Ω"
    assert showable("\U0001f419") == "\U0001f419"  # better a box than nothing
