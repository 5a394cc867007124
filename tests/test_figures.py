"""The pictures show the numbers they are given, and say them in words."""

import base64
import functools
import gc
import io
import itertools
import subprocess
import sys
import warnings
from collections import Counter

import matplotlib
import numpy as np
import pytest
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.colors import to_rgb
from matplotlib.patches import Polygon
from matplotlib.path import Path
from matplotlib.text import Text
from PIL import Image

from helpers import explorers, figures
from helpers.attention import attention, simplified_attention
from helpers.figures import colour_maps
from helpers.figures.hull import hull
from helpers.numerals import wording

ROBOTS = ["Smart", "robots", "perform", "complex", "tasks"]
ROBOT_VECTORS = np.array([[1, 0], [0, 1], [1, 1], [2, 0], [0, 2.0]])
JOURNEY = ["Your", "journey", "starts", "with", "one", "step"]
JOURNEY_VECTORS = np.array(
    [[0.43, 0.15], [0.55, 0.87], [0.57, 0.85], [0.22, 0.58], [0.77, 0.25], [0.05, 0.80]]
)
PHONES = ["I", "love", "apple", "phones"]
PHONE_VECTORS = np.array(
    [[1.0, 0.5, 0.2, 0.1], [0.9, 1.1, 0.1, 0.0], [0.1, 0.2, 1.0, 0.5], [0.0, 0.1, 0.4, 1.2]]
)
RESULT = attention(ROBOT_VECTORS, ROBOT_VECTORS, ROBOT_VECTORS)
CROWDS = {
    "journey": JOURNEY_VECTORS,
    "duplicates": JOURNEY_VECTORS[[0, 0, 1, 1, 2, 2]],
    "all in one place": np.full((6, 2), 0.5),
    "on the axes": np.array([[1, 0], [0, 1], [1, 1], [2, 0], [0, 2], [0, 0.0]]),
    "opposite": np.array([[1, 2], [-1, -2], [2, 1], [-2, -1], [0.1, 0.1], [-0.1, 0.1]]),
    "collapsed": JOURNEY_VECTORS.mean(axis=0) + JOURNEY_VECTORS * 1e-3,
}
chart = functools.partial(figures.lines, xlabel="x", ylabel="y")
CLOUDS = {f"d_k = {d}": np.random.default_rng(d).normal(size=4000) * d**0.5 for d in (4, 16, 64)}
BLOCK = {"block": [("norm", "attention"), ("norm", "MLP")]}
MASKS = {f"{k} more": np.tri(5, k=k) > 0 for k in range(4)}
TRANSFORMER = {
    "encoder": [("self-attention",), "norm"],
    "decoder": [("masked",), "norm", ("attention to the encoder",), "norm"],
}
MEMORY = ("encoder", "decoder", "attention to the encoder")
STATIONS = [(f"{i:02}", f"Notebook {i}", i % 4, 4, i == 6) for i in range(12)]
PICTURES = {
    "heatmap of weights": lambda: figures.heatmap(RESULT.weights, ROBOTS, highlight=1),
    "heatmap of scores": lambda: figures.heatmap(RESULT.scores, ROBOTS, kind="scores"),
    "heatmap of numbers": lambda: figures.heatmap(ROBOT_VECTORS, ROBOTS, kind="numbers"),
    "heatmap of ten": lambda: figures.heatmap(
        np.subtract.outer(np.arange(10), np.arange(10)) * 1.23, range(10), kind="scores"
    ),
    "heatmap of forty": lambda: figures.heatmap(np.full((40, 40), 1 / 40), range(40)),
    "bars": lambda: figures.bars(RESULT.scores[1], ROBOTS, title="Scores", highlight=1),
    "two bars": lambda: figures.scores_and_weights([-1000, 900], [0, 1], ["$5", "$10 $"]),
    "infinite bars": lambda: figures.bars([np.inf, 1, np.nan], ["a", "b", "c"]),
    "bars with their powers": lambda: figures.scores_and_weights(
        RESULT.scaled[1], RESULT.weights[1], ROBOTS, powers=np.exp(RESULT.scaled[1])
    ),
    "two heatmaps": lambda: figures.scores_and_weights(RESULT.scores, RESULT.weights, ROBOTS),
    "plane": lambda: figures.plane(ROBOT_VECTORS, ROBOTS, mark=1, title="Five words"),
    "points": lambda: figures.plane(
        JOURNEY_VECTORS, JOURNEY, arrows=False, groups=list("aabbcc"), axes=("x", "y")
    ),
    "shift": lambda: figures.shift(ROBOT_VECTORS, ROBOTS, 1, RESULT.weights[1]),
    "shift on a line": lambda: figures.shift([[1, 1], [2, 2]], ["a", "b"], 0, [0.5, 0.5]),
    "succession": lambda: figures.succession(
        [JOURNEY_VECTORS, JOURNEY_VECTORS / 9], JOURNEY, ["before", "after"], groups=list("aabbcc")
    ),
    "angle": lambda: figures.angle([2, 1], [1, 2]),
    "flow": lambda: figures.flow(ROBOTS, RESULT, 1, title="One page"),
    "flow in four dimensions": lambda: figures.flow(
        PHONES, attention(PHONE_VECTORS, PHONE_VECTORS, PHONE_VECTORS), 2
    ),
    "product": lambda: figures.product(
        JOURNEY_VECTORS, JOURNEY_VECTORS.T, JOURNEY, JOURNEY, at=(3, 5), names=("X", "Xᵀ", "X Xᵀ")
    ),
    "lines": lambda: figures.lines(
        [1, 10, 100], {"up": [1, 2, 3], "down": [3, 2, 1]}, xlabel="n", ylabel="y", log_x=True
    ),
    "lines with marks": lambda: figures.lines(
        range(20),
        {"up": np.arange(20.0), "half": [1.0] * 10 + [np.nan] * 10},
        xlabel="n",
        ylabel="y",
        mark={"here": 4, "there": 4.5},
    ),
    "histogram": lambda: figures.histogram(CLOUDS | {"$5 $": [9.0]}, xlabel="score"),
    "block": lambda: figures.block(BLOCK),
    "two stacks": lambda: figures.block(TRANSFORMER, title="The transformer", memory=MEMORY),
    "maps": lambda: figures.maps({"1a": np.eye(5)}, ROBOTS, asks=2, circled=[("1a", 2, 0)]),
    "masks": lambda: figures.masks(MASKS, ROBOTS, title="Who may look at whom, in four ways"),
    "a mask": lambda: figures.masks({"causal": np.tri(5) > 0}, ROBOTS),
    "road": lambda: figures.road(STATIONS),
    "explorer": lambda: explorers.HeadsExplorer().picture(),
}


