"""Which helper may import what, and what a condition must not look like."""

import ast
import sys


def imported(tree, package):
    """Return each imported module with its line; `package` is where relative imports begin."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1]
            start = ".".join(
                [*(above if node.level else []), *([node.module] if node.module else [])]
            )
            yield from ((f"{start}.{alias.name}", node.lineno) for alias in node.names)


def breaks_an_arrow(root, arrows):
    """Complain about imports of files in `root`/helpers that the arrows do not allow.

    arrows: the name of a helper (a module or a folder) to the set of helpers and libraries that
    it may import. The standard library and the own folder are free; a folder's `__init__` may
    import from these two alone, and nothing may import pyplot.
    """
    complaints = []
    for path in sorted((root / "helpers").rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        place, package = path.relative_to(root).as_posix(), ".".join(parts[:-1])
        name = parts[1]
        if name != "__init__" and name not in arrows:
            complaints.append(f"{place}: new helper; add the arrow of {name!r} to the table")
            continue
        allowed = set() if parts[-1] == "__init__" else arrows[name]
        for module, line in imported(ast.parse(path.read_text(encoding="utf-8")), package):
            target = _target(module)
            if "pyplot" in module:
                complaints.append(
                    f"{place} line {line}: imports pyplot; figures use the object API"
                )
            elif target not in allowed | sys.stdlib_module_names | {name}:
                complaints.append(f"{place} line {line}: {name} must not import {target}")
    return complaints


def _target(module):
    """Return the helper that is imported, or the library."""
    first, *rest = module.split(".")
    return rest[0] if first == "helpers" and rest else first


def multiplies_a_text(path):
    """Complain about a text times a truth, which is a condition that does not look like one."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [
        f"{path.name} line {node.lineno}: a text times a truth; write what it is if it holds"
        for node in ast.walk(tree)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult)
        if _is_text(node.left) and isinstance(node.right, ast.Compare | ast.BoolOp)
    ]


def _is_text(node):
    return isinstance(getattr(node, "value", None), str) or isinstance(node, ast.JoinedStr)
