"""What people at the table do next, in words: the set-up by number of players, whose decision it is, the refill."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from card_db.packet_row.cards import AREAS, Card, CardError, parse_card
from companion.core.game import Json, Seat, Setup
from companion.games.packet_row.names import AREA_NAMES
from companion.games.packet_row.numbers import (
    FULL_CURRENT,
    FUTURE_SPACES,
    MIN_PLAYERS,
    SPACES,
    START_MONEY,
    UNSEEN_WITH_TWO,
)
from companion.games.packet_row.outlook import BoardOutlook
from companion.games.packet_row.state import State
from companion.words import Message, listing, msg, msgs

# --- set-up -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SetupStep:
    """One thing to do before the game; `pictures` are cards, backs and boards by their names."""

    id: str
    rule: str
    title: Message
    text: Message
    pictures: tuple[str, ...] = ()


def setup_steps(setup: Setup) -> tuple[SetupStep, ...]:
    """Everything to do for this number of players, in order."""
    backs = tuple(f"back:{area}" for area in AREAS)
    full = FULL_CURRENT[len(setup.players)]
    steps = [
        SetupStep(
            "decks",
            "S2",
            msg("Boards and decks"),
            msg("Lay out the four boards. Shuffle each deck and put it face down on its board."),
            backs,
        ),
        SetupStep(
            "future",
            "S4",
            msg("Future supply"),
            msg("Lay two cards of each deck open on the upper spaces."),
            ("contract:cotton:3:netherlands:25", "ship:france"),
        ),
        SetupStep(
            "current",
            "S5",
            msg("Current supply"),
            msgs(
                "Then lay {count} card of each deck open on the lower spaces.",
                "Then lay {count} cards of each deck open on the lower spaces.",
                full,
            ),
            ("goods:tobacco:1:2", "vp:university:18:4", "money:4", "banker")[:full],
        ),
        SetupStep(
            "contracts",
            "S6",
            msg("Starting contracts"),
            msg("Everybody draws one and keeps it hidden. The others go back to the box."),
            ("start:fur:3:spain:25",),
        ),
        SetupStep(
            "money",
            "S7",
            msg("Money"),
            msg("Everybody gets ${money}, open for all to see.", money=START_MONEY),
        ),
        SetupStep(
            "pawns",
            "S8",
            msg("Pawns and token"),
            msg(
                "Everybody takes the pawn of their colour. {player} gets the harbour master token.",
                player=setup.players[setup.first],
            ),
        ),
    ]
    if len(setup.players) == MIN_PLAYERS:
        unseen = SetupStep(
            "unseen",
            "S3",
            msg("Back to the box"),
            msg("With two players, {count} cards of each deck go back to the box unseen.", count=UNSEEN_WITH_TWO),
            backs,
        )
        steps.insert(1, unseen)
    return tuple(steps)


def reveal_spaces(setup: Setup) -> tuple[str, ...]:
    """The spaces of a board that the set-up fills, in the order of the rules: future supply first."""
    full = FULL_CURRENT[len(setup.players)]
    return (*SPACES[-FUTURE_SPACES:], *SPACES[:full])


# --- whose decision ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Call:
    """Who decides now and about what; no seat when it is everybody's business."""

    seat: Seat | None
    headline: Message
    detail: Message


def call(state: State) -> Call:
    """What the whole table waits for."""
    if state.to_act is None:
        return _call_of_all(state)
    name = Message("{name}", (("name", state.setup.players[state.to_act]),))
    if state.phase == "choose":
        return Call(state.to_act, name, msg("chooses an area"))
    area = AREA_NAMES[state.area or AREAS[0]]
    if state.must_take:
        return Call(state.to_act, name, msg("must take a card here: {area}", area=area))
    if state.phase == "master" and state.others_have_taken():
        return Call(state.to_act, name, msg("takes a card, chooses another area or passes"))
    return Call(state.to_act, name, msg("{area}: take a card or decline", area=area))


def _call_of_all(state: State) -> Call:
    match state.phase:
        case "setup":
            return Call(None, msg("Set-up"), msg("The boards have to be laid out."))
        case "refill":
            return Call(None, msg("Round {round} is over", round=state.round), msg("The boards have to be refilled."))
    return Call(None, msg("The game is over"), msg("Now the cards are counted."))


