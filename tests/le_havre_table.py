"""Requests of Le Havre and a second way to count its scores, shared by its tests."""

from __future__ import annotations

from math import ceil
from typing import Any

from hypothesis import strategies as st

Json = dict[str, Any]

# Kinds of all buildings and values, written down once more from the overview of the buildings, by kind.
BY_KIND: dict[str, dict[str, int]] = {
    "C": {
        "Building Firm (value 4)": 4,
        "Building Firm (value 6)": 6,
        "Fishery": 10,
        "Joinery": 8,
        "Bakehouse": 8,
        "Charcoal Kiln": 8,
        "Smokehouse": 6,
        "Abattoir": 8,
        "Tannery": 12,
        "Furriery": 6,
        "Hunting Lodge": 6,
        "Kiln": 6,
        "Masons' Guild": 8,
        "Plant Nursery": 6,
        "Schnaps Distillery": 6,
    },
    "E": {
        "Hardware Store": 8,
        "Shipping Line": 10,
        "Grocery Market": 10,
        "Business Office": 12,
        "Storehouse": 4,
        "Bank": 16,
        "Baguette Shop": 4,
        "Bakery": 6,
        "Coal Trader": 4,
        "Diner": 6,
        "Farm": 8,
        "Feedlot": 6,
        "Fish Market": 4,
        "Fish Restaurant": 6,
        "Forest Hut": 4,
        "Guildhouse": 4,
        "Haulage Firm": 6,
        "Patisserie": 6,
        "Steakhouse": 6,
        "Tavern": 4,
    },
    "I": {
        "Construction Firm": 8,
        "Sawmill": 14,
        "Wharf (sort 12)": 14,
        "Brickworks": 14,
        "Colliery": 10,
        "Wharf (sort 17)": 14,
        "Ironworks": 12,
        "Steel Mill": 22,
        "Cokery": 18,
        "Dock": 10,
        "Brick Manufacturer": 8,
        "Clothing Industry": 8,
        "Furniture Factory": 8,
        "Leather Industry": 8,
        "Smelter": 10,
        "Steelworks": 8,
    },
    "P": {
        "Arts Center": 10,
        "Local Court": 16,
        "Town Hall": 6,
        "Church": 26,
        "Football Stadium": 24,
        "Harbor Watch": 6,
        "Labor Exchange": 6,
        "Zoo": 8,
    },
    "N": {
        "Marketplace": 6,
        "Clay Mound": 2,
        "Black Market": 2,
        "Bridge over the Seine": 16,
        "Business Park": 10,
        "Fishpond and Wood": 4,
        "Iron Mine and Coal Seam": 6,
        "Town Square": 6,
        "Wind Farm": 8,
    },
    "S": {"Luxury Yacht": 20},
}
ALL_BUILDINGS = [name for kind in BY_KIND.values() for name in kind]
ALL_SHIPS = [
    {"type": kind, "value": value}
    for kind, values in {
        "wooden": (2, 2, 2, 4, 4, 6, 6),
        "iron": (2, 4, 6, 8, 10, 12),
        "steel": (10, 16, 20, 24),
        "luxury": (30, 34, 38),
    }.items()
    for value in values
]
FOOD_OF_SHIPS = {"wooden": "54321", "iron": "75432", "steel": ("10", "7", "6", "5", "3"), "luxury": "00000"}
FOOD_OF_GOODS = {"fish": 1, "smoked_fish": 2, "bread": 2, "meat": 3}
ALL_GOODS = [
    *("fish", "wood", "clay", "iron", "grain", "cattle", "coal", "hides"),
    *("smoked_fish", "charcoal", "brick", "steel", "bread", "meat", "coke", "leather"),
]


def player(name: object = "Anna", **changes: Any) -> Json:
    """A player with nothing but what is said."""
    return {"name": name, "francs": 0, "buildings": [], "ships": [], "goods": {}, "loans": 0} | changes


