"""Write a foreign deck and pictures of it with their truths: python -m scanner.simulator --deck-seed 3 --out DIR."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from scanner.simulator.film import make_film
from scanner.simulator.foreign import make_deck
from scanner.simulator.procedural import Array
from scanner.simulator.scene import Difficulty, Kind, Scene, load_sim_deck, render

KINDS: tuple[Kind, ...] = ("table", "boards", "hand")
LEVELS: tuple[Difficulty, ...] = ("easy", "medium", "hard")


def main(argv: Sequence[str] | None = None) -> int:
    """Write what the arguments ask for; see --help."""
    options = _parser().parse_args(argv)
    out: Path = options.out
    manifest = options.manifest or make_deck(options.deck_seed, out / "deck", options.designs)
    deck = load_sim_deck(manifest)
    width, height = (int(side) for side in options.size.split("x"))
    kinds: tuple[Kind, ...] = KINDS if options.kind == "all" else (options.kind,)
    levels: tuple[Difficulty, ...] = LEVELS if options.difficulty == "all" else (options.difficulty,)
    thumbs = []
    for kind in kinds:
        for level in levels:
            for seed in range(options.seed, options.seed + options.count):
                name = f"{kind}-{level}-{seed:04d}"
                if options.film:
                    frames = make_film(deck, None, kind, level, (width, height), seed).frames()
                    thumbs += [write(out / name, f"{n:04d}", scene) for n, scene in enumerate(frames)]
                else:
                    thumbs.append(write(out, name, render(deck, kind, level, (width, height), seed)))
    cv2.imwrite(str(out / "overview.png"), contact_sheet(thumbs))
    print(f"{len(thumbs)} pictures in {out}, deck in {manifest}")
    return 0


def write(folder: Path, name: str, scene: Scene) -> Array:
    """Save a picture and its truth; answer a small picture for the overview."""
    folder.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(folder / f"{name}.jpg"), scene.image_bgr, [cv2.IMWRITE_JPEG_QUALITY, 96])
    (folder / f"{name}.json").write_text(json.dumps(scene.truth), encoding="utf-8")
    return cv2.resize(scene.image_bgr, (480, 270), interpolation=cv2.INTER_AREA)


def contact_sheet(thumbs: Sequence[Array], columns: int = 4) -> Array:
    """All pictures on one sheet."""
    columns = min(columns, len(thumbs))
    blank = [np.zeros_like(thumbs[0])] * (-len(thumbs) % columns)
    tiles = [*thumbs, *blank]
    return np.vstack([np.hstack(tiles[i : i + columns]) for i in range(0, len(tiles), columns)])


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m scanner.simulator", description="A foreign deck and its pictures.")
    parser.add_argument("--deck-seed", type=int, default=1, help="which foreign deck to draw")
    parser.add_argument("--manifest", type=Path, help="film this deck instead of a foreign one")
    parser.add_argument("--designs", type=int, default=80)
    parser.add_argument("--kind", choices=(*KINDS, "all"), default="table")
    parser.add_argument("--difficulty", choices=(*LEVELS, "all"), default="medium")
    parser.add_argument("--size", default="1920x1080", help="WIDTHxHEIGHT")
    parser.add_argument("--seed", type=int, default=0, help="the first scene's seed")
    parser.add_argument("--count", type=int, default=1, help="pictures of each kind and difficulty")
    parser.add_argument("--film", action="store_true", help="a folder of frames instead of single pictures")
    parser.add_argument("--out", type=Path, required=True)
    return parser


if __name__ == "__main__":
    sys.exit(main())
