"""Android entry: python-for-android starts this file."""

from companion.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
