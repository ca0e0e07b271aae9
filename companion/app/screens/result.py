"""The result: who won and why, bars that build up, the breakdown in which every number opens its cards and its rule."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module

from kivy.metrics import dp
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.app.shell import Route, Screen, Shell
from companion.app.sounds import play
from companion.app.theme import gap, theme
from companion.app.widgets.basic import Column, Line1, Panel, Row, Scroll, Text, paint
from companion.app.widgets.boxes import PromptBox
from companion.app.widgets.buttons import Button, Tappable
from companion.app.widgets.cards import CardTile, Flow
from companion.app.widgets.charts import legend
from companion.app.widgets.score_bars import Bar, ScoreBars, shades
from companion.app.widgets.seats import SeatBadge, seat_colours
from companion.core.sheet import Line, Score, Sheet
from companion.results import counted_hands, finish_count
from companion.words import msg


class ResultScreen(Screen):
    """The end of a game: `count` or `game` in the arguments says of which."""

    title = msg("Result")

    def __init__(self, shell: Shell, route: Route) -> None:
        super().__init__(shell, route)
        self.box = self.desk.box_for(self.args)
        if "count" in self.args:
            counting = self.desk.counting(self.args["count"])
            if not counting.count.finished:
                finish_count(counting, self.desk.folder)
            corrections = counting.count.corrections
            self._hands = counted_hands(counting.count)
            self._colours = seat_colours(len(self._hands))
        else:
            session = self.desk.session(self.args["game"])
            self._hands = self.box.hands(session.state)
            corrections = self.box.corrections_of(session.state)
            self._colours = self.desk.seat_colours(session.setup)
        self.sheet: Sheet = self.box.sheet(self._hands, corrections)

    def build(self) -> None:
        """The winner above; bars beside (or above) the breakdown; what can be done next below."""
        winner = Text(self.say(self.sheet.why), "title", "accent", align="center", test_id="why")
        animate = not self.args.get("shown")
        self.args["shown"] = True  # bars grow once, not at every turn of the tablet
        if animate:
            play(self.desk, "end")
        bars = ScoreBars(self._bars(), animate)
        sources = [self.say(name) for name in self.sheet.sources]
        key = legend(sources, shades(theme.palette.soft, len(sources)))
        table = self._table()
        notes = [Text(text, "caption", "doubt") for text in map(self.say, self.sheet.notes)]
        if self.wide:
            left = Panel(bars, key, fill=True, size_hint_x=0.42)
            right = Scroll(table, *notes, self._hint(), size_hint_x=0.58)
            middle = Row(left, right, space=2)
            body = Column(winner, middle, self._foot(), fill=True, space=1.5, pad=2)
        else:
            bars.size_hint_y, bars.height = None, dp(300)
            scroll = Scroll(Panel(bars, key), table, *notes, self._hint())
            body = Column(winner, scroll, self._foot(), fill=True, space=1.5, pad=2)
        self.add_widget(body)

    def _bars(self) -> list[Bar]:
        return [
            Bar(player.name, self._colours[seat], player.parts, player.place)
            for seat, player in enumerate(self.sheet.players)
        ]

    def _hint(self) -> Widget:
        return Text(self.say(msg("Tap a number to see the cards and the rule behind it.")), "caption", "soft")

    # --- the breakdown ------------------------------------------------------------------------------------------------

    def _table(self) -> Widget:
        panel = Panel(pad=1.5, space=0.5)
        panel.add_widget(self._head())
        for number, row in enumerate(self.sheet.rows):
            cells = [
                Cell(str(value), partial(self._explain, seat, line), f"cell:{number}:{self.sheet.players[seat].name}")
                for seat, (value, line) in enumerate(zip(row.numbers, row.lines, strict=True))
            ]
            panel.add_widget(self._line(self.say(row.name), cells))
        totals = [
            Cell(str(player.total), partial(self._explain_all, player), f"total:{player.name}", strong=True)
            for player in self.sheet.players
        ]
        panel.add_widget(self._line(self.say(msg("Points in all")), totals, strong=True))
        places = [
            Cell(str(player.place), self._explain_place, f"place:{player.name}", strong=player.place == 1)
            for player in self.sheet.players
        ]
        panel.add_widget(self._line(self.say(msg("Place")), places))
        return panel

    def _head(self) -> Widget:
        badges: list[Widget] = []
        for seat, player in enumerate(self.sheet.players):
            badge = SeatBadge(player.name, self._colours[seat], 36, pos_hint={"center_x": 0.5})
            name = Line1(player.name, "caption", align="center", size_hint_y=None, height=theme.size("caption") * 1.5)
            badges.append(Column(badge, name, space=0.25))
        return self._line("", badges)

    def _line(self, name: str, cells: Sequence[Widget], strong: bool = False) -> Widget:
        row = GridLayout(rows=1, size_hint_y=None, spacing=gap(0.5))
        row.bind(minimum_height=row.setter("height"))
        label = Text(name, "body", "ink" if strong else "soft", bold=strong, size_hint_x=1.5)
        holder = PromptBox(size_hint_x=1.5, size_hint_y=None, height=theme.target(0.9))
        label.pos_hint = {"center_y": 0.5}
        holder.add_widget(label)
        label.bind(height=lambda _, height: setattr(holder, "height", max(theme.target(0.9), height)))
        row.add_widget(holder)
        for cell in cells:
            row.add_widget(cell)
        return row

    def _explain(self, seat: int, line: Line | None) -> None:
        player = self.sheet.players[seat]
        if line is None:
            self.shell.note(self.say(msg("{player} does not have it.", player=player.name)))
            return
        content: list[Widget] = [Text(self.say(line.why))]
        own = import_module(f"companion.app.{self.box.id}.lines").line_view(self, self._hands[seat], line)
        if own is not None:
            content.append(own)
        elif line.cards:
            content.append(Flow([CardTile(self.desk.pictures, card, dp(84)) for card in line.cards]))
        self._tell(f"{player.name}: {self.say(line.worth)}", content, line.rule)

    def _explain_all(self, player: Score) -> None:
        content: list[Widget] = []
        for line in player.lines:
            content.append(Text(f"{self.say(line.worth)} · {self.say(line.why)}"))
            if line.cards:
                content.append(Flow([CardTile(self.desk.pictures, card, dp(62)) for card in line.cards]))
        title = self.say(msg("{player}: {points} points", player=player.name, points=player.total))
        self._tell(title, content, self.sheet.total_rule)

    def _explain_place(self) -> None:
        self._tell(self.say(msg("Place")), [Text(self.say(self.sheet.why))], self.sheet.place_rule)

    def _tell(self, title: str, content: Sequence[Widget], rule: str) -> None:
        def look_up() -> None:
            dialog.close()
            self.shell.go("rules", rule=rule, box=self.box.id)

        words = self.say(msg("The rule behind it: {rule}", rule=rule))
        dialog = self.shell.ask(title, content, [Button(words, look_up, "book", "quiet", test_id="rule")], width_dp=720)

    # --- and then -----------------------------------------------------------------------------------------------------

    def _foot(self) -> Widget:
        recount = Button(self.say(msg("Recount")), self._recount, "eye", test_id="recount")
        share = Button(self.say(msg("Share")), self._share, "share", test_id="share")
        home = Button(self.say(msg("Done")), lambda: self.shell.home(), "check", "primary", test_id="done")
        return Row(recount, share, home, height=theme.target())

    def _share(self) -> None:
        self.shell.go("export", **{key: self.args[key] for key in ("count", "game") if key in self.args})

    def _recount(self) -> None:
        """Look again: a count goes on; the hands of a tracked game are compared with what is really there."""
        self.args["shown"] = False
        if "count" in self.args:
            self.shell.go("score_hand", count=self.args["count"], seat=0)
            return
        self.shell.go("score_hand", game=self.args["game"], seat=0)


class Cell(Tappable):
    """A number of the breakdown."""

    def __init__(self, text: str, on_tap: Callable[[], object], test_id: str, strong: bool = False) -> None:
        super().__init__(on_tap, test_id, size_hint_y=None, height=theme.target(0.9))
        self.text = text
        paint(self, theme.colour("raised" if not strong else "accent"), radius=8)
        self.add_widget(Line1(text, "heading" if strong else "label", "on_accent" if strong else "ink", align="center"))
