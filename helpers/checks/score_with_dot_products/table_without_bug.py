"""Exercise 2.2: which of four tables can hold scores."""

from helpers.checks.kinds.question import Option, Question

table_without_bug = Question(
    name="table_without_bug",
    asks="Which of the four tables can be the scores of three words with each other?",
    options=(
        Option(
            "The first.",
            "The first word scores the second 1, and the second scores the first 2. Can one dot "
            "product have two values?",
        ),
        Option(
            "The second.",
            "The first two words score themselves 2 and 5, so their lengths are √2 and √5, and no "
            "score between them can pass √10, which is below 3.2. There stands 4: the cosine "
            "would be above 1.",
        ),
        Option(
            "The third.",
            "Yes. It is its own mirror image, no word scores itself below 0, and no score passes "
            "the product of two lengths. The rest is allowed: scores below 0, and a third word "
            "that names the first. `[2, 0]`, `[-2, 1]` and `[1, 0]` have this table.",
            right=True,
        ),
        Option(
            "The fourth.",
            "The second word scores itself −2. A vector’s score with itself is its length squared. "
            "Can squares add up to less than 0?",
        ),
    ),
)
