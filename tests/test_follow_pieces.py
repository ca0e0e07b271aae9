"""What a card on the table is: from all looks at it, and from the others."""

from __future__ import annotations

import pytest

from card_db.packet_row.cards import Card, parse_card
from companion.core.game import Seat, Setup
from companion.games.packet_row.actions import Action, Refill, Reveal, Take
from companion.games.packet_row.follow.camera import sights_of
from companion.games.packet_row.follow.facts import PutBack, Refilled, boards_of, note_lifted
from companion.games.packet_row.follow.find import find_facts
from companion.games.packet_row.follow.follower import Follower, Told
from companion.games.packet_row.follow.habits import Habits
from companion.games.packet_row.follow.history import Recorded
from companion.games.packet_row.follow.mistakes import Mistake
from companion.games.packet_row.follow.pieces import Piece, box_of, decide, known_piece, seen_twice
from companion.games.packet_row.follow.questions import Question, question_about
from companion.games.packet_row.follow.sights import Place, Sight, with_pawn_in_play
from companion.games.packet_row.game import GAME
from scanner.reading import Detection, Guess, SlotReading, TableReading

PLACE = ("bank", "future-1")
LATER = ("bank", "current-1")
LIBRARY, SCHOOL = parse_card("vp:library_hall:10:2"), parse_card("vp:school:8:1")


def piece(area: str, *looks: tuple[Place, Sight]) -> Piece:
    made = Piece(area)
    for place, sight in looks:
        made.look(place, sight)
    return made


def unsure(*options: tuple[str, float]) -> Sight:
    cards = tuple(parse_card(text) for text, _ in options)
    return Sight("card", cards[0], False, cards, None, tuple(chance for _, chance in options))


def test_a_card_that_a_pawn_has_hidden_from_the_first_moment_is_asked_about_where_it_lay() -> None:
    hidden = Piece("bank", came=LATER)
    assert question_about([hidden], []).places == (LATER,)


def test_a_sure_look_decides_and_a_doubtful_one_does_not() -> None:
    sure = piece("bank", (PLACE, Sight("card", parse_card("money:4"), True)))
    doubtful = piece("bank", (PLACE, unsure(("money:4", 0.6), ("money:5", 0.35))))
    decide([sure, doubtful])
    assert (str(sure.card), sure.sure) == ("money:4", True)
    assert (str(doubtful.card), doubtful.sure) == ("money:4", False)
    assert [str(card) for card, _ in doubtful.chances] == ["money:4", "money:5"]


def test_doubtful_looks_in_two_places_add_up() -> None:
    both = piece("bank", (PLACE, unsure(("money:4", 0.6), ("money:5", 0.35))))
    decide([both])
    assert not both.sure
    both.look(LATER, unsure(("money:4", 0.85), ("money:6", 0.1)))
    decide([both])
    assert (str(both.card), both.sure) == ("money:4", True)


def test_a_look_in_the_same_place_counts_less_than_one_elsewhere() -> None:
    looks = unsure(("money:4", 0.7), ("money:5", 0.25)), unsure(("money:4", 0.65), ("money:5", 0.3))
    here, there = (
        piece("bank", (PLACE, looks[0]), (PLACE, looks[1])),
        piece("bank", (PLACE, looks[0]), (LATER, looks[1])),
    )
    decide([here, there])
    assert here.chances[0][1] < there.chances[0][1]


