"""`companion follow`: a game followed by camera, one JSON line for each event, question and mistake."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from card_db.pack import PackError
from card_db.packet_row.cards import Card, CardError, parse_card
from companion.core.answer import DONE, REFUSED
from companion.core.game import IllegalAction, InputError, Json
from companion.core.read_json import parse_request
from companion.games.packet_row.follow.lines import Following, follow_game
from companion.games.packet_row.follow.sights import Place, Seen, Sight
from companion.words import load_words
from scanner.reading import SURE, TableReading

DOUBTFUL = 0.03  # of confidence, below which an alternative is none


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
        following = follow_game(data, words)
    except IllegalAction as error:
        _print({"ok": False, "rule": error.refusal.rule, "reason": error.refusal.reason.say(words)})
        return REFUSED
    try:
        watcher = Watcher(load_index(options.pack))
        number, at, table = 0, 0.0, dict[Place, Sight]()
        for frame in open_frames(options.camera, options.fps):
            number, at = frame.number, frame.at
            reading = watcher.see(frame.number, frame.at, frame.pixels_bgr)
            table = table if reading is None else sights_of(reading)
            seen = {place: sight for place, sight in table.items() if place in watcher.visible}
            _tell(following, seen, number, at)
        if (reading := watcher.finish()) is not None:
            _tell(following, sights_of(reading), number, at)
    except (PackError, FrameError) as error:
        raise InputError(str(error)) from None
    for line in following.lines(following.follower.finish(), number, at):
        _print(line)
    _print(following.result())
    return DONE


def _tell(following: Following, seen: Seen, number: int, at: float) -> None:
    for line in following.lines(following.follower.see(seen, at), number, at):
        _print(line)


def sights_of(reading: TableReading) -> dict[Place, Sight]:
    """What a reading tells of the spaces, with cards instead of texts."""
    guesses = {(card.board, card.slot): card.alternatives for card in reading.cards}
    seen: dict[Place, Sight] = {}
    for slot in reading.slots:
        card = _card(slot.id) if slot.state == "card" and slot.id is not None else None
        sure = card is not None and slot.confidence >= SURE
        chances = {} if card is None else {card: slot.confidence}
        for guess in guesses.get((slot.board, slot.slot), ()):
            if guess.confidence >= DOUBTFUL and (other := _card(guess.id)) is not None:
                chances.setdefault(other, guess.confidence)
        place = slot.board, slot.slot
        seen[place] = Sight(slot.state, card, sure, tuple(chances), slot.pawn, tuple(chances.values()), slot.pawns)
    return seen


def _card(text: str) -> Card | None:
    try:
        return parse_card(text)
    except CardError:
        return None


def _print(line: Json) -> None:
    print(json.dumps(line, ensure_ascii=False), flush=True)
