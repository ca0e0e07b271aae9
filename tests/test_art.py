"""Our own drawn deck: every design, both languages, boards, the folder for the scanner and the printed sheets."""

from __future__ import annotations

import base64
import json
import re
import sys
import zlib
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from card_db.art.lettering import _ACCENTS, _font
from card_db.art.ornament import FRAME_MM
from card_db.art.plate import Lettering, Pen, pixel_size, pulled
from card_db.art.sheets import A4_MM, PER_PAGE, SheetsError, card_corner
from card_db.deck import Deck
from card_db.packet_row.art import (
    CardTexts,
    board_slots,
    card_texts,
    contact_sheet,
    designs,
    draw_back,
    draw_board,
    draw_card,
    laid_board,
    write_pack_folder,
    write_sheets,
)
from card_db.packet_row.art.boards import SLOTS, engrave_board
from card_db.packet_row.art.facades import BUILDINGS, home_deck
from card_db.packet_row.art.faces import engrave_card
from card_db.packet_row.art.palette import BOARD_HEIGHT_MM, BOARD_WIDTH_MM, CARD_HEIGHT_MM, CARD_WIDTH_MM
from card_db.packet_row.art.sheets import sheet_cards
from card_db.packet_row.cards import AREAS, Building, Card, Contract, Goods, Money, Nugget, parse_card
from card_db.packet_row.counts import BOX_SIZE
from card_db.packet_row.deck_list import DECKS, load_deck
from companion.games.packet_row.drawn import deck_texts as texts
from companion.words import LANGUAGES

DPI = 60
DECK = load_deck()
DESIGNS = designs(DECK)


@cache
@cache
def engraved(language: str) -> dict[Card, Pen]:
    return {card: engrave_card(card, texts(language), DPI, home) for card, home in DESIGNS.items()}


@cache
def drawn(language: str) -> dict[Card, Image.Image]:
    return {card: pulled(pen) for card, pen in engraved(language).items()}


# --- cards ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_design_is_drawn_and_no_two_are_alike(language: str) -> None:
    images = drawn(language)
    assert len(images) == len(DESIGNS) == 103
    assert {image.size for image in images.values()} == {pixel_size(CARD_WIDTH_MM, CARD_HEIGHT_MM, DPI)}
    assert {image.mode for image in images.values()} == {"RGB"}
    assert len({image.tobytes() for image in images.values()}) == len(images)


def test_a_card_has_its_true_size() -> None:
    assert draw_card(parse_card("banker"), texts("en")).size == (520, 803)
    assert draw_back("market").size == (520, 803)


def test_the_same_card_gives_the_same_pixels() -> None:
    for card, image in list(drawn("de").items())[::7]:
        assert draw_card(card, texts("de"), DPI, deck=DESIGNS[card]).tobytes() == image.tobytes()


def test_languages_differ_on_cards_with_names_only() -> None:
    assert drawn("en")[parse_card("ship:spain")].tobytes() != drawn("de")[parse_card("ship:spain")].tobytes()
    assert drawn("en")[parse_card("money:4")].tobytes() == drawn("de")[parse_card("money:4")].tobytes()


def test_backs_are_five() -> None:
    images = {draw_back(deck, DPI).tobytes() for deck in DECKS}
    assert len(images) == 5


def test_every_building_of_the_deck_list_has_a_facade_of_its_own() -> None:
    listed = {card.name: home for card, home in DESIGNS.items() if isinstance(card, Building)}
    assert listed == {name: home_deck(name) for name in BUILDINGS}
    plain = {draw_card(Building(name, 9, 1), nameless(), DPI, deck="bank").tobytes() for name in BUILDINGS}
    assert len(plain) == 36


def nameless() -> CardTexts:
    return card_texts("en", goods={}, areas={}, helpers={}, nuggets={}, buildings=dict.fromkeys(BUILDINGS, "house"))


def test_a_building_that_is_not_ours_is_drawn_too() -> None:
    first, second = (draw_card(Building(name, 9, 2), texts("en"), DPI) for name in ("saddlery", "mill"))
    assert first.tobytes() != second.tobytes()
    assert draw_card(Building("saddlery", 9, 2), texts("en"), DPI, deck="bank").tobytes() != first.tobytes()


# --- words stay where they belong -------------------------------------------------------------------------------


