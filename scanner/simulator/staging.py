"""Films in which more happens than hands on the table: the camera moves, light goes, boards are pushed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from scanner.simulator.camera import aim
from scanner.simulator.film import Film, Lay, LiftPawn, PutPawn, Take, Wait, after
from scanner.simulator.layers import Canvas, Pose, corners
from scanner.simulator.procedural import Array, to_bytes
from scanner.simulator.scene import Scene, Setting, compose, extent, truth_of
from scanner.simulator.sensor import expose, exposure_field
from scanner.simulator.world import LaidCard, World


@dataclass(frozen=True, slots=True)
class Light:
    """Light of this strength for some frames, each off by chance by a share; 0.05: it is switched off."""

    frames: int = 6
    strength: float = 1.0
    flicker: float = 0.0


@dataclass(frozen=True, slots=True)
class Bump:
    """The camera is pushed: the table shifts by millimetres and turns by degrees."""

    right_mm: float = 8.0
    down_mm: float = 5.0
    turn: float = 1.0
    frames: int = 2  # in which it moves


@dataclass(frozen=True, slots=True)
class LookAt:
    """The camera goes over one board, or over all of them."""

    board: str | None
    frames: int = 4


@dataclass(frozen=True, slots=True)
class Push:
    """A board is pushed with everything on it."""

    board: str
    right_mm: float = 12.0
    down_mm: float = 6.0
    turn: float = 3.0
    frames: int = 2


@dataclass(frozen=True, slots=True)
class Cut:
    """A step is done between two frames, no hand is seen."""

    step: Lay | Take | PutPawn | LiftPawn


@dataclass(frozen=True, slots=True)
class LayLoose:
    """A card lies beside the boards from one frame to the next."""

    card: str
    x_mm: float
    y_mm: float
    turn: float = 20.0


@dataclass(frozen=True, slots=True)
class Tremble:
    """A camera held in the hand: every frame is a little elsewhere."""

    frames: int = 8
    pixels: float = 3.0


Act = Wait | Light | Bump | LookAt | Push | Cut | LayLoose | Tremble


def stage(film: Film, acts: Sequence[Act]) -> Iterator[Scene]:
    """The frames of these acts, in place of the film's own steps."""
    return _Stage(film).play(acts)


class _Stage:
    def __init__(self, film: Film) -> None:
        self.film = film
        self.world: World = film.world
        self.setting: Setting = film.setting
        self.rng = np.random.default_rng([film.seed, 58])
        self.still: Canvas = compose(self.setting, self.world)
        self.field: Array = exposure_field(self.still, self.setting.sensor)

    def play(self, acts: Sequence[Act]) -> Iterator[Scene]:
        for act in acts:
            if isinstance(act, Wait):
                yield from (self._shoot() for _ in range(act.frames))
            elif isinstance(act, Tremble):
                yield from (self._shoot(shake=act.pixels) for _ in range(act.frames))
            elif isinstance(act, Light):
                for _ in range(act.frames):
                    yield self._shoot(act.strength * float(1 + self.rng.uniform(-act.flicker, act.flicker)))
            elif isinstance(act, Cut):
                self.world = after(self.rng, self.film.deck, self.world, act.step, self.setting.difficulty)
                self.still = compose(self.setting, self.world)
                yield self._shoot()
            elif isinstance(act, LayLoose):
                self._lay(act)
                yield self._shoot()
            elif isinstance(act, Push):
                yield from self._push(act)
            else:
                yield from self._move_camera(act)

    def _move_camera(self, act: Bump | LookAt) -> Iterator[Scene]:
        old = self.setting.camera
        if isinstance(act, Bump):
            target = (old.target_mm[0] + act.right_mm, old.target_mm[1] + act.down_mm)
            new = replace(old, target_mm=target, yaw=old.yaw + float(np.radians(act.turn)))
        elif act.board is None:
            new = self.film.setting.camera
        else:
            laid = self.world.board(act.board)
            points = laid.pose.place(corners(laid.size_mm))
            middle = points.mean(0)
            new = aim(replace(old, target_mm=(float(middle[0]), float(middle[1]))), points, 0.8)
        for part in np.linspace(0, 1, act.frames + 1)[1:].tolist():
            camera = replace(
                new,
                yaw=old.yaw + (new.yaw - old.yaw) * part,
                distance_mm=old.distance_mm + (new.distance_mm - old.distance_mm) * part,
                target_mm=(
                    old.target_mm[0] + (new.target_mm[0] - old.target_mm[0]) * part,
                    old.target_mm[1] + (new.target_mm[1] - old.target_mm[1]) * part,
                ),
            )
            self.setting = replace(self.setting, camera=camera)
            self.still = compose(self.setting, self.world)
            yield self._shoot(blur=9)

    def _push(self, act: Push) -> Iterator[Scene]:
        whole = self.world
        pivot = whole.board(act.board).pose
        for part in np.linspace(0, 1, act.frames + 1)[1:].tolist():
            step = (act.right_mm * part, act.down_mm * part)
            turn = float(np.radians(act.turn * part))
            self.world = replace(
                whole,
                boards=tuple(
                    replace(b, pose=_turned(b.pose, pivot, turn, step)) if b.board.id == act.board else b
                    for b in whole.boards
                ),
                cards=tuple(
                    replace(c, pose=_turned(c.pose, pivot, turn, step)) if c.board == act.board else c
                    for c in whole.cards
                ),
                pawns=tuple(
                    replace(p, pose=_turned(p.pose, pivot, turn, step)) if p.board == act.board else p
                    for p in whole.pawns
                ),
            )
            self.still = compose(self.setting, self.world)
            yield self._shoot()

    def _lay(self, act: LayLoose) -> None:
        deck = self.film.deck
        middle = extent(self.world).mean(0)
        pose = Pose(float(middle[0]) + act.x_mm, float(middle[1]) + act.y_mm, float(np.radians(act.turn)))
        card = LaidCard(act.card, "up", deck.cards[act.card], deck.card_size_mm, pose, seed=7)
        self.world = replace(self.world, cards=(*self.world.cards, card))
        self.still = compose(self.setting, self.world)

    def _shoot(self, strength: float = 1.0, shake: float | None = None, blur: int = 0) -> Scene:
        canvas = self.still.copy()
        x, y = (float(v) for v in self.rng.normal(0, self.film.jitter_px if shake is None else shake, 2))
        matrix = np.array([[1, 0, x], [0, 1, y]])
        size = self.setting.camera.size
        canvas.pixels = cv2.warpAffine(canvas.pixels, matrix, size, borderMode=cv2.BORDER_REPLICATE)
        if blur:
            canvas.pixels = to_bytes(cv2.blur(canvas.pixels, (blur, 3)))
        picture = expose(canvas, self.setting.sensor, self.rng, self.field * np.float32(strength))
        return Scene(picture, truth_of(self.setting, self.world, self.still, (x, y)))


def _turned(pose: Pose, pivot: Pose, turn: float, step: tuple[float, float]) -> Pose:
    away = np.array([pose.x_mm - pivot.x_mm, pose.y_mm - pivot.y_mm])
    cos, sin = float(np.cos(turn)), float(np.sin(turn))
    x = pivot.x_mm + cos * away[0] - sin * away[1] + step[0]
    y = pivot.y_mm + sin * away[0] + cos * away[1] + step[1]
    return replace(pose, x_mm=float(x), y_mm=float(y), angle=pose.angle + turn)
