"""What lies on the table, before any camera: boards, cards, pawns, all in millimetres."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np

from card_db.pack import CardPack, PackImage
from scanner.images import decode_image
from scanner.simulator.layers import Pose
from scanner.simulator.procedural import Array
from scanner.simulator.things import Hand


@dataclass(frozen=True, slots=True)
class SimBoard:
    """A board's reference and its spaces, in pixels of the reference."""

    id: str
    image: Array
    slots: Mapping[str, Array]
    slot_px: tuple[float, float]  # how wide and high a card's space is

    def size_mm(self, card_size_mm: tuple[float, float], slack: float) -> tuple[float, float]:
        """The board's size when its spaces are `slack` times a card."""
        unit = self.px_per_mm(card_size_mm, slack)
        return self.image.shape[1] / unit, self.image.shape[0] / unit

    def px_per_mm(self, card_size_mm: tuple[float, float], slack: float) -> float:
        """The scale of the reference."""
        return min(self.slot_px[0] / card_size_mm[0], self.slot_px[1] / card_size_mm[1]) / slack


@dataclass(frozen=True, slots=True)
class SimDeck:
    """A deck ready to be printed and filmed."""

    name: str
    card_size_mm: tuple[float, float]
    cards: Mapping[str, Array]
    backs: Mapping[str, Array]
    boards: tuple[SimBoard, ...]


def load_sim_deck(manifest_path: Path) -> SimDeck:
    """Read a manifest and all its pictures."""
    manifest = json.loads(Path(manifest_path).read_text(encoding="utf-8"))
    folder = Path(manifest_path).parent

    def picture(entry: Mapping[str, str]) -> Array:
        image = cv2.imread(str(folder / entry["image"]), cv2.IMREAD_COLOR)
        if image is None:
            raise FileNotFoundError(f"cannot read {folder / entry['image']}")
        return image

    width, height = manifest["card_size_mm"]
    return SimDeck(
        name=manifest["name"],
        card_size_mm=(float(width), float(height)),
        cards={entry["id"]: picture(entry) for entry in manifest["cards"]},
        backs={entry["id"]: picture(entry) for entry in manifest.get("backs", ())},
        boards=tuple(
            make_sim_board(entry["id"], picture(entry), {slot["id"]: slot["quad"] for slot in entry["slots"]})
            for entry in manifest.get("boards", ())
        ),
    )


def sim_deck_of(pack: CardPack) -> SimDeck:
    """The deck of a pack; boards without spaces are left out, for nothing can be laid on them."""

    def picture(image: PackImage) -> Array:
        return decode_image(image.data, image.name).pixels_bgr

    return SimDeck(
        name=pack.name,
        card_size_mm=pack.card_size_mm,
        cards={card.id: picture(card) for card in pack.cards},
        backs={back.id: picture(back) for back in pack.backs},
        boards=tuple(
            make_sim_board(board.id, picture(board.image), {slot.id: slot.quad for slot in board.slots})
            for board in pack.boards
            if board.slots
        ),
    )


def make_sim_board(name: str, image: Array, quads: Mapping[str, object]) -> SimBoard:
    """A board whose usual space tells how large it is."""
    slots = {slot: np.array(quad, np.float64) for slot, quad in quads.items()}
    sides = [(np.linalg.norm(q[1] - q[0]), np.linalg.norm(q[3] - q[0])) for q in slots.values()]
    wide, high = np.median(np.array(sides), 0).tolist()
    return SimBoard(name, image, slots, (wide, high))


@dataclass(frozen=True, slots=True)
class LaidBoard:
    """A board on the table."""

    board: SimBoard
    pose: Pose
    px_per_mm: float

    @property
    def size_mm(self) -> tuple[float, float]:
        """Its printed size."""
        return self.board.image.shape[1] / self.px_per_mm, self.board.image.shape[0] / self.px_per_mm

    def slot_pose(self, slot: str) -> Pose:
        """Where a card lies that is laid exactly."""
        quad = self.board.slots[slot]
        middle = np.array(self.board.image.shape[1::-1]) / 2
        centre = self.pose.place(((quad.mean(0) - middle) / self.px_per_mm)[None])[0]
        along = quad[1] - quad[0]
        return Pose(float(centre[0]), float(centre[1]), self.pose.angle + float(np.arctan2(along[1], along[0])))


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card on the table or on a space."""

    id: str
    face: str  # up, down, foreign
    image: Array
    size_mm: tuple[float, float]
    pose: Pose
    board: str | None = None
    slot: str | None = None
    pile: bool = False
    seed: int = 0


@dataclass(frozen=True, slots=True)
class LaidPawn:
    """A pawn on a space."""

    colour: str
    pose: Pose
    board: str
    slot: str


@dataclass(frozen=True, slots=True)
class World:
    """A table as it is at one moment."""

    boards: tuple[LaidBoard, ...] = ()
    cards: tuple[LaidCard, ...] = ()
    pawns: tuple[LaidPawn, ...] = ()
    hands: tuple[Hand, ...] = field(default=())

    def board(self, name: str) -> LaidBoard:
        """The laid board of this name."""
        return next(laid for laid in self.boards if laid.board.id == name)

    def without(self, board: str, slot: str) -> "World":
        """The world with a space cleared of cards and pawns."""
        return replace(
            self,
            cards=tuple(c for c in self.cards if (c.board, c.slot) != (board, slot)),
            pawns=tuple(p for p in self.pawns if (p.board, p.slot) != (board, slot)),
        )
