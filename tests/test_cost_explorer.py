"""What a layer costs: every count against loops and arrays, every sentence against the counts."""

import itertools
import math
import re
from decimal import Decimal

import numpy as np
import pytest
from explorer_hand import details, done, numbers, report, said
from hypothesis import given
from hypothesis import strategies as st

from helpers.attention import multi_head_attention
from helpers.explorers import CostExplorer
from helpers.explorers.cost import scenes, state
from helpers.explorers.cost.state import Cost
from helpers.numerals import wording
from helpers.readers import published_models

SIZES = st.builds(
    Cost,
    n=st.integers(16, 1_000_000),
    d=st.integers(32, 16_384),
    heads=st.integers(1, 128),
    layers=st.integers(1, 128),
    bytes_each=st.integers(1, 8),
    window=st.integers(1, 1_000_000),
    memory=st.floats(0.001, 1e6),
)


def product(rows, inner, columns):
    """Return the multiply-adds of a product of two matrices, counted one by one."""
    return sum(1 for _ in itertools.product(range(rows), range(inner), range(columns)))


@pytest.mark.parametrize(("n", "d", "heads"), [(16, 32, 1), (20, 32, 4), (17, 40, 2)])
def test_the_work_is_that_of_the_products_of_a_layer_counted_one_by_one(n, d, heads):
    now, wide = Cost(n, d, heads, 1, 2, 1, 16.0), d // heads
    assert now.projections == 4 * product(n, d, d)
    scores, mixes = product(n, wide, n), product(n, n, wide)
    assert now.pairs == heads * (scores + mixes)
    assert now.mlp == product(n, d, 4 * d) + product(n, 4 * d, d)
    assert now.total == now.projections + now.pairs + now.mlp


