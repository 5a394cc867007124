"""Exercise 9.3: how long the vectors are after 256 layers, predicted from three columns."""

from helpers.checks.kinds.value import Fault, Value

AFTER_256 = 91, 136  # a fifth on either side of 114, the mean over the page's three draws
RATIO = "By what factor do the vectors grow from 4 layers to 16, and from 16 to 64?"
MISTAKES = {  # from, to: what an answer between them has done; the first that fits is said
    (5, 6.5): "That’s the length in the post-norm blocks. Which row is pre-norm?",
    (50, 60): "That’s the length after 64 layers. Nothing shortens the residual stream, so every "
    "further layer still adds to it.",
    (83, 85.5): "You're adding the same amount that was added between 16 and 64 layers. But the "
    "number of layers is multiplied by four each time. What does that do to the length?",
    (87, 90.9): "Is that the length at the start times the square root of 256? The square root is "
    "a good idea, but by this rule the vectors would have length 44 after 64 layers. What does "
    "the table say?",
    (160, 185): "You're extrapolating in a straight line, from layers 16 and 64. Is the growth "
    "per layer the same from 4 to 16?",
    (200, 240): "Do four times as many layers make the vectors four times as long? Test that on "
    "columns 16 and 64.",
    (1000, float("inf")): "Far too long. The lengths doubled in every layer in section 9.2, where "
    "nothing was normalized.",
    (float("-inf"), AFTER_256[0]): f"Too short. {RATIO}",
    (AFTER_256[1], float("inf")): f"Too long. {RATIO}",
}

length_after_256 = Value(
    name="length_after_256",
    shape=(),
    faults=tuple(
        Fault(lambda length, low=low, high=high: low < length < high, words)
        for (low, high), words in MISTAKES.items()
    ),
    done="With four times as many layers, the vectors get about twice as long: each step points "
    "somewhere new, so the squares of the lengths add up. The experiment gives about 114.",
)
