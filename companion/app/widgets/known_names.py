"""Names of earlier games as chips to tap."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial

from kivy.metrics import dp

from companion.app.theme import gap, theme
from companion.app.widgets.buttons import Button
from companion.app.widgets.cards import Flow
from companion.app.widgets.letters import PLAIN, extents

MOST = 12  # names, those used last


def known_names(names: Sequence[str], taken: Collection[str], on_name: Callable[[str], object]) -> Flow | None:
    """Those of nobody who has a seat already, each as wide as it is; nothing when there are none."""
    free = [name for name in names if name not in taken][:MOST]
    size = theme.size("label")
    chips = [
        Button(
            name,
            partial(on_name, name),
            icon="plus",
            kind="quiet",
            test_id=f"known:{name}",
            size_hint_x=None,
            width=extents(name, size, PLAIN)[0] + dp(26) + gap(8),
        )
        for name in free
    ]
    return Flow(chips) if chips else None
