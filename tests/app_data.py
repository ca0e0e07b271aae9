"""A desk with something on every screen: games at different points, counted hands; and the way to each screen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from PIL import Image

from card_db.packet_row.deck_list import load_deck
from companion.core.game import Seat, Setup
from companion.counting import start_counting
from companion.deck_book import DeckBook
from companion.drawn_cards import draw_picture
from companion.games import load_box
from companion.games.le_havre.box import DEMO_HANDS
from companion.games.le_havre.game import GAME as LE_HAVRE
from companion.games.le_havre.robot import RobotTable as LeHavreTable
from companion.games.le_havre.state import State as LeHavreState
from companion.games.packet_row.game import GAME
from companion.games.packet_row.robot import RobotTable
from companion.games.packet_row.state import State
from companion.scan_answers import Doubt
from companion.scan_drafts import Questions

NAMES = ("Anna", "Ben", "Cedric", "David")
COLOURS = {"Anna": "orange", "Ben": "blue", "Cedric": "green", "David": "pink"}

Route = tuple[str, str, dict[str, Any]]  # what to call it, screen, arguments


def play(desk: Any, until: Callable[[State], bool], players: int = 4, seed: int = 7) -> int:
    """A game that robots played up to a point; returns its id."""
    setup = Setup(GAME.id, NAMES[:players], Seat(0), frozenset(), {name: COLOURS[name] for name in NAMES[:players]})
    table = RobotTable(setup, load_deck(), Random(seed))
    session = desk.start("Friday", setup)
    moves = table.play()
    while not until(table.state):
        session.record(GAME.encode(setup, next(moves)))
    return int(session.id)


def count_hands(desk: Any, finished: bool = True) -> int:
    """Three hands, counted."""
    counting = start_counting(desk.store, GAME.id, NAMES[:3])
    hands = (
        ("vp:university:18:4", "vp:opera:22:6", "banker", "banker", "money:4", "start:fur:3:spain:25", "ship:spain",
         "contract:cotton:3:netherlands:25", "ship:france", "captain", "trader", "goods:fur:3:10", "goods:grain:2:5",
         "nugget:1:4", "ship:netherlands"),
        ("banker", "vp:park:8:2", "money:9"),
        ("vp:library:15:3", "contract:fur:2:spain:15"),
    )  # fmt: skip
    for seat, cards in enumerate(hands):
        counting.set_cards(seat, cards)
        counting.set_token(seat, "money", 12 + 19 * seat)
    if finished:
        counting.finish()
    return counting.id


def play_le_havre(
    desk: Any, until: Callable[[LeHavreState], bool], players: int = 3, version: str = "full", seed: int = 5
) -> int:
    """A game of Le Havre that robots played up to a point; returns its id."""
    setup = Setup(LE_HAVRE.id, NAMES[:players], Seat(0), version=version)
    table = LeHavreTable(setup, Random(seed))
    session = desk.start("Sunday", setup)
    moves = table.play()
    while not until(table.state):
        session.record(LE_HAVRE.encode(setup, next(moves)))
    return int(session.id)


def count_le_havre(desk: Any, finished: bool = True) -> int:
    """The demo game of Le Havre, counted."""
    counting = start_counting(desk.store, LE_HAVRE.id, [hand.name for hand in DEMO_HANDS])
    for seat, hand in enumerate(DEMO_HANDS):
        counting.set_cards(seat, hand.cards)
        for token, number in hand.tokens.items():
            counting.set_token(seat, token, number)
    if finished:
        counting.finish()
    return counting.id


def le_havre_routes(desk: Any) -> list[Route]:
    """Every screen of Le Havre, and those of the shell that look different with it."""
    over = play_le_havre(desk, lambda state: state.over, 2, "short", seed=3)
    count = count_le_havre(desk)
    new = play_le_havre(desk, lambda _: True)
    supply = play_le_havre(desk, lambda state: state.phase == "supply")
    feeding = play_le_havre(desk, lambda state: state.phase == "feeding" and state.round == 3)
    town = play_le_havre(desk, lambda state: state.phase == "town")
    main = play_le_havre(desk, lambda state: state.phase == "main" and state.round == 8)
    building = desk.session(main).state.town[0]
    box = {"box": LE_HAVRE.id}
    return [
        ("le-havre-score-hand", "score_hand", {"count": count, "seat": 2}),
        ("le-havre-result", "result", {"count": count, "shown": True}),
        ("le-havre-result-game", "result", {"game": over, "shown": True}),
        ("le-havre-new-game", "new_game", box),
        ("le-havre-set-up", "set_up", {"game": new}),
        ("le-havre-table-supply", "table", {"game": supply}),
        ("le-havre-table", "table", {"game": main}),
        ("le-havre-table-players", "table", {"game": main, "tab": "players"}),
        ("le-havre-feeding", "table", {"game": feeding}),
        ("le-havre-town", "table", {"game": town}),
        ("le-havre-replay", "replay", {"game": over, "step": 60}),
        ("le-havre-visit", "visit", {"game": main, "building": building}),
        ("le-havre-player", "player", {"game": main, "seat": 1}),
        ("le-havre-player-cards", "player", {"game": main, "seat": 1, "cards": True}),
        ("le-havre-correct", "correct", {"game": main}),
        ("le-havre-arbiter", "arbiter", box),
        ("le-havre-arbiter-game", "arbiter", {"game": main, "verb": "enter", "what": building}),
        ("le-havre-my-deck", "my_deck", box),
        ("le-havre-box-check", "box_check", box),
        ("le-havre-card-list", "card_list", box),
        ("le-havre-card-facts", "card_facts", {"card": "Ironworks", **box}),
        ("le-havre-ship-facts", "card_facts", {"card": "wooden", **box}),
        ("le-havre-rules", "rules", {"rule": "7.7", **box}),
    ]


def lay_cards(cards: tuple[str, ...], across: int = 4) -> tuple[Image.Image, list[Any]]:
    """Cards on a plain table as from above, and where they lie."""
    picture, quads = Image.new("RGB", (1280, 720), "#6B4A36"), []
    for number, card in enumerate(cards):
        drawn = draw_picture(card, "en", 110, 90, None).convert("RGB").resize((176, 272))
        x, y = 120 + 280 * (number % across), 50 + 330 * (number // across)
        picture.paste(drawn, (x, y))
        quads.append(((x, y), (x + 176, y), (x + 176, y + 272), (x, y + 272)))
    return picture, quads


def scan_routes(desk: Any) -> list[Route]:
    """The scan view and its questions, as if the camera had seen these cards."""
    from scanner.looking import Seen  # loads OpenCV
    from scanner.reading import Detection, Guess

    picture, quads = lay_cards(("ship:spain", "banker", "goods:fur:2:6", "money:4", "vp:library:15:3", "captain"))
    file = desk.folder / "spread.png"
    picture.save(file)
    pixels = np.asarray(picture)[..., ::-1].copy()
    names = ("ship:spain", "banker", "goods:fur:2:6", "money:4", "vp:library:15:3", None)
    sure = (0.99, 0.98, 0.6, 0.97, 0.99, 0.2)
    likely = {"goods:fur:2:6": (Guess("goods:fur:3:10", 0.3),)}
    cards = tuple(
        Detection(name, quad, odds, likely.get(name or "", ()))
        for name, quad, odds in zip(names, quads, sure, strict=True)
    )
    seen = Seen(cards, (), (), (), pixels, True)
    doubts = [Doubt(pixels[50:322, 680:856], ("goods:fur:2:6", "goods:fur:3:10")), Doubt(pixels[380:652, 400:576], ())]
    asked = {"purpose": "hand", "title": "Anna", "on_cards": print, "source": str(file)}
    return [
        ("scan", "scan", {**asked, "latest": seen}),
        ("scan-fails", "scan", {**asked, "source": str(desk.folder / "none.png")}),
        ("scan-doubt", "scan", {**asked, "step": "doubts", "questions": Questions(doubts)}),
        ("scan-unknown", "scan", {**asked, "step": "doubts", "questions": Questions(doubts, answers=[None])}),
        ("scan-pick", "scan", {**asked, "step": "pick", "questions": Questions(doubts)}),
        ("scan-files", "scan", {**asked, "step": "files"}),
    ]


def teach(folder: Path, pair: bool) -> None:
    """A deck that is being taught: some cut-outs, the first of them (`pair`) like a card that is there, a board."""
    book = DeckBook(folder)

    def cut(card: str) -> Image.Image:
        return draw_picture(card, "en", 110, 90, None).convert("RGB")

    known = book.add(cut("banker")).file
    book.name(known, "banker")
    book.name(book.add(cut("vp:library:15:3")).file, "vp:library:15:3")
    book.name(book.add(cut("contract:cotton:3:netherlands:25")).file, "contract:cotton:3:netherlands:25")
    if pair:
        book.add(cut("banker"), alike=known)
    for card in ("goods:fur:2:6", "captain"):
        book.add(cut(card))
    board = draw_picture("board:market", "en", 110, 60, None).convert("RGB")
    spaces = {}
    for name, quad in load_box(GAME.id).usual_spaces().items():
        one, two, three, four = ((x * board.width, y * board.height) for x, y in quad)
        spaces[name] = (one, two, three, four)
    book.set_board("market", board, spaces)


def deck_routes(desk: Any) -> list[Route]:
    """My deck, step by step."""
    from companion.app.photo_worker import CutBoard  # loads Kivy

    teach(desk.folder / "deck", pair=False)
    picture, _ = lay_cards(("ship:spain", "banker", "goods:fur:2:6", "money:4"))
    board = draw_picture("board:docks", "en", 110, 60, None).convert("RGB").resize((960, 654))
    table = Image.new("RGB", (1280, 720), "#6B4A36")
    table.paste(board, (160, 33))
    films = {name: desk.folder / f"film-{name}" for name in ("cards", "board")}  # live: nothing is cut out yet
    for name, shown in (("cards", picture), ("board", table)):
        films[name].mkdir(exist_ok=True)
        shown.save(films[name] / "1.png")
    edges = ((160.0, 33.0), (1120.0, 33.0), (1120.0, 687.0), (160.0, 687.0))
    shot = CutBoard(board, {}, np.asarray(table)[..., ::-1].copy(), edges)
    steps: dict[str, dict[str, Any]] = {
        "photo": {"source": str(films["cards"])},
        "board_photo": {"source": str(films["board"]), "area": "docks"},
        "name": {"deck": "market"},
        "named": {"deck": "bank"},
        "values": {"card": "vp:library:15:3", "listed": "vp:library:15:3"},
        "boards": {},
        "adjust": {"area": "market", "shot": shot},
        "outline": {"area": "docks", "shot": shot},
        "packs": {},
        "import": {},
    }
    ways: list[Route] = [(f"my-deck-{step}", "my_deck", {"step": step, **args}) for step, args in steps.items()]
    contract = "contract:cotton:3:netherlands:25"
    return [*ways, ("my-deck-contract", "my_deck", {"step": "values", "card": contract, "listed": contract})]


def routes(desk: Any) -> list[Route]:
    """Every screen with something to show."""
    over = play(desk, lambda state: state.over, seed=3)
    count = count_hands(desk)
    setting_up = play(desk, lambda state: state.areas["docks"].drawn is not None)
    refill = play(desk, lambda state: state.round == 2 and state.phase == "refill")
    asking = play(desk, lambda state: state.round == 4 and state.phase == "asking")
    desk.remember((*NAMES, "Emma"))
    return [
        ("home", "home", {}),
        ("tour", "tour", {}),
        ("score-players", "score_players", {}),
        ("score-hand", "score_hand", {"count": count, "seat": 0}),
        ("result", "result", {"count": count, "shown": True}),
        ("result-game", "result", {"game": over, "shown": True}),
        ("new-game", "new_game", {}),
        ("set-up", "set_up", {"game": setting_up}),
        ("table", "table", {"game": asking}),
        ("follow", "follow", {"game": asking, "paused": True}),
        ("final-hands", "final_hands", {"game": over}),
        ("refill", "refill", {"game": refill}),
        ("my-cards", "my_cards", {"game": asking}),
        ("arbiter", "arbiter", {}),
        ("arbiter-game", "arbiter", {"game": asking}),
        ("rules", "rules", {"rule": "R8"}),
        ("history", "history", {}),
        ("replay", "replay", {"game": over}),
        ("statistics", "statistics", {}),
        ("export", "export", {"count": count}),
        ("my-deck", "my_deck", {}),
        ("settings", "settings", {}),
        ("demo", "demo", {}),
        ("box-check", "box_check", {}),
        *scan_routes(desk),
        *deck_routes(desk),
        *le_havre_routes(desk),
    ]
