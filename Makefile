# `make demo` and `make test` need Python, make and a Rust toolchain; everything else goes into .venv and target.
# PYTHON=... names the Python that .venv is made from.

VENV := .venv
BIN := $(VENV)/bin
DECK := tests/decks/legacy-manaless-dredge-1.txt
RUST := Cargo.toml Cargo.lock .cargo/config.toml pyproject.toml $(shell find src -type f)

# Cargo builds pyo3 anew whenever the interpreter changes: name the same one everywhere.
export PYO3_PYTHON := $(abspath $(BIN)/python)
# maturin installs into the environment that these name.
export VIRTUAL_ENV := $(abspath $(VENV))
unexport CONDA_PREFIX
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_ROOT_USER_ACTION := ignore

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help demo build test lint bench wheel clean

help: ## print this list
	@sed -n 's/^\([a-z]*\):.*## /\1	/p' Makefile | expand -t 8

demo: build ## play a million games of a real deck and print what was seen
	@$(BIN)/gravetroll run $(DECK) --games 1e6 --turns 6 --seed 7

build: $(VENV)/.built ## build the extension and install it into .venv

test: lint ## run every check and every test
	cargo test --locked
	cargo test --locked --features quiet --test cases --test fuzz
	$(BIN)/pytest

lint: build $(VENV)/.dev ## formatters, linters and type checks
	cargo fmt --check
	cargo clippy --locked --all-targets -- -D warnings
	cargo clippy --locked --all-targets --features python -- -D warnings
	cargo fmt --check --manifest-path benches/bare/Cargo.toml
	cargo clippy --locked --all-targets --manifest-path benches/bare/Cargo.toml -- -D warnings
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

bench: build $(VENV)/.bench ## measure speed against the baselines
	$(BIN)/python benches/compare.py

wheel: $(VENV)/.maturin ## build a wheel into dist
	$(BIN)/maturin build --release --locked --out dist

clean: ## remove what was built
	rm -rf $(VENV) target dist python/gravetroll/_core.*.so

$(VENV)/.made:
	@python=$$(.ci/toolchain) && echo "making $(VENV) from $$python" && "$$python" -m venv --clear $(VENV)
	@$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	@touch $@

$(VENV)/.maturin: $(VENV)/.made
	@$(BIN)/pip install --quiet 'maturin>=1.9.4,<2'
	@touch $@

$(VENV)/.built: $(VENV)/.maturin $(RUST)
	@.ci/toolchain > /dev/null
	$(BIN)/maturin develop --release --locked
	@$(BIN)/python -m compileall -q python
	@touch $@

$(VENV)/.dev: $(VENV)/.made pyproject.toml
	$(BIN)/pip install --quiet --group dev
	@touch $@

$(VENV)/.bench: $(VENV)/.made pyproject.toml
	$(BIN)/pip install --quiet --group bench
	@touch $@
