"""The screens, one module each; `companion.app.shell` loads them by name when they are first opened."""
