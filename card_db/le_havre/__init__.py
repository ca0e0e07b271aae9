"""Le Havre: buildings, ships, goods, round cards and set-up, each value with where it is known from."""
