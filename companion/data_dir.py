"""Where games and corrections are kept."""

from __future__ import annotations

import os
from pathlib import Path

VARIABLE = "PACKET_ROW_DATA"
ANDROID = "ANDROID_PRIVATE"  # set by python-for-android: the files of this app, gone when it is uninstalled


def data_dir() -> Path:
    """The usual place of this system, or the folder that the variable names."""
    if folder := os.environ.get(VARIABLE) or os.environ.get(ANDROID):
        return Path(folder)
    from platformdirs import user_data_path

    return user_data_path("packet-row-companion", appauthor=False)
