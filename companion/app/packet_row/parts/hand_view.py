"""A hand laid out for its owner: the cards, the money cards to cash, the ways to fulfil contracts."""

from __future__ import annotations

from functools import partial

from kivy.metrics import dp
from kivy.uix.widget import Widget

from card_db.packet_row.cards import Card, Contract, Money, parse_card
from companion.app.packet_row.parts.deal import open_deal
from companion.app.packet_row.parts.game_screen import GameScreen
from companion.app.packet_row.plan_view import plan_view
from companion.app.widgets.basic import Column, Panel, Row, Scroll, Text
from companion.app.widgets.boxes import PromptBox
from companion.app.widgets.buttons import Button, Icon
from companion.app.widgets.cards import CardTile, Flow
from companion.core.game import Seat
from companion.games.packet_row.actions import Cash, Fulfil
from companion.games.packet_row.fulfil import frugal_plans
from companion.games.packet_row.plan import Plan
from companion.games.packet_row.shelf import in_order
from companion.words import msg, msgs

TILE = 96  # dp


class HandScreen(GameScreen):
    """A screen that shows a hand: it can correct it and show a change, each in its own way."""

    def changed(self) -> None:
        """Show the hand as it is now."""

    def correct(self) -> None:
        """Say which cards are really in the hand."""


def hand_view(screen: HandScreen, seat: Seat) -> Widget:
    """The cards at the left (or above), what can be done with them beside."""
    cards = Column(*_cards(screen, seat), space=2)
    ways = Column(*_ways(screen, seat), space=2)
    if not screen.wide:
        return Scroll(cards, ways, pad=2, space=2)
    row = PromptBox(orientation="horizontal")
    row.add_widget(Scroll(cards, pad=2))
    row.add_widget(Scroll(ways, pad=2))
    return row


def _cards(screen: HandScreen, seat: Seat) -> list[Widget]:
    player = screen.state.players[seat]
    money = Row(
        Icon("coin", "accent", 32, size_hint_x=None, width=dp(40)),
        Text(screen.money(player.money), "display", "accent", pos_hint={"center_y": 0.5}, test_id="hand-money"),
        hug=True,
    )
    widgets: list[Widget] = [money]
    if player.cards:
        tiles = [
            CardTile(
                screen.desk.pictures,
                card,
                dp(TILE),
                on_tap=partial(_cash, screen, seat, card) if card.startswith("money:") else None,
                test_id=f"held:{card}",
                count=count,
                frame="accent" if card.startswith("money:") else "",
            )
            for card, count in in_order(str(card) for card in player.cards).items()
        ]
        widgets.append(Flow(tiles))
        if any(isinstance(card, Money) for card in player.cards):
            widgets.append(Text(screen.say(msg("A tap on a money card cashes it.")), "body", "soft"))
    else:
        widgets.append(Text(screen.say(msg("No cards yet.")), "body", "soft"))
    if not player.dealt:
        text = screen.say(msg("Enter the starting contract"))
        widgets.append(Button(text, lambda: open_deal(screen, seat), icon="plus", kind="plain", test_id="enter-deal"))
    text = screen.say(msg("The hand is different: correct it"))
    widgets.append(Button(text, screen.correct, icon="pen", kind="quiet", test_id="correct-hand"))
    return widgets


def _cash(screen: HandScreen, seat: Seat, card: str) -> None:
    screen.record(Cash(seat, parse_card(card)), done=screen.changed)


def _ways(screen: HandScreen, seat: Seat) -> list[Widget]:
    """All sensible ways to fulfil contracts now, the most rewarding first."""
    hand = screen.state.players[seat].cards
    plans = frugal_plans(hand)
    title = Text(screen.say(msg("Contracts you can fulfil now")), "heading", bold=True)
    if not plans:
        none = msg("Nothing yet: a contract needs its goods and a ship to its destination.")
        if not any(isinstance(card, Contract) for card in hand):
            none = msg("There is no contract in this hand.")
        return [title, Text(screen.say(none), "body", "soft", test_id="no-plan")]
    return [title, *(_plan(screen, seat, number, plan) for number, plan in enumerate(plans))]


def _plan(screen: HandScreen, seat: Seat, number: int, plan: Plan) -> Widget:
    def fulfil() -> None:
        screen.record(Fulfil(seat, plan, plan.contracts), done=screen.changed)

    income = Text(screen.say(msg("+ ${income}", income=plan.income)), "title", "accent", size_hint_x=0.5)
    count = screen.say(msgs("{count} contract", "{count} contracts", len(plan.contracts)))
    spends = screen.say(msg("{contracts}; spends {spent}", contracts=count, spent=_spent(screen, plan.spent)))
    button = Button(
        screen.say(msg("Fulfil")),
        fulfil,
        icon="check",
        kind="primary" if number == 0 else "plain",
        test_id=f"fulfil:{number}",
    )
    return Panel(
        Row(income, button, hug=True),
        Text(spends, "body", "soft"),
        plan_view(screen.desk.pictures, plan, screen.say),
        space=1,
        line="accent" if number == 0 else "",
        test_id=f"plan:{number}",
    )


def _spent(screen: HandScreen, spent: tuple[Card, ...]) -> str:
    """What a plan costs besides its contracts."""
    given = len([card for card in spent if not isinstance(card, Contract)])
    return screen.say(msgs("{count} other card", "{count} other cards", given))
