"""My deck: teach the app the owner's printed cards; how far it has come, and every step from here."""

from __future__ import annotations

from importlib import import_module

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app.screens import my_deck_board, my_deck_name, my_deck_named, my_deck_packs
from companion.app.screens.my_deck_photo import PhotoStep
from companion.app.shell import Route, Screen, Shell
from companion.app.theme import theme
from companion.app.widgets.basic import Column, Panel, Row, Scroll, Text, paint
from companion.app.widgets.buttons import Button, ListButton
from companion.app.widgets.cards import SHAPE, Picture
from companion.deck_book import DeckBook, Progress
from companion.words import Message, msg, msgs

STEPS_BACK = {"values": "name", "adjust": "boards", "outline": "adjust"}  # the others lead back to the overview


class MyDeckScreen(Screen):
    """The owner's deck, step by step; `args["step"]` is where the owner is."""

    title = msg("My deck")

    def __init__(self, shell: Shell, route: Route) -> None:
        super().__init__(shell, route)
        self.box = self.desk.box_for(self.args)
        self.book = DeckBook(self.desk.book_folder(self.box), self.box)
        self.shelf = self.box.shelf(self.desk.folder)
        self.photo: PhotoStep | None = None
        if "step" not in self.args and self.box.has_values:
            kept = my_deck_name.kept_values(self)
            self.args.update(kept, step="values" if kept else "")

    @property
    def step(self) -> str:
        """Which part is open; empty for the overview."""
        return str(self.args.get("step", ""))

    def go(self, step: str, **more: object) -> None:
        """Open another part."""
        self.args.update(step=step, **more)
        self.rebuild()

    def heading(self) -> str:
        """Where the owner is."""
        titles: dict[str, Message] = {
            "photo": msg("Photograph cards"),
            "board_photo": msg("Photograph a board"),
            "name": msg("Name the cards"),
            "named": msg("Named cards"),
            "values": msg("Does the card say this?"),
            "boards": msg("Boards"),
            "adjust": msg("Spaces of the board"),
            "outline": msg("Edges of the board"),
            "packs": msg("Decks"),
            "import": msg("Import a deck"),
        }
        if not self.step:
            return self.say(msg("My deck: {game}", game=self.box.title))
        return self.say(titles.get(self.step, self.title))

    def build(self) -> None:
        """The part that is open."""
        match self.step:
            case "photo":
                self.photo = PhotoStep(self, "cards")
            case "board_photo":
                self.photo = PhotoStep(self, "board")
            case "name" if self.book.pages.waiting:
                my_deck_name.build_name(self)
            case "values" if self.args.get("listed") in self.book.pages.cards:
                import_module(f"companion.app.{self.box.id}.card_values").build_values(self)
            case "named":
                my_deck_named.build_named(self)
            case "boards":
                my_deck_board.build_boards(self)
            case "adjust":
                my_deck_board.build_adjust(self)
            case "outline" if self.args.get("shot") is not None:
                my_deck_board.build_outline(self)
            case "packs":
                my_deck_packs.build_packs(self)
            case "import":
                my_deck_packs.build_import(self)
            case _:
                self.args["step"] = ""
                self._build_overview()

    def leave(self) -> bool:
        """One part back before the screen is left."""
        if not self.step:
            return True
        if self.step in ("photo", "board_photo") and self.photo is not None and self.photo.leave():
            return False
        if self.step == "values":
            my_deck_name.drop_values(self)
        self.go("boards" if self.step == "board_photo" else STEPS_BACK.get(self.step, ""))
        return False

    def closed(self) -> None:
        """No camera without its view."""
        if self.photo is not None:
            self.photo.stop()

    def paused(self) -> None:
        """The camera is let go."""
        self.closed()

    def resumed(self) -> None:
        """A new camera."""
        if self.photo is not None:
            self.rebuild()

    # --- the overview -------------------------------------------------------------------------------------------------

    def _build_overview(self) -> None:
        progress = self.book.progress(self.shelf)
        left = Column(self._progress(progress), self._decks(), space=2)
        right = Column(*self._ways(progress), space=1.5)
        if self.wide:
            left.pos_hint = right.pos_hint = {"top": 1}
            left.size_hint_x, right.size_hint_x = 0.56, 0.44
            self.add_widget(Scroll(Row(left, right, space=2.5, hug=True), pad=2.5))
        else:
            self.add_widget(Scroll(left, right, space=2, pad=2))

    def _progress(self, progress: Progress) -> Widget:
        words = msg("{cards} of {all} cards", cards=progress.cards, all=progress.all_cards)
        more = msg(
            "{designs} of {all} different cards are photographed; each one is needed only once.",
            designs=progress.designs,
            all=progress.all_designs,
        )
        return Panel(
            Text(self.say(words), "display", test_id="deck-progress"),
            Bar(progress.cards / max(1, progress.all_cards)),
            Text(self.say(more), "body", "soft"),
            space=1.5,
        )

    def _decks(self) -> Widget:
        """The decks of the box, each with a picture and a bar."""
        panel = Panel(space=1.5)
        for name in self.box.sections:
            progress = self.book.progress(self.shelf, name)
            title = my_deck_name.section_name(self, name)
            count = self.say(msg("{cards} of {all}", cards=progress.cards, all=progress.all_cards))
            words = Column(
                Row(Text(title, "label", bold=True), Text(count, "label", "soft", align="right"), hug=True),
                Bar(progress.cards / max(1, progress.all_cards)),
                space=0.75,
                pos_hint={"center_y": 0.5},
            )
            first = (
                f"back:{name}"
                if self.box.has_backs
                else next(c for c, home in self.shelf.decks.items() if home == name)
            )
            tile = Picture(self.desk.pictures, first, size_hint=(None, None), size=(dp(34), dp(34) * SHAPE))
            panel.add_widget(Row(tile, words, space=2, hug=True, test_id=f"deck:{name}"))
        return panel

    def _ways(self, progress: Progress) -> list[Widget]:
        waiting = len(self.book.pages.waiting)
        ways: list[Widget] = []
        if waiting:
            ways.append(
                Button(
                    self.say(msgs("Name {count} card", "Name {count} cards", waiting)),
                    lambda: self.go("name"),
                    "pen",
                    "primary",
                    "heading",
                    test_id="deck-name",
                    grow=1.4,
                )
            )
        photo = Button(
            self.say(msg("Photograph cards")),
            lambda: self.go("photo"),
            "camera",
            "plain" if waiting else "primary",
            "heading",
            test_id="deck-photo",
            grow=1.4,
        )
        ways.append(photo)
        if self.box.boards:
            done = len(self.book.pages.boards)
            boards = self.say(msg("{count} of 4 photographed, with eight spaces each", count=done))
            ways.append(
                ListButton(self.say(msg("Boards")), boards, lambda: self.go("boards"), "anchor", test_id="deck-boards")
            )
        if self.book.pages.cards:
            ways.append(
                ListButton(
                    self.say(msg("Named cards")),
                    self.say(msg("Look through them; a wrong name is given anew")),
                    lambda: self.go("named"),
                    "eye",
                    test_id="deck-named",
                )
            )
        if progress.designs:
            ways.append(
                ListButton(
                    self.say(msg("Use this deck")),
                    self.say(msg("What is named by now becomes the deck that the camera looks for")),
                    lambda: my_deck_packs.finish(self),
                    "check",
                    test_id="deck-finish",
                )
            )
        ways.append(
            ListButton(
                self.say(msg("Decks")),
                self.say(self._in_use()),
                lambda: self.go("packs"),
                "cards",
                test_id="deck-packs",
            )
        )
        if self.box.has_card_list:
            ways.append(
                ListButton(
                    self.say(msg("What the cards say")),
                    self.say(msg("Values and costs, where sources disagree, and what your cards show instead")),
                    lambda: self.shell.go("card_list", box=self.box.id),
                    "book",
                    test_id="deck-values",
                )
            )
        ways.append(
            Panel(
                Text(self.say(msg("How it goes")), "label", bold=True),
                Text(
                    self.say(
                        msg(
                            "Lay several cards side by side on a plain table, a finger apart, and photograph "
                            "them from above. Then tell for each one which card it is. You can stop at any time."
                        )
                    ),
                    "body",
                    "soft",
                ),
                space=1,
            )
        )
        return ways

    def _in_use(self) -> Message:
        if own := self.desk.pack_of(self.box):
            return msg("In use: {deck}", deck=own.removesuffix(".cardpack"))
        return msg("In use: our own drawn deck")


class Bar(Widget):
    """How much of something is done."""

    def __init__(self, part: float) -> None:
        super().__init__(size_hint_y=None, height=dp(10))
        paint(self, theme.colour("raised"), radius=5)
        self._part = max(0.0, min(1.0, part))
        self._full = Widget(size_hint=(None, None), height=dp(10))
        if self._part > 0:
            paint(self._full, theme.colour("good"), radius=5)
        self.add_widget(self._full)
        self.bind(pos=self._fit, size=self._fit)

    def _fit(self, *_: object) -> None:
        self._full.pos = self.pos
        self._full.width = max(self.width * self._part, dp(10) if self._part else 0)
