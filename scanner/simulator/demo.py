"""A table for people who have neither the game nor a camera: chosen cards spread neatly, or boards laid, and filmed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from scanner.simulator.camera import Camera, aim
from scanner.simulator.layers import Pose
from scanner.simulator.layout import card_on_slot
from scanner.simulator.procedural import Array
from scanner.simulator.scene import Setting, compose, extent, make_setting
from scanner.simulator.sensor import expose, exposure_field
from scanner.simulator.table import table_top
from scanner.simulator.world import LaidBoard, LaidCard, SimDeck, World

PRINTS = 6  # different pictures of a still table: noise and a hand that trembles
TREMBLE = 0.7  # pixels
WOOD_PX_PER_MM = 2.2


@dataclass(frozen=True, slots=True)
class DemoTable:
    """A table and the camera above it."""

    world: World
    setting: Setting
    seed: int

    def pictures(self) -> Iterator[Array]:
        """What the camera sees, for a while; nothing moves on the table."""
        rng = np.random.default_rng([self.seed, 71])
        still = compose(self.setting, self.world)
        field = exposure_field(still, self.setting.sensor)
        for _ in range(PRINTS):
            canvas = still.copy()
            x, y = rng.normal(0, TREMBLE, 2).tolist()
            shift = np.array([[1, 0, x], [0, 1, y]])
            canvas.pixels = cv2.warpAffine(
                canvas.pixels, shift, self.setting.camera.size, borderMode=cv2.BORDER_REPLICATE
            )
            yield expose(canvas, self.setting.sensor, rng, field)


def spread_hand(deck: SimDeck, cards: Sequence[str], seed: int = 0, size: tuple[int, int] = (1280, 720)) -> DemoTable:
    """These cards in rows, as somebody lays them out to be counted."""
    rng = np.random.default_rng([seed, 72])
    width, height = deck.card_size_mm
    columns = max(1, int(np.ceil(np.sqrt(len(cards) * size[0] / size[1] * height / width))))
    columns = int(np.ceil(len(cards) / np.ceil(len(cards) / columns)))  # the last row is nearly full
    laid: list[LaidCard] = []
    for number, name in enumerate(cards):
        x = (number % columns) * width * 1.28 + float(rng.normal(0, 2))
        y = (number // columns) * height * 1.16 + float(rng.normal(0, 2))
        pose = Pose(x, y, float(np.radians(rng.normal(0, 3.5))))
        laid.append(LaidCard(name, "up", deck.cards[name], deck.card_size_mm, pose, seed=int(rng.integers(1 << 30))))
    return _filmed(rng, deck, World(cards=tuple(laid)), "hand", seed, size)


def lay_table(
    deck: SimDeck,
    spaces: Sequence[tuple[str, str, str]],
    seed: int = 0,
    size: tuple[int, int] = (1920, 1080),
) -> DemoTable:
    """All boards, two beside two, and on them (board, space, card or back)."""
    rng = np.random.default_rng([seed, 73])
    boards = []
    for number, board in enumerate(deck.boards):
        wide, high = board.size_mm(deck.card_size_mm, 1.03)
        place = Pose(number % 2 * (wide + 14), number // 2 * (high + 14), float(rng.normal(0, 0.01)))
        boards.append(LaidBoard(board, place, board.px_per_mm(deck.card_size_mm, 1.03)))
    world = World(boards=tuple(boards))
    cards = [card_on_slot(rng, deck, world.board(board), slot, card, "easy") for board, slot, card in spaces]
    return _filmed(rng, deck, replace(world, cards=tuple(cards)), "table", seed, size)


def _filmed(
    rng: np.random.Generator, deck: SimDeck, world: World, kind: str, seed: int, size: tuple[int, int]
) -> DemoTable:
    """A wooden table in good light, seen from the side of somebody who sits at it."""
    setting = make_setting(rng, deck, world, kind, "easy", size)
    points = extent(world)
    middle = points.mean(0)
    camera = Camera(size, max(size) * 1.05, 0.16, float(rng.normal(0, 0.02)), 0.0, 800.0, (middle[0], middle[1]))
    setting = replace(
        setting,
        camera=aim(camera, points, 0.9),
        light=replace(setting.light, glare=(), clouds=0),
        top=table_top(rng, "wood"),
        top_px_per_mm=WOOD_PX_PER_MM,
        top_mirrored=True,
        sensor=replace(setting.sensor, motion_px=0.0, noise=1.5, defocus_px=0.4, depth_blur=0.0),
    )
    return DemoTable(world, setting, seed)
