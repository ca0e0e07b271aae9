# On a fresh Debian or Ubuntu machine `make run` and `make test` do everything, system libraries included.
# Another Python than the first suitable one: make test PYTHON=python3.12

export PYTHON
PY := .venv/bin/python
BABEL := $(PY) -m babel.messages.frontend
LOCALE := companion/locale
LANGUAGES := de

.DEFAULT_GOAL := help
.PHONY: help setup run test bench screenshots lint format words clean

help:  ## Show this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 16

setup:  ## Prepare .venv and the system libraries (the other targets do this by themselves)
	@bash tools/setup.sh

run: setup  ## Start the app; without a display a demo game in the terminal
	@$(PY) -m companion app

test: lint  ## Check style and types, then run all tests; stops at the first failure
	$(PY) -m pytest

bench: setup  ## Measure speed and accuracy
	@$(PY) -m bench

screenshots: setup  ## Every screen in both languages and three shapes, into build/screenshots
	@$(PY) -m tools.screenshots

lint: setup  ## Check style and types only
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy

format: setup  ## Format the code and fix what can be fixed by itself
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .

words: setup  ## Collect the words to translate, update and compile the catalogues
	@mkdir -p build $(LOCALE)
	$(BABEL) extract -F pyproject.toml -k msg -k msgs:1,2 --no-location --sort-output \
		--project "Packet Row Companion" --copyright-holder "Packet Row Companion contributors" -o build/companion.pot companion
	set -e; for language in $(LANGUAGES); do \
		$(BABEL) update --init-missing --ignore-pot-creation-date --no-fuzzy-matching -D companion -l $$language \
			-i build/companion.pot -d $(LOCALE); \
	done
	$(BABEL) compile --statistics -D companion -d $(LOCALE)
	$(PY) -m tools.rules_doc

clean:  ## Remove .venv and everything that can be made again
	rm -rf .venv .python .setup.log build dist bin demo .buildozer *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name .git -prune -o -name __pycache__ -type d -prune -exec rm -rf {} +
