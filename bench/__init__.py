"""Measurements of the parts that must be fast."""
