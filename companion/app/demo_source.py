"""The demo table: hands and boards of a game that robots have played, laid on a table and filmed by the simulator."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from functools import lru_cache
from itertools import cycle
from random import Random
from threading import Event
from typing import TYPE_CHECKING

from card_db.pack import PackError, load_pack
from card_db.packet_row.deck_list import load_deck
from companion.app.camera import CameraError, Pixels
from companion.app.decks import DeckInForce, DeckMissing
from companion.core.game import Seat, Setup
from companion.games.packet_row.game import GAME, holdings
from companion.games.packet_row.numbers import SPACES
from companion.games.packet_row.robot import RobotTable
from companion.games.packet_row.scoring import Holding
from companion.games.packet_row.state import State
from companion.words import msg

if TYPE_CHECKING:
    from scanner.simulator.demo import DemoTable

PLAYERS = ("Anna", "Ben", "Cedric", "David")
IN_DEMO = 3  # players of the demo game that is counted
GAME_SEED = 11
FPS = 12.0
HALFWAY = 40  # actions after which the boards look lively


@lru_cache(maxsize=2)
def demo_holdings(seed: int = GAME_SEED) -> tuple[Holding, ...]:
    """What everybody has at the end of the demo game."""
    return holdings(_played(IN_DEMO, seed, None))


def demo_spaces(seed: int = GAME_SEED) -> tuple[tuple[str, str, str], ...]:
    """(board, space, card) in the middle of another demo game."""
    found = []
    for name, area in _played(4, seed, HALFWAY).areas.items():
        found += [(name, space, str(card)) for space, card in zip(SPACES, area.spaces, strict=True) if card is not None]
        found.append((name, "draw", f"back:{name}"))
    return tuple(found)


def _played(players: int, seed: int, actions: int | None) -> State:
    table = RobotTable(Setup(GAME.id, PLAYERS[:players], Seat(0)), load_deck(), Random(seed))
    for number, _ in enumerate(table.play()):
        if number == actions:
            break
    return table.state


class DemoSource:
    """Films the hand of a player of the demo game (`seed` is the seat), its four boards, or one empty board."""

    still, has_torch = False, False

    def __init__(self, deck: DeckInForce, seed: int, on_boards: bool, empty_board: str = "") -> None:
        self._deck, self._seed, self._on_boards, self._empty_board = deck, seed, on_boards, empty_board

    def pictures(self, stop: Event) -> Generator[Pixels, None, None]:
        """The same table again and again, as a camera in a hand sees it."""
        shown: list[Pixels] = []
        for picture in self._table().pictures():
            shown.append(picture)
            yield picture
            if stop.wait(1 / FPS):
                return
        for picture in cycle(shown):
            yield picture
            if stop.wait(1 / FPS):
                return

    def torch(self, on: bool) -> None:
        """Nobody needs it here."""

    def _table(self) -> DemoTable:
        from scanner.simulator.demo import lay_table, spread_hand
        from scanner.simulator.world import sim_deck_of

        try:
            deck = sim_deck_of(load_pack(self._deck.path(lambda _: None)))
        except (DeckMissing, PackError) as error:
            raise CameraError(msg("The demo table cannot be laid: {why}", why=str(error))) from error
        if self._empty_board:
            boards = tuple(board for board in deck.boards if board.id == self._empty_board)
            return lay_table(replace(deck, boards=boards), [], self._seed, (1280, 900))
        if self._on_boards:
            known = {*deck.cards, *deck.backs}
            return lay_table(deck, [space for space in demo_spaces(GAME_SEED + self._seed) if space[2] in known])
        hands = demo_holdings()
        cards = [str(card) for card in hands[self._seed % len(hands)].cards]
        return spread_hand(deck, [card for card in cards if card in deck.cards], self._seed)
