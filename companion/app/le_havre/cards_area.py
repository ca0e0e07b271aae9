"""Proposals, ships and buildings as they lie on the table; a tap opens what can be done with a card."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from kivy.metrics import dp
from kivy.uix.widget import Widget

from card_db.le_havre.buildings import load_buildings
from card_db.le_havre.ships import Ship
from companion.app.le_havre.game_screen import GameScreen
from companion.app.theme import gap
from companion.app.widgets.basic import Column, Row, Text
from companion.app.widgets.boxes import PromptBox
from companion.app.widgets.buttons import Button, ListButton
from companion.app.widgets.cards import SHAPE, CardTile, Flow
from companion.core.game import Refusal, Seat
from companion.games.le_havre.actions import Buy, Enter, Sell
from companion.games.le_havre.building_words import building_text
from companion.games.le_havre.card_facts import summary
from companion.games.le_havre.names import BUILDING_NAMES, amounts_name, card_name
from companion.games.le_havre.options import buy_options, enter_options
from companion.games.le_havre.state import State
from companion.games.le_havre.steps import describe_use
from companion.words import listing, msg, msgs

TILE = 82  # dp
MOST_WAYS = 7  # of using a building, shown at once


def harbour(screen: GameScreen) -> list[Widget]:
    """What belongs to nobody: the top proposals, the top ships, the town."""
    state = screen.state
    piles = [(pile[0], len(pile)) for pile in state.piles if pile]
    ships = [(str(pile[0]), len(pile)) for pile in state.ships.values() if pile]
    top: list[Widget] = [section(screen, screen.say(msg("Proposals")), [_tile(screen, *pile) for pile in piles])]
    if ships:
        top.append(section(screen, screen.say(msg("Ships")), [_tile(screen, *pile) for pile in ships]))
    widgets: list[Widget] = top
    if screen.wide and not screen.large_letters:
        for part in top:
            part.pos_hint = {"top": 1}
        widgets = [Row(*top, hug=True, space=2)]
    town = [_tile(screen, card, 1) for card in state.town]
    widgets.append(section(screen, screen.say(msg("The town")), town))
    if state.waiting:
        waiting = [_tile(screen, card, 1) for card in state.waiting]
        widgets.append(section(screen, screen.say(msg("Waits for an empty space")), waiting))
    return widgets


def owned(screen: GameScreen) -> list[Widget]:
    """What players own, player by player."""
    widgets: list[Widget] = []
    for seat, player in enumerate(screen.state.players):
        cards = [*player.buildings, *(str(ship) for ship in player.ships)]
        if cards:
            widgets.append(section(screen, screen.names[seat], [_tile(screen, card, 1) for card in cards]))
    return widgets or [Text(screen.say(msg("Nobody owns a building or a ship yet.")), "label", "soft")]


def section(screen: GameScreen, title: str, tiles: Sequence[Widget]) -> Column:
    """Cards under their title."""
    content: Widget = Flow(tiles, space=0.75) if tiles else Text(screen.say(msg("Nothing here.")), "body", "soft")
    return Column(Text(title, "body", "soft", bold=True), content, space=0.75)


def _tile(screen: GameScreen, card: str, count: int) -> CardTile:
    """A card; taken ones are dimmed, those that can be entered now have a frame."""
    state = screen.state
    building = load_buildings().get(card)
    occupied = bool(state.visitors(card))
    can_enter = state.phase in ("main", "last") and building is not None and building.entry is not None
    lit = can_enter and card in state.standing and (not occupied or state.phase == "last") and not screen.looks_back
    return CardTile(
        screen.desk.pictures,
        card,
        dp(TILE),
        partial(open_card, screen, card),
        test_id=f"card:{card}",
        dimmed=occupied,
        frame="accent" if lit else "",
        count=count,
        mark="people" if occupied else "",
    )


# --- one card -----------------------------------------------------------------------------------------------------


def open_card(screen: GameScreen, name: str) -> None:
    """What a card does and what can be done with it now."""
    state = screen.state
    card = as_card(name)
    content: list[Widget] = [_about(screen, card)]
    if screen.looks_back:
        screen.shell.ask(screen.say(card_name(card)), content, width_dp=760, test_id="card-dialog")
        return
    if isinstance(card, str):
        content += _ways(screen, card)
    buttons: list[Widget] = []
    price = _buyable(state, card)
    if price is not None and state.to_act is not None:
        words = screen.say(msgs("Buy for {count} franc", "Buy for {count} francs", price))
        buttons.append(Button(words, partial(_do, screen, Buy(state.to_act, card)), "coin", test_id="buy"))
    seller = _owner(state, card)
    if seller is not None:
        worth = state.printed.buildings[card].sell_price if isinstance(card, str) else card.value // 2
        words = screen.say(
            msgs(
                "{player} sells it for {count} franc",
                "{player} sells it for {count} francs",
                worth,
                player=screen.names[seller],
            )
        )
        buttons.append(Button(words, partial(_do, screen, Sell(seller, card)), "coin", "quiet", test_id="sell"))
    content.append(
        Button(
            screen.say(msg("My card says something else")),
            partial(_correct, screen, card if isinstance(card, str) else card.type),
            "pen",
            "quiet",
            test_id="card-facts",
        )
    )
    screen.shell.ask(screen.say(card_name(card)), content, buttons, width_dp=760, test_id="card-dialog")


def _correct(screen: GameScreen, card: str) -> None:
    """What the printed card shows; the game goes on with it."""
    screen.shell.close_dialogs()
    screen.shell.go("card_facts", game=screen.session.id, card=card)


def as_card(name: str) -> str | Ship:
    """A building's name, or the ship that a name means."""
    if name in load_buildings():
        return name
    kind, _, value = name.partition(" ")
    return Ship(kind, int(value))


