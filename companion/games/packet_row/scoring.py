"""The final score from hands and money alone (F1 to F4), with the reason behind every line.

Whether hands were tracked, typed in or scanned does not matter here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from card_db.packet_row.cards import BANKER, Building, Card, Contract, Money
from companion.games.packet_row.fulfil import best_plan
from companion.games.packet_row.names import card_name, card_names
from companion.games.packet_row.plan import NO_PLAN, Plan
from companion.words import Message, listing, msg, msgs

DOLLARS_PER_POINT = 10
LARGE_TABLE = 4  # from four players on the second most money scores, too (F3)


@dataclass(frozen=True, slots=True)
class Holding:
    """What one player has when the game ends: cash on the table and all cards."""

    name: str
    money: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of a score: its rule, its worth, the cards behind it and why."""

    rule: str
    points: int
    dollars: int
    cards: tuple[Card, ...]
    why: Message


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """The breakdown of one player's score."""

    name: str
    plan: Plan
    money_cards: int
    money: int
    vp_buildings: int
    vp_money: int
    vp_bankers: int
    place: int
    lines: tuple[ScoreLine, ...]

    @property
    def total(self) -> int:
        """All points (F2)."""
        return self.vp_buildings + self.vp_money + self.vp_bankers


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """Everybody's score in the order of the seats, and why the winners won."""

    players: tuple[PlayerScore, ...]
    winners: tuple[str, ...]
    why: Message


def score(holdings: Sequence[Holding], fulfil: bool = True) -> ScoreSheet:
    """Contracts, money cards, then points; places are dense and ties beyond money are shared (F4)."""
    plans = [best_plan(holding.cards) if fulfil else NO_PLAN for holding in holdings]
    cashed = [sum(card.amount for card in holding.cards if isinstance(card, Money)) for holding in holdings]
    money = [holding.money + plan.income + cards for holding, plan, cards in zip(holdings, plans, cashed, strict=True)]
    rates = banker_rates(money)
    buildings = [sum(card.points for card in holding.cards if isinstance(card, Building)) for holding in holdings]
    bankers = [holding.cards.count(BANKER) * rate for holding, rate in zip(holdings, rates, strict=True)]
    ranks = [
        (points + cash // DOLLARS_PER_POINT + extra, cash)
        for points, cash, extra in zip(buildings, money, bankers, strict=True)
    ]
    order = sorted(set(ranks), reverse=True)
    players = tuple(
        PlayerScore(
            name=holding.name,
            plan=plans[seat],
            money_cards=cashed[seat],
            money=money[seat],
            vp_buildings=buildings[seat],
            vp_money=money[seat] // DOLLARS_PER_POINT,
            vp_bankers=bankers[seat],
            place=order.index(ranks[seat]) + 1,
            lines=_lines(holding, plans[seat], cashed[seat], money, rates[seat], seat),
        )
        for seat, holding in enumerate(holdings)
    )
    winners = tuple(player.name for player in players if player.place == 1)
    return ScoreSheet(players, winners, _why_won(players, winners))


def banker_rates(money: Sequence[int]) -> list[int]:
    """Points for each banker of each player by the order of money, whoever owns bankers (F3)."""
    most = max(money)
    if len(money) < LARGE_TABLE:
        return [2 if cash == most else 0 for cash in money]
    if money.count(most) > 1:
        return [3 if cash == most else 0 for cash in money]
    second = max(cash for cash in money if cash < most)
    return [3 if cash == most else 1 if cash == second else 0 for cash in money]


def _lines(holding: Holding, plan: Plan, cashed: int, money: list[int], rate: int, seat: int) -> tuple[ScoreLine, ...]:
    cards = holding.cards
    cash = money[seat]
    left = [card for card in cards if isinstance(card, Contract)]
    for contract in plan.contracts:
        left.remove(contract)
    return (
        ScoreLine("F1", 0, plan.income, plan.contracts, _why_contracts(plan, tuple(left))),
        ScoreLine(
            "F1",
            0,
            cashed,
            tuple(card for card in cards if isinstance(card, Money)),
            msg("Money cards are cashed for ${amount}.", amount=cashed),
        ),
        ScoreLine(
            "F2",
            sum(card.points for card in cards if isinstance(card, Building)),
            0,
            tuple(card for card in cards if isinstance(card, Building)),
            _why_buildings(cards),
        ),
        ScoreLine(
            "F2",
            cash // DOLLARS_PER_POINT,
            cash,
            (),
            msgs(
                "${money} make {count} point, one for each full $10.",
                "${money} make {count} points, one for each full $10.",
                cash // DOLLARS_PER_POINT,
                money=cash,
            ),
        ),
        ScoreLine(
            "F3", cards.count(BANKER) * rate, 0, (BANKER,) * cards.count(BANKER), _why_bankers(money, rate, seat)
        ),
    )


def _why_contracts(plan: Plan, left: tuple[Card, ...]) -> Message:
    if plan.contracts and left:
        return msg(
            "Fulfilled for ${income}: {done}; not possible besides: {left}.",
            income=plan.income,
            done=card_names(plan.contracts),
            left=card_names(left),
        )
    if plan.contracts:
        return msg("Fulfilled for ${income}: {done}.", income=plan.income, done=card_names(plan.contracts))
    if left:
        return msg("Not fulfilled: {left}.", left=card_names(left))
    return msg("No contracts.")


def _why_buildings(cards: tuple[Card, ...]) -> Message:
    named = [
        msg("{building} {points}", building=card_name(card), points=card.points)
        for card in cards
        if isinstance(card, Building)
    ]
    return msg("Buildings as printed: {buildings}.", buildings=listing(named)) if named else msg("No buildings.")


def _why_bankers(money: list[int], rate: int, seat: int) -> Message:
    """Why each banker of this player counts 3, 2, 1 or 0."""
    cash, most = money[seat], max(money)
    values: dict[str, int] = {"money": cash, "most": most, "rate": rate}
    if cash == most:
        if money.count(most) > 1:
            return msg("Tied for the most money (${money}): {rate} points for each banker.", **values)
        return msg("The most money (${money}): {rate} points for each banker.", **values)
    if len(money) < LARGE_TABLE:
        return msg("Bankers count only for the most money (${most}), not for ${money}.", **values)
    if money.count(most) > 1:
        return msg("Several tie for the most money (${most}), so no one scores as second (${money}).", **values)
    if rate:
        if money.count(cash) > 1:
            return msg("Tied for the second most money (${money}): 1 point for each banker.", **values)
        return msg("The second most money (${money}): 1 point for each banker.", **values)
    return msg("Neither the most nor the second most money (${money}): bankers count nothing.", **values)


def _why_won(players: tuple[PlayerScore, ...], winners: tuple[str, ...]) -> Message:
    first = next(player for player in players if player.place == 1)
    values: dict[str, int] = {"points": first.total, "money": first.money}
    if len(winners) > 1:
        return msg(
            "{winners} share the win: {points} points and ${money} each (F4).", winners=listing(winners), **values
        )
    if sum(player.total == first.total for player in players) > 1:
        return msg(
            "{winner} wins: tied at {points} points, but with the most money, ${money} (F4).",
            winner=first.name,
            **values,
        )
    return msg("{winner} wins with {points} points.", winner=first.name, points=first.total)
