"""Pictures of the deck itself: cards side by side, and a board with cards laid on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from PIL import Image

from card_db.packet_row.art.backs import draw_back
from card_db.packet_row.art.boards import draw_board
from card_db.packet_row.art.faces import draw_card
from card_db.packet_row.art.texts import CardTexts
from card_db.packet_row.cards import parse_card

_TABLE: Final = (74, 60, 48)
_DRAWN_DPI: Final = 240  # drawn large and made smaller, so that fine lines stay fine
_DECK: Final = (
    "contract:grain:4:sweden:35",
    "contract:fur:3:great_britain:20",
    "contract:tobacco:2:netherlands:20",
    "start:cotton:3:france:25",
    "assistant",
    "vp:city_hall:24:5",
    "vp:opera:28:6",
    "back:guildhall",
    "ship:great_britain",
    "ship:spain",
    "nugget:1:4",
    "nugget:2:7",
    "captain",
    "vp:lighthouse:8:1",
    "vp:grand_pier:26:6",
    "back:docks",
    "goods:grain:1:2",
    "goods:cotton:3:10",
    "goods:fur:2:6",
    "goods:tobacco:2:6",
    "trader",
    "vp:cathedral:23:5",
    "vp:exchange:27:6",
    "back:market",
    "money:2",
    "money:6",
    "money:10",
    "banker",
    "vp:railway_station:23:5",
    "vp:merchants_club:28:6",
    "vp:coin_house:10:2",
    "back:bank",
)
_LAID: Final = {
    "draw": "back:docks",
    "discard": "vp:warehouse:12:2",
    "future-1": "captain",
    "future-2": "ship:sweden",
    "current-1": "ship:netherlands",
    "current-2": "nugget:2:7",
    "current-3": "vp:lighthouse:8:1",
}


def contact_sheet(ids: Sequence[str], texts: CardTexts, columns: int, card_width: int) -> Image.Image:
    """Faces (by notation) and backs (`back:market`) in rows, each so many pixels wide."""
    size = card_width, round(card_width * 68 / 44)
    gap = max(2, card_width // 18)
    rows = -(-len(ids) // columns)
    sheet = Image.new("RGB", (columns * (size[0] + gap) + gap, rows * (size[1] + gap) + gap), _TABLE)
    for place, name in enumerate(ids):
        x, y = place % columns * (size[0] + gap) + gap, place // columns * (size[1] + gap) + gap
        sheet.paste(_drawn(name, texts, _DRAWN_DPI).resize(size, Image.Resampling.LANCZOS), (x, y))
    return sheet


def laid_board(area: str, cards: Mapping[str, str], texts: CardTexts, dpi: int) -> Image.Image:
    """A board with cards lying straight on its spaces: space to card or back."""
    board, slots = draw_board(area, texts, dpi)
    for slot in slots:
        if name := cards.get(slot.id):
            (x0, y0), _, (x1, y1), _ = slot.quad
            size = round(x1 - x0), round(y1 - y0)
            board.paste(
                _drawn(name, texts, max(dpi, _DRAWN_DPI)).resize(size, Image.Resampling.LANCZOS), (round(x0), round(y0))
            )
    return board


def write_showcase(folder: Path, texts: CardTexts) -> None:
    """The two pictures of the README: deck.png and board.png."""
    folder.mkdir(parents=True, exist_ok=True)
    deck = contact_sheet(_DECK, texts, 8, 150)
    board = laid_board("docks", _LAID, texts, 200).resize((1100, 741), Image.Resampling.LANCZOS)
    for name, image in (("deck.png", deck), ("board.png", board)):
        few = image.quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)  # keeps small patches of red
        few.save(folder / name, optimize=True)


def _drawn(name: str, texts: CardTexts, dpi: int) -> Image.Image:
    kind, _, deck = name.partition(":")
    return draw_back(deck, dpi) if kind == "back" else draw_card(parse_card(name), texts, dpi)
