"""A camera films a table while things happen, standing or moved about: frames, each with its truth."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from scanner.simulator.camera import Camera
from scanner.simulator.layers import Canvas
from scanner.simulator.layout import card_on_slot, lay_boards, pawn_on_slot
from scanner.simulator.procedural import Array
from scanner.simulator.scene import (
    HAND_OWNER,
    Difficulty,
    Kind,
    Scene,
    Setting,
    compose,
    extent,
    make_setting,
    truth_of,
)
from scanner.simulator.sensor import expose, exposure_field
from scanner.simulator.things import Hand, draw_hand
from scanner.simulator.world import SimDeck, World


@dataclass(frozen=True, slots=True)
class Wait:
    """Nothing happens for some frames."""

    frames: int = 5


@dataclass(frozen=True, slots=True)
class Lay:
    """A hand lays a card (face up, or a back by its id) on a space; None: any card of the deck."""

    board: str
    slot: str
    card: str | None = None


@dataclass(frozen=True, slots=True)
class Take:
    """A hand takes whatever lies on a space."""

    board: str
    slot: str


@dataclass(frozen=True, slots=True)
class PutPawn:
    """A hand puts a pawn on a space: a player's only one, wherever it stood, or a `spare` one."""

    board: str
    slot: str
    colour: str
    spare: bool = False


@dataclass(frozen=True, slots=True)
class LiftPawn:
    """A hand takes the pawn off a space; a card stays."""

    board: str
    slot: str


@dataclass(frozen=True, slots=True)
class Sweep:
    """A hand passes over a space and changes nothing."""

    board: str
    slot: str


@dataclass(frozen=True, slots=True)
class Together:
    """One visit of a hand that does several things on a board."""

    board: str
    steps: tuple[Lay | Take | PutPawn | LiftPawn, ...]

    @property
    def slot(self) -> str:
        """Where the hand goes."""
        return self.steps[0].slot


@dataclass(frozen=True, slots=True)
class Look:
    """The camera is moved to another place."""

    camera: Camera
    frames: int = 4


@dataclass(frozen=True, slots=True)
class Mark:
    """A moment that somebody wants to know of afterwards; it takes no time."""

    label: int


Reach = Lay | Take | PutPawn | LiftPawn | Sweep | Together
Step = Wait | Look | Mark | Reach
MOVING_BLUR_PX = 6.0


@dataclass(frozen=True, slots=True)
class Film:
    """A table, a camera and what happens before it."""

    deck: SimDeck
    world: World
    setting: Setting
    steps: tuple[Step, ...]
    seed: int
    hand_frames: int = 3  # frames in which the hand comes in, and again in which it leaves
    jitter_px: float = 0.3

    def frames(self) -> Iterator[Scene]:
        """Yield the frames; a step's change shows while the hand is over it, as in life."""
        rng = np.random.default_rng([self.seed, 55])
        world, setting = self.world, self.setting
        still = compose(setting, world)
        field = exposure_field(still, setting.sensor)
        for step in self.steps:
            if isinstance(step, Mark):
                continue
            if isinstance(step, Wait):
                for _ in range(step.frames):
                    yield self._shoot(rng, setting, still, world, field)
                continue
            if isinstance(step, Look):
                for moved in _on_the_way(setting, step):
                    yield self._shoot(rng, moved, compose(moved, world), world, field)
                setting = replace(setting, camera=step.camera)
                still = compose(setting, world)
                continue
            hands = self._reach(rng, world, step)
            for hand in hands:
                yield self._shoot(rng, setting, still, replace(world, hands=(hand,)), field)
            world = after(rng, self.deck, world, step, setting.difficulty)
            still = compose(setting, world)
            for hand in reversed(hands):
                yield self._shoot(rng, setting, still, replace(world, hands=(hand,)), field)
            yield self._shoot(rng, setting, still, world, field)

    def marks(self) -> dict[int, int]:
        """The number of the first frame after each mark."""
        marks: dict[int, int] = {}
        number = 0
        for step in self.steps:
            if isinstance(step, Mark):
                marks[step.label] = number
            else:
                number += step.frames if isinstance(step, Wait | Look) else 2 * self.hand_frames + 1
        return marks

    def _reach(self, rng: np.random.Generator, world: World, step: Reach) -> list[Hand]:
        goal = world.board(step.board).slot_pose(step.slot)
        points = extent(world)
        away = np.array([goal.x_mm, goal.y_mm]) - points.mean(0)
        # The arm comes from the nearer edge of the table, as players' arms do.
        angle = float(np.arctan2(-away[1], -away[0]) + rng.normal(0, 0.4))
        seed = int(rng.integers(1 << 30))
        far = float(np.hypot(*(points.max(0) - points.min(0)))) * 0.5
        hands = []
        for part in np.linspace(0, 1, self.hand_frames).tolist():
            back = far * (1 - part)
            tip = (goal.x_mm - float(np.cos(angle)) * back, goal.y_mm - float(np.sin(angle)) * back)
            hands.append(Hand(tip, angle + float(rng.normal(0, 0.03)), 45.0 - 25.0 * part, seed))
        return hands

    def _shoot(self, rng: np.random.Generator, setting: Setting, still: Canvas, world: World, field: Array) -> Scene:
        canvas = still
        if world.hands:
            canvas = still.copy()
            for hand in world.hands:
                draw_hand(canvas, hand, HAND_OWNER)
        x, y = (float(v) for v in rng.normal(0, self.jitter_px, 2))
        moved = canvas.copy() if canvas is still else canvas
        matrix = np.array([[1, 0, x], [0, 1, y]])
        moved.pixels = cv2.warpAffine(moved.pixels, matrix, setting.camera.size, borderMode=cv2.BORDER_REPLICATE)
        return Scene(expose(moved, setting.sensor, rng, field), truth_of(setting, world, canvas, (x, y)))


