"""Cards and plans of Packet Row as JSON."""

from __future__ import annotations

from card_db.packet_row.cards import (
    DESTINATIONS,
    GOODS,
    MAX_AMOUNT,
    Card,
    CardError,
    Contract,
    Goods,
    parse_card,
)
from card_db.packet_row.counts import BOX_SIZE
from companion.core.game import InputError, Json
from companion.core.read_json import as_bool, as_choice, as_int, as_list, as_object, as_text, field
from companion.games.packet_row.plan import Delivery, GoodsUse, Plan, ShipUse


def read_card(value: object) -> Card:
    """One card in its notation."""
    try:
        return parse_card(as_text(value, "a card"))
    except CardError as error:
        raise InputError(str(error)) from None


def read_cards(value: object, what: str) -> tuple[Card, ...]:
    """A list of cards, no more than a box holds."""
    items = as_list(value, what)
    if len(items) > BOX_SIZE:
        raise InputError(f"{what} has {len(items)} cards; the whole game has {BOX_SIZE}")
    return tuple(read_card(item) for item in items)


def read_contracts(value: object) -> tuple[Contract, ...]:
    """A list of contracts and starting contracts, as a plan names them."""
    cards = read_cards(value, "contracts")
    contracts = tuple(card for card in cards if isinstance(card, Contract))
    if len(contracts) < len(cards):
        other = next(card for card in cards if not isinstance(card, Contract))
        raise InputError(f"{other} is not a contract")
    return contracts


def read_plan(value: object) -> Plan:
    """A plan as `fulfil` writes it; income and spent follow from the rest and may be left out."""
    data = as_object(value, "a plan")
    ships = tuple(_read_ship_use(item) for item in as_list(field(data, "ships", "a plan"), "ships"))
    goods = tuple(_read_goods_use(item) for item in as_list(field(data, "goods", "a plan"), "goods"))
    if len(ships) + len(goods) > BOX_SIZE:
        raise InputError(f"a plan uses more cards than the {BOX_SIZE} of the game")
    if "income" in data:
        as_int(data["income"], "the income of a plan", 0, BOX_SIZE * MAX_AMOUNT)
    if "spent" in data:
        read_cards(data["spent"], "spent")
    if "contracts" in data:
        contracts = read_contracts(data["contracts"])
    else:
        contracts = tuple(contract for use in ships for contract in use.contracts)
    return Plan(contracts, ships, goods)


def _read_ship_use(value: object) -> ShipUse:
    data = as_object(value, "a ship of a plan")
    card = read_card(field(data, "card", "a ship of a plan"))
    to = data.get("to", getattr(card, "destination", None))
    return ShipUse(
        card,
        as_choice(to, "the destination of a ship", DESTINATIONS),
        as_bool(data.get("captain", False), "captain"),
        read_contracts(field(data, "contracts", "a ship of a plan")),
    )


def _read_goods_use(value: object) -> GoodsUse:
    what = "a goods card of a plan"
    data = as_object(value, what)
    card = read_card(field(data, "card", what))
    deliveries = []
    for item in as_list(field(data, "units", what), "units"):
        part = as_object(item, "units")
        (contract,) = read_contracts([field(part, "contract", "units")])
        deliveries.append(Delivery(contract, as_int(field(part, "units", "units"), "units", 1, MAX_AMOUNT)))
    if "as" in data:
        good = data["as"]
    elif isinstance(card, Goods):
        good = card.good
    else:
        good = deliveries[0].contract.good if deliveries else None  # a nugget is what its contract needs
    return GoodsUse(card, as_choice(good, "as", GOODS), as_bool(data.get("trader", False), "trader"), tuple(deliveries))


def texts(cards: tuple[Card, ...]) -> list[str]:
    """Cards in their notation."""
    return [str(card) for card in cards]


def write_plan(plan: Plan) -> Json:
    """A plan with all that follows from it."""
    return {
        "income": plan.income,
        "contracts": texts(plan.contracts),
        "ships": [
            {"card": str(use.card), "to": use.to, "captain": use.captain, "contracts": texts(use.contracts)}
            for use in plan.ships
        ],
        "goods": [
            {
                "card": str(use.card),
                "as": use.good,
                "trader": use.trader,
                "units": [{"contract": str(part.contract), "units": part.units} for part in use.deliveries],
            }
            for use in plan.goods
        ],
        "spent": texts(plan.spent),
    }
