"""General questions to the arbiter, without a game that the companion follows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from card_db.packet_row.cards import AREAS, Building, Contract, Helper, Money, parse_card
from companion.app.packet_row.plan_view import plan_view
from companion.app.theme import gap, theme
from companion.app.widgets.basic import Panel, Scroll, Text
from companion.app.widgets.boxes import PromptBox
from companion.app.widgets.buttons import Choice, ListButton, Toggle
from companion.app.widgets.lists import inset
from companion.app.widgets.picker import CardPicker
from companion.app.widgets.verdict import verdict_panel, waiting_panel
from companion.drafts import Drafts
from companion.games.packet_row.arbiter import can_fulfil, is_over
from companion.games.packet_row.game import GAME
from companion.games.packet_row.names import AREA_NAMES
from companion.games.packet_row.numbers import FULL_CURRENT
from companion.games.packet_row.shelf import shelf
from companion.words import msg, msgs

if TYPE_CHECKING:
    from companion.app.packet_row.arbiter import ArbiterScreen

DRAFT = "arbiter"
END_DRAFT = "arbiter-end"


def build_start(screen: ArbiterScreen) -> None:
    """The questions there are."""
    say, shell = screen.say, screen.shell
    screen.build_ways(
        ListButton(
            say(msg("Can I fulfil these contracts?")),
            say(msg("Choose your cards; the answer shows how to lay them out")),
            lambda: shell.go("arbiter", ask="fulfil", box=GAME.id),
            "cards",
            test_id="ask-fulfil",
        ),
        ListButton(
            say(msg("Is the game over?")),
            say(msg("How many boards are short, and how many end the game")),
            lambda: shell.go("arbiter", ask="end", box=GAME.id),
            "flag",
            test_id="ask-end",
        ),
    )


def build_fulfil(screen: ArbiterScreen) -> None:
    """A picker with everything contracts are fulfilled with, and the answer beside it."""
    drafts = Drafts(screen.desk.folder)
    stored = drafts.get(DRAFT).get("cards", [])
    chosen = [card for card in stored if isinstance(card, str)] if isinstance(stored, list) else []
    holder = inset(Scroll(_fulfil_answer(screen, chosen), space=0))

    def changed(cards: list[str]) -> None:
        drafts.put(DRAFT, {"cards": list(cards)})
        holder.column.clear_widgets()
        holder.column.add_widget(_fulfil_answer(screen, cards))

    picker = CardPicker(
        screen.desk.pictures,
        shelf(screen.desk.folder),
        screen.say,
        chosen,
        changed,
        _helps_to_fulfil,
        tab=screen.args.get("tab", ""),
        on_tab=lambda tab: screen.args.update(tab=tab),
    )
    body = PromptBox(orientation="horizontal" if screen.wide else "vertical", padding=gap(2), spacing=gap(2))
    body.add_widget(picker)
    body.add_widget(holder)
    if screen.wide:
        picker.size_hint_x, holder.size_hint_x = 0.6, 0.4
    else:
        picker.size_hint_y, holder.size_hint_y = 0.58, 0.42
    screen.add_widget(body)


def _helps_to_fulfil(card: str) -> bool:
    match parse_card(card):
        case Money() | Building() | Helper("banker") | Helper("assistant"):
            return False
    return True


def _fulfil_answer(screen: ArbiterScreen, chosen: list[str]) -> Widget:
    say = screen.say
    cards = [parse_card(card) for card in chosen]
    if not any(isinstance(card, Contract) for card in cards):
        return waiting_panel(say(msg("Choose contracts, goods, ships and helpers.")))
    answer = can_fulfil(cards)
    more: list[Widget] = []
    if not answer.verdict.yes and answer.plan.contracts:
        best = msgs(
            "The best you can do: {count} contract for ${income}",
            "The best you can do: {count} contracts for ${income}",
            len(answer.plan.contracts),
            income=answer.plan.income,
        )
        more.append(Text(say(best), "label", bold=True, test_id="best"))
    if answer.plan.contracts:
        more.append(plan_view(screen.desk.pictures, answer.plan, say))
    return verdict_panel(answer.verdict, say, screen.look_up, more=more)


def build_end(screen: ArbiterScreen) -> None:
    """Players and short boards, and whether that is the end."""
    say, drafts = screen.say, Drafts(screen.desk.folder)
    draft = drafts.get(END_DRAFT)
    stored = draft.get("players")
    players = stored if isinstance(stored, int) and stored in FULL_CURRENT else 4
    marked = draft.get("short")
    short = [area for area in AREAS if isinstance(marked, list) and area in marked]

    def put(**changes: object) -> None:
        drafts.put(END_DRAFT, {"players": players, "short": short, **changes})
        screen.rebuild()

    def set_players(text: str) -> None:
        put(players=int(text))

    def set_short(area: str, is_short: bool) -> None:
        put(short=[*short, area] if is_short else [name for name in short if name != area])

    counts = Choice([(str(number), str(number)) for number in FULL_CURRENT], str(players), set_players, "players")
    full = FULL_CURRENT[players]
    question = msg("Which boards have fewer than {count} cards in their current supply?", count=full)
    boards = GridLayout(cols=2 if theme.scale <= 1.25 else 1, spacing=gap(1), size_hint_y=None)
    boards.bind(minimum_height=boards.setter("height"))
    for area in AREAS:
        boards.add_widget(
            Toggle(
                say(AREA_NAMES[area]),
                say(msg("short") if area in short else msg("full")),
                area in short,
                lambda on, area=area: set_short(area, on),  # type: ignore[misc]
                f"short:{area}",
            )
        )
    asking = Panel(
        Text(say(msg("How many players?")), "label", bold=True),
        counts,
        Text(say(question), "label", bold=True),
        boards,
        space=1.5,
    )
    words = (msg("The game is over"), msg("The game goes on"))
    answer = verdict_panel(is_over(players, len(short)), say, screen.look_up, words=words)
    if screen.wide:
        row = PromptBox(orientation="horizontal", padding=gap(2), spacing=gap(2))
        row.add_widget(inset(Scroll(asking, size_hint_x=0.58)))
        row.add_widget(inset(Scroll(answer, size_hint_x=0.42)))
        screen.add_widget(row)
    else:
        screen.add_widget(Scroll(answer, asking, space=2, pad=2))
