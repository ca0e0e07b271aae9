"""Questions about doubtful cards on disk."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from companion.drafts import Drafts
from companion.scan_answers import Doubt
from companion.scan_drafts import Questions, keep_questions, kept_questions

PICTURE = np.dstack([np.full((34, 22), level, np.uint8) for level in (200, 90, 30)])


def test_questions_come_back_with_pictures_places_and_answers(tmp_path: Path) -> None:
    doubts = [Doubt(PICTURE, ("banker", "trader"), ("bank", "current-1")), Doubt(PICTURE, ())]
    asked = Questions(doubts, ["money:4"], {("market", "future-1"): None, ("bank", "current-2"): "banker"}, ["trader"])
    keep_questions(Drafts(tmp_path), "scan:1:0", asked)
    kept = kept_questions(Drafts(tmp_path), "scan:1:0")
    assert kept is not None
    assert (kept.sure, kept.spaces, kept.answers) == (asked.sure, asked.spaces, asked.answers)
    assert [(doubt.options, doubt.place) for doubt in kept.doubts] == [
        (("banker", "trader"), ("bank", "current-1")),
        ((), None),
    ]
    assert np.abs(kept.doubts[0].picture.astype(int) - PICTURE).max() < 8
    kept.answers.append(None)
    assert kept.is_done
    assert kept.cards == ["money:4", "trader"]
    assert kept.answered_spaces()["bank", "current-1"] == "trader"


def test_answered_damaged_and_unknown_questions_are_none(tmp_path: Path) -> None:
    drafts = Drafts(tmp_path)
    keep_questions(drafts, "done", Questions([Doubt(PICTURE, ())], answers=[None]))
    drafts.put("damaged", {"sure": [], "spaces": [], "answers": [], "doubts": [{"options": [], "place": None}]})
    drafts.put(
        "no picture",
        {"sure": [], "spaces": [], "answers": [], "doubts": [{"options": [], "place": None, "picture": "AAAA"}]},
    )
    for name in ("done", "damaged", "no picture", "unknown"):
        assert kept_questions(drafts, name) is None
