"""Score sheets and tables as plain text, for a terminal or a message."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.packet_row.names import AREA_NAMES, card_names
from companion.games.packet_row.outlook import outlook
from companion.games.packet_row.scoring import ScoreSheet
from companion.games.packet_row.state import State
from companion.words import Words, listing, msg, msgs


def score_text(sheet: ScoreSheet, words: Words) -> str:
    """The score sheet: a table, then the reason behind every line, then who won and why."""
    rows = [
        ["", *(player.name for player in sheet.players)],
        [msg("Contracts, $").say(words), *(str(player.plan.income) for player in sheet.players)],
        [msg("Money cards, $").say(words), *(str(player.money_cards) for player in sheet.players)],
        [msg("Money in all, $").say(words), *(str(player.money) for player in sheet.players)],
        [msg("Points: buildings").say(words), *(str(player.vp_buildings) for player in sheet.players)],
        [msg("Points: money").say(words), *(str(player.vp_money) for player in sheet.players)],
        [msg("Points: bankers").say(words), *(str(player.vp_bankers) for player in sheet.players)],
        [msg("Points in all").say(words), *(str(player.total) for player in sheet.players)],
        [msg("Place").say(words), *(str(player.place) for player in sheet.players)],
    ]
    parts = [table_text(rows)]
    for player in sheet.players:
        lines = [
            f"  {line.why.say(words)} ({line.rule})"
            for line in player.lines
            if line.cards or line.points or line.dollars
        ]
        parts.append("\n".join([f"{player.name}:", *lines]))
    parts.append(sheet.why.say(words))
    return "\n\n".join(parts)


def table_text(rows: Sequence[Sequence[str]]) -> str:
    """Columns of one width, numbers to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def state_text(state: State, words: Words) -> str:
    """The table at a glance: who decides, money, boards, how near the end is."""
    names = state.setup.players
    master = names[state.harbour_master]
    lines = [msg("Round {round}, harbour master {master}", round=state.round, master=master).say(words)]
    if state.to_act is not None:
        lines.append(msg("To decide: {player}", player=names[state.to_act]).say(words))
    money = [msg("{player} ${money}", player=n, money=p.money) for n, p in zip(names, state.players, strict=True)]
    lines.append(msg("Money: {money}", money=listing(money)).say(words))
    for name, area in state.areas.items():
        if area.drawn is None:
            lines.append(msg("{area}: not laid out yet", area=AREA_NAMES[name]).say(words))
            continue
        board = msg(
            "{area}: {current}; next {future}; deck {deck}",
            area=AREA_NAMES[name],
            current=card_names(area.current) if area.current else msg("nothing"),
            future=card_names(area.future) if area.future else msg("nothing"),
            deck=area.deck,
        )
        lines.append(board.say(words))
    lines.append(outlook_text(state, words))
    return "\n".join(lines)


def outlook_text(state: State, words: Words) -> str:
    """How near the end is, in a sentence."""
    view = outlook(state)
    if view.earliest_round is None:
        return msg("The game is over.").say(words)
    return msgs(
        "{count} more short board ends the game, in round {round} at the earliest.",
        "{count} more short boards end the game, in round {round} at the earliest.",
        view.missing,
        round=view.earliest_round,
    ).say(words)
