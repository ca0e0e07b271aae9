"""The notation of cards, both ways, and what is said when a text is no card."""

from __future__ import annotations

import doctest

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import companion.words
from card_db.packet_row import cards as cards_module
from card_db.packet_row.cards import (
    AREAS,
    ASSISTANT,
    BANKER,
    CAPTAIN,
    DESTINATIONS,
    GOODS,
    HELPERS,
    MAX_AMOUNT,
    MAX_NAME,
    MAX_UNITS,
    TRADER,
    Building,
    Card,
    CardError,
    Contract,
    Goods,
    Helper,
    Money,
    Nugget,
    Ship,
    parse_card,
)
from card_db.packet_row.counts import COUNTS, IN_BOX

SAME_EVERY_TIME = settings(derandomize=True, deadline=None)
LONGEST_MESSAGE = 300

amounts = st.integers(0, MAX_AMOUNT)
units = st.integers(1, MAX_UNITS)
goods = st.sampled_from(GOODS)
destinations = st.sampled_from(DESTINATIONS)
names = st.text(min_size=1, max_size=MAX_NAME).filter(lambda name: bool(name.strip()) and ":" not in name)

CARDS_BY_KIND: dict[str, st.SearchStrategy[Card]] = {
    "contract": st.builds(Contract, goods, units, destinations, amounts),
    "start": st.builds(Contract, goods, units, destinations, amounts, st.just(True)),
    "goods": st.builds(Goods, goods, units, amounts),
    "ship": st.builds(Ship, destinations),
    "nugget": st.builds(Nugget, st.sampled_from((1, 2)), amounts),
    "money": st.builds(Money, amounts),
    "vp": st.builds(Building, names.filter(str.isprintable), amounts, amounts),
    "helper": st.builds(Helper, st.sampled_from(HELPERS)),
}

NOTATION: list[tuple[str, Card]] = [
    ("contract:cotton:3:netherlands:25", Contract("cotton", 3, "netherlands", 25)),
    ("start:fur:3:spain:25", Contract("fur", 3, "spain", 25, start=True)),
    ("goods:tobacco:1:2", Goods("tobacco", 1, 2)),
    ("ship:great_britain", Ship("great_britain")),
    ("nugget:1:4", Nugget(1, 4)),
    ("money:4", Money(4)),
    ("vp:university:18:4", Building("university", 18, 4)),
    ("trader", TRADER),
    ("captain", CAPTAIN),
    ("assistant", ASSISTANT),
    ("banker", BANKER),
]

MALFORMED = {
    "nothing": "",
    "blank": " ",
    "an unknown word": "wizard",
    "another spelling": "Banker",
    "a space in front": " banker",
    "a line break after it": "banker\n",
    "a helper with a value": "banker:1",
    "a helper with an empty value": "trader:",
    "only the first word": "contract",
    "a contract without reward": "contract:fur:3:spain",
    "a contract with a value too many": "contract:fur:3:spain:25:1",
    "a contract for unknown goods": "contract:gold:3:spain:25",
    "a contract to an unknown place": "contract:fur:3:portugal:25",
    "a contract for nothing": "contract:fur:0:spain:25",
    "a contract for too much": "contract:fur:100:spain:25",
    "a negative reward": "contract:fur:3:spain:-25",
    "a reward beyond the range": "contract:fur:3:spain:1000000",
    "an endless reward": "contract:fur:3:spain:" + "9" * 6000,
    "a starting contract to an unknown place": "start:fur:3:Spain:25",
    "goods without price": "goods:fur:2",
    "goods of an unknown kind": "goods:furs:2:6",
    "goods with zero units": "goods:fur:0:6",
    "goods with a fraction": "goods:fur:2.0:6",
    "goods with a plus sign": "goods:fur:+2:6",
    "goods with a leading zero": "goods:fur:02:6",
    "goods with an underscore": "goods:fur:2:1_0",
    "goods with a space": "goods:fur:2: 6",
    "goods with other digits": "goods:fur:٢:6",
    "goods with a raised digit": "goods:fur:²:6",
    "goods with an empty number": "goods:fur:2:",
    "a ship to nowhere": "ship:",
    "a ship without destination": "ship",
    "a ship to two places": "ship:spain:france",
    "a triple nugget": "nugget:3:9",
    "a nugget with a leading zero": "nugget:01:4",
    "a nugget without price": "nugget:1",
    "money without amount": "money:",
    "money in words": "money:four",
    "money in hexadecimal": "money:0x4",
    "negative money": "money:-4",
    "a building without name": "vp::18:4",
    "a building with a blank name": "vp: :18:4",
    "a building with a control character": "vp:uni\x07versity:18:4",
    "a building with a line break": "vp:uni\nversity:18:4",
    "a building with a line separator": "vp:uni\u2028versity:18:4",
    "a building with half a character": "vp:uni\ud83cversity:18:4",
    "a building with an endless name": f"vp:{'x' * (MAX_NAME + 1)}:18:4",
    "a building without points": "vp:university:18",
    "a building with negative points": "vp:university:18:-4",
    "a null character": "\0",
    "a terminal escape": "\x1b[31mbanker",
    "half a character": "\ud800",
    "a long text": "x" * 100_000,
    "a long text of pictures": "🃏" * 1000,
    "many colons": ":" * 1000,
}


