"""Pixels to table readings; knows card packs, not games."""