def eater(name: object = "Anna", **changes: Any) -> Json:
    """A player for the feeding."""
    return {"name": name, "francs": 0, "goods": {}, "ships": []} | changes


def score_of(*players: Json, **more: Any) -> Json:
    return {"game": "le_havre", "players": list(players)} | more


def feeding_of(*players: Json, version: object = "full", number: object = 1, **more: Any) -> Json:
    return {"game": "le_havre", "version": version, "round": number, "players": list(players)} | more


def counted(holding: Json, by_kind: dict[str, dict[str, int]] = BY_KIND) -> Json:
    """A player's score once more, told card by card as the rulebook does."""
    own = {kind: [name for name in holding["buildings"] if name in names] for kind, names in by_kind.items()}
    vessels = len(holding["ships"]) + len(own["S"])
    pays = {
        "Bank": 3 * len(own["I"]) + 2 * len(own["E"]),
        "Town Hall": 4 * len(own["P"]) + 2 * len(own["C"]),
        "Dock": 4 * vessels,
        "Storehouse": int(sum(holding["goods"].values()) / 2),
        "Guildhouse": 2 * len(own["E"]),
        "Business Park": 2 * len(own["I"]),
    }
    result: Json = {
        "name": holding["name"],
        "buildings": sum(by_kind[kind][name] for kind in "CEIPN" for name in own[kind]),
        "ships": sum(ship["value"] for ship in holding["ships"]) + 20 * len(own["S"]),
        "bonuses": {name: points for name, points in pays.items() if name in holding["buildings"]},
        "francs": holding["francs"],
        "loans": 7 * holding["loans"],
    }
    plus = result["buildings"] + result["ships"] + result["francs"] + sum(result["bonuses"].values())
    return result | {"total": plus - result["loans"]}


def fed(holding: Json, food: int, players: int) -> Json:
    """A player's feeding once more."""
    from_ships = sum(int(FOOD_OF_SHIPS[ship["type"]][players - 1]) for ship in holding["ships"])
    to_pay = food - from_ships if food > from_ships else 0
    have = sum(FOOD_OF_GOODS.get(good, 0) * number for good, number in holding["goods"].items()) + holding["francs"]
    shortfall = to_pay - have if to_pay > have else 0
    loans = ceil(shortfall / 4)
    return {
        "name": holding["name"],
        "from_ships": from_ships,
        "to_pay": to_pay,
        "shortfall": shortfall,
        "loans": loans,
        "francs_after_loans": 4 * loans - shortfall,
    }


# --- random positions -------------------------------------------------------------------------------------------

names = st.lists(st.sampled_from(["Anna", "Ben", "Cédric", "D{a}vid", "5"]), min_size=1, max_size=5, unique=True)
goods = st.dictionaries(st.sampled_from(ALL_GOODS), st.integers(0, 15))


@st.composite
def final_positions(draw: st.DrawFn) -> list[Json]:
    """Players who have divided some of one box among them."""
    some = draw(names)
    cards = draw(st.lists(st.sampled_from(ALL_BUILDINGS), unique=True, max_size=40))
    ships = draw(st.lists(st.integers(0, len(ALL_SHIPS) - 1), unique=True, max_size=12))
    owner = st.integers(0, len(some) - 1)
    holdings = [
        player(name, francs=draw(st.integers(0, 80)), goods=draw(goods), loans=draw(st.integers(0, 4))) for name in some
    ]
    for card in cards:
        holdings[draw(owner)]["buildings"].append(card)
    for ship in ships:
        holdings[draw(owner)]["ships"].append(ALL_SHIPS[ship])
    return holdings


@st.composite
def hungry_tables(draw: st.DrawFn) -> list[Json]:
    """Players at the end of a round."""
    ships = st.lists(st.sampled_from(ALL_SHIPS), max_size=4)
    return [
        eater(
            name,
            francs=draw(st.integers(0, 12)),
            goods=draw(goods.filter(lambda some: len(some) < 4)),
            ships=draw(ships),
        )
        for name in draw(names)
    ]
