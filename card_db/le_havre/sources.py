"""Where a value is known from, and where sources disagree."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from card_db.deck import DeckError

# The public programs that were compared; the rulebook is the English one with its overview of the buildings.
PROGRAMS = {
    "boardspace": "github ddyer0/boardspace.net, with pictures of the cards",
    "marvelmagnum": "github marvelmagnum/lehavre, full version",
    "chiang831": "github chiang831/LeHavre, food table and supply tiles",
    "Pertus": "github Pertus/Le-Havre, two players, full version, some card scans",
    "dfs99": "github dfs99/Expert-System-for-Le-Havre-board-game, two players, short version",
    "jakerosen": "github jakerosen/lehavre, supply tiles and first buildings",
    "DavisuaCoder": "github DavisuaCoder/LeHavre-ExpertSystem, a home variant",
}


class Mark(StrEnum):
    """How sure a value is; the owner's printed card beats them all."""

    RULEBOOK = "rulebook"
    AGREED = "agreed"
    SINGLE = "single"
    DERIVED = "derived"
    OWNER = "owner"


@dataclass(frozen=True, slots=True)
class Source:
    """A mark, and which programs it rests on when the rulebook is silent."""

    mark: Mark
    programs: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.mark}: {', '.join(self.programs)}" if self.programs else str(self.mark)


RULEBOOK = Source(Mark.RULEBOOK)
OWNER = Source(Mark.OWNER)


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two sources disagree: what is used here and what the other says; the card at the table decides."""

    name: str
    value: str
    used: str
    used_from: Source
    other: str
    other_from: Source
    scoring: bool


def parse_source(text: str) -> Source:
    """A source from its text.

    >>> parse_source("agreed: boardspace, dfs99").programs
    ('boardspace', 'dfs99')
    """
    mark, colon, rest = text.partition(": ")
    if mark not in set(Mark):
        raise DeckError(f"{text!r} is no source; a source is one of {', '.join(Mark)}")
    programs = tuple(rest.split(", ")) if colon else ()
    if unknown := [program for program in programs if program not in PROGRAMS]:
        raise DeckError(f"{text!r} names {unknown[0]!r}, which is none of {', '.join(PROGRAMS)}")
    wanted = {Mark.AGREED: range(2, 10), Mark.SINGLE: range(1, 2)}.get(Mark(mark), range(1))
    if len(programs) not in wanted:
        raise DeckError(f"{text!r} names {len(programs)} programs, which does not fit its mark")
    return Source(Mark(mark), programs)
