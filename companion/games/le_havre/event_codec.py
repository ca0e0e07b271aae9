"""Set-up and events of Le Havre as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, assert_never

from card_db.le_havre.buildings import FULL, SPECIAL, VERSIONS, load_buildings
from card_db.le_havre.data_file import MAX_PLAYERS, MIN_PLAYERS
from card_db.le_havre.goods import FRANCS, GOODS
from card_db.le_havre.rounds import TURNS
from card_db.le_havre.setup import PILES, load_tiles
from card_db.le_havre.ships import SHIP_TYPES, Ship
from companion.core.game import InputError, Json, Seat, Setup
from companion.core.read_json import as_choice, as_int, as_list, as_names, as_object, as_text, field, shown
from companion.games.le_havre.actions import (
    Action,
    Amounts,
    Borrow,
    Built,
    Buy,
    CorrectPlayer,
    CorrectTable,
    EndRound,
    Enter,
    Feed,
    LayOut,
    Repay,
    Sell,
    Supply,
    Take,
    TurnUp,
    Use,
)
from companion.games.le_havre.codec import read_buildings, read_ships
from companion.games.le_havre.printed import MAX_AMOUNT, read_corrections
from companion.games.le_havre.state import HOUSE_RULES, OFFERS, rounds_of

EVENTS: Final = (
    *("lay_out", "supply", "take", "enter", "buy", "sell", "repay", "loan"),
    *("end_round", "feed", "special", "correct"),
)


# --- reading ----------------------------------------------------------------------------------------------------


def read_setup(data: Json) -> Setup:
    """Who plays which version, and who begins."""
    if (game := data.get("game", "le_havre")) != "le_havre":
        raise InputError(f"this is a game of {shown(game)}, not of le_havre")
    players = as_names(field(data, "players", "the game"), MIN_PLAYERS, MAX_PLAYERS)
    colours = as_object(data.get("colours", {}), "colours")
    for name, colour in colours.items():
        read_seat(players, name)
        as_text(colour, "a colour")
    rules = as_list(data.get("house_rules", []), "house_rules")
    return Setup(
        game="le_havre",
        players=players,
        first=read_seat(players, data["first"]) if "first" in data else Seat(0),
        house_rules=frozenset(as_choice(rule, "a house rule", HOUSE_RULES) for rule in rules),
        colours={name: str(colour) for name, colour in colours.items()} or None,
        version=as_choice(data.get("version", FULL), "version", VERSIONS),
        corrections=read_corrections(data.get("corrections", {})),
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

    match do:
        case "lay_out":
            return LayOut(_read_piles(field(event, "piles", what)))
        case "supply":
            tiles = [tile.name for tile in load_tiles()]
            tile = event.get("tile")
            return Supply(seat(), None if tile is None else as_choice(tile, "a tile", tiles))
        case "take":
            return Take(seat(), as_choice(field(event, "offer", what), "an offer", OFFERS))
        case "enter":
            return _read_enter(setup, event, what)
        case "buy":
            return Buy(seat(), _read_card(event, what))
        case "sell":
            return Sell(seat(), _read_card(event, what))
        case "repay":
            return Repay(seat(), as_int(event.get("loans", 1), "loans", 1, MAX_AMOUNT))
        case "loan":
            return Borrow(seat())
        case "end_round":
            return EndRound()
        case "feed":
            paid = _read_amounts(event, "paid", what)
            return Feed(seat(), paid, as_int(event.get("loans", 0), "loans", 0, MAX_AMOUNT))
        case "special":
            return TurnUp(_read_special(field(event, "building", what)))
        case _:
            return _read_correct(setup, event)


def _read_amounts(data: Json, key: str, what: str) -> Amounts:
    """How many of which goods and francs; nothing is left out."""
    amounts = as_object(data.get(key, {}), f"{key!r} of {what}")
    for name in amounts:
        as_choice(name, f"{key!r} of {what}", (*GOODS, FRANCS))
    read = {name: as_int(number, f"{name} in {key!r} of {what}", 0, MAX_AMOUNT) for name, number in amounts.items()}
    return {name: number for name, number in read.items() if number}


def _read_building(value: object, what: str) -> str:
    return read_buildings(load_buildings(), [value], what)[0].name


def _read_names(value: object, what: str) -> tuple[str, ...]:
    return tuple(card.name for card in read_buildings(load_buildings(), value, what))


def _read_special(value: object) -> str:
    name = _read_building(value, "the event 'special'")
    if load_buildings()[name].deck != SPECIAL:
        raise InputError(f"{name!r} is no special building")
    return name


def _read_piles(value: object) -> tuple[tuple[str, ...], ...]:
    piles = tuple(_read_names(pile, "a pile of proposals") for pile in as_list(value, "piles"))
    if len(piles) != PILES:
        raise InputError(f"there are {PILES} piles of proposals, not {len(piles)}")
    return piles


def _read_ship(value: object, what: str) -> Ship:
    return read_ships([value], what)[0]


def _read_card(event: Json, what: str) -> str | Ship:
    if ("building" in event) == ("ship" in event):
        raise InputError(f"{what} needs either a 'building' or a 'ship'")
    return _read_ship(event["ship"], what) if "ship" in event else _read_building(event["building"], what)


def _read_enter(setup: Setup, event: Json, what: str) -> Enter:
    return Enter(
        read_seat(setup.players, field(event, "player", what)),
        _read_building(field(event, "building", what), what),
        _read_amounts(event, "fee", what),
        _read_use(setup, event, what),
    )


def _read_use(setup: Setup, event: Json, what: str) -> Use:
    ship, swapped, evicted, then = (event.get(key) for key in ("ship", "swapped", "evicted", "then"))
    inner = None
    if then is not None:
        # The second visit is the same player's; only one can follow.
        visit = as_object(then, f"'then' of {what}")
        if visit.get("then") is not None:
            raise InputError(f"{what} has a visit after the second one")
        inner = _read_enter(setup, {**visit, "player": event.get("player")}, what)
    return Use(
        paid=_read_amounts(event, "paid", what),
        energy=_read_amounts(event, "energy", what),
        got=_read_amounts(event, "got", what),
        built=tuple(_read_built(item, what) for item in as_list(event.get("build", []), f"'build' of {what}")),
        ship=None if ship is None else _read_ship(ship, what),
        swapped=None if swapped is None else _read_ship(swapped, what),
        sailed=_read_choices(event, "sailed", SHIP_TYPES, what),
        offers=_read_choices(event, "offers", OFFERS, what),
        loans=as_int(event.get("loans", 0), "loans", 0, MAX_AMOUNT),
        evicted=None if evicted is None else read_seat(setup.players, evicted),
        then=inner,
    )


def _read_choices(event: Json, key: str, choices: tuple[str, ...], what: str) -> tuple[str, ...]:
    return tuple(as_choice(item, f"{key!r} of {what}", choices) for item in as_list(event.get(key, []), f"{key!r}"))


def _read_built(value: object, what: str) -> Built:
    item = as_object(value, f"a building in 'build' of {what}")
    name = _read_building(field(item, "building", f"'build' of {what}"), what)
    return Built(name, _read_amounts(item, "paid", what))


def _read_correct(setup: Setup, event: Json) -> CorrectPlayer | CorrectTable:
    what = "the event 'correct'"

    def number(key: str, low: int = 0, high: int = MAX_AMOUNT) -> int | None:
        return None if event.get(key) is None else as_int(event[key], key, low, high)

    def names(key: str) -> tuple[str, ...] | None:
        return None if event.get(key) is None else _read_names(event[key], f"{key!r} of {what}")

    ships = None if event.get("ships") is None else read_ships(event["ships"], f"'ships' of {what}")
    if "player" in event:
        person = event.get("person")
        goods = None if event.get("goods") is None else _read_amounts(event, "goods", what)
        if goods and FRANCS in goods:
            raise InputError(f"francs are none of the goods in {what}; tell them beside the goods")
        return CorrectPlayer(
            seat=read_seat(setup.players, event["player"]),
            francs=number("francs"),
            goods=goods,
            buildings=names("buildings"),
            ships=ships,
            loans=number("loans"),
            person=_read_building(person, what) if person else person if person is None else "",
        )
    offers = as_object(event.get("offers", {}), "offers")
    return CorrectTable(
        offers={
            as_choice(name, "an offer", OFFERS): as_int(value, f"the offer of {name}", 0, MAX_AMOUNT)
            for name, value in offers.items()
        },
        tiles=_read_tiles(event),
        piles=None if event.get("piles") is None else _read_piles(event["piles"]),
        special=number("special"),
        waiting=names("waiting"),
        town=names("town"),
        ships=ships,
        modern=names("modernised"),
        round=number("round", 1, len(rounds_of(setup))),
        turn=number("turn", 1, TURNS),
        cards=None if event.get("cards") is None else read_corrections(event["cards"], f"'cards' of {what}"),
    )


def _read_tiles(event: Json) -> tuple[str | None, ...] | None:
    if event.get("tiles") is None:
        return None
    names = [tile.name for tile in load_tiles()]
    tiles = as_list(event["tiles"], "tiles")
    known = [as_choice(tile, "a tile", names) for tile in tiles if tile is not None]
    if len(tiles) != len(names) or len(set(known)) < len(known):
        raise InputError(f"'tiles' must tell all {len(names)} tiles in their order, each once, null where unknown")
    return tuple(tiles)


# --- writing ----------------------------------------------------------------------------------------------------


def write_setup(setup: Setup) -> Json:
    """The inverse of read_setup."""
    data: Json = {
        "game": setup.game,
        "version": setup.version,
        "players": list(setup.players),
        "first": setup.players[setup.first],
    }
    if setup.house_rules:
        data["house_rules"] = sorted(setup.house_rules)
    if setup.colours:
        data["colours"] = dict(setup.colours)
    if setup.corrections:
        data["corrections"] = dict(setup.corrections)
    return data


def write_event(setup: Setup, action: Action) -> Json:
    """The inverse of read_event."""
    names = setup.players
    match action:
        case LayOut(piles):
            return {"do": "lay_out", "piles": [list(pile) for pile in piles]}
        case Supply(seat, tile):
            return _filled({"do": "supply", "player": names[seat], "tile": tile})
        case Take(seat, offer):
            return {"do": "take", "player": names[seat], "offer": offer}
        case Enter(seat):
            return {"do": "enter", "player": names[seat], **_write_visit(names, action)}
        case Buy(seat, card):
            return {"do": "buy", "player": names[seat], **_write_card(card)}
        case Sell(seat, card):
            return {"do": "sell", "player": names[seat], **_write_card(card)}
        case Repay(seat, loans):
            return {"do": "repay", "player": names[seat], "loans": loans}
        case Borrow(seat):
            return {"do": "loan", "player": names[seat]}
        case EndRound():
            return {"do": "end_round"}
        case Feed(seat, paid, loans):
            return _filled({"do": "feed", "player": names[seat], "paid": dict(paid), "loans": loans or None})
        case TurnUp(building):
            return {"do": "special", "building": building}
        case CorrectPlayer():
            return _filled(
                {
                    "do": "correct",
                    "player": names[action.seat],
                    "francs": action.francs,
                    "goods": _copied(action.goods),
                    "buildings": _listed(action.buildings),
                    "ships": _write_ships(action.ships),
                    "loans": action.loans,
                    "person": action.person,
                }
            )
        case CorrectTable():
            return _filled(
                {
                    "do": "correct",
                    "offers": _copied(action.offers or None),
                    "tiles": _listed(action.tiles),
                    "piles": None if action.piles is None else [list(pile) for pile in action.piles],
                    "special": action.special,
                    "waiting": _listed(action.waiting),
                    "town": _listed(action.town),
                    "ships": _write_ships(action.ships),
                    "modernised": _listed(action.modern),
                    "round": action.round,
                    "turn": action.turn,
                    "cards": None if action.cards is None else dict(action.cards),
                }
            )
        case _:
            assert_never(action)


def write_ship(ship: Ship) -> Json:
    """A ship by its type and value."""
    return {"type": ship.type, "value": ship.value}


def _write_visit(names: tuple[str, ...], enter: Enter) -> Json:
    """A visit without its player."""
    use = enter.use
    visit: dict[str, object] = {
        "building": enter.building,
        "fee": dict(enter.fee),
        "paid": dict(use.paid),
        "energy": dict(use.energy),
        "got": dict(use.got),
        "build": [{"building": built.building, "paid": dict(built.paid)} for built in use.built],
        "ship": use.ship and write_ship(use.ship),
        "swapped": use.swapped and write_ship(use.swapped),
        "sailed": list(use.sailed),
        "offers": list(use.offers),
        "loans": use.loans,
        "evicted": None if use.evicted is None else names[use.evicted],
        "then": use.then and _write_visit(names, use.then),
    }
    return {key: value for key, value in visit.items() if value}


def _write_card(card: str | Ship) -> Json:
    return {"ship": write_ship(card)} if isinstance(card, Ship) else {"building": card}


def _write_ships(ships: tuple[Ship, ...] | None) -> list[Json] | None:
    return None if ships is None else [write_ship(ship) for ship in ships]


def _listed(items: tuple[str | None, ...] | None) -> list[str | None] | None:
    return None if items is None else list(items)


def _copied(amounts: Mapping[str, int] | None) -> dict[str, int] | None:
    return None if amounts is None else dict(amounts)


def _filled(event: Json) -> Json:
    """Without what was not told."""
    return {key: value for key, value in event.items() if value is not None}
