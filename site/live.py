"""Notebooks that run in the browser: JupyterLite with Python and all that it imports, as files."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import urllib.request
from importlib import metadata, util
from pathlib import Path

import nbformat

import helpers
from helpers.jupyterlab import saving
from helpers.readers.files import DATA

HERE = Path(__file__).resolve().parent
VERSION = "0.27.7"
RELEASE = (
    f"https://github.com/pyodide/pyodide/releases/download/{VERSION}/pyodide-{VERSION}.tar.bz2"
)
# Of the parts that are needed; each is as Pyodide's own lock and package on npm have it.
SHA256 = "2114b90b88bf676a81e900fd7568f249ae2cc52d1570a1054b6cf90d19166148"
LOCK = "pyodide-lock.json"
CORE = ("pyodide.asm.js", "pyodide.asm.wasm", "pyodide.js", "python_stdlib.zip")
# What JupyterLite's kernel loads before it answers: from Pyodide, and wheels of its own.
KERNEL = ["ipython", "micropip", "sqlite3"]
WHEELS = ["ipykernel", "piplite", "pyodide_kernel"]
# What the kernel or matplotlib name, and nothing here imports: 6 of 34 MB.
EMPTY = ["fonttools", "jedi", "pytz", "ssl"]
BESIDE = "share/jupyter/labextensions/@jupyterlite/pyodide-kernel-extension/static/pypi"
# What the series imports: packages of Pyodide, and pure Python as it's installed here.
SERIES = ["matplotlib", "numpy"]
PURE = ["anywidget", "comm", "ipywidgets", "platformdirs", "psygnal", "typing_extensions"]
LEFT_OUT = shutil.ignore_patterns("__pycache__", "course_prose.*", "stories.*")
TORCH = """raise ModuleNotFoundError(
    "PyTorch doesn't run in a browser: to run this notebook, install the series", name="torch"
)
"""
SETTINGS = {
    "jupyter-lite-schema-version": 0,
    "jupyter-config-data": {
        "disabledExtensions": ["@jupyterlab/application-extension:faviconbusy"],
        "exposeAppInBrowser": True,  # to the page around it, live.html
        "litePluginSettings": {
            "@jupyterlite/pyodide-kernel-extension:kernel": {
                "disablePyPIFallback": True,
                "loadPyodideOptions": {
                    "packages": [*KERNEL, *WHEELS, *EMPTY, "comm", "attention-by-hand"],
                    "env": {"ATTENTION_BY_HAND_PROGRESS": "/drive/progress.json"},
                },
                "pyodideUrl": "./static/pyodide/pyodide.js",
            }
        },
    },
}
OVERRIDES = {
    "@jupyterlab/apputils-extension:themes": {"adaptive-theme": True},
    "@jupyterlab/docmanager-extension:plugin": {"autosaveInterval": 5},  # seconds
}


def pyodide():
    """Return the parts of Pyodide that are needed, as bytes by name.

    PYODIDE names a folder or an archive; otherwise it's Pyodide's own release, fetched once.

    OSError: there is none, or nothing to run it. ValueError: it isn't the version that was tried,
    or is damaged.
    """
    if util.find_spec("jupyterlite_core") is None:
        raise OSError("the extra `live` isn't installed")
    source = os.environ.get("PYODIDE", RELEASE)
    folder = Path(source) if Path(source).is_dir() else _unpacked(source)
    lock = json.loads((folder / LOCK).read_text(encoding="utf-8"))
    lock["packages"] = _needed(lock["packages"], [*KERNEL, *SERIES])
    names = [*CORE, *(one["file_name"] for one in lock["packages"].values())]
    parts = {name: (folder / name).read_bytes() for name in names}
    parts[LOCK] = json.dumps(lock, sort_keys=True).encode()
    found = hashlib.sha256(b"".join(parts.values())).hexdigest()
    if found != SHA256:
        raise ValueError(f"{source} isn't Pyodide {VERSION}, as released: its parts give {found}")
    return parts


def _unpacked(source):
    """Return the folder of an archive, which is unpacked, and fetched where it's an address."""
    kept = Path(sys.prefix) / f"pyodide-{VERSION}"
    if not kept.is_dir():
        address = source if "://" in source else Path(source).absolute().as_uri()
        with tempfile.TemporaryDirectory(dir=sys.prefix) as place:
            with (
                urllib.request.urlopen(address, timeout=60) as fetched,
                tarfile.open(fileobj=fetched, mode="r|*") as archive,
            ):
                archive.extractall(place, filter="data")
            shutil.move(Path(place) / "pyodide", kept)
    return kept


