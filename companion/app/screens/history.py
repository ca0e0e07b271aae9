"""The history: all games and counts, finished or not, and what can be done with each."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app.dates import MONTHS, day_words
from companion.app.end_early import ask_to_end
from companion.app.screens.reading import still_reading
from companion.app.shell import Screen
from companion.app.theme import gap, theme
from companion.app.widgets.basic import Column, Line1, Panel, Row, Scroll, Text, paint
from companion.app.widgets.boxes import PromptBox
from companion.app.widgets.buttons import Button, Choice, Icon, Tappable
from companion.app.widgets.cards import SHAPE, CardTile
from companion.app.widgets.dialogs import Dialog, Field
from companion.app.widgets.lists import inset
from companion.records.exports import local_time
from companion.records.played import Played
from companion.set_aside import SetAside
from companion.store import StoreError
from companion.words import Message, msg, msgs

AT_ONCE = 40  # games shown before one asks for more
LONGEST_NAME = 60


class HistoryScreen(Screen):
    """All games, the latest first; `filter` and `shown` are remembered."""

    title = msg("History")

    def build(self) -> None:
        """The list, with statistics and exports beside (or above) it."""
        if still_reading(self):
            return
        self._aside = SetAside(self.desk.folder)
        games = self.desk.records.all()
        if not games:
            self.add_widget(self._nothing_yet())
            return
        ways = [
            Button(
                self.say(msg("Statistics")),
                lambda: self.shell.go("statistics"),
                "trophy",
                "primary",
                test_id="statistics",
            ),
            Button(self.say(msg("Export and backup")), lambda: self.shell.go("export"), "save", test_id="export"),
        ]
        rows = inset(Scroll(*self._rows(games), space=1.25))
        if self.wide:
            side = Column(self._filter(games, upright=True), *ways, space=1.5, size_hint_x=0.28)
            side.pos_hint = {"top": 1}
            rows.size_hint_x = 0.72
            body = PromptBox(orientation="horizontal", padding=gap(2), spacing=gap(2))
            body.add_widget(rows)
            body.add_widget(side)
            self.add_widget(body)
        else:
            head = Column(Row(*ways, hug=True), self._filter(games), space=1.5)
            body = PromptBox(orientation="vertical", padding=gap(2), spacing=gap(2))
            body.add_widget(head)
            body.add_widget(rows)
            self.add_widget(body)

    def _filter(self, games: Sequence[Played], upright: bool = False) -> Widget:
        finished = sum(played.finished for played in games)
        options = [
            ("all", self.say(msg("All ({count})", count=len(games)))),
            ("finished", self.say(msg("Finished ({count})", count=finished))),
            ("open", self.say(msg("Unfinished ({count})", count=len(games) - finished))),
        ]
        return Choice(options, self._filtered, self._set_filter, "filter", upright)

    @property
    def _filtered(self) -> str:
        return str(self.args.get("filter", "all"))

    def _set_filter(self, name: str) -> None:
        self.args["filter"] = name
        self.rebuild()

    def _rows(self, games: Sequence[Played]) -> list[Widget]:
        wanted = [
            played for played in games if self._filtered == "all" or played.finished == (self._filtered == "finished")
        ]
        shown = int(self.args.get("shown", AT_ONCE))
        rows: list[Widget] = [GameRow(self, played, lambda p=played: self._open(p)) for played in wanted[:shown]]  # type: ignore[misc]
        if not rows:
            rows.append(Panel(Text(self.say(msg("Nothing here.")), "label", "soft")))
        if len(wanted) > shown:
            more = self.say(msgs("Show {count} more", "Show {count} more", len(wanted) - shown))
            rows.append(Button(more, self._show_more, "down", "quiet", test_id="more"))
        return rows

    def _show_more(self) -> None:
        self.args["shown"] = int(self.args.get("shown", AT_ONCE)) + AT_ONCE
        self.rebuild()

    def _nothing_yet(self) -> Widget:
        width = dp(96)
        fan = Row(height=width * SHAPE, space=1)
        fan.add_widget(Widget())
        for name in self.desk.box.fan[:3]:
            fan.add_widget(CardTile(self.desk.pictures, name, width))
        fan.add_widget(Widget())
        box = Panel(
            fan,
            Text(self.say(msg("No games yet")), "title", align="center", test_id="no-games"),
            Text(
                self.say(msg("Games that you track or count are kept here, with score sheets and statistics.")),
                "label",
                "soft",
                align="center",
            ),
            Button(
                self.say(msg("Score now")),
                lambda: self.shell.replace("score_players"),
                "trophy",
                "primary",
                test_id="score",
            ),
            Button(
                self.say(msg("Restore a backup")),
                lambda: self.shell.go("export", restore=True),
                "save",
                test_id="export",
            ),
            pad=4,
            space=2,
        )
        return Scroll(box, pad=3)

    # --- one game -----------------------------------------------------------------------------------------------------

    def _open(self, played: Played) -> None:
        dialog: list[Dialog] = []

        def then(name: str, **args: object) -> None:
            dialog[0].close()
            self.shell.go(name, **args)

        key = {played.kind: played.id}
        buttons: list[Widget] = []
        if played.finished:
            sheet = self.say(msg("Score sheet"))
            buttons.append(Button(sheet, lambda: then("result", **key), "trophy", "primary", test_id="open-result"))
            share = self.say(msg("Share"))
            buttons.append(Button(share, lambda: then("export", **key), "share", test_id="open-export"))
        elif played.readable:
            way = "table" if played.kind == "game" else "score_hand"
            go_on = self.say(msg("Continue game") if played.kind == "game" else msg("Go on counting"))

            def resume() -> None:
                self._aside.drop(played.id)
                then(way, **key)

            buttons.append(Button(go_on, resume, "play", "primary", test_id="continue"))
            if played.kind == "game" and played.id not in self._aside:
                end = self.say(msg("End the game early"))
                buttons.append(Button(end, lambda: ask_to_end(self, played.id), "flag", test_id="end-early"))
        if played.kind == "game" and played.readable:
            replay = self.say(msg("Replay step by step"))
            buttons.append(Button(replay, lambda: then("replay", **key), "clock", test_id="open-replay"))
        small = Row(
            Button(self.say(msg("Rename")), lambda: self._rename(played), "pen", "quiet", test_id="rename"),
            Button(self.say(msg("Delete")), lambda: self._delete(played), "trash", "danger", test_id="delete"),
            hug=True,
        )
        content = [Text(line) for line in self._lines(played)]
        dialog.append(self.shell.ask(played.name, content, [*buttons, small], test_id="game-dialog"))

    def _lines(self, played: Played) -> list[str]:
        if not played.readable:
            return [self.say(msg("This game cannot be read any more; it can only be deleted."))]
        when = day_words(local_time(played.created))
        count = self.say(msgs("{count} player", "{count} players", len(played.players)))
        lines = [f"{self.desk.box_named(played.box).title} · {self.say(when)} · {count}"]
        lines.append(self.say(played.sheet.why if played.sheet is not None else self.state_words(played)))
        return lines

    def _rename(self, played: Played) -> None:
        def done(text: str) -> None:
            name = " ".join(text.split())[:LONGEST_NAME]
            if not name:
                return
            self.shell.close_dialogs()
            self._change(lambda: self.desk.rename(played.id, name))

        self.shell.close_dialogs()
        field = Field(played.name, self.say(msg("Name of the game")), "rename-field", done)
        save = Button(self.say(msg("Save")), lambda: done(field.text), "check", "primary", test_id="rename-save")
        self.shell.ask(self.say(msg("Rename")), [field], [save])

    def _delete(self, played: Played) -> None:
        self.shell.close_dialogs()
        self.shell.confirm(
            self.say(msg("Delete this game?")),
            self.say(msg("“{name}” and everything in it goes for good.", name=played.name)),
            self.say(msg("Delete")),
            lambda: self._change(lambda: self._delete_now(played.id)),
        )

    def _delete_now(self, game_id: int) -> None:
        self.desk.delete(game_id)
        self._aside.drop(game_id)

    def state_words(self, played: Played) -> Message:
        """Where an unfinished game stands."""
        if not played.readable:
            return msg("Not readable")
        if played.kind == "count":
            return msg("The count is not finished")
        if played.id in self._aside:
            return msg("Set aside in round {round}", round=played.round)
        return msg("In play, round {round}", round=played.round)

    def _change(self, change: Callable[[], object]) -> None:
        try:
            change()
        except StoreError as error:
            self.shell.tell(self.say(self.title), self.say(error.message))
            return
        self.rebuild()


class GameRow(Tappable):
    """One game: its day, its name and players, who won with how many points."""

    def __init__(self, screen: HistoryScreen, played: Played, on_tap: Callable[[], object]) -> None:
        super().__init__(
            on_tap,
            f"{played.kind}:{played.id}",
            orientation="horizontal",
            padding=gap(1.5),
            spacing=gap(2),
            size_hint_y=None,
        )
        self.text = played.name
        paint(self, theme.colour("panel"))
        self.add_widget(self._day(screen, played))
        words = Column(Text(played.name, "label", bold=True), space=0.25, pos_hint={"center_y": 0.5})
        words.add_widget(Text(self._below(screen, played), "body", "soft"))
        words.bind(height=lambda _, height: setattr(self, "height", max(theme.target(1.6), height + gap(3))))
        self.add_widget(words)
        if played.sheet is not None:
            best = max(player.total for player in played.sheet.players)
            width = theme.size("display") * max(1.7, 0.7 * len(str(best)))
            self.add_widget(Line1(str(best), "display", "accent", align="right", size_hint_x=None, width=width))
        else:
            icon = "play" if played.readable else "close"
            self.add_widget(Icon(icon, "accent" if played.readable else "bad", 30, size_hint_x=None, width=dp(48)))
        self.height = theme.target(1.6)

    def _day(self, screen: Screen, played: Played) -> Widget:
        when = local_time(played.created)
        side = theme.size("heading") * 3
        box = PromptBox(orientation="vertical", size_hint=(None, None), size=(side, theme.target(1.25)))
        box.pos_hint = {"center_y": 0.5}
        paint(box, theme.colour("raised"), radius=10)
        day = Line1(str(when.day), "heading", bold=True, align="center")
        box.add_widget(day)
        month = f"{screen.say(MONTHS[when.month - 1])} {when:%y}"
        box.add_widget(Line1(month, "caption", "soft", align="center"))
        return box

    def _below(self, screen: HistoryScreen, played: Played) -> str:
        title = screen.desk.box_named(played.box).title
        if played.demo:
            title = f"{title} · {screen.say(msg('Demo game'))}"
        if played.sheet is None:
            return f"{title} · {screen.say(screen.state_words(played))}"
        ranked = sorted(played.sheet.players, key=lambda player: player.place)
        return " · ".join((title, *(f"{player.name} {player.total}" for player in ranked)))
