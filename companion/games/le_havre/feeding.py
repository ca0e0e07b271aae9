"""The end of a round: what everybody owes, what ships give, what is missing and what that may cost (3.8, 3.9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from card_db.le_havre.goods import load_goods
from card_db.le_havre.rounds import Round
from card_db.le_havre.setup import load_loan
from card_db.le_havre.ships import ShipType
from companion.games.le_havre.names import GOOD_NAMES
from companion.words import Listing, Message, listing, msg, msgs


@dataclass(frozen=True, slots=True)
class Larder:
    """What one player can feed with, after the harvest: francs, goods and the types of the ships."""

    name: str
    francs: int
    goods: Mapping[str, int]
    ships: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Feeding:
    """What the end of the round asks of one player."""

    name: str
    food: int  # what the round asks for
    from_ships: int
    food_goods: Mapping[str, int]
    from_goods: int  # what all food in hand is worth
    francs: int
    loan_francs: int  # what each loan brings

    @property
    def to_pay(self) -> int:
        """What is left after the ships; what they have too much is lost (3.8)."""
        return max(0, self.food - self.from_ships)

    @property
    def unpaid(self) -> int:
        """What all food in hand leaves to be paid in francs."""
        return max(0, self.to_pay - self.from_goods)

    @property
    def francs_paid(self) -> int:
        """The francs that are due when all food in hand is given first."""
        return min(self.unpaid, self.francs)

    @property
    def shortfall(self) -> int:
        """What is missing after all food and all francs."""
        return max(0, self.unpaid - self.francs)

    @property
    def loans(self) -> int:
        """How many loans cover what is missing (3.9)."""
        return -(-self.shortfall // self.loan_francs)

    @property
    def francs_after_loans(self) -> int:
        """What is left of the loans when all is paid."""
        return self.loans * self.loan_francs - self.shortfall

    @property
    def rule(self) -> str:
        """The rule that decides."""
        return "3.9" if self.shortfall else "3.8"


def feed(one: Round, larders: Sequence[Larder], types: Mapping[str, ShipType]) -> tuple[Feeding, ...]:
    """The feeding of everybody at the end of this round; ships feed by the number of players (7.14)."""
    goods, loan = load_goods(), load_loan()
    players = len(larders)
    return tuple(
        Feeding(
            name=larder.name,
            food=one.food,
            from_ships=sum(types[kind].food[players] for kind in larder.ships),
            food_goods={name: number for name, number in larder.goods.items() if number and goods[name].food},
            from_goods=sum(goods[name].food * number for name, number in larder.goods.items()),
            francs=larder.francs,
            loan_francs=loan.francs,
        )
        for larder in larders
    )


def why_feeding(feeding: Feeding) -> Message:
    """How a player's feeding comes about."""
    values: dict[str, int] = {
        "ships": feeding.from_ships,
        "food": feeding.food,
        "to_pay": feeding.to_pay,
        "from_goods": feeding.from_goods,
        "francs": feeding.francs_paid,
        "missing": feeding.shortfall,
        "left": feeding.francs_after_loans,
    }
    larder = _larder(feeding)
    if not feeding.to_pay:
        return msg("Ships feed {ships}, the round asks for {food}: nothing is to pay.", **values)
    if not feeding.unpaid:
        return msg(
            "Ships feed {ships} of {food}. Food in hand: {larder}, worth {from_goods}, enough for the other {to_pay}; "
            "there is no change for food.",
            larder=larder,
            **values,
        )
    if not feeding.shortfall:
        return msg(
            "Ships feed {ships} of {food}. Food in hand: {larder}, worth {from_goods}; francs to pay besides: "
            "{francs}.",
            larder=larder,
            **values,
        )
    return msgs(
        "Ships feed {ships} of {food}. Food in hand: {larder}, worth {from_goods}; francs: {francs}. Missing: "
        "{missing}, for which {count} loan is needed unless something is sold; francs left of it: {left}.",
        "Ships feed {ships} of {food}. Food in hand: {larder}, worth {from_goods}; francs: {francs}. Missing: "
        "{missing}, for which {count} loans are needed unless something is sold; francs left of them: {left}.",
        feeding.loans,
        larder=larder,
        **values,
    )


def _larder(feeding: Feeding) -> Message | Listing:
    if not feeding.food_goods:
        return msg("nothing")
    return listing(
        [msg("{units} {good}", units=number, good=GOOD_NAMES[name]) for name, number in feeding.food_goods.items()]
    )
