"""How a line of the score is shown in Packet Row: contracts with the goods and ships that fulfil them."""

from __future__ import annotations

from kivy.uix.widget import Widget

from companion.app.packet_row.plan_view import plan_view
from companion.app.shell import Screen
from companion.core.box import Hand
from companion.core.sheet import Line
from companion.games.packet_row.fulfil import best_plan
from companion.games.packet_row.sheet import holding_of


def line_view(screen: Screen, hand: Hand, line: Line) -> Widget | None:
    """What is shown in place of the cards of a line; None for the cards."""
    if not line.cards or not all(card.startswith(("contract:", "start:")) for card in line.cards):
        return None
    plan = best_plan(holding_of(hand).cards)
    return plan_view(screen.desk.pictures, plan, screen.say) if plan.contracts else None
