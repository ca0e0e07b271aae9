"""The score sheet as a picture to keep or to send: bars, the breakdown, who won and why."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PIL import Image, ImageColor, ImageDraw, ImageFont

from companion.core.player_names import showable
from companion.core.sheet import Sheet, stacked
from companion.words import Words, msg

Colour = tuple[int, int, int]

WIDTH: Final = 1400
EDGE: Final = 64
PAPER: Final[Colour] = (250, 243, 228)
INK: Final[Colour] = (40, 32, 30)
SOFT: Final[Colour] = (110, 96, 84)
LINE: Final[Colour] = (206, 186, 148)
GOLD: Final[Colour] = (176, 124, 32)
BAND: Final[Colour] = (16, 32, 43)
ON_BAND: Final[Colour] = (246, 240, 226)
SHADES: Final = (0.0, 0.38, 0.68, 0.82)  # how much paper is mixed into the colour of each part of a bar
BARS: Final = 430
ROW: Final = 66


@dataclass(frozen=True, slots=True)
class Letters:
    """Files with the letters to write with."""

    display: Path
    plain: Path
    bold: Path


def sheet_picture(
    sheet: Sheet, game: str, title: str, below: str, colours: Sequence[str], letters: Letters, words: Words
) -> bytes:
    """The score sheet as PNG: `game` is its headline; `colours` of the seats as #rrggbb."""
    return _Sheet(sheet, colours, letters, words).draw(game, title, below)


