"""Exercise 17.2: what a token adds to a cache, and how many tokens fit."""

from helpers.checks.kinds.value import Fault, Value, foreseen, near

A_TOKEN = 2 * 24 * 5 * 64 * 4
ROOM = 15 * 2**30
FITS = ROOM // A_TOKEN
A_FEW = 0.6  # a number of tokens may be rounded either way
FIRST = {
    "First number: that is half. Are keys and values both in it, and 4 bytes for each "
    "number?": A_TOKEN / 2,
    "First number: you count how many numbers are kept. How many bytes has each?": A_TOKEN / 4,
    "First number: those are the numbers of the keys alone. Values are kept, too, and each number "
    "takes 4 bytes.": A_TOKEN / 8,
    "First number: you count a head of keys for each of the 20 heads. How many of them share "
    "one?": 4 * A_TOKEN,
    "First number: you count one key head in all. Four heads share one: how many key heads do "
    "20 heads need?": A_TOKEN / 5,
    "First number: you count 4 key heads, but 4 is how many heads share one. How many serve "
    "20?": A_TOKEN * 4 / 5,
    "First number: that is one layer. Every layer has a cache of its own.": A_TOKEN / 24,
    "First number: those are bits. A byte has 8 of them.": 8 * A_TOKEN,
    "First number: that is in KiB. Bytes are asked for.": A_TOKEN / 2**10,
}
IN_GB = 15 * 10**9 / A_TOKEN
SECOND = {
    "Second number: you took a GiB for 10⁹ bytes. It has 2³⁰.": IN_GB,
    "Second number: that is how many fit into 1 GiB. There are 15.": FITS / 15,
    "Second number: that is how many fit into 16 GiB. There are 15.": FITS * 16 / 15,
    "Second number: you divided bytes by KiB, or GiB by bytes. Bring both to the same unit.": ROOM
    / 60,
}
THIRD = {
    "Third number: that is what all eight have together. They are as long as each other.": FITS,
    "Third number: you multiplied. Do eight texts leave each of them more room, or less?": 8 * FITS,
    "Third number: you took a GiB for 10⁹ bytes. It has 2³⁰.": IN_GB / 8,
}

bytes_of_a_cache = Value(
    name="bytes_of_a_cache",
    shape=(3,),
    faults=(
        *foreseen(FIRST, 0.001, 0),
        Fault(
            lambda answer: not near(A_TOKEN, 0.001, 0)(answer),
            "First number: multiply keys and values, layers, key heads, the width of a head, and "
            "the bytes of a number.",
        ),
        *foreseen(SECOND, 1, 1),
        Fault(
            lambda answer: not near(FITS, A_FEW, 1)(answer),
            "Second number: how often do the bytes of one token go into 15 times 2³⁰?",
        ),
        *foreseen(THIRD, A_FEW, 2),
        Fault(
            lambda answer: not near(FITS / 8, A_FEW, 2)(answer),
            "Third number: eight caches lie side by side in the same 15 GiB. How long may each be?",
        ),
    ),
    done="60 KiB a token, and eight texts of 32,768. With a key head for each head, each text "
    "would have to end at a quarter of that.",
)
