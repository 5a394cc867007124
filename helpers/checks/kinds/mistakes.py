"""Sentences on mistakes that several exercises share: a text beside a check names them."""

UNSCALED = "Your scores go into softmax undivided. What are they divided by first?"
NOT_THE_ROOT = "You divide by d_k, not by its square root, so the weights come out too even."
ROOT_OF_ANOTHER_WIDTH = (
    "You divide by the root of the width of the embeddings. What do the scores grow with: that "
    "width, or the width of queries and keys?"
)
WRONG_AXIS = (
    "Your softmax runs down the columns. Whose weights should add up to 1: those of the token that "
    "asks (a row), or those of the token that's asked (a column)?"
)
TURNED_SCORES = "Your scores are transposed: entry i, j should be query i with key j."
KEYS_AS_VALUES = "You mix the keys. Keys are only compared with the query. What gets mixed?"
ONLY_THE_BEST = (
    "You take only the best key. Softmax gives every key some weight, and a low score a small one."
)
NO_EXPONENT = "You divide the scores by their sum. What has to happen to them before that?"
ROUNDED_E = "Your e is rounded. Which function raises e itself to a power?"
FLAT_SUMS = (
    "Your sums lie flat, one over each column, so column j is divided by the sum of row j. How do "
    "you keep each sum in its own row?"
)
RESHAPED_KEYS = (
    "You reshape the keys. That cuts them into different rows, and no column is a key any more. "
    "Swapping rows and columns is a different operation."
)
ROUNDED_BETWEEN = "You round the weights before you mix with them. Keep all digits until the end."
TWICE = "You apply softmax twice. After the first time, the rows already add up to 1."
NOT_SHARED_OUT = "You raise e to the scores, but your rows don't add up to 1. What's left to do?"
OTHER_ORDER = "Right, but in the wrong order: the weights come first, then the context."
EVEN = "Every key gets the same weight, whatever it scored."
