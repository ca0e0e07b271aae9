"""How near the end of the game is (E5): which boards are short, which will be, and the earliest round it can end."""

from __future__ import annotations

from dataclasses import dataclass

from card_db.packet_row.cards import ASSISTANT
from card_db.packet_row.counts import IN_BOX
from companion.games.packet_row.numbers import FUTURE_SPACES, SHORT_BOARDS_END, STRICT_DRAW, STRICT_REFILL
from companion.games.packet_row.state import Area, State


@dataclass(frozen=True, slots=True)
class BoardOutlook:
    """One board: cards left in its deck, whether it is short, and how many visits make it short without assistants."""

    area: str
    deck: int
    short: bool
    visits_left: int


@dataclass(frozen=True, slots=True)
class Outlook:
    """All boards; `missing` more short boards end the game, in `earliest_round` at the earliest (None: it is over)."""

    boards: tuple[BoardOutlook, ...]
    short: tuple[str, ...]
    missing: int
    earliest_round: int | None


def outlook(state: State) -> Outlook:
    """What the decks tell of the end."""
    boards = tuple(
        BoardOutlook(name, area.deck, area.short, 0 if area.short else _visits(state, area, 0))
        for name, area in state.areas.items()
    )
    short = tuple(board.area for board in boards if board.short)
    missing = max(0, SHORT_BOARDS_END[len(state.players)] - len(short))
    return Outlook(boards, short, missing, None if state.over else _earliest_round(state))


def _visits(state: State, area: Area, assistants: int) -> int:
    """How many refills make a board short when so many of its future cards are taken by assistants on the way."""
    full = state.full_current
    strict = STRICT_REFILL in state.setup.house_rules
    deck, future = area.deck, len(area.future)
    if area.drawn is None:  # not laid out yet
        deck, future = deck - full - FUTURE_SPACES, FUTURE_SPACES
    visits = 0
    while True:
        visits += 1
        taken = min(assistants, future)
        assistants -= taken
        future -= taken
        wanted = STRICT_DRAW[len(state.players)] if strict else full - future
        drawn = min(wanted, deck)
        if future + drawn < full:
            return visits
        deck -= drawn
        future = min(FUTURE_SPACES, deck)
        deck -= future


def _earliest_round(state: State) -> int:
    """The first round in which enough boards can be short, if every assistant still about speeds it up."""
    needed = SHORT_BOARDS_END[len(state.players)]
    # Assistants known to be discarded are gone; all others may still be played.
    held = sum(player.cards.count(ASSISTANT) for player in state.players)
    on_boards = sum(area.spaces.count(ASSISTANT) for area in state.areas.values())
    seen = (state.areas["guildhall"].drawn or {}).get("assistant", 0)
    gone = max(0, seen - held - on_boards)
    about = max(0, IN_BOX["assistant"] - gone)
    rounds = 0
    while True:
        rounds += 1
        costs = []
        for area in state.areas.values():
            if area.short:
                costs.append(0)
                continue
            # In a round that is being refilled only the boards still due are visited once more.
            visits = rounds if state.phase != "refill" or area.due else rounds - 1
            fewest = next((used for used in range(about + 1) if _visits(state, area, used) <= visits), None)
            if fewest is not None:
                costs.append(fewest)
        if len(costs) >= needed and sum(sorted(costs)[:needed]) <= about:
            return state.round + rounds - 1
