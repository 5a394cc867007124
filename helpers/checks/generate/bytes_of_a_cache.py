"""Exercise 17.2: what a token adds to a cache, and how many tokens fit."""

from helpers.checks.kinds.value import Fault, Value, foreseen, near

A_TOKEN = 2 * 24 * 5 * 64 * 4
ROOM = 15 * 2**30
FITS = ROOM // A_TOKEN
A_FEW = 0.6  # a number of tokens may be rounded either way
FIRST = {
    "The first number is half of what it should be. Does it count both keys and values, at 4 bytes "
    "per entry?": A_TOKEN / 2,
    "The first number counts the entries. How many bytes does each take?": A_TOKEN / 4,
    "The first number counts the entries of the keys. Values are kept, too, and each entry takes "
    "4 bytes.": A_TOKEN / 8,
    "For the first number, you're giving each of the 20 heads its own keys. How many heads share "
    "one key head?": 4 * A_TOKEN,
    "For the first number, you're letting all heads share one key head. If four share one, how "
    "many do 20 need?": A_TOKEN / 5,
    "For the first number, you're counting 4 key heads, but 4 is the number of heads that share "
    "one. How many do 20 need?": A_TOKEN * 4 / 5,
    "The first number is for one layer. Every layer has its own cache.": A_TOKEN / 24,
    "The first number is in bits. Give it in bytes of 8 bits.": 8 * A_TOKEN,
    "The first number is in KiB. Give it in bytes.": A_TOKEN / 2**10,
}
SECOND = {
    "For the second number, you're taking a GiB to be 10⁹ bytes. It's 2³⁰ bytes.": 15
    * 10**9
    / A_TOKEN,
    "The second number is how many tokens fit into 1 GiB. You have 15.": FITS / 15,
    "For the second number, you're dividing bytes by KiB. Use the same unit for both.": ROOM / 60,
}
THIRD = {
    "The third number is what all eight texts have together. How many tokens can each text "
    "have?": FITS,
    "For the third number, you're multiplying by 8. With eight texts, does each of them get more "
    "room, or less?": 8 * FITS,
}

bytes_of_a_cache = Value(
    name="bytes_of_a_cache",
    shape=(3,),
    faults=(
        *foreseen(FIRST, 0.001, 0),
        Fault(
            lambda answer: not near(A_TOKEN, 0.001, 0)(answer),
            "The first number should be 2, for keys and values, times layers, key heads, head "
            "width and bytes per number.",
        ),
        *foreseen(SECOND, 1, 1),
        Fault(
            lambda answer: not near(FITS, A_FEW, 1)(answer),
            "For the second number, how many times do the bytes of one token go into 15 times 2³⁰?",
        ),
        *foreseen(THIRD, A_FEW, 2),
        Fault(
            lambda answer: not near(FITS / 8, A_FEW, 2)(answer),
            "For the third number, eight caches share the same 15 GiB. How long can each be?",
        ),
    ),
    done="Each token takes 60 KiB, and each of the eight texts can have 32,768 tokens. If "
    "every head had its own keys, the texts could only be a quarter as long.",
)
