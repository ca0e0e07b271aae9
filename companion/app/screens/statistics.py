"""Statistics over all games with a result: everybody beside each other, or one player game by game."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.app.screens.reading import still_reading
from companion.app.shell import Screen
from companion.app.theme import gap, theme
from companion.app.widgets.basic import Column, Panel, Scroll, Text
from companion.app.widgets.boxes import PromptBox
from companion.app.widgets.buttons import Choice
from companion.app.widgets.charts import Bars, BigNumber, ChartBar, Columns, legend
from companion.app.widgets.chips import Chips
from companion.games import GAMES
from companion.records.exports import local_time
from companion.records.statistics import PlayerStatistics, statistics
from companion.words import Message, msg, msgs

LATEST = 12  # games in a row of columns


class StatisticsScreen(Screen):
    """`player` is the one looked at; everybody without it. `box` says of which game."""

    title = msg("Statistics")

    def build(self) -> None:
        """Who, then the charts."""
        if still_reading(self):
            return
        finished = self.desk.records.finished()
        boxes = [name for name in GAMES if any(played.box == name for played in finished)]
        self._box = self.desk.box_for(self.args)
        if self._box.id not in boxes and boxes:
            self._box = self.desk.box_named(boxes[0])
        games = [played for played in finished if played.box == self._box.id]
        self._names = games[0].sheet.sources if games and games[0].sheet else ()
        players = statistics(games)
        if not players:
            nothing = msg("There is nothing to count yet: statistics come with the first finished game.")
            self.add_widget(Scroll(Panel(Text(self.say(nothing), "label", test_id="no-statistics")), pad=2))
            return
        chosen = next((player for player in players if player.name == self.args.get("player")), None)
        charts = self._of_player(chosen) if chosen is not None else self._of_all(players)
        who: Widget = self._who([player.name for player in players])
        if len(boxes) > 1:
            titles = [(name, self.desk.box_named(name).title) for name in boxes]
            who = Column(Choice(titles, self._box.id, self._choose_box, "box"), who, space=1.5)
        if not self.wide:
            self.add_widget(Scroll(who, *charts, space=2, pad=2))
            return
        columns = PromptBox(orientation="horizontal", spacing=gap(2), size_hint_y=None)
        columns.bind(minimum_height=columns.setter("height"))
        for chart in charts[-2:]:
            chart.pos_hint = {"top": 1}
            columns.add_widget(chart)
        self.add_widget(Scroll(who, *charts[:-2], columns, space=2, pad=2))

    def _who(self, names: Sequence[str]) -> Widget:
        options = [("", self.say(msg("Everybody"))), *((name, name) for name in names)]
        return Chips(options, self.args.get("player", ""), self._choose, "player", "label")

    def _choose_box(self, name: str) -> None:
        self.args.update(box=name, player="")
        self.rebuild()

    def _choose(self, name: str) -> None:
        self.args["player"] = name
        self.rebuild()

    def _sources(self) -> list[str]:
        return [self.say(name) for name in self._names]

    # --- everybody ----------------------------------------------------------------------------------------------------

    def _of_all(self, players: Sequence[PlayerStatistics]) -> list[Widget]:
        wins = [
            ChartBar(player.name, self._won(player), (float(player.wins), float(player.games - player.wins)))
            for player in players
        ]
        points = [
            ChartBar(player.name, self._number(player.average), player.average_sources)
            for player in sorted(players, key=lambda player: -player.average)
        ]
        soft = (theme.palette.accent, theme.palette.line)
        return [
            self._panel(
                msg("Wins"),
                Bars(wins, soft, "wins"),
                legend([self.say(msg("won")), self.say(msg("not won"))], soft),
            ),
            self._panel(msg("Points a game"), Bars(points, test_id="averages"), legend(self._sources())),
        ]

    def _won(self, player: PlayerStatistics) -> str:
        return self.say(msgs("{wins} of {count} game", "{wins} of {count} games", player.games, wins=player.wins))

    def _panel(self, title: Message, *content: Widget) -> Widget:
        return Panel(Text(self.say(title), "heading", bold=True), *content, space=1.5)

    # --- one player ---------------------------------------------------------------------------------------------------

    def _of_player(self, player: PlayerStatistics) -> list[Widget]:
        numbers = GridLayout(cols=6 if self.wide and theme.scale <= 1.25 else 3, spacing=gap(1), size_hint_y=None)
        numbers.bind(minimum_height=numbers.setter("height"))
        for key, number, name in (
            ("games", str(player.games), msg("games")),
            ("wins", str(player.wins), msg("won")),
            ("share", f"{100 * player.wins / player.games:.0f} %", msg("of the games")),
            ("average", self._number(player.average), msg("points a game")),
            ("best", str(player.best), msg("best score")),
            ("money", self.say(self._box.groups[0].amount(round(player.average_money))), msg("money at the end")),
        ):
            numbers.add_widget(BigNumber(number, self.say(name), f"number:{key}"))
        latest = player.parts[-LATEST:]
        games = [
            ChartBar(
                f"{local_time(part.when):%d.%m.}",
                str(part.points),
                tuple(float(points) for points in part.sources),
            )
            for part in latest
        ]
        sources = zip(self._sources(), player.average_sources, strict=True)
        averages = [
            ChartBar(
                name, self._number(value), tuple(value if place == index else 0.0 for place in range(len(self._names)))
            )
            for index, (name, value) in enumerate(sources)
        ]
        return [
            numbers,
            self._panel(msg("Game by game"), Columns(games, test_id="columns"), legend(self._sources())),
            self._panel(msg("Where the points come from"), Bars(averages, test_id="sources")),
        ]

    def _number(self, value: float) -> str:
        """One place after the point, written as the language does."""
        text = f"{value:.1f}"
        return text.replace(".", ",") if self.desk.settings.language == "de" else text
