"""What is wrong in JavaScript is seen without a browser."""

import pytest
from javascript import check

PLANTED = {
    "unused.js": ("function left() {}\nexport const right = 2;\n", "left"),
    "unknown.js": ("export const twice = () => 2 * doubel;\n", "doubel"),
    "mistyped.js": ("export const wide = Math.round(2.5).trim();\n", "trim"),
    "missing.js": ('import { gone } from "./unused.js";\nexport const here = [gone];\n', "gone"),
    "uncalled.js": ('export const many = (x) => parseFloat(x) === "1" && x.pop;\n', "'number'"),
}


@pytest.fixture(scope="module")
def node():
    if not (check.TOOLS.exists() and check.node()):
        pytest.skip("no Node.js, or `make lint` has not fetched its tools")
    return check.node()


def test_planted_faults_are_named(node, tmp_path):
    views = tmp_path / "helpers" / "views"
    views.mkdir(parents=True)
    for name, (text, _) in PLANTED.items():
        (views / name).write_text(text, encoding="utf-8")
    seen = check.complaints(node, tmp_path)
    for name, (_, word) in PLANTED.items():
        (line, *_) = [line for line in seen.splitlines() if f"views/{name}(" in line]
        assert word in line
    assert seen.count("no-unused-vars") + seen.count("no-undef") == 2
