"""Naming the cut-out cards one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.metrics import dp
from kivy.uix.image import Image
from kivy.uix.widget import Widget

from companion.app.theme import theme
from companion.app.widgets.basic import Column, Panel, Row, Text
from companion.app.widgets.buttons import Button
from companion.app.widgets.chips import Chips
from companion.app.widgets.picker import CardPicker
from companion.deck_book import BACK
from companion.drafts import Drafts
from companion.words import msg

if TYPE_CHECKING:
    from companion.app.screens.my_deck import MyDeckScreen

LARGE = 1.2  # letters from which words stand above their number
WORDS_FROM = 1160  # dp of the screen from which buttons beside each other in the narrow column have room for words
VALUES = "my-deck-values"


def keep_values(screen: MyDeckScreen) -> None:
    """The values that are being compared, on disk until they are settled."""
    Drafts(screen.desk.folder).put(VALUES, {key: str(screen.args[key]) for key in ("card", "listed")})


def kept_values(screen: MyDeckScreen) -> dict[str, object]:
    """Values that were being compared when the app was closed; none when their card is gone."""
    kept = Drafts(screen.desk.folder).get(VALUES)
    return kept if kept.get("listed") in screen.book.pages.cards and isinstance(kept.get("card"), str) else {}


def drop_values(screen: MyDeckScreen) -> None:
    """They are settled, or left alone."""
    Drafts(screen.desk.folder).drop(VALUES)


def build_name(screen: MyDeckScreen) -> None:
    """The next cut-out: perhaps a card that is there already, else to be named from the pictures of its deck."""
    page = screen.book.pages.waiting[0]
    if page.alike and screen.book.picture(page.alike).exists():
        _build_pair(screen, page.file, page.alike)
        return
    deck = str(screen.args.setdefault("deck", next(iter(screen.box.sections))))
    there = screen.book.pages.cards
    picker = CardPicker(
        screen.desk.pictures,
        screen.shelf,
        screen.say,
        (),
        lambda cards: _chosen(screen, page.file, cards),
        filter=lambda card: card not in there,
        deck=deck,
        most=1,
    )
    count = Text(
        screen.say(msg("{count} to name", count=len(screen.book.pages.waiting))), "label", "soft", align="center"
    )
    picture, ways, right = (
        picture_of(screen, page.file),
        _ways(screen, page.file, deck),
        deck_tabs(screen, "name", deck),
    )
    if screen.wide:
        panel = Panel(count, picture, ways, fill=True, space=1, pad=1.5, size_hint_x=0.28)
        screen.add_widget(Row(panel, Column(right, picker, fill=True, space=1, size_hint_x=0.72), space=2, pad=2))
    else:
        ways.pos_hint = {"center_y": 0.5}
        panel = Panel(
            Row(Column(count, picture, fill=True, space=1), ways, space=2), fill=True, pad=1.5, size_hint_y=0.32
        )
        screen.add_widget(Column(panel, right, picker, fill=True, space=1.5, pad=2))


def _ways(screen: MyDeckScreen, file: str, deck: str) -> Column:
    """What else can be done with a cut-out; in a narrow column only signs have room beside each other."""
    words = not screen.wide or screen.shell.width >= dp(WORDS_FROM) * theme.scale
    turn = Button(
        screen.say(msg("Turn")) if words else "",
        lambda: _turn(screen, file),
        "turn",
        "quiet",
        "body",
        test_id="name-turn",
        size_hint_x=1,
    )
    drop = Button(
        screen.say(msg("Drop")) if words else "",
        lambda: _drop(screen, file),
        "trash",
        "quiet",
        "body",
        test_id="name-drop",
        size_hint_x=1,
    )
    back = Button(
        screen.say(msg("It is a back")),
        lambda: _name_back(screen, file, deck),
        "cards",
        "quiet",
        "body",
        test_id="name-back",
        enabled=not screen.book.has_back(deck),
    )
    backs = [back] if screen.box.has_backs else []
    if screen.wide:
        return Column(Row(turn, drop, space=1, hug=True), *backs, space=1)
    return Column(turn, drop, *backs, space=1)


def deck_tabs(screen: MyDeckScreen, step: str, deck: str) -> Widget:
    """The decks; a tap shows the cards of another one, in the same step."""
    names = [(name, section_name(screen, name)) for name in screen.box.sections]
    return Chips(names, deck, lambda name: screen.go(step, deck=name), f"{step}-deck")


def section_name(screen: MyDeckScreen, name: str) -> str:
    """A deck of the box as a title."""
    text = screen.say(screen.box.sections[name])
    return text[:1].upper() + text[1:]


def picture_of(screen: MyDeckScreen, file: str, test_id: str = "name-picture") -> Widget:
    """A cut-out as it was photographed."""
    picture = Image(source=str(screen.book.picture(file)), fit_mode="contain", nocache=True)
    picture.test_id = test_id
    return picture


def _build_pair(screen: MyDeckScreen, file: str, alike: str) -> None:
    """Two pictures: the same card or not."""
    pair = Row(
        Panel(Text(screen.say(msg("New")), "label", "soft", align="center"), picture_of(screen, file), fill=True),
        Panel(
            Text(screen.say(msg("Already there")), "label", "soft", align="center"),
            picture_of(screen, alike, "name-alike"),
            fill=True,
        ),
        space=2,
    )
    screen.add_widget(
        Column(
            Text(screen.say(msg("Is this the same card?")), "title", align="center"),
            pair,
            Button(
                screen.say(msg("The same card")), lambda: _drop(screen, file), "check", "primary", test_id="pair-same"
            ),
            Button(screen.say(msg("Another card")), lambda: _is_another(screen, file), "cards", test_id="pair-another"),
            fill=True,
            space=1.5,
            pad=2.5,
        )
    )


def _turn(screen: MyDeckScreen, file: str) -> None:
    screen.book.turn(file)
    screen.rebuild()


def _drop(screen: MyDeckScreen, file: str) -> None:
    screen.book.drop(file)
    screen.rebuild()


def _is_another(screen: MyDeckScreen, file: str) -> None:
    screen.book.is_another(file)
    screen.rebuild()


def _name_back(screen: MyDeckScreen, file: str, deck: str) -> None:
    screen.book.name(file, BACK + deck)
    screen.rebuild()


def _chosen(screen: MyDeckScreen, file: str, cards: list[str]) -> None:
    """The card is named at once; where a game has values to compare, they are looked at next."""
    if cards:
        screen.book.name(file, cards[0])
        if screen.box.has_values:
            screen.args.update(card=cards[0], listed=cards[0])
            keep_values(screen)
            screen.go("values")
        else:
            screen.go("name")
