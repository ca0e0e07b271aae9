"""What is recorded wrongly in games followed at the level of readings, with all looks at the cards it tells of.

`python -m bench.follow_wrong FIRST LAST [PLAYERS …]`: the seeds from FIRST up to LAST for each number of players.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator

from bench.follow import Errors, Followed, follow_one
from card_db.packet_row.deck_list import load_deck
from companion.games.packet_row.follow.facts import pieces_of


def explained(followed: Followed) -> Iterator[str]:
    """The wrong events, and below each how every look at its cards read them."""
    for event in followed.wrong:
        yield f"  {event.action}"
        for piece in pieces_of(event.fact) if event.fact is not None else ():
            looks = (f"{space}: {sight.card}{sure(sight.sure, sight.firm)}" for (_, space), sight in piece.looks)
            yield f"    {piece.card}{' (told)' * piece.told}: {', '.join(looks) or 'never seen'}"


def sure(is_sure: bool, is_firm: bool) -> str:
    """How certain a look is."""
    return "" if is_sure and is_firm else " (little doubt)" if is_sure else " (doubtful)"


def main(first: int, last: int, *players: int) -> Iterator[str]:
    """The games in which something is not as it was, and the sums."""
    deck = load_deck()
    for number in players or (2, 3, 4, 5):
        sums: Counter[str] = Counter()
        for seed in range(first, last):
            followed = follow_one(number, 1000 * number + seed, deck, Errors())
            sums.update(followed.count)
            if followed.count["wrong"] or not followed.count["right"]:
                yield f"{number} players, seed {seed}: {'' if followed.count['right'] else 'not '}as played in the end"
                yield from explained(followed)
        told = ", ".join(
            f"{name} {sums[name]}"
            for name in ("right", "in the end", "rounds", "visible", "found", "wrong", "questions", "alarms")
        )
        yield f"{number} players, {last - first} games: {told}"


if __name__ == "__main__":
    for line in main(*(int(part) for part in sys.argv[1:])):
        print(line, flush=True)
