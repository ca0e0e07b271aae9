"""The screens of Le Havre."""

# Screens of its own: name -> module and class in this package.
SCREENS: dict[str, str] = {}
