"""Pictures of cards, backs and boards: drawn or cut from the owner's deck in a thread, kept on disk and as textures.

A tile asks for a picture and gets it at once when it is at hand, otherwise a moment later; the screen never waits.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from io import BytesIO
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread, get_native_id
from types import MethodType
from weakref import WeakMethod

from kivy.clock import Clock
from kivy.graphics.texture import Texture
from PIL import Image, ImageDraw

from card_db.pack import CardPack
from companion.app.memory import Kept
from companion.drawn_cards import draw_picture, looks

CARD_DPI = 150
BOARD_DPI = 80
CORNER = 0.055  # radius of the corners of a card by its width
TEXTURE = (256, 512)  # of a card: small copies of a texture (mipmaps) ask for powers of two
BOARD = "board:"
TOKEN = "token:"  # a small picture without a card around it
PHOTO = "photo:"  # a card as it was photographed, by the path of its file
TOKEN_SIDE = 128
KEPT = 72 << 20  # bytes (and a third more for the small copies): all cards of one game at once, and its boards

Ready = Callable[[Texture], object]
Drawn = tuple[str, bytes, tuple[int, int]]


@lru_cache(maxsize=8)
def _rounded(size: tuple[int, int]) -> Image.Image:
    """What is seen of a card with round corners; drawn larger, so that its edge is smooth."""
    width, height = size
    mask = Image.new("L", (4 * width, 4 * height), 0)
    # A transparent line around: it keeps the edge smooth when the card lies askew.
    ImageDraw.Draw(mask).rounded_rectangle((4, 4, 4 * width - 5, 4 * height - 5), CORNER * 4 * width, fill=255)
    return mask.resize(size, Image.Resampling.BOX)


def _weakly(ready: Ready) -> Callable[[], Ready | None]:
    """What is to be called, unless its tile is gone: waiting must not keep the tiles of a screen that was closed."""
    if isinstance(ready, MethodType):
        return WeakMethod(ready)
    if isinstance(ready, partial) and isinstance(ready.func, MethodType):
        method, about = WeakMethod(ready.func), ready.args
        return lambda: None if (found := method()) is None else partial(found, *about)
    return lambda: ready


class Pictures:
    """All pictures in one language, of the owner's decks or drawn."""

    def __init__(
        self,
        folder: Path,
        language: str,
        packs: Sequence[CardPack] = (),
        dpi: int = CARD_DPI,
        owner: Path | None = None,
    ) -> None:
        """`owner` is the folder with the owner's corrections of cards."""
        self._folder = folder / f"{language}-{dpi}"
        self._folder.mkdir(parents=True, exist_ok=True)
        self._language, self._dpi, self._owner = language, dpi, owner
        self._looks = looks(owner) if owner else {}
        self._own = {card.id: card.data for pack in packs for card in (*pack.cards, *pack.backs)}
        self._textures: Kept[str, Texture] = Kept(KEPT)
        self._waiting: dict[str, list[Callable[[], Ready | None]]] = {}
        self._wanted: SimpleQueue[str | None] = SimpleQueue()
        self._drawn: SimpleQueue[Drawn] = SimpleQueue()
        self._thread = Thread(target=self._work, name="pictures", daemon=True)  # a crash elsewhere must not wait for it
        self._thread.start()
        self._event = Clock.schedule_interval(self._deliver, 1 / 60)

    def get(self, name: str, ready: Ready) -> None:
        """Call `ready` with the picture of a card (its notation), `back:…`, `board:…` or `photo:…`: now or soon."""
        if (texture := self._textures.get(name)) is not None:
            ready(texture)
            return
        if name not in self._waiting:
            self._waiting[name] = []
            self._wanted.put(name)
        self._waiting[name].append(_weakly(ready))

    def look_again(self) -> None:
        """The owner has corrected a card: forget how it looked."""
        before = self._looks
        self._looks = looks(self._owner) if self._owner else {}
        for name in {*before, *self._looks}:
            if before.get(name) != self._looks.get(name):
                self._textures.drop(name)

    def file(self, name: str) -> Path:
        """The picture as a file, drawn now if need be."""
        path = self._path(name)
        if not path.exists():
            self._save(name, path)
        return path

    def close(self) -> None:
        """End the thread; waits for the picture it is drawing, not for those that are still wanted."""
        self._event.cancel()
        self._waiting.clear()
        with suppress(Empty):
            while True:
                self._wanted.get_nowait()
        self._wanted.put(None)
        self._thread.join()

    def _path(self, name: str) -> Path:
        own = hashlib.sha256(self._own[name]).hexdigest()[:12] if name in self._own else ""
        safe = "".join(sign if sign.isascii() and sign.isalnum() else "_" for sign in name)[:60]
        drawn = hashlib.sha256((name + self._looks.get(name, "")).encode()).hexdigest()[:8]
        return self._folder / f"{safe}-{own or drawn}.png"

    def _work(self) -> None:
        """In the thread: draw and decode what is asked for."""
        while (name := self._wanted.get()) is not None:
            pixels = self._pixels(name)
            if name.startswith(TOKEN):
                pixels = pixels.resize((TOKEN_SIDE, TOKEN_SIDE), Image.Resampling.LANCZOS)
            elif not name.startswith(BOARD):
                pixels.putalpha(_rounded(pixels.size))
                pixels = pixels.resize(TEXTURE, Image.Resampling.LANCZOS)
            pixels = pixels.transpose(Image.Transpose.FLIP_TOP_BOTTOM)  # Kivy counts rows from below
            self._drawn.put((name, pixels.tobytes(), pixels.size))

    def _pixels(self, name: str) -> Image.Image:
        """As kept on disk; drawn anew when it cannot be kept there or was damaged."""
        try:
            with Image.open(name.removeprefix(PHOTO) if name.startswith(PHOTO) else self.file(name)) as image:
                return image.convert("RGBA")
        except (OSError, ValueError):
            with suppress(OSError):
                self._path(name).unlink(missing_ok=True)
        try:
            return self._draw(name).convert("RGBA")
        except (OSError, ValueError):
            return Image.new("RGBA", (44, 68), (128, 128, 128, 255))  # a picture that cannot be had stays grey

    def _save(self, name: str, path: Path) -> None:
        new = path.with_suffix(f".{get_native_id()}.new")  # two threads may draw the same card
        self._draw(name).save(new, "PNG", compress_level=1)
        new.replace(path)

    def _draw(self, name: str) -> Image.Image:
        if name in self._own:
            image = Image.open(BytesIO(self._own[name])).convert("RGB")
            image.thumbnail((self._dpi * 44 / 25.4, self._dpi * 68 / 25.4))
            return image
        return draw_picture(name, self._language, self._dpi, BOARD_DPI, self._owner)

    def _deliver(self, _: float) -> None:
        """On the main thread: a few finished pictures become textures in every frame."""
        for _number in range(4):
            try:
                name, pixels, size = self._drawn.get_nowait()
            except Empty:
                return
            texture = Texture.create(size=size, colorfmt="rgba", mipmap=True)
            texture.blit_buffer(pixels, colorfmt="rgba", bufferfmt="ubyte")
            texture.min_filter = "linear_mipmap_linear"
            self._textures.keep(name, texture)
            for waiting in self._waiting.pop(name, []):
                if (ready := waiting()) is not None:
                    ready(texture)
