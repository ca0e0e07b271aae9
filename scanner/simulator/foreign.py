"""Foreign decks out of nothing: 80 designs in families of near-twins, backs and four boards, by seed."""

import dataclasses
import functools
import json
from pathlib import Path
from typing import Literal

import cv2
import numpy as np

from scanner.simulator.boardfaces import draw_board
from scanner.simulator.faces import Face, draw_back, draw_face, face_art
from scanner.simulator.plain import make_plain_look, plain_cards
from scanner.simulator.procedural import Array
from scanner.simulator.style import SUBJECTS, Style, make_style, pick
from scanner.simulator.symbols import ICON_NAMES, made_up_name

Look = Literal["painted", "plain"]
DIFFERENCES = ("flag", "icon", "patch", "digit", "count", "mark", "price", "flag-digit")
TITLES = ("Market", "Docks", "Old Town", "Bureau")


def make_deck(seed: int, folder: Path, designs: int | None = None, look: Look = "painted") -> Path:
    """Write reference pictures and manifest.json of foreign deck `seed` into the folder; answer the manifest's path.

    Painted decks have four boards and 80 designs unless said; plain ones (a few symbols on white) none and 81.
    """
    style = make_style(seed)
    if look == "plain":
        style = make_plain_look(style).style
        faces = plain_cards(style, designs or 81)
    else:
        faces = [(face.id, picture) for face, picture in _drawn(style, deck_faces(style, designs or 80))]
    folder.mkdir(parents=True, exist_ok=True)
    cards, backs, boards = [], [], []
    for name, picture in faces:
        cards.append({"id": name, "image": _save(folder, f"cards/{name.replace(':', '_')}.png", picture)})
    for number in range(1 if look == "plain" else 4 + seed % 2):
        backs.append(
            {"id": f"back-{number + 1}", "image": _save(folder, f"backs/{number + 1}.png", draw_back(style, number))}
        )
    for number, title in enumerate(() if look == "plain" else TITLES):
        board = draw_board(style, number, title)
        image = _save(folder, f"boards/{number + 1}.png", board.image)
        boards.append(
            {"id": board.id.replace(" ", "_"), "image": image, "slots": [{"id": i, "quad": q} for i, q in board.slots]}
        )
    manifest = {
        "name": f"foreign {seed}" if look == "painted" else f"plain {seed}",
        "card_size_mm": list(style.card_size_mm),
        "cards": cards,
        "backs": backs,
        "boards": boards,
    }
    path = folder / "manifest.json"
    path.write_text(json.dumps(manifest, indent=1), encoding="utf-8")
    return path


@functools.lru_cache(maxsize=12)
def stray_cards(seed: int, count: int = 8) -> tuple[tuple[tuple[float, float], Array], ...]:
    """Some cards of another game, as (size in mm, picture)."""
    style = make_style(seed)
    faces = deck_faces(style, 80)
    faces = [faces[i] for i in np.random.default_rng([seed, 3]).permutation(len(faces))[:count]]
    return tuple((style.card_size_mm, picture) for _, picture in _drawn(style, faces))


def _drawn(style: Style, faces: list[Face]) -> list[tuple[Face, Array]]:
    art: dict[int, Array | None] = {}
    result = []
    for face in faces:
        if face.art_seed not in art:
            art[face.art_seed] = face_art(style, face)
        result.append((face, draw_face(style, face, art[face.art_seed])))
    return result


def deck_faces(style: Style, designs: int) -> list[Face]:
    """What the designs of a deck show: 6 to 10 families of near-twins, a few bare cards, single cards."""
    rng = np.random.default_rng([style.seed, 13])
    families = int(rng.integers(6, 11))
    bare = max(2, designs // 16)
    single = max(2, designs // 12)
    in_families = max(families, designs - bare - single)
    sizes = 2 + rng.multinomial(max(0, in_families - 2 * families), np.full(families, 1 / families))
    faces: list[Face] = []
    for number, size in enumerate(sizes.tolist()):
        faces += _family(rng, number, size)
    for number in range(bare):
        faces.append(
            Face(
                f"bare-{number}:{number + 1}",
                made_up_name(rng) if number % 2 else "",
                900,
                "",
                int(rng.integers(6)) + 6 * (number % 2),
                digit=str(number + 1),
            )
        )
    for number in range(designs - len(faces)):
        subject, name = pick(rng, SUBJECTS), made_up_name(rng, 3)
        faces.append(
            Face(
                f"single:{name.lower()}-{number}",
                name,
                500 + number,
                subject,
                int(rng.integers(12)),
                icon=pick(rng, ICON_NAMES),
                count=1,
                rules=number + 1,
            )
        )
    return faces[:designs]


def _family(rng: np.random.Generator, number: int, size: int) -> list[Face]:
    name = made_up_name(rng)
    subject = "" if rng.random() < 0.1 else pick(rng, SUBJECTS)
    base = Face(name.lower(), name, 100 + number, subject, int(rng.integers(12)), rules=1)
    if rng.random() < 0.6:
        base = dataclasses.replace(base, icon=pick(rng, ICON_NAMES), count=1)
    if rng.random() < 0.5:
        base = dataclasses.replace(base, digit=str(int(rng.integers(2, 30))))
    if rng.random() < 0.4:
        base = dataclasses.replace(base, flag=int(rng.integers(10)))
    kind = pick(rng, DIFFERENCES)
    icons, start = rng.permutation(len(ICON_NAMES)), int(rng.integers(0, 10))
    faces = []
    for k in range(size):
        if kind == "flag":
            face = dataclasses.replace(base, flag=(start + k) % 30)
        elif kind == "icon":
            face = dataclasses.replace(base, icon=ICON_NAMES[int(icons[k % len(icons)])], count=1 + k // len(icons))
        elif kind == "patch":
            face = dataclasses.replace(base, patch=k % 6, digit=str(start + k // 6))
        elif kind == "digit":
            face = dataclasses.replace(base, digit=str(start + k))
        elif kind == "count":
            face = dataclasses.replace(base, icon=base.icon or "coin", count=1 + k % 4, flag=start + k // 4)
        elif kind == "mark":
            face = dataclasses.replace(base, mark=k % 2 == 1, digit=str(start + k // 2))
        elif kind == "price":
            face = dataclasses.replace(base, digit=str(10 + start + 2 * k))
        else:
            face = dataclasses.replace(base, flag=(start + k // 3) % 30, digit=str(2 + k % 3))
        faces.append(dataclasses.replace(face, id=f"{name.lower()}-{number}:{kind}:{k}"))
    return faces


def _save(folder: Path, name: str, picture: Array) -> str:
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    if not cv2.imwrite(str(path), picture):
        raise OSError(f"cannot write {path}")
    return name
