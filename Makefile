# planassay: every job of the checkout, from a bare Python on. `make help` lists them.

PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check

ROOMS_GATED := kb verifier
GATE        := 95
PYTEST_ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help demo test test-adapters test-clients test-pages test-ray check format pytest coverage uncompiled docs speed \
  constraints clean

help: ## list the jobs
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: $(VENV)/.runtime ## plan, verify and tabulate a small real world
	@$(BIN)/planassay demo

test: check pytest coverage uncompiled ## everything that must hold: check, tests, coverage gates

check: $(VENV)/.dev ## format, lint, types, import contracts
	@$(BIN)/ruff format --check --quiet . || { echo "make check: run 'make format'" >&2; exit 1; }
	@echo "format: as it should be"
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo

format: $(VENV)/.dev ## rewrite the files in the house format
	@$(BIN)/ruff format .

# A process a core; the tests of one file share a process, and so what their fixtures have made.
pytest: $(VENV)/.dev
	@$(BIN)/pytest --numprocesses=auto --dist=loadfile --cov --cov-report=term-missing:skip-covered $(PYTEST_ARGS)

# The two lines of the MCP SDK exclude each other, so each has an environment, with no more than the sandbox
# needs. Over HTTP a line speaks with itself, over stdio with the server of $(VENV).
CLIENT_NEEDS := anyio duckdb fastapi hypothesis numpy orjson pydantic pytest rich scikit-learn typer tzdata uvicorn

test-clients: build/clients-1/.ready build/clients-2/.ready $(VENV)/.dev ## the sandbox with both lines of the MCP SDK
	@for line in 1 2; do \
	  build/clients-$$line/bin/python -c 'from importlib.metadata import version; print("mcp", version("mcp"))'; \
	  PLANASSAY_SERVER="$(abspath $(BIN))/planassay" build/clients-$$line/bin/pytest -q -p no:cacheprovider \
	    tests/bench/test_sandbox_mcp.py || exit 1; \
	done

build/clients-%/.ready: pyproject.toml constraints.txt
	@$(PYTHON) -m venv --clear build/clients-$*
	@grep -v -E '^mcp(-types)?==' constraints.txt > build/clients-$*/constraints.txt
	@build/clients-$*/bin/python -m pip install -qq --upgrade 'pip>=25.3'
	@build/clients-$*/bin/python -m pip install -qq --constraint build/clients-$*/constraints.txt \
	  $(CLIENT_NEEDS) 'mcp==$*.*'
	@build/clients-$*/bin/python -m pip install -qq --no-deps --build-constraint constraints.txt --editable '.[viz]'
	@touch $@

# Each framework has an environment of its own, since they ask for what excludes each other.
ADAPTERS := gym inspect lm_eval verifiers openenv trl verl pytest_plugin
adapter_gym           := gymnasium==1.4.0
adapter_inspect       := inspect-ai==0.3.285
adapter_lm_eval       := lm-eval==0.4.13
adapter_verifiers     := verifiers==0.4.0 ./bench/environments/planassay_v1
adapter_openenv       := openenv==0.10.0
adapter_trl           := trl==1.16.0
adapter_verl          := verl==0.9.1 torch
adapter_pytest_plugin :=

test-adapters: $(ADAPTERS:%=build/adapters/%/.ready) ## every adapter in the framework that it is for
	@for name in $(ADAPTERS); do \
	  build/adapters/$$name/bin/pytest -q -p no:cacheprovider tests/adapters/test_$$name.py || exit 1; \
	done

build/adapters/%/.ready: pyproject.toml
	@echo "Setting up build/adapters/$*, once." >&2
	@$(PYTHON) -m venv --clear build/adapters/$*
	@build/adapters/$*/bin/python -m pip install -qq --upgrade 'pip>=25.3'
	@build/adapters/$*/bin/python -m pip install -qq --editable . 'pytest>=8.4' hypothesis $(adapter_$*)
	@touch $@

