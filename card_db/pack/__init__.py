"""Card packs (`*.cardpack`): what the scanner knows of one printed deck, its card faces, backs and boards.

A pack is a zip of `manifest.json` and images. It may come from anywhere, so nothing in it is trusted: every size is
bounded before anything is unpacked, nothing is ever extracted to disk, and whatever is wrong is refused in one sentence
that names file and key. The images stay bytes here; decoding them and checking that slots lie inside their board is the
scanner's work.
"""

from card_db.pack.checks import PackError, PackImageError
from card_db.pack.files import load_pack, read_manifest, save_pack
from card_db.pack.types import BoardLayout, CardPack, PackImage, Point, Quad, Slot, make_pack

__all__ = [
    "BoardLayout",
    "CardPack",
    "PackError",
    "PackImage",
    "PackImageError",
    "Point",
    "Quad",
    "Slot",
    "load_pack",
    "make_pack",
    "read_manifest",
    "save_pack",
]
