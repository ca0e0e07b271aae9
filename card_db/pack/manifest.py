"""The manifest of a pack, read so that every refusal names its place."""

from __future__ import annotations

import json
import posixpath
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from card_db.pack.checks import PackError, PackImageError, path_fault, reason, shown, text_fault
from card_db.pack.types import (
    CARD_SIDE_MM,
    FORMAT,
    IMAGES,
    MAX_CARD_ASPECT,
    MAX_COORDINATE,
    MAX_IMAGES,
    MAX_SLOTS,
    BoardLayout,
    CardPack,
    PackImage,
    Quad,
    Slot,
    make_pack,
    plain_quad,
)


@dataclass(frozen=True, slots=True)
class Place:
    """A value of a manifest and its place, so that every refusal can name it."""

    file: str
    key: str
    value: object

    def refusal(self, why: str, kind: str = "damaged") -> PackError:
        """Why the manifest cannot be used because of this value."""
        return PackError(self._sentence(why), kind)

    def image_refusal(self, why: str, kind: str = "damaged") -> PackImageError:
        """Why an image named here cannot be read."""
        return PackImageError(self._sentence(why), kind)

    def _sentence(self, why: str) -> str:
        return f"{self.file}: {self.key or 'the manifest'} {why}."

    def member(self, name: str, default: object = None) -> Place:
        """A member of an object; missing ones are refused unless there is a default."""
        if not isinstance(self.value, dict):
            raise self.refusal("must be an object")
        here = Place(self.file, f"{self.key}.{name}" if self.key else name, self.value.get(name, default))
        if here.value is None:
            raise here.refusal("is missing")
        return here

    def members(self, longest: int) -> Iterator[Place]:
        """The entries of a list that is not too long."""
        if not isinstance(self.value, list):
            raise self.refusal("must be a list")
        if len(self.value) > longest:
            raise self.refusal(f"has {len(self.value):,} entries, {longest:,} are allowed")
        return (Place(self.file, f"{self.key}[{index}]", value) for index, value in enumerate(self.value))

    def numbers(self, count: int, lowest: float, highest: float) -> tuple[float, ...]:
        """A list of so many numbers."""
        if not isinstance(self.value, list) or len(self.value) != count:
            raise self.refusal(f"must be a list of {count} numbers")
        return tuple(value.number(lowest, highest) for value in self.members(count))

    def number(self, lowest: float, highest: float) -> float:
        """A number within its range."""
        if isinstance(self.value, bool) or not isinstance(self.value, int | float):
            raise self.refusal("must be a number")
        if not lowest <= self.value <= highest:  # also refuses what is not a number at all (NaN)
            raise self.refusal(f"must lie between {lowest:g} and {highest:g}")
        return float(self.value)

    def text(self) -> str:
        """A text that can be an id or a name."""
        if not isinstance(self.value, str):
            raise self.refusal("must be text")
        if fault := text_fault(self.value):
            raise self.refusal(fault)
        return self.value

    def path(self, tidy: bool = False) -> str:
        """A relative path with forward slashes that stays below its folder; `tidy` resolves dots in it first."""
        if not isinstance(self.value, str):
            raise self.refusal("must be text")
        text = posixpath.normpath(self.value) if tidy and self.value else self.value
        if fault := path_fault(text):
            raise self.refusal(f"is {shown(self.value)}, which {fault}")
        return text


Fetch = Callable[[Place], tuple[str, bytes]]  # the place that names an image -> its name and content


