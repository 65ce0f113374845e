# Two commands do all the set-up on a fresh machine: `make demo` and `make test`.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin

.PHONY: demo test lint check fast bench models parser results screenshots picture clean

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

test: $(VENV)/.dev lint
	$(BIN)/python -m pytest

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
	$(BIN)/python tools/train_scope.py
	$(BIN)/python tools/train_models.py

# Trains the parser of English on the treebank in the folder QUANTITY_TAGGER_TREEBANK; wants a GPU.
parser: $(VENV)/.dev
	$(BIN)/python -m pip install --quiet --editable '.[parser]'
	$(BIN)/python tools/train_parser.py

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

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
