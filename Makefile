# Every target brings what it needs: `make run` works on a fresh machine with Python 3.11 or newer.
SHELL := /bin/bash
VENV := .venv
BIN := $(VENV)/bin
# mypy refuses a folder without Python files.
TYPED := defiance_qt tests $(sort $(dir $(wildcard plugins/*/*.py expansions/*/*.py)))
OFFSCREEN := QT_QPA_PLATFORM=offscreen
# A worker that is ended takes up its file again: not for ever.
SHARED := -n 2 --dist worksteal --max-worker-restart=1
# Compiled modules are kept: the tests start some hundred processes.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test test-slow test-all lint bench fast shots sounds soak monkey torture balance corrections what-if turning rules-map mutate mutate-shown bundle bundle-test clean
.DEFAULT_GOAL := run

run: $(VENV)/.run-stamp
	@.ci/system-libs run
	$(BIN)/defiance-qt $(ARGS)

test: $(VENV)/.dev-stamp
	@.ci/system-libs test
	$(OFFSCREEN) $(BIN)/python -m pytest -q $(SHARED) -m "not slow" $(ARGS)

# What `make test` leaves out: recordings, whole plugin checks, every look, torture, bench, a real display.
test-slow: $(VENV)/.dev-stamp
	@.ci/system-libs test
	$(OFFSCREEN) $(BIN)/python -m pytest -q $(SHARED) -m slow $(ARGS)

# Both at once, as CI runs them: collecting twelve thousand tests takes a while in each worker, and once will do.
test-all: $(VENV)/.dev-stamp
	@.ci/system-libs test
	$(OFFSCREEN) $(BIN)/python -m pytest -q $(SHARED) $(ARGS)

