"""Following as JSON: a game to begin with, and one line for each event, question and mistake."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from card_db.packet_row.cards import Card
from companion.core.game import IllegalAction, InputError, Json, Seat, Setup
from companion.core.read_json import as_list
from companion.core.replay import read_events, replay
from companion.games.packet_row.actions import Refill, Reveal
from companion.games.packet_row.codec import write_event
from companion.games.packet_row.follow.facts import in_doubt, pieces_of
from companion.games.packet_row.follow.follower import Follower, Told
from companion.games.packet_row.follow.history import Recorded
from companion.games.packet_row.follow.mistakes import Mistake
from companion.games.packet_row.follow.questions import Question
from companion.games.packet_row.follow.sights import Colours
from companion.games.packet_row.follow.solve import Event
from companion.games.packet_row.follow.unseen import is_unseen
from companion.games.packet_row.game import GAME
from companion.games.packet_row.names import AREA_NAMES
from companion.games.packet_row.pawn_colours import COLOUR_NAMES, camera_word
from companion.games.packet_row.views import view_state
from companion.words import Message, Words, listing, msg


@dataclass(slots=True)
class Following:
    """A game that is followed from where its events have brought it."""

    follower: Follower
    setup: Setup
    words: Words
    written: list[Json] = field(default_factory=list)  # the events that have been printed, in their order

    def lines(self, told: list[Told], frame: int, at: float) -> Iterator[Json]:
        """What was told, one line each."""
        when: Json = {"frame": frame, "at": round(at, 3)}
        for item in told:
            match item:
                case Recorded(keep, events):
                    written = [self._write(event) for event in events]
                    assumed = [one for one, event in zip(written, events, strict=True) if _is_assumed(event)]
                    for line in self._changes(keep, written):
                        mark: Json = {"assumed": True} if line.get("event") in assumed else {}
                        yield {**line, **mark, **when}
                case Question(courses=courses):
                    yield {
                        "question": asks(item, self.setup.players).say(self.words),
                        "answers": [[self._write(event) for event in course] for course in courses],
                        **when,
                    }
                case Mistake(kind, area, space, text):
                    yield {"mistake": kind, "area": area, "space": space, "text": text.say(self.words), **when}

    def _changes(self, keep: int, events: list[Json]) -> Iterator[Json]:
        """What is new; where the course was thought over, what comes in between, is elsewhere or taken back.

        No event is printed twice because another was found to have happened before it.
        """
        old, self.written = self.written[keep:], [*self.written[:keep], *events]
        if not old:
            for event in events:
                yield {"event": event}
            return
        same = SequenceMatcher(None, [_key(event) for event in old], [_key(event) for event in events], autojunk=False)
        gone, come = list[Json](), list[tuple[int, Json]]()
        for kind, first, last, start, end in same.get_opcodes():
            if kind != "equal":
                gone += old[first:last]
                come += [(keep + number, events[number]) for number in range(start, end)]
        for number, event in come:
            if event in gone:
                gone.remove(event)
                yield {"moved": event, "index": number}
            else:
                yield {"event": event, "index": number}
        for event in gone:
            yield {"taken_back": event}

    def result(self) -> Json:
        """The state in the end, as `replay` prints it."""
        return {"ok": True, **view_state(self.follower.state, self.words)}

    def _write(self, event: Event) -> Json:
        written = write_event(self.setup, event.action)
        return {**written, "override": True} if event.override else written


def follow_game(data: Json, words: Words) -> Following:
    """A game in JSON, as for `replay`, with the colours of the pawns; raises InputError or IllegalAction."""
    setup = GAME.read_setup(data)
    actions = read_events(GAME, setup, as_list(data.get("events", []), "events"))
    replayed = replay(GAME, GAME.new_game(setup), actions)
    if replayed.refusal is not None:
        raise IllegalAction(replayed.refusal)
    drawn: Counter[Card] = Counter()
    for action, _ in actions:
        if isinstance(action, Reveal | Refill):
            drawn.update((*action.current, *action.future))
    return Following(Follower(replayed.state, _colours(setup), drawn), setup, words)


def _is_assumed(event: Event) -> bool:
    """Whether it tells of cards about which nobody has answered yet: the likeliest ones."""
    fact = event.fact
    return fact is not None and bool(in_doubt(fact) or (is_unseen(fact) and not all(p.sure for p in pieces_of(fact))))


def _key(event: Json) -> str:
    return json.dumps(event, sort_keys=True)


def _colours(setup: Setup) -> Colours:
    """The colour of each seat's pawn, as a camera calls it; all must be told, and no two alike."""
    told = setup.colours or {}
    missing = [name for name in setup.players if name not in told]
    if missing:
        raise InputError(f'the colour of {missing[0]}\'s pawn is missing: add "colours": {{name: colour}} to the game')
    colours = {Seat(seat): camera_word(told[name]) for seat, name in enumerate(setup.players)}
    strange = [told[setup.players[seat]] for seat, colour in colours.items() if colour not in COLOUR_NAMES]
    if len(strange) > 1:  # a single one is told by not being any of the others
        known = ", ".join(COLOUR_NAMES)
        raise InputError(f"a camera cannot tell pawns in {strange[0]} and {strange[1]} apart: it knows {known}")
    if len(set(colours.values())) < len(colours):
        raise InputError("two players have pawns of the same colour; a camera cannot tell them apart")
    return colours


def asks(question: Question, players: Sequence[str]) -> Message:
    """What is asked, in words."""
    boards = listing([AREA_NAMES[area] for area in dict.fromkeys(area for area, _ in question.places)])
    if question.taker is not None:
        return msg("Which card did {player} take, unseen? {boards}", player=players[question.taker], boards=boards)
    if question.about == "set-up":
        return msg("Cards were taken before the camera came: does this count as laid out? {boards}", boards=boards)
    return msg("Which cards are these? {boards}", boards=boards)
