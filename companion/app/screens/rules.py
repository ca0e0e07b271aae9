"""The rules in our own words, one by one, with a search and a glossary."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app.shell import Screen
from companion.app.theme import DISPLAY, gap, theme
from companion.app.widgets.basic import Column, Line1, Panel, Row, Scroll, Text, paint
from companion.app.widgets.boxes import PromptBox
from companion.app.widgets.buttons import Button, Choice
from companion.app.widgets.cards import CardTile, Flow
from companion.app.widgets.chips import Chips
from companion.app.widgets.dialogs import Field
from companion.core.reference import Reference, Term
from companion.games import load_reference
from companion.words import msg

CARD = 64  # dp, the width of a card beside a rule
GLOSSARY_CHAPTER = "glossary"
MOST_FOUND = 12  # shown of a search


class RulesScreen(Screen):
    """Rules and glossary by chapters; `rule` opens at that rule and marks it, `query` is what is searched.

    `box` says of which game, unless it is the one on the table.
    """

    title = msg("Rules")

    def heading(self) -> str:
        """Whose rules they are."""
        return self.say(msg("Rules of {game}", game=self.desk.box_for(self.args).title))

    @property
    def reference(self) -> Reference:
        """The rules of the game."""
        return load_reference(self.desk.box_for(self.args).id)

    def build(self) -> None:
        """The search and the groups beside (or above) the list."""
        self._list = Scroll(space=1.5, pad=2)
        self._place = Clock.create_trigger(self._to_goal)
        self._goal: Widget | None = None
        self._list.column.bind(height=lambda *_: self._place())
        self._list.bind(height=lambda *_: self._place(), on_scroll_start=self._let_go)
        search = Field(self.args.get("query", ""), self.say(msg("Search the rules")), "rules-search")
        search.bind(text=lambda _, text: self._search(text))
        if self.wide:
            side = Scroll(search, self._chapters(), space=1, pad=2, size_hint_x=0.34)
            row = PromptBox(orientation="horizontal")
            row.add_widget(side)
            self._list.size_hint_x = 0.66
            row.add_widget(self._list)
            self.add_widget(row)
        else:
            self.add_widget(Column(search, self._chapters(), space=1, pad=2))
            self.add_widget(self._list)
        self._fill()

    # --- chapters -----------------------------------------------------------------------------------------------------

    @property
    def chapter(self) -> str:
        """The letter of a group of rules, or the glossary."""
        rule = str(self.args.get("rule", ""))
        return str(self.args.get("chapter") or self.reference.group_of(rule) or next(iter(self.reference.groups)))

    def _chapters(self) -> Widget:
        names = [(key, self.say(name)) for key, name in self.reference.groups.items()]
        names.append((GLOSSARY_CHAPTER, self.say(msg("Glossary"))))
        chosen = "" if self._query else self.chapter
        if self.wide:
            return Choice(names, chosen, self._open_chapter, "chapter", upright=True)
        return Chips(names, chosen, self._open_chapter, "chapter", "label")

    def _open_chapter(self, key: str) -> None:
        self.args.update(chapter=key, query="")
        self.args.pop("rule", None)
        self.rebuild()

    @property
    def _query(self) -> str:
        return str(self.args.get("query", "")).strip()

    def _search(self, text: str) -> None:
        self.args["query"] = text
        self.args.pop("rule", None)
        self._fill()
        self._list.scroll_y = 1

    # --- the list -----------------------------------------------------------------------------------------------------

    def _fill(self) -> None:
        """One chapter; or, from all of them, what was searched for."""
        column = self._list.column
        column.clear_widgets()
        self._goal = None
        rules: Sequence[str] = self.reference.find_rules(self._query, self.desk.words)
        terms: Sequence[Term] = self.reference.find_terms(self._query, self.desk.words)
        if not self._query:
            rules = [rule for rule in rules if self.reference.group_of(rule) == self.chapter]
            terms = terms if self.chapter == GLOSSARY_CHAPTER else ()
        if self._query:
            rules = rules[:MOST_FOUND]
        for rule in rules:
            entry = self._rule(rule)
            column.add_widget(entry)
            if rule == self.args.get("rule"):
                self._goal = entry
        for term in terms if not self._query else terms[: MOST_FOUND - len(rules)]:
            column.add_widget(self._term(term))
        if not self._query:
            for note in self.reference.notes.get(self.chapter, ()):
                column.add_widget(Panel(Text(self.say(msg("House rule")), "caption", "soft"), Text(self.say(note))))
        if not column.children:
            nothing = self.say(msg("Nothing found for “{query}”.", query=self._query))
            column.add_widget(Panel(Text(nothing, "label", test_id="nothing-found")))

    def _rule(self, rule: str) -> Widget:
        is_marked = rule == self.args.get("rule")
        chip = _chip(rule)
        words = Column(
            Text(self.say(self.reference.rules[rule]), "label", pos_hint={"center_y": 0.5}), pos_hint={"center_y": 0.5}
        )
        if pictures := self.reference.pictures.get(rule):
            words.add_widget(Flow([CardTile(self.desk.pictures, name, dp(CARD)) for name in pictures]))
        row = Row(chip, words, hug=True, space=2)
        return Panel(
            row,
            pad=2,
            colour="raised" if is_marked else "panel",
            line="accent" if is_marked else "",
            test_id=f"rule:{rule}{':marked' if is_marked else ''}",
        )

    def _term(self, term: Term) -> Widget:
        words = Column(
            Text(self.say(term.name), "heading", bold=True), Text(self.say(term.meaning), "label"), space=0.5
        )
        words.pos_hint = {"center_y": 0.5}
        look_up = Button(
            term.rule,
            lambda: self._look_up(term.rule),
            kind="quiet",
            test_id=f"term:{term.rule}",
            size_hint_x=None,
            width=max(dp(72), theme.target()),
            pos_hint={"center_y": 0.5},
        )
        return Panel(Row(words, look_up, hug=True, space=2), pad=2)

    def _look_up(self, rule: str) -> None:
        self.args.update(chapter="", rule=rule, query="")
        self.rebuild()

    def _to_goal(self, _: float) -> None:
        """Put what one looks for to the upper edge; again whenever the list gets another height, until it is moved."""
        column, view = self._list.column, self._list
        room = column.height - view.height
        if room > 0 and self._goal is not None and self._goal.parent is column:
            top = self._goal.y + self._goal.height + gap(2)
            view.scroll_y = min(1.0, max(0.0, (top - view.height) / room))

    def _let_go(self, *_: object) -> None:
        self._goal = None


def _chip(rule: str) -> Widget:
    """The id of a rule as a sign."""
    side = max(dp(56), theme.size("heading") * 2.2)
    chip = PromptBox(size_hint=(None, None), size=(side, theme.target(0.8)), pos_hint={"center_y": 0.5})
    paint(chip, theme.colour("accent"), radius=10)
    chip.add_widget(Line1(rule, "heading", "on_accent", align="center", font_name=DISPLAY))
    return chip
