"""Exercise 5.3: who looks at whom when every key points opposite to its own word."""

from helpers.checks.kinds.question import Option, Question

keys_turned_by_half = Question(
    name="keys_turned_by_half",
    asks="Every key points opposite to its own word. Who looks at whom?",
    options=(
        Option(
            "A looks most at B, B at C, C at A.",
            "That needs B’s key where A’s query lies. Turned by half a turn it points between A "
            "and C. Which of the two is nearer to it?",
        ),
        Option(
            "Each word looks most at itself.",
            "Its own key is the one that points straight away from its query. What sign has that "
            "dot product?",
        ),
        Option(
            "Each word looks at the two others alike, and least at itself.",
            "Yes. B’s key points between A and C, as near to the one as to the other, and straight "
            "away from B. Each row has −4 for itself and 2 for each other word. Half a turn equals "
            "its own transpose, so the table is symmetric, and there is no ring.",
            right=True,
        ),
        Option(
            "No word looks at any other: all scores are negative.",
            "Only a word’s score with itself is. B’s key lies less than a right angle from A. And "
            "were all scores negative, softmax would share out the whole attention all the same.",
        ),
    ),
)
