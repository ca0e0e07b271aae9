"""The four boards of the table as they look now: what may be tapped, what is dimmed, whose pawn stands where."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from functools import partial

from card_db.packet_row.cards import ASSISTANT, Card
from companion.app.packet_row.board_view import BoardLook, SpaceLook
from companion.app.packet_row.parts.game_screen import GameScreen
from companion.games.packet_row.actions import Choose, Take
from companion.games.packet_row.guide import board_status
from companion.games.packet_row.numbers import CURRENT_SPACES, SPACES

VEIL = 0.45  # over a board that is not asked about


def take_of(screen: GameScreen, space: int, card: Card) -> Take | None:
    """What it means to tap this card of the area being asked about."""
    state = screen.state
    if state.to_act is None or state.area is None:
        return None
    return Take(state.to_act, card, future=space >= CURRENT_SPACES, space=SPACES[space])


def table_looks(screen: GameScreen, on_take: Callable[[Take], object]) -> dict[str, BoardLook]:
    """All four boards."""
    boards = {board.area: board for board in screen.outlook.boards}
    looks = {}
    for name, area in screen.state.areas.items():
        chips = ((screen.say(board_status(boards[name])), "bad" if area.short else "soft"),)
        looks[name] = BoardLook(
            area=name,
            title=screen.area_title(name),
            spaces=_spaces(screen, name, on_take),
            deck=area.deck,
            discard=area.discard,
            chips=chips,
            frame=_frame(screen, name),
            veil=_veil(screen, name),
        )
    return looks


def believed_looks(screen: GameScreen, wrong: Collection[tuple[str, str | None]]) -> dict[str, BoardLook]:
    """The boards as the app believes them, only to look at; what is wrong (area and space) has a frame."""
    looks = {}
    for area, look in table_looks(screen, lambda _: None).items():
        spaces = {
            name: replace(space, on_tap=None, dimmed=False, mark="", frame="bad" if (area, name) in wrong else "")
            for name, space in look.spaces.items()
        }
        is_wrong = any(area == name for name, _ in wrong)
        looks[area] = replace(look, spaces=spaces, frame="bad" if is_wrong else look.frame, veil=0.0)
    return looks


def _may_choose(screen: GameScreen, name: str) -> bool:
    state = screen.state
    return state.phase in ("choose", "master") and screen.refusal(Choose(name)) is None


def _frame(screen: GameScreen, name: str) -> str:
    """The area in question, or those to choose from; beside it they stand back a little."""
    if screen.state.area == name:
        return "accent"
    if not _may_choose(screen, name):
        return ""
    return "accent" if screen.state.phase == "choose" else "soft"


def _veil(screen: GameScreen, name: str) -> float:
    if screen.state.area == name or screen.state.to_act is None:
        return 0.0
    if not _may_choose(screen, name):
        return VEIL
    return 0.0 if screen.state.phase == "choose" else VEIL / 2


def _spaces(screen: GameScreen, name: str, on_take: Callable[[Take], object]) -> dict[str, SpaceLook]:
    state = screen.state
    pawns = {
        player.pawn.space: (screen.names[seat], screen.colours[seat])
        for seat, player in enumerate(state.players)
        if player.pawn is not None and player.pawn.area == name
    }
    spaces = {}
    for index, card in enumerate(state.areas[name].spaces):
        pawn = pawns.get(SPACES[index])
        take = take_of(screen, index, card) if card is not None and state.area == name else None
        if card is None or take is None:
            spaces[SPACES[index]] = SpaceLook("" if card is None else str(card), pawn=pawn)
            continue
        legal = screen.refusal(take) is None
        assisted = index >= CURRENT_SPACES and legal and ASSISTANT in state.players[take.seat].cards
        spaces[SPACES[index]] = SpaceLook(
            str(card),
            on_tap=partial(on_take, take),
            dimmed=not legal,
            frame="accent" if legal else "",
            mark="people" if assisted else "",
            pawn=pawn,
        )
    return spaces