def faults(letterings: list[Lettering], width_mm: float, height_mm: float, margin_mm: float) -> list[str]:
    """Words that leave the frame or touch other words."""
    found = []
    for number, one in enumerate(letterings):
        x0, y0, x1, y1 = one.box_mm
        if x0 < margin_mm or y0 < margin_mm or x1 > width_mm - margin_mm or y1 > height_mm - margin_mm:
            found.append(f"{one.text} leaves the frame: {one.box_mm}")
        for other in letterings[number + 1 :]:
            u0, v0, u1, v1 = other.box_mm
            if x0 < u1 and u0 < x1 and y0 < v1 and v0 < y1:
                found.append(f"{one.text} touches {other.text}")
    return found


EXTREMES: tuple[Card, ...] = (
    Contract("tobacco", 99, "german_confederation", 999_999),
    Contract("grain", 88, "great_britain", 888_888, start=True),
    Goods("cotton", 99, 999_999),
    Goods("fur", 4, 12),
    Nugget(2, 999_999),
    Money(999_999),
    Building("the_honourable_company_of_distillers_and_of_coopers_of_1842", 999_999, 999_999),
    Building("W" * 60, 0, 0),
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_stay_inside_the_frame_and_apart(language: str) -> None:
    plates = engraved(language) | {card: engrave_card(card, texts(language), DPI) for card in EXTREMES}
    for card, pen in plates.items():
        assert not faults(pen.letterings, CARD_WIDTH_MM, CARD_HEIGHT_MM, FRAME_MM), card


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_stay_apart_on_boards(language: str) -> None:
    for area in AREAS:
        letterings = engrave_board(area, texts(language), 30).letterings
        assert not faults(letterings, BOARD_WIDTH_MM, BOARD_HEIGHT_MM, 5.0), area
        assert texts(language).areas[area].upper() in {one.text for one in letterings}


def test_long_names_stay_readable() -> None:
    for name in ("insurance_house", "merchants_club", "naval_school"):
        (x0, y0, x1, y1) = engrave_card(Building(name, 13, 2), texts("de"), 300).letterings[-1].box_mm
        assert y1 - y0 >= 1.9  # millimetres of a capital
        assert x1 - x0 <= 30


def test_every_letter_is_in_the_face() -> None:
    missing = _font(24).getmask("\uffff")
    letters = {sign for language in LANGUAGES for pen in engraved(language).values() for sign in said(pen)}
    assert {"A", "'", "U"} < letters
    assert not [sign for sign in letters if bytes(_font(24).getmask(sign)) == bytes(missing) and sign != " "]


def said(pen: Pen) -> set[str]:
    return {sign for one in pen.letterings for sign in one.text} - set(_ACCENTS)


def test_umlauts_are_letters_with_dots() -> None:
    plain, dotted = (replace(texts("de"), helpers={"trader": word}) for word in ("Handler", "Händler"))
    first, second = (engrave_card(parse_card("trader"), words, 100) for words in (plain, dotted))
    assert first.letterings[0].box_mm == second.letterings[0].box_mm
    assert ImageChops.difference(pulled(first), pulled(second)).getbbox() is not None


def test_other_languages_are_refused_in_words() -> None:
    with pytest.raises(ValueError, match="our cards speak en and de, not 'fr'"):
        card_texts("fr", goods={}, areas={}, helpers={}, nuggets={}, buildings={})


# --- boards -----------------------------------------------------------------------------------------------------


def test_boards_have_eight_spaces_of_a_cards_shape() -> None:
    image, slots = draw_board("market", texts("de"), DPI)
    assert image.size == pixel_size(BOARD_WIDTH_MM, BOARD_HEIGHT_MM, DPI)
    assert slots == board_slots(DPI)
    assert tuple(slot.id for slot in slots) == SLOTS
    assert set(SLOTS) == {*(f"current-{n}" for n in (1, 2, 3, 4)), "future-1", "future-2", "draw", "discard"}
    boxes = []
    for slot in slots:
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = slot.quad
        assert x0 == x3 < x1 == x2
        assert y0 == y1 < y2 == y3
        assert 0 <= x0 <= x1 <= image.width
        assert 0 <= y0 <= y2 <= image.height
        assert (x1 - x0) / (y2 - y0) == pytest.approx(CARD_WIDTH_MM / CARD_HEIGHT_MM, rel=0.01)
        boxes.append((x0, y0, x1, y2))
    for number, (x0, y0, x1, y1) in enumerate(boxes):
        assert all(x1 < u0 or u1 < x0 or y1 < v0 or v1 < y0 for u0, v0, u1, v1 in boxes[number + 1 :])


def test_boards_differ() -> None:
    assert len({draw_board(area, texts("en"), 30)[0].tobytes() for area in AREAS}) == 4


# --- the folder for the scanner ---------------------------------------------------------------------------------


def test_a_pack_folder_has_every_design_once(tmp_path: Path) -> None:
    path = write_pack_folder(tmp_path / "new" / "pack", DECK, texts("de"), "de", card_dpi=30, board_dpi=30)
    manifest = json.loads(path.read_text(encoding="utf-8"))
    assert path.name == "manifest.json"
    assert manifest["card_size_mm"] == [44, 68]
    assert [entry["id"] for entry in manifest["cards"]] == [str(card) for card in DESIGNS]
    assert [entry["id"] for entry in manifest["backs"]] == [f"back:{deck}" for deck in DECKS]
    assert [entry["id"] for entry in manifest["boards"]] == list(AREAS)
    for board in manifest["boards"]:
        assert [slot["id"] for slot in board["slots"]] == list(SLOTS)
    entries = [*manifest["cards"], *manifest["backs"], *manifest["boards"]]
    images = [entry["image"] for entry in entries]
    assert len(set(images)) == len(images)
    for image in images:
        with Image.open(path.parent / image) as picture:
            assert picture.format == "PNG"


def test_a_laid_board_shows_its_cards(tmp_path: Path) -> None:
    laid = laid_board("bank", {"current-2": "money:4", "draw": "back:bank"}, texts("en"), DPI)
    changed = ImageChops.difference(laid, draw_board("bank", texts("en"), DPI)[0]).convert("L")
    for slot in board_slots(DPI):
        inside = changed.crop((*map(round, slot.quad[0]), *map(round, slot.quad[2])))
        assert (inside.getbbox() is not None) == (slot.id in ("current-2", "draw"))
    assert contact_sheet(["banker", "back:bank", "money:4"], texts("en"), 2, 40).size == (86, 130)


# --- sheets -----------------------------------------------------------------------------------------------------


def images_on_pages(pdf: bytes) -> list[int]:
    """How many pictures each page of a PDF shows."""
    counts = []
    for stream in re.findall(rb"stream\r?\n(.*?)endstream", pdf, re.DOTALL):
        try:
            content = zlib.decompress(base64.a85decode(stream.strip(), adobe=b"<~" in stream[:4]))
        except ValueError:
            content = zlib.decompress(base64.a85decode(stream.strip().removesuffix(b"~>")))
        if b" cm" in content[:400] and content.isascii():
            counts.append(len(re.findall(rb" Do\b", content)))
    return counts


def test_sheets_hold_every_card_twice_and_the_boards(tmp_path: Path) -> None:
    path = tmp_path / "all.pdf"
    pages = write_sheets(path, DECK, texts("en"), card_dpi=25, board_dpi=25)
    pdf = path.read_bytes()
    assert len(sheet_cards(DECK)) == BOX_SIZE
    assert pages == 2 * -(-BOX_SIZE // PER_PAGE) + 4
    assert len(re.findall(rb"/Type /Page\b", pdf)) == pages
    assert sum(images_on_pages(pdf)) == 2 * BOX_SIZE + 4
    assert max(images_on_pages(pdf)) == PER_PAGE


def test_sheets_without_backs_and_boards_are_the_same_each_time(tmp_path: Path) -> None:
    some, paths = Deck(DECK.entries[::9]), (tmp_path / "first.pdf", tmp_path / "second.pdf")
    copies = sum(entry.copies for entry in some.entries)
    for path in paths:
        assert write_sheets(path, some, texts("de"), backs=False, boards=False, card_dpi=25) == -(-copies // PER_PAGE)
        assert sum(images_on_pages(path.read_bytes())) == copies
    assert paths[0].read_bytes() == paths[1].read_bytes()


def test_backs_meet_their_fronts_when_the_sheet_is_turned() -> None:
    for place in range(PER_PAGE):
        (x, y), (u, v) = card_corner(place), card_corner(place, mirrored=True)
        assert u == pytest.approx(A4_MM[0] - x - CARD_WIDTH_MM)
        assert v == y
        assert 8 < x < A4_MM[0] - CARD_WIDTH_MM - 8
        assert 8 < y < A4_MM[1] - CARD_HEIGHT_MM - 8


def test_missing_reportlab_is_told_in_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "reportlab.pdfgen.canvas", None)
    with pytest.raises(SheetsError, match=r"printing needs reportlab.*pip install"):
        write_sheets(tmp_path / "no.pdf", DECK, texts("en"))
