"""What a screen tells the table: how to set up, whose turn it is and what is to be done."""

from __future__ import annotations

from dataclasses import dataclass

from card_db.le_havre.buildings import FULL, proposals, town_at_start
from card_db.le_havre.setup import PILES, load_setups
from companion.core.game import Seat, Setup
from companion.games.le_havre.names import BUILDING_NAMES, amounts_name, tile_name
from companion.games.le_havre.state import State, rounds_of
from companion.words import Message, listing, msg


@dataclass(frozen=True, slots=True)
class SetupStep:
    """One thing to do before the first turn, with pictures of what it is about."""

    id: str
    text: Message
    pictures: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Call:
    """Whose turn it is and what is to be done."""

    seat: Seat | None
    headline: Message
    detail: Message


def setup_steps(setup: Setup) -> tuple[SetupStep, ...]:
    """How the table is laid out for this number of players and this version (2.1 to 2.9)."""
    players = len(setup.players)
    begin = load_setups()[setup.version]
    town = town_at_start(setup.version, players)
    steps = [
        SetupStep(
            "offers",
            msg("Put on the offers: {goods}.", goods=amounts_name(begin.offers)),
            tuple(f"token:{good}" for good, number in begin.offers.items() if number),
        ),
        SetupStep(
            "players",
            msg("Give each player {goods}.", goods=amounts_name(begin.player)),
            tuple(f"token:{good}" for good in begin.player),
        ),
        SetupStep(
            "town",
            msg("The town starts with {buildings}.", buildings=listing([BUILDING_NAMES[card.name] for card in town])),
            tuple(card.name for card in town),
        ),
        SetupStep(
            "rounds",
            msg(
                "Take the round cards of this game ({rounds}) and pile them up, the first one on top; the ships are on "
                "their backs.",
                rounds=len(rounds_of(setup)),
            ),
            tuple(str(one.ship) for one in rounds_of(setup)[:3]),
        ),
        SetupStep(
            "tiles",
            msg("Shuffle the seven supply tiles and put them face down; each is turned up when the ship reaches it."),
        ),
        SetupStep(
            "loans",
            msg("Lay the loan cards and all other goods and francs ready."),
        ),
        SetupStep(
            "piles",
            msg(
                "Shuffle the {cards} proposals and deal three piles of {pile}; sort each, the lowest number on top.",
                cards=len(proposals(setup.version, players)),
                pile=len(proposals(setup.version, players)) // PILES,
            ),
            tuple(card.name for card in proposals(setup.version, players)[:3]),
        ),
    ]
    if begin.player_ships[players - 1]:
        ships = tuple(str(ship) for ship in begin.player_ships[players - 1])
        steps.insert(2, SetupStep("ships", msg("Everybody gets a wooden ship of value 2."), ships))
    if setup.version == FULL:
        steps.append(
            SetupStep("special", msg("Shuffle the special buildings and lay {count} face down.", count=begin.special))
        )
    return tuple(steps)


def call(state: State) -> Call:
    """What the table does now."""
    names, seat = state.setup.players, state.to_act
    who = msg("{player}", player=names[seat]) if seat is not None else msg("Everybody")
    match state.phase:
        case "setup":
            return Call(None, msg("Set-up"), msg("Tell which proposals lie on which pile."))
        case "supply":
            return Call(seat, who, _supply_words(state, state.turn))
        case "interest":
            owing = listing([names[one] for one in state.due])
            return Call(seat, who, msg("Interest: {players} cannot pay and must sell or borrow.", players=owing))
        case "main":
            return Call(seat, who, msg("Take everything of one offer, or enter a building."))
        case "turn_end" if state.turns_left:
            return Call(seat, who, msg("May still buy. Then {player} begins.", player=names[state.next_seat]))
        case "turn_end":
            return Call(seat, who, msg("May still buy. Then the round ends."))
        case "feeding":
            return Call(
                None, msg("Feeding"), msg("Everybody pays {food} food, less what ships bring.", food=state.card.food)
            )
        case "town":
            return Call(None, msg("The town"), msg("Turn up the top special building for the town."))
        case "last":
            return Call(seat, who, msg("Last action: one offer, or any building but the own one."))
        case "over":
            return Call(None, msg("The game is over"), msg("Loans may still be repaid, cards still be sold."))


def _supply_words(state: State, turn: int) -> Message:
    tile = state.tiles[(turn - 1) % len(state.tiles)]
    if tile is None:
        return msg("The ship moves on: which supply tile is turned up?")
    return msg("The ship moves on: {tokens} come to the offers.", tokens=tile_name(tile))
