"""Buttons that are as wide as their words, in rows that wrap."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial

from companion.app.theme import Level
from companion.app.widgets.buttons import Button
from companion.app.widgets.cards import Flow

MOST_NAMES = 12  # of earlier games, those used last


class Chips(Flow):
    """One of several; the chosen one is marked."""

    def __init__(
        self,
        options: Sequence[tuple[str, str]],
        chosen: str,
        on_choose: Callable[[str], object],
        test_id: str,
        level: Level = "body",
    ) -> None:
        super().__init__(space=0.75)
        self._options, self._on_choose, self._id, self._level = options, on_choose, test_id, level
        self.show(chosen)

    def show(self, chosen: str) -> None:
        """Mark another one."""
        self.clear_widgets()
        for key, text in self._options:
            self.add_widget(
                Button(
                    text,
                    partial(self._on_choose, key),
                    kind="chosen" if key == chosen else "quiet",
                    level=self._level,
                    test_id=f"{self._id}:{key}",
                    hug=True,
                )
            )


def known_names(names: Sequence[str], taken: Collection[str], on_name: Callable[[str], object]) -> Flow | None:
    """Names of earlier games that nobody at the table has; nothing when there are none."""
    free = [name for name in names if name not in taken][:MOST_NAMES]
    chips = [Button(name, partial(on_name, name), "plus", "quiet", test_id=f"known:{name}", hug=True) for name in free]
    return Flow(chips) if chips else None
