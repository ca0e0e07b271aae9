"""Tools to draw cards with, for every game: plate, letters, ornaments, parts of buildings, printed sheets."""