@pytest.fixture(params=PICTURES, ids=str, scope="module")
def draw(request):
    return PICTURES[request.param]


@pytest.fixture(scope="module")
def picture(draw):
    return draw()


@pytest.fixture(scope="module")
def stored(picture):
    """What a notebook stores of a picture: the bundle, its sizes, and the PNG."""
    data, sizes = picture._repr_mimebundle_()
    return data, sizes["image/png"], base64.b64decode(data["image/png"])


def written(axes):
    """Every text inside the axes, empty ones left out."""
    return [text for text in axes.texts if text.get_text()]


def drawn_arrows(picture, gid):
    """Start and end of every arrow of this kind, in the order drawn."""
    texts = [text for axes in picture.axes for text in axes.texts if text.get_gid() == gid]
    return [(np.array(text.xyann), np.array(text.xy)) for text in texts]


# What every picture promises


def test_a_notebook_stores_a_sharp_light_png_on_white_and_the_words(picture, stored):
    data, shown, png = stored
    image = Image.open(io.BytesIO(png))
    assert (image.format, {*image.info} - {"Description"}) == ("PNG", set())  # no date or version
    assert image.size == (2 * shown["width"], 2 * shown["height"])
    assert shown["width"] <= 760
    assert data["text/plain"] == picture.alt
    assert len(png) < 60_000
    assert image.convert("RGBA").getpixel((1, 1)) == (255, 255, 255, 255)  # on a dark page, too
    assert len(image.convert("RGB").getcolors(256)) > 20  # no blank page


def test_of_two_pictures_that_look_alike_each_has_its_own_words():
    alike, kept = [figures.picture.Picture(1, 1, alt) for alt in ("one", "two", "one")], []
    for picture in alike:
        kept.append(picture.png())
        assert Image.open(io.BytesIO(kept[-1])).info["Description"] == picture.alt
    assert kept[0] is kept[2]  # packed once


def renderers():
    return {id(one): one for one in gc.get_objects() if isinstance(one, RendererAgg)}


