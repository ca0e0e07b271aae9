"""Rounded frames: a line is a line, what it surrounds keeps its colours."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.kivy


@pytest.mark.parametrize(("radius", "line"), [(3.2, 3.0), (1.0, 3.0), (14.0, 2.4), (5.0, 4.6)])
def test_nothing_beside_the_line_is_coloured(kivy_config: Any, radius: float, line: float) -> None:
    from kivy.base import EventLoop
    from kivy.graphics import Canvas

    from companion.app.widgets.rounded import Rounded

    EventLoop.ensure_window()
    with Canvas():
        frame = Rounded(radius, line)
    texture = frame._image.texture
    side, corner = texture.width, frame._radius
    alpha = texture.pixels[3::4]
    # The last column of the corner is what the stretched middle is blended with.
    assert alpha[side // 2 * side + corner - 1] == 0
    assert alpha[side // 2 * side] > 0


@pytest.mark.parametrize("name", ["circle", "triangle", "diamond", "star"])
def test_the_sign_of_a_seat_has_smooth_edges(kivy_config: Any, name: str) -> None:
    from kivy.base import EventLoop

    from companion.app.widgets.icons import shape_texture

    EventLoop.ensure_window()
    alpha = shape_texture(name, 40).pixels[3::4]
    assert {0, 255} < set(alpha)  # nothing, all of it, and shades in between
    assert alpha[0] == 0
    assert alpha[20 * 40 + 20] == 255
