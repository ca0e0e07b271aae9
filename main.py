"""Android entry: python-for-android starts this file."""

from companion.app.main import run_app

if __name__ == "__main__":
    run_app()
