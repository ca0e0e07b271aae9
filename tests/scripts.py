"""Games written as one reads them aloud: `choose bank; B takes money:4; CD decline; A passes`.

Phrases, with P a player, PP several, cards in their notation:

    lay AREA cards / cards          a board: current supply / future supply
    choose AREA                     PP decline(s)          P passes
    P takes CARD [from future] [at SPACE]
    refill AREA cards / cards       what comes from the deck: current / future
    refilled AREA                   the usual refill, cards that no rule minds
    P gets CARD                     a starting contract
    P cashes CARD                   P fulfils CONTRACTS    P shows CARDS (final_cards)
    P plans PARTS                   a plan; its parts are separated by commas:
        CONTRACTS on SHIP [to PLACE] [with captain]
        N of CARD [as GOOD] [with trader] to CONTRACT [+ N to CONTRACT]
        CARD unused
        fulfilling CONTRACTS        when not all that the ships carry
    P holds CARDS [with MONEY]      a correction by the table, so that a test need not collect cards first
    deck AREA N                     a correction: so many cards are left
    clear AREA SPACES               a correction: nothing lies there
    agreed PHRASE                   the same with the agreement of the table
"""

from __future__ import annotations

import re
from itertools import takewhile

from tests.tables import (
    Json,
    agreed,
    cash,
    choose,
    correct,
    deal,
    decline,
    final_cards,
    fulfil,
    fulfil_plan,
    holds,
    laid_out,
    passes,
    refill,
    refilled,
    reveal,
    take,
)

_SHIP = re.compile(r"(?P<contracts>.+) on (?P<card>\S+)(?: to (?P<to>\S+))?(?P<captain> with captain)?")
_GOODS = re.compile(r"(?P<first>\d+) of (?P<card>\S+)(?: as (?P<good>\S+))?(?P<trader> with trader)? to (?P<rest>.+)")


def read_script(text: str, players: int, bare: bool = False) -> list[Json]:
    """The events of a script; boards that it does not lay itself lie as usual, unless it is `bare`."""
    events = [event for phrase in text.split(";") if phrase.strip() for event in read_phrase(phrase.strip(), players)]
    if bare:
        return events
    laid = list(takewhile(lambda event: event["do"] == "reveal", events))
    boards = {event["area"]: event for event in laid}
    layout = [boards.get(event["area"], event) for event in laid_out(players)]
    return [*layout, *events[len(laid) :]]


def read_phrase(phrase: str, players: int) -> list[Json]:
    """The events of one phrase: several when several players decline."""
    match phrase.split():
        case ["agreed", *rest]:
            return [agreed(event) for event in read_phrase(" ".join(rest), players)]
        case ["lay", area, *cards]:
            return [reveal(area, *_halves(cards))]
        case ["refill", area, *cards]:
            return [refill(area, *_halves(cards))]
        case ["refilled", area]:
            return [refilled(area, players)]
        case ["choose", area]:
            return [choose(area)]
        case ["deck", area, number]:
            return [correct(area=area, deck=int(number))]
        case ["clear", area, *spaces]:
            return [correct(area=area, spaces=dict.fromkeys(spaces))]
        case [names, "decline" | "declines"]:
            return [decline(name) for name in names]
        case [name, "passes"]:
            return [passes(name)]
        case [name, "takes", card, *more]:
            options = dict(zip(more[::2], more[1::2], strict=True))
            if "at" in options:
                options["space"] = options.pop("at")
            return [take(name, card, **options)]
        case [name, "gets", card]:
            return [deal(name, card)]
        case [name, "cashes", card]:
            return [cash(name, card)]
        case [name, "fulfils", *contracts]:
            return [fulfil(name, *contracts)]
        case [name, "shows", *cards]:
            return [final_cards(name, *cards)]
        case [name, "holds", *cards, "with", money]:
            return [holds(name, *cards, money=int(money))]
        case [name, "holds", *cards]:
            return [holds(name, *cards)]
        case [name, "plans", *parts]:
            return [fulfil_plan(name, read_plan(" ".join(parts)))]
    raise ValueError(f"what does {phrase!r} mean?")


def _halves(words: list[str]) -> tuple[list[str], list[str]]:
    middle = words.index("/")
    return words[:middle], words[middle + 1 :]


def read_plan(text: str) -> Json:
    """A plan from its parts."""
    plan: dict[str, list[object]] = {"ships": [], "goods": []}
    for part in text.split(", "):
        if part.startswith("fulfilling "):
            plan["contracts"] = list(part.split()[1:])
        elif part.endswith(" unused"):
            plan["goods"].append({"card": part.split()[0], "units": []})
        elif found := _GOODS.fullmatch(part):
            plan["goods"].append(_goods(found))
        elif found := _SHIP.fullmatch(part):
            plan["ships"].append(_ship(found))
        else:
            raise ValueError(f"what does {part!r} mean in a plan?")
    return {**plan}


def _ship(found: re.Match[str]) -> Json:
    use: Json = {"card": found["card"], "contracts": found["contracts"].split(), "captain": bool(found["captain"])}
    return {**use, "to": found["to"]} if found["to"] else use


def _goods(found: re.Match[str]) -> Json:
    contract, *others = found["rest"].split(" + ")
    units = [{"contract": contract, "units": int(found["first"])}]
    for other in others:
        number, _, name = other.split()
        units.append({"contract": name, "units": int(number)})
    use: Json = {"card": found["card"], "trader": bool(found["trader"]), "units": units}
    return {**use, "as": found["good"]} if found["good"] else use
