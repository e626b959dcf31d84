"""Texts that a trim writes or cuts: truncation and its banner, stubs, the tombstone, notices."""
