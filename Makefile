# make serve   set everything up and open the app
# make test    set everything up, check the style and the types, run all tests
# make site    build the static site into site/
# make lint    style and types only
# make lock    resolve the pinned requirements again (after changing pyproject.toml)
# make clean   remove what make made (not the download cache)

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help serve test site lint lock clean browser pyodide axe

PYTHON ?= python3
PORT ?= 5006
VENV ?= .venv
BIN := $(VENV)/bin

# Everything downloaded is kept in one place, so that a second run needs no network.
XDG_CACHE_HOME ?= $(HOME)/.cache
export XDG_CACHE_HOME
export PIP_CACHE_DIR ?= $(XDG_CACHE_HOME)/trimscope/pip
export PIP_DISABLE_PIP_VERSION_CHECK := 1

help:
	@sed -n 's/^# \(make .*\)/\1/p' Makefile

# --- the environment --------------------------------------------------------------------------------

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit("Trimscope needs Python 3.11 or newer; \
	this is " + sys.version.split()[0] + ". Try: make PYTHON=python3.12 ...") if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

# Exactly the pinned files, by hash; then the project itself, editable, with nothing resolved anew.
$(VENV)/.app: requirements/app.txt pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install -q --require-hashes -r requirements/app.txt
	$(BIN)/python -m pip install -q --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.dev: requirements/dev.txt pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install -q --require-hashes -r requirements/dev.txt
	$(BIN)/python -m pip install -q --no-deps --no-build-isolation -e .
	@touch $@ $(VENV)/.app

# --- what people ask for ----------------------------------------------------------------------------

serve: $(VENV)/.app
	$(BIN)/trimscope serve --port $(PORT)

site: $(VENV)/.app
	$(BIN)/trimscope build site

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/mypy

test: $(VENV)/.dev lint browser pyodide axe
	@tools/run_tests $(BIN)/python $(PYTEST_ARGS)

# A Chromium to test with: the one that is there, else Debian's where we may install it.
browser:
	@tools/ensure_chromium

# Pyodide's files, fetched once, each verified against its own lock (see trimscope_app/build/pyodide_files.py).
pyodide: $(VENV)/.dev
	$(BIN)/python -m trimscope_app.build.pyodide_files

# axe-core, which looks for faults of accessibility on the page; fetched once and verified. Without npm its test is skipped.
axe: $(VENV)/.dev
	@$(BIN)/python tools/fetch_axe.py

lock: | $(BIN)/python
	$(PYTHON) tools/lock_requirements.py

clean:
	rm -rf $(VENV) site dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis
