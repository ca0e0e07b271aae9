"""Writes docs/rules.md from the rules that the program itself tells; a test keeps the two equal."""

from __future__ import annotations

from pathlib import Path

from companion.games.packet_row.rules import HOUSE_RULE_NOTES, RULES
from companion.words import load_words

TARGET = Path(__file__).parent.parent / "docs" / "rules.md"
PARTS = {
    "S": "Set-up",
    "R": "A round",
    "E": "End of a round and of the game",
    "C": "Contracts",
    "M": "Money",
    "F": "Final score",
}


def rules_page() -> str:
    """The page, in English and German."""
    lines = [
        "# The rules by their ids",
        "",
        "In our own words, as the program applies them. Every refusal and every line of a score names one.",
    ]
    english, german = load_words("en"), load_words("de")
    for letter, title in PARTS.items():
        lines += ["", f"## {title}", "", "| id | English | Deutsch |", "|---|---|---|"]
        lines += [
            f"| {rule} | {text.say(english)} | {text.say(german)} |"
            for rule, text in RULES.items()
            if rule.startswith(letter)
        ]
    lines += ["", "## House rules", ""]
    lines += [f"- {text.say(english)} ({text.say(german)})" for text in HOUSE_RULE_NOTES.values()]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    TARGET.write_text(rules_page(), encoding="utf-8")
