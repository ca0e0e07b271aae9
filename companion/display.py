"""Whether a window can be opened at all."""

from __future__ import annotations

import os
import sys


def has_display() -> bool:
    """On Linux a window needs a display server, or a driver that somebody has chosen; elsewhere there always is one."""
    if sys.platform != "linux" or "ANDROID_ARGUMENT" in os.environ:
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"))