def public_words(event: Json, text: Message) -> Message:
    """A step as the whole table may read it: what only its owner knows is left out (S6, R6)."""
    player = str(event.get("player", ""))
    if event.get("do") == "deal":
        return msg("{player} gets a starting contract", player=player)
    if event.get("do") == "correct" and "cards" in event:
        return msg("Corrected: cards of {player}", player=player)
    return text


def board_status(board: BoardOutlook) -> Message:
    """How near a board is to being short (E5)."""
    if board.short:
        return msg("short")
    return msgs("{count} visit left", "{count} visits left", board.visits_left)


# --- refill -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RefillStep:
    """One thing to do on a board after the round, with the cards it is about."""

    text: Message
    cards: tuple[Card, ...] = ()
    seats: tuple[Seat, ...] = ()


def boards_due(state: State) -> tuple[str, ...]:
    """The boards that wait for their refill."""
    return tuple(name for name, area in state.areas.items() if area.due)


def refill_headline(state: State, name: str) -> Message:
    """What happens on a board, in one sentence."""
    area = state.areas[name]
    current, _ = state.refill_numbers(area)
    moved = msgs("move the future card", "move the {count} future cards", len(area.future))
    if not area.future:
        moved = msg("no future card to move")
    if not current:
        return msg("{area}: {moved}, add none", area=AREA_NAMES[name], moved=moved)
    return msg("{area}: {moved}, add {number}", area=AREA_NAMES[name], moved=moved, number=current)


def refill_steps(state: State, name: str) -> tuple[RefillStep, ...]:
    """What to put where on a board, in order (E1 to E3)."""
    area = state.areas[name]
    current, future = state.refill_numbers(area)
    steps = []
    home = tuple(
        Seat(seat) for seat, player in enumerate(state.players) if player.pawn is not None and player.pawn.area == name
    )
    if home:
        who = listing([state.setup.players[seat] for seat in home])
        steps.append(
            RefillStep(
                msgs("{who} takes the pawn back.", "{who} take their pawns back.", len(home), who=who), seats=home
            )
        )
    if area.current:
        left = len(area.current)
        steps.append(
            RefillStep(
                msgs("Discard what is left below: {count} card.", "Discard what is left below: {count} cards.", left),
                area.current,
            )
        )
    if area.future:
        down = len(area.future)
        steps.append(RefillStep(msgs("Move {count} card down.", "Move {count} cards down.", down), area.future))
    if current:
        steps.append(
            RefillStep(msgs("Add {count} card from the deck below.", "Add {count} cards from the deck below.", current))
        )
    if future:
        steps.append(
            RefillStep(
                msgs(
                    "Lay {count} card from the deck on top as future supply.",
                    "Lay {count} cards from the deck on top as future supply.",
                    future,
                )
            )
        )
    if area.deck == current + future:
        steps.append(RefillStep(msg("The deck is used up.")))
    return tuple(steps)


def refill_spaces(state: State, name: str) -> tuple[str, ...]:
    """The spaces that get a card from the deck, in the order in which they are drawn (E2, E3)."""
    area = state.areas[name]
    current, future = state.refill_numbers(area)
    moved = len(area.future)
    return (*SPACES[moved : moved + current], *SPACES[-FUTURE_SPACES:][:future])


def after_refill(state: State) -> Message:
    """What the last refill of a round has brought: the end (E5) or the next harbour master (E4)."""
    if state.over:
        return msgs(
            "{count} board is short: the game is over.",
            "{count} boards are short: the game is over.",
            state.boards_short,
        )
    master = state.setup.players[state.harbour_master]
    return msg("Round {round}: {player} is harbour master now.", round=state.round, player=master)


def read_entries(data: object, spaces: tuple[str, ...]) -> dict[str, str]:
    """Cards by space as somebody entered them before; what is no card or has no place is left out."""
    entries: dict[str, str] = {}
    for space in spaces:
        text = data.get(space) if isinstance(data, dict) else None
        if isinstance(text, str) and _is_card(text):
            entries[space] = text
    return entries


def _is_card(text: str) -> bool:
    try:
        parse_card(text)
    except CardError:
        return False
    return True


def cards_on(entries: Mapping[str, str], supply: str) -> tuple[Card, ...]:
    """The entered cards of one supply (`current` or `future`), in the order of their spaces."""
    return tuple(parse_card(entries[space]) for space in SPACES if space.startswith(supply) and space in entries)
