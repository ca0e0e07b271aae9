"""Things with a body: pawns that stand, piles that have sides, hands that reach in."""

from dataclasses import dataclass

import cv2
import numpy as np

from scanner.simulator.layers import Canvas, Pose, corners
from scanner.simulator.procedural import Array, Colour, fractal, from_hsv, to_bytes

PAWN_COLOURS: dict[str, Colour] = {
    "red": (40, 35, 200),
    "blue": (180, 85, 25),
    "green": (60, 140, 40),
    "yellow": (40, 205, 240),
    "black": (38, 36, 36),
}
# Outlines of turned pawns: (height, radius) pairs from the foot up, in shares of the height.
PROFILES: dict[str, tuple[tuple[float, float], ...]] = {
    "classic": (
        (0, 0.42),
        (0.06, 0.42),
        (0.12, 0.33),
        (0.3, 0.22),
        (0.58, 0.13),
        (0.62, 0.2),
        (0.65, 0.13),
        (0.7, 0.2),
        (0.8, 0.25),
        (0.9, 0.21),
        (0.97, 0.1),
        (1, 0),
    ),
    "cone": ((0, 0.45), (0.08, 0.46), (0.6, 0.24), (0.85, 0.18), (0.95, 0.12), (1, 0)),
    "cylinder": ((0, 0.52), (0.9, 0.52), (0.97, 0.48), (1, 0.44), (1, 0)),
    "disc": ((0, 1.5), (0.8, 1.5), (1, 1.38), (1, 0)),
    "block": ((0, 0.62), (1, 0.62), (1, 0)),
}


@dataclass(frozen=True, slots=True)
class PawnShape:
    """The make of a set of pawns."""

    profile: str
    height_mm: float
    gloss: float

    def sides(self) -> int:
        """How many faces the body has around."""
        return 4 if self.profile == "block" else 28

    def outline(self) -> Array:
        """(height, radius) in mm, finely divided."""
        points = np.array(PROFILES[self.profile]) * self.height_mm
        steps = np.linspace(0, len(points) - 1, 26 if self.profile in ("classic", "cone") else len(points) * 3 - 2)
        index = np.arange(len(points))
        return np.stack([np.interp(steps, index, points[:, 0]), np.interp(steps, index, points[:, 1])], 1)


def make_pawn_shape(rng: np.random.Generator) -> PawnShape:
    """A set of pawns."""
    profile = tuple(PROFILES)[int(rng.choice(5, p=[0.35, 0.2, 0.15, 0.15, 0.15]))]
    height = {"classic": 31.0, "cone": 28.0, "cylinder": 19.0, "disc": 9.0, "block": 16.0}[profile] * float(
        rng.uniform(0.9, 1.2)
    )
    return PawnShape(profile, height, float(rng.uniform(0.1, 0.9)))


def draw_pawn(canvas: Canvas, shape: PawnShape, colour: Colour, pose: Pose, owner: int) -> None:
    """A shaded body of revolution, drawn from the far faces to the near ones, with its shadow."""
    outline = shape.outline()
    turns = np.linspace(0, 2 * np.pi, shape.sides() + 1) + pose.angle
    ring = np.stack([np.cos(turns), np.sin(turns)], 1)
    _pawn_shadow(canvas, outline, ring, pose)
    points = outline[:, None, 1, None] * ring[None] + (pose.x_mm, pose.y_mm)
    heights = np.repeat(outline[:, 0] + pose.height_mm, len(ring))
    seen = canvas.camera.project(points.reshape(-1, 2), heights)
    spot = canvas.window(seen)
    if spot is None:
        return
    matrix = canvas.camera.projection()
    depth = (np.column_stack([points.reshape(-1, 2), heights, np.ones(len(heights))]) @ matrix[2]).reshape(
        len(outline), -1
    )
    grid = (seen - (spot[1].start, spot[0].start)).reshape(len(outline), len(ring), 2)
    zoom = 3
    patch = cv2.resize(canvas.pixels[spot], None, fx=zoom, fy=zoom, interpolation=cv2.INTER_LINEAR)
    mask = np.zeros(patch.shape[:2], np.uint8)
    fixed = np.round((grid + 0.5) * zoom * 16 - 8).astype(np.int32)
    for i, j, tone in _faces(canvas, shape, colour, pose, outline, ring, depth):
        quad = np.array([fixed[i, j], fixed[i, j + 1], fixed[i + 1, j + 1], fixed[i + 1, j]])
        cv2.fillConvexPoly(patch, quad, tone, cv2.LINE_8, 4)
        cv2.fillConvexPoly(mask, quad, (255,), cv2.LINE_8, 4)
    width, height = spot[1].stop - spot[1].start, spot[0].stop - spot[0].start
    canvas.pixels[spot] = np.where(
        (small := cv2.resize(mask, (width, height), interpolation=cv2.INTER_AREA))[..., None] > 0,
        cv2.resize(patch, (width, height), interpolation=cv2.INTER_AREA),
        canvas.pixels[spot],
    )
    covered = small > 127
    canvas.owner[spot][covered] = owner
    canvas.glare[spot][covered] = 0


