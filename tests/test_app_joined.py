"""The camera of the app comes when the game is under way: a board that may not be as it was laid out is asked about."""

from __future__ import annotations

from typing import Any

import pytest

from tests.test_app_follow import OpenApp, Robots, no_camera
from tests.test_app_layout import clipped, outside, too_small

__all__ = ["no_camera"]


def joined(app: Any) -> Robots:
    """A game of which the first that was seen is a pawn in its first round; then its board is refilled."""
    game = Robots(app, 6)
    app.shell.go("set_up", game=game.session.id)
    app.frames(3)
    app.tap("follow")
    for _ in game.moves:
        if any(player.pawn is not None for player in game.robots.state.players):
            break
    area = next(player.pawn.area for player in game.robots.state.players if player.pawn is not None)
    game.show(game.table(), 3)
    for _ in game.moves:
        if not (game.robots.state.areas[area].due or game.robots.state.areas[area].chosen):
            break
    game.show(game.table(), 8)
    return game


@pytest.mark.parametrize(("language", "size", "scale"), [("en", (800, 1280), 1.0), ("de", (1024, 600), 1.6)])
def test_a_board_that_was_joined_late_is_asked_about(
    open_app: OpenApp, language: str, size: tuple[int, int], scale: float
) -> None:
    app = open_app(size, language=language, text_scale=scale)
    joined(app)
    assert app.get("question").text == (
        "Does this count as laid out?" if language == "en" else "Gilt das als ausgelegt?"
    )
    assert not [*clipped(app), *too_small(app), *outside(app)]
    answer = next(one.test_id for one in app.walk() if str(getattr(one, "test_id", "")).startswith("answer:"))
    app.tap(answer)
    app.until(lambda: not app.has("question"))
