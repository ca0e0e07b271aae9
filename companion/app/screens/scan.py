"""The scan view: a live picture with outlines, what was seen so far, and the questions about what is not certain."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app.android import vibrate
from companion.app.camera import own_camera
from companion.app.decks import DeckInForce
from companion.app.demo_source import DemoSource
from companion.app.live_camera import LiveCamera
from companion.app.screens.doubts import build_doubt, build_picker, cut_texture
from companion.app.screens.scan_files import build_files
from companion.app.shell import Route, Screen, Shell
from companion.app.theme import gap, theme
from companion.app.widgets.basic import Column, Panel, Row, Scroll, Text, paint
from companion.app.widgets.boxes import PromptBox
from companion.app.widgets.buttons import Button
from companion.app.widgets.cards import SHAPE, CardTile, Flow
from companion.app.widgets.scan_overlay import AMBER, BLUE, GREEN, CameraView, Mark
from companion.app.worker import Worker
from companion.drafts import Drafts
from companion.scan_answers import BACK, Doubt, board_spaces, hand_cards, is_sure, missing_boards, reason
from companion.scan_drafts import Questions, keep_questions, kept_questions
from companion.words import Message, listing, msg, msgs

if TYPE_CHECKING:
    from companion.app.camera import FrameSource
    from scanner.looking import Seen

HINT_SECONDS = 5.0
TILE, SMALL_TILE = 78, 58  # dp of a card that was seen; the small one where there is little height
DEMO = "demo"
FILE_FROM = "file_from"  # the argument that keeps the source from before a picture file was chosen


class ScanScreen(Screen):
    """Looks at the cards of a hand (`purpose` hand) or at boards (spaces) and hands over what was agreed on.

    Arguments: purpose, title, on_cards or on_spaces and boards; source: empty for the camera of the settings, `demo`
    (with `seed`, the seat whose hand is shown) or the path of a picture file; box: the game; draft: the name under
    which questions about doubtful cards are kept until they are answered.
    """

    title = msg("Camera")
    in_game = True

    def __init__(self, shell: Shell, route: Route) -> None:
        super().__init__(shell, route)
        self.box = self.desk.box_for(self.args)
        self.camera = LiveCamera(self._new_worker, self._look, self._refused)
        self.latest: Seen | None = self.args.get("latest")
        self._since = monotonic()
        self._listed: object = None
        self._torch = False
        self._torch_button: Widget | None = None
        self._done = False

    @property
    def worker(self) -> Worker | None:
        """What looks through the camera."""
        return self.camera.worker

    @property
    def on_boards(self) -> bool:
        """Whether boards are looked at."""
        return bool(self.args.get("purpose", "hand") == "spaces")

    @property
    def source(self) -> str:
        """What was asked for: the camera, the demo table or a file."""
        return str(self.args.get("source", ""))

    @property
    def step(self) -> str:
        """camera, doubts, pick or files."""
        return str(self.args.get("step", "camera"))

    def heading(self) -> str:
        """What is looked at."""
        return str(self.args.get("title") or self.say(self.title))

    @property
    def _draft(self) -> str:
        return str(self.args.get("draft", ""))

    def build(self) -> None:
        """One of the four steps."""
        self._resume()
        match self.step:
            case "doubts":
                build_doubt(self)
            case "pick":
                build_picker(self)
            case "files":
                build_files(self, self.use_file)
            case _:
                self._build_camera()
                self.camera.open(needs_permission=not self.source)

    # --- lifecycle ----------------------------------------------------------------------------------------------------

    def _new_worker(self) -> Worker:
        """The source that was asked for; where there is no camera at all, the demo table."""
        self._since = monotonic()
        is_demo = self.source == DEMO
        demo_deck = DeckInForce(self.desk, True, self.box)
        demo = DemoSource(demo_deck, int(self.args.get("seed", 0)), self.on_boards)
        if is_demo:
            return Worker(demo, demo_deck, self.on_boards)
        chosen = self.source or self.desk.settings.camera
        camera: FrameSource = own_camera(chosen)
        deck = DeckInForce(self.desk, False, self.box)
        return Worker(camera, deck, self.on_boards, None if chosen else (demo, demo_deck))

    def closed(self) -> None:
        """No camera without this view."""
        self.camera.close()

    def paused(self) -> None:
        """The camera is let go."""
        self.camera.pause()

    def resumed(self) -> None:
        """A new camera, when there was one."""
        self.camera.resume()

    def leave(self) -> bool:
        """From a question back to the camera."""
        if self._done:
            return True
        if self.step == "camera":
            return not self._from_file_to_camera()
        if self.step == "doubts":
            self._forget()
        self._go("doubts" if self.step == "pick" else "camera")
        return False

    def _from_file_to_camera(self) -> bool:
        """From a picture file back to what was looked through before it; False when there was no file."""
        if FILE_FROM not in self.args:
            return False
        self.args["source"] = self.args.pop(FILE_FROM)
        self.args.pop("latest", None)
        self._go("camera")
        return True

    def _go(self, step: str) -> None:
        self.args["step"] = step
        self.rebuild()

    # --- the camera ---------------------------------------------------------------------------------------------------

    def _build_camera(self) -> None:
        self.view = CameraView()
        self._pill = Pill()
        holder = Column(self._pill, self.view, fill=True, space=1)
        self._count = Text("", "title", test_id="scan-count")
        self._below = Text("", "body", "soft", test_id="scan-below")
        self._list = Flow(space=0.75)
        self._take = Column(space=0)
        words = Column(self._count, self._below, space=0.5)
        legend = [msg("Green is certain, amber will be asked.")]
        if not self.on_boards:
            legend.append(msg("Only the cards of this player should be in view."))
        hints = Panel(*(Text(self.say(line), "body") for line in legend), space=1, pad=1.5)
        strip = Panel(Scroll(self._list), fill=True, pad=1.25)
        ways = Column(self._take, *self._others(), space=1)
        if self.wide:
            holder.size_hint_y, strip.size_hint_y = 0.74, 0.26
            left = Column(holder, strip, fill=True, space=1.5, size_hint_x=0.7)
            right = Column(Scroll(words, hints), ways, fill=True, space=1.5, size_hint_x=0.3)
            self.add_widget(Row(left, right, space=2, pad=2))
        else:
            strip.size_hint_y, strip.height = None, 2 * dp(TILE) * SHAPE + gap(4)  # two rows of cards
            self.add_widget(Column(words, holder, strip, ways, fill=True, space=1.5, pad=2))
        self._show_seen()

    def _others(self) -> Sequence[Widget]:
        """The other ways, always there."""
        self._small = Row(space=1, hug=True)
        again = Button(self.say(msg("Look again")), self._again, "turn", "quiet", "body", test_id="again")
        self._small.add_widget(again)
        files = Button(
            self.say(msg("Picture file")), lambda: self._go("files"), "search", "quiet", "body", test_id="files"
        )
        by_hand = Button(self.say(msg("Enter by hand")), self._by_hand, "pen", "quiet", "body", test_id="by-hand")
        if self.wide:
            return self._small, files, by_hand
        self._small.add_widget(files)
        return self._small, by_hand

    def _look(self, worker: Worker) -> None:
        """In every frame: the newest picture if there is one, and what was read."""
        if (frame := worker.frame()) is not None:
            self.view.show(*frame)
        if (seen := worker.seen()) is not None:
            if seen.steady and seen.cards and not (self.latest and self.latest.steady) and self.desk.settings.sounds:
                vibrate()  # eyes are on the cards
            self.latest = self.args["latest"] = seen
            if seen.cards:
                self._since = monotonic()
            self._show_seen()
        if worker.source.has_torch and self._torch_button is None:
            self._torch_button = Button(icon="torch", on_tap=self._switch_torch, kind="quiet", test_id="torch")
            self._small.add_widget(self._torch_button)
        self._pill.say(*self._status(worker))

    def _status(self, worker: Worker) -> tuple[str, str]:
        """The line over the picture, and its colour."""
        if worker.failed is not None:
            return self.say(worker.failed), "bad"
        if worker.doing is not None:
            return self.say(worker.doing), "ink"
        if worker.replaced is not None:
            return self.say(msg("No camera was found: this is the demo table.")), "doubt"
        if self.latest is not None:
            if self.latest.steady and self.latest.cards:
                doubtful = sum(not is_sure(card) for card in self.latest.cards)
                if doubtful:
                    return self.say(
                        msgs("{count} card is not certain", "{count} cards are not certain", doubtful)
                    ), "doubt"
                return self.say(msg("Clearly seen")), "good"
            if (why := reason(self.latest.notes)) is not None:
                return self.say(why), "doubt"
        if monotonic() - self._since > HINT_SECONDS and not (self.latest and self.latest.cards):
            return self.say(self._hint()), "doubt"
        return self.say(msg("Looking…") if self.view.shown else msg("Opening the camera…")), "ink"

    def _hint(self) -> Message:
        if self.on_boards:
            return msg("Nothing recognised yet: show whole boards, from above, without hands over them.")
        return msg("Nothing recognised yet: lay the cards flat, face up and side by side, and look from above.")

    def _show_seen(self) -> None:
        """Outlines, list and the main button, after something new was read."""
        seen = self.latest
        cards = seen.cards if seen is not None else ()
        marks = [Mark(board.quad, "", BLUE) for board in seen.boards] if seen is not None else []
        for card in cards:
            if (card.id or "").startswith(BACK):
                marks.append(Mark(card.quad, "", BLUE))
                continue
            words = self.say(self.box.short_name(card.id)) if card.id else "?"
            marks.append(Mark(card.quad, words, GREEN if is_sure(card) else AMBER))
        self.view.mark(marks)
        self._below.text = self.say(self._explain())
        self._show_list()

    def _explain(self) -> Message:
        """The softer line under the number."""
        if self.source == DEMO:
            return msg("The demo table: a game that robots have played.")
        if self.on_boards and (missing := missing_boards(self.latest, self.args.get("boards", ()))):
            return msg("Still to be seen: {boards}", boards=listing([self.box.boards[board] for board in missing]))
        if own := self.desk.pack_of(self.box):
            return msg("In use: {deck}", deck=own.removesuffix(".cardpack"))
        return msg("Looks for our drawn deck. Teach the app your own cards under My deck.")

    def _show_list(self) -> None:
        sure, doubts = self._sorted()
        listed = (tuple(sure), len(doubts), self.latest is not None)
        if listed == self._listed:
            return
        self._listed = listed
        number = len(sure) + len(doubts)
        self._count.text = self.say(msgs("{count} card seen", "{count} cards seen", number))
        self._list.clear_widgets()
        if not number:
            words = msg("Cards appear here as soon as they are recognised.")
            self._list.add_widget(Text(self.say(words), "body", "soft", test_id="seen-none"))
        width = dp(TILE if self.shell.height >= dp(700) else SMALL_TILE)
        for card, count in self.box.shelf(self.desk.folder).in_order(sure).items():
            tile = CardTile(self.desk.pictures, card, width, count=count, frame="good", test_id=f"seen:{card}")
            self._list.add_widget(tile)
        for doubt in doubts:
            name = doubt.options[0] if doubt.options else ""
            tile = CardTile(self.desk.pictures, name, width, frame="doubt", mark="question", test_id="seen-doubt")
            if not name:
                tile.show(cut_texture(doubt.picture))  # nothing is like it: as the camera saw it
            self._list.add_widget(tile)
        self._take.clear_widgets()
        if number or (self.on_boards and self.latest is not None and self.latest.boards):
            words = msgs("Take this card", "Take these {count} cards", number) if number else msg("No card lies there")
            self._take.add_widget(
                Button(self.say(words), self.take, "check", "primary", "heading", test_id="take", grow=1.3)
            )

    def _sorted(self) -> tuple[list[str], list[Doubt]]:
        if self.latest is None:
            return [], []
        if not self.on_boards:
            return hand_cards(self.latest)
        spaces, doubts = board_spaces(self.latest, self.args.get("boards") or list(self.box.boards))
        return [card for card in spaces.values() if card is not None], doubts

    # --- taps ---------------------------------------------------------------------------------------------------------

    def _again(self) -> None:
        self.latest = None
        self.args.pop("latest", None)
        if self.worker is not None:
            self.worker.look_again()
        self._since = monotonic()
        self._show_seen()

    def _switch_torch(self) -> None:
        self._torch = not self._torch
        if self.worker is not None:
            self.worker.source.torch(self._torch)

    def _by_hand(self) -> None:
        self._done = True
        self.shell.back()

    def _refused(self) -> None:
        """No permission: the cards can be entered by hand."""
        self.shell.tell(
            self.say(msg("No camera")),
            self.say(msg("The app may not use the camera. Cards can be entered by hand or from a picture file.")),
        )

    def use_file(self, path: Path) -> None:
        """Read a picture file instead of the camera."""
        self.args.setdefault(FILE_FROM, self.source)
        self.args.update(source=str(path), step="camera")
        self.args.pop("latest", None)
        self.rebuild()

    def take(self) -> None:
        """What was seen is right; cards of the demo table get into a real game only on purpose."""
        seen = self.latest
        if seen is None:
            return
        if self.worker is None or self.worker.replaced is None:
            self._take_seen(seen)
            return
        self.shell.confirm(
            self.say(msg("These are not your cards")),
            self.say(msg("No camera was found: this is the demo table.")),
            self.say(msg("Take the demo cards")),
            lambda: self._take_seen(seen),
            danger=False,
        )

    def _take_seen(self, seen: Seen) -> None:
        """Doubtful cards are asked about first."""
        if self.on_boards:
            spaces, doubts = board_spaces(seen, self.args.get("boards") or list(self.box.boards))
            questions = Questions(doubts, spaces=spaces)
        else:
            sure, doubts = hand_cards(seen)
            questions = Questions(doubts, sure)
        self.args["questions"] = questions
        self._ask_next(questions)

    # --- doubts -------------------------------------------------------------------------------------------------------

    @property
    def questions(self) -> Questions:
        """The doubtful cards and what was answered."""
        asked: Questions = self.args["questions"]
        return asked

    def answer(self, card: str | None) -> None:
        """The card in question is this one, or none at all."""
        self.questions.answers.append(card)
        self._ask_next(self.questions)

    def _ask_next(self, questions: Questions) -> None:
        """On disk before the next question is shown."""
        if questions.is_done:
            self._finish(questions)
            return
        if self._draft:
            keep_questions(Drafts(self.desk.folder), self._draft, questions)
        self._go("doubts")

    def pick(self) -> None:
        """The right one is not among those offered."""
        self._go("pick")

    def _finish(self, questions: Questions) -> None:
        self._done = True
        self._forget()
        self.shell.back()
        if self.on_boards:
            self.args["on_spaces"](questions.answered_spaces())
        else:
            self.args["on_cards"](questions.cards)

    def _resume(self) -> None:
        """Questions that were open when the app was closed come first."""
        if self._draft and "step" not in self.args:
            questions = kept_questions(Drafts(self.desk.folder), self._draft)
            if questions is not None:
                self.args.update(questions=questions, step="doubts")

    def _forget(self) -> None:
        if self._draft:
            Drafts(self.desk.folder).drop(self._draft)


class Pill(PromptBox):
    """A line over the picture that says what is going on."""

    def __init__(self) -> None:
        super().__init__(size_hint_y=None, padding=(gap(1.5), gap(0.75)), height=dp(40))
        paint(self, theme.colour("panel"))
        self._said = ("", "")
        self._words = Text("", "label", align="center", bold=True, test_id="scan-status")
        self._words.bind(height=lambda _, height: setattr(self, "height", height + gap(1.5)))
        self.add_widget(self._words)

    def say(self, words: str, colour: str) -> None:
        """Other words in another colour; the same ones again would draw the whole screen anew."""
        if (words, colour) != self._said:
            self._said = words, colour
            self._words.text = words
            self._words.color = theme.colour(colour)
