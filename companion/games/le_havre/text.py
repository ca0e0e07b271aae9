"""The table of Le Havre as plain text, for a terminal or a message."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from card_db.le_havre.goods import FRANCS
from card_db.le_havre.ships import Ship
from companion.games.le_havre.demand import outlook
from companion.games.le_havre.hints import hints
from companion.games.le_havre.names import amounts_name, card_name
from companion.games.le_havre.state import Player, State
from companion.words import Listing, Message, Words, listing, msg, msgs


def state_text(state: State, words: Words) -> str:
    """The table at a glance: whose turn, offers, what the round asks for, players, cards to be had."""
    return "\n".join(line.say(words) for line in _lines(state))


def _lines(state: State) -> Iterator[Message]:
    names = state.setup.players
    if state.phase in ("last", "over"):
        yield msg("The rounds are over.")
    else:
        yield msg("Round {round}, turn {turn}", round=state.round, turn=state.turn)
        yield msg("Food at the end of the round: {food}", food=state.card.food)
    if state.to_act is not None:
        yield msg("To decide: {player}", player=names[state.to_act])
    elif state.due:
        yield msg("Still to pay: {players}", players=listing([names[seat] for seat in state.due]))
    yield msg("Offers: {goods}", goods=amounts_name(state.offers))
    for seat, player in enumerate(state.players):
        yield from _player_lines(names[seat], player)
    if state.phase not in ("last", "over"):
        for feeding in outlook(state):
            if feeding.shortfall:
                yield msg("{player} is short of {food} food", player=feeding.name, food=feeding.shortfall)
    yield msg("Proposals: {cards}", cards=_cards(state.tops))
    yield msg("Town: {cards}", cards=_cards(state.town))
    tops = [ship for pile in state.ships.values() for ship in pile[:1]]
    yield msg("Ships: {cards}", cards=_cards(tops))
    yield from hints(state)


def _player_lines(name: str, player: Player) -> Iterator[Message]:
    yield msg("{player}: {goods}", player=name, goods=amounts_name({FRANCS: player.francs, **player.goods}))
    cards: list[str | Ship] = [*player.buildings, *player.ships]
    if cards:
        yield msg("{player} owns {cards}", player=name, cards=_cards(cards))
    if player.loans:
        yield msgs("{player} has {count} loan", "{player} has {count} loans", player.loans, player=name)


def _cards(cards: Iterable[str | Ship]) -> Message | Listing:
    named = [card_name(card) for card in cards]
    return listing(named) if named else msg("nothing")
