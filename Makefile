# Every target creates .venv and installs what is missing first; there is no step before these.
PYTHON ?= python3
BIN := .venv/bin
# The tests start hundreds of processes; without kept bytecode each would compile everything again.
unexport PYTHONDONTWRITEBYTECODE
# One more worker than two cores have: many tests wait for servers, browsers and clocks.
PYTEST := $(BIN)/pytest -n 3 --dist worksteal

.PHONY: help setup lock web chromium run dev tour test quick check check-python check-pages kernels unit coverage screenshots \
	bench soak simulate mutants register reference clean

help:
	@echo "make run     the house in a browser: a demo pit with a table of each rulebook; Ctrl-C ends it"
	@echo "make test    everything: types, lint, import rules, tests with a real PostgreSQL and a real browser"
	@echo "make quick   cards, hands, rules and tables only, in less than a minute: for every save"
	@echo "make dev     the demo pit again, with pages and server that follow what you change"
	@echo "make tour    the commands: a submission checked and signed, rounds dealt, the odds, a house that proves itself"
	@echo "make coverage  the tests again, with the branches that none of them takes"
	@echo "make check   types, lint and import rules only"
	@echo "make screenshots  each page at four sizes, dark and light, into docs/screenshots"
	@echo "make soak    the long sweeps: minutes to hours"
	@echo "make simulate SEED=7  one night in which things go wrong, told step by step; without SEED, 200 of them"
	@echo "make mutants SEED=1 COUNT=1000  the law and the engine broken in one place after the other: which does no test notice"
	@echo "make lock    requirements.lock anew: the newest releases that pyproject.toml allows"
	@echo "make register, make reference  what is written down of the tests and of the code, written anew"
	@echo "make bench   how fast everything is, each figure beside a yardstick of the same run"

setup: .venv/.installed

# First everything that is locked, hash by hash, then Croupier itself, built with what was just installed.
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
.venv/.installed: pyproject.toml requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Croupier needs Python 3.11 or later; run: make PYTHON=/path/to/python3.11 ...")'
	$(PYTHON) -m venv .venv
	$(INSTALL) --require-hashes --requirement requirements.lock
	HATCH_BUILD_NO_HOOKS=1 $(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

# Renews requirements.lock: the newest releases that pyproject.toml allows, for every Python and platform, with hashes.
lock:
	$(PYTHON) -m venv --clear build/lock
	build/lock/bin/python -m pip install --quiet --disable-pip-version-check uv
	UV_CUSTOM_COMPILE_COMMAND="make lock" build/lock/bin/uv pip compile pyproject.toml --extra dev --upgrade --quiet \
		--universal --python-version 3.11 --generate-hashes --no-annotate --output-file requirements.lock

# The browser app, built with the Node that comes as a Python package into the place that the server serves.
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix web --no-audit --no-fund
PAGES := src/croupier/server/static/index.html
web: $(PAGES)

web/node_modules/.installed: .venv/.installed web/package.json web/package-lock.json
	$(NPM) ci --silent
	@touch $@

$(PAGES): web/node_modules/.installed $(shell find web -type f -not -path '*/node_modules/*')
	$(NPM) run --silent build
	@touch $@

# A real browser for the tests: the one that is here, else Debian's, where we may install it.
BROWSER := command -v chromium || command -v chromium-browser || command -v google-chrome
chromium:
	@{ $(BROWSER) || { [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -y -qq chromium; }; } > /dev/null 2>&1 \
		|| echo "No Chromium here, and it could not be installed: the browser tests will be skipped."

run: setup web
	@echo "Opening the house."
	@$(BIN)/croupier serve --demo

# Vite serves the pages and passes everything else on to a house that is started anew when its code changes.
PAGES_PORT := 5173
dev: setup web/node_modules/.installed
	@echo "Open http://127.0.0.1:$(PAGES_PORT) ; Ctrl-C ends both."
	@$(BIN)/watchfiles --filter python "$(BIN)/croupier serve --demo --origin http://127.0.0.1:$(PAGES_PORT)" src/croupier & \
		$(NPM) run dev -- --host 127.0.0.1 --port $(PAGES_PORT) --strictPort; kill $$! 2> /dev/null; true

tour: setup
	@$(BIN)/python -m croupier.cli.tour

check: setup web
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target check-python check-pages

check-python:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

check-pages:
	$(NPM) run --silent lint
	$(NPM) run --silent check
	$(NPM) run --silent fresh
	$(NPM) run --silent test

# Compiled once, before the workers would each do it at the same time.
kernels: setup
	@$(BIN)/python -m tests.warm

unit: setup web chromium kernels
	$(PYTEST) --durations=25 --durations-min=5

# The rooms that read no clock, no chance and no file, and the project's own tidiness.
quick: setup
	$(PYTEST) tests/test_cards.py tests/hands tests/rulebook tests/table tests/playthroughs tests/project \
		--deselect tests/rulebook/test_register.py::test_the_register_names_the_tests_that_are_marked

# The same tests, traced: which branches of which file none of them takes.
coverage: setup
	$(PYTEST) --cov --cov-report=term

# The checks use one core most of the time: the other one compiles the kernels meanwhile.
test: setup web
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target check-python check-pages kernels
	@$(MAKE) --no-print-directory unit

screenshots: setup web chromium
	$(BIN)/python -m tests.browser.screenshots

bench: setup web chromium
	$(BIN)/python -m benchmarks.rulebook
	$(BIN)/python -m benchmarks.table
	$(BIN)/python -m benchmarks.settle
	$(BIN)/python -m benchmarks.design
	$(BIN)/croupier bench
	$(BIN)/python -m benchmarks.house
	$(BIN)/python -m benchmarks.house_processes
	$(BIN)/python -m benchmarks.audit
	$(BIN)/python -m benchmarks.timeline
	$(BIN)/python -m benchmarks.floor
	$(BIN)/python -m benchmarks.steady
	$(BIN)/python -m benchmarks.worker_start
	$(BIN)/python -m benchmarks.pages
	$(BIN)/python -m benchmarks.question
	$(BIN)/python -m benchmarks.entry
	$(BIN)/python -m benchmarks.desk

# NIGHTS= chooses how many nights of the simulator it plays in place of 100,000.
soak: setup
	CROUPIER_SOAK=1 $(if $(NIGHTS),CROUPIER_NIGHTS=$(NIGHTS)) $(PYTEST) -m "soak or not soak"

# The whole house on a simulated clock, disk and network. A night that breaks a promise is told, and made smaller.
simulate: setup
	@$(BIN)/python -m tests.simulator $(SEED) $(if $(NIGHTS),--nights $(NIGHTS)) $(if $(FIRST),--first $(FIRST))

# Values of the law and branches of the engine, broken one at a time; the tests that run them must notice.
mutants: setup
	@$(BIN)/python -m tests.mutants --seed $(or $(SEED),1) --count $(or $(COUNT),1000)

# Writes down which test guards which clause, for `croupier rules clauses`.
register: setup
	$(BIN)/pytest -q --collect-only --write-register=src/croupier/rulebook/data/guards tests > /dev/null
	$(BIN)/python -m tests.reach
	@git --no-pager diff --stat -- src/croupier/rulebook/data/guards

# Writes docs/reference: every command, request, event, refusal, setting and metric, from the code.
reference: setup
	$(BIN)/python -m tests.project.reference
	@git --no-pager diff --stat -- docs/reference

clean:
	rm -rf .venv web/node_modules src/croupier/server/static demo build dist .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache
