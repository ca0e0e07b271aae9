"""What is known about the table before looking: it settles close calls and never hides what is clearly seen.

A prior knows no game. It says which designs should lie on a space, how many copies of a design there are, how many of
them are kept off the boards, and which designs can appear at all; every part may be missing.

Cards read with confidence are facts: they stay and use up their copies, and one that is not expected is marked as a
surprise. For the others the odds that the picture gives to each design are multiplied by how likely the design is at
that place, and then the whole table is weighed at once: of all ways to name the doubtful cards only those count in
which no design lies more often than it has copies. These sums are exact (a forward and a backward pass over the cards
that compete for scarce designs); naming the cards one after the other would call the last one certain only because
those before it were guessed.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from scanner.reading import NAMED_FROM, SURE, Detection, Guess, Place, TableReading, with_cards

Limit = tuple[str, str]  # a design, and where its copies are counted: on the boards, or on the table in all
Belief = dict[str | None, float]  # the chance of each design; None: none of those the picture suggests
State = tuple[Limit, ...]  # what has been used, sorted


# How likely a design is on a space whose card is known, against that card: it may have moved there from another space
# of the board, or be new from the deck.
SAME_BOARD = 0.3
OTHER = 0.08
IMPOSSIBLE = 0.02  # all copies are elsewhere, or it should not be in this deck: so it was told, and tellers err
DOUBT_LEFT = 0.4  # of the picture's doubt, when a design fits best that is expected, or others are used up

CLOSE_CALL = 0.5  # a design with less than this part of the odds of the best one is contradicted by the picture
CONTRADICTED = 0.7  # and is then told with this confidence at the most
MAX_STATES = 20_000  # of the exact sum; tables that need more are not limited by copies


@dataclass(frozen=True, slots=True)
class Prior:
    """What may lie on the table."""

    expected: Mapping[Place, frozenset[str]] = field(default_factory=dict)  # an empty set: nothing should lie there
    copies: Mapping[str, int] = field(default_factory=dict)  # in all
    held: Mapping[str, int] = field(default_factory=dict)  # of these, kept off the boards
    designs: frozenset[str] | None = None  # None: every design of the pack

    def weight(self, place: Place | None, design: str) -> float:
        """How likely a design is at a place (None: beside the boards), from 0 to 1."""
        if self.designs is not None and design not in self.designs:
            return IMPOSSIBLE
        if design in self.copies:
            left = self.copies[design] - (self.held.get(design, 0) if place is not None else 0)
            if left <= 0:
                return IMPOSSIBLE
        if place is None or place not in self.expected or design in self.expected[place]:
            return 1.0
        board = place[0]
        nearby = any(design in cards for (other, _), cards in self.expected.items() if other == board)
        return SAME_BOARD if nearby else OTHER


@dataclass(frozen=True, slots=True)
class Option:
    """A design that a doubtful card may be; None: none of those the picture suggests."""

    design: str | None
    weight: float
    limits: tuple[Limit, ...] = ()


def settle(reading: TableReading, prior: Prior, backs: Collection[str] = ()) -> TableReading:
    """The reading in the light of a prior; `backs` are the designs that are backs, of which there are always enough."""
    doubtful = [at for at, card in enumerate(reading.cards) if not _is_sure(card) and _odds(card)]
    left = _copies_left(reading, prior)
    beliefs = _joint({at: _weighed(reading.cards[at], prior, backs) for at in doubtful}, left)
    cards = list(reading.cards)
    for at in doubtful:
        cards[at] = _told(cards[at], beliefs[at], prior)
    overdone = {design for (design, _), number in left.items() if number < 0}
    cards = [_marked(card, prior, overdone, backs) for card in cards]
    return with_cards(reading, cards, backs)


def _is_sure(card: Detection) -> bool:
    return card.id is not None and card.confidence >= SURE


def _place(card: Detection) -> Place | None:
    return None if card.board is None or card.slot is None else (card.board, card.slot)


def _odds(card: Detection) -> dict[str, float]:
    """The designs the picture suggests, with its odds; a name that was given has what the others leave."""
    odds = {guess.id: guess.confidence for guess in card.alternatives}
    if card.id is not None:
        odds[card.id] = max(1 - sum(odds.values()), card.confidence, 1e-6)
    return odds


def _copies_left(reading: TableReading, prior: Prior) -> dict[Limit, int]:
    """How many copies of each design the doubtful cards may be; below zero when more are surely there.

    Cards that are held may lie beside the boards (a hand laid out), but not on them.
    """
    in_view = {board.id for board in reading.boards}
    elsewhere = Counter(
        next(iter(cards)) for (board, _), cards in prior.expected.items() if board not in in_view and len(cards) == 1
    )
    sure = [card for card in reading.cards if _is_sure(card)]
    seen, on_boards = Counter(card.id for card in sure), Counter(card.id for card in sure if card.board is not None)
    left: dict[Limit, int] = {}
    for design, number in prior.copies.items():
        left[design, "table"] = number - elsewhere[design] - seen[design]
        left[design, "boards"] = number - elsewhere[design] - prior.held.get(design, 0) - on_boards[design]
    return left


def _weighed(card: Detection, prior: Prior, backs: Collection[str]) -> list[Option]:
    odds = _odds(card)
    place = _place(card)
    options = [Option(None, IMPOSSIBLE * max(1 - sum(odds.values()), 0.01))]
    for design, chance in odds.items():
        if design in backs:  # turned over, or a pile: possible anywhere, but not what was expected
            options.append(Option(design, chance * (OTHER if place in prior.expected else 1.0)))
        else:
            limits: tuple[Limit, ...] = (
                ((design, "table"),) if place is None else ((design, "table"), (design, "boards"))
            )
            options.append(Option(design, chance * prior.weight(place, design), limits))
    return options


def _joint(options: Mapping[int, list[Option]], left: Mapping[Limit, int]) -> dict[int, Belief]:
    """The chance of each option of each card, over all tables that need no more copies than there are."""
    wanted = Counter(limit for choice in options.values() for option in choice for limit in option.limits)
    scarce = {limit: max(left[limit], 0) for limit, number in wanted.items() if limit in left and number > left[limit]}
    beliefs: dict[int, Belief] = {}
    for group in _groups(options, scarce):
        beliefs.update(_marginals({at: options[at] for at in group}, scarce))
    return beliefs


def _groups(options: Mapping[int, list[Option]], scarce: Collection[Limit]) -> list[list[int]]:
    """Cards that compete with each other, directly or through others; each of the others is a group by itself."""
    groups: list[tuple[list[int], set[Limit]]] = []
    for at, choice in options.items():
        cards, needs = [at], {limit for option in choice for limit in option.limits if limit in scarce}
        apart = []
        for group in groups:
            if needs & group[1]:
                cards, needs = group[0] + cards, needs | group[1]
            else:
                apart.append(group)
        groups = [*apart, (cards, needs)]
    return [cards for cards, _ in groups]


def _marginals(options: Mapping[int, list[Option]], scarce: Mapping[Limit, int]) -> dict[int, Belief]:
    """The chance of each option of each card of one group; a state is what has been used of what is scarce."""
    order = list(options)
    forward: list[dict[State, float]] = [{(): 1.0}]
    for at in order:
        following: defaultdict[State, float] = defaultdict(float)
        for state, weight in forward[-1].items():
            for option in options[at]:
                if (then := _use(state, option, scarce)) is not None:
                    following[then] += weight * option.weight
        if len(following) > MAX_STATES:
            return {at: _normal({one.design: one.weight for one in choice}) for at, choice in options.items()}
        forward.append(following)
    after = dict.fromkeys(forward[-1], 1.0)  # from each state: the weight of all ways to name the cards that follow
    beliefs: dict[int, Belief] = {}
    for at, reached in reversed(list(zip(order, forward, strict=False))):
        before: defaultdict[State, float] = defaultdict(float)
        belief: Belief = dict.fromkeys((option.design for option in options[at]), 0.0)
        for state, weight in reached.items():
            for option in options[at]:
                if (then := _use(state, option, scarce)) is not None:
                    ahead = option.weight * after[then]
                    belief[option.design] += weight * ahead
                    before[state] += ahead
        beliefs[at] = _normal(belief)
        after = before
    return beliefs


def _use(state: State, option: Option, scarce: Mapping[Limit, int]) -> State | None:
    """The state with one more copy used; None when there is none left."""
    for limit in option.limits:
        if limit in scarce:
            if state.count(limit) >= scarce[limit]:
                return None
            state = tuple(sorted((*state, limit)))
    return state


def _normal(belief: Belief) -> Belief:
    total = sum(belief.values())  # never zero: every card may be something else
    return {design: weight / total for design, weight in belief.items()}


def _told(card: Detection, belief: Belief, prior: Prior) -> Detection:
    """A doubtful card as it is told now."""
    odds = _odds(card)
    likely = max(odds, key=lambda design: odds[design])
    known = min(1.0, card.confidence / odds[likely])  # how sure the picture is that it is a card of this deck at all
    named = {design: chance for design, chance in belief.items() if design is not None}
    best = max(named, key=lambda design: named[design])
    expected = prior.expected.get(place) if (place := _place(card)) is not None else None
    if expected is not None and best in expected:
        chance = named[best]
        if best == likely and known > 0:
            known = known / (known + (1 - known) * DOUBT_LEFT)
    else:
        # That others are used up says little for a design when the picture may be wrong about all of them, and nothing
        # at all where another one is expected.
        chance = min(named[best], odds[best] if expected is not None else 1 - DOUBT_LEFT * (1 - odds[best]))
    confidence = chance * known
    if odds[best] < CLOSE_CALL * odds[likely]:
        confidence = min(confidence, CONTRADICTED)
    name = best if confidence >= NAMED_FROM else None
    order = sorted(named, key=lambda design: -named[design])
    guesses = tuple(Guess(design, named[design]) for design in order if design != name and named[design] > 0.005)
    return replace(card, id=name, confidence=confidence, alternatives=guesses)


def _marked(card: Detection, prior: Prior, overdone: Collection[str], backs: Collection[str]) -> Detection:
    """A card that is clearly seen and clearly not expected is a surprise."""
    if not _is_sure(card) or card.id is None or card.id in backs:
        return card
    place = _place(card)
    unexpected = place is not None and place in prior.expected and card.id not in prior.expected[place]
    if unexpected or card.id in overdone or prior.weight(place, card.id) == IMPOSSIBLE:
        return replace(card, surprise=True)
    return card
