"""The tour's pages about Packet Row."""

from __future__ import annotations

from kivy.uix.widget import Widget

from companion.app.packet_row.board_view import BoardLook, BoardView, SpaceLook
from companion.app.shell import Screen
from companion.app.tour_pages import Marked, Page, Spread, score_page
from companion.games.packet_row.names import AREA_NAMES
from companion.words import msg

MARKET = {
    "current-1": "goods:tobacco:3:10",
    "current-2": "vp:library:15:3",
    "current-3": "goods:fur:2:6",
    "future-1": "trader",
    "future-2": "goods:grain:1:2",
}
DOCKS = {"current-1": "ship:sweden", "current-2": "nugget:2:7", "future-1": "captain", "future-2": "ship:france"}
PAWNS = {"current-3": ("Ben", "blue")}
SPREAD: Marked = (
    ("vp:opera:28:6", "good", "check"),
    ("banker", "good", "check"),
    ("money:8", "good", "check"),
    ("contract:fur:3:sweden:25", "good", "check"),
    ("goods:fur:3:10", "doubt", "question"),
    ("ship:sweden", "good", "check"),
)
HIDDEN: Marked = (
    ("back:guildhall", "", ""),
    ("back:market", "", ""),
    ("contract:cotton:3:netherlands:25", "accent", "eye"),
    ("back:docks", "", ""),
    ("back:bank", "", ""),
    ("back:start", "", ""),
)


def _board(screen: Screen, area: str, cards: dict[str, str], pawns: dict[str, tuple[str, str]]) -> Widget:
    spaces = {space: SpaceLook(cards.get(space, ""), pawn=pawns.get(space)) for space in {**cards, **pawns}}
    title = screen.say(AREA_NAMES[area])
    look = BoardLook(area, title[:1].upper() + title[1:], spaces, 27, 4)
    return BoardView(screen.desk.pictures, look)


def last_picture(screen: Screen) -> Widget:
    """What stands beside the invitation to try it."""
    return _board(screen, "docks", DOCKS, PAWNS)


PAGES = (
    score_page(SPREAD),
    Page(
        msg("The table"),
        (
            msg("Track a whole game: one tap for every card that is taken."),
            msg("The app says whose turn it is, what may be taken, and what to lay out after the round."),
        ),
        lambda screen: _board(screen, "market", MARKET, {}),
    ),
    Page(
        msg("Hidden hands, no mistakes for good"),
        (
            msg("Your cards show only while you hold your finger on them."),
            msg("Every step can be undone, even rounds later. Nothing is lost when the tablet goes out."),
        ),
        lambda screen: Spread(screen, HIDDEN),
    ),
)
