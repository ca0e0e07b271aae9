"""Set-up: the table as a checklist, then which proposals lie on which pile."""

from __future__ import annotations

from functools import partial
from random import Random

from kivy.metrics import dp
from kivy.properties import NumericProperty
from kivy.uix.gridlayout import GridLayout

from card_db.le_havre.buildings import load_buildings, proposals
from card_db.le_havre.setup import PILES
from companion.app.le_havre.game_screen import GameScreen
from companion.app.theme import gap, theme
from companion.app.widgets.basic import Column, Row, Scroll, Text, level, paint
from companion.app.widgets.boxes import PromptBox
from companion.app.widgets.buttons import Button, Choice, Icon, Tappable
from companion.app.widgets.cards import CardTile, Flow, Tiles
from companion.app.widgets.token_row import TokenRow
from companion.games.le_havre.actions import LayOut
from companion.games.le_havre.guide import SetupStep, setup_steps
from companion.words import msg

DRAFT = "set_up"
CHECKLIST, PROPOSALS = "checklist", "piles"
TILE = 92  # dp


class SetUpScreen(GameScreen):
    """Two pages; every tick and every card is on disk at once."""

    title = msg("Set-up")

    def build(self) -> None:
        """The page that is open."""
        if self.state.phase != "setup":
            self.follow_soon()
            return
        pages = [(CHECKLIST, self.say(msg("Checklist"))), (PROPOSALS, self.say(msg("Proposals")))]
        self.add_widget(Column(Choice(pages, self._page, self._open, "page"), pad=1.5))
        if self._page == CHECKLIST:
            self._build_checklist()
        else:
            self._build_piles()

    @property
    def _page(self) -> str:
        page = self.draft(DRAFT).get("page")
        return page if page in (CHECKLIST, PROPOSALS) else CHECKLIST

    def _open(self, page: str) -> None:
        self.keep(DRAFT, {**self.draft(DRAFT), "page": page})
        self.rebuild()

    # --- checklist ----------------------------------------------------------------------------------------------------

    @property
    def _ticks(self) -> list[str]:
        ticks = self.draft(DRAFT).get("ticks")
        return [tick for tick in ticks if isinstance(tick, str)] if isinstance(ticks, list) else []

    def _tick(self, step: str) -> None:
        ticks = self._ticks
        ticks = [tick for tick in ticks if tick != step] if step in ticks else [*ticks, step]
        self.keep(DRAFT, {**self.draft(DRAFT), "ticks": ticks})
        self.rebuild()

    def _build_checklist(self) -> None:
        grid = GridLayout(cols=2 if self.wide and not self.large_letters else 1, spacing=gap(1.25), size_hint_y=None)
        grid.bind(minimum_height=grid.setter("height"))
        ticks = self._ticks
        rows = [
            StepRow(self, step, step.id in ticks, partial(self._tick, step.id))
            for step in setup_steps(self.session.setup)
        ]
        for row in rows:
            grid.add_widget(row)
        for first in range(0, len(rows), grid.cols):
            level(*rows[first : first + grid.cols])
        self.add_widget(Scroll(grid, pad=1.5))
        words = self.say(msg("The table is ready: tell the proposals"))
        self.add_widget(
            Column(Button(words, partial(self._open, PROPOSALS), "next", "primary", test_id="to-piles"), pad=1.5)
        )

    # --- piles --------------------------------------------------------------------------------------------------------

    @property
    def _piles(self) -> dict[str, int]:
        """The pile of each card that was told so far."""
        known = self.draft(DRAFT).get("piles")
        if not isinstance(known, dict):
            return {}
        names = set(self._cards)
        return {name: pile for name, pile in known.items() if name in names and pile in range(PILES)}

    @property
    def _cards(self) -> list[str]:
        """The cards that are dealt."""
        setup = self.session.setup
        return [card.name for card in proposals(setup.version, len(setup.players))]

    def _build_piles(self) -> None:
        cards = self._cards
        piles, most = self._piles, len(cards) // PILES
        counts = [list(piles.values()).count(pile) for pile in range(PILES)]
        now = self.args.setdefault("pile", next((pile for pile in range(PILES) if counts[pile] < most), 0))
        names = [
            (
                str(pile),
                self.say(msg("Pile {number}: {count} of {most}", number=pile + 1, count=counts[pile], most=most)),
            )
            for pile in range(PILES)
        ]
        hint = self.say(msg("Tap the cards of a pile, or let the app deal and sort the cards after it."))
        deal = Button(self.say(msg("Let the app deal")), self._deal, "turn", "plain", test_id="deal")
        head = Column(
            Text(hint, "body", "soft"),
            Choice(names, str(now), self._choose_pile, "pile", upright=self.large_letters and not self.wide),
            space=1,
        )
        self.add_widget(Column(Row(head, hug=True), pad=1.5))
        flow = Tiles(dp(TILE))
        for card in cards:
            here = piles.get(card)
            flow.add_widget(
                CardTile(
                    self.desk.pictures,
                    card,
                    dp(TILE),
                    partial(self._put, card),
                    test_id=f"proposal:{card}",
                    frame="accent" if here == now else "",
                    dimmed=here is not None and here != now,
                    mark="check" if here == now else "",
                )
            )
        self.add_widget(Scroll(flow, pad=1.5))
        done = Button(
            self.say(msg("Start the first round")),
            self._lay_out,
            "anchor",
            "primary" if len(piles) == len(cards) else "plain",
            enabled=len(piles) == len(cards),
            test_id="lay-out",
        )
        self.add_widget(Column(Row(deal, done, height=max(theme.target(), deal.height)), pad=1.5))

    def _choose_pile(self, pile: str) -> None:
        self.args["pile"] = int(pile)
        self.rebuild()

    def _keep_piles(self, piles: dict[str, int]) -> None:
        self.keep(DRAFT, {**self.draft(DRAFT), "piles": piles})
        most = len(self._cards) // PILES
        counts = [list(piles.values()).count(pile) for pile in range(PILES)]
        if counts[self.args.get("pile", 0)] >= most:  # a full pile: on with the next one
            self.args["pile"] = next((pile for pile in range(PILES) if counts[pile] < most), 0)
        self.rebuild()

    def _put(self, card: str) -> None:
        piles, now = self._piles, int(self.args.get("pile", 0))
        if piles.get(card) == now:
            del piles[card]
        else:
            piles[card] = now
        self._keep_piles(piles)

    def _deal(self) -> None:
        """Shuffle for the table: the app says which card goes where."""
        cards = self._cards
        Random().shuffle(cards)
        self._keep_piles({card: number % PILES for number, card in enumerate(cards)})

    def _lay_out(self) -> None:
        box = load_buildings()
        piles = self._piles
        told = tuple(
            tuple(sorted((card for card, at in piles.items() if at == pile), key=lambda card: box[card].sort or 0))
            for pile in range(PILES)
        )
        if self.record(LayOut(told)):
            self.drop(DRAFT)


