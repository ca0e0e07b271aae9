"""Every screen in both languages and three shapes as pictures: `make screenshots` (into build/screenshots)."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from tools.offscreen import DRIVER, OFFSCREEN

SIZES = ((1280, 800), (800, 1280), (1024, 600))


def main(folder: Path, only: frozenset[str] = frozenset()) -> int:
    """Open the app in each language and shape, go to each screen, write what is seen."""
    os.environ.update(DRIVER | OFFSCREEN, KIVY_HOME=tempfile.mkdtemp(prefix="companion-kivy-"))
    from tests.app_data import routes
    from tests.app_driver import Driver, nobody_reads

    nobody_reads()  # what was seen is told to the scan view
    written = 0
    for language in ("en", "de"):
        for width, height in SIZES:
            with tempfile.TemporaryDirectory() as data:
                theme = "bright" if height > width else "dark"
                settings = f'{{"tour_seen": true, "language": "{language}", "theme": "{theme}"}}'
                (Path(data) / "settings.json").write_text(settings, encoding="utf-8")
                app = Driver(Path(data), folder / "pictures", (width, height))
                for name, screen, args in routes(app.desk):
                    if only and name not in only:
                        continue
                    app.shell.home()
                    app.shell.go(screen, **args)
                    app.frames(4)
                    target = folder / f"{language}-{width}x{height}"
                    target.mkdir(parents=True, exist_ok=True)
                    app.picture(target / f"{name}.png")
                    written += 1
                app.stop()
    print(f"{written} pictures in {folder}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(Path("build/screenshots"), frozenset(sys.argv[1:])))
