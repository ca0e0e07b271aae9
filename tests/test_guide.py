"""What people at the table are told: set-up, whose decision, refill; and what is kept of half an entry."""

from pathlib import Path

import pytest

from card_db.packet_row.cards import parse_card
from companion.core.game import Seat
from companion.drafts import FILE, Drafts
from companion.games.packet_row.actions import Choose, Decline, Take
from companion.games.packet_row.card_forms import DECK_FORMS, FORM_NAMES, FORMS, card_from
from companion.games.packet_row.game import GAME
from companion.games.packet_row.guide import (
    after_refill,
    board_status,
    boards_due,
    call,
    cards_on,
    public_words,
    read_entries,
    refill_headline,
    refill_spaces,
    refill_steps,
    reveal_spaces,
    setup_steps,
)
from companion.games.packet_row.outlook import BoardOutlook
from companion.games.packet_row.seating import Seating, read_seating, write_seating
from companion.games.packet_row.state import State
from companion.words import English, msg
from tests.play_table import COLOURS, robot_of, setup_of

USUAL = ("Player 1", "Player 2", "Player 3", "Player 4", "Player 5")


def state_where(players: int, phase: str, least_round: int = 1, *rules: str) -> State:
    robot = robot_of(setup_of(players, *rules))
    for _ in robot.play():
        if robot.state.phase == phase and robot.state.round >= least_round:
            return robot.state
    raise AssertionError(phase)


# --- set-up -----------------------------------------------------------------------------------------------------------


def test_only_two_players_put_cards_back_to_the_box() -> None:
    assert [step.rule for step in setup_steps(setup_of(2))] == ["S2", "S3", "S4", "S5", "S6", "S7", "S8"]
    assert [step.rule for step in setup_steps(setup_of(3))] == ["S2", "S4", "S5", "S6", "S7", "S8"]


@pytest.mark.parametrize(("players", "cards"), [(2, 2), (3, 2), (4, 3), (5, 4)])
def test_the_checklist_names_the_numbers_of_this_table(players: int, cards: int) -> None:
    current = next(step for step in setup_steps(setup_of(players)) if step.id == "current")
    assert current.text.say(English) == f"Then lay {cards} cards of each deck open on the lower spaces."
    assert len(current.pictures) == cards
    assert reveal_spaces(setup_of(players))[:2] == ("future-1", "future-2")
    assert len(reveal_spaces(setup_of(players))) == 2 + cards


def test_every_picture_of_the_checklist_is_a_card_or_a_back() -> None:
    for step in setup_steps(setup_of(2)):
        for picture in step.pictures:
            assert picture.startswith("back:") or parse_card(picture)


# --- whose decision ---------------------------------------------------------------------------------------------------


def test_the_call_names_who_decides_what() -> None:
    state = state_where(3, "choose")
    assert (call(state).headline.say(English), call(state).detail.say(English)) == ("Anna", "chooses an area")
    state = GAME.advance(state, Choose("market"))
    assert (call(state).headline.say(English), call(state).detail.say(English)) == (
        "Ben",
        "market: take a card or decline",
    )
    assert call(state).seat == 1


def test_the_call_tells_the_harbour_master_of_the_special_rule() -> None:
    state = state_where(2, "choose")
    state = GAME.advance(state, Choose("bank"))
    state = GAME.advance(state, Take(Seat(1), state.areas["bank"].current[0]))
    assert call(state).detail.say(English) == "takes a card, chooses another area or passes"
    state = GAME.advance(state, Choose("docks"))
    assert call(state).detail.say(English) == "must take a card here: docks"


def test_without_a_player_the_call_is_for_all() -> None:
    assert call(state_where(2, "setup")).headline.say(English) == "Set-up"
    assert call(state_where(2, "refill")).headline.say(English) == "Round 1 is over"
    assert call(state_where(2, "final")).headline.say(English) == "The game is over"
    assert call(state_where(2, "final")).seat is None


