# Two commands do all the set-up on a fresh machine: `make demo` and `make test`.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
TOOLS  := build/tools
PYTHONS ?= 3.12 3.13
# scikit-learn's own checks are called in a way that its oldest version does not know.
LOWEST ?= tests/batch tests/cli tests/datasets tests/evaluation tests/generation tests/learning \
	tests/model tests/reading tests/web/test_api.py tests/web/test_limits.py tests/test_doors.py \
	--ignore tests/learning/test_estimator_checks.py

.PHONY: demo test lint check fast bench models parser network results screenshots picture clean \
	fuzz faults soak api everywhere lowest lock locked sbom audit

$(VENV)/.core: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable .
	$(BIN)/python -m compileall -q src
	@touch $@

$(VENV)/.dev: $(VENV)/.core
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@

$(VENV)/.bench: $(VENV)/.dev
	$(BIN)/python -m pip install --quiet --editable '.[bench]'
	@touch $@

demo: $(VENV)/.core
	@$(BIN)/quantity-tagger demo

# A worker per core, each with a run of neighbours, so that few modules are set up by two of them.
test: $(VENV)/.dev lint
	$(BIN)/python -m pytest --numprocesses logical --maxprocesses 8 --dist worksteal

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# The package compiled to machine code, in build/fast; needs a C compiler (docs/speed.md).
fast: build/fast/.built

build/fast/.built: tools/compile.py $(shell find src -name '*.py')
	@$(MAKE) $(VENV)/.dev
	$(BIN)/python tools/compile.py
	@touch $@

# Measures the compiled build, or plain Python where there is no compiler; results.json says which.
bench: $(VENV)/.bench
	-$(MAKE) fast
	PYTHONPATH=$(CURDIR)/build/fast $(BIN)/python -m benchmarks

# Trains the bundled models on the data sets in the folder QUANTITY_TAGGER_DATA.
models: $(VENV)/.dev
	$(BIN)/python tools/train_models.py

# Trains the parser of English on the treebank in the folder QUANTITY_TAGGER_TREEBANK; wants a GPU.
parser: $(VENV)/.dev
	$(BIN)/python -m pip install --quiet --editable '.[parser]'
	$(BIN)/python tools/train_parser.py

# Trains the network that weighs readings, on the stories of curriculum/; wants a GPU.
network: $(VENV)/.dev
	$(BIN)/python -m pip install --quiet --editable '.[network]'
	$(BIN)/python tools/train_network.py

# Makes the result pages in docs/results anew, with the data sets in the folder QUANTITY_TAGGER_DATA; a
# run that was cut off goes on where it was. JOBS models are trained at a time.
JOBS ?= 2
results: $(VENV)/.dev
	$(BIN)/quantity-tagger reproduce --out docs/results --jobs $(JOBS)

# Takes the pictures of the web page in docs/images; needs Chromium and a Chinese font.
screenshots: $(VENV)/.dev
	$(BIN)/python tools/screenshots.py

# Draws the rooms of the package for docs/architecture.md.
picture: $(VENV)/.core
	$(BIN)/python tools/draw_rooms.py

# --- reliability: docs/reliability.md has what these measure ----------------------------------

$(VENV)/.fuzz: $(VENV)/.dev
	$(BIN)/python -m pip install --quiet --editable '.[fuzz]'
	@touch $@

# What locks, counts and audits, apart from what the package needs.
$(TOOLS)/.supply:
	$(PYTHON) -m venv $(TOOLS)
	$(TOOLS)/bin/python -m pip install --quiet uv cyclonedx-bom pip-licenses pip-audit
	@touch $@

# 18 million inputs, hours of one core; FUZZ='--seconds 5 --exhaust 3' is a taste of it.
fuzz: $(VENV)/.fuzz
	$(BIN)/python -m benchmarks.fuzz $(FUZZ)

# 200 kills of each command that writes.
faults: $(VENV)/.dev
	$(BIN)/python -m benchmarks.faults

# An hour of load on loopback.
soak: $(VENV)/.dev
	$(BIN)/python -m benchmarks.soak

# The HTTP API against its own description.
api: $(VENV)/.fuzz
	$(BIN)/python -m benchmarks.api

# Answers and model bytes with other hash seeds and threads, and under each interpreter of PYTHONS.
everywhere: $(VENV)/.dev $(TOOLS)/.supply
	for python in $(PYTHONS); do \
	  $(TOOLS)/bin/uv venv --quiet --allow-existing --python $$python build/py$$python && \
	  $(TOOLS)/bin/uv pip install --quiet --python build/py$$python/bin/python '.[train]' || exit 1; \
	done
	$(BIN)/python -m benchmarks.everywhere $(PYTHONS:%=--python build/py%/bin/python)

# Tests on the oldest versions that are declared; `make test` has the newest.
lowest: $(TOOLS)/.supply
	$(TOOLS)/bin/uv venv --quiet --allow-existing --python $(PYTHON) build/lowest
	$(TOOLS)/bin/uv pip install --quiet --python build/lowest/bin/python --resolution lowest-direct \
	  --editable '.[train,data,plot,pdf,web,parquet]'
	$(TOOLS)/bin/uv pip install --quiet --python build/lowest/bin/python pytest hypothesis httpx
	build/lowest/bin/python -m pytest -W default $(LOWEST)

# The lock file of the development set-up, and a set-up by it: these versions, by their hashes.
lock: $(TOOLS)/.supply
	$(TOOLS)/bin/uv pip compile --quiet --universal --upgrade --generate-hashes \
	  --python-version 3.11 --extra dev --no-header --no-annotate --no-emit-index-url \
	  pyproject.toml --output-file dev.lock

locked:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --require-hashes --requirement dev.lock
	$(BIN)/python -m pip install --quiet --no-deps --editable .
	@touch $(VENV)/.core $(VENV)/.dev

# The bill of materials (CycloneDX) and the licences of all that is installed.
sbom: $(VENV)/.dev $(TOOLS)/.supply
	@mkdir -p build
	$(TOOLS)/bin/cyclonedx-py environment --pyproject pyproject.toml --output-reproducible \
	  --output-file build/sbom.json $(BIN)/python
	$(TOOLS)/bin/pip-licenses --python $(BIN)/python --format markdown --order license \
	  --output-file build/licences.md

# Known weaknesses of the locked versions; asks a service that not every network reaches.
audit: $(TOOLS)/.supply
	$(TOOLS)/bin/pip-audit --requirement dev.lock --disable-pip --no-deps --strict

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
