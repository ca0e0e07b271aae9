"""Photographing cards and boards of the owner's deck: live picture, one tap, what was cut out of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.app.camera import own_camera
from companion.app.decks import DeckInForce
from companion.app.demo_source import DemoSource
from companion.app.live_camera import LiveCamera
from companion.app.photo_worker import CutBoard, CutCard, PhotoWorker, cut_board_of, cut_cards_of, in_this_picture
from companion.app.screens.scan import Pill
from companion.app.screens.scan_files import build_files
from companion.app.widgets.basic import Column, Panel, Row, Scroll, Text
from companion.app.widgets.buttons import Button, Choice
from companion.app.widgets.scan_overlay import AMBER, GREEN, CameraView, Mark
from companion.words import msg, msgs

DEMO = "demo"

if TYPE_CHECKING:
    from companion.app.screens.my_deck import MyDeckScreen


class PhotoStep:
    """The camera of My deck; `what` is cards or board."""

    def __init__(self, screen: MyDeckScreen, what: str) -> None:
        self.screen, self.what = screen, what
        self.camera = LiveCamera(self._new_worker, self._look, self._refused)
        self._busy = False
        if screen.args.get("files"):
            build_files(screen, self._use_file)
            return
        self._build()
        self.camera.open(needs_permission=not screen.args.get("source"))

    def leave(self) -> bool:
        """From the list of files, or from a file, back to the camera."""
        if not self.screen.args.pop("files", False) and self.screen.args.pop("source", DEMO) == DEMO:
            return False
        self.screen.rebuild()
        return True

    def stop(self) -> None:
        """Let the camera go, for good."""
        self.camera.close()

    # --- the view -----------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        screen = self.screen
        self.view = CameraView()
        self._pill = Pill()
        self.view.size_hint_y = 1
        left = Column(self._pill, self.view, fill=True, space=1)
        ways: list[Any] = [
            Button(
                screen.say(msg("Take the picture")),
                self.shoot,
                "camera",
                "primary",
                "heading",
                test_id="shoot",
                grow=1.5,
            )
        ]
        if self.what == "cards" and screen.book.pages.waiting:
            number = len(screen.book.pages.waiting)
            words = msgs("Name {count} card", "Name {count} cards", number)
            ways.append(Button(screen.say(words), lambda: screen.go("name"), "pen", test_id="photo-name"))
        ways.append(
            Button(screen.say(msg("Picture file")), self._files, "search", "quiet", "body", test_id="photo-files")
        )
        words = Scroll(*self._hints())
        right = Column(words, *ways, fill=True, space=1.5)
        if screen.wide:
            left.size_hint_x, right.size_hint_x = 0.7, 0.3
            screen.add_widget(Row(left, right, space=2, pad=2))
        else:
            left.size_hint_y, right.size_hint_y = 0.6, 0.4
            screen.add_widget(Column(left, right, fill=True, space=2, pad=2))

    def _hints(self) -> list[Any]:
        screen = self.screen
        if self.what == "board":
            area = screen.args.setdefault("area", next(iter(screen.box.boards)))
            return [
                Choice(
                    [(name, screen.say(words).capitalize()) for name, words in screen.box.boards.items()],
                    area,
                    lambda name: screen.go("board_photo", area=name),
                    test_id="area",
                    upright=True,
                ),
                Text(
                    screen.say(msg("Photograph the empty board from straight above; it should fill the picture.")),
                    "body",
                    "soft",
                ),
            ]
        return [
            Text(screen.say(msg("Several at once")), "heading", bold=True),
            Text(
                screen.say(
                    msg("Up to a dozen cards side by side, a finger apart, on a plain table. Backs can be among them.")
                ),
                "body",
                "soft",
            ),
            Panel(
                Text(
                    screen.say(msg("A card that is in your deck already is recognised and not asked about again.")),
                    "body",
                ),
                colour="raised",
            ),
        ]

    # --- the camera ---------------------------------------------------------------------------------------------------

    def _refused(self) -> None:
        self.screen.shell.tell(
            self.screen.say(msg("No camera")),
            self.screen.say(msg("The app may not use the camera. Picture files can be used instead.")),
        )

    def _new_worker(self) -> PhotoWorker:
        screen = self.screen
        source = str(screen.args.get("source", "")) or screen.desk.settings.camera
        demo_deck = DeckInForce(screen.desk, drawn=True, box=screen.box)
        board = str(screen.args.get("area", "")) if self.what == "board" else ""
        demo = DemoSource(demo_deck, int(screen.args.get("seed", 0)), bool(board), board)
        work = cut_cards_of(screen.book) if self.what == "cards" else cut_board_of(screen.box)
        if source == DEMO:
            return PhotoWorker(demo, demo_deck, work)
        return PhotoWorker(own_camera(source), demo_deck, work, None if source else (demo, demo_deck))

    def _look(self, worker: PhotoWorker) -> None:
        if (frame := worker.frame()) is not None and not self._busy:
            self.view.show(*frame)
        if (result := worker.shot()) is not None:
            self._busy = False
            self.stop()
            self._keep(result)
            return
        if worker.failed is not None:
            self._pill.say(self.screen.say(worker.failed), "bad")
        elif worker.doing is not None:
            self._pill.say(self.screen.say(worker.doing), "ink")
        elif worker.replaced is not None:
            self._pill.say(self.screen.say(msg("No camera was found: this is the demo table.")), "doubt")
        else:
            self._pill.say(self.screen.say(msg("Ready")), "good")

    def shoot(self) -> None:
        """Cut out what is in view now."""
        if self.camera.worker is not None:
            self._busy = True
            self.camera.worker.shoot()

    def _files(self) -> None:
        self.screen.go(self.screen.step, files=True)

    def _use_file(self, path: Path) -> None:
        self.screen.args.pop("files", None)
        self.screen.go(self.screen.step, source=str(path))

    # --- what was cut out ---------------------------------------------------------------------------------------------

    def _keep(self, result: list[CutCard] | CutBoard) -> None:
        """On disk before it is shown."""
        screen = self.screen
        screen.args.pop("source", None)
        if isinstance(result, CutBoard):
            screen.book.set_board(str(screen.args["area"]), result.image, result.spaces)
            screen.go("adjust", shot=result)
            return
        self.view.mark([Mark(card.quad, "", AMBER if card.alike else GREEN) for card in result])
        files: dict[str, str] = {}  # of the cards of this picture
        for number, card in enumerate(result):
            alike = files.get(card.alike, card.alike)
            files[in_this_picture(number)] = alike if card.same else screen.book.add(card.image, alike).file
        old = sum(card.same for card in result)
        new = len(result) - old
        screen.go("name" if new else "photo")
        if not result:
            screen.shell.note(screen.say(msg("No card was found: lay them apart from each other on a plain table.")))
        elif old:
            screen.shell.note(screen.say(msg("{new} new, {old} already there", new=new, old=old)))
        else:
            words = msgs(
                "{count} card cut out; photograph again what is missing.",
                "{count} cards cut out; photograph again what is missing.",
                new,
            )
            screen.shell.note(screen.say(words))