class StepRow(Tappable):
    """One thing to do, with a box to tick and pictures of what it is about."""

    wanted = NumericProperty(0)  # how high its words ask for

    def __init__(self, screen: GameScreen, step: SetupStep, done: bool, on_tap: object) -> None:
        super().__init__(
            on_tap,  # type: ignore[arg-type]
            f"tick:{step.id}",
            orientation="horizontal",
            padding=gap(1.5),
            spacing=gap(1.5),
            size_hint_y=None,
        )
        self.on = done
        paint(self, theme.colour("panel"), line=theme.colour("good") if done else None)
        box = PromptBox(size_hint=(None, None), size=(dp(40), dp(40)), pos_hint={"center_y": 0.5})
        paint(box, theme.colour("good" if done else "raised"), 10, theme.colour("good" if done else "line"), 1.5)
        if done:
            box.add_widget(Icon("check", "on_accent", 28))
        self.add_widget(box)
        words = Column(Text(screen.say(step.text), "label"), space=1, pos_hint={"center_y": 0.5})
        tokens = [name.removeprefix("token:") for name in step.pictures if name.startswith("token:")]
        cards = [name for name in step.pictures if not name.startswith("token:")]
        if tokens:
            words.add_widget(TokenRow(screen.desk.pictures, [(name, 1) for name in tokens], 34, numbers=False))
        if cards:
            words.add_widget(Flow([CardTile(screen.desk.pictures, card, dp(48)) for card in cards], space=0.75))
        words.bind(height=lambda _, height: setattr(self, "wanted", max(theme.target(1.4), height + gap(3))))
        self.add_widget(words)
        self.wanted = theme.target(1.4)
