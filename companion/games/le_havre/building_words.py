"""What a building does, in sentences made from its data, and the rules that tell more of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from card_db.le_havre.buildings import YACHT, Action, load_buildings
from card_db.le_havre.goods import FRANCS
from companion.games.le_havre.names import GOOD_NAMES, amounts_name
from companion.games.le_havre.printed import Printed
from companion.games.le_havre.purse import total
from companion.games.le_havre.rules import RULES
from companion.games.le_havre.scoring import BONUS_RULES
from companion.games.le_havre.visit import RULES_OF
from companion.words import Message, listing, msg, msgs

OWNED_RULE: Final = "4.2"
# Rulings about single cards, besides the rule of their action.
RULINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "Hardware Store": ("7.1",),
    "Ironworks": ("7.2",),
    "Arts Center": ("7.3",),
    "Coal Trader": ("7.4",),
    YACHT: ("7.5", "7.6"),
    "Football Stadium": ("7.7",),
    "Marketplace": ("7.9",),
    "Church": ("7.21",),
    "Storehouse": ("7.18",),
    "Business Park": ("7.19",),
    "Wharf (sort 12)": ("7.5", "7.17"),
    "Wharf (sort 17)": ("7.5", "7.17"),
}


def building_rules(name: str) -> tuple[str, ...]:
    """The ids of the rules that tell what this building does."""
    card = load_buildings()[name]
    rules = [RULES_OF.get(card.action.op, OWNED_RULE)] if card.action else []
    rules += [BONUS_RULES[name]] if name in BONUS_RULES else []
    return tuple(dict.fromkeys([*rules, *RULINGS.get(name, ())]))


def building_text(name: str, box: Printed | None = None) -> tuple[Message, ...]:
    """What the building does, in sentences; cards of their own kind are told by their rules."""
    card = (box.buildings if box else load_buildings())[name]
    sentences = tuple(_sentences(card.action)) if card.action else ()
    if card.limits:
        sentences += (msg("It gives {goods} at most.", goods=amounts_name(card.limits)),)
    return sentences or tuple(RULES[rule] for rule in building_rules(name))


def _sentences(action: Action) -> Iterator[Message]:
    match action.op:
        case "take":
            yield from _take(action)
        case "upgrade":
            yield from _upgrade(action)
        case "sell_set":
            yield _set(action.amounts("give"), {FRANCS: action.number(FRANCS)}, action.values.get("max"))
            if francs := action.number("must_show_francs"):
                yield msg("The visitor must show {francs} francs and keeps them.", francs=francs)
        case "exchange":
            yield _set(action.amounts("give"), action.amounts("get"), action.values.get("max"))
            yield msg("This takes {energy} energy.", energy=action.number("energy_total"))
        case "exchange_each_optional":
            yield from (_option(option) for option in action.values["options"])
        case "buy_with_food":
            for option in action.values["options"]:
                yield msg(
                    "For {food} food it gives {goods}, as often as wanted.",
                    food=option["food"],
                    goods=amounts_name(option["get"]),
                )
        case "sell_once":
            for wood, francs in zip(action.values["wood"], action.values[FRANCS], strict=True):
                yield _set({"wood": wood}, {FRANCS: francs}, 1)
        case "sell_goods":
            yield msg("It buys any goods: 1 franc for each upgraded one and 1 franc for every three standard ones.")
        case "francs_for_live_animals":
            yield msg("It pays 1 franc for every three of cattle and fish; the animals are kept.")
        case "francs_per_other_player_person_in_your_buildings":
            yield msg(
                "It pays {francs} francs for each disc of others that stands on a building of the visitor.",
                francs=action.number(FRANCS),
            )
        case "passive_harvest":
            yield msg(
                "At a harvest its owner with {low} to {high} cattle gets {gain} cattle instead of 1.",
                low=action.number("cattle_from"),
                high=action.number("cattle_to"),
                gain=action.number("gain"),
            )


def _take(action: Action) -> Iterator[Message]:
    if goods := total(action.amounts("goods"), {FRANCS: action.number(FRANCS)}):
        yield msg("It gives {goods}.", goods=amounts_name(goods))
    if more := action.amounts("plus_per_fisherman"):
        yield msg("For each own fisherman it gives {goods}.", goods=amounts_name(more))
    if more := action.amounts("plus_per_hammer"):
        yield msg("For each own hammer it gives {goods}.", goods=amounts_name(more))
    if more := action.amounts("plus_if_any_hammer"):
        yield msg("Who has a hammer gets {goods} more.", goods=amounts_name(more))
    if extra := action.values.get("optional_extra"):
        yield msg(
            "For {energy} energy it gives {goods} more.", energy=extra["energy"], goods=amounts_name(extra["goods"])
        )


def _upgrade(action: Action) -> Iterator[Message]:
    names = {"before": GOOD_NAMES[action.values["from"]], "after": GOOD_NAMES[action.values["to"]]}
    if most := action.number("max"):
        yield msg("It turns up to {most} {before} into {after}.", most=most, **names)
    else:
        yield msg("It turns any number of {before} into {after}.", **names)
    if energy := action.number("energy_each"):
        yield msg("Each takes {energy} energy.", energy=energy)
    if energy := action.number("energy_per_two"):
        yield msg("Every two take {energy} energy, and so does a single one.", energy=energy)
    if energy := action.number("energy_total"):
        yield msg("This takes {energy} energy.", energy=energy)
    each = total({FRANCS: action.number("francs_each")})
    if each:
        yield msg("For each it gives {goods} besides.", goods=amounts_name(each))
    if two := total({FRANCS: action.number("francs_per_two"), "hides": action.number("hides_per_two")}):
        yield msg("For every two it gives {goods} besides.", goods=amounts_name(two))


def _option(option: Mapping[str, object]) -> Message:
    if "give_any_goods" in option:
        goods = [GOOD_NAMES[good] for good in _texts(option["get_one_of"])]
        return msgs(
            "Once it changes {count} good of any kind into one of these: {goods}.",
            "Once it changes {count} goods of any kind into one of these: {goods}.",
            int(str(option["give_any_goods"])),
            goods=listing(goods),
        )
    return _set(_amounts(option["give"]), _amounts(option.get("get", {FRANCS: option.get(FRANCS)})), option.get("max"))


def _set(give: Mapping[str, int], get: Mapping[str, int], most: object) -> Message:
    values = {"goods": amounts_name(give), "others": amounts_name(get)}
    if not isinstance(most, int):
        return msg("It changes {goods} into {others}, as often as wanted.", **values)
    return msgs(
        "It changes {goods} into {others}, once.",
        "It changes {goods} into {others}, up to {count} times.",
        most,
        **values,
    )


def _texts(value: object) -> list[str]:
    return [str(item) for item in value] if isinstance(value, list) else []


def _amounts(value: object) -> Mapping[str, int]:
    return {str(thing): int(number) for thing, number in value.items()} if isinstance(value, dict) else {}
