"""Pixels to readings: finds and names printed cards, boards and pawns; knows packs and no game."""

import os

# NumPy's linear algebra would start threads of its own for every small product, which takes twice the time. It looks
# at this when it is first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
