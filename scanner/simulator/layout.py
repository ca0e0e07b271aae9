"""Chance lays the table: boards in rows, cards on spaces, loose hands."""

from dataclasses import replace

import cv2
import numpy as np

from scanner.simulator.foreign import stray_cards
from scanner.simulator.layers import Pose, corners
from scanner.simulator.procedural import Array
from scanner.simulator.style import pick
from scanner.simulator.things import PAWN_COLOURS, Hand
from scanner.simulator.world import LaidBoard, LaidCard, LaidPawn, SimDeck, World

Rng = np.random.Generator
CROOKED = {"easy": (1.0, 2.0), "medium": (2.0, 4.0), "hard": (3.5, 7.0)}  # mm, degrees


def lay_boards(rng: Rng, deck: SimDeck, count: int, difficulty: str) -> World:
    """Boards side by side with cards, piles and pawns on them."""
    order = [deck.boards[int(i)] for i in rng.permutation(len(deck.boards))[:count]]
    slack = float(rng.uniform(1.0, 1.07))
    sizes = [board.size_mm(deck.card_size_mm, slack) for board in order]
    size = max(width for width, _ in sizes), max(height for _, height in sizes)
    columns = {1: 1, 2: 2 if size[0] < size[1] * 1.3 else 1}.get(
        len(order), len(order) if size[1] > 1.9 * size[0] else 2
    )
    gap = float(rng.uniform(3, 25))
    opposite = rng.random() < 0.4  # boards turned towards players who sit across
    boards = []
    for k, board in enumerate(order):
        unit = board.px_per_mm(deck.card_size_mm, slack)
        wobble = rng.normal(0, (0.006, 0.015, 0.03)[list(CROOKED).index(difficulty)] * np.pi)
        turn = float(wobble) + (np.pi if opposite and rng.random() < 0.5 else 0.0)
        x = (k % columns) * (size[0] + gap) + float(rng.uniform(-1, 1)) * gap / 3
        y = (k // columns) * (size[1] + gap) + float(rng.uniform(-1, 1)) * gap / 3
        boards.append(LaidBoard(board, Pose(x, y, turn), unit))
    world = World(boards=tuple(boards))
    for laid in boards:
        world = _fill(rng, deck, world, laid, difficulty)
    return world


def _fill(rng: Rng, deck: SimDeck, world: World, laid: LaidBoard, difficulty: str) -> World:
    names = list(deck.cards)
    own_back = (
        list(deck.backs)[[b.id for b in deck.boards].index(laid.board.id) % len(deck.backs)] if deck.backs else None
    )
    cards, pawns = [], []
    colours = list(PAWN_COLOURS)
    used = {p.colour for p in world.pawns}
    full = rng.random()  # boards are nearly full early in a round and nearly empty late
    for slot in laid.board.slots:
        if slot == "draw":
            if own_back and rng.random() < 0.85:
                back = own_back if rng.random() < 0.8 else pick(rng, list(deck.backs))
                cards.append(card_on_slot(rng, deck, laid, slot, back, difficulty))
        elif slot == "discard":
            if rng.random() < 0.6:
                cards.append(card_on_slot(rng, deck, laid, slot, pick(rng, names), difficulty))
        elif rng.random() < (0.35 + 0.6 * full if slot.startswith("current") else 0.8):
            cards.append(card_on_slot(rng, deck, laid, slot, pick(rng, names), difficulty))
            if rng.random() < 0.05 and (free := [c for c in colours if c not in used]):
                pawns.append(pawn_on_slot(rng, laid, slot, pick(rng, free), difficulty))
                used.add(pawns[-1].colour)
        elif rng.random() < 0.45 and (free := [c for c in colours if c not in used]):
            pawns.append(pawn_on_slot(rng, laid, slot, pick(rng, free), difficulty))
            used.add(pawns[-1].colour)
    return replace(world, cards=world.cards + tuple(cards), pawns=world.pawns + tuple(pawns))


def card_on_slot(rng: Rng, deck: SimDeck, laid: LaidBoard, slot: str, card: str, difficulty: str) -> LaidCard:
    """A card of the deck, face up or (a back's id) down, laid a little crooked on a space."""
    shift, turn = CROOKED[difficulty]
    exact = laid.slot_pose(slot)
    pile = slot in ("draw", "discard")
    limits = {"easy": 2.5, "medium": 6.0, "hard": 11.0}[difficulty]
    height = float(rng.uniform(0.3, limits if slot == "draw" else limits / 2)) if pile else 0.0
    angle = exact.angle + np.radians(float(np.clip(rng.normal(0, turn / 2), -turn * 1.5, turn * 1.5)))
    if rng.random() < 0.06:
        angle += np.pi  # laid upside down
    off = np.clip(rng.normal(0, shift / 2, 2), -shift * 1.5, shift * 1.5)
    pose = Pose(exact.x_mm + float(off[0]), exact.y_mm + float(off[1]), float(angle), height)
    down = card in deck.backs and card not in deck.cards
    image = deck.backs[card] if down else deck.cards[card]
    return LaidCard(
        card,
        "down" if down else "up",
        image,
        deck.card_size_mm,
        pose,
        laid.board.id,
        slot,
        pile,
        int(rng.integers(1 << 30)),
    )


def pawn_on_slot(rng: Rng, laid: LaidBoard, slot: str, colour: str, difficulty: str) -> LaidPawn:
    """A pawn somewhere near the middle of a space."""
    exact, shift = laid.slot_pose(slot), CROOKED[difficulty][0] * 1.6
    x, y = exact.x_mm + float(rng.normal(0, shift)), exact.y_mm + float(rng.normal(0, shift))
    return LaidPawn(colour, Pose(x, y, float(rng.uniform(0, np.pi))), laid.board.id, slot)


def lay_hand(rng: Rng, deck: SimDeck, difficulty: str) -> World:
    """5 to 15 loose cards at any turn, some overlapping, some face down, some of another game."""
    count = int(rng.integers(5, 16))
    width, height = deck.card_size_mm
    overlaps = rng.random() < 0.7
    room = np.sqrt(count * width * height * float(rng.uniform(1.5, 2.8)))
    area = np.array([room * 1.33, room * 0.75]) / 2
    level = list(CROOKED).index(difficulty)
    base, free = float(rng.uniform(0, 2 * np.pi)), rng.random() < 0.6
    strays = stray_cards(int(rng.integers(1000, 1012)))
    cards: list[LaidCard] = []
    quads: list[Array] = []
    for _ in range(count):
        card = _loose(rng, deck, strays, (0.08, 0.12, 0.2)[level])
        for attempt in range(60):
            grow = 1 + attempt / 25
            angle = float(rng.uniform(0, 2 * np.pi)) if free else base + float(rng.normal(0, 0.12))
            pose = Pose(
                float(rng.uniform(-1, 1)) * area[0] * grow,
                float(rng.uniform(-1, 1)) * area[1] * grow,
                angle,
                0.3 * len(cards) * 0.2,
            )
            quad = pose.place(corners(card.size_mm))
            if _fits(quad, quads, (0.12, 0.2, 0.25)[level] if overlaps else 0.0):
                cards.append(replace(card, pose=pose))
                quads.append(quad)
                break
    return World(cards=tuple(cards))


def _loose(rng: Rng, deck: SimDeck, strays: tuple[tuple[tuple[float, float], Array], ...], foreign: float) -> LaidCard:
    seed, nowhere = int(rng.integers(1 << 30)), Pose(0, 0)
    chance = rng.random()
    if chance < foreign:
        size, image = pick(rng, strays)
        return LaidCard("foreign", "foreign", image, size, nowhere, seed=seed)
    if chance < foreign + 0.1 and deck.backs:
        back = pick(rng, list(deck.backs))
        return LaidCard(back, "down", deck.backs[back], deck.card_size_mm, nowhere, seed=seed)
    name = pick(rng, list(deck.cards))
    return LaidCard(name, "up", deck.cards[name], deck.card_size_mm, nowhere, seed=seed)


def _fits(quad: Array, others: list[Array], limit: float) -> bool:
    """Whether no card is covered, over all cards together, by more than the limit."""
    mine = 0.0
    for other in others:
        shared = cv2.intersectConvexConvex(quad.astype(np.float32), other.astype(np.float32))[0]
        mine += shared
        if shared > limit * cv2.contourArea(other.astype(np.float32)):
            return False
    return mine <= limit * cv2.contourArea(quad.astype(np.float32))


def reaching_hand(rng: Rng, points_mm: Array) -> Hand:
    """A hand that reaches over part of the table from some side."""
    low, high = points_mm.min(0), points_mm.max(0)
    centre, reach = (low + high) / 2, (high - low) / 2
    angle = float(rng.uniform(0, 2 * np.pi))
    tip = centre - np.array([np.cos(angle), np.sin(angle)]) * reach * float(rng.uniform(0.3, 0.95))
    return Hand((float(tip[0]), float(tip[1])), angle, float(rng.uniform(15, 60)), int(rng.integers(1 << 30)))
