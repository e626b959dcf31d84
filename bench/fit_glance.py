"""Fits the prices of `glance` and prints them as they stand in its module.

Run: TIKTOKEN_CACHE_DIR=... PYTHONPATH=core python bench/fit_glance.py [FOLDER OF ARCHIVES]. Needs and texts as for
`fit_tokens.py`. Bounded least squares, reweighted towards least absolute errors; only texts that `glance` itself prices
take part. Says as well what the prices come to on the transcripts in TRIMSCOPE_TRANSCRIPTS, which the fit does not see.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import numpy as np
from scipy.optimize import lsq_linear

from fit_corpus import corpus
from fit_packages import archives
from fit_tokens import true_tokens, weight
from tokens import error, line, samples
from trimscope.estimators import glance, tabled

ROUNDS = 12
"""Reweightings until least squares stand for least absolute errors; more change nothing."""
LEAST, MOST = -0.6, 3.0
"""Bounds of a price in tokens: pairs may be cheaper than what they are made of, nothing costs more than its bytes."""


def main() -> None:
    """Print the prices."""
    caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    docs = corpus(archives(Path(sys.argv[1]) if len(sys.argv) > 1 else caches / "trimscope" / "fit"))
    names = (*glance.SINGLES, *glance.PAIRS, *glance.BEYOND)
    rows, truths, weights = [], [], []
    for doc in docs:
        classes = doc.text.encode("utf-8", "replace").translate(glance.CLASS_OF)
        if glance.ordinary(classes):
            rows.append([classes.count(name.encode()) for name in names])
            truths.append(true_tokens(doc.text))
            weights.append(weight(doc, truths[-1]))
    matrix, truth, base = np.array(rows, float), np.array(truths, float), np.array(weights)
    closer = np.ones(len(truths))
    for _ in range(ROUNDS):
        scaled = base * np.sqrt(closer)
        prices = lsq_linear(matrix * scaled[:, None], truth * scaled, (LEAST, MOST), method="bvls").x
        closer = 1 / np.maximum(np.abs(matrix @ prices - truth) * base, 0.01)
    found = {name: round(1_000 * price) for name, price in zip(names, prices, strict=True)}
    print(f"{len(truths)} of {len(docs)} texts\nPRICES: dict[str, int] = {found}")
    folder = os.environ.get("TRIMSCOPE_TRANSCRIPTS")
    if folder and found == glance.PRICES:
        print(line("glance", [error(sample, tabled.glance) for sample in samples(Path(folder), true_tokens)]))


if __name__ == "__main__":
    main()