def parse_manifest(
    root: Place, fetch: Fetch, on_unreadable: Callable[[PackImageError], None] | None = None
) -> CardPack:
    """The pack that a manifest describes; `fetch` brings its images."""
    version = root.member("format", FORMAT)
    if isinstance(version.value, bool) or not isinstance(version.value, int) or version.value < 1:
        raise version.refusal("must be a whole number from 1")
    if version.value > FORMAT:
        why = f"is newer than this program, which knows format {FORMAT}; please update the program"
        raise version.refusal(why, "newer")
    name = root.member("name").text()
    size = root.member("card_size_mm")
    width, height = size.numbers(2, *CARD_SIDE_MM)
    if max(width, height) > MAX_CARD_ASPECT * min(width, height):
        raise size.refusal("is no shape of a card")

    def picture(at: Place, taken: dict[str, str]) -> PackImage | None:
        id_ = _unique_id(at, taken)
        try:
            image_name, data = fetch(at.member("image"))
        except PackImageError as error:
            if on_unreadable is None:
                raise
            on_unreadable(error)
            return None
        return PackImage(id_, data, image_name)

    lists = {key: root.member(key, default) for key, default in (("cards", None), ("backs", []), ("boards", []))}
    ids: dict[str, str] = {}  # cards and backs share their ids: a reading names both in one list
    board_ids: dict[str, str] = {}
    pictures = [
        tuple(image for at in lists[key].members(MAX_IMAGES) if (image := picture(at, ids)))
        for key in ("cards", "backs")
    ]
    boards = []
    for at in lists["boards"].members(MAX_IMAGES):
        image = picture(at, board_ids)
        slots = _slots(at.member("slots"))
        if image:
            boards.append(BoardLayout(image.id, image, slots))
    cards, backs = pictures
    if not cards:
        raise lists["cards"].refusal("must name at least one card that can be read")
    if len(cards) + len(backs) + len(boards) > MAX_IMAGES:
        raise root.refusal(f"names more than {MAX_IMAGES:,} images")
    return make_pack(name, (width, height), cards, backs, tuple(boards))


def _slots(at: Place) -> tuple[Slot, ...]:
    taken: dict[str, str] = {}
    return tuple(Slot(_unique_id(slot, taken), _quad(slot.member("quad"))) for slot in at.members(MAX_SLOTS))


def _quad(at: Place) -> Quad:
    if not isinstance(at.value, list) or len(at.value) != 4:
        raise at.refusal("must be a list of four points")
    points = [corner.numbers(2, -MAX_COORDINATE, MAX_COORDINATE) for corner in at.members(4)]
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = points
    return (ax, ay), (bx, by), (cx, cy), (dx, dy)


def _unique_id(at: Place, taken: dict[str, str]) -> str:
    """The id of an entry; `taken` holds where each id was used."""
    here = at.member("id")
    text = here.text()
    if text in taken:
        raise here.refusal(f"is {shown(text)}, like {taken[text]}")
    taken[text] = here.key
    return text


def manifest_of(pack: CardPack) -> dict[str, object]:
    """The manifest of a pack."""

    def entry(image: PackImage) -> dict[str, object]:
        return {"id": image.id, "image": IMAGES + image.name}

    return {
        "format": FORMAT,
        "name": pack.name,
        "card_size_mm": list(pack.card_size_mm),
        "cards": [entry(image) for image in pack.cards],
        "backs": [entry(image) for image in pack.backs],
        "boards": [
            {
                "id": board.id,
                "image": IMAGES + board.image.name,
                "slots": [{"id": slot.id, "quad": plain_quad(slot.quad)} for slot in board.slots],
            }
            for board in pack.boards
        ],
    }


def parse_json(file: str, raw: bytes) -> Place:
    """The manifest as JSON, no key twice."""

    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        members: dict[str, object] = {}
        for key, value in pairs:
            if key in members:
                raise PackError(f"{file}: the key {shown(key)} appears twice in one object.")
            members[key] = value
        return members

    try:
        return Place(file, "", json.loads(raw.decode("utf-8-sig"), object_pairs_hook=once))
    except PackError:
        raise
    except UnicodeDecodeError as error:
        raise PackError(f"{file}: the manifest is not UTF-8 text.") from error
    except RecursionError as error:
        raise PackError(f"{file}: the manifest is nested too deeply.") from error
    except ValueError as error:
        raise PackError(f"{file}: the manifest is not JSON: {reason(error)}.") from error
