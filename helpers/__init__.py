"""The helpers of the series *Attention by hand*; import the part you need."""
