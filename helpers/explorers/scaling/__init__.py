"""The explorer of widths: how far scores spread with d_k, and what softmax makes of it."""
