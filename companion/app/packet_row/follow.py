"""Hands-free: the camera follows the game; the screen shows what it believes, asks rarely and names mistakes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from kivy.metrics import dp
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from card_db.packet_row.cards import AREAS, Card
from companion.app.camera import FrameSource, own_camera
from companion.app.decks import DeckInForce
from companion.app.live_camera import LiveCamera
from companion.app.packet_row.board_view import BoardLook, BoardView
from companion.app.packet_row.hands_free import HandsFree
from companion.app.packet_row.parts.banner import Banner
from companion.app.packet_row.parts.boards import believed_looks
from companion.app.packet_row.parts.game_screen import GameScreen
from companion.app.packet_row.parts.notices import (
    MistakePanel,
    colour_page,
    picker_page,
    question_page,
    stranger_page,
)
from companion.app.packet_row.robot_source import RobotSource, film_over
from companion.app.packet_row.watching import Look, WatchWorker
from companion.app.screens.scan import Pill
from companion.app.shell import Route, Shell
from companion.app.sounds import play
from companion.app.theme import gap, theme
from companion.app.widgets.basic import Column, Panel, Row, Scroll, Text
from companion.app.widgets.boxes import PromptBox
from companion.app.widgets.buttons import Button
from companion.app.widgets.scan_overlay import AMBER, BLUE, CameraView, Mark
from companion.app.widgets.table_tools import StepButtons
from companion.core.game import Seat
from companion.games.packet_row.follow.mistakes import Mistake
from companion.games.packet_row.follow.questions import Question
from companion.games.packet_row.pawn_colours import COLOUR_NAMES, owners_of, unnamed
from companion.store import StoreError
from companion.words import Message, msg, msgs

SIDE = 380  # dp, the column beside the boards
PAWNS = "pawns"  # the draft with the colours that players have told
SHOWN_STEPS = 6


class FollowScreen(GameScreen):
    """Camera and record side by side. Arguments: game; source: empty for the camera of the settings, or a film."""

    title = msg("The camera follows")
    has_bar = False

    def __init__(self, shell: Shell, route: Route) -> None:
        super().__init__(shell, route)
        self.camera = LiveCamera(self._new_worker, self._look, self._refused)
        self.latest: Look | None = None
        self._staged: object = None
        self._to_ask: list[Seat] = []
        # Kept while the screen is built anew, because the display was turned; another visit begins anew.
        kept = self.args.get("following")
        self.following: HandsFree = kept if isinstance(kept, HandsFree) else HandsFree(self.session, self._owners())
        if self.following.session is not self.session:
            self.following = HandsFree(self.session, self._owners())
        self.args["following"] = self.following

    @property
    def worker(self) -> WatchWorker | None:
        """The threads behind the camera, while it is open."""
        return self.camera.worker

    @property
    def paused_by_hand(self) -> bool:
        """Whether the players want nothing to be recorded at the moment."""
        return bool(self.args.get("paused"))

    # --- lifecycle ----------------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Banner above, boards below it; the camera, mistakes and steps beside (or under) them."""
        self._banner = Banner(self)
        self._boards = {
            area: BoardView(self.desk.pictures, look, disabled=True) for area, look in self._looks().items()
        }
        self._grid = GridLayout(cols=2, spacing=gap(1))
        for view in self._boards.values():
            self._grid.add_widget(view)
        self._stage = PromptBox()
        self.view, self._pill = CameraView(), Pill()
        self._notices, self._steps = Column(space=1, height=0), Column(space=0.75, height=0)
        self._buttons = Column(space=1)
        self._arrange()
        self.show_news()
        if self.paused_by_hand:
            self._pill.say(self.say(msg("Paused")), "doubt")
        else:
            self._open_camera()

    def _open_camera(self) -> None:
        self.camera.open(not self.args.get("source") and self._film() is None)

    def _arrange(self) -> None:
        self.add_widget(self._banner)
        camera = Column(self.view, self._pill, space=0.5, fill=True, size_hint_y=None)
        # Where there is little height, what is wrong stands above the boards.
        above = self.wide and self.is_low
        told = Scroll(*([] if above else [self._notices]), self._steps, space=1.5)
        body = PromptBox(orientation="horizontal" if self.wide else "vertical", padding=gap(1), spacing=gap(1))
        if self.wide:
            width = min(dp(SIDE) * (0.45 + 0.55 * theme.scale), self.shell.width * 0.4)
            camera.height = min(width * 9 / 16, self.shell.height * (0.26 if above else 0.34)) + dp(40)
            side = PromptBox(orientation="vertical", spacing=gap(1), size_hint_x=None, width=width)
            for widget in (camera, told, self._buttons):
                side.add_widget(widget)
            left = PromptBox(orientation="vertical", spacing=gap(1))
            for widget in (*([self._notices] if above else []), self._stage):
                left.add_widget(widget)
            body.add_widget(left)
            body.add_widget(side)
        else:
            self._stage.size_hint_y = None
            self._stage.height = min(self.shell.width * 0.69, self.shell.height * 0.46)
            beside = PromptBox(orientation="horizontal", spacing=gap(1))
            camera.size_hint_y = 1
            camera.size_hint_x, told.size_hint_x = 0.5, 0.5
            beside.add_widget(camera)
            beside.add_widget(told)
            for widget in (self._stage, beside, self._buttons):
                body.add_widget(widget)
        self.add_widget(body)

    def _refused(self) -> None:
        self.shell.tell(
            self.say(msg("No camera")),
            self.say(msg("The app may not use the camera. The game can be entered by hand.")),
        )

    def _new_worker(self) -> WatchWorker:
        source, deck = self._source()
        worker = WatchWorker(source, deck, on_boards=True)
        worker.pawns = self.following.pawns
        if isinstance(source, RobotSource):
            source.readings, worker.clock = lambda: worker.readings, source.now
        return worker

    def _film(self) -> RobotSource | None:
        """Robots play a demo game."""
        return film_over(self.session, DeckInForce(self.desk, True, self.box))

    def _source(self) -> tuple[FrameSource, DeckInForce]:
        if (film := self._film()) is not None:
            return film, DeckInForce(self.desk, True, self.box)
        chosen = str(self.args.get("source", "")) or self.desk.settings.camera
        return own_camera(chosen), DeckInForce(self.desk, False, self.box)

    def closed(self) -> None:
        """Neither a camera nor a thread without this view; one that is built anew goes on with what is known."""
        self.camera.close()
        self.following.rest()

    def paused(self) -> None:
        """The app goes to the background: the camera is let go."""
        self.camera.pause()

    def resumed(self) -> None:
        """A new camera, when there was one."""
        self.camera.resume()

    # --- what is seen -------------------------------------------------------------------------------------------------

    def _look(self, worker: WatchWorker) -> None:
        """In every frame: the newest picture, and what it means for the game."""
        if (frame := worker.frame()) is not None:
            self.view.show(*frame)
        if (look := worker.look()) is not None:
            self.see(look)
        self.hear()
        self._pill.say(*self._status(worker))

    def see(self, look: Look) -> None:
        """What the camera sees now; `hear` makes steps of the game of it."""
        if self.latest is None or self.latest.boards != look.boards:
            self._mark_boards(look)
        self.latest = look
        if not self.paused_by_hand and not self._to_ask:
            self.following.know(look.designs)
            self.following.look(look.seen, look.at)

    def hear(self) -> None:
        """What was found out meanwhile, on disk before it is shown."""
        steps = len(self.session.steps)
        try:
            news = self.following.hear()
        except StoreError as error:
            self.args["paused"] = True
            self.shell.tell(self.say(msg("Not saved")), self.say(error.message))
            news = True
        if news:
            if len(self.session.steps) > steps:
                play(self.desk, "take")
            self.show_news()
            self.shell.on_show()

    def _mark_boards(self, look: Look) -> None:
        wrong = {mistake.area for mistake in self.following.mistakes}
        self.view.mark(
            [
                Mark(board.quad, self.area_title(board.id), AMBER if board.id in wrong else BLUE)
                for board in look.boards
                if board.id in AREAS
            ]
        )

    def _status(self, worker: WatchWorker) -> tuple[str, str]:
        """The line below the picture, and its colour."""
        if worker.failed is not None:
            return self.say(worker.failed), "bad"
        if worker.doing is not None:
            return self.say(worker.doing), "ink"
        look = self.latest
        if look is not None and look.trouble is not None:
            return self.say(look.trouble), "doubt"
        if self.paused_by_hand:
            return self.say(msg("Paused")), "doubt"
        if look is not None and look.boards:
            return self.say(msgs("{count} board in view", "{count} boards in view", len(look.boards))), "good"
        return self.say(msg("Looking for the boards…") if self.view.shown else msg("Opening the camera…")), "ink"

    # --- what is shown ------------------------------------------------------------------------------------------------

    def follow(self) -> None:
        """After undo and redo: the same screen as things are now."""
        self.show_news()

    def tell_move(self, news: str) -> None:
        """Nothing more: the list of steps shows it."""

    def show_news(self) -> None:
        """Everything that may have changed; the camera goes on."""
        for area, look in self._looks().items():
            self._boards[area].show(look)
        self._banner.update()
        self._show_notices()
        self._show_steps()
        self._show_buttons()
        self._show_stage()

    def _looks(self) -> dict[str, BoardLook]:
        return believed_looks(self, {(mistake.area, mistake.space) for mistake in self.following.mistakes})

    def _show_notices(self) -> None:
        self._notices.clear_widgets()
        if self.state.over:
            self._notices.add_widget(self._notice(msg("The game is over"), msg("Now the cards are counted.")))
        elif self.paused_by_hand:
            text = msg("Put the table or the record right, then let the camera go on.")
            self._notices.add_widget(self._notice(msg("Nothing is recorded now"), text))
        for mistake in self.following.mistakes[: 2 if self.is_low else 4]:
            self._notices.add_widget(MistakePanel(self, mistake, partial(self.dismiss, mistake)))
        if self.latest is not None:
            self._mark_boards(self.latest)

    def _notice(self, title: Message, text: Message) -> Widget:
        return Panel(
            Text(self.say(title), "label", bold=True, test_id="notice"),
            Text(self.say(text), "body", "soft"),
            colour="raised",
            space=0.5,
            pad=1.5,
        )

    def _show_steps(self) -> None:
        """What happened last, the newest first."""
        self._steps.clear_widgets()
        steps, events = self.session.steps, self.session.journal.events
        if not steps:
            words = self.say(msg("Just play: what happens on the boards is recorded here."))
            self._steps.add_widget(Text(words, "body", "soft"))
        for step in steps[: -SHOWN_STEPS - 1 : -1]:
            newest = step.number == len(steps) - 1
            words = self.say(self.public(events[step.number], step.text))
            self._steps.add_widget(Text(words, "body", "ink" if newest else "soft", bold=newest, test_id="step"))

    def _show_buttons(self) -> None:
        self._buttons.clear_widgets()
        steps = StepButtons(self.undo, self.redo)
        steps.show(self.undo_words(), self.redo_words())
        self._buttons.add_widget(steps)
        by_hand = Button(self.say(msg("Enter by hand")), self.by_hand, "pen", "quiet", "body", test_id="by-hand")
        if self.state.over:
            hands = Button(self.say(msg("Look at the hands")), self.to_hands, "camera", "primary", test_id="to-hands")
            result = Button(self.say(msg("To the result")), self.to_result, "trophy", "plain", test_id="to-result")
            self._buttons.add_widget(hands)
            self._buttons.add_widget(result)
            return
        go_on = Button(
            self.say(msg("Watch on") if self.paused_by_hand else msg("Pause")),
            self.pause,
            "play" if self.paused_by_hand else "pause",
            "primary" if self.paused_by_hand else "quiet",
            "body",
            test_id="pause",
        )
        self._buttons.add_widget(Row(go_on, by_hand, hug=True))

    def _show_stage(self) -> None:
        """The boards, or what the camera wants to know."""
        picking = self.args.get("picking")
        if picking is not None and picking[0] not in self.following.questions:
            picking = self.args["picking"] = None
        ask = self._to_ask = self._seats_to_ask()
        stranger, questions = self.following.stranger, self.following.questions
        staged = (picking, tuple(ask), stranger, questions[0] if questions else None)
        if staged == self._staged:
            return
        self._staged = staged
        self._stage.clear_widgets()
        if ask:
            taken = {colour for colour, owner in self.following.owners.items() if owner != ask[0]}
            free = [colour for colour in COLOUR_NAMES if colour not in taken and colour != "grey"]
            page = colour_page(self, ask[0], free, partial(self.own, ask[0]), self.skip_colour)
        elif picking is not None:
            question, cards = picking
            page = picker_page(self, question.places[len(cards)], self._picked, self._stop_picking)
        elif stranger is not None:
            seats = unnamed(self.names, self.following.owners)
            page = stranger_page(
                self, stranger, seats, lambda seat: self.own(seat, stranger), partial(self.ignore, stranger)
            )
        elif questions:
            page = question_page(self, questions[0], partial(self.answer, questions[0]), self._pick)
        else:
            page = self._grid
        self._stage.add_widget(page)

    # --- pawns --------------------------------------------------------------------------------------------------------

    def _told_colours(self) -> dict[str, object]:
        return dict(self.drafts.get(f"{PAWNS}:{self.args['game']}"))

    def _owners(self) -> dict[str, Seat]:
        return owners_of(self.names, self.colours, self._told_colours())

    def _seats_to_ask(self) -> list[Seat]:
        """Seats in a colour that the camera cannot name, until somebody has said which it is."""
        if self._told_colours().get("skipped") or self.following.stranger is not None:
            return []
        return [seat for seat in unnamed(self.names, self.following.owners) if self.colours[seat] not in COLOUR_NAMES]

    def _keep_colours(self, **told: object) -> None:
        self.drafts.put(f"{PAWNS}:{self.args['game']}", {**self._told_colours(), **told})

    def own(self, seat: Seat, colour: str) -> None:
        """The pawn of this colour is that player's."""
        self._keep_colours(**{colour: self.names[seat]})
        self.following.own(colour, seat)
        self.show_news()

    def skip_colour(self) -> None:
        """It will be asked when a pawn shows up."""
        self._keep_colours(skipped=True)
        self.show_news()

    def ignore(self, colour: str) -> None:
        """No pawn at all."""
        self.following.ignore(colour)
        self.show_news()

    # --- taps ---------------------------------------------------------------------------------------------------------

    def answer(self, question: Question, cards: Sequence[Card]) -> None:
        """The players say which cards these are."""
        self.args["picking"] = None
        try:
            self.following.answer(question, cards)
        except StoreError as error:
            self.shell.tell(self.say(msg("Not saved")), self.say(error.message))
        self.show_news()

    def _pick(self) -> None:
        self.args["picking"] = (self.following.questions[0], ())
        self.show_news()

    def _picked(self, card: Card) -> None:
        """One card after the other, until all that were asked about are known."""
        question, cards = self.args["picking"]
        cards = (*cards, card)
        if len(cards) == len(question.pieces):
            self.answer(question, cards)
        else:
            self.args["picking"] = (question, cards)
            self.show_news()

    def _stop_picking(self) -> None:
        self.args["picking"] = None
        self.show_news()

    def dismiss(self, mistake: Mistake) -> None:
        """The players know of it."""
        self.following.dismiss(mistake)
        self.show_news()

    def undo(self) -> None:
        """Take a step back; the camera would see it again at once, so it waits until it is told to go on."""
        self.args["paused"] = True
        super().undo()
        self.following.begin_anew()
        self.show_news()

    def pause(self) -> None:
        """Record nothing for a while, or go on from where the record stands."""
        self.args["paused"] = not self.paused_by_hand
        self.following.begin_anew()
        if self.worker is None and not self.paused_by_hand:
            self._open_camera()
        self.show_news()

    def by_hand(self) -> None:
        """Back to the screen of the game, which goes on wherever the game is by now."""
        below = self.shell.stack[-2] if len(self.shell.stack) > 1 else None
        if below is not None and below.args.get("game") == self.args["game"]:
            self.shell.back()
        else:
            self.shell.replace(self.way(), game=self.args["game"])

    def to_hands(self) -> None:
        """The game is over: what everybody holds is looked at."""
        self.shell.replace("final_hands", game=self.args["game"])

    def to_result(self) -> None:
        """The game is over: on to the count."""
        self.shell.replace(self.way(), game=self.args["game"])
