"""The numbers of the game, by player count where they depend on it."""

from __future__ import annotations

from typing import Final

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 5
START_MONEY: Final = 25  # S7
CURRENT_SPACES: Final = 4
FUTURE_SPACES: Final = 2
SPACES: Final = ("current-1", "current-2", "current-3", "current-4", "future-1", "future-2")
FULL_CURRENT: Final = {2: 2, 3: 2, 4: 3, 5: 4}  # S5
STRICT_DRAW: Final = {2: 0, 3: 0, 4: 1, 5: 2}  # E2 to the letter
SHORT_BOARDS_END: Final = {2: 1, 3: 1, 4: 2, 5: 3}  # E5
UNSEEN_WITH_TWO: Final = 6  # S3
STRICT_REFILL: Final = "strict-refill"
HOUSE_RULES: Final = (STRICT_REFILL,)
