"""Three short sounds, made by code: a card is taken, a step is taken back, the game is over. Silent without audio."""

from __future__ import annotations

import math
import struct
import wave
from pathlib import Path
from typing import Any, Final

from companion.app.desk import Desk

RATE: Final = 22_050
LOUDNESS: Final = 0.35

# Tones one after the other: frequency in hertz and length in seconds.
SOUNDS: Final[dict[str, tuple[tuple[float, float], ...]]] = {
    "take": ((660.0, 0.05), (880.0, 0.09)),
    "undo": ((520.0, 0.06), (390.0, 0.1)),
    "end": ((523.25, 0.14), (659.25, 0.14), (783.99, 0.14), (1046.5, 0.36)),
}

_loaded: dict[Path, Any] = {}


def play(desk: Desk, name: str) -> None:
    """Play a sound, unless the settings say no or there is nothing to play it with."""
    if not desk.settings.sounds:
        return
    file = desk.folder / "sounds" / f"{name}.wav"
    try:
        if file not in _loaded:
            _loaded[file] = _load(file, name)
        sound = _loaded[file]
        if sound is not None:
            sound.stop()
            sound.play()
    except Exception:  # a sound is never worth a fault: no device, no codec, no room on the disk
        _loaded[file] = None


def _load(file: Path, name: str) -> Any:
    from kivy.core.audio import SoundLoader

    if not file.exists():
        write_sound(file, name)
    return SoundLoader.load(str(file))


def write_sound(file: Path, name: str) -> None:
    """A sound as a WAV file."""
    file.parent.mkdir(parents=True, exist_ok=True)
    samples = [value for frequency, seconds in SOUNDS[name] for value in _tone(frequency, seconds)]
    new = file.with_suffix(".new")
    with wave.open(str(new), "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(RATE)
        sound.writeframes(struct.pack(f"<{len(samples)}h", *samples))
    new.replace(file)


def _tone(frequency: float, seconds: float) -> list[int]:
    """A tone like that of a small bell: it begins at once and fades."""
    count = round(RATE * seconds)
    tone = []
    for number in range(count):
        angle = 2 * math.pi * frequency * number / RATE
        swing = math.sin(angle) + 0.3 * math.sin(2 * angle)
        fade = min(1.0, number / (0.004 * RATE)) * (1 - number / count) ** 1.5
        tone.append(round(32_767 * LOUDNESS * swing / 1.3 * fade))
    return tone
