"""What the cards say: our list card by card, where sources disagree, what the owner has corrected."""

from __future__ import annotations

from functools import partial

from kivy.metrics import dp
from kivy.uix.widget import Widget

from card_db.le_havre.buildings import load_buildings
from card_db.le_havre.ships import SHIP_TYPES
from companion.app.play_screen import capital
from companion.app.shell import Screen
from companion.app.theme import gap
from companion.app.widgets.basic import Column, Panel, Scroll, Text
from companion.app.widgets.boxes import PromptBox
from companion.app.widgets.buttons import Choice, Icon, ListButton
from companion.app.widgets.cards import SHAPE, Picture
from companion.app.widgets.lists import inset
from companion.games.le_havre.box import BOX
from companion.games.le_havre.card_facts import doubt_of, doubtful_cards, summary, title_of
from companion.games.le_havre.printed import Printed, printed
from companion.games.le_havre.shelf import ships_by_name
from companion.words import msg

DOUBT, TOLD, ALL = "doubt", "told", "all"


def picture_name(card: str) -> str:
    """The picture of a card; the smallest ship stands for its type."""
    if card in SHIP_TYPES:
        return next(name for name, ship in ships_by_name().items() if ship.type == card)
    return card


class CardListScreen(Screen):
    """`filter`: where sources disagree, what was corrected, or all cards."""

    title = msg("What the cards say")

    @property
    def _box(self) -> Printed:
        return printed(BOX.corrections(self.desk.folder))

    def build(self) -> None:
        """The filter beside (or above) the cards."""
        box = self._box
        chosen = str(self.args.setdefault("filter", DOUBT))
        names = {DOUBT: list(doubtful_cards()), TOLD: list(box.corrections), ALL: [*load_buildings(), *SHIP_TYPES]}
        options = [
            (DOUBT, self.say(msg("Sources disagree ({count})", count=len(names[DOUBT])))),
            (TOLD, self.say(msg("Corrected ({count})", count=len(names[TOLD])))),
            (ALL, self.say(msg("All cards"))),
        ]
        rows: list[Widget] = [self._row(box, card) for card in names[chosen]]
        if not rows:
            nothing = self.say(msg("You have not corrected any card."))
            rows = [Panel(Text(nothing, "label", "soft", test_id="no-corrections"))]
        cards = inset(Scroll(*rows, space=1))
        cards.scroll_y = self.args.get("scroll", 1.0)  # where one was before a card was opened
        cards.bind(scroll_y=lambda _, place: self.args.update(scroll=place))
        about = msg(
            "Where printed cards and our list differ, the card on your table decides: open a card and tell what it "
            "shows. New games and counts use it; a game keeps the cards it was begun with."
        )
        choice = Choice(options, chosen, self._filter, "filter", upright=self.wide)
        text = Text(self.say(about), "body", "soft")
        head: Widget = inset(Scroll(choice, text, space=1.5)) if self.wide else Column(choice, text, space=1.5)
        body = PromptBox(orientation="horizontal" if self.wide else "vertical", padding=gap(2), spacing=gap(2))
        if self.wide:
            head.size_hint_x, cards.size_hint_x = 0.32, 0.68
            body.add_widget(cards)
            body.add_widget(head)
        else:
            body.add_widget(head)
            body.add_widget(cards)
        self.add_widget(body)

    def _filter(self, chosen: str) -> None:
        self.args.update(filter=chosen, scroll=1.0)
        self.rebuild()

    def _row(self, box: Printed, card: str) -> Widget:
        told = card in box.corrections
        doubt = doubt_of(card)
        icon, colour = ("check", "good") if told else ("question", "doubt") if doubt else ("", "")
        picture = Picture(self.desk.pictures, picture_name(card), size_hint=(None, None), size=(dp(44), dp(44) * SHAPE))
        picture.pos_hint = {"center_y": 0.5}
        return ListButton(
            capital(self.say(title_of(card))),
            " · ".join(self.say(part) for part in summary(box, card)),
            partial(self.shell.go, "card_facts", box=BOX.id, card=card),
            first=picture,
            last=Icon(icon, colour, 28, size_hint_x=None, width=dp(36)) if icon else None,
            test_id=f"facts:{card}",
        )
