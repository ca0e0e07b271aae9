"""Render scenes: a table laid by chance, filmed, with the exact truth."""

from dataclasses import dataclass, replace
from typing import Any, Literal

import cv2
import numpy as np

from scanner.simulator.camera import Camera, aim
from scanner.simulator.layers import Canvas, corners
from scanner.simulator.layout import lay_boards, lay_hand, reaching_hand
from scanner.simulator.printing import PrintRun, make_run, print_sheet, sleeve
from scanner.simulator.procedural import Array
from scanner.simulator.sensor import Sensor, expose, make_sensor
from scanner.simulator.style import pick
from scanner.simulator.table import KINDS, MIRRORED, Light, make_light, table_top
from scanner.simulator.things import PAWN_COLOURS, PawnShape, draw_hand, draw_pawn, draw_pile, make_pawn_shape
from scanner.simulator.world import LaidBoard, LaidCard, SimDeck, World, load_sim_deck

__all__ = ["Scene", "Setting", "SimDeck", "compose", "load_sim_deck", "make_setting", "render", "truth_of"]

Kind = Literal["table", "boards", "hand"]
Difficulty = Literal["easy", "medium", "hard"]
KINDS_OF_SCENE = ("table", "boards", "hand")
MAX_TILT = {"easy": 15.0, "medium": 32.0, "hard": 45.0}
CARD_PX = (60.0, 95.0)  # width of cards when the whole table is in view
CAMERAS = 30  # places tried before the best of them is taken
HIDDEN = 0.75  # a card cannot be told from a twin when more than this of what differs is covered
DAZZLED = 110  # glare that leaves nothing of a bright card
HAND_OWNER, PAWN_OWNER, BOARD_OWNER = 20000, 10000, 5000


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture and what is to be seen in it."""

    image_bgr: Array
    truth: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Setting:
    """Everything about a scene that does not lie on the table."""

    kind: str
    difficulty: str
    camera: Camera
    light: Light
    sensor: Sensor
    cards_run: PrintRun
    boards_run: PrintRun
    strays_run: PrintRun
    pawns: PawnShape
    top: Array
    top_px_per_mm: float
    top_mirrored: bool


def render(
    deck: SimDeck, kind: Kind, difficulty: Difficulty, size: tuple[int, int] = (1920, 1080), seed: int = 0
) -> Scene:
    """A scene of the deck; the same arguments always give the same pixels."""
    rng = np.random.default_rng([seed, KINDS_OF_SCENE.index(kind), list(MAX_TILT).index(difficulty), 2024])
    world = (
        lay_hand(rng, deck, difficulty)
        if kind == "hand"
        else lay_boards(rng, deck, 4 if kind == "table" else int(rng.integers(1, 3)), difficulty)
    )
    setting = make_setting(rng, deck, world, kind, difficulty, size)
    if difficulty == "hard" and rng.random() < (0.4 if kind != "hand" else 0.2):
        world = replace(world, hands=(reaching_hand(rng, extent(world)),))
    canvas = compose(setting, world)
    truth = truth_of(setting, world, canvas)
    tell_hidden_marks(setting, deck, world, canvas, truth["cards"])
    return Scene(expose(canvas, setting.sensor, rng), truth)


def make_setting(
    rng: np.random.Generator, deck: SimDeck, world: World, kind: str, difficulty: str, size: tuple[int, int]
) -> Setting:
    """A camera, light, prints and a table for the world."""
    corner_mm = float(rng.uniform(0, 3.2))
    run, cover = make_run(rng, difficulty, corner_mm), pick(rng, KINDS)
    camera = _stand(rng, deck, world, kind, difficulty, size)
    return Setting(
        kind=kind,
        difficulty=difficulty,
        camera=camera,
        light=make_light(rng, difficulty),
        sensor=make_sensor(rng, difficulty, size[0], card_px(camera, world)),
        cards_run=run,
        boards_run=replace(make_run(rng, difficulty, float(rng.uniform(0, 4))), cut_mm=float(rng.uniform(0, 1.5))),
        strays_run=make_run(rng, difficulty, float(rng.uniform(0, 3.5))),
        pawns=make_pawn_shape(rng),
        top=table_top(rng, cover),
        top_px_per_mm=float(rng.uniform(1.2, 3.0)),
        top_mirrored=cover in MIRRORED,
    )


def extent(world: World) -> Array:
    """All corners of what lies on the table, in mm."""
    things: list[LaidBoard | LaidCard] = [*world.boards, *world.cards]
    return np.concatenate([thing.pose.place(corners(thing.size_mm)) for thing in things])


def _stand(
    rng: np.random.Generator, deck: SimDeck, world: World, kind: str, difficulty: str, size: tuple[int, int]
) -> Camera:
    """The best of some places from which all is in view: cards not too small, 60 to 95 px on whole tables."""
    points = extent(world)
    wanted = {"table": CARD_PX[0], "boards": 0.068 * size[0], "hand": 0.06 * size[0]}[kind]
    best: tuple[float, Camera] | None = None
    for _ in range(CAMERAS):
        camera = aim(_some_camera(rng, points, kind, difficulty, size), points, float(rng.uniform(0.82, 0.97)))
        width = camera.scale_at(camera.target_mm) * deck.card_size_mm[0]
        if kind == "table" and width > CARD_PX[1]:
            camera = replace(camera, distance_mm=camera.distance_mm * width / float(rng.uniform(80, CARD_PX[1])))
        miss = max(0.0, wanted - card_px(camera, world))
        if best is None or miss < best[0]:
            best = miss, camera
        if miss == 0:
            break
    if best is None:
        raise RuntimeError("no camera was tried")
    return best[1]


def card_px(camera: Camera, world: World) -> float:
    """How wide the smaller cards of the table are in the picture: nine in ten are wider. No card: one of a space."""
    things: list[LaidBoard | LaidCard] = [c for c in world.cards if c.face != "foreign"] or [*world.cards]
    if not things:
        return min(camera.scale_at((b.pose.x_mm, b.pose.y_mm)) * b.board.slot_px[0] / b.px_per_mm for b in world.boards)
    widths = []
    for thing in things:
        seen = camera.project(thing.pose.place(corners(thing.size_mm)), thing.pose.height_mm)
        widths.append(np.sqrt(_area(seen) * thing.size_mm[0] / thing.size_mm[1]))
    return float(np.percentile(widths, 10))


def _some_camera(rng: np.random.Generator, points: Array, kind: str, difficulty: str, size: tuple[int, int]) -> Camera:
    level = list(MAX_TILT).index(difficulty)
    turn = float(rng.uniform(-np.pi, np.pi))
    if kind != "boards" or rng.random() < 0.7:  # people look at tables more or less straight, from any side
        turn = float(pick(rng, (0, 0, 0, 1, 2, 3))) * np.pi / 2 + np.radians(float(rng.normal(0, (3, 8, 14)[level])))
    return Camera(
        size=size,
        focal_px=max(size) * float(rng.uniform(0.72, 1.3)),
        tilt=float(np.radians(rng.uniform(0, MAX_TILT[difficulty]))),
        yaw=turn,
        roll=np.radians(float(rng.normal(0, 2))),
        distance_mm=800.0,
        target_mm=(float(points[:, 0].mean()), float(points[:, 1].mean())),
        k1=float(rng.uniform(*((-0.02, 0.02), (-0.05, 0.04), (-0.09, 0.07))[level])),
        k2=float(rng.normal(0, 0.01)),
    )


def compose(setting: Setting, world: World) -> Canvas:
    """Lay everything into the picture, from the table up."""
    canvas = Canvas(setting.camera, setting.light)
    canvas.table(setting.top, setting.top_px_per_mm, setting.top_mirrored)
    for number, laid in enumerate(world.boards):
        _lay_board(canvas, setting, laid, number)
    for number, card in enumerate(world.cards):
        lay_card(canvas, setting, card, number)
    far_first = sorted(
        enumerate(world.pawns), key=lambda p: -float(setting.camera.plane()[2] @ (p[1].pose.x_mm, p[1].pose.y_mm, 1))
    )
    for number, pawn in far_first:
        draw_pawn(canvas, setting.pawns, PAWN_COLOURS[pawn.colour], pawn.pose, PAWN_OWNER + number)
    for hand in world.hands:
        draw_hand(canvas, hand, HAND_OWNER)
    return canvas


def _lay_board(canvas: Canvas, setting: Setting, laid: LaidBoard, number: int) -> None:
    rng = np.random.default_rng([number, 91])
    fine = canvas.camera.scale_at((laid.pose.x_mm, laid.pose.y_mm)) * 1.2
    sheet = print_sheet(laid.board.image, laid.size_mm, fine, setting.boards_run, rng)
    canvas.shadow(
        np.ascontiguousarray(sheet[..., 3]),
        laid.size_mm,
        replace(laid.pose, height_mm=2.0),
        2.0,
        1.2,
        canvas.light.shadow,
    )
    canvas.lay(sheet, laid.size_mm, laid.pose, BOARD_OWNER + number, setting.boards_run.gloss * 0.6)


def lay_card(canvas: Canvas, setting: Setting, card: LaidCard, number: int) -> None:
    """Print one card and lay it with its shadow."""
    rng = np.random.default_rng([card.seed, 93])
    run = setting.strays_run if card.face == "foreign" else setting.cards_run
    fine = canvas.camera.scale_at((card.pose.x_mm, card.pose.y_mm)) * 1.3
    sheet = print_sheet(card.image, card.size_mm, fine, run, rng)
    alpha = np.ascontiguousarray(sheet[..., 3])
    lift = card.pose.height_mm if card.pile else 0.0
    canvas.shadow(
        alpha, card.size_mm, replace(card.pose, height_mm=lift + 0.5), lift + 0.5, 0.5 + lift * 0.2, canvas.light.shadow
    )
    if card.pile:
        draw_pile(canvas, card.size_mm, card.pose, rng)
    if run.sleeve_mm:
        case = (card.size_mm[0] + 2 * run.sleeve_mm, card.size_mm[1] + 2 * run.sleeve_mm)
        canvas.lay(sleeve(case, fine), case, card.pose, number)
    bend = rng.normal(0, 0.06, 2)
    canvas.lay(sheet, card.size_mm, card.pose, number, run.gloss, (float(bend[0]), float(bend[1])))


def truth_of(setting: Setting, world: World, canvas: Canvas, shift: tuple[float, float] = (0.0, 0.0)) -> dict[str, Any]:
    """The truth in the shape of the labelled photographs."""
    camera, number_of = setting.camera, len(world.cards)
    counts = np.bincount(canvas.owner[canvas.owner >= 0], minlength=number_of)
    dazzled = np.bincount(canvas.owner[(canvas.owner >= 0) & (canvas.glare > 90)], minlength=number_of)

    def quad(thing: LaidBoard | LaidCard) -> list[list[float]]:
        seen = camera.project(thing.pose.place(corners(thing.size_mm)), thing.pose.height_mm) + shift
        return [[round(float(x), 2), round(float(y), 2)] for x, y in seen]

    cards = []
    for number, card in enumerate(world.cards):
        outline = quad(card)
        area = _area(np.array(outline))
        cards.append(
            {
                "id": card.id,
                "quad": outline,
                "board": card.board,
                "slot": card.slot,
                "visible_fraction": round(min(1.0, float(counts[number]) / max(area, 1.0)), 3),
                "face": card.face,
                "glare_fraction": round(float(dazzled[number]) / max(area, 1.0), 3),
            }
        )
    slots = [
        {**slot_truth(world, laid.board.id, slot), "visible_fraction": _slot_in_view(setting, laid, slot, canvas)}
        for laid in world.boards
        for slot in laid.board.slots
    ]
    boards = [{"id": laid.board.id, "quad": quad(laid)} for laid in world.boards]
    return {
        "difficulty": setting.difficulty,
        "scene": setting.kind,
        "size": list(camera.size),
        "cards": cards,
        "slots": slots,
        "boards": boards,
    }


def tell_hidden_marks(
    setting: Setting, deck: SimDeck, world: World, canvas: Canvas, cards: list[dict[str, Any]]
) -> None:
    """Add to each card whether what tells it from its nearest twins is covered or lost in glare: nobody can name it."""
    across, down = 40, 62
    u, v = (side.ravel() for side in np.meshgrid((np.arange(across) + 0.5) / across, (np.arange(down) + 0.5) / down))
    designs: Array = np.zeros(0)
    width, height = setting.camera.size
    for number, (card, told) in enumerate(zip(world.cards, cards, strict=True)):
        told["hidden_mark"] = False
        clear = told["visible_fraction"] > 0.985 and told["glare_fraction"] < 0.01
        if clear or card.face != "up":
            continue
        if not len(designs):
            designs = np.stack(
                [cv2.resize(p, (across, down), interpolation=cv2.INTER_AREA) for p in deck.cards.values()]
            )
            designs = designs.reshape(len(designs), -1, 3).astype(np.float32)
        place = card.pose.place(np.column_stack([u - 0.5, v - 0.5]) * card.size_mm)
        x, y = np.round(setting.camera.project(place, card.pose.height_mm)).astype(int).T
        seen = (x >= 0) & (y >= 0) & (x < width) & (y < height)
        seen[seen] = (canvas.owner[y[seen], x[seen]] == number) & (canvas.glare[y[seen], x[seen]] < DAZZLED)
        own = list(deck.cards).index(card.id)
        differs = ((designs - designs[own]) ** 2).sum(2)
        shown = differs[:, seen].sum(1) / np.maximum(differs.sum(1), 1e-6)
        shown[own] = 1.0
        told["hidden_mark"] = bool(shown.min() < 1 - HIDDEN)


def _slot_in_view(setting: Setting, laid: LaidBoard, slot: str, canvas: Canvas) -> float:
    """The share of a space that lies in the picture and under no hand."""
    quad = laid.board.slots[slot]
    u, v = (side.reshape(-1, 1) for side in np.meshgrid(np.linspace(0.03, 0.97, 12), np.linspace(0.03, 0.97, 16)))
    inside = quad[0] + (quad[1] - quad[0]) * u + (quad[3] - quad[0]) * v
    table = laid.pose.place((inside - np.array(laid.board.image.shape[1::-1]) / 2) / laid.px_per_mm)
    x, y = np.round(setting.camera.project(table)).astype(int).T
    shown = (x >= 0) & (y >= 0) & (x < setting.camera.size[0]) & (y < setting.camera.size[1])
    shown[shown] = canvas.owner[y[shown], x[shown]] != HAND_OWNER
    return round(float(shown.mean()), 3)


def slot_truth(world: World, board: str, slot: str) -> dict[str, Any]:
    """What a space holds: the card decides the state, a pawn alone makes it "pawn"."""
    card = next((c for c in world.cards if (c.board, c.slot) == (board, slot)), None)
    pawn = next((p.colour for p in world.pawns if (p.board, p.slot) == (board, slot)), None)
    state = "back" if card and card.face == "down" else "card" if card else "pawn" if pawn else "empty"
    return {"board": board, "slot": slot, "state": state, "id": card.id if card else None, "pawn": pawn}


def _area(quad: Array) -> float:
    x, y = quad[:, 0], quad[:, 1]
    return abs(float(x @ np.roll(y, -1) - y @ np.roll(x, -1))) / 2
