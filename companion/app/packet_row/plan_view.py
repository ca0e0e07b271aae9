"""A plan to fulfil contracts as pictures: each ship with its contracts, and the goods given for them."""

from __future__ import annotations

from collections.abc import Callable

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app.pictures import Pictures
from companion.app.widgets.basic import Column, Panel, Row, Text
from companion.app.widgets.buttons import Icon
from companion.app.widgets.cards import SHAPE, CardTile, Flow
from companion.games.packet_row.names import DESTINATION_NAMES, GOOD_NAMES
from companion.games.packet_row.plan import GoodsUse, Plan, ShipUse
from companion.words import Message, msg

CARD = 74  # dp


def plan_view(pictures: Pictures, plan: Plan, say: Callable[[Message], str]) -> Widget:
    """Everything about a plan that one needs to lay it out on the table."""
    rows: list[Widget] = [_ship_row(pictures, use, say) for use in plan.ships]
    if plan.goods:
        tiles = [_goods_tile(pictures, use, say) for use in plan.goods]
        rows.append(Column(Text(say(msg("Goods for it")), "caption", "soft"), Flow(tiles, space=1.5), space=0.5))
    return Column(*rows, space=1.5)


def _ship_row(pictures: Pictures, use: ShipUse, say: Callable[[Message], str]) -> Widget:
    width = dp(CARD)
    cards: list[Widget] = [CardTile(pictures, str(use.card), width)]
    if use.captain:
        cards.append(CardTile(pictures, "captain", width))
    cards.append(Icon("next", "accent", 22, size_hint=(None, None), size=(dp(30), width * SHAPE)))
    cards += [CardTile(pictures, str(contract), width) for contract in use.contracts]
    return Panel(
        Text(say(msg("Sails to {to}", to=DESTINATION_NAMES[use.to])), "caption", "soft"),
        Flow(cards),
        colour="raised",
        pad=1.25,
        space=0.75,
    )


def _goods_tile(pictures: Pictures, use: GoodsUse, say: Callable[[Message], str]) -> Widget:
    width = dp(CARD)
    cards = Row(CardTile(pictures, str(use.card), width), height=width * SHAPE, space=0.5)
    if use.trader:
        cards.add_widget(CardTile(pictures, "trader", width))
    wide = width * (2 if use.trader else 1) + (dp(4) if use.trader else 0)
    words = Text(say(msg("as {good}", good=GOOD_NAMES[use.good])), "caption", "soft", align="center")
    return Column(cards, words, space=0.25, size_hint_x=None, width=wide)
