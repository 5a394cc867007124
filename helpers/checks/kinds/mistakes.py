"""Sentences on mistakes that several exercises share: a text beside a check names them."""

UNSCALED = "The scores go into softmax undivided. What does the step “scale” divide them by?"
NOT_THE_ROOT = "You divide by d_k itself, not by its root, so the weights come out too even."
ROOT_OF_ANOTHER_WIDTH = (
    "You divide by the root of the width of the embeddings. Whose width do the scores grow with: "
    "that of the embeddings, or that of queries and keys?"
)
WRONG_AXIS = (
    "Your softmax runs down the columns. Who divides their attention, the word that asks (a row) "
    "or the word that is asked (a column)?"
)
TURNED_SCORES = "Your scores are transposed: entry i, j should be query i with key j."
KEYS_AS_VALUES = "You mix the keys. The keys are what is compared; what is mixed is something else."
ONLY_THE_BEST = (
    "You take only the best key. Softmax gives every key a share, and a low score a small one."
)
NO_EXPONENT = "You divide the scores by their sum. What happens to them before the division?"
ROUNDED_E = "Your e is rounded. Which function raises e itself to a power?"
FLAT_SUMS = (
    "Your sums lie flat, one over each column, so column j is divided by the sum of row j. How do "
    "they come to stand upright, each beside its row?"
)
RESHAPED_KEYS = (
    "You reshape the keys: that breaks them into other rows, and no column is a key any more. To "
    "exchange rows and columns is another step."
)
ROUNDED_BETWEEN = "You round the weights before you mix with them: keep all digits to the end."
TWICE = "Softmax runs twice. What is shared out already needs no other sharing."
NOT_SHARED_OUT = "You raise e to the scores, but your rows do not add up to 1. What is left to do?"
OTHER_ORDER = "Right, but in the other order: the weights come first, then the context."
EVEN = "Every key gets the same weight, whatever it scored."