class _Sheet:
    def __init__(self, sheet: Sheet, colours: Sequence[str], letters: Letters, words: Words) -> None:
        self._sheet, self._letters, self._words = sheet, letters, words
        self._colours = [ImageColor.getrgb(colour)[:3] for colour in colours]
        self._rows = self._table()
        self._why = self._wrapped(sheet.why.say(words), 40, WIDTH - 4 * EDGE)
        height = EDGE + 210 + BARS + 150 + ROW * len(self._rows) + 60 + 56 * len(self._why) + 120
        self._image = Image.new("RGB", (WIDTH, height), PAPER)
        self._pen = ImageDraw.Draw(self._image)
        self._left = WIDTH * 0.27  # where the players' columns begin
        self._column = (WIDTH - EDGE * 1.5 - self._left) / len(sheet.players)

    def draw(self, game: str, title: str, below: str) -> bytes:
        height = self._image.height
        for inset, width in ((18, 4), (28, 1)):
            self._pen.rectangle((inset, inset, WIDTH - inset - 1, height - inset - 1), outline=GOLD, width=width)
        self._write(game, WIDTH / 2, EDGE + 50, self._letters.display, 92, INK)
        self._write(title, WIDTH / 2, EDGE + 122, self._letters.bold, 36, INK, WIDTH - 3 * EDGE)
        self._write(below, WIDTH / 2, EDGE + 166, self._letters.plain, 30, SOFT, WIDTH - 3 * EDGE)
        foot = EDGE + 210 + BARS
        self._draw_bars(foot)
        y = self._draw_names(foot)
        y = self._draw_table(y)
        self._draw_why(y + 30)
        self._write("Packet Row Companion", WIDTH / 2, height - 66, self._letters.plain, 24, SOFT)
        file = io.BytesIO()
        self._image.save(file, "PNG", optimize=True)
        return file.getvalue()

    def _draw_bars(self, foot: float) -> None:
        most = max(1, *(player.total for player in self._sheet.players))
        room = BARS - 80
        for number, text in enumerate(self._sheet.sources):
            y = foot - 36 - number * 48
            self._pen.rectangle((EDGE, y - 13, EDGE + 26, y + 13), fill=_mixed(INK, SHADES[number]))
            width = self._left - EDGE - 60
            self._write(text.say(self._words), EDGE + 40, y, self._letters.plain, 27, SOFT, width, anchor="lm")
        for seat, player in enumerate(self._sheet.players):
            x, y = self._middle(seat), foot
            wide = min(130.0, self._column * 0.6)
            heights = stacked(player.parts)
            for part, points in enumerate(player.parts):
                high = room * heights[part] / most
                colour = _mixed(self._colours[seat], SHADES[part])
                if high >= 1:
                    self._pen.rectangle((x - wide / 2, y - high, x + wide / 2, y), fill=colour)
                if high >= 34 and points == heights[part]:
                    ink = INK if sum(colour) > 330 else PAPER
                    self._write(str(points), x, y - high / 2, self._letters.plain, 28, ink)
                y -= high
            self._write(str(player.total), x, y - 36, self._letters.display, 64, INK)
        self._pen.line((self._left, foot, WIDTH - EDGE * 1.5, foot), fill=INK, width=3)

    def _draw_names(self, foot: float) -> float:
        for seat, player in enumerate(self._sheet.players):
            x = self._middle(seat)
            if player.place == 1:
                self._pen.rounded_rectangle(
                    (x - self._column * 0.46, foot + 18, x + self._column * 0.46, foot + 92), 18, fill=BAND
                )
            colour = ON_BAND if player.place == 1 else INK
            self._write(player.name, x, foot + 55, self._letters.bold, 36, colour, self._column * 0.84)
        return foot + 110

    def _table(self) -> list[tuple[str, list[str], bool]]:
        def row(name: str, numbers: list[int], strong: bool = False) -> tuple[str, list[str], bool]:
            return name, [str(number) for number in numbers], strong

        players, say = self._sheet.players, self._words
        return [
            *(row(one.name.say(say), list(one.numbers)) for one in self._sheet.rows),
            row(msg("Points in all").say(say), [player.total for player in players], True),
            row(msg("Place").say(say), [player.place for player in players], True),
        ]

    def _draw_table(self, y: float) -> float:
        for name, cells, strong in self._rows:
            font = self._letters.bold if strong else self._letters.plain
            self._pen.line((EDGE, y, WIDTH - EDGE, y), fill=LINE, width=2)
            width = self._left - EDGE - 16
            self._write(name, EDGE + 8, y + ROW / 2, font, 31, INK if strong else SOFT, width, anchor="lm")
            for seat, cell in enumerate(cells):
                self._write(cell, self._middle(seat), y + ROW / 2, font, 36, INK, self._column * 0.9)
            y += ROW
        self._pen.line((EDGE, y, WIDTH - EDGE, y), fill=LINE, width=2)
        return y

    def _draw_why(self, y: float) -> None:
        high = 56 * len(self._why) + 44
        self._pen.rounded_rectangle((EDGE, y, WIDTH - EDGE, y + high), 22, fill=BAND)
        for number, line in enumerate(self._why):
            self._write(line, WIDTH / 2, y + 50 + 56 * number, self._letters.bold, 40, ON_BAND, WIDTH - 3 * EDGE)

    def _middle(self, seat: int) -> float:
        return self._left + self._column * (seat + 0.5)

    def _wrapped(self, text: str, size: int, room: float) -> list[str]:
        font = ImageFont.truetype(str(self._letters.bold), size)
        lines = [""]
        for word in text.split():
            longer = f"{lines[-1]} {word}".strip()
            if font.getlength(longer) <= room or not lines[-1]:
                lines[-1] = longer
            else:
                lines.append(word)
        return lines

    def _write(
        self,
        text: str,
        x: float,
        y: float,
        file: Path,
        size: int,
        colour: Colour,
        room: float | None = None,
        anchor: str = "mm",
    ) -> None:
        """Words around a point, smaller when there is not enough room, cut when they are endless."""
        font, text = ImageFont.truetype(str(file), size), showable(text)
        while room is not None and font.getlength(text) > room:
            if font.size > 26:
                font = ImageFont.truetype(str(file), font.size - 2)
            else:
                text = text[:-2].rstrip() + "…"
        self._pen.text((x, y), text, fill=colour, font=font, anchor=anchor)


def _mixed(colour: Sequence[int], paper: float) -> Colour:
    red, green, blue = (round(own + (other - own) * paper) for own, other in zip(colour, PAPER, strict=True))
    return red, green, blue
