"""Settings: what was chosen is kept, what makes no sense is as if nobody had chosen."""

import json
from pathlib import Path

import pytest

from companion.settings import MOST_NAMES, Settings, load_settings, save_settings


def test_what_was_chosen_is_there_again(tmp_path: Path) -> None:
    chosen = Settings(language="de", theme="bright", text_scale=1.6, sounds=False, names=("Änne",), table=("A", "B"))
    save_settings(tmp_path / "new" / "settings.json", chosen)
    assert load_settings(tmp_path / "new" / "settings.json") == chosen


@pytest.mark.parametrize("content", ["", "{", "[]", "null", '"de"', '{"language": "xx", "text_scale": 99, "names": 5}'])
def test_a_file_that_makes_no_sense_is_no_file(tmp_path: Path, content: str) -> None:
    file = tmp_path / "settings.json"
    file.write_text(content, encoding="utf-8")
    assert load_settings(file) == Settings()


@pytest.mark.parametrize(
    ("key", "value"), [("sounds", "yes"), ("theme", 3), ("camera", None), ("tour_seen", 1), ("names", [1, "Ben"])]
)
def test_one_wrong_value_does_not_spoil_the_others(tmp_path: Path, key: str, value: object) -> None:
    file = tmp_path / "settings.json"
    file.write_text(json.dumps({"language": "de", key: value}), encoding="utf-8")
    loaded = load_settings(file)
    assert loaded.language == "de"
    assert getattr(loaded, key) == (("Ben",) if key == "names" else getattr(Settings(), key))


def test_names_are_remembered_the_latest_first_and_not_without_end() -> None:
    settings = Settings(names=("Anna", "Ben")).remember(("Cedric", "Anna"))
    assert settings.names == ("Cedric", "Anna", "Ben")
    many = Settings().remember(tuple(f"P{number}" for number in range(99)))
    assert len(many.names) == MOST_NAMES
