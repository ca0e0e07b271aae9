"""Builders for games under test: events as short words, boards that are always the same, decks in a known order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from card_db.packet_row.cards import AREAS, Card, parse_card
from card_db.packet_row.deck_list import load_deck
from companion.cli import answer_request
from companion.core.game import Seat, Setup, apply
from companion.games.packet_row.actions import Action, Deal, Refill, Reveal
from companion.games.packet_row.game import GAME
from companion.games.packet_row.state import State
from companion.words import English

Json = dict[str, Any]

NAMES = ("A", "B", "C", "D", "E")
STRICT = ("strict-refill",)
FULL = {2: 2, 3: 2, 4: 3, 5: 4}  # S5, written out once more so that a wrong table in the program shows

# The first cards of a current supply are those a small table sees.
CURRENT: Mapping[str, Sequence[str]] = {
    "guildhall": ("contract:cotton:3:netherlands:25", "assistant", "contract:fur:3:spain:35", "vp:university:18:4"),
    "docks": ("ship:netherlands", "nugget:1:4", "ship:spain", "captain"),
    "market": ("goods:tobacco:1:2", "vp:library:15:3", "goods:fur:2:6", "trader"),
    "bank": ("money:4", "banker", "money:6", "vp:treasury:30:6"),
}
FUTURE: Mapping[str, Sequence[str]] = {
    "guildhall": ("contract:grain:2:france:15", "assistant"),
    "docks": ("ship:france", "nugget:2:8"),
    "market": ("goods:tobacco:3:10", "goods:cotton:2:5"),
    "bank": ("money:8", "banker"),
}
# Cards for refills that no rule minds: two to draw, then one or two more.
DRAWN: Mapping[str, Sequence[str]] = {
    "guildhall": (
        "contract:grain:3:sweden:25",
        "contract:tobacco:2:france:15",
        "contract:fur:2:france:15",
        "assistant",
    ),
    "docks": ("ship:sweden", "captain", "ship:great_britain", "ship:france"),
    "market": ("goods:grain:1:2", "goods:cotton:1:2", "goods:fur:1:2", "trader"),
    "bank": ("money:3", "money:5", "money:7", "money:9"),
}


# --- events -----------------------------------------------------------------------------------------------------


def reveal(area: str, current: Iterable[str], future: Iterable[str]) -> Json:
    return {"do": "reveal", "area": area, "future": list(future), "current": list(current)}


def deal(player: str, card: str) -> Json:
    return {"do": "deal", "player": player, "card": card}


def choose(area: str) -> Json:
    return {"do": "choose", "area": area}


def take(player: str, card: str, **more: str) -> Json:
    return {"do": "take", "player": player, "card": card, **more}


def take_future(player: str, card: str, **more: str) -> Json:
    return {"do": "take", "player": player, "card": card, "from": "future", **more}


def decline(player: str) -> Json:
    return {"do": "decline", "player": player}


def declines(players: str) -> list[Json]:
    """Several players one after the other, "BCD"."""
    return [decline(player) for player in players]


def passes(player: str) -> Json:
    return {"do": "pass", "player": player}


def refill(area: str, current: Iterable[str], future: Iterable[str]) -> Json:
    return {"do": "refill", "area": area, "current": list(current), "future": list(future)}


def refilled(area: str, players: int) -> Json:
    """The usual refill of a board whose future supply was whole."""
    extra = FULL[players] - 2
    return refill(area, DRAWN[area][2 : 2 + extra], DRAWN[area][:2])


def cash(player: str, card: str) -> Json:
    return {"do": "cash", "player": player, "card": card}


def fulfil(player: str, *contracts: str) -> Json:
    return {"do": "fulfil", "player": player, "contracts": list(contracts)}


def fulfil_plan(player: str, plan: Json) -> Json:
    return {"do": "fulfil", "player": player, "plan": plan}


def final_cards(player: str, *cards: str) -> Json:
    return {"do": "final_cards", "player": player, "cards": list(cards)}


def correct(**what: object) -> Json:
    return {"do": "correct", **what}


def holds(player: str, *cards: str, money: int = 25) -> Json:
    """A player is told to hold these cards, so that a test need not collect them first."""
    return correct(player=player, cards=list(cards), money=money)


def agreed(event: Json) -> Json:
    """The same event by agreement of the table."""
    return {**event, "override": True}


# --- games ------------------------------------------------------------------------------------------------------


def laid_out(players: int, **boards: tuple[Sequence[str], Sequence[str]]) -> list[Json]:
    """All four boards; a board given by name lies as given: (current, future)."""
    events = []
    for area in AREAS:
        current, future = boards.get(area, (CURRENT[area][: FULL[players]], FUTURE[area]))
        events.append(reveal(area, current, future))
    return events


def game(players: int, events: Iterable[Json], master: str = "A", house_rules: Sequence[str] = ()) -> Json:
    """The request of `replay` and `legal`."""
    return {
        "game": "packet_row",
        "players": list(NAMES[:players]),
        "harbour_master": master,
        "house_rules": list(house_rules),
        "events": list(events),
    }


class Reply(NamedTuple):
    """What a command answers: 0 done, 1 refused."""

    exit: int
    body: Json


def ask(request: Json, command: str = "replay") -> Reply:
    """The answer of a command, in English."""
    answer = answer_request(command, request, English)
    return Reply(answer.exit, answer.body)


def played(request: Json) -> Json:
    """The state after all events, which must all be legal."""
    answer = ask(request)
    assert answer.exit == 0, answer.body
    return answer.body


def look(view: object, path: str) -> Any:
    """One value of a JSON answer: "players/B/money" finds the player by name, "score/winners/0" counts."""
    value: Any = view
    for step in path.split("/"):
        if isinstance(value, list):
            named = [item for item in value if isinstance(item, dict) and item.get("name") == step]
            value = named[0] if named else value[int(step)]
        else:
            value = value[step]
    return value


# --- decks in a known order -------------------------------------------------------------------------------------


class Dealer:
    """Draws from decks whose order is known; what comes next follows from how many cards a deck still has."""

    def __init__(self, piles: Mapping[str, Sequence[Card]]) -> None:
        self.piles = {name: tuple(pile) for name, pile in piles.items()}

    def draw(self, state: State, area: str, count: int, skip: int = 0) -> tuple[Card, ...]:
        """The next cards of a deck; the state says how many are gone."""
        first = len(self.piles[area]) - state.areas[area].deck + skip
        return self.piles[area][first : first + count]

    def reveal(self, state: State, area: str) -> Reveal:
        full = FULL[len(state.players)]
        return Reveal(area, self.draw(state, area, 2), self.draw(state, area, full, skip=2))

    def refill(self, state: State, area: str) -> Refill:
        current, future = state.refill_numbers(state.areas[area])
        return Refill(area, self.draw(state, area, current), self.draw(state, area, future, skip=current))

    def deals(self, players: int) -> list[Deal]:
        return [Deal(Seat(seat), self.piles["start"][seat]) for seat in range(players)]

    def lay_out(self, setup: Setup) -> State:
        """The state after the boards are revealed; starting contracts stay unknown."""
        state = GAME.new_game(setup)
        for area in AREAS:
            state = apply(GAME, state, self.reveal(state, area))
        return state


def shuffled(players: int, random: Random) -> Dealer:
    """The shipped deck list, shuffled; with two players six cards of each deck stay away (S3)."""
    deck = load_deck()
    piles = {}
    for name in (*AREAS, "start"):
        pile = list(deck.cards(name))
        random.shuffle(pile)
        piles[name] = pile[6:] if players == 2 and name != "start" else pile
    return Dealer(piles)


def stacked(piles: Mapping[str, Sequence[str]]) -> Dealer:
    """Decks from texts, the first is drawn first."""
    return Dealer({name: [parse_card(text) for text in pile] for name, pile in piles.items()})


def new_setup(players: int, house_rules: Sequence[str] = (), first: int = 0) -> Setup:
    return Setup("packet_row", NAMES[:players], Seat(first), frozenset(house_rules))


def due_refills(state: State, dealer: Dealer) -> list[Action]:
    """A refill for each board that waits for one."""
    return [dealer.refill(state, name) for name, area in state.areas.items() if area.due]
