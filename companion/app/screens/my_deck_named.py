"""The cards of the owner's deck that have a name: looked through, named anew, taken out."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from kivy.metrics import dp

from companion.app.pictures import PHOTO
from companion.app.screens.my_deck_name import deck_tabs, picture_of
from companion.app.widgets.basic import Column, Scroll, Text
from companion.app.widgets.buttons import Button
from companion.app.widgets.cards import CardTile, Flow
from companion.deck_book import BACK
from companion.words import Message, msg

if TYPE_CHECKING:
    from companion.app.screens.my_deck import MyDeckScreen

TILE = 96  # dp
LARGE = 300  # dp, the height of the photograph in its dialog


def build_named(screen: MyDeckScreen) -> None:
    """The photographs of one deck, each with its name."""
    deck = str(screen.args.setdefault("deck", next(iter(screen.box.sections))))
    tiles = [_tile(screen, card) for card in _of_deck(screen, deck)]
    below = (
        Flow(tiles, space=1.5)
        if tiles
        else Text(screen.say(msg("No card of this deck has a name yet.")), "body", "soft", test_id="named-none")
    )
    words = Text(screen.say(msg("Tap a card that has the wrong name.")), "body", "soft")
    screen.add_widget(Column(deck_tabs(screen, "named", deck), words, Scroll(below), fill=True, space=1.5, pad=2))


def _of_deck(screen: MyDeckScreen, deck: str) -> list[str]:
    """The cards in the order of the picker, then the back; what the list does not know stands at the end."""
    there = screen.book.pages.cards
    own = [card for card, home in screen.shelf.decks.items() if home == deck and card in there]
    if BACK + deck in there:
        own.append(BACK + deck)
    if deck == list(screen.box.sections)[-1]:
        own += [card for card in there if card not in screen.shelf.decks and not card.startswith(BACK)]
    return own


def _name(screen: MyDeckScreen, card: str) -> Message:
    return msg("back") if card.startswith(BACK) else screen.box.short_name(card)


def _tile(screen: MyDeckScreen, card: str) -> Column:
    photo = f"{PHOTO}{screen.book.picture(screen.book.pages.cards[card])}"
    tile = CardTile(screen.desk.pictures, photo, dp(TILE), partial(_ask, screen, card), test_id=f"named:{card}")
    name = Text(screen.say(_name(screen, card)), "caption", align="center")
    return Column(tile, name, space=0.5, size_hint_x=None, width=dp(TILE))


def _ask(screen: MyDeckScreen, card: str) -> None:
    """A name that is wrong is given anew; a photograph that is bad is taken again."""

    def anew() -> None:
        dialog.close()
        screen.book.unname(card)
        screen.go("name")

    def remove() -> None:
        dialog.close()
        screen.book.forget(card)
        screen.rebuild()

    picture = picture_of(screen, screen.book.pages.cards[card])
    picture.size_hint_y, picture.height = None, dp(LARGE)
    buttons = [
        Button(screen.say(msg("Name it anew")), anew, "pen", "primary", test_id="named-anew"),
        Button(screen.say(msg("Remove it and photograph it again")), remove, "trash", "quiet", test_id="named-remove"),
    ]
    title = screen.say(_name(screen, card))
    dialog = screen.shell.ask(title[:1].upper() + title[1:], [picture], buttons)