def test_a_picture_that_was_drawn_keeps_no_pixels_beside_its_png():
    """Pictures stay in a notebook's `Out`, and each was 4 MB of them."""
    picture, before = PICTURES["bars"](), renderers()
    assert picture.png() == picture.png()
    made = [one for key, one in renderers().items() if key not in before]
    assert sum(one.width * one.height for one in made) < 10_000


def test_no_more_pictures_are_kept_than_a_session_needs(monkeypatch):
    monkeypatch.setattr(figures.picture, "PACKED", kept := {})
    monkeypatch.setattr(figures.picture, "MOST_PACKED", 2)
    pictures = [figures.picture.Picture(1, 1, alt) for alt in "abc"]
    packed = [pictures[place].png() for place in (0, 1, 0, 2)]
    assert list(kept.values()) == packed[2:]  # what was looked at last


def test_the_words_are_a_few_short_lines_and_never_say_minus_zero(picture):
    lines = picture.alt.split("\n")
    assert 1 <= len(lines) <= 12
    assert all(0 < len(line) <= 100 for line in lines)
    assert "-0.00" not in picture.alt
    assert "np." not in picture.alt


def test_no_text_is_smaller_than_nine_points_or_cut_off_or_touches_another(picture):
    picture.draw_without_rendering()
    axes = [axis for panel in picture.axes for axis in (panel.xaxis, panel.yaxis)]
    ticks = {tick.label1 for axis in axes for tick in axis.get_major_ticks()}
    ticks -= {tick.label1 for axis in axes for tick in axis._update_ticks()}  # out of view
    texts = [text for text in picture.findobj(Text) if text.get_text() and text.get_visible()]
    assert min(text.get_fontsize() for text in texts) >= 9
    drawn, (width, height) = picture.get_tightbbox(), picture.get_size_inches()
    assert min(drawn.x0, drawn.y0) >= -0.01
    assert drawn.x1 <= width + 0.01
    assert drawn.y1 <= height + 0.01
    assert_no_overlap([one for one in {*texts} - ticks if not one.get_rotation() % 90], within=1)


def hostile(value):
    """Return a setting of matplotlib as it is least expected."""
    return not value if isinstance(value, bool) else 2 * value + 1


HOSTILE = {
    name: hostile(value)
    for name, value in matplotlib.rcParamsDefault.items()
    if isinstance(value, bool | int | float)
} | {"font.family": "serif", "savefig.bbox": "tight", "savefig.facecolor": "black"}


def test_drawn_again_among_a_readers_own_settings_it_is_the_same_to_the_last_byte(draw, stored):
    """Each switch of matplotlib is turned, text.usetex too, and each number grows."""
    figures.picture.text_size.cache_clear()
    figures.picture.PACKED.clear()
    with warnings.catch_warnings(action="ignore"), matplotlib.rc_context():
        dict.update(matplotlib.rcParams, HOSTILE)
        assert draw().png() == stored[-1]


# Hebrew and Arabic are in our font; what no installed font has is written as its number.
WORDS = ["שלום", "مرحبا", "नमस्ते", "中文", "𓀀"]


@pytest.mark.parametrize(
    "draw",
    [
        lambda: figures.bars([0.1, 0.5, 0.2, 0.1, 0.1], WORDS, title="“שלום” 0.10"),
        lambda: figures.flow(WORDS, RESULT, 1),
        lambda: explorers.AttentionExplorer(WORDS, ROBOT_VECTORS).picture(),
    ],
    ids=["bars", "flow", "explorer"],
)
@pytest.mark.filterwarnings("error")
def test_words_of_any_script_are_drawn_without_a_warning(draw):
    data, _ = draw()._repr_mimebundle_()
    assert "\u2068שלום\u2069" in data["text/plain"]
    assert "中文" in data["text/plain"]


def looks(text):
    picture = figures.picture.Picture(3, 0.5)
    picture.text(0.1, 0.5, text)
    return np.asarray(figures.picture._drawn(picture))


@pytest.mark.filterwarnings("error")
def test_a_letter_that_no_font_has_is_drawn_and_measured_as_its_number():
    for text, as_number in {
        "a \U0010fffd b": "a U+10FFFD b",
        "\U0010fffd" * 3: "U+10FFFD U+10FFFD…",
    }.items():
        np.testing.assert_array_equal(looks(text), looks(as_number))
        assert figures.picture.text_size(text) == figures.picture.text_size(as_number)
    assert not np.array_equal(looks("⎰"), looks("U+23B0"))  # STIX has it, of matplotlib, too