def _faces(
    canvas: Canvas, shape: PawnShape, colour: Colour, pose: Pose, outline: Array, ring: Array, depth: Array
) -> list[tuple[int, int, list[float]]]:
    """(level, side, tone) of the faces turned to the camera, far ones first."""
    lamp = np.array([-canvas.light.lean[0], -canvas.light.lean[1], 1.0])
    lamp /= np.linalg.norm(lamp)
    view = _view(canvas, pose)
    half = (lamp + view) / np.linalg.norm(lamp + view)
    rise = np.diff(outline, axis=0)
    rise /= np.maximum(np.hypot(rise[:, 0], rise[:, 1]), 1e-9)[:, None]
    side = ring[:-1] + ring[1:]
    side /= np.linalg.norm(side, axis=1)[:, None]
    normals = np.concatenate(
        [side[None] * rise[:, None, :1], np.broadcast_to(-rise[:, None, 1:], (len(rise), len(side), 1))], 2
    )
    light = 0.42 + 0.62 * np.maximum(0, normals @ lamp) + 0.1 * normals[..., 2]
    shine = 210 * shape.gloss * np.maximum(0, normals @ half) ** 24
    tones = np.minimum(255, light[..., None] * np.array(colour) + shine[..., None])
    order = np.argsort(-(depth[:-1, :-1] + depth[1:, 1:]), axis=None)
    facing = normals @ view > -0.25  # perspective shows a little more than half
    at = np.stack(np.unravel_index(order, facing.shape), 1).tolist()
    return [(i, j, tones[i, j].tolist()) for i, j in at if facing[i, j]]


def _view(canvas: Canvas, pose: Pose) -> Array:
    """The direction from the pawn to the camera."""
    camera = canvas.camera
    away = np.array([np.sin(camera.yaw), np.cos(camera.yaw)]) * np.sin(camera.tilt)
    return np.array([away[0], away[1], np.cos(camera.tilt)])


def _pawn_shadow(canvas: Canvas, outline: Array, ring: Array, pose: Pose) -> None:
    lean = np.array(canvas.light.lean)
    shapes = [radius * ring + (pose.x_mm, pose.y_mm) + lean * height for height, radius in outline.tolist()]
    seen = [canvas.camera.project(points, pose.height_mm) for points in shapes]
    spot = canvas.window(np.concatenate(seen), 14)
    if spot is None:
        return
    mask = np.zeros((spot[0].stop - spot[0].start, spot[1].stop - spot[1].start), np.uint8)
    for points in seen:
        cv2.fillConvexPoly(
            mask, np.round((points - (spot[1].start, spot[0].start)) * 16).astype(np.int32), (255,), cv2.LINE_AA, 4
        )
    soft = max(0.8, canvas.camera.scale_at((pose.x_mm, pose.y_mm)) * 1.4)
    keep = 1 - canvas.light.shadow * 1.2 * cv2.GaussianBlur(mask, (0, 0), soft).astype(np.float32)[..., None] / 255
    canvas.pixels[spot] = (canvas.pixels[spot] * np.maximum(keep, 0.1)).astype(np.uint8)


def draw_pile(canvas: Canvas, size_mm: tuple[float, float], pose: Pose, rng: np.random.Generator) -> None:
    """The white, striped sides of a pile whose top card lies at the pose's height."""
    layers = max(1, int(pose.height_mm / 0.3))
    for k in range(layers):
        off = rng.normal(0, 0.25, 2)
        level = Pose(pose.x_mm + float(off[0]), pose.y_mm + float(off[1]), pose.angle, pose.height_mm * k / layers)
        points = canvas.camera.project(level.place(corners(size_mm)), level.height_mm)
        grey = int(rng.integers(120, 235))
        cv2.fillConvexPoly(
            canvas.pixels, np.round(points * 16).astype(np.int32), (grey - 12, grey - 5, grey), cv2.LINE_AA, 4
        )


