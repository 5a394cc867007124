"""What the prose says of numbers that were trained: true for five seeds, on one and two threads.

Under a notebook's name and a trained cell's id stand expressions of the names bound up to there. A
cell that has none says the same with every seed, up to its tolerance.
"""

CLAIMS = {
    "06_let_a_head_learn": {
        "n06-class-rates": [
            "0.9 < min(of_rates['rate 0.1']) and max(of_rates['rate 0.1']) < 1.4",
            "of_rates['rate 3'][-1] < 0.2",
            "max(of_rates['rate 10'][:30]) > 1e6 and min(of_rates['rate 10'][20:]) > 4",
        ],
        "n06-class-learner": ["means[0] > 1 > 0.2 > means[1] > means[3]"],
        "n06-class-map": [
            "maps['before training'].diagonal().mean() < 0.3",
            "maps['after training'].diagonal().mean() > 0.9",
            "(maps['after training'].argmax(axis=1) == range(8)).all()",
        ],
    },
    "07_scale_the_scores": {
        "n06-train-after": ["tops['step 1'] < 0.25", "tops['step 200'] > 0.94"],
        "n07-limits-table": [
            "reached['Adam 0.01, by the root'] < reached['Adam 0.01, by d_k'] < 120",
            "48 <= reached['Adam 0.03, by d_k'] <= 53",
            "64 <= reached['Adam 0.03, by the root'] <= 84",
        ],
    },
    "12_point": {
        "n12-train-again": ["0.3 < shares['one layer'] < 0.6", "shares['two layers'] > 0.85"],
        "n12-again-lengths": [
            "max(losses_by_length.values()) - min(losses_by_length.values()) > 0.3",
            "(falling['one layer'][130:] > falling['two layers'][130:]).all()",
            "falling['one layer'][-1] > 1.0 > 0.6 > falling['two layers'][-1]",
            "(falling['one layer'] / np.minimum.accumulate(falling['one layer'])).max() > 1.1",
        ],
        "n12-maps": [
            "(both_maps[0].argmax(axis=1)[1:] == range(9)).all()",
            "(both_maps[1].argmax(axis=1)[6:] == range(1, 5)).all()",
        ],
        "n12-scores": [
            "of_heads['layer 1'][0] > 0.5 > of_heads['layer 1'][1]",
            "of_heads['layer 2'][1] > 0.5 > of_heads['layer 2'][0]",
        ],
    },
    "14_trust_a_map": {
        "n14-sinks": [
            "min(results[name][0] for name in results) > 0.7",
            "results['without an empty key'][1] > 0.4 > results['with one'][1]",
            "results['with one'][2] > 0.5",
            "results['without an empty key'][3] > results['with one'][3]",
        ],
    },
    "13_read_text": {
        "n13-3-learned": ["verbs > 0.95", "names < 0.7"],
        "n13-5-two-bats": [
            "kinds['swing or sleep'][0] > 0.95",
            "kinds['again'][0] < 0.7",
        ],
    },
}
