"""Estimating the tokens of a text, for a class of beginners.

A tokenizer cuts text into pieces, mostly words with the blank before them, and looks each up in a list of 200,000
strings; what is not listed it puts together from shorter ones. `light` carries only the first 14,000 of that list. It
cuts the same way, and a piece that is on its list is one token.

In English: EXAMPLE_EN

In Chinese there are no blanks, so EXAMPLE_ZH

The same piece costs the same wherever it stands. So prices are remembered (a bounded number of them), and a text is
first split at its blanks: a chunk between two blanks that came before is one look-up. All arithmetic is in whole
thousandths of a token, and character classes are written out as ranges, so every Python gives the same number.
`fine` has the whole list, as hashes, and prices text in any script by it.

Measured against o200k_base (`bench/tokens.py`), mean error and 95th percentile over whole transcripts: `light`
1.8 % and 4.4 %, `fine` 0.3 % and 0.9 %.
"""
