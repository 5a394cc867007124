"""Which exercises each notebook has, and which module here checks them."""

from typing import NamedTuple


class Chapter(NamedTuple):
    """A notebook of the main line: its title, the module of its checks, their names in order."""

    title: str
    module: str
    names: tuple[str, ...]


NOTEBOOKS = {
    "00": Chapter(
        "Start here",
        "start_here",
        ("scores_of_perform", "context_of", "share_for_robots", "visitor"),
    ),
    "01": Chapter(
        "Why context matters",
        "why_context_matters",
        ("equal_say", "echoes", "words_to_drown", "misleading_neighbour"),
    ),
    "02": Chapter(
        "Score with dot products",
        "score_with_dot_products",
        ("score_every_pair", "cosine_from_heat_map", "quiet_friend", "table_without_bug"),
    ),
    "03": Chapter(
        "Turn scores into weights",
        "turn_scores_into_weights",
        (
            "softmax_without_keepdims",
            "scores_for_shares",
            "temperatures_for_half",
            "stable_softmax",
        ),
    ),
    "04": Chapter(
        "Mix a context vector",
        "mix_a_context_vector",
        ("two_mixes", "unreachable_point", "attend_to_others"),
    ),
    "05": Chapter(
        "Ask, match, answer",
        "ask_match_answer",
        ("question_for_brick", "asks_for_itself", "keys_turned_by_half", "attend_in_roles"),
    ),
    "06": Chapter(
        "Let a head learn",
        "let_a_head_learn",
        ("scores_with_steep_slope", "loss_of_no_idea", "training_step", "HeadWithTwoWidths"),
    ),
    "07": Chapter(
        "Scale the scores",
        "scale_the_scores",
        (
            "divisors_at_width_100",
            "divisor_behind_the_line",
            "slopes_of_what_is_said",
            "scaled_attention",
        ),
    ),
    "08": Chapter(
        "Attend with many heads",
        "attend_with_many_heads",
        ("answers_to_both", "attend_in_heads", "unmixing_matrix", "twin_heads"),
    ),
    "09": Chapter(
        "Stack blocks",
        "stack_blocks",
        ("half_way_layers", "rms_norm", "length_after_256", "pre_norm_decoder"),
    ),
    "10": Chapter(
        "Hide",
        "hide",
        ("weights_after_hiding", "mask_from_outside", "look_back", "large_minus"),
    ),
    "11": Chapter(
        "Keep order",
        "keep_order",
        ("first_places_alike", "pace_that_looks_back", "turned_rows", "who_notices_a_swap"),
    ),
    "12": Chapter(
        "Point",
        "point",
        ("vector_for_cosy", "it_under_the_mask", "weights_behind_match"),
    ),
    "13": Chapter(
        "Read text",
        "read_text",
        ("cut_with_merges", "rows_to_guess", "two_perplexities", "likeliest_shares"),
    ),
    "14": Chapter(
        "Trust a map",
        "trust_a_map",
        ("lengths_of_terms", "moved_by_hiding", "looks_one_back", "proved_by_a_map"),
    ),
}
