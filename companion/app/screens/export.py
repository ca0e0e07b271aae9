"""Taking results elsewhere: BG Stats, picture, text, tables; and the backup of everything, and back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from io import BytesIO
from pathlib import Path
from threading import Thread

import kivy
from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.uix.widget import Widget
from PIL import Image

from companion.app.android_share import choose_file, is_android, open_link, share_file, share_text
from companion.app.dates import day_words
from companion.app.screens.reading import still_reading
from companion.app.screens.scan_files import chooser, found_files, home_folders
from companion.app.shell import Route, Screen, Shell
from companion.app.theme import FONTS, SEAT_COLOURS, gap, theme
from companion.app.widgets.basic import Column, Panel, Scroll, Text, middle
from companion.app.widgets.boxes import PromptBox
from companion.app.widgets.buttons import Button, ListButton
from companion.app.widgets.lists import inset
from companion.app.widgets.qr_code import QrCode
from companion.fault_words import why
from companion.games import load_box
from companion.records.backup import Backup, BackupError, make_backup, read_backup, restore
from companion.records.backup_decks import MOST_BYTES
from companion.records.exports import Table, bg_stats_link, csv_bytes, file_name, local_time, result_text
from companion.records.played import Kind, Played
from companion.records.sheet_picture import Letters, sheet_picture
from companion.store import StoreError
from companion.words import Message, msg, msgs

FOLDER = "exports"
LETTERS_FOLDER = Path(kivy.__file__).parent / "data" / "fonts"
LETTERS = Letters(
    FONTS / "PacketRowDisplay.ttf", LETTERS_FOLDER / "Roboto-Regular.ttf", LETTERS_FOLDER / "Roboto-Bold.ttf"
)


class ExportScreen(Screen):
    """`game` or `count` is the result to share; without them everything there is; `restore` lists backups."""

    title = msg("Share")

    def __init__(self, shell: Shell, route: Route) -> None:
        super().__init__(shell, route)
        kind: Kind = "count" if "count" in self.args else "game"
        self.played = self.desk.records.get(kind, self.args[kind]) if kind in self.args else None

    def heading(self) -> str:
        """What is shared."""
        if self.args.get("restore"):
            return self.say(msg("Restore a backup"))
        return self.played.name if self.played is not None else self.say(msg("Export and backup"))

    def build(self) -> None:
        """The ways to share there are."""
        if self.args.get("restore"):
            self._build_restore()
        elif self.played is not None and self.played.finished:
            self._build_result(self.played)
        else:
            self._build_all()

    # --- one result ---------------------------------------------------------------------------------------------------

    def _build_result(self, played: Played) -> None:
        ways = [self._bg_stats(played), self._files(played)]
        preview = SheetPreview(lambda: self._picture(played))
        if self.wide:
            row = PromptBox(orientation="horizontal", padding=gap(2), spacing=gap(2))
            preview.size_hint_x = 0.42
            row.add_widget(preview)
            row.add_widget(inset(Scroll(*ways, space=2, size_hint_x=0.58)))
            self.add_widget(row)
        else:
            preview.size_hint_y, preview.height = None, self.shell.height * 0.42
            self.add_widget(Scroll(preview, *ways, space=2, pad=2))

    def _bg_stats(self, played: Played) -> Widget:
        link = bg_stats_link(played)
        code = QrCode(link, test_id="qr", size_hint=(None, None), size=(dp(260), dp(260)))
        words = Column(
            Text(self.say(msg("BG Stats")), "heading", bold=True),
            Text(self.say(msg("Scan the code with the phone on which you log your plays, or open the link here."))),
            Button(
                self.say(msg("Open in BG Stats")),
                lambda: self.shell.note(self.say(open_link(link))),
                "share",
                "primary",
                test_id="bg-stats",
            ),
            Button(
                self.say(msg("Copy the link")), lambda: self._share_text(link), "cards", "quiet", test_id="copy-link"
            ),
            space=1.25,
        )
        words.pos_hint = {"center_y": 0.5}
        panel = Panel(space=1.5)
        if not code.modules:  # names that are endless: the link still works
            panel.add_widget(words)
            return panel
        row = PromptBox(orientation="horizontal", spacing=gap(2), size_hint_y=None)
        row.bind(minimum_height=row.setter("height"))
        code.pos_hint = {"center_y": 0.5}
        row.add_widget(code)
        row.add_widget(words)
        panel.add_widget(row)
        return panel

    def _share_text(self, text: str) -> None:
        self.shell.note(self.say(share_text(text, self.heading())))

    def _files(self, played: Played) -> Widget:
        words = self.desk.words
        return Panel(
            Text(self.say(msg("Score sheet")), "heading", bold=True),
            self._way("picture", msg("Picture"), "camera", lambda: self._picture(played), "png", "image/png"),
            Button(
                self.say(msg("Text")),
                lambda: self._save(
                    file_name(played, "txt"), lambda: result_text(played, words).encode(), "text/plain", copy=True
                ),
                "pen",
                test_id="export-text",
            ),
            *self._tables((played,), file_name(played, "csv")),
            space=1.25,
        )

    def _picture(self, played: Played) -> bytes:
        if played.sheet is None:
            raise ValueError("only a finished game has a score sheet")
        chosen = dict(played.colours)
        free = [colour for colour in SEAT_COLOURS if colour not in chosen.values()]
        colours = [SEAT_COLOURS.get(chosen.get(name, ""), "") or SEAT_COLOURS[free.pop(0)] for name in played.players]
        count = self.say(msgs("{count} player", "{count} players", len(played.players)))
        below = f"{self.say(day_words(local_time(played.created)))} · {count}"
        title = load_box(played.box).title
        return sheet_picture(played.sheet, title, played.name, below, colours, LETTERS, self.desk.words)

    def _way(
        self, key: str, name: Message, icon: str, make: Callable[[], bytes], ending: str, kind: str, file: str = ""
    ) -> Button:
        title = file or (file_name(self.played, ending) if self.played is not None else f"{key}.{ending}")
        return Button(self.say(name), lambda: self._save(title, make, kind), icon, test_id=f"export-{key}")

    def _tables(self, games: tuple[Played, ...], file: str) -> list[Widget]:
        def table(kind: Table) -> Callable[[], bytes]:
            return lambda: csv_bytes(games, kind, self.desk.words)

        comma, semicolon = msg("Table (CSV with commas)"), msg("Table for German Excel (CSV with semicolons)")
        return [
            self._way("csv", comma, "save", table("comma"), "csv", "text/csv", file),
            self._way("csv-excel", semicolon, "save", table("semicolon"), "csv", "text/csv", f"excel-{file}"),
        ]

    def _save(self, name: str, make: Callable[[], bytes], kind: str, copy: bool = False) -> None:
        """Write a file into the folder of exports and hand it on; a text can be pasted, too."""
        file = self.desk.folder / FOLDER / name
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            content = make()
            file.write_bytes(content)
        except (OSError, StoreError) as error:
            self.shell.tell(self.heading(), self.say(msg("The file could not be saved: {reason}", reason=why(error))))
            return
        said = [share_file(file, kind, self.heading())]
        if copy and not is_android():
            said.append(share_text(content.decode(), self.heading()))
        self.shell.tell(self.say(msg("Done")), *(self.say(line) for line in said))

    # --- everything ---------------------------------------------------------------------------------------------------

    def _build_all(self) -> None:
        if still_reading(self):
            return
        games = self.desk.records.finished()
        results = Panel(
            Text(self.say(msg("All results")), "heading", bold=True),
            Text(self.say(msgs("{count} finished game", "{count} finished games", len(games))), "body", "soft"),
            space=1.25,
        )
        for way in self._tables(games, "results.csv"):
            results.add_widget(way)
        backup = Panel(
            Text(self.say(msg("Backup of everything")), "heading", bold=True),
            Text(
                self.say(msg("All games, counts and names and the decks you have taught, in one file.")),
                "body",
                "soft",
            ),
            Button(self.say(msg("Save a backup")), self._save_backup, "save", "primary", test_id="backup"),
            Button(self.say(msg("Restore a backup")), self._open_restore, "undo", test_id="restore"),
            space=1.25,
        )
        if self.wide:
            row = PromptBox(orientation="horizontal", spacing=gap(2), size_hint_y=None)
            row.bind(minimum_height=row.setter("height"))
            for panel in (backup, results):
                panel.pos_hint = {"top": 1}
                row.add_widget(panel)
            self.add_widget(Scroll(row, pad=2))
        else:
            self.add_widget(Scroll(backup, results, space=2, pad=2))

    def _save_backup(self) -> None:
        name = f"packet-row-backup-{datetime.now():%Y-%m-%d-%H%M}.zip"
        self._save(
            name, lambda: make_backup(self.desk.store, self.desk.settings.names, self.desk.folder), "application/zip"
        )

    def _open_restore(self) -> None:
        self.shell.go("export", restore=True)

    # --- restore ------------------------------------------------------------------------------------------------------

    def _build_restore(self) -> None:
        own = self.desk.folder / FOLDER
        files = found_files([own, *home_folders()], (".zip", ".json"))
        rows = chooser(self, own, self._read)
        rows += [
            ListButton(
                file.name,
                f"{file.parent}",
                lambda file=file: self._read(file),  # type: ignore[misc]
                "save",
                test_id=f"file:{file.name}",
            )
            for file in files
        ]
        if is_android():
            rows.insert(0, Button(self.say(msg("Choose a file")), self._choose, "search", "primary", test_id="choose"))
        explained = msg(
            "A backup is merged into what is here: nothing is doubled, nothing is lost. Put the file into {folder} or "
            "your home folder if it is not in the list.",
            folder=str(own),
        )
        self.add_widget(Scroll(Panel(Text(self.say(explained), "body", "soft")), *rows, space=1.25, pad=2))

    def _choose(self) -> None:
        choose_file(MOST_BYTES, lambda data: self._ask(self.say(msg("Backup")), data))

    def _read(self, file: Path) -> None:
        try:
            self._ask(file.name, file.read_bytes())
        except OSError as error:
            self.shell.tell(self.heading(), self.say(msg("The file cannot be read: {reason}", reason=why(error))))

    def _ask(self, name: str, data: bytes) -> None:
        try:
            backup = read_backup(data)
        except BackupError as error:
            self.shell.tell(self.heading(), self.say(error.message))
            return
        count = self.say(msgs("{count} game", "{count} games", len(backup.games)))
        self.shell.confirm(
            name,
            self.say(msg("Take in what is new in this backup ({games})?", games=count)),
            self.say(msg("Restore")),
            lambda: self._restore(backup),
            danger=False,
        )

    def _restore(self, backup: Backup) -> None:
        try:
            done = restore(
                self.desk.store,
                backup,
                self.desk.folder,
                lambda name: self.say(msg("{name} (from the backup)", name=name)),
            )
        except (OSError, StoreError) as error:
            self.shell.tell(self.heading(), self.say(why(error)))
            return
        self.desk.read_anew()
        self.desk.change(names=tuple(dict.fromkeys((*self.desk.settings.names, *backup.names))))
        said = msg(
            "New: {added}. Continued: {continued}. Already here: {known}.",
            added=done.added,
            continued=done.continued,
            known=done.known,
        )
        lines = [self.say(said)]
        if done.decks:
            words = msgs(
                "{count} deck was added, see “My deck”.", "{count} decks were added, see “My deck”.", done.decks
            )
            lines.append(self.say(words))
        self.shell.tell(self.say(msg("Backup restored")), *lines)


class SheetPreview(Widget):
    """The picture of a score sheet; it is drawn in a thread, so that the screen is there at once."""

    def __init__(self, make: Callable[[], bytes]) -> None:
        super().__init__()
        self.test_id = "sheet-preview"
        self.texture: Texture | None = None
        self.bind(pos=self._draw, size=self._draw)
        Thread(target=self._make, args=(make,), name="score sheet", daemon=True).start()

    def _make(self, make: Callable[[], bytes]) -> None:
        with Image.open(BytesIO(make())) as image:
            image.thumbnail((900, 1200))
            pixels = image.convert("RGB").transpose(Image.Transpose.FLIP_TOP_BOTTOM)
        Clock.schedule_once(lambda _: self._show(pixels))

    def _show(self, pixels: Image.Image) -> None:
        self.texture = Texture.create(size=pixels.size, colorfmt="rgb")
        self.texture.blit_buffer(pixels.tobytes(), colorfmt="rgb", bufferfmt="ubyte")
        self._draw()

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        if self.texture is None:
            with self.canvas:
                Color(*theme.colour("panel"))
                Rectangle(pos=self.pos, size=self.size)  # where it will be
            return
        scale = min(self.width / self.texture.width, self.height / self.texture.height)
        width, height = self.texture.width * scale, self.texture.height * scale
        x, y = middle(self)
        with self.canvas:
            Color(1, 1, 1, 1)
            Rectangle(texture=self.texture, pos=(x - width / 2, y - height / 2), size=(width, height))
