"""Hands-free: what the camera sees becomes facts, facts become the events of the game, and what cannot be is told."""
