"""Yes or no in large letters, the reason, and the rule to look up."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app.widgets.basic import Panel, Row, Text
from companion.app.widgets.buttons import Button, Icon
from companion.core.verdict import Verdict
from companion.words import Message, msg


def verdict_panel(
    verdict: Verdict,
    say: Callable[[Message], str],
    look_up: Callable[[str], object],
    question: str = "",
    more: Sequence[Widget] = (),
    words: tuple[Message, Message] = (msg("Yes"), msg("No")),
) -> Panel:
    """The answer of the arbiter; `more` stands below it, `words` are what yes and no are called here."""
    colour = "good" if verdict.yes else "bad"
    icon = Icon("check" if verdict.yes else "close", colour, 44, size_hint=(None, None), size=(dp(56), dp(56)))
    icon.pos_hint = {"center_y": 0.5}
    answer = Text(say(words[0] if verdict.yes else words[1]), "display", colour, test_id="verdict")
    answer.pos_hint = {"center_y": 0.5}
    panel = Panel(line=colour, space=1.5, test_id="verdict-panel")
    if question:
        panel.add_widget(Text(question, "label", "soft", test_id="question"))
    panel.add_widget(Row(icon, answer, hug=True, space=1.5))
    panel.add_widget(Text(say(verdict.reason), "label", test_id="reason"))
    rule = say(msg("The rule behind it: {rule}", rule=verdict.rule))
    panel.add_widget(Button(rule, lambda: look_up(verdict.rule), "book", "quiet", test_id="look-up"))
    for widget in more:
        panel.add_widget(widget)
    return panel


def waiting_panel(text: str) -> Panel:
    """The place of the answer before there is a question."""
    icon = Icon("scales", "accent", 56, size_hint_y=None, height=dp(72))
    return Panel(icon, Text(text, "label", "soft", align="center"), space=1.5, pad=3, test_id="no-verdict")