def test_a_number_beside_a_word_from_right_to_left_stays_behind_it():
    for word in ("שלום", "مرحبا"):
        text, quote = looks(f"“{word}” 0.25"), looks("“")
        begins = int(np.argmax((quote < 200).any(axis=(0, 2))))
        np.testing.assert_array_equal(text[:, : begins + 8], quote[:, : begins + 8])


def test_importing_the_package_loads_neither_numpy_nor_matplotlib():
    code = (
        "import sys; from helpers import figures; dir(figures);"
        "assert not {'matplotlib', 'numpy'} & set(sys.modules), 'loaded too early';"
        "figures.bars([1], ['a']).png(); figures.plane([[1, 2]], ['a']);"
        "assert 'matplotlib' in sys.modules;"
        "assert 'matplotlib.pyplot' not in sys.modules, 'pyplot keeps state';"
        "assert 'torch' not in sys.modules"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


# Heatmaps


@pytest.mark.parametrize("kind", ["weights", "scores", "numbers"])
def test_a_number_always_reads_on_its_colour(kind):
    cells = np.linspace(0.001 if kind != "scores" else -1, 1, 144).reshape(12, 12)
    axes = figures.heatmap(cells, range(12), range(12), kind=kind).axes[0]
    backgrounds = axes.images[0].to_rgba(axes.images[0].get_array()).reshape(-1, 4)
    for text, background in zip(written(axes)[:144], backgrounds, strict=True):
        assert contrast(text.get_color(), background[:3]) >= 4.5


def test_a_circle_is_on_its_cell():
    picture = figures.maps(dict.fromkeys("ab", np.eye(5)), ROBOTS, circled=[("b", 2, 0)])
    circles = [[tuple(line.get_xydata()[0]) for line in axes.lines] for axes in picture.axes]
    assert circles == [[], [(0, 2)]]
    assert f"circled: b {ROBOTS[2]} to {ROBOTS[0]}" in picture.alt


@pytest.mark.parametrize("draw", [figures.heatmap, figures.scores_and_weights])
def test_hidden_cells_are_hatched_and_a_tiny_weight_is_not(draw):
    weights = np.array([[1, 0, 0], [1 - 1e-9, 1e-9, 0], [0.2, 0.3, 0.5]])
    both = [weights] if draw is figures.heatmap else [np.where(weights, 0.1, -np.inf), weights]
    picture = draw(*both, list("abc"))
    for axes in [axes for axes in picture.axes if axes.images]:
        (patch,) = [patch for patch in axes.patches if patch.get_gid() == "hidden"]
        middles = [axes.transData.transform((j, i)) for i, j in np.ndindex(3, 3)]
        inside = [patch.contains_point(middle) for middle in middles]
        assert inside == [False, True, True, False, False, True, False, False, False]
        assert patch.get_hatch()
        assert [text.get_text() for text in written(axes)].count("0.00") <= 1  # the tiny one
    assert "hatched: hidden" in picture.alt
    assert picture.note
    seen = draw(*([RESULT.weights] * len(both)), ROBOTS)
    assert "hatched" not in seen.alt + seen.note


def test_a_mask_has_a_dot_where_a_query_may_look_and_is_hatched_elsewhere():
    picture = figures.masks({"causal": np.tri(3) > 0}, list("abc"))
    assert picture.alt.endswith("a sees 1, b sees 1 and 2, c sees 1 to 3")
    (panel,) = picture.axes
    dots = {tuple(line.get_xydata()[0]) for line in panel.lines}
    assert dots == {(0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2)}  # key to the right, query down
    hatched = {patch.get_xy() for patch in panel.patches if patch.get_hatch()}
    assert hatched == {(0.5, -0.5), (1.5, -0.5), (1.5, 0.5)}


def contrast(first, second):
    """The WCAG ratio, written a second time."""
    rgb = np.array([to_rgb(first), to_rgb(second)])
    linear = np.where(rgb <= 0.03928, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    low, high = np.sort(linear @ [0.2126, 0.7152, 0.0722])
    return (high + 0.05) / (low + 0.05)


def test_the_colour_maps_darken_evenly_for_every_eye():
    light = [contrast(colour_maps.WEIGHTS_MAP(x)[:3], "black") for x in np.linspace(0, 1, 50)]
    assert (np.diff(light) < 0).all()
    for side in (-1, 1):
        colours = [colour_maps.SCORES_MAP(0.5 + side * x)[:3] for x in np.linspace(0, 0.5, 20)]
        assert (np.diff([contrast(colour, "black") for colour in colours]) < 0.05).all()


def test_the_words_of_a_large_heatmap_hold_shape_range_and_the_largest():
    cells = np.full((20, 20), 0.04)
    cells[3, 7] = 0.5
    picture = figures.heatmap(cells, [f"w{i}" for i in range(20)])
    assert "20 rows by 20 columns, from 0.04 to 0.50" in picture.alt
    assert "largest: w3 to w7, 0.50" in picture.alt
    assert not written(picture.axes[0])[2:]


def test_infinity_and_nan_are_shown_by_name():
    picture = figures.heatmap([[-np.inf, 1], [np.nan, np.inf]], ["a", "b"], kind="scores")
    assert "a: a -inf, b 1.00" in picture.alt
    assert "b: a nan, b inf" in picture.alt
    texts = [text.get_text() for text in written(picture.axes[0])[:4]]
    assert texts == ["−inf", "1.00", "nan", "inf"]


# Bars and planes


def test_bars_are_as_high_as_their_numbers_and_carry_them():
    numbers = [0.5, -1.25, 2.0]
    axes = figures.bars(numbers, ["a", "b", "c"]).axes[0]
    assert [patch.get_height() for patch in axes.patches] == numbers
    assert [float(text.get_text().replace("−", "-")) for text in written(axes)] == numbers


def test_what_was_before_stays_as_an_outline():
    picture = figures.bars([0.1, 0.9], ["a", "b"], kind="weights", previous=[0.4, 0.6])
    heights = [patch.get_height() for patch in picture.axes[0].patches]
    assert heights == [0.1, 0.9, 0.4, 0.6]
    low, high = picture.axes[0].get_ylim()
    assert low == 0 < 1 <= high
    assert "before: a 0.40, b 0.60" in picture.alt


@pytest.mark.parametrize("crowd", CROWDS, ids=str)
@pytest.mark.parametrize("arrows", [True, False])
def test_names_in_a_crowded_plane_do_not_touch(crowd, arrows):
    picture = figures.plane(CROWDS[crowd], JOURNEY, arrows=arrows, mark=1)
    assert_apart(picture, JOURNEY)


def assert_apart(picture, expected):
    """Every expected name is written, and no two names of one plane overlap."""
    picture.draw_without_rendering()
    names = [text.get_text() for text in written(picture.axes[0])]
    assert not Counter(expected) - Counter(names)
    for axes in picture.axes:
        assert_no_overlap(written(axes))


def assert_no_overlap(texts, within=0):
    """No two texts overlap, or by no more than so many pixels in height."""
    boxes = [(text.get_text(), Text.get_window_extent(text)) for text in texts]
    for (first, a), (second, b) in itertools.combinations(boxes, 2):
        beside = a.x1 <= b.x0 or b.x1 <= a.x0
        above = a.y1 <= b.y0 + within or b.y1 <= a.y0 + within
        assert beside or above, f"{first} touches {second}"


def test_a_walk_of_few_points_turns_back_and_shows_each():
    x, none = [*range(20), 5, 2, 9], [np.nan]
    picture = figures.lines(
        x, {"hill": [*range(20), *none * 3], "walk": [*none * 20, 5, 2, 9]}, xlabel="x", ylabel="y"
    )
    assert [line.get_marker() for line in picture.axes[0].lines] == ["None", "s"]
    assert "y against x, 0 to 19" in picture.alt


def test_one_unit_is_as_long_across_as_up():
    for limits in (None, 2.5, (-1, 3, 0, 1)):
        axes = figures.angle([2, 1], [1, 2], limits=limits).axes[0]
        (x0, y0), (x1, y1) = axes.transData.transform([(0, 0), (1, 1)])
        assert x1 - x0 == pytest.approx(y1 - y0, rel=0.01)
    assert axes.get_xlim() == (-1, 3)


def test_trails_lead_from_where_the_vectors_were():
    before = JOURNEY_VECTORS + 1
    picture = figures.plane(JOURNEY_VECTORS, JOURNEY, arrows=False, trails=[before])
    ways = [line.get_xydata() for line in picture.axes[0].lines if len(line.get_xydata()) == 2]
    for start, end in zip(before, JOURNEY_VECTORS, strict=True):
        assert any(np.array_equal(way, [start, end]) for way in ways)
    assert "1 step before: Your (1.43, 1.15)" in picture.alt


def test_where_a_vector_stands_now_no_trail_leaves_its_marker():
    now, groups = [[1, 1], [2, 0], [0, 2]], ["before", "after", "after"]
    trails = [[[1, 1], [1, 1], [0.5, 1]]]
    picture = figures.plane(now, ["was", "one", "other"], groups=groups, trails=trails)
    (left,) = [line for line in picture.axes[0].lines if line.get_marker() == "s"]
    assert np.array_equal(left.get_xydata(), [[0.5, 1]])


def test_a_vector_outside_the_limits_is_neither_named_nor_drawn_over_the_edge():
    picture = figures.angle([1, 1], [9, -1], labels=["near", "far"], limits=2)
    named = {text.get_text() for text in written(picture.axes[0])}
    assert "near" in named
    assert "far" not in named
    (axes,) = picture.axes
    arrows = [text.arrow_patch for text in axes.texts if getattr(text, "arrow_patch", None)]
    edges = [arrow.get_clip_box().extents for arrow in arrows]
    assert np.allclose(edges, axes.bbox.extents)
    assert len(edges) == 2


# The shift


@pytest.mark.parametrize("far", [1, 0.1, 0.01, 0.001])
def test_an_arrow_points_where_it_leads_however_short_it_is(far):
    vectors = np.array([[0, 0], [far, 2 * far], [3, 1.0]])
    picture = figures.shift(vectors, ["a", "b", "c"], 0, np.array([0.4, 0.6, 0]))
    picture.draw_without_rendering()
    axes = picture.axes[0]
    (patch,) = [text.arrow_patch for text in axes.texts if text.get_gid() == "shift"]
    start, end = axes.transData.transform([vectors[0], 0.6 * vectors[1]])
    length = np.hypot(*(end - start))
    path = patch.get_path()
    drawn = patch.get_transform().transform(path.vertices[path.codes != Path.CLOSEPOLY])
    along = (drawn - start) @ (end - start) / length
    assert along.min() >= -0.05 * length
    assert along.max() <= 1.05 * length


def test_values_of_their_own_pull_instead_of_the_vectors():
    values = ROBOT_VECTORS[::-1] * 2 + 1
    picture = figures.shift(ROBOT_VECTORS, ROBOTS, 1, RESULT.weights[1], values=values)
    assert np.abs(drawn_arrows(picture, "pull")[-1][1] - RESULT.weights[1] @ values).max() < 1e-9
    (area,) = [one for one in picture.axes[0].patches if isinstance(one, Polygon)]
    corners = {tuple(corner) for corner in area.get_xy()}
    assert corners == {(1, 5), (5, 1), (1, 3), (3, 1)}  # of the values, not of the words


def test_the_hull_holds_every_point_and_turns_one_way():
    points = np.random.default_rng(0).normal(size=(60, 2))
    corners = np.array(hull(points))
    edges = np.roll(corners, -1, axis=0) - corners
    for point in points:
        to_point = point - corners
        left = edges[:, 0] * to_point[:, 1] - edges[:, 1] * to_point[:, 0]
        assert (left >= -1e-12).all()
    assert {tuple(c) for c in corners} <= {tuple(p) for p in points}


@pytest.mark.parametrize(
    ("points", "corners"),
    [
        ([[1, 1], [0, 0], [2, 2], [0.5, 0.5]], [(0, 0), (2, 2)]),
        ([[3, 4], [3, 4]], [(3, 4)]),
        ([[0, 0], [2, 0], [1, 0], [2, 2], [1, 1], [0, 2]], [(0, 0), (2, 0), (2, 2), (0, 2)]),
    ],
    ids=["a line", "one place", "a square with more inside"],
)
def test_the_hull_of_special_points(points, corners):
    assert hull(points) == corners
    assert figures.shift(points, range(len(points)), 0, np.eye(len(points))[0]).png()


# Lines


def test_curves_that_coincide_share_one_name():
    y = np.array([1, 2, 3.0])
    long, longer = "a name of some length", "and one that is longer"
    curves = {long: y, "other": 4 - y, longer: y + 1e-9, "gap": np.where(y > 2, np.nan, y)}
    picture = chart([0, 1, 2], curves)
    names = [text.get_text() for text in written(picture.axes[0])]
    assert sorted(names) == [f"{long},\n{longer}", "gap", "other"]
    assert len(picture.axes[0].lines) == 4
    assert f"{longer}: starts at 1" in picture.alt
    test_no_text_is_smaller_than_nine_points_or_cut_off_or_touches_another(picture)


# Words and errors


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (-0.001, "0.00"),
        (0.125, "0.12"),
        (-1.5, "-1.50"),
        (np.inf, "inf"),
        (-np.inf, "-inf"),
        (np.nan, "nan"),
        (1e300, "1e+300"),
        (np.float32(0.1), "0.10"),
    ],
)
def test_numbers_are_rounded_for_reading(value, text):
    assert wording.number(value) == text
    numbers = [1024, 0.98765, -0.0, 123456, 63.96]  # on a curve a whole one is said whole
    assert [wording.digits(one) for one in numbers] == ["1024", "0.988", "0", "1.23e+05", "64"]