@dataclass(frozen=True, slots=True)
class Hand:
    """An arm over the table: where the fingertips are and where the arm comes from."""

    tip_mm: tuple[float, float]
    angle: float  # direction from the arm to the fingertips
    height_mm: float = 35.0
    seed: int = 0


def hand_texture(seed: int, px_per_mm: float = 2.0) -> tuple[Array, tuple[float, float]]:
    """A hand with sleeve, fingers to the right; BGRA and its size in mm (the tips are at the right edge)."""
    rng = np.random.default_rng([seed, 77])
    size_mm = (420.0, 150.0)
    width, height = round(size_mm[0] * px_per_mm), round(size_mm[1] * px_per_mm)
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32) / px_per_mm
    ys -= size_mm[1] / 2
    wrist = 230.0
    bones: list[tuple[float, float, float, float, float]] = [
        (wrist, 0, wrist + 55, 0, 27),
        (wrist + 45, -14, wrist + 75, -16, 22),
        (wrist + 45, 14, wrist + 75, 14, 22),
    ]
    spread = float(rng.uniform(0.6, 1.3))
    for k, reach in enumerate((92, 105, 100, 80)):
        y = (k - 1.5) * 17
        bones.append((wrist + 75, y, wrist + 75 + reach * 0.8, y * spread, 9.0 - 0.5 * (k == 3)))
    bones.append((wrist + 20, 24, wrist + 85, 55 * spread, 10.5))  # thumb
    skin = from_hsv(float(rng.uniform(0.03, 0.08)), float(rng.uniform(0.3, 0.6)), float(rng.uniform(0.35, 0.92)))
    body: Array = np.full((height, width), -1e9, np.float32)
    bulge: Array = np.zeros((height, width), np.float32)
    for x0, y0, x1, y1, radius in bones:
        along = np.clip(((xs - x0) * (x1 - x0) + (ys - y0) * (y1 - y0)) / ((x1 - x0) ** 2 + (y1 - y0) ** 2), 0, 1)
        inside = radius * (1 - 0.12 * along) - np.hypot(xs - x0 - along * (x1 - x0), ys - y0 - along * (y1 - y0))
        round_ = np.sqrt(np.clip(1 - (1 - np.clip(inside / radius, 0, 1)) ** 2, 0, 1))
        bulge = np.where(inside > body, round_, bulge)
        body = np.maximum(body, inside)
    mottle = 0.9 + 0.2 * fractal(rng, height, width, 12 * px_per_mm, 4)
    colour = np.array(skin, np.float32) * ((0.45 + 0.55 * bulge) * mottle)[..., None]
    sleeve = from_hsv(float(rng.random()), float(rng.uniform(0.1, 0.8)), float(rng.uniform(0.15, 0.9)))
    half = 36 + 3 * np.sin(xs / 19)
    cloth = (xs < wrist + 8) & (np.abs(ys) < half)
    fold = 0.55 + 0.45 * np.sqrt(np.clip(1 - (ys / half) ** 2, 0, 1)) + 0.12 * np.sin(xs / 7 + ys / 11)
    colour = np.where(cloth[..., None], np.array(sleeve, np.float32) * fold[..., None], colour)
    alpha = np.where(cloth, 255, np.clip(body * px_per_mm + 0.5, 0, 1) * 255)
    return np.dstack([to_bytes(colour), alpha.astype(np.uint8)]), size_mm


def draw_hand(canvas: Canvas, hand: Hand, owner: int) -> None:
    """Lay the hand over everything, with its shadow on the table."""
    scale = min(4.0, max(1.0, canvas.camera.scale_at(canvas.camera.target_mm)))
    texture, size_mm = hand_texture(hand.seed, scale)
    reach = np.array([np.cos(hand.angle), np.sin(hand.angle)]) * (size_mm[0] / 2 - 30)
    pose = Pose(hand.tip_mm[0] - float(reach[0]), hand.tip_mm[1] - float(reach[1]), hand.angle, hand.height_mm)
    canvas.shadow(
        np.ascontiguousarray(texture[..., 3]), size_mm, pose, hand.height_mm, 7.0, min(0.6, canvas.light.shadow * 1.1)
    )
    canvas.lay(texture, size_mm, pose, owner)