@pytest.mark.parametrize("known", [0, 4, 5])
def test_a_kind_of_which_all_are_accounted_for_is_not_seen_again(known: int) -> None:
    nugget, place = parse_card("nugget:2:7"), ("docks", "future-2")
    seen = piece("docks", (place, unsure(("nugget:2:7", 0.55), ("captain", 0.42))))
    out = {nugget: known // 2}
    decide([seen], [known_piece("docks", nugget) for _ in range(known - known // 2)], out)
    assert str(seen.card) == ("captain" if known == 5 else "nugget:2:7")
    assert seen.sure == (known == 5)


def test_a_doubtful_card_of_another_deck_is_not_guessed() -> None:
    stranger = piece("bank", (PLACE, unsure(("goods:fur:2:6", 0.8), ("goods:fur:1:2", 0.15))))
    decide([stranger])
    assert (stranger.card, stranger.sure) == (None, False)
    stranger.look(LATER, Sight("card", parse_card("goods:fur:2:6"), True))
    decide([stranger])
    assert str(stranger.card) == "goods:fur:2:6"


def reading(name: str | None, confidence: float, *guesses: tuple[str, float]) -> TableReading:
    quad = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    card = Detection(name, quad, confidence, tuple(Guess(*guess) for guess in guesses), *PLACE)
    return TableReading((10, 10), (card,), (), (SlotReading(*PLACE, "card", name, None, confidence),))


def test_odds_of_a_card_that_is_none_of_the_designs_are_no_chances() -> None:
    unknown = sights_of(reading(None, 0.0, ("money:2", 1.0)))[PLACE]
    assert not unknown.named
    torn = sights_of(reading(None, 0.3, ("money:2", 0.4), ("money:4", 0.35)))[PLACE]
    assert [str(card) for card in torn.named] == ["money:2", "money:4"]
    assert torn.chances == pytest.approx((0.4, 0.35))


@pytest.mark.parametrize(("confidence", "seen"), [(0.3, True), (0.04, False)])
def test_a_pawn_that_is_hardly_one_is_a_sleeve_that_hides_the_space(confidence: float, seen: bool) -> None:
    slots = (SlotReading(*PLACE, "pawn", None, "green", confidence),)
    assert (PLACE in sights_of(TableReading((10, 10), (), (), slots))) == seen


def test_two_sure_looks_that_contradict_each_other_are_a_doubt() -> None:
    torn = piece("bank", (PLACE, Sight("card", parse_card("money:4"), True)))
    torn.look(LATER, Sight("card", parse_card("money:5"), True))
    decide([torn])
    assert not torn.sure


def test_a_sure_look_that_contradicts_the_one_before_in_the_same_place_is_a_doubt() -> None:
    """Only what tells the same again is hardly worth anything."""
    changed = piece("bank", (PLACE, Sight("card", LIBRARY, True)), (PLACE, Sight("card", SCHOOL, True)))
    decide([changed])
    assert not changed.sure


def test_a_card_gone_is_in_doubt_when_another_like_it_comes_though_there_is_only_one() -> None:
    gone, lies = (piece("bank", (PLACE, Sight("card", LIBRARY, True))) for _ in range(2))
    decide([gone, lies])
    assert seen_twice([gone], [lies]) == []
    assert seen_twice([gone, lies], [lies]) == [gone]
    gone.tell(LIBRARY)
    assert seen_twice([gone, lies], [lies]) == []


def test_a_building_that_lies_elsewhere_is_not_this_one() -> None:
    known = piece("guildhall", (("guildhall", "future-1"), Sight("card", LIBRARY, True)))
    options = unsure((str(LIBRARY), 0.55), (str(SCHOOL), 0.42))
    other = piece("guildhall", (("guildhall", "future-2"), options))
    decide([other, known])
    assert (other.card, other.sure) == (SCHOOL, True)
    alone = piece("guildhall", (("guildhall", "future-2"), options))
    decide([alone])
    assert (alone.card, alone.sure) == (LIBRARY, False)


def test_cards_of_other_decks_are_not_considered() -> None:
    found = piece("bank", (PLACE, unsure(("trader", 0.5), ("banker", 0.47))))
    decide([found])
    assert (str(found.card), found.sure) == ("banker", True)


@pytest.mark.parametrize("sight", [Sight("empty"), Sight("pawn", pawn="red")])
def test_an_empty_space_says_nothing_about_a_card(sight: Sight) -> None:
    assert not Piece("bank").look(PLACE, sight)


# --- a small game ---------------------------------------------------------------------------------------------------

COLOURS = {Seat(0): "red", Seat(1): "blue"}
BOARDS = {
    "guildhall": ("assistant", "vp:school:8:1", "vp:library_hall:10:2", "contract:cotton:3:netherlands:25"),
    "docks": ("captain", "ship:spain", "ship:france", "nugget:1:4"),
    "market": ("goods:fur:2:6", "goods:tobacco:1:2", "trader", "goods:grain:1:2"),
    "bank": ("money:4", "money:5", "money:4", "money:6"),
}
SPACES = ("current-1", "current-2", "future-1", "future-2")


def card(text: str) -> Card:
    return parse_card(text)


def laid() -> dict[Place, Sight]:
    """Four boards for two players."""
    seen: dict[Place, Sight] = {}
    for name, cards in BOARDS.items():
        for space in ("current-3", "current-4"):
            seen[name, space] = Sight("empty")
        for space, text in zip(SPACES, cards, strict=True):
            seen[name, space] = Sight("card", card(text), True)
    return seen


def started() -> Follower:
    follower = Follower(GAME.new_game(Setup(GAME.id, ("Anna", "Ben"), Seat(0))), COLOURS)
    follower.see(laid(), 1.0)
    assert len(follower.events) == 4
    return follower


def actions(follower: Follower) -> list[Action]:
    return [event.action for event in follower.events]


def test_moving_a_card_up_is_not_putting_the_taken_one_back() -> None:
    """The future card is like the one that was taken, and lies down where the pawn stood."""
    follower = started()
    seen = laid()
    seen["bank", "current-1"] = Sight("pawn", pawn="blue")
    follower.see(seen, 2.0)
    assert isinstance(actions(follower)[-1], Take)
    seen["bank", "current-1"] = Sight("empty")
    follower.see(seen, 5.0)
    seen["bank", "current-2"], seen["bank", "future-1"] = Sight("empty"), Sight("empty")
    seen["bank", "current-1"] = Sight("card", card("money:4"), True)
    follower.see(seen, 6.0)
    assert isinstance(actions(follower)[-1], Take)
    seen["bank", "current-2"] = Sight("card", card("money:6"), True)
    seen["bank", "future-1"] = Sight("card", card("money:8"), True)
    seen["bank", "future-2"] = Sight("card", card("banker"), True)
    follower.see(seen, 8.0)
    follower.wait(11.0)
    assert actions(follower)[-1] == Refill("bank", (), (card("money:8"), card("banker")))


def test_a_card_that_nobody_can_read_does_not_stop_the_game_and_is_put_right_later() -> None:
    follower = started()
    seen = laid()
    seen["market", "current-1"] = Sight("pawn", pawn="blue")
    follower.see(seen, 2.0)
    seen["market", "current-1"] = Sight("card", card("trader"), True)
    seen["market", "current-2"] = Sight("card", card("goods:grain:1:2"), True)
    seen["market", "future-1"] = Sight("card")
    seen["market", "future-2"] = Sight("card", card("goods:fur:3:10"), True)
    told = follower.see(seen, 4.0) + follower.wait(6.5)
    (question,) = [item for item in told if isinstance(item, Question)]
    assert question.places == (("market", "future-1"),)
    assert question.answers == ()
    told = follower.wait(11.0)
    assert [item for item in told if isinstance(item, Recorded)]
    told = follower.answer(question, [card("goods:cotton:3:10")])
    (recorded,) = [item for item in told if isinstance(item, Recorded)]
    refill = recorded.events[0].action
    assert isinstance(refill, Refill)
    assert refill.future == (card("goods:cotton:3:10"), card("goods:fur:3:10"))


def test_a_card_that_is_read_better_later_changes_the_record() -> None:
    seen = laid()
    seen["bank", "future-1"] = unsure(("money:5", 0.6), ("money:4", 0.37))
    follower = Follower(GAME.new_game(Setup(GAME.id, ("Anna", "Ben"), Seat(0))), COLOURS)
    follower.see(seen, 1.0)
    follower.wait(8.0)  # nobody answers
    (reveal,) = [action for action in actions(follower) if isinstance(action, Reveal) and action.area == "bank"]
    assert reveal.future == (card("money:5"), card("money:6"))
    told = follower.see(laid(), 9.0)
    assert [item for item in told if isinstance(item, Recorded)]
    (reveal,) = [action for action in actions(follower) if isinstance(action, Reveal) and action.area == "bank"]
    assert reveal.future == (card("money:4"), card("money:6"))


def test_a_board_is_refilled_though_one_of_its_cards_was_misread() -> None:
    state = started().state
    seen = laid()
    for space, text in zip(SPACES, ("ship:sweden", "nugget:1:4", "vp:lighthouse:8:1", "captain"), strict=True):
        seen["docks", space] = Sight("card", card(text), True)  # the first was the ship to France
    facts = list(find_facts(state, boards_of(state), seen, frozenset(), COLOURS, lambda place: Piece(place[0])))
    (fact,) = facts
    assert isinstance(fact, Refilled)
    assert fact.area == "docks"


def test_a_hidden_space_delays_a_refill() -> None:
    state = started().state
    seen = laid()
    for space, text in zip(SPACES, ("ship:france", "nugget:1:4", "vp:lighthouse:8:1", "captain"), strict=True):
        seen["docks", space] = Sight("card", card(text), True)
    stale = frozenset({("docks", "future-2")})
    assert not list(find_facts(state, boards_of(state), seen, stale, COLOURS, lambda place: Piece(place[0])))


def test_a_card_laid_back_is_put_back_only_on_a_board_that_is_otherwise_as_it_was() -> None:
    follower = started()
    seen = laid()
    seen["docks", "current-1"] = Sight("pawn", pawn="blue")
    follower.see(seen, 2.0)
    boards, state = boards_of(follower.state), follower.state
    back = laid()

    def facts(seen: dict[Place, Sight]) -> list[object]:
        return list(find_facts(state, boards, seen, frozenset(), COLOURS, lambda place: Piece(place[0])))

    assert [type(fact) for fact in facts(back)] == [PutBack]
    back["docks", "future-2"] = Sight("empty")
    assert facts(back) == []


def test_what_is_seen_late_is_put_where_it_belongs() -> None:
    """A hand hides Ben's pawn until after Anna's: he was asked before her."""
    follower = started()
    seen = laid()
    seen["bank", "current-2"] = Sight("pawn", pawn="red")
    follower.see({place: sight for place, sight in seen.items() if place != ("bank", "current-1")}, 2.0)
    seen["bank", "current-1"] = Sight("pawn", pawn="blue")
    follower.see(seen, 3.0)
    follower.wait(9.0)
    takes = [action for action in actions(follower) if isinstance(action, Take)]
    assert [(take.seat, str(take.card)) for take in takes] == [(1, "money:4"), (0, "money:5")]


def refill_bank(seen: dict[Place, Sight], *texts: str) -> dict[Place, Sight]:
    return {
        **seen,
        **{("bank", space): Sight("card", card(text), True) for space, text in zip(SPACES, texts, strict=True)},
    }


def test_a_recorded_card_that_later_looks_like_another_is_asked_about() -> None:
    """It was surely one thing in the future supply, and is surely another in the current one."""
    follower = started()
    seen = laid()
    seen["bank", "current-1"] = Sight("pawn", pawn="blue")
    follower.see(seen, 2.0)
    seen = refill_bank(laid(), "money:4", "money:8", "banker", "money:2")  # the second was a 6
    told = follower.see(seen, 4.0) + follower.wait(7.0)
    (question,) = [item for item in told if isinstance(item, Question)]
    assert question.places == (("bank", "current-2"),)
    assert {str(*cards) for cards in question.answers} == {"money:6", "money:8"}
    assert [len(course) for course in question.courses] == [1, 1]
    follower.answer(question, [card("money:8")])
    (reveal,) = [action for action in actions(follower) if isinstance(action, Reveal) and action.area == "bank"]
    assert reveal.future == (card("money:4"), card("money:8"))


@pytest.mark.parametrize("cleared", [False, True])
def test_a_board_that_looks_the_same_was_refilled_if_it_was_cleared_in_between(cleared: bool) -> None:
    follower = Follower(GAME.new_game(Setup(GAME.id, ("Anna", "Ben"), Seat(0))), COLOURS)
    seen = refill_bank(laid(), "money:4", "money:6", "money:4", "money:6")
    follower.see(seen, 1.0)
    state, boards = follower.state, boards_of(follower.state)
    if cleared:
        boards = note_lifted(boards, {("bank", space): Sight("empty") for space in SPACES})
    facts = list(find_facts(state, boards, seen, frozenset(), COLOURS, lambda place: Piece(place[0])))
    assert [type(fact) for fact in facts] == ([Refilled] if cleared else [])


def test_one_refill_alone_does_not_tell_of_a_round_in_which_all_declined_everywhere() -> None:
    """By the rules it can be; but then all boards are refilled. As long as one is, somebody made a mistake."""
    follower = started()
    seen = refill_bank(laid(), "money:4", "money:6", "money:8", "banker")
    told = follower.see(seen, 2.0) + follower.wait(7.0)
    assert [item.kind for item in told if isinstance(item, Mistake)] == ["refilled_unchosen_board"]
    assert not [item for item in told if isinstance(item, Recorded)]
    for space, text in zip(SPACES, ("ship:france", "nugget:1:4", "vp:lighthouse:8:1", "captain"), strict=True):
        seen["docks", space] = Sight("card", card(text), True)
    told = follower.see(seen, 8.0) + follower.wait(9.0)
    refills = [action for action in actions(follower) if isinstance(action, Refill)]
    assert [refill.area for refill in refills] == ["bank", "docks"]


def test_what_looks_most_like_cards_of_other_decks_is_the_one_of_this_deck() -> None:
    """Read in the bank: of the cards that are not named, too, most are of other decks."""
    likely = (("banker", 0.42), ("assistant", 0.32), ("contract:cotton:2:france:15", 0.06), ("captain", 0.05))
    one = piece("bank", (PLACE, unsure(*likely)))
    other = piece("bank", (PLACE, unsure(("banker", 0.42), ("money:4", 0.32))))
    decide([one, other])
    assert (one.card, one.sure) == (card("banker"), True)
    assert not other.sure


@pytest.mark.parametrize(("chance", "sure"), [(0.85, True), (0.7, False)])
def test_a_card_is_not_asked_about_when_it_is_the_only_answer(chance: float, sure: bool) -> None:
    alone = piece("bank", (PLACE, unsure(("money:4", chance))))
    among = piece("bank", (PLACE, unsure(("money:4", chance), ("money:5", 0.99 - chance))))
    decide([alone, among])
    assert (alone.sure, among.sure) == (sure, False)


def test_a_card_that_looks_otherwise_while_its_board_is_half_seen_is_not_a_misread_one() -> None:
    """A phone sees a refilled board space by space: its cards were not misread one after the other."""
    follower = started()
    seen = refill_bank(laid(), "money:4", "money:6", "money:8", "banker")
    told = list[Told]()
    for number in range(1, len(SPACES) + 1):
        hidden = {("bank", space) for space in SPACES[number:]}
        shown = {place: sight for place, sight in seen.items() if place not in hidden}
        told += follower.see(shown, 2.0 + number / 10)
    assert not [item for item in told if isinstance(item, Question)]
    (reveal,) = [action for action in actions(follower) if isinstance(action, Reveal) and action.area == "bank"]
    assert (reveal.current, reveal.future) == ((card("money:4"), card("money:5")), (card("money:4"), card("money:6")))


@pytest.mark.parametrize(("refills", "idle", "named"), [(20, 0, False), (50, 0, True), (50, 1, False)])
def test_a_refill_of_which_nobody_was_asked_is_named_where_that_has_never_happened(
    refills: int, idle: int, named: bool
) -> None:
    """By the rules all may have declined: after a few rounds without it, it is no mistake yet."""
    follower = started()
    told = Habits(refills, idle).surprises([Refilled("bank", (), (), ())], boards_of(follower.state))
    assert [(item.kind, item.area) for item in told] == ([("refilled_unchosen_board", "bank")] if named else [])


def test_nothing_is_said_about_refills_as_long_as_a_board_was_never_seen() -> None:
    follower = Follower(GAME.new_game(Setup(GAME.id, ("Anna", "Ben"), Seat(0))), COLOURS)
    seen = {place: sight for place, sight in laid().items() if place[0] != "docks"}
    follower.see(seen, 1.0)
    told = follower.see(refill_bank(seen, "money:4", "money:6", "money:8", "banker"), 2.0) + follower.finish()
    assert not [item for item in told if isinstance(item, Mistake)]


def test_a_pawn_is_called_as_one_of_those_in_play_if_it_may_be_that() -> None:
    follower = started()
    seen = laid()
    seen["bank", "current-1"] = Sight("pawn", pawn="purple", pawns=("purple", "blue", "red"))
    follower.see(seen, 2.0)
    last = actions(follower)[-1]
    assert isinstance(last, Take)
    assert last.seat == 1
    stranger = Sight("pawn", pawn="green", pawns=("green", "yellow"))
    assert with_pawn_in_play(stranger, ("red", "blue")).pawn == "green"


@pytest.mark.parametrize(("buildings", "is_wrong"), [(36, True), (12, False)])
def test_a_building_may_lie_on_two_boards_where_the_deck_has_too_few_of_them(buildings: int, is_wrong: bool) -> None:
    follower = Follower(GAME.new_game(Setup(GAME.id, ("Anna", "Ben"), Seat(0))), COLOURS)
    follower.box = box_of([f"vp:house{number}:8:1" for number in range(buildings)] + ["trader", "banker"])
    seen = laid()
    seen["market", "future-1"] = Sight("card", card("vp:university:18:4"), True)
    follower.see(seen, 1.0)
    seen["bank", "current-1"] = Sight("pawn", pawn="blue")
    follower.see(seen, 2.0)
    seen["bank", "current-1"] = Sight("card", card("money:4"), True)
    seen["bank", "current-2"] = Sight("card", card("money:6"), True)
    seen["bank", "future-1"] = Sight("card", card("vp:university:18:4"), True)
    seen["bank", "future-2"] = Sight("card", card("banker"), True)
    told = follower.see(seen, 4.0) + follower.wait(4.6) + follower.wait(9.0)
    assert any(isinstance(item, Mistake) and item.kind == "impossible_card" for item in told) == is_wrong
    assert isinstance(actions(follower)[-1], Refill) != is_wrong


def test_a_shake_of_the_camera_does_not_begin_the_waiting_anew() -> None:
    follower = started()
    seen = laid()
    seen["docks", "current-3"] = Sight("card", card("ship:sweden"), True)  # one too many
    told = follower.see(seen, 2.0)
    half = {place: sight for place, sight in seen.items() if place[0] != "docks" or place[1] in ("current-1", "draw")}
    for number in range(1, 50):
        at = 2.0 + number / 10
        told += follower.see(half if number in (30, 31, 32) else seen, at)
    assert any(isinstance(item, Mistake) and item.kind == "wrong_setup" for item in told)


def test_hands_over_a_board_begin_the_waiting_anew() -> None:
    follower = started()
    seen = laid()
    seen["docks", "current-3"] = Sight("card", card("ship:sweden"), True)
    told = follower.see(seen, 2.0)
    half = {place: sight for place, sight in seen.items() if place[0] != "docks" or place[1] in ("current-1", "draw")}
    for number in range(1, 50):
        at = 2.0 + number / 10
        told += follower.see(half if 20 <= number < 32 else seen, at)
    assert not any(isinstance(item, Mistake) for item in told)
