# Two commands matter: `make lab` opens the series, `make test` proves it; `make prove` is the long proof.
# Every recipe is one program, so that a Unix shell and Windows' cmd both run it.

ifeq ($(OS),Windows_NT)
BASE_PYTHON ?= python
PYTHON := .venv/Scripts/python.exe
else
BASE_PYTHON ?= python3
PYTHON := .venv/bin/python
endif

STAMP := .venv/installed

.PHONY: lab test prove lint refresh bench class picture

lab: $(STAMP)
	$(PYTHON) -m helpers.jupyterlab $(ARGS)

test: lint
	$(PYTHON) -m pytest --nbval --nbval-current-env -m "not slow" -n 3 --dist loadfile $(ARGS)

prove: $(STAMP)
	$(PYTHON) -m pytest --hypothesis-profile=prove -m "slow or hypothesis" -n 2 --dist loadfile $(ARGS)

lint: $(STAMP)
	$(PYTHON) -m ruff check
	$(PYTHON) -m ruff format --check

refresh: $(STAMP)
	$(PYTHON) -m helpers.jupyterlab.refresh $(NB)

bench: $(STAMP)
	$(PYTHON) -m benchmarks

# The students' zip and the teacher's, in dist/; NB=00 for a quick one.
class: $(STAMP)
	$(PYTHON) -m helpers.jupyterlab.class_zips $(NB)

picture: $(STAMP)
	$(PYTHON) tests/moving_picture.py

# Two kernels on two cores slow each other down tenfold unless each keeps to one thread, and a
# second thread, where a test asks for it, sleeps while it waits.
test prove refresh class: export OMP_WAIT_POLICY = PASSIVE
test prove refresh class: export OMP_NUM_THREADS = 1
test prove refresh class: export OPENBLAS_NUM_THREADS = 1
test prove refresh class: export MKL_NUM_THREADS = 1

# What is compiled is kept, or every worker, kernel and server would compile the tests and helpers anew.
test prove refresh class: export PYTHONDONTWRITEBYTECODE =

$(STAMP): pyproject.toml constraints.txt
	$(BASE_PYTHON) -c "import sys; sys.version_info >= (3, 11) or sys.exit('Python 3.11 or newer is needed, found ' + sys.version.split()[0])"
	$(BASE_PYTHON) -m venv .venv
	$(PYTHON) -m pip install --quiet --constraint constraints.txt --editable ".[test]"
	$(PYTHON) -c "open('$(STAMP)', 'w').close()"
