"""What the prose says of numbers that were trained: true for five seeds, on one and two threads.

Under a notebook's name and a trained cell's id stand expressions of the names bound up to there. A
cell that has none says the same with every seed, up to its tolerance.
"""

CLAIMS = {
    "07_scale_the_scores": {
        "n06-train-after": ["tops['step 1'] < 0.25", "tops['step 200'] > 0.94"],
        "n07-limits-table": [
            "reached['Adam 0.01, by the root'] < reached['Adam 0.01, by d_k'] < 120",
            "48 <= reached['Adam 0.03, by d_k'] <= 53",
            "64 <= reached['Adam 0.03, by the root'] <= 84",
        ],
    },
    "12_point": {
        "n12-again-lengths": [
            "max(losses_by_length.values()) - min(losses_by_length.values()) > 0.3",
            "(falling['one layer'][130:] > falling['two layers'][130:]).all()",
            "falling['one layer'][-1] > 1.0 > 0.6 > falling['two layers'][-1]",
            "(falling['one layer'] / np.minimum.accumulate(falling['one layer'])).max() > 1.1",
        ]
    },
}
