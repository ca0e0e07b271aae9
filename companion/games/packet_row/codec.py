"""Events, plans and states of Packet Row as JSON, as the interface writes them."""

from __future__ import annotations

from typing import assert_never

from card_db.packet_row.cards import (
    AREAS,
    MAX_AMOUNT,
    Card,
)
from card_db.packet_row.counts import BOX_SIZE
from companion.core.game import InputError, Json, Seat, Setup
from companion.core.read_json import as_bool, as_choice, as_int, as_list, as_names, as_object, as_text, field, shown
from companion.games.packet_row.actions import (
    Action,
    Cash,
    Choose,
    CorrectArea,
    CorrectPlayer,
    Deal,
    Decline,
    FinalCards,
    Fulfil,
    Pass,
    Refill,
    Reveal,
    Take,
)
from companion.games.packet_row.codec_cards import read_card, read_cards, read_plan, texts, write_plan
from companion.games.packet_row.numbers import HOUSE_RULES, MAX_PLAYERS, MIN_PLAYERS, SPACES

EVENTS = (
    "reveal",
    "deal",
    "choose",
    "take",
    "decline",
    "pass",
    "refill",
    "fulfil",
    "cash",
    "final_cards",
    "correct",
)


# --- reading ----------------------------------------------------------------------------------------------------


def read_setup(data: Json) -> Setup:
    """Who plays, who is harbour master, which house rules hold."""
    if (game := data.get("game", "packet_row")) != "packet_row":
        raise InputError(f"this is a game of {shown(game)}; only packet_row can be played here")
    players = as_names(field(data, "players", "the game"), MIN_PLAYERS, MAX_PLAYERS)
    key = "first" if "first" in data and "harbour_master" not in data else "harbour_master"
    first = read_seat(players, field(data, key, "the game"))
    rules = as_list(data.get("house_rules", []), "house_rules")
    colours = as_object(data.get("colours", {}), "colours")
    for name, colour in colours.items():
        read_seat(players, name)
        as_text(colour, "a colour")
    return Setup(
        game="packet_row",
        players=players,
        first=first,
        house_rules=frozenset(as_choice(rule, "a house rule", HOUSE_RULES) for rule in rules),
        colours={name: str(colour) for name, colour in colours.items()} or None,
        demo=as_bool(data.get("demo", False), "demo"),
    )


def read_seat(players: tuple[str, ...], value: object) -> Seat:
    """The seat of a player's name."""
    if not isinstance(value, str) or value not in players:
        raise InputError(f"{shown(value)} is none of the players ({', '.join(players)})")
    return Seat(players.index(value))


def read_event(setup: Setup, event: Json) -> Action:
    """The action of an event."""
    do = as_choice(field(event, "do", "an event"), "an event", EVENTS)
    what = f"the event {do!r}"

    def seat() -> Seat:
        return read_seat(setup.players, field(event, "player", what))

    def area() -> str:
        return as_choice(field(event, "area", what), "an area", AREAS)

    def card() -> Card:
        return read_card(field(event, "card", what))

    def cards(key: str) -> tuple[Card, ...]:
        return read_cards(field(event, key, what), key)

    match do:
        case "take":
            return _read_take(seat(), card(), event)
        case "decline":
            return Decline(seat())
        case "choose":
            return Choose(area())
        case "refill":
            return Refill(area(), cards("current"), cards("future"))
        case "pass":
            return Pass(seat())
        case "cash":
            return Cash(seat(), card())
        case "fulfil":
            return _read_fulfil(seat(), event)
        case "reveal":
            return Reveal(area(), cards("future"), cards("current"))
        case "deal":
            return Deal(seat(), card())
        case "final_cards":
            return FinalCards(seat(), cards("cards"))
        case _:
            return _read_correct(setup, event)


def _read_take(seat: Seat, card: Card, event: Json) -> Take:
    source = as_choice(event.get("from", "current"), "from", ("current", "future"))
    space = event.get("space")
    if space is not None:
        space = as_choice(space, "a space", SPACES)
    return Take(seat, card, source == "future", space)


def _read_fulfil(seat: Seat, event: Json) -> Fulfil:
    if event.get("plan") is not None:
        plan = read_plan(event["plan"])
        return Fulfil(seat, plan, plan.contracts)
    if "contracts" not in event:
        raise InputError("the event 'fulfil' needs a 'plan' or 'contracts'")
    return Fulfil(seat, None, read_cards(event["contracts"], "contracts"))


def _read_correct(setup: Setup, event: Json) -> CorrectPlayer | CorrectArea:
    if "player" in event:
        money = event.get("money")
        cards = event.get("cards")
        return CorrectPlayer(
            read_seat(setup.players, event["player"]),
            None if money is None else as_int(money, "money", 0, MAX_AMOUNT),
            None if cards is None else read_cards(cards, "cards"),
        )
    area = as_choice(field(event, "area", "the event 'correct'"), "an area", AREAS)
    spaces = as_object(event.get("spaces", {}), "spaces")
    deck, discard = event.get("deck"), event.get("discard")
    return CorrectArea(
        area,
        {
            as_choice(name, "a space", SPACES): None if card is None else read_card(card)
            for name, card in spaces.items()
        },
        None if deck is None else as_int(deck, "deck", 0, BOX_SIZE),
        None if discard is None else as_int(discard, "discard", 0, BOX_SIZE),
    )


# --- writing ----------------------------------------------------------------------------------------------------


def write_setup(setup: Setup) -> Json:
    """The inverse of read_setup."""
    data: Json = {
        "game": setup.game,
        "players": list(setup.players),
        "harbour_master": setup.players[setup.first],
        "house_rules": sorted(setup.house_rules),
    }
    if setup.colours:
        data["colours"] = dict(setup.colours)
    if setup.demo:
        data["demo"] = True
    return data


def write_event(setup: Setup, action: Action) -> Json:
    """The inverse of read_event."""
    names = setup.players
    match action:
        case Reveal(area, future, current):
            return {"do": "reveal", "area": area, "future": texts(future), "current": texts(current)}
        case Deal(seat, card):
            return {"do": "deal", "player": names[seat], "card": str(card)}
        case Choose(area):
            return {"do": "choose", "area": area}
        case Take(seat, card, future, space):
            event: Json = {"do": "take", "player": names[seat], "card": str(card)}
            if future:
                event["from"] = "future"
            if space is not None:
                event["space"] = space
            return event
        case Decline(seat):
            return {"do": "decline", "player": names[seat]}
        case Pass(seat):
            return {"do": "pass", "player": names[seat]}
        case Refill(area, current, future):
            return {"do": "refill", "area": area, "current": texts(current), "future": texts(future)}
        case Fulfil(seat, plan, contracts):
            if plan is not None:
                return {"do": "fulfil", "player": names[seat], "plan": write_plan(plan)}
            return {"do": "fulfil", "player": names[seat], "contracts": texts(contracts)}
        case Cash(seat, card):
            return {"do": "cash", "player": names[seat], "card": str(card)}
        case FinalCards(seat, cards):
            return {"do": "final_cards", "player": names[seat], "cards": texts(cards)}
        case CorrectPlayer(seat, money, held):
            event = {"do": "correct", "player": names[seat]}
            if money is not None:
                event["money"] = money
            if held is not None:
                event["cards"] = texts(held)
            return event
        case CorrectArea(area, spaces, deck, discard):
            event = {"do": "correct", "area": area}
            if spaces:
                event["spaces"] = {name: None if card is None else str(card) for name, card in spaces.items()}
            if deck is not None:
                event["deck"] = deck
            if discard is not None:
                event["discard"] = discard
            return event
        case _:
            assert_never(action)
