"""Measurements of the parts that must be fast."""

import scanner as _scanner  # noqa: F401  # settles how NumPy uses threads, before anything imports NumPy
