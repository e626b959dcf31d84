"""Estimating the tokens of a text, for a class of beginners.

A tokenizer cuts text into pieces, mostly words with the blank before them, and looks each up in a list of 200,000
strings; what is not listed it puts together from shorter ones. `light` carries only the first 14,000 of that list. It
cuts the same way, and a piece that is on its list is one token.

In English: "Our stewardship of rooms" is cut into `Our`, ` stewardship`, ` of`, ` rooms`. All but one are listed: 3
tokens. ` stewardship` is not; three listed strings cover it (` ste`, `wards`, `hip`). Of such pieces (small letters, a
blank before, covered by three strings, ten or eleven letters) the real list holds many, so they took 1.406 tokens on
average, not 3. Together 4.406, which is 4 tokens; the real tokenizer says 4.

In Chinese there are no blanks, so every character has its own price: the share of a token it took on average in text.
我要订一个房间: 我 0.750, 要 0.625, 订 0.875, 一 0.625, 个 0.625, 房 1.000, 间 0.875. Together 5.375, which is 5 tokens;
the real tokenizer has 我要, 订, 一个, 房, 间, and says 5.

The same piece costs the same wherever it stands. So prices are remembered (a bounded number of them), and a text is
first split at its blanks: a chunk between two blanks that came before is one look-up. All arithmetic is in whole
thousandths of a token, and character classes are written out as ranges, so every Python gives the same number.
`fine` has the whole list, as hashes, and prices text in any script by it. `glance` has no list: it counts what kinds of
bytes a text has (its module tells how), for a first look at huge files.

Measured against o200k_base (`bench/tokens.py`), mean error and 95th percentile over whole transcripts: `light`
1.8 % and 4.6 %, `fine` 0.3 % and 0.9 %, `glance` 3.6 % and 8.8 %; where much of the text is Chinese, Japanese or
Korean `light` 2.7 % and 5.7 %, `fine` 0.5 % and 0.8 %.
"""
