"""Random play of Le Havre: nothing is made or lost that should not be, and whatever a table agrees to can be shown."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from card_db.le_havre.buildings import FULL, VERSIONS, load_buildings, proposals, town_at_start
from card_db.le_havre.goods import GOODS
from card_db.le_havre.rounds import load_round_cards, load_rounds
from card_db.le_havre.setup import load_tiles
from card_db.le_havre.ships import Ship
from companion.core.game import Seat, Setup
from companion.games.le_havre.actions import (
    Action,
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
from companion.games.le_havre.game import GAME
from companion.games.le_havre.rules import RULES
from companion.games.le_havre.state import OFFERS, State
from companion.games.le_havre.views import view_state
from companion.words import English, load_words
from tests.game_tables import NAMES, Step, play

SHIP_PRICES = {"wooden": 14, "iron": 20, "steel": 30}
games = given(
    version=st.sampled_from(VERSIONS), players=st.integers(1, 5), first=st.integers(0, 4), seed=st.integers(0, 2**32)
)


def setup_of(version: str, players: int, first: int) -> Setup:
    return Setup("le_havre", NAMES[:players], Seat(first % players), version=version)


# --- whole games ------------------------------------------------------------------------------------------------


@settings(derandomize=True, deadline=None, max_examples=10)
@games
def test_nothing_is_made_or_lost_on_the_way_to_the_end(version: str, players: int, first: int, seed: int) -> None:
    setup = setup_of(version, players, first)
    turns = Counter[int]()
    for step in play(setup, seed):
        check_things(step)
        check_cards(setup, step.after)
        check_discs(step.after)
        if isinstance(step.action, Take | Enter) and step.before.phase == "main":
            turns[step.action.seat] += 1
    assert step.after.over
    rounds = len(load_rounds(version, players))
    # Seats that begin have as many turns as the others: rounds and turns go up evenly.
    assert sum(turns.values()) == 7 * rounds
    assert len(set(turns.values())) == 1


def all_things(state: State) -> Counter[str]:
    """Goods and francs of the players and on the offers."""
    things = Counter(dict(state.offers))
    for player in state.players:
        assert player.francs >= 0
        assert player.loans >= 0
        assert all(number > 0 for number in player.goods.values())
        things.update(player.goods)
        things["francs"] += player.francs
    return things


def check_things(step: Step) -> None:
    """Goods and francs change only as the action says."""
    before, action, after = step
    wanted = all_things(before)
    changed = all_things(after)
    loans = sum(player.loans for player in after.players) - sum(player.loans for player in before.players)
    match action:
        case Supply():
            turn = after.turn - 1
            wanted.update(str(after.tiles[turn]).split("+"))
            if after.tiles[turn] == "wood+fish":
                payers = [p for p in before.players if p.loans and p.francs]
                wanted["francs"] -= len(payers)
        case Buy(card=Ship(type=kind)):
            wanted["francs"] -= SHIP_PRICES[kind]
        case Buy(card=card):
            wanted["francs"] -= load_buildings()[card].price
        case Sell(card=card):
            wanted["francs"] += (card.value if isinstance(card, Ship) else load_buildings()[card].value) // 2
            if before.phase == "interest":
                wanted["francs"] -= len(before.due) - len(after.due)
        case Repay(loans=number):
            wanted["francs"] -= 5 * number
            assert loans == -number
        case Borrow():
            wanted["francs"] += 4 - 1
        case Feed(paid=paid, loans=number):
            wanted["francs"] += 4 * number
            wanted.subtract(paid)
            assert loans == number
        case EndRound():
            assert changed - wanted <= Counter({"grain": 5, "cattle": 10})
            wanted.update(changed - wanted)
        case Enter():
            loans += action.use.loans
            wanted = settle(before, action, wanted)
    assert +changed == +wanted
    assert loans == 0 or isinstance(action, Borrow | Feed | Repay)


def settle(before: State, enter: Enter, things: Counter[str]) -> Counter[str]:
    """What a visit leaves: fees of the town's buildings and what is handed in are gone, what is given is new."""
    if before.owner(enter.building) is None:
        things.subtract(enter.fee)
    use = enter.use
    if use.then is not None:
        return settle(before, use.then, things)  # the Harbor Watch's franc goes to a player
    for given_away in (use.paid, use.energy, *(built.paid for built in use.built)):
        things.subtract(given_away)
    if not use.offers:  # the Haulage Firm only moves what lies there
        things.update(use.got)
    return things


