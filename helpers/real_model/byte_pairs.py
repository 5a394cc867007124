"""Cuts text into tokens by byte pairs: bytes first, then the pairs that were learned are merged."""

import functools
import re
from itertools import pairwise
from unicodedata import category

from helpers.readers import files

PLACE = "vocabularies/smollm2_merges.txt"
# A stand-in for each byte that can be seen: 33 is "!", and the blank, which can't, becomes "Ġ".
_SEEN = [*range(33, 127), *range(161, 173), *range(174, 256)]
_CHARACTER = {byte: chr(byte) for byte in _SEEN}
_CHARACTER |= {b: chr(256 + k) for k, b in enumerate(sorted({*range(256)} - {*_SEEN}))}
_BYTE = {character: byte for byte, character in _CHARACTER.items()}
# No token reaches across these pieces: 's, a word or signs with the blank before, a digit, blanks.
_PIECE = re.compile(r"'(?:[sdmt]|ll|ve|re)| ?[^\W\d_]+|\d| ?(?:[^\s\w]|_)+|\s+(?![^\s\d])|\s+")


class BytePairs:
    """Cuts texts into tokens and joins them again.

    tokens : each token's stand-in characters    merges : pairs "a b", the first merged first

    A byte that has no token of its own is left out; in SmolLM2's list that's a few control
    characters and the first byte of signs that nobody has defined yet.
    Raises ValueError if what a pair becomes has no token.
    """

    def __init__(self, tokens, merges):
        self.tokens, self.merges = tokens, merges
        self.ids = {token: i for i, token in enumerate(tokens)}
        pairs = [tuple(merge.split(" ")) for merge in merges]
        self._rank = {pair: i for i, pair in enumerate(pairs)}
        lacking = [made for made in map("".join, pairs) if made not in self.ids]
        if lacking:
            raise ValueError(f"its merges make {lacking[0]!r}, which is none of its tokens")
        self._cut = functools.lru_cache(maxsize=10_000)(self._cut)

    def encode(self, text):
        """Return the tokens of a text, a list of ids; "<|im_start|>" is text like any other."""
        plain = "".join(map(_plain, text))
        return [i for m in _PIECE.finditer(plain) for i in self._cut(text[m.start() : m.end()])]

    def decode(self, ids):
        """Return the text of some tokens; a character that they cut in two becomes "�"."""
        characters = "".join(self.tokens[i] for i in ids)
        return bytes(map(_BYTE.__getitem__, characters)).decode(errors="replace")

    def _cut(self, piece):
        """Merge the pair that was learned first wherever it occurs, until none is left."""
        parts = [one for byte in piece.encode() if (one := _CHARACTER[byte]) in self.ids]
        while len(parts) > 1:
            best = min(pairwise(parts), key=self._order)
            if best not in self._rank:
                break
            merged, i = [], 0
            while i < len(parts):
                step = 2 if tuple(parts[i : i + 2]) == best else 1
                merged.append("".join(parts[i : i + step]))
                i += step
            parts = merged
        return [self.ids[part] for part in parts]

    def _order(self, pair):
        return self._rank.get(pair, len(self._rank))


def merges_of_smollm2() -> list[str]:
    """Return the 48,900 merges of SmolLM2, "a b" each, the first learned first."""
    return (files.DATA / PLACE).read_text(encoding="utf-8").splitlines()


def from_merges(merges: list[str]) -> BytePairs:
    """Return what cuts text by some merges; its tokens are the 256 bytes and what merges make."""
    return BytePairs([*_CHARACTER.values(), *(merge.replace(" ", "") for merge in merges)], merges)


def _plain(character):
    """Return what stands for a character while a text is cut: "0" for every kind of digit."""
    if category(character)[0] == "N":
        return "0"
    return "!" if character in "\x1c\x1d\x1e\x1f" else character  # blanks for Python alone
