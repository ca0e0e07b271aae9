"""The feeding panel: what everybody owes, how it can be paid, loans for the rest."""

from __future__ import annotations

from functools import partial

from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from card_db.le_havre.goods import FRANCS, load_goods
from companion.app.le_havre.game_screen import GameScreen
from companion.app.theme import gap
from companion.app.widgets.basic import Column, Panel, Row, Scroll, Text
from companion.app.widgets.buttons import Button, Stepper
from companion.app.widgets.seats import SeatBadge
from companion.app.widgets.token_counters import TokenCounters
from companion.app.widgets.token_row import TokenRow
from companion.core.box import Token
from companion.core.game import Seat
from companion.games.le_havre.actions import Feed
from companion.games.le_havre.demand import owed
from companion.games.le_havre.feeding import why_feeding
from companion.games.le_havre.names import thing_name
from companion.games.le_havre.options import usual_feed
from companion.words import msg, msgs


def feeding_panel(screen: GameScreen) -> Widget:
    """A panel for everybody who still owes food; those who have paid are named below."""
    grid = GridLayout(cols=2 if screen.wide and not screen.large_letters else 1, spacing=gap(1.5), size_hint_y=None)
    grid.bind(minimum_height=grid.setter("height"))
    for seat in screen.state.due:
        grid.add_widget(_row(screen, seat))
    paid = [name for seat, name in enumerate(screen.names) if seat not in screen.state.due]
    widgets: list[Widget] = [grid]
    if paid:
        widgets.append(Text(screen.say(msg("Fed already: {players}", players=", ".join(paid))), "label", "good"))
    return Scroll(*widgets, space=1.5, pad=1)


def _row(screen: GameScreen, seat: Seat) -> Widget:
    demand = owed(screen.state, seat)
    feed = _wanted(screen, seat)
    panel = Panel(space=1.25, pad=1.5, test_id=f"feeding:{seat}", line="bad" if feed.loans else "line")
    title = screen.say(msg("{player}: {food} food to pay", player=screen.names[seat], food=demand.to_pay))
    panel.add_widget(
        Row(
            SeatBadge(screen.names[seat], screen.colours[seat], 40),
            Text(title, "heading", bold=True, pos_hint={"center_y": 0.5}),
            hug=True,
        )
    )
    panel.add_widget(Text(screen.say(why_feeding(demand)), "body", "soft"))
    if feed.paid:
        panel.add_widget(TokenRow(screen.desk.pictures, feed.paid, 34, test_id=f"pays:{seat}"))
    if feed.loans:
        loans = screen.say(msgs("with {count} new loan", "with {count} new loans", feed.loans))
        panel.add_widget(Text(loans, "label", "bad", bold=True))
    pay = Button(screen.say(msg("Pay")), partial(_pay, screen, seat), "check", "primary", test_id=f"feed:{seat}")
    change = Button(screen.say(msg("Otherwise")), partial(_change, screen, seat), "", "quiet")
    change.test_id = f"feed-other:{seat}"
    panel.add_widget(Row(pay, change, hug=True))
    return panel


def _wanted(screen: GameScreen, seat: Seat) -> Feed:
    """What was chosen, else the usual way."""
    entry = screen.draft(f"feed{seat}")
    paid, loans = entry.get("paid"), entry.get("loans")
    if not isinstance(paid, dict) or type(loans) is not int:
        return usual_feed(screen.state, seat)
    return Feed(seat, {thing: int(number) for thing, number in paid.items() if number}, loans)


def _pay(screen: GameScreen, seat: Seat) -> None:
    if screen.record(_wanted(screen, seat)):
        screen.drop(f"feed{seat}")


def _change(screen: GameScreen, seat: Seat) -> None:
    """Choose the food oneself; every tap is kept."""
    feed = _wanted(screen, seat)
    entry = {"paid": dict(feed.paid), "loans": feed.loans}
    player = screen.state.players[seat]
    things = [good for good, one in load_goods().items() if one.food and player.has(good)]
    tokens = [Token(thing, thing_name(thing), f"token:{thing}") for thing in (*things, FRANCS)]

    def keep(thing: str, number: int) -> None:
        entry["paid"] = {**dict(entry["paid"]), thing: number}  # type: ignore[call-overload]
        screen.keep(f"feed{seat}", entry)

    def borrow(number: int) -> None:
        entry["loans"] = number
        screen.keep(f"feed{seat}", entry)
        screen.shell.close_dialogs()
        _change(screen, seat)

    def close() -> None:
        screen.shell.close_dialogs()
        screen.rebuild()

    counters = TokenCounters(screen.desk.pictures, screen.say, tokens, feed.paid, keep)
    loans = Column(
        Text(screen.say(msg("New loans")), "label", bold=True),
        Stepper(feed.loans, 0, 99, borrow, "feed-loans"),
        space=0.5,
    )
    done = Button(screen.say(msg("Done")), close, "check", "primary", test_id="tokens-done")
    title = screen.say(msg("How {player} pays", player=screen.names[seat]))
    screen.shell.ask(title, [counters, loans], [done], width_dp=760, leave=False)