def test_what_is_hidden_stays_out_of_the_steps_that_all_read() -> None:
    secret = msg("secret")
    deal = {"do": "deal", "player": "Anna", "card": "start:fur:3:spain:25"}
    assert public_words(deal, secret).say(English) == "Anna gets a starting contract"
    hand = {"do": "correct", "player": "Ben", "cards": ["banker"]}
    assert public_words(hand, secret).say(English) == "Corrected: cards of Ben"
    assert public_words({"do": "correct", "player": "Ben", "money": 3}, secret) is secret


def test_a_board_says_how_long_it_lasts() -> None:
    assert board_status(BoardOutlook("bank", 9, False, 1)).say(English) == "1 visit left"
    assert board_status(BoardOutlook("bank", 9, False, 4)).say(English) == "4 visits left"
    assert board_status(BoardOutlook("bank", 0, True, 0)).say(English) == "short"


# --- refill -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "headline", "spaces"),
    [
        (3, "move the 2 future cards, add none", ("future-1", "future-2")),
        (4, "move the 2 future cards, add 1", ("current-3", "future-1", "future-2")),
        (5, "move the 2 future cards, add 2", ("current-3", "current-4", "future-1", "future-2")),
    ],
)
def test_the_refill_says_what_goes_where(players: int, headline: str, spaces: tuple[str, ...]) -> None:
    state = state_where(players, "refill")
    area = boards_due(state)[0]
    assert refill_headline(state, area).say(English) == f"{area}: {headline}"
    assert refill_spaces(state, area) == spaces


def test_the_steps_of_a_refill_are_in_the_order_of_the_rules() -> None:
    state = state_where(4, "choose")
    state = GAME.advance(state, Choose("bank"))
    for seat in (1, 2, 3, 0):
        state = GAME.advance(state, Decline(Seat(seat)))
    state = GAME.advance(state, Choose("docks"))
    ship = next(card for card in state.areas["docks"].current)
    state = GAME.advance(state, Take(Seat(1), ship))
    state = state._replace(phase="refill", areas={n: a._replace(due=a.chosen) for n, a in state.areas.items()})
    docks = [step.text.say(English) for step in refill_steps(state, "docks")]
    assert docks == [
        "Ben takes the pawn back.",
        "Discard what is left below: 2 cards.",
        "Move 2 cards down.",
        "Add 1 card from the deck below.",
        "Lay 2 cards from the deck on top as future supply.",
    ]
    assert refill_steps(state, "docks")[0].seats == (1,)
    assert refill_steps(state, "docks")[1].cards == state.areas["docks"].current
    assert refill_steps(state, "bank")[0].text.say(English) == "Discard what is left below: 3 cards."


def test_an_empty_deck_is_said() -> None:
    state = state_where(3, "refill")
    name = boards_due(state)[0]
    state = state._replace(areas={**state.areas, name: state.areas[name]._replace(deck=0)})
    assert refill_steps(state, name)[-1].text.say(English) == "The deck is used up."
    assert refill_spaces(state, name) == ()


def test_after_the_refill_the_end_or_the_next_harbour_master_is_named() -> None:
    assert after_refill(state_where(3, "choose", 2)).say(English) == "Round 2: Ben is harbour master now."
    assert after_refill(state_where(3, "final")).say(English) == "1 board is short: the game is over."


# --- what is entered --------------------------------------------------------------------------------------------------


def test_entries_keep_only_cards_on_their_spaces() -> None:
    data = {"future-1": "banker", "current-1": "nonsense", "current-9": "banker", "future-2": 3, "current-2": "money:4"}
    entries = read_entries(data, ("future-1", "future-2", "current-1", "current-2"))
    assert entries == {"future-1": "banker", "current-2": "money:4"}
    assert [str(card) for card in cards_on(entries, "future")] == ["banker"]
    assert read_entries(None, ("future-1",)) == {}


