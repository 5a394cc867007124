"""What is wrong in JavaScript is seen without a browser; the modules of a view fit into one."""

import re
from collections import Counter

import pytest
from javascript import check
from rules.notebook import ROOT

from helpers.views.view import source

SCRIPTS = {path.name: path.read_text(encoding="utf-8") for path in ROOT.glob("helpers/views/*.js")}
TOP = re.compile(r"^(?:async )?(?:function|const|let|class) (\w+)", flags=re.MULTILINE)
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


@pytest.mark.parametrize("name", [name for name in SCRIPTS if "export default" in SCRIPTS[name]])
def test_a_view_is_one_module_in_which_no_name_is_taken_twice(name):
    text = source(name)
    assert not re.search(r"^import |^export (?!default)", text, flags=re.MULTILINE)
    assert [top for top, times in Counter(TOP.findall(text)).items() if times > 1] == []
