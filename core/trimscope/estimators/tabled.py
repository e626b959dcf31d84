"""The estimators that come with a table, read from its file when first used."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from trimscope.estimators.estimator import Estimator, without_surrogates
from trimscope.estimators.glance import CLASS_OF, ordinary, priced
from trimscope.estimators.pricing import TOKEN
from trimscope.estimators.table import unpack

HALF = TOKEN // 2


def light(text: str) -> int:
    """Tokens of a text that is not empty, by the 20 KB table."""
    return rounded(estimator("light").milli(text))


def fine(text: str) -> int:
    """Tokens of a text that is not empty, by the 341 KB table."""
    return rounded(estimator("fine").milli(text))


def glance(text: str) -> int:
    """Tokens of a text that is not empty, at a glance: by its classes of bytes where it has words, as `light` says
    where not."""
    classes = without_surrogates(text).encode().translate(CLASS_OF)
    return rounded(priced(classes) if ordinary(classes) else estimator("light").milli(text))


def rounded(milli: int) -> int:
    """Thousandths as whole tokens, to the nearest; at least 1, as any text takes one."""
    return max(1, (milli + HALF) // TOKEN)


@cache
def estimator(name: str) -> Estimator:
    """The estimator of the table `name`.bin of this package, with what it remembers."""
    return Estimator(unpack((files("trimscope.estimators") / f"{name}.bin").read_bytes()))
