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
from companion.core.sheet import Sheet
from companion.games import load_box
from companion.records.played import Played
from companion.words import Message, Words, msg

SOURCE: Final = "Packet Row Companion"
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
        "game": {
            "name": load_box(played.box).title,
            "sourceGameId": played.box,
            "highestWins": True,
            "noPoints": False,
        },
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
    """One line for each player of each game; with semicolons and a mark for the encoding, as German Excel wants it.

    The rows of every game's breakdown are columns here; what another game does not have stays empty.
    """
    text = io.StringIO()
    writer = csv.writer(text, delimiter="," if table == "comma" else ";", lineterminator="\r\n")
    finished = [(played, played.sheet) for played in games if played.sheet is not None]
    columns = list(dict.fromkeys(row.name.say(words) for _, sheet in finished for row in sheet.rows))
    heads = (msg("Date"), msg("Title"), msg("Game"), msg("Player"), msg("Place"), msg("Points in all"))
    writer.writerow([*(head.say(words) for head in heads), *columns])
    for played, sheet in finished:
        begun = f"{local_time(played.created):%Y-%m-%d %H:%M}"
        names = [row.name.say(words) for row in sheet.rows]
        for seat, player in enumerate(sheet.players):
            numbers = dict(zip(names, (row.numbers[seat] for row in sheet.rows), strict=True))
            writer.writerow(
                [
                    begun,
                    load_box(played.box).title,
                    _plain(played.name),
                    _plain(player.name),
                    player.place,
                    player.total,
                    *(numbers.get(column, "") for column in columns),
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
    head = f"{load_box(played.box).title} · {played.name} · {local_time(played.created):%Y-%m-%d}"
    return f"{head}\n\n{sheet_text(played.sheet, words)}\n"


def sheet_text(sheet: Sheet, words: Words) -> str:
    """The score sheet: a table, then the reason behind every line, then who won and why."""

    def row(name: Message, numbers: Iterable[int]) -> list[str]:
        return [name.say(words), *map(str, numbers)]

    rows = [
        ["", *(player.name for player in sheet.players)],
        *(row(one.name, one.numbers) for one in sheet.rows),
        row(msg("Points in all"), (player.total for player in sheet.players)),
        row(msg("Place"), (player.place for player in sheet.players)),
    ]
    parts = [_columns(rows)]
    for player in sheet.players:
        lines = [f"  {line.why.say(words)} ({line.rule})" for line in player.lines if line.matters]
        parts.append("\n".join([f"{player.name}:", *lines]))
    parts.append(sheet.why.say(words))
    return "\n\n".join(parts)


def _columns(rows: list[list[str]]) -> str:
    """Columns of one width, numbers to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def file_name(played: Played, ending: str) -> str:
    """A name for a file about this game that every system takes."""
    safe = re.sub(r"[^A-Za-z0-9]+", "-", played.name).strip("-").lower()[:40]
    return f"{local_time(played.created):%Y-%m-%d}-{safe or played.kind}-{played.id}.{ending}"
