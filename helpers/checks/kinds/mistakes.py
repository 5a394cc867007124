"""Sentences on mistakes that several exercises share: a text beside a check names them."""

UNSCALED = "You're not scaling the scores. What should they be divided by before softmax?"
NOT_THE_ROOT = (
    "You're dividing by d_k itself, not by its square root, so the weights come out too even."
)
ROOT_OF_ANOTHER_WIDTH = (
    "You're dividing by the square root of the embeddings' width. Do the scores grow with the "
    "width of the embeddings, or of the queries and keys?"
)
WRONG_AXIS = (
    "Your softmax runs down the columns. Whose attention has to add up to 1: the word that asks (a "
    "row), or the word that's asked (a column)?"
)
TURNED_SCORES = "Your scores are transposed: entry i, j should be query i with key j."
KEYS_AS_VALUES = "You're mixing the keys. Keys are only for comparing with. What gets mixed?"
ONLY_THE_BEST = (
    "You're taking only the best key. Softmax gives every key a share, even if it's a small one."
)
NO_EXPONENT = "You're dividing the scores by their sum. What happens to them before the division?"
ROUNDED_E = "Your e is rounded. Which function raises e itself to a power?"
FLAT_SUMS = (
    "Your sums form a row, so column j gets divided by the sum of row j. How do you keep the sums "
    "as a column, one next to each row?"
)
RESHAPED_KEYS = (
    "You're reshaping the keys. That cuts the rows up differently, and the columns aren't keys any "
    "more. How do you swap rows and columns instead?"
)
ROUNDED_BETWEEN = (
    "You're rounding the weights before you mix with them. Keep all the digits to the end."
)
TWICE = "You're applying softmax twice. After the first time, the rows already add up to 1."
NOT_SHARED_OUT = (
    "You're raising e to the scores, but your rows don't add up to 1. What's left to do?"
)
OTHER_ORDER = "Right, but in the wrong order: the weights come first, then the context."
EVEN = "Every key gets the same weight, whatever it scored."
