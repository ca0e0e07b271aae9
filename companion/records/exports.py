"""Results for other programs and people: BG Stats link, tables for spreadsheets, plain text."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final, Literal
from urllib.parse import quote

from companion.core.game import Json
from companion.games.packet_row.text import score_text
from companion.records.played import Played
from companion.words import Words, msg

SOURCE: Final = "Packet Row Companion"
GAME_NAME: Final = "Packet Row"
LINK: Final = "https://app.bgstatsapp.com/createPlay.html?data="
MOST_IN_LINK: Final = 8000  # characters that every browser and BG Stats take
LONGEST_NAME: Final = 40  # in a link
LONGEST_PLAY: Final = 600  # minutes; what took longer was corrected another day

Table = Literal["comma", "semicolon"]


def local_time(when: str) -> datetime:
    """A time of the store as the clock on the wall shows it."""
    return datetime.fromisoformat(when).astimezone()


def bg_stats_link(played: Played) -> str:
    """A link that enters the play in the app BG Stats."""
    sheet = played.sheet
    if sheet is None:
        raise ValueError("only a finished game has a result to send")
    begun = datetime.fromisoformat(played.created).astimezone(UTC)
    play: Json = {
        "sourceName": SOURCE,
        "sourcePlayId": f"{played.kind}-{played.id}-{begun:%Y%m%d%H%M%S}",
        "playDate": f"{begun:%Y-%m-%d %H:%M:%S}",
        "game": {"name": GAME_NAME, "sourceGameId": "packet_row", "highestWins": True, "noPoints": False},
        "players": [
            {
                "name": player.name[:LONGEST_NAME],
                "sourcePlayerId": _player_id(player.name),
                "startPlayer": seat == played.first,
                "score": player.total,
                "rank": player.place,
                "winner": player.place == 1,
            }
            for seat, player in enumerate(sheet.players)
        ],
    }
    minutes = _minutes(played)
    if minutes is not None:
        play["durationMin"] = minutes
    return LINK + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")


def _player_id(name: str) -> str:
    """The same for the same name on every device."""
    return hashlib.sha256(name.strip().casefold().encode("utf-8", "replace")).hexdigest()[:12]


def _minutes(played: Played) -> int | None:
    """How long a tracked game took, as far as the journal can tell."""
    if played.kind == "count":
        return None
    seconds = (datetime.fromisoformat(played.changed) - datetime.fromisoformat(played.created)).total_seconds()
    minutes = round(seconds / 60)
    return minutes if 1 <= minutes <= LONGEST_PLAY else None


def csv_bytes(games: Iterable[Played], table: Table, words: Words) -> bytes:
    """One line for each player of each game; with semicolons and a mark for the encoding, as German Excel wants it."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter="," if table == "comma" else ";", lineterminator="\r\n")
    heads = (
        msg("Date"),
        msg("Game"),
        msg("Player"),
        msg("Place"),
        msg("Points in all"),
        msg("Points: buildings"),
        msg("Points: money"),
        msg("Points: bankers"),
        msg("Money in all, $"),
    )
    writer.writerow([head.say(words) for head in heads])
    for played in games:
        for player in played.sheet.players if played.sheet is not None else ():
            writer.writerow(
                [
                    f"{local_time(played.created):%Y-%m-%d %H:%M}",
                    _plain(played.name),
                    _plain(player.name),
                    player.place,
                    player.total,
                    player.vp_buildings,
                    player.vp_money,
                    player.vp_bankers,
                    player.money,
                ]
            )
    return text.getvalue().encode("utf-8" if table == "comma" else "utf-8-sig", "replace")


def _plain(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return "'" + text if re.match(r"[=+\-@\t\r]", text) else text


def result_text(played: Played, words: Words) -> str:
    """The score sheet as a message to friends."""
    if played.sheet is None:
        raise ValueError("only a finished game has a score sheet")
    head = f"{GAME_NAME} · {played.name} · {local_time(played.created):%Y-%m-%d}"
    return f"{head}\n\n{score_text(played.sheet, words)}\n"


def file_name(played: Played, ending: str) -> str:
    """A name for a file about this game that every system takes."""
    safe = re.sub(r"[^A-Za-z0-9]+", "-", played.name).strip("-").lower()[:40]
    return f"{local_time(played.created):%Y-%m-%d}-{safe or played.kind}-{played.id}.{ending}"
