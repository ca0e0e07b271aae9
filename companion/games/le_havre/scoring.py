"""The final score from cards, goods, francs and loans alone (5.2 to 5.5), with the reason behind every line.

Whether these were tracked, typed in or scanned does not matter here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from card_db.le_havre.buildings import Bonus, Building
from card_db.le_havre.setup import load_loan
from card_db.le_havre.ships import Ship
from companion.games.le_havre.names import BUILDING_NAMES, SHIP_NAMES
from companion.words import Message, listing, msg, msgs

BONUS_RULES = {
    "Bank": "5.3",
    "Town Hall": "5.3",
    "Dock": "5.3",
    "Storehouse": "5.4",
    "Guildhouse": "5.4",
    "Business Park": "5.4",
}
TERM_NAMES = {
    "C": msg("craftsmen's buildings"),
    "E": msg("economic buildings"),
    "I": msg("industrial buildings"),
    "P": msg("public buildings"),
    "ship": msg("ships"),
    "goods": msg("goods"),
}


@dataclass(frozen=True, slots=True)
class Holding:
    """What one player has when the game ends; the Luxury Yacht is among the buildings."""

    name: str
    francs: int
    buildings: tuple[Building, ...]
    ships: tuple[Ship, ...]
    goods: Mapping[str, int]
    loans: int


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of a score: its rule, its worth, the cards behind it and why."""

    rule: str
    points: int
    cards: tuple[str, ...]
    why: Message


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """The breakdown of one player's score; `loans` is what open loans cost."""

    name: str
    buildings: int
    ships: int
    bonuses: Mapping[str, int]
    francs: int
    loans: int
    place: int
    lines: tuple[ScoreLine, ...]

    @property
    def total(self) -> int:
        """All points, which may be fewer than none (5.2)."""
        return self.buildings + self.ships + sum(self.bonuses.values()) + self.francs - self.loans


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """Everybody's score in the order of the seats, and why the winners won."""

    players: tuple[PlayerScore, ...]
    winners: tuple[str, ...]
    why: Message


def score(holdings: Sequence[Holding]) -> ScoreSheet:
    """Values, bonuses, cash and loans; places are dense and ties are shared, there is no tie-breaker (5.5)."""
    totals = [sum(line.points for line in lines_of(holding)) for holding in holdings]
    order = sorted(set(totals), reverse=True)
    players = tuple(_player(holding, order.index(total) + 1) for holding, total in zip(holdings, totals, strict=True))
    winners = tuple(player.name for player in players if player.place == 1)
    return ScoreSheet(players, winners, _why_won(winners, order[0], len(players)))


def repayable(holding: Holding) -> int:
    """How many loans could still be repaid, each for less than it costs at the end (7.10)."""
    return min(holding.loans, holding.francs // load_loan().repay)


def lines_of(holding: Holding) -> tuple[ScoreLine, ...]:
    """The lines of a score: buildings, ships, one for each bonus card, cash, loans."""
    houses, yachts = _split(holding)
    ships = [(str(ship), SHIP_NAMES[ship.type], ship.value) for ship in holding.ships]
    ships += [(yacht.name, BUILDING_NAMES[yacht.name], yacht.value) for yacht in yachts]
    penalty = load_loan().penalty
    return (
        ScoreLine(
            "5.2", sum(card.value for card in houses), tuple(card.name for card in houses), _why_buildings(houses)
        ),
        ScoreLine(
            "5.2",
            sum(value for _, _, value in ships),
            tuple(card for card, _, _ in ships),
            _why_ships([msg("{ship} {points}", ship=name, points=value) for _, name, value in ships]),
        ),
        *(_bonus_line(card, holding) for card in holding.buildings if card.bonus),
        ScoreLine("5.2", holding.francs, (), msg("Francs count as they are: {francs}.", francs=holding.francs)),
        ScoreLine("5.2", -penalty * holding.loans, (), _why_loans(holding.loans, penalty)),
    )


def count(per: str, holding: Holding) -> int:
    """How many things of a kind a bonus card counts; the Luxury Yacht is a ship and no building (7.6)."""
    if per == "goods":
        return sum(holding.goods.values())
    if per == "ship":
        return len(holding.ships) + sum(card.is_ship for card in holding.buildings)
    return sum(card.kind == per for card in holding.buildings)


def bonus_points(card: Building, holding: Holding) -> int:
    """What a bonus card pays its owner (5.3, 5.4)."""
    return sum(_term_points(term, count(term.per, holding)) for term in card.bonus)


def _term_points(term: Bonus, counted: int) -> int:
    return counted // term.each * term.points


def _player(holding: Holding, place: int) -> PlayerScore:
    lines = lines_of(holding)
    buildings, ships, *_ = lines
    bonuses: dict[str, int] = {}
    for card in holding.buildings:
        if card.bonus:  # a card owned twice pays twice; the warning says that there is only one
            bonuses[card.name] = bonuses.get(card.name, 0) + bonus_points(card, holding)
    return PlayerScore(
        name=holding.name,
        buildings=buildings.points,
        ships=ships.points,
        bonuses=bonuses,
        francs=holding.francs,
        loans=load_loan().penalty * holding.loans,
        place=place,
        lines=lines,
    )


def _split(holding: Holding) -> tuple[list[Building], list[Building]]:
    """Buildings, and those that count as ships."""
    houses = [card for card in holding.buildings if not card.is_ship]
    return houses, [card for card in holding.buildings if card.is_ship]


def _bonus_line(card: Building, holding: Holding) -> ScoreLine:
    terms = []
    for term in card.bonus:
        values = {"counted": count(term.per, holding), "points": term.points}
        if term.each == 1:
            terms.append(msg("{things} ({counted} at {points} each)", things=TERM_NAMES[term.per], **values))
        else:
            terms.append(
                msg(
                    "{things} ({counted}, {points} for every {each})",
                    things=TERM_NAMES[term.per],
                    each=term.each,
                    **values,
                )
            )
    why = msg("{building} counts {things}.", building=BUILDING_NAMES[card.name], things=listing(terms))
    return ScoreLine(BONUS_RULES[card.name], bonus_points(card, holding), (card.name,), why)


def _why_buildings(cards: list[Building]) -> Message:
    named = [msg("{building} {points}", building=BUILDING_NAMES[card.name], points=card.value) for card in cards]
    return msg("Buildings as printed: {buildings}.", buildings=listing(named)) if named else msg("No buildings.")


def _why_ships(named: list[Message]) -> Message:
    return msg("Ships as printed: {ships}.", ships=listing(named)) if named else msg("No ships.")


def _why_loans(loans: int, penalty: int) -> Message:
    if not loans:
        return msg("No loans.")
    return msgs(
        "{count} open loan costs {points} points.",
        "{count} open loans cost {points} points, {each} each.",
        loans,
        points=loans * penalty,
        each=penalty,
    )


def _why_won(winners: tuple[str, ...], points: int, players: int) -> Message:
    if players == 1:
        return msg("{player} ends with {points} points.", player=winners[0], points=points)
    if len(winners) > 1:
        return msg(
            "{winners} share the win with {points} points each; there is no tie-breaker.",
            winners=listing(winners),
            points=points,
        )
    return msg("{winner} wins with {points} points.", winner=winners[0], points=points)
