"""A histogram shows how the numbers are spread, and says their mean and spread in words."""

import base64
import io

import numpy as np
import pytest
from matplotlib.patches import StepPatch
from matplotlib.text import Text
from PIL import Image

from helpers import figures

NARROW = np.array([-1.0, 0, 0, 1])
WIDE = np.array([-4.0, -2, -1, 1, 2, 4])


def outlines(picture):
    return [patch for patch in picture.axes[0].patches if isinstance(patch, StepPatch)]


def drawn():
    samples = {"narrow": NARROW, "wide": WIDE}
    return figures.histogram(samples, xlabel="score", title="Two samples", bins=8)


def test_each_outline_encloses_the_shares_of_its_own_numbers():
    narrow, wide = (outline.get_data() for outline in outlines(drawn()))
    np.testing.assert_array_equal(narrow.edges, np.arange(-4, 5))
    np.testing.assert_allclose(narrow.values, [0, 0, 0, 1 / 4, 1 / 2, 1 / 4, 0, 0])
    np.testing.assert_allclose(wide.values, np.array([1, 0, 1, 1, 0, 1, 1, 1]) / 6)


def test_samples_share_their_bins_and_each_area_is_1(rng):
    samples = {"few": rng.normal(size=50), "many": 9 * rng.normal(size=3000)}
    first, second = (
        outline.get_data() for outline in outlines(figures.histogram(samples, xlabel="x"))
    )
    np.testing.assert_array_equal(first.edges, second.edges)
    for data in (first, second):
        assert np.sum(data.values * np.diff(data.edges)) == pytest.approx(1)
    assert first.edges[0] == min(samples["few"].min(), samples["many"].min())
    assert first.edges[-1] == max(samples["few"].max(), samples["many"].max())


def test_outlines_differ_in_colour_and_dash_and_are_named_in_order():
    picture = drawn()
    assert len({outline.get_edgecolor() for outline in outlines(picture)}) == 2
    assert len({outline.get_linestyle() for outline in outlines(picture)}) == 2
    legend = picture.axes[0].get_legend()
    assert [text.get_text() for text in legend.get_texts()] == ["narrow", "wide"]


def test_the_legend_covers_no_number_and_nothing_is_cut_off():
    samples = {"short": NARROW, "a name that is rather long": WIDE, "$5 $": WIDE + 1}
    picture = figures.histogram(samples, xlabel="score", title="A title")
    picture.draw_without_rendering()
    axes = picture.axes[0]
    assert axes.get_legend().get_window_extent().x0 >= axes.get_window_extent().x1
    texts = [text for text in picture.findobj(Text) if text.get_text()]
    assert min(text.get_fontsize() for text in texts) >= 9
    drawn_box, (width, height) = picture.get_tightbbox(), picture.get_size_inches()
    assert min(drawn_box.x0, drawn_box.y0) >= -0.01
    assert drawn_box.x1 <= width + 0.01
    assert drawn_box.y1 <= height + 0.01


def test_a_notebook_stores_a_sharp_small_png_and_the_words(rng):
    samples = {f"d_k = {d}": np.sqrt(d) * rng.normal(size=4000) for d in (4, 16, 64)}
    picture = figures.histogram(samples, xlabel="score")
    data, metadata = picture._repr_mimebundle_()
    png = base64.b64decode(data["image/png"])
    shown = metadata["image/png"]
    assert Image.open(io.BytesIO(png)).size == (2 * shown["width"], 2 * shown["height"])
    assert shown["width"] <= 760
    assert len(png) < 60_000
    assert data["text/plain"] == picture.alt


def test_the_words_give_mean_and_standard_deviation_of_each():
    assert drawn().alt.split("\n") == [
        "Two samples",
        "density against score, -4.00 to 4.00",
        "narrow: 4 numbers, mean 0.00, standard deviation 0.71",
        "wide: 6 numbers, mean 0.00, standard deviation 2.65",
    ]
    coarse = figures.histogram({"a": [1.04, 2.04]}, xlabel="x", decimals=1).alt
    assert "a: 2 numbers, mean 1.5, standard deviation 0.5" in coarse
    assert "-0.00" not in figures.histogram({"a": [-1, 1 - 1e-9]}, xlabel="x").alt


def test_equal_numbers_still_stand_in_a_histogram():
    (outline,) = outlines(figures.histogram({"same": [3.0, 3.0]}, xlabel="x", bins=5))
    values, edges, _ = outline.get_data()
    assert np.sum(values * np.diff(edges)) == pytest.approx(1)
    assert edges[0] < 3 < edges[-1]


@pytest.mark.parametrize(
    ("samples", "bins", "complaint"),
    [
        ({}, 10, "at least one sample, got none"),
        ({"a": []}, 10, "sample 'a' must have one axis and no empty one"),
        ({"a": [[1, 2]]}, 10, "got shape"),
        ({"a": [1, np.nan, np.inf]}, 10, "sample 'a' must be finite, got 2"),
        ({"a": ["x"]}, 10, "sample 'a' must be a rectangular array of numbers"),
        ({"a": [1, 2]}, 0, "bins must be at least 1, got 0"),
    ],
)
def test_what_cannot_be_drawn_is_named(samples, bins, complaint):
    with pytest.raises(ValueError, match=complaint):
        figures.histogram(samples, xlabel="x", bins=bins)
