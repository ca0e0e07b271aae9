"""Lay flat things one over another into the picture and remember which pixel shows what."""

from dataclasses import dataclass

import cv2
import numpy as np

from scanner.simulator.camera import Camera
from scanner.simulator.procedural import Array
from scanner.simulator.table import Light

BACKGROUND = -1


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a flat thing lies: its centre and turn on the table, and its height over it."""

    x_mm: float
    y_mm: float
    angle: float = 0.0
    height_mm: float = 0.0

    def matrix(self) -> Array:
        """From the thing's own mm, origin in its centre, to the table's."""
        c, s = np.cos(self.angle), np.sin(self.angle)
        return np.array([[c, -s, self.x_mm], [s, c, self.y_mm], [0, 0, 1]])

    def place(self, points: Array) -> Array:
        """Points of the thing, in its own mm, on the table."""
        full = np.column_stack([points, np.ones(len(points))]) @ self.matrix().T
        return full[:, :2]


def corners(size_mm: tuple[float, float]) -> Array:
    """The four corners of a centred rectangle, clockwise from the top left."""
    w, h = size_mm[0] / 2, size_mm[1] / 2
    return np.array([(-w, -h), (w, -h), (w, h), (-w, h)])


class Canvas:
    """The picture while it is being composed."""

    def __init__(self, camera: Camera, light: Light) -> None:
        width, height = camera.size
        self.camera, self.light = camera, light
        self.pixels: Array = np.zeros((height, width, 3), np.uint8)
        self.owner: Array = np.full((height, width), BACKGROUND, np.int16)
        self.glare: Array = np.zeros((height, width), np.float32)
        xs, ys = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
        ideal_x, ideal_y = camera.straighten(xs, ys)
        self.ideal = np.dstack([ideal_x, ideal_y]).astype(np.float32)

    def copy(self) -> "Canvas":
        """A second picture to go on with; the mappings are shared."""
        twin = object.__new__(Canvas)
        twin.camera, twin.light, twin.ideal = self.camera, self.light, self.ideal
        twin.pixels, twin.owner, twin.glare = self.pixels.copy(), self.owner.copy(), self.glare.copy()
        return twin

    def table(self, top: Array, px_per_mm: float, mirrored: bool) -> None:
        """Cover the whole picture with the table top, mirrored or repeated at its edges."""
        scale = self.camera.scale_at(self.camera.target_mm) / px_per_mm
        if scale < 0.8:
            top = cv2.resize(top, None, fx=scale * 1.2, fy=scale * 1.2, interpolation=cv2.INTER_AREA)
            px_per_mm *= scale * 1.2
        back = np.diag([px_per_mm, px_per_mm, 1]) @ np.linalg.inv(self.camera.plane())
        where = cv2.perspectiveTransform(self.ideal, back)
        border = cv2.BORDER_REFLECT if mirrored else cv2.BORDER_WRAP
        self.pixels[:] = cv2.remap(top, where[..., 0], where[..., 1], cv2.INTER_LINEAR, borderMode=border)

    def window(self, points: Array, pad: int = 3) -> tuple[slice, slice] | None:
        """The part of the picture that holds these pixels, or None when all are outside."""
        low, high = np.floor(points.min(0)).astype(int) - pad, np.ceil(points.max(0)).astype(int) + pad + 1
        x0, y0 = np.maximum(low, 0)
        x1, y1 = np.minimum(high, self.camera.size)
        return (slice(y0, y1), slice(x0, x1)) if x0 < x1 and y0 < y1 else None

    def _warp(
        self, texture: Array, size_mm: tuple[float, float], pose: Pose
    ) -> tuple[Array, tuple[slice, slice]] | None:
        edge = corners(size_mm)
        rim = np.concatenate([np.linspace(a, b, 6) for a, b in zip(edge, np.roll(edge, -1, 0), strict=True)])
        spot = self.window(self.camera.project(pose.place(rim), pose.height_mm))
        if spot is None:
            return None
        height, width = texture.shape[:2]
        # A transparent rim of one pixel, so that alpha fades at the edge and colour does not.
        ringed = cv2.copyMakeBorder(texture, 1, 1, 1, 1, cv2.BORDER_REPLICATE)
        clear = ringed[..., 3] if ringed.ndim == 3 else ringed
        clear[[0, -1]], clear[:, [0, -1]] = 0, 0
        into = np.array(
            [[width / size_mm[0], 0, width / 2 + 0.5], [0, height / size_mm[1], height / 2 + 0.5], [0, 0, 1]]
        )
        back = into @ np.linalg.inv(self.camera.plane(pose.height_mm) @ pose.matrix())
        where = cv2.perspectiveTransform(np.ascontiguousarray(self.ideal[spot]), back)
        drawn = cv2.remap(ringed, where[..., 0], where[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return drawn, spot

    def lay(
        self,
        texture: Array,
        size_mm: tuple[float, float],
        pose: Pose,
        owner: int,
        gloss: float = 0.0,
        bend: tuple[float, float] = (0, 0),
    ) -> int:
        """Composite a BGRA texture; answer how many pixels it covers in the picture."""
        warped = self._warp(texture, size_mm, pose)
        if warped is None:
            return 0
        drawn, spot = warped
        share = drawn[..., 3:].astype(np.float32) / 255
        under = self.pixels[spot].astype(np.float32)
        self.pixels[spot] = (under + (drawn[..., :3] - under) * share + 0.5).astype(np.uint8)
        mask = share[..., 0] > 0.5
        self.owner[spot][mask] = owner
        shine = gloss * self._mirror(spot, bend) if gloss > 0.02 else 0.0
        self.glare[spot] = self.glare[spot] * (1 - share[..., 0]) + shine * share[..., 0]
        return int(mask.sum())

    def _mirror(self, spot: tuple[slice, slice], bend: tuple[float, float]) -> Array:
        """How brightly lamps mirror there in a surface that is bent a little."""
        width, height = self.camera.size
        ys = np.arange(spot[0].start, spot[0].stop, dtype=np.float32)[:, None] / width
        xs = np.arange(spot[1].start, spot[1].stop, dtype=np.float32)[None, :] / width
        total = np.zeros((ys.shape[0], xs.shape[1]), np.float32)
        for x, y, radius, strength in self.light.glare:
            d2 = ((xs - x - bend[0]) ** 2 + (ys - y * height / width - bend[1]) ** 2) / radius**2
            total += strength * np.exp(-(d2**1.5) * 2)
        return total

    def shadow(
        self, alpha: Array, size_mm: tuple[float, float], pose: Pose, lift_mm: float, soft_mm: float, dark: float
    ) -> None:
        """Darken where a thing `lift_mm` over its ground keeps the lamp away."""
        pad = soft_mm * 2 + 0.5
        px = alpha.shape[1] / size_mm[0]
        edge = max(1, round(pad * px))
        mask = cv2.copyMakeBorder(alpha, edge, edge, edge, edge, cv2.BORDER_CONSTANT, value=(0,))
        small = min(1.0, 3.0 / max(soft_mm * px, 1e-6))
        if small < 0.7:
            mask = cv2.resize(mask, None, fx=small, fy=small, interpolation=cv2.INTER_AREA)
            px *= small
        mask = cv2.GaussianBlur(mask, (0, 0), max(0.5, soft_mm * px))
        grown = (
            size_mm[0] + 2 * edge * size_mm[0] / alpha.shape[1],
            size_mm[1] + 2 * edge * size_mm[1] / alpha.shape[0],
        )
        moved = Pose(
            pose.x_mm + self.light.lean[0] * lift_mm,
            pose.y_mm + self.light.lean[1] * lift_mm,
            pose.angle,
            max(0.0, pose.height_mm - lift_mm),
        )
        warped = self._warp(mask, grown, moved)
        if warped is None:
            return
        cover, spot = warped
        keep = 1 - dark * cover.astype(np.float32)[..., None] / 255
        self.pixels[spot] = (self.pixels[spot] * keep).astype(np.uint8)