@pytest.mark.parametrize(
    ("draw", "said"),
    [
        (lambda: figures.heatmap([[1, 0.5]], ["a"]), "columns must be named"),
        (lambda: figures.heatmap([[1.5]], ["a"]), "between 0 and 1, got 1.5"),
        (
            lambda: figures.heatmap([[1]], ["a"], kind="heat"),
            "weights, scores, numbers, got 'heat'",
        ),
        (lambda: figures.heatmap([[1]], ["a"], highlight=3), "from 0 to 0, got 3"),
        (lambda: figures.heatmap([[1]], "a"), "list of strings"),
        (lambda: figures.heatmap([[1], [1, 2]], ["a", "b"]), "rectangular array"),
        (lambda: figures.bars([1, 2], ["a"]), "name all 2 numbers, got 1"),
        (lambda: figures.bars([1, 2], ["a", "b"], previous=[1]), "2 numbers, got 1"),
        (lambda: figures.scores_and_weights([1], [1, 0], ["a"]), "one shape"),
        (lambda: figures.plane([[1, 2, 3]], ["a"]), "got 3: choose two columns"),
        (lambda: figures.plane([[1, np.nan]], ["a"]), "NaN or inf in row 0"),
        (lambda: figures.angle([1, 2], [2, 1], limits=-1), "limits must be"),
        (lambda: figures.plane([[1, 2]], ["a"], trails=[[[1, 2], [3, 4]]]), r"got \(1, 2, 2\)"),
        (lambda: figures.angle([0, 0], [1, 1]), "longer than 0, got a"),
        (lambda: figures.shift([[1, 2], [0, 1]], ["a", "b"], 0, [0.5, 0.4]), "sum to 1.* got 0.9"),
        (
            lambda: figures.flow(ROBOTS, simplified_attention(ROBOT_VECTORS[None]), 0),
            r"got shape \(1, 5, 5\)",
        ),
        (lambda: chart([1, 2], {"a": [1]}), "curve 'a' must have 2 numbers, one per x, got 1"),
        (lambda: chart([1], {}), "at least one curve"),
        (
            lambda: chart([1], {"a": [1]}, mark={"m": 0}, log_x=True),
            "mark 'm' must be a finite number above 0, got 0",
        ),
        (lambda: chart([1], {"a": [-1]}, log_y=True), "no positive, finite number"),
        (
            lambda: figures.product([[1, 1]], np.ones((3, 2)), ["a"], ["x", "y"], at=(0, 0)),
            "2 rows, as many as left",
        ),
        (
            lambda: figures.block(BLOCK, highlight=["softmax"]),
            "highlight names 'softmax', not MLP",
        ),
        (
            lambda: figures.masks({"tri": np.tri(5)}, ROBOTS),
            "mask 'tri' must be boolean, .* got float64",
        ),
    ],
)
def test_bad_input_is_one_line_that_says_what_came(draw, said):
    with pytest.raises(ValueError, match=said) as raised:
        draw()
    assert "\n" not in str(raised.value)


def test_rounding_noise_changes_no_word():
    below, above = 1.495 - 1e-15, 1.495 + 1e-15
    assert wording.number(below) == wording.number(above)
    noisy = 1 / 3 + np.array([0, 1e-16, -1e-16, 0])
    picture = chart(range(4), {"level": noisy})
    assert "highest" not in picture.alt
