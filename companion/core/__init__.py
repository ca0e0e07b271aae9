"""Machinery that every game shares; it knows no game."""
