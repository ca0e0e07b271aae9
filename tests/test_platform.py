"""The machine really has what the companion stands on."""

import json
import subprocess
import sys

import cv2
import numpy as np
import pytest
import segno
from numpy.typing import NDArray

DRAW_AND_READ_BACK = """
import json
from kivy.config import Config
for name, _ in list(Config.items("input")):
    Config.remove_option("input", name)
from kivy.base import EventLoop
from kivy.core.window import Window
from kivy.graphics import Color, Rectangle
from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glReadPixels

EventLoop.ensure_window()
with Window.canvas:
    Color(1, 0.5, 0)
    Rectangle(pos=(0, 0), size=(Window.width / 2, Window.height))
EventLoop.idle()
left, right = (
    list(glReadPixels(int(Window.width * share), 10, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE)) for share in (0.25, 0.75)
)
print(json.dumps({"size": Window.size, "left": left, "right": right}))
"""


def qr_picture(text: str) -> NDArray[np.uint8]:
    modules = np.array([list(row) for row in segno.make(text, error="m").matrix_iter(scale=6, border=4)], np.uint8)
    return (1 - modules) * np.uint8(255)


def test_opencv_has_the_parts_the_scanner_uses() -> None:
    assert tuple(int(part) for part in cv2.__version__.split(".")[:2]) >= (4, 12)
    for name in ("ORB_create", "findHomography", "dct", "QRCodeDetector"):
        assert hasattr(cv2, name), name
    assert hasattr(cv2.aruco, "ArucoDetector")


@pytest.mark.parametrize("quarter_turns", range(4))
def test_pyzbar_reads_a_qr_code_made_by_segno(quarter_turns: int) -> None:
    from pyzbar.pyzbar import ZBarSymbol, decode

    picture = np.rot90(qr_picture("packet-row:seat:3"), quarter_turns)
    codes = decode(np.ascontiguousarray(picture), symbols=[ZBarSymbol.QRCODE])
    assert [code.data.decode() for code in codes] == ["packet-row:seat:3"]


def test_opencv_reads_it_too_where_the_zbar_library_is_missing() -> None:
    text, corners, _ = cv2.QRCodeDetector().detectAndDecode(qr_picture("packet-row:seat:3"))
    assert text == "packet-row:seat:3"
    assert corners.shape == (1, 4, 2)


@pytest.mark.kivy
def test_kivy_draws_in_an_offscreen_window() -> None:
    done = subprocess.run(
        [sys.executable, "-c", DRAW_AND_READ_BACK], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout.splitlines()[-1])
    assert seen == {"size": [1280, 800], "left": [255, 128, 0, 255], "right": [0, 0, 0, 255]}