coverage: pytest
	@for room in $(ROOMS_GATED); do \
	  printf "coverage of $$room in percent, at least $(GATE): "; \
	  $(BIN)/coverage report --include="$$room/*" --format=total --fail-under=$(GATE) || exit 1; \
	done

# `make test` opens them too, where it finds a Chromium; here there must be one.
test-pages: $(VENV)/.dev ## open the pages in headless Chromium (PLANASSAY_CHROMIUM names one that is not on the path)
	@$(BIN)/python tests/browser.py
	@$(BIN)/pytest tests/bench/browser $(PYTEST_ARGS)

# What is compiled is Python, too: the same tests of it must hold where nothing is compiled.
uncompiled: $(VENV)/.dev ## the tests of the compiled rules, with compilation off
	@NUMBA_DISABLE_JIT=1 $(BIN)/pytest --quiet tests/verifier/test_batch.py tests/verifier/test_batch_odd.py \
	  tests/verifier/test_batch_twin.py tests/verifier/test_itinerary_batch.py

test-ray: build/ray/.ready ## gold on a local Ray of two workers, in an environment with the extra 'ray'
	@build/ray/bin/python -c 'from importlib.metadata import version; print("ray", version("ray"))'
	@build/ray/bin/pytest -q -p no:cacheprovider tests/gold/cluster

build/ray/.ready: pyproject.toml constraints.txt
	@$(PYTHON) -m venv --clear build/ray
	@build/ray/bin/python -m pip install -qq --upgrade 'pip>=25.3'
	@build/ray/bin/python -m pip install -qq --constraint constraints.txt --build-constraint constraints.txt \
	  --editable '.[ray]' hypothesis pytest
	@touch $@

docs: $(VENV)/.dev ## build the documentation into site/
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "site/index.html"

# Through the link, so that the suites carry their one name, planassay.bench.speed.
speed: $(VENV)/.dev ## measure the hot paths
	@$(BIN)/pytest src/planassay/bench/speed --benchmark-only --benchmark-columns=min,median,ops,rounds $(PYTEST_ARGS)

constraints: ## resolve constraints.txt anew, on the oldest Python we serve
	@rm -rf build/resolve && $(PYTHON) -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' \
	  || { echo "make constraints: resolve on Python 3.11, as in make PYTHON=python3.11 constraints" >&2; exit 1; }
	@$(PYTHON) -m venv build/resolve
	@build/resolve/bin/python -m pip install -qq --upgrade 'pip>=25.3'
	@build/resolve/bin/python -m pip install -qq --editable . --group dev
	@build/resolve/bin/python -m pip freeze --exclude-editable \
	  $(foreach name,pip setuptools certifi,--exclude $(name)) > constraints.txt
	@rm -rf build/resolve

clean: ## remove the environment and everything that was built
	@rm -rf $(VENV) build dist site demo-out .coverage .coverage.* .benchmarks .hypothesis \
	  .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The demo needs the package alone; the checks need the tools too. Either is made anew when what it
# depends on has changed, and from nothing when an earlier attempt was cut short.

$(VENV)/.python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "planassay needs Python 3.11 or newer, and '$(PYTHON)' is not: say which, as in make PYTHON=python3.12" >&2; \
	  exit 1; }
	@echo "Setting up $(VENV), once; the first time takes a few minutes." >&2
	@$(PYTHON) -m venv --clear $(VENV)
	@$(PIP) install -qq --upgrade 'pip>=25.3'
	@touch $@

$(VENV)/.runtime: $(VENV)/.python pyproject.toml constraints.txt
	@$(PIP) install -qq --constraint constraints.txt --build-constraint constraints.txt --editable '.[viz]'
	@touch $@

$(VENV)/.dev: $(VENV)/.runtime
	@$(PIP) install -qq --constraint constraints.txt --group dev
	@touch $@