def _about(screen: GameScreen, card: str | Ship) -> Widget:
    width = dp(128)
    words = Column(space=0.75, pos_hint={"top": 1})
    box = screen.state.printed
    facts = summary(box, card if isinstance(card, str) else card.type)
    words.add_widget(Text(" · ".join(screen.say(fact) for fact in facts), "body", "soft", test_id="card-summary"))
    if isinstance(card, str):
        for sentence in building_text(card, box):
            words.add_widget(Text(screen.say(sentence), "label"))
        guests = [screen.names[seat] for seat in screen.state.visitors(card)]
        if guests:
            here = msg("Here now: {players}", players=listing(guests))
            words.add_widget(Text(screen.say(here), "label", "doubt"))
        owner = screen.state.owner(card)
        if owner is not None:
            words.add_widget(Text(screen.say(msg("Owner: {player}", player=screen.names[owner])), "body", "soft"))
    else:
        words.add_widget(Text(screen.say(msg("Worth {points} points in the end.", points=card.value)), "label"))
    row = PromptBox(spacing=gap(2), size_hint_y=None)
    row.bind(minimum_height=row.setter("height"))
    name = card if isinstance(card, str) else str(card)
    holder = PromptBox(size_hint=(None, None), size=(width, width * SHAPE), pos_hint={"top": 1})
    holder.add_widget(CardTile(screen.desk.pictures, name, width))
    row.add_widget(holder)
    row.add_widget(words)
    return row


def _ways(screen: GameScreen, building: str) -> list[Widget]:
    """How the player whose turn it is can use a building; why not, when it is impossible."""
    state, seat = screen.state, screen.state.to_act
    if state.phase not in ("main", "last") or seat is None or building not in state.standing:
        return []
    if load_buildings()[building].entry is None:
        return []
    visits = list(enter_options(state, seat, building))
    legal = [visit for visit in visits if screen.refusal(visit) is None]
    widgets: list[Widget] = [Text(screen.say(msg("{player} enters:", player=screen.names[seat])), "label", bold=True)]
    for number, visit in enumerate(legal[:MOST_WAYS]):
        below = _fee_words(screen, visit)
        widgets.append(
            ListButton(visit_words(screen, visit), below, partial(_do, screen, visit), "check", test_id=f"way:{number}")
        )
    if not legal:
        refusal: Refusal | None = screen.refusal(visits[0])
        if refusal is not None:
            widgets.append(Text(screen.say(refusal.reason), "label", "doubt", test_id="no-way"))
    widgets.append(
        ListButton(
            screen.say(msg("Something else")),
            screen.say(msg("Tell exactly what was paid and taken")),
            partial(_other, screen, building),
            "pen",
            test_id="way:other",
        )
    )
    return widgets


def visit_words(screen: GameScreen, visit: Enter) -> str:
    """What a visit does, in a line."""
    done = describe_use(screen.state, visit.use)
    text = screen.say(msg("{details}", details=listing(done))) if done else screen.say(BUILDING_NAMES[visit.building])
    return text[:1].upper() + text[1:]


def _fee_words(screen: GameScreen, visit: Enter) -> str:
    if not visit.fee:
        return screen.say(msg("No entry fee"))
    return screen.say(msg("Entry fee: {goods}", goods=amounts_name(visit.fee)))


def _other(screen: GameScreen, building: str) -> None:
    screen.shell.close_dialogs()
    screen.shell.go("visit", game=screen.session.id, building=building)


def _do(screen: GameScreen, action: object) -> None:
    screen.shell.close_dialogs()
    screen.record(action)


def _buyable(state: State, card: str | Ship) -> int | None:
    """What a card costs that lies open to be bought; None when it does not."""
    if not any(option.card == card for option in buy_options(state)):
        return None
    if isinstance(card, Ship):
        return state.printed.ships[card.type].price
    return state.printed.buildings[card].price


def _owner(state: State, card: str | Ship) -> Seat | None:
    if isinstance(card, str):
        return state.owner(card)
    seats = [Seat(seat) for seat, player in enumerate(state.players) if card in player.ships]
    if state.to_act in seats:
        return state.to_act
    return seats[0] if seats else None
