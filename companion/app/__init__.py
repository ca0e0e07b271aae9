"""The tablet app: the only Kivy code. Screens hold no rule; what they show comes from `companion` and `scanner`."""
