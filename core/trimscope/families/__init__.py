"""Families of tokenizers: what the same text costs with each, from what it costs with the one that is estimated."""
