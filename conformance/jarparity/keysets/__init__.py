"""Key sets made of a seed: any row of any of them can be had without the rows before it.

`key_set.KeySet` is the set; it needs pyarrow, which comes with the extra `spark`.
"""
