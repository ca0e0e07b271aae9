"""Parts of the screens during play."""
