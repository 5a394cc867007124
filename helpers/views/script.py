"""The one ES module that a page loads: the stage, and the views that it shows."""

import functools
import re
from pathlib import Path

HERE = Path(__file__).parent
_IMPORT = re.compile(r'^import (\{[^}]*\}) from "\./(\w+)\.js";\n', flags=re.MULTILINE)
_EXPORT = re.compile(r"^export (?:async )?(?:function|const) (\w+)", flags=re.MULTILINE)


@functools.cache
def script(*kinds):
    """Return the module for a stage with views of these kinds, each the name of a file.

    What a file imports comes before it, once; each has a scope of its own.
    """
    found = {}
    for kind in ("stage", *kinds):
        _collect(kind, found)
    renders = ", ".join(f"{kind}: ${kind}.render" for kind in kinds)
    return "\n".join([*found.values(), f"export default $stage.createStage({{ {renders} }});"])


def _collect(name, found):
    """Add a file to those that are found, after what it imports."""
    text = (HERE / f"{name}.js").read_text(encoding="utf-8")
    for _names, imported in _IMPORT.findall(text):
        if imported not in found:
            _collect(imported, found)
    text = _IMPORT.sub(r"const \1 = $\2;\n", text)
    offers = ", ".join(_EXPORT.findall(text))
    body = re.sub(r"^export |^ *//.*\n", "", text, flags=re.MULTILINE)  # a page needs no comments
    found[name] = f"const ${name} = (() => {{\n{body}return {{ {offers} }};\n}})();"
