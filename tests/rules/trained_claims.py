"""What the prose says of numbers that were trained: true for five seeds, on one and two threads.

Seed 0's are asserted by nbval, behind their cells, and so is what is said of times, whose outputs
are compared by nobody; those of the other seeds by `test_trained_results`. Under a notebook's name
and a cell's id stand expressions of the names bound up to there. A trained cell that has none says
the same with every seed, up to its tolerance.
"""

CLAIMS = {
    "06_let_a_head_learn": {
        "n06-class-rates": [
            "0.9 < min(of_rates['rate 0.1']) and max(of_rates['rate 0.1']) < 1.4",
            "of_rates['rate 3'][-1] < 0.2",
            "np.log10(max(of_rates['rate 10'][:30])) > 6",
            "np.log10(min(of_rates['rate 10'][20:])) > 0.6",
        ],
        "n06-class-learner": [
            "means[0] > 1 > 0.2 > means[1] > means[2]",
            "slow[2] > 0.9 and slow[3] < 0.2",
        ],
        "n06-class-map": [
            "maps['before training'].diagonal().mean() < 0.3",
            "maps['after training'].diagonal().mean() > 0.9",
            "(maps['after training'].argmax(axis=1) == range(8)).all()",
        ],
    },
    "07_scale_the_scores": {
        "n07-train-rates": [
            "np.argmin(swept['not divided'][:3]) == 1",
            "min(swept['not divided'][:3]) < 0.5",
        ],
        "n07-train-table": [
            "learned['not divided, SGD'][0] > 3 * learned['by √d_k, SGD'][2]",
            "learned['not divided, Adam'][0] > 1.6 * learned['by √d_k, Adam'][2]",
            "1.6 < learned['smaller init, SGD'][1] / learned['by √d_k, SGD'][1] < 2.6",
            "0.8 < learned['smaller init, Adam'][1] / learned['by √d_k, Adam'][1] < 1.2",
            "all(row[0] < row[2] for row in learned.values())",
        ],
        "n06-train-figure": [
            "max(np.nanmin(curve) for curve in shown.values()) < 0.5",
            "all((np.nanmin(shown[name][:80]) > 0.9) == ('not' in name) for name in shown)",
        ],
        "n06-train-after": ["tops['step 1'] < 0.27", "tops['step 150'] > 0.94"],
    },
    "08_attend_with_many_heads": {
        "n07-predict-fetch-run": [
            "all(0.45 < best and worst < 0.55 for name, (_, best, worst) in results.items() "
            "if name not in ('two heads', 'MLP, one head'))",
            "results['two heads'][2] < 0.001",
            "results['MLP, one head'][1] < 0.05 and results['MLP, one head'][2] > 0.45",
        ],
        "n08-single": [
            "all(max(r[:2]) > 0.95 and sum(r[2:]) > 0.9 for r in single.values())",
            "[min(r[2:]) > 0.4 for r in single.values()] == [one < 0.05 for one in left]",
        ],
        "n07-division": [
            "min(max(row[:2]) for row in shares.values()) > 0.9",
            "all((row[0] < row[1]) == (row[2] > row[3]) for row in shares.values())",
            "{k for k, row in shares.items() if row[0] > row[1] and k < '5'} == {'3'} & {*shares}",
        ],
        "n08-no-bias": [
            "all(0.4 < min(row[:2]) and max(row[:2]) < 0.6 for row in firm.values())",
            "min(min(row[2:]) for row in firm.values()) > 0.9",
        ],
    },
    "10_hide": {
        "hide-cheater": ["marks(cheater)[0] < 0.02", "marks(cheater)[1] > 0.98"],
        "hide-write": ["write(cheater) not in sentences"],
        "hide-honest": [
            "1 < both_marks['causal mask'][0] < 1.1",
            "0.5 < both_marks['causal mask'][1] < 0.6",
            "write(honest) in sentences",
        ],
    },
    "11_keep_order": {
        "n11-lengths": [
            "min(at_16[kind] for kind in ('learned', 'sinusoids', 'rotation')) > 0.9",
            "max(at_16['mask'], at_16['none']) < 0.1",
        ],
        "n11-who-bites": [
            "answers_of['none'] == ['bites', 'bites']",
            "answers_of['rotation'] == ['dog', 'man']",
        ],
        "n11-five": [
            "max(five['sinusoids, 64 words']) < 0.75 < 0.9 < min(five['rotation, 64 words'])",
            "min(five['sinusoids, 64 words']) == five['sinusoids, 64 words'][1] < 0.15",
        ],
        "n11-two-layers": ["abs(errors[0] - 15 / 16) < 0.03 and errors[1] < 0.5"],
        "n11-far": [
            "min(row[0] for row in curves.values()) > 0.98",
            "curves['as they stand'][3] < 0.7 < 0.75 < curves['distances met'][3]",
            "curves['as they stand'][-1] < 0.25 < 0.4 < curves['distances met'][-1] < 0.65",
            "max(curves['squeezed'][2:]) < 0.01",
        ],
        "n11-far-verdict": ["set(largest) == {1, 359, 994}"],
    },
    "09_stack_blocks": {
        "n09-trained": [
            "max(error for name, (error, *_) in found.items() if ' 6 ' in name) < 0.1",
            "found['post-norm, 12 layers, rate 0.01'][0] > 0.9",
            "found['post-norm, 12 layers, rate 0.01'][1] > 0.7",
            "max(found['post-norm, 12 layers, rate 0.01'][2:]) < 0.03",
            "found['pre-norm, 12 layers, rate 0.01'][0] < 0.2",
            "sorted(row[3] > 0.005 for row in found.values())[:2] == [False, True]",
            "sorted(error for error, *_ in found.values())[-2] < 0.4",
            "sorted(row[-1] for row in found.values())[1] > 0.7",
        ],
    },
    "12_point": {
        "n12-train-two": [
            "1 < min(losses_of_one[-20:]) and max(losses_of_one[-20:]) < 1.2",
            "max(losses_of_two[-20:]) < 0.1 and losses_of_two[-1] < 0.001",
        ],
        "n12-two-right": [
            "looks['layer 1'][0] == 'warm' and looks['layer 1'][2] == 'raining'",
            "looks['layer 2'] == ['mat', 'cat', '<outside>']",
        ],
        "n12-both-climb": [
            "steps[2] == 10 and sum(at_steps[2, 1:]) > 0.9 and max(at_steps[2, 1:]) < 0.7",
            "at_steps[2, 0] < 0.2",
            "min(gives[-1, 0, 10], gives[-1, 1, 6]) > 0.9",
            "abs(np.diff((gives[:, [0, 1], [10, 6]] < 0.5).sum(axis=0))[0]) <= 2",
            "losses_of_two[record.steps[(gives[:, 1, 6] < 0.5).sum()] - 10] > 0.5",
        ],
        "n12-train-again": [
            "0.3 < scored['one layer'] < 0.6",
            "scored['two layers'] > 0.85 > 0.7 > scored['baseline: built by hand']",
        ],
        "n12-by-letter": [
            "max(by_position['one layer'][:2]) > 0.9 and min(by_position['one layer'][-2:]) > 0.95",
            "by_position['one layer'][6:12].mean() < 0.35",
            "by_position['two layers'][6:12].mean() > 0.6",
        ],
        "n12-averages": [
            "averages['two layers'][0] > 0.9 and min(averages['two layers'][1:]) > 0.5",
            "averages['built by hand'][0] > 0.99 > 0.6 > averages['built by hand'][1]",
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
        "n14-two-maps": [
            "min(share for share, _ in same_score.values()) > 0.95",
            "[back > 0.8 for _, back in same_score.values()] == [True] * 4 + [False]",
        ],
        "n14-two-skills": [
            "min(two_skills[f'seed {start}'][0] for start in range(4)) > 0.9",
            "min(two_skills[f'seed {start}'][2] for start in range(4)) > 0.9",
            "two_skills['seed 4'][0] < 0.6 and two_skills['seed 4'][2] < 0.2",
            "max(two_skills[f'seed {k}'][1] for k in range(4)) < 0.1 < two_skills['seed 4'][1]",
        ],
        "n14-sinks": [
            "min(results[name][0] for name in results) > 0.7",
            "results['without an empty key'][1] > 0.4 > results['with one'][1]",
            "results['with one'][2] > 0.5",
            "results['without an empty key'][3] > results['with one'][3]",
        ],
    },
    "16_pay_less": {
        "n16-3-window-trained": [
            "min(row[0] for row in reached.values()) > 0.95 > 0.25 > reached['window added'][1]",
            "reached['after 400 steps with it'][1] > 0.5 > 0.25 > reached['window added'][2]",
            "reached['after 400 steps with it'][2] < 0.25",
        ],
    },
    "13_read_text": {
        "n13-3-training": [
            "0.49 < np.mean(losses[350:]) < 0.75 < np.mean(losses[100:150]) < 1 < 3.5 < losses[0]",
            "np.mean(losses[80:100]) < yardsticks['counting pairs in 20000 stories'][1]",
        ],
        "n13-3-learned": [
            "verbs > 0.95 > 0.6 > names[0]",
            "names[1] < 0.7 < 0.8 < min(names[2], *left)",
        ],
        "n13-5-by-seed": ["[*record.by_seed['grace, book'].round(1)] == [0, 1, 0.1, 0, 0]"],
        "n13-5-two-bats": [
            "kinds['swing or sleep'][0] > 0.95",
            "0.4 < kinds['again'][0] < 0.6",
        ],
    },
    "18_build_it_yourself": {
        "n18-3-training": [
            "abs(measured['std 1'][1] - measured['std 0.1'][1]) < 0.3",
            "0.15 < measured['std 1'][1] / measured['std 1'][0] < 0.25",
            "1.6 < measured['std 0.1'][1] / measured['std 0.1'][0] < 2.2",
            "sum(losses['std 0.1'][:100]) < sum(losses['std 1'][:100]) - 20",
        ],
    },
    "15_pay_for_every_pair": {
        "n15-3-exponents": [
            "1.9 < fitted['whole map, memory'].value < 2.1",
            "0.9 < fitted['in strips, memory'].value < 1.1",
        ],
        "n15-4-times": ["races['attention'][0] < races['RNN'][0]"],
    },
    "17_generate": {
        "n17-3-side-by-side": [
            "min(both_ways['recomputed'][1:]) > 3 * np.median(both_ways['with a cache'][1:])"
        ],
        "n17-3-together": ["taken[3] < 8 * taken[0]"],
    },
    "A5_torch_traps": {
        "a57984bb0d": ["seconds['(b, n, d)'] > 2 * seconds['(b, h, n, d)']"],
    },
    "A6_two_stacks": {
        "A6-3-accuracy": [
            "found['no encoder'][0] < 0.35 < 0.98 < min(found['causal'][0], found['both ways'][0])",
            "found['causal'][2] > 4 * found['causal'][1]",
            "abs(np.subtract(*found['both ways'][1:])) < 0.1",
        ],
        "A6-3-maps": ["(maps['causal'].argmax(axis=1) % 2).mean() > 0.7"],
    },
}
