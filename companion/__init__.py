"""Packet Row Companion: rules, journal and shell around the physical table."""

__version__ = "0.1.0"
