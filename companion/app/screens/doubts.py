"""Doubtful cards one by one: what the camera saw beside what it may be; the players decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.widget import Widget

from companion.app.camera import Pixels
from companion.app.theme import gap, theme
from companion.app.widgets.basic import Column, Panel, Row, Scroll, Text
from companion.app.widgets.boxes import PromptBox
from companion.app.widgets.buttons import Button
from companion.app.widgets.cards import SHAPE, CardTile, Flow
from companion.app.widgets.picker import CardPicker
from companion.app.widgets.scan_overlay import CutOut, picture_texture
from companion.words import msg

if TYPE_CHECKING:
    from companion.app.screens.scan import ScanScreen
    from companion.scan_answers import Doubt

FEW, LARGE = 3, 0.4  # options that are shown large, and their height against that of the screen


def cut_texture(picture: Pixels) -> Texture:
    """What the camera saw of a card, as pictures of cards are kept."""
    from scanner.preview import as_rgba

    return picture_texture(as_rgba(picture[::-1]))


def build_doubt(screen: ScanScreen) -> None:
    """The next question."""
    from scanner.preview import as_rgba

    number, total = len(screen.questions.answers), len(screen.questions.doubts)
    doubt = screen.questions.doubts[number]
    seen = Column(fill=True, space=1)
    seen.add_widget(Text(screen.say(msg("The camera saw")), "label", "soft", align="center"))
    seen.add_widget(CutOut(as_rgba(doubt.picture), test_id="doubt-picture"))
    words = Column(
        Text(screen.say(msg("Which card is this?")), "title", align="left"),
        Text(
            screen.say(msg("Question {number} of {total}: tap the card that it is.", number=number + 1, total=total)),
            "body",
            "soft",
        ),
        space=0.5,
    )
    choices = Scroll(words, _options(screen, doubt), space=2)
    others = Column(
        Button(screen.say(msg("Another card")), screen.pick, "search", "plain", test_id="doubt-other"),
        Button(screen.say(msg("Not a card")), lambda: screen.answer(None), "close", "quiet", test_id="doubt-none"),
        space=1,
    )
    right = Column(choices, others, fill=True, space=2)
    if screen.wide:
        panel = Panel(seen, fill=True, size_hint_x=0.36)
        screen.add_widget(Row(panel, right, space=3, pad=2.5))
    else:
        panel = Panel(seen, fill=True, size_hint_y=0.38)
        screen.add_widget(Column(panel, right, fill=True, space=2, pad=2))


def _options(screen: ScanScreen, doubt: Doubt) -> Widget:
    """The pictures of what it may be, each with its name."""
    if not doubt.options:
        return Text(screen.say(msg("Nothing in your deck looks like it.")), "label")
    # A few are shown as large as what the camera saw, so that signs and numbers can be compared.
    few = len(doubt.options) <= FEW
    width = min(dp(220), LARGE * screen.shell.height / SHAPE) if few else dp(150 if screen.wide else 128)
    flow = Flow(space=2)
    for card in doubt.options:
        box = PromptBox(orientation="vertical", size_hint=(None, None), spacing=gap(0.75), width=width)
        tile = CardTile(
            screen.desk.pictures,
            card,
            width,
            on_tap=lambda card=card: screen.answer(card),  # type: ignore[misc]
            test_id=f"option:{card}",
        )
        name = Text(screen.say(screen.box.short_name(card)), "body", align="center")
        box.add_widget(tile)
        box.add_widget(name)
        box.height = width * SHAPE + theme.size("body") * 1.5
        name.bind(height=lambda _, height, box=box: setattr(box, "height", width * SHAPE + gap(0.75) + height))
        flow.add_widget(box)
    return flow


def build_picker(screen: ScanScreen) -> None:
    """All cards, to choose the right one; on a board only those of its deck."""
    doubt = screen.questions.doubts[len(screen.questions.answers)]
    deck = doubt.place[0] if doubt.place is not None and doubt.place[0] in screen.box.boards else ""

    def chosen(cards: list[str]) -> None:
        if cards:
            screen.answer(cards[0])

    shelf = screen.box.shelf(screen.desk.folder)
    picker = CardPicker(screen.desk.pictures, shelf, screen.say, (), chosen, deck=deck, most=1, test_id="picker")
    holder = AnchorLayout(padding=gap(2))
    holder.add_widget(picker)
    screen.add_widget(holder)
