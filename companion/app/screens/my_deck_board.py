"""The four boards of the owner's deck: photographed empty, their spaces proposed and moved by the owner."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from kivy.metrics import dp
from kivy.uix.image import Image
from PIL import Image as Pillow

from companion.app.photo_worker import CutBoard, board_spaces, cut_board_at
from companion.app.screens.my_deck_name import LARGE
from companion.app.screens.my_deck_packs import in_thread
from companion.app.theme import gap, theme
from companion.app.widgets.basic import Column, Panel, Row, Scroll, Text, level_columns, spacer
from companion.app.widgets.buttons import Button
from companion.app.widgets.cards import Picture
from companion.app.widgets.scan_overlay import AMBER, GREEN, CameraView, Mark
from companion.deck_book import Quad
from companion.fault_words import why
from companion.words import Message, msg

if TYPE_CHECKING:
    from companion.app.screens.my_deck import MyDeckScreen

REACH = 34  # dp around a corner in which a finger takes it
PICTURE = 20  # steps of 8 dp, the height of a board in the list


def build_boards(screen: MyDeckScreen) -> None:
    """All four, each with its photograph or our drawing."""
    panels: list[Panel] = []
    for area in screen.box.boards:
        page = screen.book.pages.boards.get(area)
        if page is None:
            picture: Any = Picture(screen.desk.pictures, f"board:{area}", opacity=0.35)
            below = msg("Not photographed yet")
        else:
            picture = Image(source=str(screen.book.picture(page.file)), fit_mode="contain", nocache=True)
            below = msg("Eight spaces marked")
        picture.size_hint_y, picture.height = None, gap(PICTURE)
        photo = Button(
            screen.say(msg("Photograph")),
            lambda area=area: screen.go("board_photo", area=area),  # type: ignore[misc]
            "camera",
            "plain",
            "body",
            test_id=f"board-photo:{area}",
        )
        beside = theme.scale <= LARGE or not screen.wide
        buttons = Row(photo, space=1, hug=True) if beside else Column(photo, space=1)
        if page is not None:
            adjust = Button(
                screen.say(msg("Spaces")),
                lambda area=area: screen.go("adjust", area=area, shot=None),  # type: ignore[misc]
                "pen",
                "quiet",
                "body",
                test_id=f"board-adjust:{area}",
            )
            buttons.add_widget(adjust)
        panels.append(
            Panel(
                picture,
                Text(screen.say(screen.box.boards[area]).capitalize(), "heading", bold=True),
                Text(screen.say(below), "body", "soft"),
                spacer(),
                buttons,
                space=1,
            )
        )
    if not screen.wide:
        screen.add_widget(Scroll(*panels, space=2, pad=2))
        return
    pairs = [panels[first : first + 2] for first in range(0, len(panels), 2)]
    for pair in pairs:
        level_columns(pair)
    screen.add_widget(Scroll(*(Row(*pair, space=2, hug=True) for pair in pairs), space=2, pad=2))


def build_adjust(screen: MyDeckScreen) -> None:
    """The photograph with its eight spaces; corners can be dragged, every change is kept."""
    area = str(screen.args.get("area", ""))
    page = screen.book.pages.boards.get(area)
    if page is None:
        build_boards(screen)
        return
    names = {slot: screen.say(slot_name(slot)) for slot in page.spaces}
    with Pillow.open(screen.book.picture(page.file)) as image:
        pixels = np.array(image.convert("RGBA"))
    view = CornerView(
        pixels, dict(page.spaces), names, lambda spaces: screen.book.set_spaces(area, spaces), test_id="corners"
    )
    words = Column(
        Text(screen.say(screen.box.boards[area]).capitalize(), "title"),
        Text(
            screen.say(
                msg(
                    "Each frame should lie around a card on its space. Drag a corner to move it, or the middle of "
                    "a frame to move all of it. Make one as large as a card, then all of them."
                )
            ),
            "body",
            "soft",
        ),
        space=1,
    )
    done = Button(
        screen.say(msg("That is right")),
        lambda: screen.go("boards"),
        "check",
        "primary",
        "heading",
        test_id="adjust-done",
    )
    again = Button(
        screen.say(msg("Photograph again")),
        lambda: screen.go("board_photo", shot=None),
        "camera",
        "quiet",
        test_id="adjust-again",
    )
    ways = [
        Button(screen.say(msg("Same size for all")), view.same_size, "cards", "quiet", "body", test_id="adjust-same"),
        Button(screen.say(msg("Turn the board")), lambda: _turn(screen, area), "turn", "quiet", "body", test_id="turn"),
    ]
    if screen.args.get("shot") is not None:  # as long as the photograph is at hand
        edges = Button(screen.say(msg("The edges are wrong")), lambda: screen.go("outline"), "pen", "quiet", "body")
        edges.test_id = "adjust-edges"
        ways.append(edges)
    if screen.wide:
        right = Column(Scroll(words), *ways, done, again, fill=True, space=1.5, size_hint_x=0.28)
        view.size_hint_x = 0.72
        screen.add_widget(Row(view, right, space=2, pad=2))
    else:
        screen.add_widget(Column(words, view, Row(*ways, hug=True), done, again, fill=True, space=1.5, pad=2))


def build_outline(screen: MyDeckScreen) -> None:
    """The whole photograph with the edges of the board, for the owner to correct."""
    shot: CutBoard = screen.args["shot"]
    name = screen.say(screen.box.boards[str(screen.args["area"])])
    rgba = np.dstack([shot.photo[..., ::-1], np.full(shot.photo.shape[:2], 255, np.uint8)])
    view = CornerView(rgba, {"board": shot.outline}, {"board": name}, lambda _: None, test_id="outline")
    words = Text(screen.say(msg("Drag each corner of the frame onto a corner of the board.")), "body", "soft")
    done = Button(
        screen.say(msg("That is right")),
        lambda: _cut_again(screen, shot, view.spaces["board"]),
        "check",
        "primary",
        "heading",
        test_id="outline-done",
    )
    if screen.wide:
        view.size_hint_x = 0.72
        right = Column(Scroll(words), done, fill=True, space=1.5, size_hint_x=0.28)
        screen.add_widget(Row(view, right, space=2, pad=2))
    else:
        screen.add_widget(Column(words, view, done, fill=True, space=1.5, pad=2))


def _cut_again(screen: MyDeckScreen, shot: CutBoard, outline: Quad) -> None:
    """The board within other edges."""
    area = str(screen.args["area"])

    def done(cut: CutBoard) -> None:
        screen.book.set_board(area, cut.image, cut.spaces)
        screen.go("adjust", shot=cut)

    _in_thread(screen, lambda: cut_board_at(screen.box, shot.photo, outline), done)


def _in_thread(screen: MyDeckScreen, work: Callable[[], Any], done: Callable[[Any], object]) -> None:
    """What takes a moment; that it does not work is told."""

    def finished(result: Any) -> None:
        if isinstance(result, Exception):
            screen.shell.tell(screen.say(msg("That does not work")), screen.say(why(result)))
        else:
            done(result)

    in_thread(work, finished)


def _turn(screen: MyDeckScreen, area: str) -> None:
    """A quarter turn; where the spaces are is looked for anew, which takes a moment."""

    def work() -> tuple[Pillow.Image, dict[str, Quad]]:
        with Pillow.open(screen.book.picture(screen.book.pages.boards[area].file)) as photo:
            turned = photo.convert("RGB").transpose(Pillow.Transpose.ROTATE_270)
        return turned, board_spaces(screen.box, np.asarray(turned)[..., ::-1].copy())

    def done(turned: tuple[Pillow.Image, dict[str, Quad]]) -> None:
        screen.book.set_board(area, *turned)
        screen.shell.refresh()

    _in_thread(screen, work, done)


def slot_name(slot: str) -> Message:
    """A space in words."""
    kind, _, number = slot.partition("-")
    match kind:
        case "current":
            return msg("current {number}", number=number)
        case "future":
            return msg("future {number}", number=number)
        case "draw":
            return msg("draw pile")
    return msg("discard pile")


class CornerView(CameraView):
    """A picture with quads whose corners can be dragged."""

    def __init__(
        self,
        pixels_rgba: Any,
        spaces: dict[str, Quad],
        names: dict[str, str],
        on_change: Callable[[dict[str, Quad]], object],
        **more: Any,
    ) -> None:
        super().__init__(**more)
        self.spaces, self._names, self._on_change = spaces, names, on_change
        self._held: tuple[str, int | None] | None = None
        self._latest = next(iter(spaces), "")  # the space that was moved last
        self._from = (0.0, 0.0)
        height, width = pixels_rgba.shape[:2]
        self.show(pixels_rgba, (width, height))
        self._mark_all()

    def _mark_all(self) -> None:
        held = self._held[0] if self._held is not None else ""
        self.mark(
            [Mark(quad, self._names[slot], AMBER if slot == held else GREEN) for slot, quad in self.spaces.items()]
        )

    def on_touch_down(self, touch: Any) -> bool:
        """Take the nearest corner, or the space under the finger."""
        if not self.collide_point(*touch.pos):
            return False
        near = [
            (abs(complex(*self.to_view(corner)) - complex(*touch.pos)), slot, number)
            for slot, quad in self.spaces.items()
            for number, corner in enumerate(quad)
        ]
        distance, slot, number = min(near)
        self._from = self.to_picture(*touch.pos)
        if distance < dp(REACH):
            self._held = (slot, number)
        else:
            under = [name for name, quad in self.spaces.items() if _holds(quad, self._from)]
            self._held = (under[0], None) if under else None
        self._mark_all()
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """Drag it."""
        if self._held is None:
            return False
        slot, number = self._held
        x, y = self.to_picture(*touch.pos)
        dx, dy = x - self._from[0], y - self._from[1]
        self._from = (x, y)
        corners = [
            (cx + dx, cy + dy) if number is None or place == number else (cx, cy)
            for place, (cx, cy) in enumerate(self.spaces[slot])
        ]
        self.spaces[slot] = (corners[0], corners[1], corners[2], corners[3])
        self._mark_all()
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Let go: the change is kept."""
        if self._held is None:
            return False
        self._latest, self._held = self._held[0], None
        self._on_change(self.spaces)
        self._mark_all()
        return True

    def same_size(self) -> None:
        """All spaces as large as the one that was moved last, each around its own middle."""
        model = np.asarray(self.spaces[self._latest])
        for slot, quad in self.spaces.items():
            moved = model - model.mean(axis=0) + np.mean(quad, axis=0)
            one, two, three, four = ((float(x), float(y)) for x, y in moved)
            self.spaces[slot] = (one, two, three, four)
        self._on_change(self.spaces)
        self._mark_all()


def _holds(quad: Quad, point: tuple[float, float]) -> bool:
    """Whether a point lies in the box around a quad."""
    xs, ys = [x for x, _ in quad], [y for _, y in quad]
    return min(xs) < point[0] < max(xs) and min(ys) < point[1] < max(ys)