def test_drafts_survive_and_damage_is_as_if_nothing_was_entered(tmp_path: Path) -> None:
    drafts = Drafts(tmp_path)
    assert drafts.get("a") == {}
    drafts.put("a", {"x": 1})
    drafts.put("b", {"y": "ü"})
    assert Drafts(tmp_path).get("a") == {"x": 1}
    drafts.drop("a")
    drafts.drop("never")
    assert Drafts(tmp_path).get("a") == {}
    assert Drafts(tmp_path).get("b") == {"y": "ü"}
    (tmp_path / FILE).write_text("{broken", encoding="utf-8")
    assert drafts.get("b") == {}
    drafts.put("b", {"y": 2})
    assert drafts.get("b") == {"y": 2}


def fresh() -> Seating:
    return read_seating({}, (*COLOURS, "red"))


def test_a_seating_survives_a_round_trip_and_nonsense() -> None:
    seating = fresh().sized(4).named(0, "Anna").coloured(1, "red").ruled("strict-refill", True)
    assert read_seating(write_seating(seating), (*COLOURS, "red")) == seating
    wild = read_seating(
        {"count": 9, "names": [1, "Ben"], "colours": ["mauve", "red", "red"], "first": -1, "house_rules": ["x"]},
        (*COLOURS, "red"),
    )
    assert (wild.count, wild.names[0], wild.first, wild.house_rules) == (3, "Ben", 0, frozenset())
    assert wild.colours == ("red", "orange", "blue", "green", "pink")


def test_a_pawn_that_is_taken_changes_hands() -> None:
    seating = fresh().coloured(0, "blue")
    assert seating.colours[:2] == ("blue", "orange")


def test_fewer_seats_keep_a_harbour_master_at_the_table() -> None:
    seating = Seating(5, ("", "", "", "", ""), COLOURS, 4, frozenset())
    assert seating.sized(3).first == 2


def test_players_change_places_with_pawn_and_token() -> None:
    seating = fresh().named(0, "Anna").named(1, "Ben").moved(0)
    assert seating.names[:2] == ("Ben", "Anna")
    assert seating.colours[:2] == ("blue", "orange")
    assert seating.first == 1
    assert seating.moved(2).names[:3] == ("", "Anna", "Ben")


def test_nameless_players_and_equal_names() -> None:
    seating = fresh().named(0, "  Anna ").named(1, "Player 1\n")
    assert seating.free_seat() == 2
    assert seating.players(USUAL) == ("Anna", "Player 1", "Player 3")
    assert seating.twice(USUAL) is None
    assert seating.named(2, "anna").twice(USUAL) == "anna"  # statistics and BG Stats would take them for one
    setup = seating.setup(USUAL)
    assert setup.colours == {"Anna": "orange", "Player 1": "blue", "Player 3": "green"}
    assert GAME.read_setup(GAME.write_setup(setup)) == setup


@pytest.mark.parametrize(
    ("form", "values", "card"),
    [
        ("goods", {"good": "fur", "units": "2", "price": "7"}, "goods:fur:2:7"),
        ("contract", {"good": "fur", "units": "2", "destination": "spain", "reward": "17"}, "contract:fur:2:spain:17"),
        ("vp", {"name": "Old Mill", "price": "9", "points": "2"}, "vp:old_mill:9:2"),
        ("nugget", {"size": "2", "price": "8"}, "nugget:2:8"),
        ("money", {"amount": "7"}, "money:7"),
    ],
)
def test_a_card_from_its_values(form: str, values: dict[str, str], card: str) -> None:
    assert str(card_from(form, values)) == card
    for missing in values:
        assert card_from(form, {name: value for name, value in values.items() if name != missing}) is None


def test_every_deck_has_forms_that_are_named() -> None:
    assert {form for forms in DECK_FORMS.values() for form in forms} == set(FORMS) == set(FORM_NAMES)
