"""`companion follow`: a game followed by camera, one JSON line for each event, question and mistake."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from card_db.pack import PackError
from companion.core.answer import DONE, REFUSED
from companion.core.game import IllegalAction, InputError, Json
from companion.core.read_json import parse_request
from companion.games import GAMES, load_watching
from companion.words import load_words


def run_follow(options: argparse.Namespace) -> int:
    """Follow a film or a camera to its end."""
    from scanner.frames import FrameError, open_frames
    from scanner.index_cache import load_index
    from scanner.watch import Watcher

    try:
        data = parse_request(sys.stdin.buffer.read() if options.file == "-" else Path(options.file).read_bytes())
    except OSError as error:
        raise InputError(f"cannot read {options.file}: {error.strerror}") from None
    words = load_words(options.lang)
    try:
        watching = load_watching(str(data.get("game", GAMES[0])))(data, words)
    except IllegalAction as error:
        _print({"ok": False, "rule": error.refusal.rule, "reason": error.refusal.reason.say(words)})
        return REFUSED
    try:
        index = load_index(options.pack)
        watching.know(index.ids)
        watcher = Watcher(index, loose=False, pawns=watching.pawns)
        number, at = 0, 0.0
        for frame in open_frames(options.camera, options.fps):
            number, at = frame.number, frame.at
            reading = watcher.see(frame.number, frame.at, frame.pixels_bgr)
            for line in watching.see(reading, watcher.visible, number, at):
                _print(line)
        for line in watching.end(watcher.finish(), number, at):
            _print(line)
    except (PackError, FrameError) as error:
        raise InputError(str(error)) from None
    _print(watching.result())
    return DONE


def _print(line: Json) -> None:
    print(json.dumps(line, ensure_ascii=False), flush=True)
