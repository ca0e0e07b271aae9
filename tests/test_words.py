"""The words: every template has its German sentence, with the same values in it, and the compiled file is current."""

from __future__ import annotations

import gettext
import re
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from companion.words import DOMAIN, LOCALE_DIR, English, listing, load_words, msg, msgs
from tools.rules_doc import TARGET, rules_page

ROOT = Path(__file__).parent.parent
PO_FILE = LOCALE_DIR / "de" / "LC_MESSAGES" / f"{DOMAIN}.po"
KEYWORDS = {"gettext": None, "msg": None, "msgs": (1, 2)}


def extracted() -> set[str | tuple[str, ...]]:
    found = extract_from_dir(ROOT / "companion", [("**.py", "python")], keywords=KEYWORDS)
    return {message for _, _, message, _, _ in found}


def german() -> Catalog:
    with PO_FILE.open("rb") as file:
        return read_po(file, locale="de")


def values_in(template: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", template))


def test_every_template_has_a_german_sentence_and_none_is_left_over() -> None:
    catalogue = {message.id if isinstance(message.id, str) else tuple(message.id) for message in german() if message.id}
    assert catalogue == extracted()
    assert not [message.id for message in german() if message.id and not all(message.string)]
    assert not [message.id for message in german() if message.id and message.fuzzy]


def test_german_sentences_use_the_same_values() -> None:
    for message in german():
        if not message.id:
            continue
        templates = [message.id] if isinstance(message.id, str) else list(message.id)
        sentences = [message.string] if isinstance(message.string, str) else list(message.string)
        for template, sentence in zip(templates, sentences, strict=True):
            assert values_in(sentence) == values_in(template), message.id


def test_the_compiled_catalogue_is_current() -> None:
    compiled = BytesIO()
    write_mo(compiled, german())
    compiled.seek(0)
    with PO_FILE.with_suffix(".mo").open("rb") as file:
        shipped = gettext.GNUTranslations(file)
    assert shipped._catalog == gettext.GNUTranslations(compiled)._catalog, "run `make words`"  # type: ignore[attr-defined]


def test_the_page_of_rules_is_current() -> None:
    assert TARGET.read_text(encoding="utf-8") == rules_page(), "run `make words`"


def test_listings_and_numbers_follow_the_language() -> None:
    message = msg("{first} and {last}", first=listing(["a", "b", "c"]), last=msgs("{count} game", "{count} games", 2))
    assert message.say(English) == "a, b and c and 2 games"
    assert message.say(load_words("de")) == "a, b und c und 2 Spiele"
    assert listing(["a"]).say(English) == "a"
    assert listing([]).say(English) == ""


def test_values_with_braces_are_not_templates() -> None:
    assert msg("{player} declines", player="{x}").say(English) == "{x} declines"
