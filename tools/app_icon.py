"""The icons and the start picture of the app, drawn from our own cards: `python -m tools.app_icon`."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from card_db.packet_row.art import CardTexts, draw_card
from card_db.packet_row.cards import parse_card
from companion.games.packet_row.drawn import deck_texts

FOLDER = Path("packaging/android")
WINDOW_ICON = Path("companion/app/icon.png")
FONT = Path("companion/app/fonts/PacketRowDisplay.ttf")
NAVY, PANEL, BRASS, INK = "#10202B", "#1C3645", "#E9B44C", "#F6F0E2"
FAN = (("goods:tobacco:3:10", 15), ("ship:great_britain", 0), ("contract:cotton:3:netherlands:25", -15))


def draw_fan(size: int, texts: CardTexts) -> Image.Image:
    """Three cards spread like a hand, on nothing."""
    canvas = Image.new("RGBA", (size, size), (0, 0, 0, 0))
    middle = size / 2
    for name, turn in (FAN[0], FAN[2], FAN[1]):
        card = draw_card(parse_card(name), texts, 300).convert("RGBA")
        height = round(size * 0.56)
        card = card.resize((round(card.width * height / card.height), height), Image.Resampling.LANCZOS)
        mask = Image.new("L", card.size, 0)
        ImageDraw.Draw(mask).rounded_rectangle((0, 0, card.width - 1, card.height - 1), card.width * 0.07, fill=255)
        card.putalpha(mask)
        layer = Image.new("RGBA", (size, size), (0, 0, 0, 0))
        layer.paste(card, (round(middle - card.width / 2 - turn * size * 0.002), round(size * 0.2)))
        layer = layer.rotate(turn, Image.Resampling.BICUBIC, center=(middle, size * 1.05))
        shadow = Image.new("RGBA", (size, size), (0, 0, 0, 0))
        shadow.paste((0, 0, 0, 90), (round(size * 0.008), round(size * 0.01)), layer.getchannel("A"))
        canvas = Image.alpha_composite(Image.alpha_composite(canvas, shadow), layer)
    return canvas


def draw_icon(texts: CardTexts, size: int = 512) -> Image.Image:
    """The cards on a navy field with a brass edge."""
    icon = Image.new("RGBA", (size, size), (0, 0, 0, 0))
    pen = ImageDraw.Draw(icon)
    pen.rounded_rectangle((0, 0, size - 1, size - 1), size * 0.2, fill=NAVY)
    edge = size * 0.035
    pen.rounded_rectangle(
        (edge, edge, size - 1 - edge, size - 1 - edge), size * 0.17, fill=PANEL, outline=BRASS, width=size // 60
    )
    icon.alpha_composite(draw_fan(size, texts))
    return icon


def draw_foreground(texts: CardTexts, size: int = 432) -> Image.Image:
    """The cards for round and other icons: launchers cut off all that lies outside the middle two thirds."""
    picture = Image.new("RGBA", (size, size), (0, 0, 0, 0))
    fan = draw_fan(size, texts).resize((round(size * 0.66),) * 2, Image.Resampling.LANCZOS)
    picture.alpha_composite(fan, (round(size * 0.17),) * 2)
    return picture


def draw_presplash(texts: CardTexts, size: int = 1024) -> Image.Image:
    """The cards and the name on the colour that fills the rest of the display."""
    picture = Image.new("RGBA", (size, size), NAVY)
    fan = draw_fan(round(size * 0.8), texts)
    picture.alpha_composite(fan, (round(size * 0.1), round(size * 0.02)))
    font = ImageFont.truetype(str(FONT), round(size * 0.11))
    ImageDraw.Draw(picture).text((size / 2, size * 0.84), "Packet Row", font=font, fill=BRASS, anchor="mm")
    small = ImageFont.truetype(str(FONT), round(size * 0.045))
    ImageDraw.Draw(picture).text((size / 2, size * 0.93), "Companion", font=small, fill=INK, anchor="mm")
    return picture


def main() -> int:
    """Write all pictures."""
    texts = deck_texts("en")
    icon = draw_icon(texts)
    icon.save(FOLDER / "icon.png", optimize=True)
    draw_foreground(texts).save(FOLDER / "icon_foreground.png", optimize=True)
    Image.new("RGB", (432, 432), PANEL).save(FOLDER / "icon_background.png", optimize=True)
    icon.resize((256, 256), Image.Resampling.LANCZOS).save(WINDOW_ICON, optimize=True)
    draw_presplash(texts).convert("RGB").save(FOLDER / "presplash.png", optimize=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
