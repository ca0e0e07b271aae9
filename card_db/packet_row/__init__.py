"""The cards of Packet Row: types, notation, counts and the deck list."""
