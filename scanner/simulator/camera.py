"""Where the camera stands and how its lens bends: exact mappings between table and picture."""

from dataclasses import dataclass, replace

import numpy as np

from scanner.simulator.procedural import Array


@dataclass(frozen=True, slots=True)
class Camera:
    """A pinhole camera with radial lens distortion over a table (x right, y down, millimetres)."""

    size: tuple[int, int]  # width, height of the picture
    focal_px: float
    tilt: float  # radians away from looking straight down
    yaw: float  # turn of the table in the picture
    roll: float
    distance_mm: float
    target_mm: tuple[float, float]
    k1: float = 0.0
    k2: float = 0.0

    def projection(self) -> Array:
        """The 3x4 matrix from (x, y, height, 1) to ideal pixels, before the lens."""
        ct, st, cy, sy, cr, sr = (f(a) for a in (-self.tilt, self.yaw, self.roll) for f in (np.cos, np.sin))
        tilt = np.array([[1, 0, 0], [0, ct, -st], [0, st, ct]])
        yaw = np.array([[cy, -sy, 0], [sy, cy, 0], [0, 0, 1]])
        roll = np.array([[cr, -sr, 0], [sr, cr, 0], [0, 0, 1]])
        turn = roll @ tilt @ yaw
        flip = np.diag([1.0, 1.0, -1.0])  # heights grow towards the camera
        shift = turn @ np.array([-self.target_mm[0], -self.target_mm[1], 0]) + (0, 0, self.distance_mm)
        width, height = self.size
        inner = np.array([[self.focal_px, 0, width / 2], [0, self.focal_px, height / 2], [0, 0, 1]])
        matrix: Array = inner @ np.hstack([turn @ flip, shift[:, None]])
        return matrix

    def plane(self, height_mm: float = 0.0) -> Array:
        """The homography from a level plane, in mm, to ideal pixels."""
        matrix = self.projection()
        return np.stack([matrix[:, 0], matrix[:, 1], matrix[:, 2] * height_mm + matrix[:, 3]], 1)

    def project(self, points_mm: Array, height_mm: Array | float = 0.0) -> Array:
        """Pixels of the picture, lens included, at which points of the table appear."""
        points = np.asarray(points_mm, np.float64).reshape(-1, 2)
        heights = np.broadcast_to(np.asarray(height_mm, np.float64), (len(points),))
        full = np.column_stack([points, heights, np.ones(len(points))]) @ self.projection().T
        return self.bend(full[:, :2] / full[:, 2:])

    def _radius_unit(self) -> float:
        return float(np.hypot(*self.size)) / 2

    def straighten(self, x: Array, y: Array) -> tuple[Array, Array]:
        """Ideal pixels seen at pixels of the picture: the lens formula, in this direction explicit."""
        unit = self._radius_unit()
        dx, dy = (x - self.size[0] / 2) / unit, (y - self.size[1] / 2) / unit
        r2 = dx * dx + dy * dy
        grow = (1 + self.k1 * r2 + self.k2 * r2 * r2) * unit
        return dx * grow + self.size[0] / 2, dy * grow + self.size[1] / 2

    def bend(self, ideal: Array) -> Array:
        """The inverse of straighten, by iteration; points far outside the picture are bent no more than its corners."""
        unit, centre = self._radius_unit(), np.array(self.size) / 2
        offset = (ideal - centre) / unit
        wanted = np.hypot(offset[:, 0], offset[:, 1])
        radius = wanted.copy()
        for _ in range(14):
            r2 = np.minimum(radius * radius, 2.25)
            radius = wanted / (1 + self.k1 * r2 + self.k2 * r2 * r2)
        bent: Array = centre + offset * (radius / np.maximum(wanted, 1e-12))[:, None] * unit
        return bent

    def scale_at(self, point_mm: tuple[float, float]) -> float:
        """Pixels a millimetre there, along the direction that is less foreshortened."""
        x, y = point_mm
        here = self.project(np.array([(x, y), (x + 1, y), (x, y + 1)]))
        jacobian = np.stack([here[1] - here[0], here[2] - here[0]], 1)
        return float(np.linalg.norm(jacobian, 2))


def aim(camera: Camera, points_mm: Array, fill: float) -> Camera:
    """Move the camera until the points fill this share of the picture, centred."""
    width, height = camera.size
    for _ in range(12):
        seen = camera.project(points_mm)
        low, high = seen.min(0), seen.max(0)
        span = max((high[0] - low[0]) / width, (high[1] - low[1]) / height)
        centre = (low + high) / 2
        back = np.linalg.inv(camera.plane()) @ np.array([*np.stack(camera.straighten(*centre)), 1.0])
        target = back[:2] / back[2]
        camera = replace(
            camera, distance_mm=camera.distance_mm * span / fill, target_mm=(float(target[0]), float(target[1]))
        )
    return camera
