"""Comparing what a printed card says with the deck list: every number is confirmed or corrected."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.metrics import dp
from kivy.uix.widget import Widget

from card_db.deck import DeckError
from card_db.packet_row.cards import MAX_NAME, parse_card
from card_db.packet_row.deck_list import value_names
from companion.app.play_screen import capital
from companion.app.screens.my_deck_name import LARGE, drop_values, keep_values, picture_of
from companion.app.theme import theme
from companion.app.widgets.basic import Column, Panel, Row, Scroll, Text
from companion.app.widgets.buttons import Button, Stepper
from companion.app.widgets.cards import CardTile
from companion.app.widgets.chips import Chips
from companion.app.widgets.dialogs import Field
from companion.fault_words import why
from companion.games.packet_row.card_labels import COUNTRIES, short_name
from companion.games.packet_row.names import building_name
from companion.games.packet_row.owned_deck import settle_values
from companion.games.packet_row.shelf import CORRECTIONS, forget_designs, known_designs
from companion.words import Message, msg

if TYPE_CHECKING:
    from companion.app.screens.my_deck import MyDeckScreen

# The numbers printed on a card: where they stand in its notation, their words, from and to.
NUMBERS: dict[str, tuple[Message, int, int]] = {
    "units": (msg("Units"), 1, 9),
    "price": (msg("Price"), 0, 60),
    "reward": (msg("Reward"), 0, 99),
    "amount": (msg("Amount"), 1, 60),
    "points": (msg("Points"), 0, 20),
}
PLACES = {
    "contract": {"units": 2, "reward": 4},
    "start": {"units": 2, "reward": 4},
    "goods": {"units": 2, "price": 3},
    "nugget": {"price": 2},
    "money": {"amount": 1},
    "vp": {"price": 2, "points": 3},
}


def build_values(screen: MyDeckScreen) -> None:
    """The photograph beside our drawing, and every number on it to confirm or correct."""
    card, listed = str(screen.args["card"]), str(screen.args["listed"])
    file = screen.book.pages.cards[listed]
    rows: list[Widget] = [Text(capital(screen.say(short_name(card))), "heading", bold=True)]
    head = card.partition(":")[0]
    if head == "vp":
        rows.append(_building(screen, card))
    for name, place in PLACES.get(head, {}).items():
        rows.append(_number(screen, card, name, place))
    if head in ("contract", "start"):
        rows.append(_destinations(screen, card))
    if len(value_names(parse_card(card))) == 1:
        rows.append(Text(screen.say(msg("There is no number on this card.")), "body", "soft"))
    done = msg("Yes, exactly") if card == listed else msg("Correct the deck list")
    button = Button(screen.say(done), lambda: _settle(screen), "check", "primary", "heading", test_id="values-done")
    right = Column(Scroll(*rows, space=1.5), button, fill=True, space=1.5)
    photo = Column(
        Text(screen.say(msg("Your card")), "label", "soft", align="center"), picture_of(screen, file), fill=True
    )
    drawn = Column(
        Text(screen.say(msg("Our list")), "label", "soft", align="center"),
        CardTile(screen.desk.pictures, listed, dp(150), test_id="values-listed"),
        space=1,
        size_hint_x=None,
        width=dp(150),
        pos_hint={"top": 1},
    )
    pictures = Panel(Row(photo, drawn, space=2), fill=True)
    if screen.wide:
        pictures.size_hint_x, right.size_hint_x = 0.5, 0.5
        screen.add_widget(Row(pictures, right, space=2.5, pad=2.5))
    else:
        pictures.size_hint_y, right.size_hint_y = 0.45, 0.55
        screen.add_widget(Column(pictures, right, fill=True, space=2, pad=2))


def _number(screen: MyDeckScreen, card: str, name: str, place: int) -> Widget:
    words, low, high = NUMBERS[name]
    value = int(card.split(":")[place])

    def change(value: int) -> None:
        _set_part(screen, place, str(value))
        screen.rebuild()

    is_money = name in ("price", "reward", "amount")
    text = screen.say(msg("${money}", money=value)) if is_money else str(value)
    label = Text(screen.say(words), "label", pos_hint={"center_y": 0.5})
    stepper = Stepper(value, low, high, change, test_id=f"value:{name}", text=text)
    if theme.scale > LARGE:
        return Column(label, stepper, space=0.5)
    return Row(label, stepper, height=theme.target(1.1))


def _building(screen: MyDeckScreen, card: str) -> Widget:
    """The name of a building as it is printed; any will do."""
    shown = capital(screen.say(building_name(card.split(":")[1])))

    def typed(text: str) -> None:
        """No rebuild here: the next tap may be on its way."""
        plain = "_".join(text.replace(":", " ").lower().split())[:MAX_NAME]
        if plain and text != shown:
            _set_part(screen, 1, plain)

    field = Field(shown, screen.say(msg("Name of the building")), "value:building")
    field.bind(text=lambda _, text: typed(text))
    return field


def _set_part(screen: MyDeckScreen, place: int, value: str) -> None:
    """Another value in the notation of the card that is looked at."""
    parts = str(screen.args["card"]).split(":")
    parts[place] = value
    screen.args["card"] = ":".join(parts)
    keep_values(screen)


def _destinations(screen: MyDeckScreen, card: str) -> Widget:
    """Where a contract goes to."""
    chosen = card.split(":")[3]

    def choose(name: str) -> None:
        _set_part(screen, 3, name)
        screen.rebuild()

    names = [(name, screen.say(words)) for name, words in COUNTRIES.items()]
    return Chips(names, chosen, choose, "value:to")


def _settle(screen: MyDeckScreen) -> None:
    """The deck list learns what the card says; then the next card."""
    card, listed = str(screen.args["card"]), str(screen.args["listed"])
    deck = known_designs(screen.desk.folder).get(listed, str(screen.args.get("deck", "")))
    try:
        settle_values(screen.desk.folder / CORRECTIONS, deck, listed, card)
    except (DeckError, OSError) as error:
        screen.shell.tell(screen.say(msg("That does not work")), screen.say(why(error)))
        return
    screen.book.rename(listed, card)
    drop_values(screen)
    forget_designs()
    screen.go("name")
    if card != listed:
        screen.shell.note(screen.say(msg("The deck list was corrected.")))
