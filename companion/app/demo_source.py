"""The demo table: hands and boards of a demo game, laid on a table and filmed by the simulator."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from itertools import cycle
from threading import Event
from typing import TYPE_CHECKING

from card_db.pack import CardPack, PackError, load_pack
from companion.app.camera import CameraError, Pixels
from companion.app.decks import DeckInForce, DeckMissing
from companion.app.pace import Pace
from companion.fault_words import why
from companion.words import msg

if TYPE_CHECKING:
    from scanner.simulator.demo import DemoTable

FPS = 12.0


class DemoSource:
    """Films the hand of a player of the demo game (`seed` is the seat), its four boards, or one empty board."""

    still, has_torch = False, False

    def __init__(self, deck: DeckInForce, seed: int, on_boards: bool, empty_board: str = "") -> None:
        self._deck, self._seed, self._on_boards, self._empty_board = deck, seed, on_boards, empty_board

    def pictures(self, stop: Event) -> Generator[Pixels, None, None]:
        """The same table again and again, as a camera in a hand sees it."""
        shown: list[Pixels] = []
        pace = Pace(FPS)
        for picture in self._table().pictures():
            shown.append(picture)
            yield picture
            if pace.wait(stop):
                return
        for picture in cycle(shown):
            yield picture
            if pace.wait(stop):
                return

    def torch(self, on: bool) -> None:
        """Nobody needs it here."""

    def _table(self) -> DemoTable:
        from scanner.simulator.demo import lay_table, spread_hand
        from scanner.simulator.world import sim_deck_of

        try:
            pack = load_pack(self._deck.path(lambda _: None))
        except (DeckMissing, PackError) as error:
            raise CameraError(msg("The demo table cannot be laid: {why}", why=why(error))) from error
        # Only what lies on the table is unpacked: a whole deck would fill the memory of a tablet for one picture.
        if self._empty_board:
            boards = tuple(board for board in pack.boards if board.id == self._empty_board)
            return lay_table(sim_deck_of(replace(pack, cards=(), backs=(), boards=boards)), [], self._seed, (1280, 900))
        if self._on_boards:
            laid = self._deck.box.demo_spaces(self._seed)
            deck = sim_deck_of(_only(pack, {card for _, _, card in laid}))
            return lay_table(deck, [space for space in laid if space[2] in {*deck.cards, *deck.backs}])
        hands = self._deck.box.demo_hands()
        cards = hands[self._seed % len(hands)].cards
        deck = sim_deck_of(replace(_only(pack, set(cards)), boards=()))
        return spread_hand(deck, [card for card in cards if card in deck.cards], self._seed)


def _only(pack: CardPack, names: set[str]) -> CardPack:
    """A deck of these cards alone."""
    cards = tuple(card for card in pack.cards if card.id in names)
    return replace(pack, cards=cards, backs=tuple(back for back in pack.backs if back.id in names))
