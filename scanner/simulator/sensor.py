"""From composed pixels to a photograph: light, defocus, motion, noise, colour cast, JPEG."""

from dataclasses import dataclass

import cv2
import numpy as np

from scanner.simulator.layers import Canvas
from scanner.simulator.procedural import Array, to_bytes

Rng = np.random.Generator


@dataclass(frozen=True, slots=True)
class Sensor:
    """What the camera does to light."""

    exposure: float
    contrast: float
    cast: tuple[float, float, float]
    defocus_px: float
    depth_blur: float  # additional blur towards the far edge
    motion_px: float
    motion_angle: float
    noise: float
    vignette: float
    sharpen: float
    jpeg: int


def make_sensor(rng: Rng, difficulty: str, width: int, card_px: float) -> Sensor:
    """A sensor's settings; blur is relative to pictures 1920 wide but never tiny in small ones.

    Nor is it so strong that nobody could read a digit on the smaller cards, which are `card_px` wide.
    """
    level = {"easy": 0, "medium": 1, "hard": 2}[difficulty]
    scale = 0.5 + 0.5 * width / 1920
    most_blur, most_motion = card_px * (0.013, 0.017, 0.024)[level], card_px * (0.02, 0.035, 0.06)[level]
    defocus = min(most_blur, float(rng.uniform(*((0.3, 0.7), (0.4, 1.1), (0.6, 1.6))[level])) * scale)
    further = float(rng.uniform(0, (0.2, 0.6, 1.2)[level])) * scale
    b, g, r = np.exp(rng.normal(0, (0.03, 0.07, 0.13)[level], 3)).tolist()
    return Sensor(
        exposure=float(rng.uniform(*((0.95, 1.1), (0.8, 1.15), (0.6, 1.25))[level])),
        contrast=float(rng.uniform(*((0.95, 1.05), (0.85, 1.15), (0.75, 1.25))[level])),
        cast=(b, g, r),
        defocus_px=defocus,
        depth_blur=min(further, most_blur - defocus),
        motion_px=min(most_motion, max(0.0, float(rng.uniform(*((-2, 1), (-2, 3), (-2, 6))[level]))) * scale),
        motion_angle=float(rng.uniform(0, np.pi)),
        noise=float(rng.uniform(*((0.8, 2.5), (1.5, 5), (3, 10))[level])),
        vignette=float(rng.uniform(0, (0.15, 0.3, 0.45)[level])),
        sharpen=float(max(0.0, rng.uniform(-0.5, 0.8))),
        jpeg=int(rng.integers(*((88, 97), (75, 93), (45, 85))[level])),
    )


