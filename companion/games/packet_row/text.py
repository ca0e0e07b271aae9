"""Score sheets and tables as plain text, for a terminal or a message."""

from __future__ import annotations

from companion.games.packet_row.names import AREA_NAMES, card_names
from companion.games.packet_row.outlook import outlook
from companion.games.packet_row.state import State
from companion.words import Message, Words, listing, msg, msgs


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
    return outlook_words(state).say(words)


def outlook_words(state: State) -> Message:
    """How near the end is."""
    view = outlook(state)
    if view.earliest_round is None:
        return msg("The game is over.")
    return msgs(
        "{count} more short board ends the game, in round {round} at the earliest.",
        "{count} more short boards end the game, in round {round} at the earliest.",
        view.missing,
        round=view.earliest_round,
    )