# All four look, so that one does not hide what the others have to say.
lint: $(VENV)/.dev-stamp
	@failed=(); \
	$(BIN)/ruff check . || failed+=("ruff check"); \
	$(BIN)/ruff format --check . || failed+=("ruff format"); \
	$(BIN)/mypy $(TYPED) || failed+=(mypy); \
	$(BIN)/lint-imports || failed+=(lint-imports); \
	if (($${#failed[@]})); then (IFS=,; echo "lint failed: $${failed[*]}" >&2); exit 1; fi

bench: $(VENV)/.dev-stamp
	@.ci/system-libs test
	$(BIN)/python -m tests.workshop.bench $(ARGS)

# Compiles the engine with mypyc: needs a C compiler, takes a minute or two. `make clean` returns to pure Python; until
# then, a compiled module hides later changes of its source. MYPYC_OPT=1 compiles faster, for a trial; its code is hardly faster.
fast: $(VENV)/.dev-stamp
	$(BIN)/python -m pip install --quiet --disable-pip-version-check hatchling setuptools
	HATCH_BUILD_HOOK_ENABLE_CUSTOM=1 $(BIN)/python -m pip install --quiet --disable-pip-version-check \
		--no-build-isolation --no-deps -e .
	$(BIN)/python -m tests.workshop.same_events 50

# The pictures of the documentation, and every screen in every look under build/shots: both themes, three languages, two
# sizes, 100 and 150 %. `make shots ARGS="--only 1280x800-150%-light-ru"` for one of them.
shots: $(VENV)/.dev-stamp
	@.ci/system-libs run
	$(OFFSCREEN) $(BIN)/python -m tests.workshop.window.shots docs/images --looks build/shots $(ARGS)

# The sounds of the table, computed: a WAV file each under defiance_qt/shell/sound/wav.
sounds: $(VENV)/.run-stamp
	$(BIN)/python -m tests.workshop.sounds

# Random games under random rules: `make soak MINUTES=10`, whole campaigns: `make soak MINUTES=10 ARGS="7 --campaigns"` with
# the first seed. What breaks is left in soak-failure.jsonl.
MINUTES ?= 1
soak: $(VENV)/.run-stamp
	$(BIN)/python -m tests.workshop.soak $(MINUTES) $(ARGS)

# Random clicks, drags and keys in the real window, each seed in a process of its own: `make monkey MINUTES=10 ARGS=7` with
# the first seed. What breaks is told with what was done before.
monkey: $(VENV)/.run-stamp
	@.ci/system-libs run
	$(OFFSCREEN) $(BIN)/python -m tests.workshop.window.monkey $(MINUTES) $(ARGS)

# Damaged saves, kills, hostile plugins and settings: `make torture MINUTES=40 ARGS="--jobs 2 --write"`. docs/reliability.md
# says what is measured. What is found can be run again by its name; the damaged files are left in build/torture.
torture: $(VENV)/.run-stamp
	@.ci/system-libs run
	$(OFFSCREEN) $(BIN)/python -m tests.workshop.torture $(MINUTES) $(ARGS)

# How hard each mission is for the team a campaign would have by then: `make balance GAMES=200 ARGS="--seed 1000"`.
# The table goes to docs/balance.md. With `--keep FILE` a long run can be broken off and taken up again.
GAMES ?= 20
balance: $(VENV)/.run-stamp
	$(BIN)/python -m tests.workshop.defiance.balance $(GAMES) --write $(ARGS)

# What is kept of a game when an earlier step is corrected: COUNT random corrections of each kind with this seed.
corrections: $(VENV)/.run-stamp
	$(BIN)/python -m tests.workshop.defiance.corrections $(ARGS)

# How often the intervals of compared plans hold, and how often equal plans are called equal: docs/performance.md.
what-if: $(VENV)/.run-stamp
	$(BIN)/python -m tests.workshop.what_if $(ARGS)

# How often a decision is marked as a turning point where the bot has played every command: docs/performance.md.
turning: $(VENV)/.run-stamp
	$(BIN)/python -m tests.workshop.turning $(ARGS)

# From each rule of a system to the code that enforces it and the tests that claim it: measured, then written to
# docs/rules.md, for another system (`make rules-map SYSTEM=pig`) to docs/rules-pig.md. The file RUNS keeps the functions
# that each of these tests ran.
SYSTEM ?= infinity-defiance
RUNS = build/rules-runs-$(SYSTEM).json
rules-map: $(VENV)/.dev-stamp
	@.ci/system-libs test
	@mkdir -p build
	$(OFFSCREEN) $(BIN)/python -m pytest -q $(SHARED) -m rule --system=$(SYSTEM) --runs-json=$(RUNS) $(ARGS)
	$(BIN)/python -m tests.workshop.coverage $(SYSTEM) --runs $(RUNS) --write

# Do the tests of a rule notice when its code is changed? `make mutate ARGS="--rule R-093 --each 0"` for one rule. Without
# `--rule` it takes about half an hour, and the table goes to the page of the rules. What the tests run is measured before.
mutate: $(RUNS)
	$(OFFSCREEN) $(BIN)/python -m tests.workshop.mutants --system $(SYSTEM) --write $(ARGS)

# Do the presenters' tests notice when what is shown is changed? A sample of two mutants for each function; the figures of
# each module at the end. `make mutate-shown SHOWN=defiance_qt/systems/defiance/view/present/team.py ARGS="--each 0"`.
SHOWN ?= defiance_qt/systems/defiance/view/present
SHOWN_TESTS := tests/systems/defiance/view/present tests/systems/defiance/view/test_presenter.py \
	tests/systems/defiance/view/test_preview.py tests/systems/defiance/view/test_lesson.py
mutate-shown: $(VENV)/.dev-stamp
	@.ci/system-libs test
	$(OFFSCREEN) $(BIN)/python -m tests.workshop.mutants --module $(SHOWN) --tests $(SHOWN_TESTS) --each 2 $(ARGS)

$(RUNS): $(VENV)/.dev-stamp $(shell find defiance_qt/systems/defiance/engine expansions tests/systems/defiance tests/expansions -name '*.py')
	@.ci/system-libs test
	@mkdir -p build
	$(OFFSCREEN) $(BIN)/python -m pytest -q $(SHARED) -m rule --system=$(SYSTEM) --runs-json=$@

# A folder that runs without Python in build/bundle/dist, packed in dist: with its installer, and as a package of Debian.
bundle:
	@.ci/system-libs bundle
	"$$(.ci/find-python)" .ci/bundle/build.py

# What is packed, tried where there is neither Python nor Qt: in a Debian made by debootstrap, which takes root and a mirror.
bundle-test: $(VENV)/.dev-stamp bundle
	@.ci/system-libs bundle-test
	$(BIN)/python -m pytest -q .ci/bundle $(ARGS)

clean:
	rm -rf $(VENV) build dist
	find defiance_qt -name '*.so' -delete

$(VENV)/bin/python:
	@.ci/system-libs python
	"$$(.ci/find-python)" -m venv $(VENV)

$(VENV)/.run-stamp: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/.dev-stamp: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@ $(VENV)/.run-stamp
