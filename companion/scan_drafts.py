"""Questions about doubtful cards that somebody is answering: kept on disk with every tap, pictures and all."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, Final

from companion.drafts import Drafts
from companion.scan_answers import Doubt, Spaces

QUALITY: Final = 88  # of the kept pictures: as good as the camera's own


@dataclass(slots=True)
class Questions:
    """What is certain, what is asked, and the answers so far (None: it is no card)."""

    doubts: list[Doubt]
    sure: list[str] = field(default_factory=list)
    spaces: Spaces = field(default_factory=dict)
    answers: list[str | None] = field(default_factory=list)

    @property
    def is_done(self) -> bool:
        """Whether everything is answered."""
        return len(self.answers) >= len(self.doubts)

    @property
    def cards(self) -> list[str]:
        """The cards of a hand after all answers."""
        return [*self.sure, *(card for card in self.answers if card is not None)]

    def answered_spaces(self) -> Spaces:
        """What lies on the boards after all answers."""
        placed = {doubt.place: card for doubt, card in zip(self.doubts, self.answers, strict=True) if doubt.place}
        return {**self.spaces, **placed}


def keep_questions(drafts: Drafts, name: str, questions: Questions) -> None:
    """Put them on disk under a name."""
    drafts.put(
        name,
        {
            "sure": questions.sure,
            "spaces": [[*place, card] for place, card in questions.spaces.items()],
            "answers": questions.answers,
            "doubts": [
                {"options": list(doubt.options), "place": doubt.place, "picture": _as_text(doubt.picture)}
                for doubt in questions.doubts
            ],
        },
    )


def kept_questions(drafts: Drafts, name: str) -> Questions | None:
    """Those that were not answered to the end; None when there are none, or when they cannot be read."""
    entry = drafts.get(name)
    try:
        questions = _read(entry) if entry else None
    except (KeyError, TypeError, ValueError, OSError):
        return None
    return None if questions is None or questions.is_done else questions


def _read(entry: Mapping[str, Any]) -> Questions:
    spaces = {(str(board), str(space)): card for board, space, card in entry["spaces"]}
    return Questions([_doubt(one) for one in entry["doubts"]], list(entry["sure"]), spaces, list(entry["answers"]))


def _doubt(entry: Mapping[str, Any]) -> Doubt:
    place = entry["place"]
    return Doubt(_as_picture(entry["picture"]), tuple(entry["options"]), (place[0], place[1]) if place else None)


def _as_text(picture: Any) -> str:
    from PIL import Image

    file = BytesIO()
    Image.fromarray(picture[..., ::-1]).save(file, "JPEG", quality=QUALITY)
    return b64encode(file.getvalue()).decode("ascii")


def _as_picture(text: str) -> Any:
    import numpy as np
    from PIL import Image

    with Image.open(BytesIO(b64decode(text))) as image:
        return np.asarray(image.convert("RGB"))[..., ::-1].copy()