@pytest.mark.parametrize("number", [np.float16, np.float32, np.float64])
def test_direct_stores_the_weights_of_an_attention_and_blockwise_its_contexts(number):
    rng, n, d, heads = np.random.default_rng(0), 20, 32, 4
    embeddings = rng.normal(size=(n, d)).astype(number)
    matrices = [rng.normal(size=(3, d, d // heads)).astype(number) for _ in range(heads)]
    result = multi_head_attention(embeddings, [tuple(each) for each in matrices])
    now = Cost(n, d, heads, 1, np.dtype(number).itemsize, 7, 16.0)
    assert now.direct == sum(head.weights.nbytes for head in result.heads)
    assert now.blockwise == result.concatenated.nbytes
    seen = sum(head.weights[:, :7].nbytes for head in result.heads)
    assert now.windowed == seen
    assert Cost(n, d, heads, 1, now.bytes_each, 999, 16.0).windowed == now.direct


@given(SIZES)
def test_the_pairs_pass_the_projections_at_2d_and_all_the_rest_at_6d(now):
    assert (now.pairs > now.projections) == (now.n > now.passing)
    assert (2 * now.pairs > now.total) == (now.n > 6 * now.d)
    headline = CostExplorer.words.headline(now)
    passed = "Past n = 6d" if now.n > 6 * now.d else "Past n = 2d" if now.n > 2 * now.d else "At n"
    assert headline.startswith(passed)
    shown = float(re.search(r"([\d.]+)%", headline)[1])
    assert shown == pytest.approx(100 * now.n / (now.n + 6 * now.d), abs=0.5)


@given(SIZES)
def test_every_count_is_exact_and_is_right_on_a_calculator(now):
    assert all(type(count) is int for count in (*now.work, now.total, now.direct, now.blockwise))
    for fact in CostExplorer.words.facts(now):
        for left, right in re.findall(r"([\d,²× ]+) = ([\d,]+)", fact.text):
            factors = left.replace(",", "").split(" × ")
            powers = [int(f.rstrip("²")) ** (1 + f.endswith("²")) for f in factors if f != "2³⁰"]
            assert math.prod(powers) == int(right.replace(",", "")), fact


@given(SIZES)
def test_the_memory_is_full_at_the_n_that_is_told(now):
    fits = lambda n: now.heads * n**2 * now.bytes_each <= now.room  # noqa: E731
    assert fits(now.fitting)
    assert not fits(now.fitting + 1)


def test_doubling_the_tokens_is_told_as_it_comes():
    now = CostExplorer(n=8_192, d=4_096).state
    twice = CostExplorer(n=16_384, d=4_096).state
    assert (twice.pairs, twice.total - twice.pairs) == (4 * now.pairs, 2 * (now.total - now.pairs))
    assert CostExplorer.words.working(now) == (
        "One layer takes 2.20 trillion multiply-adds. Twice the tokens would take "
        f"{twice.total / now.total:.2f} times as many: 4 times for the pairs, twice for the rest."
    )


def test_the_headline_at_2d_says_that_both_cost_the_same():
    explorer = CostExplorer(n=1_536)
    assert explorer.state.pairs == explorer.state.projections
    assert said(explorer).startswith("At n = 2d = 1,536 the pairs cost as much as the projections")


@pytest.mark.parametrize(("name", "grow"), [("n", 10), ("d", 2)])
def test_a_slider_is_logarithmic(name, grow):
    stops = scenes.STOPS[name]
    assert list(stops) == sorted(set(stops))
    steps = np.diff(np.log(stops))
    assert steps.max() < 2.2 * steps.min()
    inside = [stop for stop in stops if stop * grow <= stops[-1]]
    assert all(any(abs(grow * stop / other - 1) < 0.01 for other in stops) for stop in inside[10:])


def test_the_handles_of_both_pictures_and_the_slider_are_the_same_n():
    explorer = CostExplorer()
    report(explorer.work, kind="move", place=29)
    assert explorer.n == scenes.STOPS["n"][29] == 12_500
    report(explorer.held, kind="release", place=8)
    assert explorer.n == 100
    report(explorer.length, kind="release", value=18.0)
    for view in (explorer.work, explorer.held):
        scene = view.scene
        at = numbers(scene["steps"])[scene["at"]]
        assert 16 * 10**at == pytest.approx(explorer.n)
    assert explorer.length.scene["text"] == f"{explorer.n:,}" == "1,024"  # where it began


def test_a_handle_lies_on_its_curve_at_the_number_that_is_said():
    explorer = CostExplorer(n=20_000, d=2_048, heads=16)
    scene, held = explorer.work.scene, explorer.held.scene
    assert 10 ** (4 + numbers(scene["heights"])[scene["at"]]) == pytest.approx(explorer.state.pairs)
    assert 2 ** (8 + numbers(held["heights"])[held["at"]]) == pytest.approx(explorer.state.direct)
    assert scene["text"].endswith(f": {wording.many(explorer.state.pairs)} multiply-adds")
    limit = next(line for line in held["others"] if line["role"] == "limit")
    assert set(2 ** (8 + numbers(limit["y"]))) == {16 * 2**30}


def test_2d_and_the_full_memory_are_marked_where_the_curves_meet():
    explorer = CostExplorer(n=100, d=2_048, heads=16)
    (passing,), (full,) = explorer.work.scene["marks"], explorer.held.scene["marks"]
    assert (passing["text"], 16 * 10 ** passing["at"]) == ("n = 2d = 4,096", pytest.approx(4_096))
    assert (full["text"], 16 * 10 ** full["at"]) == ("full at 23,170", pytest.approx(23_170))
    x, pairs = (numbers(explorer.work.scene[name]) for name in "xy")
    projections = numbers(explorer.work.scene["others"][0]["y"])
    assert np.interp(passing["at"], x, pairs - projections) == pytest.approx(0, abs=1e-9)
    explorer.memory = 1_000_000
    assert explorer.held.scene["marks"] == []  # beyond the longest text


def test_the_bar_is_divided_as_the_work_is():
    explorer = CostExplorer(n=3_000, d=500)
    ends = numbers(explorer.shares.scene["columns"]["ends"], 2)
    total = explorer.state.total
    np.testing.assert_allclose(np.diff(ends)[:, 0], [100 * w / total for w in explorer.state.work])
    assert (ends[0, 0], ends[-1, 1]) == (0, pytest.approx(100))
    texts = [mark["text"] for mark in explorer.shares.scene["marks"]]
    assert texts == ["projections 17%", "pairs 50%", "MLP 33%"]
    explorer.projector = True
    assert [mark["text"] for mark in explorer.shares.scene["marks"]] == ["17%", "pairs 50%", "33%"]
    assert explorer.shares.scene["text"] == ", ".join(texts)


def test_a_guess_of_the_bytes_hides_them_and_is_judged():
    explorer = CostExplorer(guessing=True)
    assert not numbers(explorer.held.scene["y"]).size
    assert "24 MiB" not in said(explorer) + explorer.held.scene["text"] + explorer.picture().alt
    report(explorer.slider, kind="move", value=23.0)
    assert explorer.slider.scene["text"] == "8 MiB"
    report(explorer.slider, kind="release", value=23.0)
    assert "You guessed 8 MiB; direct stores 24 MiB, 3 times as much." in said(explorer)
    (ghost,) = [line for line in explorer.held.scene["others"] if line["name"] == "guess"]
    assert set(2 ** (8 + numbers(ghost["y"]))) == {2.0**23}
    explorer.guessing = True
    explorer.place_guess(30.0)
    assert "You guessed 1 GiB; direct stores 24 MiB: your guess is 43 times too large." in said(
        explorer
    )
    explorer.change(heads=8, n=1_024)
    explorer.guessing = True
    explorer.place_guess(24.0)
    assert "direct stores 16 MiB, exactly that." in said(explorer)


def test_a_pin_stays_in_the_pictures_and_in_words():
    explorer = CostExplorer(pinned=True)
    explorer.change(n=2_048, d=1_024)
    for view in (explorer.work, explorer.held):
        assert {"at": pytest.approx(math.log10(64)), "text": "pinned"} in view.scene["marks"]
    (ghost,) = [line for line in explorer.work.scene["others"] if line["role"] == "ghost"]
    assert 10 ** (4 + numbers(ghost["y"])[0]) == pytest.approx(2 * 16**2 * 768)
    assert "Since the pin: n 1,024 → 2,048, d 768 → 1,024, pairs 18% → 25%" in said(explorer)


def test_this_machine_is_asked_when_the_button_is_pressed_and_not_before():
    explorer = CostExplorer(n=100_000, heads=128)
    assert explorer.memory == 16
    explorer.machine.press()
    assert explorer.memory == state.installed_memory() / 2**30
    room = wording.stored(explorer.state.room)
    times = float(f"{128 * 100_000**2 * 2 / state.installed_memory():.2g}")
    assert f", 2.33 TiB: {times:,g} times {room}, too much." in said(explorer)
    assert explorer.held.scene["others"][0]["name"] == room
    explorer.reset_button.press()
    assert explorer.memory == 16


def test_the_memory_of_a_machine_is_what_the_system_says_at_most_what_a_container_may_take(
    monkeypatch, tmp_path
):
    limit, none = tmp_path / "limit", tmp_path / "none"
    none.write_text("max\n", encoding="ascii")
    monkeypatch.setattr(state, "LIMITS", (str(none), str(tmp_path / "gone")))
    whole = state.installed_memory()
    assert 2**28 < whole < 2**50
    limit.write_text(f"{2**27}\n", encoding="ascii")
    monkeypatch.setattr(state, "LIMITS", (str(none), str(limit)))
    assert state.installed_memory() == 2**27


@pytest.mark.parametrize("failure", [OSError, ValueError, AttributeError])
def test_a_system_that_does_not_say_is_told_as_such(monkeypatch, failure):
    def refuses():
        raise failure

    for name in ("_of_posix", "_of_windows"):
        monkeypatch.setattr(state, name, refuses)
    explorer = CostExplorer()
    explorer.machine.press()
    assert explorer.memory == 16
    assert explorer.message.startswith("This system does not say how much memory it has")


def test_published_models_are_those_that_the_list_names():
    explorer = CostExplorer()
    for model in published_models.load().values():
        start = f"{model.name} ({model.year})"
        title = next((one for one in explorer.presets.options if one.startswith(start)), None)
        assert (title is None) == (model.latent is not None)
        if title:
            explorer.presets.choose(title)
            assert explorer.d == explorer.heads * model.head_width == model.d_model
            assert (explorer.n, explorer.layers) == (model.longest or 50, model.layers)
            assert explorer.message == ""
    assert details(explorer)["28 layers"].startswith("28 × ")


# Billions of parameters, as the names of the models and the titles of their reports say.
SIZES_IN_NAMES = {"GPT-3": 175, "Llama 3 8B": 8, "Llama 3 70B": 70, "Qwen2.5 7B 1M": 7.6}


@pytest.mark.parametrize(("name", "billions"), SIZES_IN_NAMES.items())
def test_the_shape_of_a_model_fits_the_size_in_its_name(name, billions):
    """A layer whose MLP is four times as wide has 12 d² parameters, more or less."""
    model = published_models.load()[name]
    assert 12 * model.layers * model.d_model**2 == pytest.approx(billions * 1e9, rel=0.45)
    assert model.heads % model.key_heads == 0


def test_what_can_be_done_is_done_and_what_cannot_is_not():
    explorer = CostExplorer()
    for place in range(len(scenes.STOPS["n"])):
        report(explorer.length, kind="release", value=place)
    assert done(explorer) == [True, True, False]


@given(SIZES, st.integers(17, 1_000_000))
def test_no_longer_text_gives_the_projections_a_larger_share(now, n):
    longer = Cost(max(n, now.n + 1), *list(vars(now).values())[1:])
    assert not CostExplorer.goals[2].reached(longer, now)


@pytest.mark.parametrize(
    ("count", "text"),
    [
        *[(0, "0"), (999, "999"), (1_000, "1 thousand"), (2_415_919_104, "2.42 billion")],
        *[(999_999_999, "1.00 billion"), (33 * 10**15, "33 quadrillion")],
    ],
)
def test_a_large_count_is_told_in_words(count, text):
    assert wording.many(count) == text


@pytest.mark.parametrize(
    ("share", "text"),
    [
        *[(0, "0.00%"), (4e-5, "under 0.01%"), (6e-5, "0.01%"), (0.5, "50.00%")],
        *[(0.9999, "99.99%"), (0.99996, "over 99.99%"), (1, "100.00%")],
    ],
)
def test_some_is_never_called_none_nor_nearly_all_called_all(share, text):
    assert wording.percent(share, 2) == text


@given(st.integers(0, 2**62))
def test_bytes_are_told_to_three_digits_in_powers_of_1024(count):
    amount, unit = wording.stored(count).split()
    size = 1024 ** ("B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB").index(unit)
    assert abs(Decimal(amount) * size - count) <= Decimal("0.0051") * count
    assert Decimal(amount) < 1024 or unit == "EiB"
