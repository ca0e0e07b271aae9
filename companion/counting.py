"""Counting a game that nobody tracked: names, cards and money of each player, every entry on disk at once.

A counting lives in the same store as the games, as a journal of its own, so undo works and a kill loses nothing. What
the cards are worth is the game's business; here they are texts, and money is one kind of token among others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from companion.core.box import NO_CORRECTIONS, token_name
from companion.core.game import Corrections, InputError, Json
from companion.core.journal import REDO, UNDO, Edit, Journal, read_journal, write_operation
from companion.core.read_json import as_choice, as_int, as_list, as_object, as_text
from companion.core.read_json import field as required
from companion.games import GAMES, load_box
from companion.store import Store
from companion.words import Message, msg

SUFFIX: Final = "/score"  # of the game's name in the store
MOST_TOKENS: Final = 999_999


@dataclass(frozen=True, slots=True)
class Counted:
    """What one player has; `looked` once the cards were entered or scanned."""

    name: str
    cards: tuple[str, ...] = ()
    tokens: Mapping[str, int] = field(default_factory=dict)
    looked: bool = False


@dataclass(frozen=True, slots=True)
class Count:
    """Everybody's cards and tokens; `finished` once the result was shown, with what the printed cards said then."""

    players: tuple[Counted, ...]
    finished: bool = False
    corrections: Corrections = field(default_factory=dict)


class Counting:
    """A count in the store."""

    def __init__(self, store: Store, count_id: int) -> None:
        stored = store.load(count_id)
        self._store = store
        self.id = count_id
        self.name = stored.info.name
        self.created = stored.info.created
        self.game = stored.info.game.removesuffix(SUFFIX)
        self.demo = stored.setup.get("demo") is True  # the cards lie on the demo table, also after a restart
        names = [as_text(name, "a name") for name in as_list(required(stored.setup, "players", "a count"), "players")]
        told = as_object(stored.setup["corrections"], "corrections") if "corrections" in stored.setup else None
        # What the cards said in the game that is counted; None where nobody tracked it.
        self.begun_with: Corrections | None = None
        if told is not None:
            self.begun_with = {card: as_object(values, card) for card, values in told.items()}
        self._start = Count(tuple(Counted(name) for name in names))
        self.journal: Journal = read_journal(stored.operations)
        self.count = self._fold(self.journal)

    def set_cards(self, seat: int, cards: Sequence[str], source: str = "tap") -> None:
        """These are all cards of a player."""
        self._record({"do": "cards", "player": seat, "cards": list(cards), "source": source})

    def set_token(self, seat: int, token: str, number: int) -> None:
        """So much money, or another token, has a player."""
        self._record({"do": "token", "player": seat, "token": token, "number": number})

    def rename(self, seat: int, name: str) -> None:
        """Another name for a player."""
        self._record({"do": "name", "player": seat, "name": name})

    def finish(self, corrections: Corrections = NO_CORRECTIONS) -> None:
        """The result was shown; the count belongs to the history now and keeps what the owner's cards said."""
        if not self.count.finished or self.count.corrections != corrections:
            self._record({"do": "finish", **({"corrections": dict(corrections)} if corrections else {})})

    def undo(self) -> Message:
        """Take the last entry back; says in words which."""
        if not self.journal.edits:
            raise InputError("there is nothing to undo")
        last = self.journal.edits[-1].event
        self._move(UNDO, self.journal.undo())
        return self._in_words(last)

    def redo(self) -> Message:
        """Enter again what was taken back last."""
        if not self.journal.undone:
            raise InputError("there is nothing to redo")
        self._move(REDO, self.journal.redo())
        return self._in_words(self.journal.edits[-1].event)

    def undo_words(self) -> Message | None:
        """What undo would take back."""
        return self._in_words(self.journal.edits[-1].event) if self.journal.edits else None

    def redo_words(self) -> Message | None:
        """What redo would enter again."""
        return self._in_words(self.journal.undone[-1].event) if self.journal.undone else None

    def _record(self, event: Json) -> None:
        edit = Edit("record", len(self.journal.events), event)
        self._move(write_operation(edit), self.journal.edit(edit))

    def _move(self, operation: Json, journal: Journal) -> None:
        count = self._fold(journal)  # an entry that cannot be read is refused before it is written
        self._store.append(self.id, operation)
        self.journal, self.count = journal, count

    def _fold(self, journal: Journal) -> Count:
        count = self._start
        for event in journal.events:
            count = _after(count, event)
        return count

    def _in_words(self, event: Json) -> Message:
        if event.get("do") == "finish":
            return msg("Result shown")
        name = self.count.players[as_int(event.get("player"), "player", 0, len(self.count.players) - 1)].name
        match event.get("do"):
            case "cards":
                return msg("Cards of {player}", player=name)
            case "token":
                what = token_name(load_box(self.game), str(event.get("token"))) if self.game in GAMES else None
                return msg("{what} of {player}", what=what or msg("Money"), player=name)
        return msg("Name of {player}", player=name)


def start_counting(
    store: Store, game: str, names: Sequence[str], demo: bool = False, corrections: Corrections | None = None
) -> Counting:
    """A new count in the store; `corrections` are those of a game that is counted before its end."""
    setup: Json = {"players": list(names), **({"demo": True} if demo else {})}
    if corrections is not None:
        setup["corrections"] = dict(corrections)
    return Counting(store, store.create(", ".join(names), game + SUFFIX, setup))


def _after(count: Count, event: Json) -> Count:
    kind = as_choice(required(event, "do", "an entry"), "an entry", ("cards", "token", "name", "finish"))
    if kind == "finish":
        told = as_object(event.get("corrections", {}), "corrections")
        return replace(
            count, finished=True, corrections={card: as_object(values, card) for card, values in told.items()}
        )
    seat = as_int(required(event, "player", "an entry"), "player", 0, len(count.players) - 1)
    player = count.players[seat]
    match kind:
        case "cards":
            cards = as_list(required(event, "cards", "an entry"), "cards")
            player = replace(player, cards=tuple(as_text(card, "a card") for card in cards), looked=True)
        case "token":
            number = as_int(required(event, "number", "an entry"), "number", 0, MOST_TOKENS)
            token = as_text(required(event, "token", "an entry"), "token")
            player = replace(player, tokens={**player.tokens, token: number})
        case _:
            player = replace(player, name=as_text(required(event, "name", "an entry"), "name"))
    players = (*count.players[:seat], player, *count.players[seat + 1 :])
    return replace(count, players=players)
