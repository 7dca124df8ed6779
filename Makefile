# Every target creates .venv and installs what is missing first; there is no step before these.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: help setup run test check unit coverage bench soak register clean

help:
	@echo "make run     a tour: a submission checked and signed, rounds dealt, the odds, a house that proves itself"
	@echo "make test    everything: types, lint, import rules, tests with a real PostgreSQL"
	@echo "make coverage  the tests again, with the branches that none of them takes"
	@echo "make check   types, lint and import rules only"
	@echo "make soak    the long sweeps: minutes to hours"
	@echo "make bench   how fast everything is, each figure beside a yardstick of the same run"

setup: .venv/.installed

.venv/.installed: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Croupier needs Python 3.11 or later; run: make PYTHON=/path/to/python3.11 ...")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[dev]"
	@touch $@

run: setup
	@$(BIN)/python -m croupier.cli.tour

check: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

unit: setup
	$(BIN)/pytest -n 2

# The same tests, traced: which branches of which file none of them takes.
coverage: setup
	$(BIN)/pytest -n 2 --cov --cov-report=term

test: check unit

bench: setup
	$(BIN)/python -m benchmarks.rulebook
	$(BIN)/python -m benchmarks.table
	$(BIN)/croupier bench
	$(BIN)/python -m benchmarks.house
	$(BIN)/python -m benchmarks.house_processes
	$(BIN)/python -m benchmarks.audit

soak: setup
	CROUPIER_SOAK=1 $(BIN)/pytest -n 2 -m "soak or not soak"

# Writes down which test guards which clause, for `croupier rules clauses`.
register: setup
	$(BIN)/pytest -q --collect-only --write-register=src/croupier/rulebook/data/guards tests > /dev/null
	@git --no-pager diff --stat -- src/croupier/rulebook/data/guards

clean:
	rm -rf .venv build dist .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache
