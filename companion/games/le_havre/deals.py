"""Buildings that give goods or francs, or change one thing into another: what their cards ask for and give.

One function for each operation of `buildings.toml`: it reads what was handed in or chosen and says what the card asks
for and gives in return, or why that is not possible.
"""

from __future__ import annotations

from collections import Counter

from card_db.le_havre.goods import FRANCS, load_goods
from companion.core.game import Refusal
from companion.games.le_havre import reasons, use_reasons
from companion.games.le_havre.actions import Amounts
from companion.games.le_havre.purse import find_missing, food_in, food_of, times, total
from companion.games.le_havre.state import SMALL_CHOICE, SMALL_MARKETPLACE
from companion.games.le_havre.visit import Outcome, Visit

# --- goods from the supply ----------------------------------------------------------------------------------------


def take(visit: Visit) -> Outcome | Refusal:
    """What is printed, more for fishermen or hammers, an extra for energy."""
    action, player = visit.action, visit.player
    cards = tuple(player.cards(visit.state.printed))
    fishermen = sum(card.fisherman for card in cards)
    hammers = sum(card.hammer for card in cards)
    got = total(
        action.amounts("goods"),
        times(action.amounts("plus_per_fisherman"), fishermen),
        times(action.amounts("plus_per_hammer"), hammers),
        times(action.amounts("plus_if_any_hammer"), min(1, hammers)),
        {FRANCS: action.number(FRANCS)},
    )
    if not got:
        return use_reasons.of_no_use(visit.rule, visit.building.name, visit.name)
    extra = action.values.get("optional_extra")
    if extra and visit.use.got == total(got, extra["goods"]):
        return Outcome(visit.use.got, energy=extra["energy"])
    return Outcome(got)


def take_from_empty_offers(visit: Visit) -> Outcome | Refusal:
    """Two of everything whose offer is empty (4.4)."""
    amount = visit.action.number("amount")
    got = {offer: amount for offer, number in visit.state.offers.items() if not number}
    return Outcome(got) if got else use_reasons.of_no_use(visit.rule, visit.building.name, visit.name)


def take_if_holding(visit: Visit) -> Outcome | Refusal:
    """Goods for those who hold enough of others (4.6)."""
    holding = visit.action.amounts("holding")
    if find_missing(visit.player, holding):
        return use_reasons.must_hold(visit.building.name, holding)
    return Outcome(visit.action.amounts("goods"))


def choosable(visit: Visit) -> tuple[list[str], int]:
    """Which goods Marketplace and Town Square give, and how many of them at most (4.5)."""
    action = visit.action
    kinds = Counter(card.kind for card in visit.player.cards(visit.state.printed))
    most = action.number("count") + sum(n * kinds[kind] for kind, n in action.amounts("per_kind").items())
    upgraded = action.op == "take_different_upgraded_goods"
    goods = [good.id for good in load_goods().values() if bool(good.upgrade) != upgraded]
    goods = [good for good in goods if good not in action.values.get("excluded", ())]
    if not upgraded and SMALL_MARKETPLACE in visit.state.setup.house_rules:
        most = min(most, SMALL_CHOICE)
    return goods, min(most, action.number("max"))


def take_different(visit: Visit) -> Outcome | Refusal:
    """Goods of the player's choice, one of a kind (4.5)."""
    goods, most = choosable(visit)
    got = visit.use.got
    if not most:
        return use_reasons.of_no_use(visit.rule, visit.building.name, visit.name)
    if wrong := [thing for thing in got if thing not in goods]:
        return use_reasons.not_given_here(visit.building.name, wrong[0])
    if any(number > 1 for number in got.values()):
        return use_reasons.not_different(visit.building.name)
    if len(got) > most:
        return use_reasons.too_many_kinds(visit.name, most)
    return Outcome(got) if got else use_reasons.must_be_used(visit.building.name)


# --- one thing for another ----------------------------------------------------------------------------------------


def _how_often(visit: Visit, give: Amounts, most: int | None) -> int | Refusal:
    """How often the set was handed in; whole sets only, within the limit."""
    paid = visit.use.paid
    often = max((-(-paid.get(thing, 0) // number) for thing, number in give.items()), default=0)
    if not often:
        return use_reasons.must_be_used(visit.building.name)
    if most is not None and often > most:
        return use_reasons.too_often(visit.rule, visit.building.name, most)
    return often


def upgrade(visit: Visit) -> Outcome | Refusal:
    """Goods turned over, for energy or with francs on top (4.7)."""
    action = visit.action
    before, after = action.values["from"], action.values["to"]
    often = _how_often(visit, {before: 1}, action.values.get("max"))
    if isinstance(often, Refusal):
        return often
    # Halves are rounded to the player's disadvantage (4.1).
    return Outcome(
        got=total(
            {
                after: often,
                FRANCS: often * action.number("francs_each") + often * action.number("francs_per_two") // 2,
                "hides": often * action.number("hides_per_two") // 2,
            }
        ),
        paid={before: often},
        energy=often * action.number("energy_each")
        - (-often * action.number("energy_per_two") // 2)
        + action.number("energy_total"),
    )


def exchange(visit: Visit) -> Outcome | Refusal:
    """A set for goods or francs, as often as allowed."""
    action = visit.action
    give = action.amounts("give")
    often = _how_often(visit, give, action.values.get("max"))
    if isinstance(often, Refusal):
        return often
    if visit.player.francs < (shown := action.number("must_show_francs")):
        return use_reasons.must_show(visit.building.name, shown)
    got = times(total(action.amounts("get"), {FRANCS: action.number(FRANCS)}), often)
    return Outcome(got, times(give, often), action.number("energy_total"))


def exchange_each(visit: Visit) -> Outcome | Refusal:
    """Several exchanges side by side, each within its limit; some take any goods."""
    use = visit.use
    paid: list[Amounts] = []
    got: list[Amounts] = []
    free = 0  # goods of any kind
    for option in visit.action.values["options"]:
        most = option.get("max")
        if "give_any_goods" in option:
            chosen = {good: use.got[good] for good in option["get_one_of"] if good in use.got}
            often = sum(chosen.values())
            free += often * option["give_any_goods"]
            got.append(chosen)
        else:
            often = max(-(-use.paid.get(thing, 0) // number) for thing, number in option["give"].items())
            paid.append(times(option["give"], often))
            got.append(times(total(option.get("get", {}), {FRANCS: option.get(FRANCS, 0)}), often))
        if most is not None and often > most:
            return use_reasons.too_often(visit.rule, visit.building.name, most)
    if not total(*got):
        return use_reasons.must_be_used(visit.building.name)
    if not free:
        return Outcome(total(*got), total(*paid))
    goods = sum(number for thing, number in use.paid.items() if thing != FRANCS)
    if goods != free or FRANCS in use.paid:
        return use_reasons.any_goods(visit.building.name, free)
    return Outcome(total(*got), use.paid)


def buy_with_food(visit: Visit) -> Outcome | Refusal:
    """Fuel for food (4.9)."""
    use = visit.use
    need = 0
    for option in visit.action.values["options"]:
        (good, number), *_ = option["get"].items()
        need += use.got.get(good, 0) // number * option["food"]
    if not need:
        return use_reasons.must_be_used(visit.building.name)
    for good, most in visit.building.limits.items():
        if use.got.get(good, 0) > most:
            return use_reasons.limited(visit.rule, visit.building.name, good, most)
    if refusal := check_food(use.paid, need):
        return refusal
    wanted = [good for option in visit.action.values["options"] for good in option["get"]]
    return Outcome({good: number for good, number in use.got.items() if good in wanted}, use.paid)


def check_food(paid: Amounts, need: int) -> Refusal | None:
    """Food and francs that pay for so much food; food gives no change, francs are paid exactly (3.8)."""
    if wrong := [thing for thing in paid if not food_of(thing)]:
        return reasons.not_food(wrong[0])
    if food_in(paid) < need:
        return reasons.too_little_food(need, food_in(paid))
    if paid.get(FRANCS, 0) and food_in(paid) > need:
        return reasons.too_many_francs()
    return None


# --- francs -------------------------------------------------------------------------------------------------------


def sell_once(visit: Visit) -> Outcome | Refusal:
    """Some wood for francs (4.10)."""
    wood, francs = visit.action.values["wood"], visit.action.values[FRANCS]
    often = _how_often(visit, {"wood": 1}, max(wood))
    if isinstance(often, Refusal):
        return often
    return Outcome({FRANCS: francs[wood.index(often)]}, {"wood": often})


def sell_goods(visit: Visit) -> Outcome | Refusal:
    """Any goods for a few francs (4.10)."""
    goods, paid = load_goods(), visit.use.paid
    if FRANCS in paid:
        return use_reasons.other_action(visit.rule, visit.building.name)
    standard = sum(number for thing, number in paid.items() if goods[thing].upgrade)
    upgraded = sum(paid.values()) - standard
    francs = upgraded * visit.action.number("upgraded_each") + standard // 3 * visit.action.number("standard_per_3")
    return Outcome({FRANCS: francs}, paid) if francs else use_reasons.must_be_used(visit.building.name)


def francs_for_animals(visit: Visit) -> Outcome | Refusal:
    """Francs for animals that are kept (4.10)."""
    animals = sum(visit.player.has(kind) for kind in visit.action.values["kinds"])
    francs = animals // visit.action.number("animals") * visit.action.number(FRANCS)
    return Outcome({FRANCS: francs}) if francs else use_reasons.of_no_use(visit.rule, visit.building.name, visit.name)


def francs_for_visitors(visit: Visit) -> Outcome | Refusal:
    """Francs for the discs of others in one's own buildings (4.10)."""
    others = [player for seat, player in enumerate(visit.state.players) if seat != visit.seat]
    discs = sum(player.person in visit.player.buildings for player in others)
    if not discs:
        return use_reasons.of_no_use(visit.rule, visit.building.name, visit.name)
    return Outcome({FRANCS: discs * visit.action.number(FRANCS)})
