"""The environment in which Kivy draws without a display: for tests, screenshots and benchmarks."""

# KCFG_* are settings that Kivy reads from the environment, so child processes get them too.
OFFSCREEN = {
    "KIVY_NO_ARGS": "1",
    "KIVY_NO_CONSOLELOG": "1",
    "KIVY_NO_FILELOG": "1",
    "KIVY_METRICS_DENSITY": "1",
    "KIVY_METRICS_FONTSCALE": "1",
    "KIVY_DPI": "96",
    "KCFG_GRAPHICS_WIDTH": "1280",
    "KCFG_GRAPHICS_HEIGHT": "800",
    "KCFG_GRAPHICS_MULTISAMPLES": "0",
    "KCFG_GRAPHICS_MAXFPS": "0",
    "KCFG_GRAPHICS_MIN_STATE_TIME": "0",
}
DRIVER = {"SDL_VIDEODRIVER": "offscreen"}  # Mesa EGL; under Xvfb x11