def _on_the_way(setting: Setting, look: Look) -> Iterator[Setting]:
    """The camera between two places: everything is smeared."""
    start, end = setting.camera, look.camera
    sensor = replace(setting.sensor, motion_px=MOVING_BLUR_PX)
    for number in range(1, look.frames + 1):
        part = number / (look.frames + 1)

        def between(one: float, two: float, part: float = part) -> float:
            return one + part * (two - one)

        camera = replace(
            end,
            focal_px=between(start.focal_px, end.focal_px),
            tilt=between(start.tilt, end.tilt),
            yaw=between(start.yaw, end.yaw),
            roll=between(start.roll, end.roll),
            distance_mm=between(start.distance_mm, end.distance_mm),
            target_mm=(between(start.target_mm[0], end.target_mm[0]), between(start.target_mm[1], end.target_mm[1])),
        )
        yield replace(setting, camera=camera, sensor=sensor)


def make_film(
    deck: SimDeck,
    steps: Sequence[Step] | None = None,
    kind: Kind = "table",
    difficulty: Difficulty = "medium",
    size: tuple[int, int] = (1920, 1080),
    seed: int = 0,
) -> Film:
    """A film of the deck's boards; without steps some are made up."""
    rng = np.random.default_rng([seed, 57])
    world = lay_boards(rng, deck, 4 if kind == "table" else 1, difficulty)
    setting = make_setting(rng, deck, world, kind, difficulty, size)
    return Film(deck, world, setting, tuple(steps) if steps is not None else some_steps(rng, world), seed)


def some_steps(rng: np.random.Generator, world: World, count: int = 6) -> tuple[Step, ...]:
    """Likely happenings on the boards of a world: cards taken by pawns, cards laid, hands passing."""
    steps: list[Step] = [Wait(6)]
    holding = {(c.board, c.slot) for c in world.cards}
    standing = {(p.board, p.slot): p.colour for p in world.pawns}
    free = [c for c in ("red", "blue", "green", "yellow", "black") if c not in standing.values()]
    spaces = [(laid.board.id, slot) for laid in world.boards for slot in laid.board.slots if "-" in slot]
    for index in rng.permutation(len(spaces))[:count].tolist():
        board, slot = spaces[index]
        if rng.random() < 0.2:
            steps.append(Sweep(board, slot))
        elif (board, slot) in standing:
            steps.append(LiftPawn(board, slot))
        elif (board, slot) in holding:
            steps.append(Take(board, slot))
            if free:
                steps += [Wait(2), PutPawn(board, slot, free.pop())]
        else:
            steps.append(Lay(board, slot))
        steps.append(Wait(int(rng.integers(4, 9))))
    return tuple(steps)


def film(deck: SimDeck, steps: Sequence[Step] | None = None, **options: Any) -> Iterator[Scene]:
    """The frames of `make_film` with the same arguments."""
    return make_film(deck, steps, **options).frames()


def after(rng: np.random.Generator, deck: SimDeck, world: World, step: Step, difficulty: str) -> World:
    """The world when a step is done."""
    if isinstance(step, Wait | Sweep | Look | Mark):
        return world
    if isinstance(step, Together):
        for part in step.steps:
            world = after(rng, deck, world, part, difficulty)
        return world
    laid = world.board(step.board)
    if isinstance(step, Take):
        return world.without(step.board, step.slot)
    if isinstance(step, PutPawn):
        pawn = pawn_on_slot(rng, laid, step.slot, step.colour, difficulty)
        others = tuple(p for p in world.pawns if step.spare or p.colour != step.colour)
        return replace(world, pawns=(*others, pawn))
    if isinstance(step, LiftPawn):
        return replace(world, pawns=tuple(p for p in world.pawns if (p.board, p.slot) != (step.board, step.slot)))
    names = list(deck.cards)
    card = step.card or names[int(rng.integers(len(names)))]
    cleared = tuple(c for c in world.cards if (c.board, c.slot) != (step.board, step.slot))
    return replace(world, cards=(*cleared, card_on_slot(rng, deck, laid, step.slot, card, difficulty)))