def _needed(packages, names):
    """Return what the lock says of packages and of all that they depend on."""
    found = {}
    while names:
        name = names.pop().replace("_", "-")
        if name not in found and name not in EMPTY:
            found[name] = packages[name]
            names += packages[name]["depends"]
    return dict(sorted(found.items()))


def build(parts, notebooks, out):
    """Write notebooks, and what runs them, as a site of JupyterLite into the folder `out`."""
    shutil.rmtree(out, ignore_errors=True)
    with tempfile.TemporaryDirectory() as place:
        lite = Path(place)
        files = {f"content/{path.name}": _unrun(path).encode() for path in notebooks}
        files |= {f"static/pyodide/{name}": content for name, content in parts.items()}
        files["jupyter-lite.json"] = json.dumps(SETTINGS).encode()
        files["overrides.json"] = json.dumps(OVERRIDES).encode()
        for name, content in files.items():
            (lite / name).parent.mkdir(parents=True, exist_ok=True)
            (lite / name).write_bytes(content)
        _add_series(lite / "static/pyodide", lite / "packed")
        command = [sys.executable, "-m", "jupyterlite_core", "build", "--no-sourcemaps"]
        command += ["--apps", "notebooks", "--contents", "content", "--output-dir", out.absolute()]
        subprocess.run(command, cwd=lite, check=True, capture_output=True)
    for name in ("anywidget", "@jupyter-widgets/jupyterlab-manager"):
        if not (out / "extensions" / name).exists():
            raise FileNotFoundError(f"explorers need {name} in JupyterLite: {sys.prefix} lacks it")
    shutil.copy(HERE / "live.html", out / "run.html")
    shutil.copy(HERE / "favicon.svg", out)


def _unrun(path):
    """Return a notebook's text as it is before anybody has run it, for JupyterLite's Python."""
    notebook = saving.without_outputs(nbformat.read(path, 4))
    notebook.metadata.kernelspec = {"name": "python", "display_name": "Python"}
    return nbformat.writes(notebook)


def _add_series(pyodide, packed):
    """Put the series and what it imports beside Pyodide's packages, and into their lock."""
    for name in PURE:
        for file in metadata.files(name):
            if file.parts[0] != ".." and file.suffix not in (".pyc", ".pyd", ".so"):
                place = packed / name / file
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(file.locate(), place)
    series = packed / "attention-by-hand"
    shutil.copytree(Path(helpers.__file__).parent, series / "helpers", ignore=LEFT_OUT)
    shutil.copytree(DATA, series / "helpers/data", ignore=LEFT_OUT, dirs_exist_ok=True)
    (series / "torch.py").write_text(TORCH, encoding="utf-8")
    for name in EMPTY:
        (packed / name).mkdir()
    for name in WHEELS:
        (wheel,) = Path(sys.prefix, BESIDE).glob(f"{name}-*.whl")
        shutil.unpack_archive(wheel, packed / name, "zip")
    lock = json.loads((pyodide / LOCK).read_text(encoding="utf-8"))
    for folder in packed.iterdir():
        name = folder.name.replace("_", "-")
        made = Path(shutil.make_archive(str(pyodide / name), "zip", folder))
        digest = hashlib.sha256(made.read_bytes()).hexdigest()
        # A name of its own, or a browser may keep what an earlier site had.
        made = made.rename(made.with_stem(f"{name}-{digest[:8]}"))
        lock["packages"][name] = {
            "name": name,
            "version": "1.0.0",
            "file_name": made.name,
            "sha256": digest,
            "install_dir": "site",
            "package_type": "package",
            "imports": ["helpers"] if folder == series else [],
            "depends": [*SERIES, *PURE] if folder == series else [],
            "unvendored_tests": False,
        }
    (pyodide / LOCK).write_text(json.dumps(lock), encoding="utf-8")
