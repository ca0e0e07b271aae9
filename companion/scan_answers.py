"""What a look with the camera means for the game: which cards are certain, which are to be asked about, and why."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from companion.words import Message, msg

if TYPE_CHECKING:
    from scanner.looking import Seen
    from scanner.quality import QualityNote
    from scanner.reading import Detection

SURE: Final = 0.9
MOST_OPTIONS: Final = 4
SUPPLIES: Final = ("current", "future")
BACK: Final = "back:"

Place = tuple[str, str]
Spaces = dict[Place, str | None]

# What to do about a bad picture, the most pressing first.
NOTES: Final = {
    "too_dark": msg("It is too dark: more light, please."),
    "too_far": msg("Too far away: go closer."),
    "blur": msg("The picture is blurred: hold still for a moment."),
    "glare": msg("A lamp is mirrored in the cards: tilt the camera a little."),
    "no_board": msg("No board in view: show a whole board from above."),
}


@dataclass(frozen=True, slots=True)
class Doubt:
    """A card that the camera is not sure of: what it saw (blue, green, red), what it may be, and where it lies."""

    picture: Any
    options: tuple[str, ...]
    place: Place | None = None


def hand_cards(seen: Seen) -> tuple[list[str], list[Doubt]]:
    """The certain cards of a hand, and the others."""
    sure = [card.id for card in seen.cards if card.id is not None and is_sure(card)]
    return sure, [_doubt(seen, card) for card in seen.cards if not is_sure(card)]


def is_sure(card: Detection) -> bool:
    """Whether a card needs no question."""
    return card.id is not None and card.confidence >= SURE


def board_spaces(seen: Seen, boards: Collection[str]) -> tuple[Spaces, list[Doubt]]:
    """What lies on the open spaces of these boards, and the cards that are not certain."""
    spaces: Spaces = {}
    doubts: list[Doubt] = []
    cards = {(card.board, card.slot): card for card in seen.cards}
    for slot in seen.slots:
        place = (slot.board, slot.slot)
        if slot.board not in boards or not slot.slot.startswith(SUPPLIES) or slot.state == "back":
            continue
        if slot.state != "card":
            spaces[place] = None
        elif slot.id is not None and slot.confidence >= SURE:
            spaces[place] = slot.id
        elif (card := cards.get(place)) is not None:
            doubts.append(_doubt(seen, card, place))
    return spaces, doubts


def missing_boards(seen: Seen | None, boards: Collection[str]) -> list[str]:
    """The boards that nobody has shown yet."""
    known = {slot.board for slot in seen.slots} if seen is not None else set()
    return [board for board in boards if board not in known]


def reason(notes: Collection[QualityNote]) -> Message | None:
    """Why little is recognised, in words; None when the picture is fine."""
    kinds = {note.kind for note in notes}
    return next((words for kind, words in NOTES.items() if kind in kinds), None)


def _doubt(seen: Seen, card: Detection, place: Place | None = None) -> Doubt:
    from scanner.preview import cut_out

    names = ([card.id] if card.id is not None else []) + [guess.id for guess in card.alternatives]
    faces = [name for name in dict.fromkeys(names) if not name.startswith(BACK)]
    picture = seen.crops.get(place) if place is not None else None
    if picture is None:
        picture = cut_out(seen.picture, card.quad)
    return Doubt(picture, tuple(faces[:MOST_OPTIONS]), place)