@pytest.mark.parametrize(("text", "card"), NOTATION, ids=[text for text, _ in NOTATION])
def test_the_documented_notation_is_read_and_written(text: str, card: Card) -> None:
    assert parse_card(text) == card
    assert str(card) == text


@pytest.mark.parametrize("kind", CARDS_BY_KIND)
@SAME_EVERY_TIME
@given(data=st.data())
def test_every_card_survives_being_written_and_read_again(kind: str, data: st.DataObject) -> None:
    card = data.draw(CARDS_BY_KIND[kind])
    again = parse_card(str(card))
    assert again == card
    assert type(again) is type(card)


@pytest.mark.parametrize("kind", CARDS_BY_KIND)
@SAME_EVERY_TIME
@given(data=st.data())
def test_every_card_has_a_price_a_kind_of_the_box_and_a_deck_that_holds_it(kind: str, data: st.DataObject) -> None:
    card = data.draw(CARDS_BY_KIND[kind])
    assert card.price >= 0
    assert card.kind in IN_BOX
    decks = [card.deck] if card.deck else list(AREAS)
    assert all(card.kind in COUNTS[deck] for deck in decks)


def test_only_goods_nuggets_and_buildings_cost_money() -> None:
    prices = {text: card.price for text, card in NOTATION if card.price}
    assert prices == {"goods:tobacco:1:2": 2, "nugget:1:4": 4, "vp:university:18:4": 18}


def test_the_largest_and_smallest_values_are_cards() -> None:
    for text in ("money:0", "money:999999", "goods:fur:1:0", "goods:fur:99:999999", f"vp:{'x' * MAX_NAME}:0:999999"):
        assert str(parse_card(text)) == text


def test_a_building_may_have_any_printable_name() -> None:
    assert parse_card("vp:Börse & Zoo 🃏:1:2") == Building("Börse & Zoo 🃏", 1, 2)


@pytest.mark.parametrize("text", MALFORMED.values(), ids=MALFORMED.keys())
def test_what_is_no_card_is_refused_in_one_short_printable_line(text: str) -> None:
    with pytest.raises(CardError) as caught:
        parse_card(text)
    message = str(caught.value)
    assert message.isprintable()
    assert message.isascii()
    assert 10 < len(message) <= LONGEST_MESSAGE


@SAME_EVERY_TIME
@given(st.one_of(st.text(max_size=80), st.lists(st.sampled_from((*GOODS, "vp", "money", "3", "-", "")), max_size=6)))
def test_any_other_text_is_either_a_card_or_refused(parts: str | list[str]) -> None:
    text = parts if isinstance(parts, str) else ":".join(parts)
    card, message = None, ""
    try:
        card = parse_card(text)
    except CardError as error:
        message = str(error)
    assert str(card) == text if card else message and message.isprintable()


def test_the_message_names_the_wrong_value_and_the_choices() -> None:
    with pytest.raises(CardError, match=r"'portugal' is none of the destinations \(great_britain, .*, german_confed"):
        parse_card("ship:portugal")
    with pytest.raises(CardError, match=r"'x' is not a whole number from 1 to 99"):
        parse_card("goods:fur:x:2")
    with pytest.raises(CardError, match=r"has 1 values after its first word, a card of this kind has 3"):
        parse_card("goods:fur")


@pytest.mark.parametrize("module", [cards_module, companion.words], ids=lambda module: module.__name__)
def test_the_examples_in_the_documentation_are_true(module: object) -> None:
    result = doctest.testmod(module)  # type: ignore[arg-type]
    assert result.attempted > 0
    assert result.failed == 0