def light_field(canvas: Canvas) -> Array:
    """Brightness and colour of the light over the picture, three channels, coarse."""
    light = canvas.light
    width, height = canvas.camera.size
    small_w, small_h = max(8, width // 10), max(8, height // 10)
    rng = np.random.default_rng(light.seed)
    ys, xs = np.mgrid[0:small_h, 0:small_w].astype(np.float32)
    xs, ys = xs / small_w, ys / small_h
    far = np.hypot(xs - light.hot[0], (ys - light.hot[1]) * height / width)
    bright = 1.08 - light.falloff * far
    for _ in range(light.clouds):  # people and things around the table
        angle, offset, soft = rng.uniform(0, 2 * np.pi), rng.uniform(0.15, 0.5), rng.uniform(0.02, 0.2)
        side = (xs - 0.5) * np.cos(angle) + (ys - 0.5) * np.sin(angle) - offset
        side += 0.1 * np.sin(7 * ((xs - 0.5) * np.sin(angle) - (ys - 0.5) * np.cos(angle)) + rng.uniform(0, 6))
        bright = bright * (1 - light.shadow * 0.8 / (1 + np.exp(-side / soft * 3)))
    tone = light.warm * (xs - 0.5) * 2
    return np.dstack([bright * (1 - tone), bright, bright * (1 + tone)]).astype(np.float32)


def exposure_field(canvas: Canvas, sensor: Sensor) -> Array:
    """What each pixel is multiplied with: light, the camera's automatic exposure, vignette and colour cast."""
    field = light_field(canvas)
    small = field.shape[1], field.shape[0]
    sample = cv2.resize(canvas.pixels, small, interpolation=cv2.INTER_NEAREST) * field
    # The camera aims at a middle grey, but not fully: dark tables stay darker than bright ones.
    automatic = float(np.clip((112 / max(20.0, float(sample.mean()))) ** 0.6, 0.75, 1.6))
    # Nor does it burn out what is bright: white cards on a black table keep their colour, but for a wrong exposure.
    automatic = min(automatic, 238 / max(60.0, float(np.percentile(sample.max(2), 98.5))))
    xs, ys = (np.linspace(-1, 1, side, dtype=np.float32) for side in small)
    dim = 1 - sensor.vignette * (xs[None, :] ** 2 + ys[:, None] ** 2) / 2
    tone = np.array(sensor.cast, np.float32) * np.float32(sensor.exposure * sensor.contrast * automatic)
    return cv2.resize(field * dim[..., None] * tone, canvas.camera.size, interpolation=cv2.INTER_LINEAR)


def expose(canvas: Canvas, sensor: Sensor, rng: Rng, field: Array | None = None) -> Array:
    """Take the photograph."""
    if field is None:
        field = exposure_field(canvas, sensor)
    # Operands of one type: OpenCV is several times slower when types are mixed.
    light = cv2.multiply(canvas.pixels.astype(np.float32), field)
    veil = canvas.glare + np.float32(128 * (1 - sensor.contrast) * sensor.exposure)
    light = cv2.add(light, cv2.merge([veil] * 3))
    frame = _blur(to_bytes(light), sensor)
    if sensor.sharpen > 0.05:
        frame = cv2.addWeighted(frame, 1 + sensor.sharpen, cv2.GaussianBlur(frame, (0, 0), 1.2), -sensor.sharpen, 0)
    return _jpeg(_add_noise(frame, sensor.noise, rng), sensor.jpeg)


def _blur(frame: Array, sensor: Sensor) -> Array:
    if sensor.motion_px > 0.8:
        size = int(sensor.motion_px) * 2 + 3
        line: Array = np.zeros((size * 4, size * 4), np.float32)
        reach = np.array([np.cos(sensor.motion_angle), np.sin(sensor.motion_angle)]) * sensor.motion_px / 2
        ends = np.round(((size / 2 + np.array([-reach, reach])) * 4 - 0.5) * 16).astype(int)
        cv2.line(line, tuple(ends[0].tolist()), tuple(ends[1].tolist()), (1.0,), 3, cv2.LINE_8, 4)
        kernel = cv2.resize(line, (size, size), interpolation=cv2.INTER_AREA)
        frame = cv2.filter2D(frame, -1, kernel / kernel.sum())
    near = cv2.GaussianBlur(frame, (0, 0), sensor.defocus_px) if sensor.defocus_px > 0.3 else frame
    if sensor.depth_blur < 0.25:
        return near
    far = cv2.GaussianBlur(frame, (0, 0), sensor.defocus_px + sensor.depth_blur)
    share = np.linspace(1, 0, frame.shape[0], dtype=np.float32)[:, None] ** 1.5
    wide = np.repeat(share, frame.shape[1], 1)
    return cv2.blendLinear(far, near, wide, 1 - wide)


def _add_noise(frame: Array, strength: float, rng: Rng) -> Array:
    height, width = frame.shape[:2]
    fine = rng.standard_normal((height, width), dtype=np.float32)
    coarse = rng.standard_normal((height // 2 + 1, width // 2 + 1, 3), dtype=np.float32) * np.float32(0.7)
    grain = cv2.add(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_LINEAR), cv2.merge([fine] * 3))
    # Bright pixels carry more noise than dark ones, as photons do.
    level = cv2.LUT(frame, (strength * (0.6 + 0.5 * np.sqrt(np.arange(256) / 255))).astype(np.float32))
    return to_bytes(cv2.add(frame.astype(np.float32), cv2.multiply(grain, level)))


def _jpeg(frame: Array, quality: int) -> Array:
    good, data = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, quality])
    back = cv2.imdecode(data, cv2.IMREAD_COLOR)
    if not good or back is None:
        raise RuntimeError("the picture could not be written as JPEG")
    return back
