# make help says what there is. Everything happens inside .venv and writes only to data/, reports/, build/ and dist/.

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

# The main job: how many hands, under which rules, and the hand to advise on. Change them like this: make run DEALS=100000
DEALS ?= 1000000
RULES ?= family250
HAND ?= S:KQJ H:ATQ9 D:AQ99 C:A
BID ?= 300

VENV := .venv
BIN := $(VENV)/bin
PINOSIM := $(BIN)/pinosim
RUN := data/runs/$(RULES)
REPORT := reports/$(RULES)

# A Python 3.11 that works and can make virtual environments; or the one given: make setup PYTHON=/path/to/python3.11
PYTHON ?= $(shell for candidate in python3.11 python3 python; do \
	"$$candidate" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info[:2] != (3, 11))' 2>/dev/null \
	&& { echo "$$candidate"; break; }; done; true)

export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_NO_INPUT := 1
PIP_INSTALL := $(BIN)/python -m pip install --quiet --compile
# Building the package happens in an environment of its own; the tools in it are pinned as well.
PINNED_BUILD := PIP_CONSTRAINT=requirements-build.lock

SOURCES := $(shell find pinosim -name '*.py' -o -name '*.toml' -o -name '*.html' -o -name '*.mplstyle' 2>/dev/null)
RESULT_SOURCES := $(wildcard pinosim/core/*.py pinosim/policies/*.py pinosim/policies/*.toml pinosim/rules/sets/*.toml)

.PHONY: help
help: ## what can be made
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

# ---------------------------------------------------------------- set-up

$(BIN)/python:
	@if [ -z "$(PYTHON)" ]; then \
		echo "pinosim needs Python 3.11 with its venv module, and none was found (tried python3.11, python3, python)." >&2; \
		echo "Install it (Debian and Ubuntu: apt-get install python3.11 python3.11-venv), or name one:" >&2; \
		echo "  make $(or $(MAKECMDGOALS),setup) PYTHON=/path/to/python3.11" >&2; exit 1; fi
	@echo "Making $(VENV) with $$($(PYTHON) --version)"
	"$(PYTHON)" -m venv $(VENV)

$(VENV)/.installed: requirements.lock requirements-build.lock pyproject.toml | $(BIN)/python
	@echo "Installing what pinosim needs, and pinosim itself"
	$(PIP_INSTALL) -r requirements.lock
	$(PINNED_BUILD) $(PIP_INSTALL) --no-deps --editable .
	@touch $@

$(VENV)/.installed-dev: requirements-dev.lock $(VENV)/.installed
	@echo "Installing the tools for tests and checks"
	$(PIP_INSTALL) -r requirements-dev.lock
	@touch $@

# Byte-compiled even where PYTHONDONTWRITEBYTECODE is set: it halves the start of every command.
$(VENV)/.bytecompiled: $(VENV)/.installed $(SOURCES)
	@$(BIN)/python -m compileall -q pinosim
	@touch $@

SETUP := $(VENV)/.installed $(VENV)/.bytecompiled
SETUP_DEV := $(VENV)/.installed-dev $(VENV)/.bytecompiled

.PHONY: setup
setup: $(SETUP_DEV) ## .venv with everything, for work on pinosim

# Part of the set-up of what needs kernels, so that what follows runs at once.
$(VENV)/.warm: $(SETUP) $(shell find pinosim/core -name '*.py' 2>/dev/null)
	@echo "Compiling the kernels (once for each version of them, some minutes)"
	$(PINOSIM) warmup
	@touch $@

.PHONY: warm
warm: $(VENV)/.warm ## compile the kernels now, so that the first command need not

# ---------------------------------------------------------------- the main job

.PHONY: run
run: $(REPORT)/.made-$(DEALS) ## a million hands, a report about them, and advice on one hand
	$(PINOSIM) advise "$(HAND)" --rules $(RULES) --bid $(BID)
	@echo
	@echo "The report: $(REPORT)/report.html"

$(RUN)/.played-$(DEALS): $(RESULT_SOURCES) | $(VENV)/.warm
	$(PINOSIM) simulate --deals $(DEALS) --rules $(RULES) --out $(RUN)
	@touch $@

$(REPORT)/.made-$(DEALS): $(RUN)/.played-$(DEALS) $(wildcard pinosim/report/*.py pinosim/report/templates/*)
	$(PINOSIM) report $(RUN) --out $(REPORT)
	@touch $@

# ---------------------------------------------------------------- checks

.PHONY: test
test: $(SETUP_DEV) $(VENV)/.warm ## the test suite, without what takes long
	$(BIN)/pytest

.PHONY: test-slow
test-slow: $(SETUP_DEV) $(VENV)/.warm ## what takes long: thousands of hands of each game, ten million deals, compiling from scratch
	$(BIN)/pytest -m slow

.PHONY: test-nojit
test-nojit: $(SETUP_DEV) ## the suite with the kernels as plain Python, and how much of the code it reaches
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest tests -m "not jit and not slow and not bench" --cov --cov-report=term

.PHONY: fuzz
fuzz: $(SETUP_DEV) $(VENV)/.warm ## ten thousand spoiled inputs: hands, deals, auctions, records, rule files, tables, runs, a person's typing
	$(BIN)/pytest -m slow tests/test_command_fuzz.py

.PHONY: bench
bench: $(SETUP_DEV) $(VENV)/.warm ## rates of the kernels beside the same work in C (needs gcc)
	$(BIN)/python -m tests.bench.bench

.PHONY: bench-solve
bench-solve: $(SETUP_DEV) $(VENV)/.warm ## the solver's page of figures: rewrites docs/solver-bench.md; beside DDS if build/dds has endplay
	PYTHONPATH=build/dds $(BIN)/python -m tests.bench.double_dummy --markdown docs/solver-bench.md

LADDER_DEALS ?= 20000
LADDER_THINKING_DEALS ?= 2000
LADDER_RULES ?= family250 guide-double

.PHONY: ladder
ladder: $(SETUP) $(VENV)/.warm ## all policies against all: ratings, tables and charts in reports/ladder
	$(BIN)/python analyses/ladder.py --rules $(LADDER_RULES) --deals $(LADDER_DEALS) \
		--thinking-deals $(LADDER_THINKING_DEALS)

.PHONY: report-open-cards
report-open-cards: $(SETUP) $(VENV)/.warm ## open cards against the policies: 40,000 hands solved, rewrites reports/open-cards
	$(BIN)/python analyses/open_cards.py

.PHONY: report-who-plays
report-who-plays: $(SETUP) $(VENV)/.warm ## the same hands played by all policies and with open cards: rewrites reports/who-plays-matters
	$(BIN)/python analyses/who_plays.py

.PHONY: fit-ordering
fit-ordering: $(SETUP) ## fit the solver's move ordering again: rewrites pinosim/core/double_dummy/ordering.json
	$(BIN)/python analyses/fit_ordering.py

.PHONY: fit-standard
fit-standard: $(SETUP) ## fit the standard player's estimate again: rewrites pinosim/policies/standard.toml
	$(BIN)/python analyses/fit_standard_policy.py

.PHONY: win-tables
win-tables: $(SETUP) $(VENV)/.warm ## make the tables of chances to win again: rewrites pinosim/fitted/win_tables, some minutes
	$(BIN)/python analyses/win_tables.py

.PHONY: fit-quick
fit-quick: $(SETUP) $(VENV)/.warm ## fit the instant answers again: rewrites pinosim/fitted/quick, some minutes a game
	OPENBLAS_NUM_THREADS=1 $(BIN)/python analyses/fit_quick.py

.PHONY: kept-rules
kept-rules: $(SETUP) ## write the packaged rule sets again as they are kept for instant answers, after their files have changed
	$(BIN)/python -m pinosim.rules.kept

.PHONY: coverage
coverage: $(SETUP) $(VENV)/.warm ## how often the intervals of advise hold the long-run value: twice 200 seeds of six questions, half an hour
	$(BIN)/python analyses/interval_coverage.py

.PHONY: questions
questions: $(SETUP_DEV) ## the page of worked questions from tests/questions.toml: rewrites docs/questions.md
	$(BIN)/python -m tests.questions_page

.PHONY: calibration
calibration: $(SETUP) $(VENV)/.warm ## is the advice right? 5,000 hands of four games played out: reports/calibration, hours
	$(BIN)/python analyses/calibration.py

.PHONY: lint
lint: $(SETUP_DEV) ## style
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

.PHONY: format
format: $(SETUP_DEV) ## put the style right where a machine can
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

.PHONY: types
types: $(SETUP_DEV) ## types
	$(BIN)/mypy

.PHONY: imports
imports: $(SETUP_DEV) ## who may import whom
	$(BIN)/lint-imports

.PHONY: check
check: lint types imports test ## all of the above that should pass before a commit

# ---------------------------------------------------------------- packaging

.PHONY: wheel
wheel: $(SETUP_DEV) ## dist/*.whl
	rm -rf dist
	$(PINNED_BUILD) $(BIN)/python -m build --wheel --outdir dist .

# Newest versions that pyproject.toml allows, resolved in a fresh environment; names and versions only.
.PHONY: lock
lock: $(BIN)/python ## pin the newest dependencies that pyproject.toml allows
	rm -rf build/lock
	$(BIN)/python -m venv build/lock
	build/lock/bin/pip install --quiet hatchling editables
	build/lock/bin/pip list --format=freeze --exclude pip --exclude setuptools >requirements-build.lock
	rm -rf build/lock
	$(BIN)/python -m venv build/lock
	build/lock/bin/python -c 'import tomllib; project = tomllib.load(open("pyproject.toml", "rb")); \
		print(*project["project"]["dependencies"], sep="\n", file=open("build/lock/run.txt", "w")); \
		print(*project["dependency-groups"]["dev"], sep="\n", file=open("build/lock/dev.txt", "w"))'
	build/lock/bin/pip install --quiet -r build/lock/run.txt
	build/lock/bin/pip list --format=freeze --exclude pip --exclude setuptools >requirements.lock
	build/lock/bin/pip install --quiet -r requirements.lock -r build/lock/dev.txt
	build/lock/bin/pip list --format=freeze --exclude pip --exclude setuptools >requirements-dev.lock
	rm -rf build/lock

.PHONY: clean
clean: ## remove what was made, except .venv and data/runs
	rm -rf build dist htmlcov .coverage .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find pinosim tests -name __pycache__ -prune -exec rm -rf {} +
