"""What the camera wants to know or has to say while it follows a game: questions with pictures, mistakes in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from kivy.metrics import dp
from kivy.uix.widget import Widget

from card_db.packet_row.cards import Card, parse_card
from companion.app.packet_row.board_view import card_picture
from companion.app.packet_row.parts.game_screen import GameScreen, capital
from companion.app.theme import SEAT_COLOURS, gap, rgba, theme
from companion.app.widgets.basic import Column, Row, Scroll, Text, paint
from companion.app.widgets.boxes import PromptBox
from companion.app.widgets.buttons import Button, Icon, Tap, Tappable
from companion.app.widgets.cards import SHAPE, CardTile, Flow
from companion.app.widgets.picker import CardPicker
from companion.app.widgets.seats import SeatBadge
from companion.core.game import Seat
from companion.games.packet_row.follow.mistakes import Mistake
from companion.games.packet_row.follow.questions import Question
from companion.games.packet_row.follow.sights import Place
from companion.games.packet_row.names import AREA_NAMES
from companion.games.packet_row.numbers import CURRENT_SPACES, SPACES
from companion.games.packet_row.pawn_colours import COLOUR_NAMES
from companion.words import Message, msg

CARD = 108  # dp, a card that is offered as an answer
SWATCH = 64  # dp
GREY = "#8A8A8A"


def place_words(place: Place) -> Message:
    """A space of a board, as one would point at it."""
    area, space = place
    if space not in SPACES:
        return AREA_NAMES[area]
    index = SPACES.index(space)
    if index < CURRENT_SPACES:
        return msg("{area}, current supply, space {number}", area=AREA_NAMES[area], number=index + 1)
    number = index - CURRENT_SPACES + 1
    return msg("{area}, future supply, space {number}", area=AREA_NAMES[area], number=number)


# --- questions --------------------------------------------------------------------------------------------------------


def question_page(
    screen: GameScreen, question: Question, on_answer: Callable[[Sequence[Card]], object], on_other: Tap
) -> Widget:
    """Which cards are these? Each answer is one tap."""
    many = len(question.pieces) > 1
    title = screen.say(msg("Which cards are these?") if many else msg("Which card is this?"))
    if question.taker is not None:
        title = screen.say(msg("Which card did {player} take, unseen?", player=screen.names[question.taker]))
    hint = screen.say(msg("The game goes on; the likeliest answer counts until somebody taps another."))
    if question.about == "set-up":
        title = screen.say(msg("Does this count as laid out?"))
        hint = screen.say(
            msg("Cards were taken before the camera came. Nothing is recorded here until you tap the cards.")
        )
    where = "\n".join(capital(screen.say(place_words(place))) for place in question.places)
    answers = Flow([_answer(screen, cards, on_answer) for cards in question.answers], space=1.5)
    other = Button(screen.say(msg("Another card")), on_other, "search", "plain", test_id="answer-other")
    column = PromptBox(orientation="vertical", spacing=gap(1.5), padding=gap(1))
    column.add_widget(
        Scroll(
            Text(title, "title", test_id="question"),
            Text(where, "label", "accent", bold=True, test_id="question-where"),
            answers,
            Text(hint, "body", "soft"),
            space=1.5,
        )
    )
    column.add_widget(other)
    return column


def _answer(screen: GameScreen, cards: Sequence[Card], on_answer: Callable[[Sequence[Card]], object]) -> Widget:
    """The cards of an answer side by side."""
    names = [str(card) for card in cards]
    width = dp(CARD)
    if len(names) == 1:
        return CardTile(
            screen.desk.pictures, names[0], width, on_tap=partial(on_answer, cards), test_id=f"answer:{names[0]}"
        )
    row = Tappable(
        partial(on_answer, cards),
        f"answer:{'+'.join(names)}",
        orientation="horizontal",
        padding=gap(1),
        spacing=gap(0.75),
        size_hint=(None, None),
    )
    width *= 0.7
    row.size = (len(names) * width + gap(0.75) * (len(names) - 1) + gap(2), width * SHAPE + gap(2))
    paint(row, theme.colour("raised"), line=theme.colour("line"))
    for name in names:
        row.add_widget(card_picture(screen.desk.pictures, name, width))
    return row


def picker_page(screen: GameScreen, place: Place, on_card: Callable[[Card], object], on_back: Tap) -> Widget:
    """All cards of the deck of this board."""

    def chosen(cards: list[str]) -> None:
        if cards:
            on_card(parse_card(cards[0]))

    column = PromptBox(orientation="vertical", spacing=gap(1), padding=gap(1))
    back = Button(icon="back", on_tap=on_back, kind="quiet", test_id="picker-back")
    words = Text(capital(screen.say(place_words(place))), "heading", bold=True, pos_hint={"center_y": 0.5})
    column.add_widget(Row(back, words, hug=True))
    shelf = screen.box.shelf(screen.desk.folder)
    column.add_widget(
        CardPicker(screen.desk.pictures, shelf, screen.say, (), chosen, deck=place[0], most=1, test_id="picker")
    )
    return column


# --- pawns ------------------------------------------------------------------------------------------------------------


def colour_page(
    screen: GameScreen, seat: Seat, free: Sequence[str], on_colour: Callable[[str], object], on_skip: Tap
) -> Widget:
    """What colour is the pawn of a player whose colour the camera cannot name?"""
    name = screen.names[seat]
    title = screen.say(msg("What colour is the pawn of {player}?", player=name))
    hint = screen.say(msg("The camera tells players by their pawns."))
    choices = [_swatch(screen, colour, partial(on_colour, colour)) for colour in free]
    skip = Button(screen.say(msg("None of these")), on_skip, kind="quiet", test_id="colour-skip")
    return _page(
        Row(SeatBadge(name, screen.colours[seat], 52), Text(title, "title", pos_hint={"center_y": 0.5}), hug=True),
        Text(hint, "body", "soft"),
        Flow(choices, space=1.5),
        skip,
    )


def stranger_page(
    screen: GameScreen, colour: str, seats: Sequence[Seat], on_seat: Callable[[Seat], object], on_nobody: Tap
) -> Widget:
    """Whose pawn is that?"""
    words = msg("Whose pawn is this? It is {colour}.", colour=COLOUR_NAMES.get(colour, msg("grey")))
    rows = []
    for seat in seats:
        row = Tappable(
            partial(on_seat, seat),
            f"owner:{seat}",
            orientation="horizontal",
            padding=gap(1),
            spacing=gap(1.5),
            size_hint_y=None,
            height=theme.target(1.2),
        )
        paint(row, theme.colour("raised"))
        row.add_widget(SeatBadge(screen.names[seat], screen.colours[seat], 46))
        row.add_widget(Text(screen.names[seat], "heading", bold=True, pos_hint={"center_y": 0.5}))
        rows.append(row)
    nobody = Button(screen.say(msg("Nobody's")), on_nobody, kind="quiet", test_id="owner-nobody")
    title = Text(screen.say(words), "title", pos_hint={"center_y": 0.5}, test_id="stranger")
    return _page(Row(_dot(colour, 52), title, hug=True), *rows, nobody)


def _page(*children: Widget) -> Widget:
    return Scroll(*children, space=1.5, pad=1.5)


def _swatch(screen: GameScreen, colour: str, on_tap: Tap) -> Widget:
    box = Tappable(
        on_tap,
        f"colour:{colour}",
        orientation="vertical",
        size_hint=(None, None),
        padding=gap(1),
        spacing=gap(0.5),
        width=max(dp(SWATCH * 1.8), theme.size("label") * 5),
    )
    dot = _dot(colour, SWATCH)
    dot.pos_hint = {"center_x": 0.5}
    name = Text(screen.say(COLOUR_NAMES[colour]), "label", align="center")
    box.add_widget(dot)
    box.add_widget(name)
    box.height = dp(SWATCH) + theme.size("label") * 1.4 + gap(2.5)
    paint(box, theme.colour("raised"))
    return box


def _dot(colour: str, side: float) -> Widget:
    dot = Widget(size_hint=(None, None), size=(dp(side), dp(side)), pos_hint={"center_y": 0.5})
    paint(dot, rgba(SEAT_COLOURS.get(colour, GREY)), radius=side / 2, line=theme.colour("line"), width=1.5)
    return dot


# --- beside the boards ------------------------------------------------------------------------------------------------


class MistakePanel(Tappable):
    """What is wrong at the table; a tap takes the words away."""

    def __init__(self, screen: GameScreen, mistake: Mistake, on_tap: Tap) -> None:
        super().__init__(
            on_tap,
            f"mistake:{mistake.kind}",
            orientation="horizontal",
            padding=gap(1.25),
            spacing=gap(1),
            size_hint_y=None,
            height=theme.target(),
        )
        paint(self, theme.colour("raised"), line=theme.colour("bad"), width=1.6)
        words = capital(screen.say(mistake.text))
        if mistake.space in SPACES:
            where = capital(screen.say(place_words((mistake.area, mistake.space))))
            lines = [Text(where, "caption", "bad", bold=True), Text(words, "body")]
        else:
            lines = [Text(words, "body")]
        column = Column(*lines, space=0.25, pos_hint={"center_y": 0.5})
        column.bind(height=lambda _, height: setattr(self, "height", max(theme.target(), height + gap(2.5))))
        self.add_widget(Icon("scales", "bad", 28, size_hint_x=None, width=dp(32)))
        self.add_widget(column)
        self.add_widget(Icon("close", "soft", 18, size_hint_x=None, width=dp(22)))