def check_cards(setup: Setup, state: State) -> None:
    """Every building is in one place, and so is every ship."""
    players = len(state.players)
    places = [*state.standing, *state.waiting, *(name for pile in state.piles for name in pile)]
    known = [*proposals(setup.version, players), *town_at_start(setup.version, players)]
    known_names = {card.name for card in known} if state.phase != "setup" else set(state.town)
    assert sorted(places) == sorted({*known_names, *state.seen})
    fleet = Counter(ship for pile in state.ships.values() for ship in pile)
    fleet.update(ship for player in state.players for ship in player.ships)
    assert not fleet - Counter(card.ship for card in load_round_cards())
    appeared = state.round - 1 if state.phase not in ("last", "over") else state.round
    dealt = 0 if setup.version == FULL or players > 2 else 2
    assert sum(fleet.values()) + ("Luxury Yacht" in places) >= appeared + dealt >= sum(fleet.values())


def cards_of(state: State) -> list[str]:
    """Every building and ship that lies somewhere."""
    ships = [str(ship) for pile in state.ships.values() for ship in pile]
    ships += [str(ship) for player in state.players for ship in player.ships]
    return [*state.standing, *state.waiting, *(name for pile in state.piles for name in pile), *ships]


def check_discs(state: State) -> None:
    """Discs stand on buildings that can be entered, one on each before the last actions."""
    discs = [player.person for player in state.players if player.person]
    assert all(load_buildings()[name].entry is not None and name in state.standing for name in discs)
    assert len(set(discs)) == len(discs) or state.phase in ("last", "over")


# --- what nobody would list -------------------------------------------------------------------------------------

BUILDINGS = list(load_buildings())
SPECIALS = [name for name, card in load_buildings().items() if card.deck == "special"]
SHIPS = [card.ship for card in load_round_cards()]
THINGS = (*GOODS, "francs")


def anything(state: State, random: Random) -> Action:
    """Any action at all, by anybody, at any time, with anything."""
    seat = Seat(random.randrange(len(state.players)))
    building, ship = random.choice([*BUILDINGS, *state.standing]), random.choice(SHIPS)
    some = {random.choice(THINGS): random.randint(1, 4) for _ in range(random.randrange(3))}
    tiles = [tile.name for tile in load_tiles()]
    names = tuple(random.sample(BUILDINGS, 3))
    use = Use(
        paid=some,
        energy={"wood": 1} if random.random() < 0.2 else {},
        got={random.choice(THINGS): 1},
        built=(Built(random.choice([building, *state.tops, building]), some),) if random.random() < 0.3 else (),
        ship=ship if random.random() < 0.2 else None,
        swapped=ship if random.random() < 0.1 else None,
        sailed=(ship.type,) if random.random() < 0.1 else (),
        offers=(random.choice(OFFERS),) if random.random() < 0.1 else (),
        loans=random.randrange(2),
        evicted=Seat(random.randrange(len(state.players))) if random.random() < 0.3 else None,
        then=Enter(seat, building, some) if random.random() < 0.3 else None,
    )
    options: list[Action] = [
        LayOut((names, (), names[:1])),
        Supply(seat, random.choice([None, *tiles])),
        Take(seat, random.choice(OFFERS)),
        *[Enter(seat, building, random.choice([{}, some]), random.choice([Use(), use]))] * 6,
        Buy(seat, random.choice([building, ship])),
        Sell(seat, random.choice([building, ship, *state.players[seat].buildings, *state.players[seat].ships])),
        Repay(seat, random.randint(1, 3)),
        Borrow(seat),
        EndRound(),
        Feed(seat, some, random.randrange(3)),
        TurnUp(random.choice(SPECIALS)),
        CorrectPlayer(seat, random.randrange(30), some and {"fish": 3, "coal": 2}, names, (ship,), 2, building),
        CorrectTable(offers={"fish": random.randrange(9)}, town=names, special=random.randrange(7)),
        CorrectTable(ships=(ship,), modern=names[:1], waiting=("Football Stadium",)),
    ]
    return random.choice(options)


@settings(derandomize=True, deadline=None, max_examples=12)
@games
def test_whatever_the_table_tries_or_agrees_to_leaves_a_table_that_can_be_shown(
    version: str, players: int, first: int, seed: int
) -> None:
    setup, random = setup_of(version, players, first), Random(seed)
    german = load_words("de")
    state = GAME.new_game(setup)
    if random.random() < 0.9:
        state = next(play(setup, seed)).after
    for _ in range(60):
        options = [option for option in GAME.options(state) if GAME.check(state, option) is None]
        action = random.choice(options) if options and random.random() < 0.4 else anything(state, random)
        event = json.loads(json.dumps(GAME.encode(setup, action)))
        assert GAME.decode(setup, event) == action
        refusal = GAME.check(state, action)
        if refusal is not None:
            assert refusal.rule in RULES
            assert all(refusal.reason.say(words).strip() for words in (English, german))
            if refusal.firm:
                continue
        assert GAME.describe(state, action).say(german)
        before, state = state, GAME.advance(state, action)
        all_things(state)
        if isinstance(action, Enter | Buy | Sell | Take):  # cards change places, none is made
            assert not Counter(cards_of(state)) - Counter(cards_of(before))
        view = view_state(state, English)
        assert json.loads(json.dumps(view)) == view
