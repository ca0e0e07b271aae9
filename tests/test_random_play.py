"""Random play: whole games by players without taste, and whatever else a table may try, for every number of players."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from card_db.packet_row.cards import AREAS, Building, Card, Contract, Money, parse_card
from companion.core.game import IllegalAction, Seat, Setup, apply, legal_actions, refused_actions
from companion.core.journal import Journal
from companion.core.replay import replay_events
from companion.games.packet_row.actions import (
    Action,
    Cash,
    Choose,
    CorrectArea,
    CorrectPlayer,
    Deal,
    Decline,
    FinalCards,
    Fulfil,
    Pass,
    Refill,
    Reveal,
    Take,
)
from companion.games.packet_row.game import GAME
from companion.games.packet_row.rules import RULES
from companion.games.packet_row.state import State
from companion.games.packet_row.views import view_state
from companion.words import DOMAIN, LOCALE_DIR, English, Words, load_words
from tests.tables import CURRENT, FULL, FUTURE, STRICT, Dealer, due_refills, new_setup, shuffled

SHORT_BOARDS_END = {2: 1, 3: 1, 4: 2, 5: 3}
NO_GAME_IS_LONGER = 3000
GERMAN_CATALOGUE = LOCALE_DIR / "de" / "LC_MESSAGES" / f"{DOMAIN}.mo"
LANGUAGES: list[Words] = [English, load_words("de")] if GERMAN_CATALOGUE.exists() else [English]

every_table = pytest.mark.parametrize(
    ("players", "house_rules"),
    [
        pytest.param(players, rules, id=f"{players}{'-strict' if rules else ''}")
        for players in (2, 3, 4, 5)
        for rules in ((), STRICT)
    ],
)
seeds = given(seed=st.integers(0, 2**32))


def random_game(players: int, house_rules: tuple[str, ...], seed: int) -> tuple[Setup, Dealer, Random]:
    random = Random(seed)
    setup = new_setup(players, house_rules, random.randrange(players))
    return setup, shuffled(players, random), random


def possible(state: State, dealer: Dealer) -> tuple[Action, ...]:
    """Everything legal now: what the game lists, and what comes from decks."""
    if state.phase == "setup":
        return tuple(dealer.reveal(state, name) for name, area in state.areas.items() if area.drawn is None)
    deals = [deal for deal in dealer.deals(len(state.players)) if not state.players[deal.seat].dealt]
    return (*legal_actions(GAME, state), *due_refills(state, dealer), *deals[:1])


def steps(setup: Setup, dealer: Dealer, random: Random) -> Iterator[tuple[State, Action, State]]:
    """One game from the first board to the end, every action chosen with equal chance."""
    state = GAME.new_game(setup)
    for _ in range(NO_GAME_IS_LONGER):
        if state.over:
            return
        action = random.choice(possible(state, dealer))
        before, state = state, apply(GAME, state, action)
        yield before, action, state
    pytest.fail("the game does not end")


# --- whole games ------------------------------------------------------------------------------------------------


@every_table
@settings(derandomize=True, deadline=None, max_examples=6)
@seeds
def test_every_game_ends_and_no_card_or_dollar_is_made_or_lost(
    players: int, house_rules: tuple[str, ...], seed: int
) -> None:
    setup, dealer, random = random_game(players, house_rules, seed)
    ledger = Ledger(dealer)
    state = GAME.new_game(setup)
    for before, action, state in steps(setup, dealer, random):
        ledger.note(before, action)
        ledger.check(state)
        check_hands_and_money(before, action, state)
        short = sum(area.short for area in state.areas.values())
        assert state.over == (short >= SHORT_BOARDS_END[len(setup.players)] and state.phase != "refill")
    assert state.over


@every_table
@settings(derandomize=True, deadline=None, max_examples=4)
@seeds
def test_legal_actions_apply_and_all_others_are_refused_with_a_rule(
    players: int, house_rules: tuple[str, ...], seed: int
) -> None:
    setup, dealer, random = random_game(players, house_rules, seed)
    for state, _, _ in steps(setup, dealer, random):
        legal = possible(state, dealer)
        assert legal, "nobody can do anything"
        for action in legal:
            apply(GAME, state, action)
        for action, refusal in refused_actions(GAME, state):
            assert refusal.rule in RULES
            assert all(refusal.reason.say(words).strip() for words in LANGUAGES)
            with pytest.raises(IllegalAction) as caught:
                apply(GAME, state, action)
            assert caught.value.refusal == refusal
        for action in (*legal, *GAME.options(state)):
            event = json.loads(json.dumps(GAME.encode(setup, action)))
            assert GAME.decode(setup, event) == action
            assert all(GAME.describe(state, action).say(words).strip() for words in LANGUAGES)


@every_table
@settings(derandomize=True, deadline=None, max_examples=4)
@seeds
def test_replay_of_the_written_game_equals_play_step_by_step(
    players: int, house_rules: tuple[str, ...], seed: int
) -> None:
    setup, dealer, random = random_game(players, house_rules, seed)
    journal = Journal()
    state = GAME.new_game(setup)
    for before, action, after in steps(setup, dealer, random):
        state = after
        longer = journal.record(GAME.encode(setup, action))
        assert longer.undo().events == journal.events
        assert longer.undo().redo() == longer
        journal = longer
        view = view_state(before, English)
        assert json.loads(json.dumps(view)) == view
    written = json.loads(json.dumps({**GAME.write_setup(setup), "events": journal.events}))
    replayed = replay_events(GAME, written, written["events"])
    assert (replayed.state, replayed.played, replayed.refusal) == (state, len(journal.events), None)
    assert replayed.overridden == ()
    view = view_state(state, English)
    assert json.loads(json.dumps(view)) == view
    assert view["score"] is not None


# --- what nobody would list ---------------------------------------------------------------------------------------

SOME_CARDS = [parse_card(text) for supply in (CURRENT, FUTURE) for cards in supply.values() for text in cards]


def anything(state: State, random: Random) -> Action:
    """Any action at all, by anybody, at any time, with any cards."""
    seat = Seat(random.randrange(len(state.players)))
    area = random.choice(AREAS)
    board = state.areas[area]

    def some(most: int) -> tuple[Card, ...]:
        return tuple(random.choices(SOME_CARDS, k=random.randrange(most + 1)))

    card = random.choice([*SOME_CARDS, *board.current, *board.future, *state.players[seat].cards])
    actions: list[Action] = [
        Reveal(area, some(3), some(5)),
        Deal(seat, random.choice([card, Contract("fur", 3, "spain", 25, start=True)])),
        Choose(area),
        Take(seat, card, random.random() < 0.5),
        Decline(seat),
        Pass(seat),
        Refill(area, some(5), some(3)),
        Fulfil(seat, None, some(3)),
        Cash(seat, card),
        FinalCards(seat, some(6)),
        CorrectPlayer(seat, random.randrange(99), some(6)),
        CorrectArea(area, {"current-1": card, "future-2": None}, random.randrange(30), None),
    ]
    return random.choice(actions)


@every_table
@settings(derandomize=True, deadline=None, max_examples=8)
@seeds
def test_whatever_the_table_tries_or_agrees_to_leaves_a_table_that_can_be_shown(
    players: int, house_rules: tuple[str, ...], seed: int
) -> None:
    setup, dealer, random = random_game(players, house_rules, seed)
    state = GAME.new_game(setup) if random.random() < 0.1 else dealer.lay_out(setup)
    for _ in range(120):
        ours = [] if state.phase == "setup" else list(legal_actions(GAME, state))
        action = random.choice(ours) if ours and random.random() < 0.4 else anything(state, random)
        event = json.loads(json.dumps(GAME.encode(setup, action)))
        assert GAME.decode(setup, event) == action
        refusal = GAME.check(state, action)
        if refusal is not None:
            assert refusal.rule in RULES
            assert all(refusal.reason.say(words).strip() for words in LANGUAGES)
        if refusal is None or not refusal.firm:
            state = GAME.advance(state, action)
            view = view_state(state, English)
            assert json.loads(json.dumps(view)) == view
            assert all(player.money >= 0 for player in state.players)
            assert all(area.deck >= 0 and area.discard >= 0 for area in state.areas.values())


@every_table
@settings(derandomize=True, deadline=None, max_examples=4)
@seeds
def test_a_refused_action_that_is_not_listed_is_refused_by_apply_too(
    players: int, house_rules: tuple[str, ...], seed: int
) -> None:
    setup, dealer, random = random_game(players, house_rules, seed)
    for state, _, _ in steps(setup, dealer, random):
        action = anything(state, random)
        refusal = GAME.check(state, action)
        if refusal is None:
            apply(GAME, state, action)
        else:
            with pytest.raises(IllegalAction) as caught:
                apply(GAME, state, action)
            assert caught.value.refusal.rule == refusal.rule


# --- book-keeping of its own --------------------------------------------------------------------------------------


class Ledger:
    """Where every card must be, from what was drawn and taken alone."""

    def __init__(self, dealer: Dealer) -> None:
        self.sizes = {area: len(dealer.piles[area]) for area in AREAS}
        self.drawn: dict[str, Counter[Card]] = {area: Counter() for area in AREAS}
        self.built: dict[str, Counter[Card]] = {area: Counter() for area in AREAS}  # buildings taken, by board
        self.dealt: Counter[Card] = Counter()
        self.discarded: dict[str, Counter[Card]] = {area: Counter() for area in AREAS}

    def note(self, before: State, action: Action) -> None:
        match action:
            case Reveal() | Refill():
                self.drawn[action.area].update(action.current + action.future)
            case Deal():
                self.dealt[action.card] += 1
            case Take(card=Building()) if before.area is not None:
                self.built[before.area][action.card] += 1

    def check(self, state: State) -> None:
        hands = Counter(card for player in state.players for card in player.cards)
        for name, area in state.areas.items():
            assert area.deck == self.sizes[name] - self.drawn[name].total()
            discarded = self.drawn[name].copy()
            discarded.subtract(area.current + area.future)
            discarded.subtract(self.built[name])
            discarded.subtract({card: count for card, count in hands.items() if card.deck == name})
            assert min(discarded.values(), default=0) >= 0, "a card is in two places"
            assert discarded.total() == area.discard
            assert self.discarded[name] <= discarded, "a discarded card came back"
            self.discarded[name] = discarded
            if state.phase == "choose" and not area.chosen:
                assert len(area.current) <= FULL[len(state.players)]
        assert sum(self.built.values(), Counter()) == Counter(
            {card: count for card, count in hands.items() if isinstance(card, Building)}
        )
        assert Counter({card: count for card, count in hands.items() if card.deck == "start"}) <= self.dealt


def check_hands_and_money(before: State, action: Action, after: State) -> None:
    """Money and hands change only as the action says, and only of the player who acts."""
    seat = getattr(action, "seat", None)
    for index, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        if index != seat:
            assert (new.money, new.cards) == (old.money, old.cards)
    if seat is None:
        return
    old, new = before.players[seat], after.players[seat]
    gained = Counter(new.cards) - Counter(old.cards)
    lost = Counter(old.cards) - Counter(new.cards)
    earned = new.money - old.money
    match action:
        case Take(card=card, future=future):
            spent = Counter({parse_card("assistant"): 1} if future else {})
            assert Counter(new.cards) == Counter(old.cards) + Counter([card]) - spent
            assert earned == -card.price
            assert new.pawn is not None or after.phase != before.phase
        case Cash(card=Money(amount)):
            assert (gained, lost, earned) == (Counter(), Counter([action.card]), amount)
        case Fulfil(contracts=contracts):
            assert not gained
            assert Counter(contracts) == Counter({c: n for c, n in lost.items() if isinstance(c, Contract)})
            assert earned == sum(contract.reward for contract in contracts if isinstance(contract, Contract))
            assert not any(isinstance(card, Building | Money) for card in lost)
        case Deal(card=card):
            assert (gained, lost, earned) == (Counter([card]), Counter(), 0)
        case _:
            assert (gained, lost, earned) == (Counter(), Counter(), 0)
