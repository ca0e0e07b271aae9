"""Where games and corrections are kept."""

from __future__ import annotations

import os
from pathlib import Path

VARIABLE = "PACKET_ROW_DATA"


def data_dir() -> Path:
    """The usual place of this system, or the folder that the variable names."""
    if folder := os.environ.get(VARIABLE):
        return Path(folder)
    from platformdirs import user_data_path

    return user_data_path("packet-row-companion", appauthor=False)
