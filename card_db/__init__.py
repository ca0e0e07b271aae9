"""Facts about printed cards: what exists in a box, where each value is known from."""
