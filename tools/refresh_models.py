#!/usr/bin/env python3
"""Rewrite core/trimscope/models.json from the model table inside the litellm package (MIT licence).

    python tools/refresh_models.py                      # fetches the two packages with pip
    python tools/refresh_models.py --wheel A.whl B.whl  # or reads wheels that are at hand, first one first
    python tools/refresh_models.py --cache FOLDER       # keeps the wheels: a second run needs no network

`model_facts.py` says which models, in the order of the menu, and what the table lacks. An older litellm serves
the models that the newer one has dropped: transcripts outlive models. The same wheels and the same day
(`--as-of`) give the same file, byte for byte. What is read:

* `window`: `max_input_tokens`, the most a request may hold; `max_output`: `max_output_tokens`.
* prices: whole micro-dollars per million tokens (2,500,000 is 2.50 dollars), for standard processing.
  A write price of 0 is litellm's way to say that writing costs nothing beyond the input price: left out.
* `long_prices`: what a request costs as a whole once its input is longer than so many tokens.
* `source`: the release, and the row where another host than the maker gives window and price.
* `cache_minimum`: `prompt_cache_min_tokens` where it is there, else the provider's guide.
"""

from __future__ import annotations

import argparse
import datetime
import json
import re
import subprocess
import sys
import tempfile
import zipfile
from decimal import Decimal
from pathlib import Path
from typing import Any, TypeVar

from model_facts import CACHES, IMPLICIT, MODELS, PATCHCAT, PATCHCAT_FALLBACK, READ, TOKENIZERS, WINDOWS

RELEASES = (
    "1.110.2",
    "1.74.0",
)  # the newest one at the last refresh; the last line that had the models of 2024
TABLE = "model_prices_and_context_window_backup.json"
TARGET = Path(__file__).resolve().parent.parent / "core" / "trimscope" / "models.json"

MICRO_PER_MILLION = 10**12
"""Micro-dollars in a dollar times tokens in a million: the table's dollars per token in our unit."""

# Our price -> litellm's field.
PRICES = {
    "input_price": "input_cost_per_token",
    "output_price": "output_cost_per_token",
    "cache_read_price": "cache_read_input_token_cost",
    "cache_write_price": "cache_creation_input_token_cost",
}
MAKERS = (
    "dashscope/",
    "deepseek/",
    "gemini/",
    "meta_llama/",
    "minimax/",
    "mistral/",
    "moonshot/",
    "vertex_ai/",
    "xai/",
    "zai/",
)
"""How a key begins whose row is the maker's own; any other key with a slash is a row of another host."""

_LONG = re.compile(r"input_cost_per_token_above_([0-9]+)k_tokens")

Row = dict[str, Any]
T = TypeVar("T")


def fetch(folder: Path) -> list[Path]:
    """The wheels of `RELEASES` in `folder`; those that are not there yet are downloaded with pip."""
    for release in RELEASES:
        if not list(folder.glob(f"litellm-{release}-*.whl")):
            pip = [sys.executable, "-m", "pip", "download", "--no-deps", "--quiet", "--dest", str(folder)]
            subprocess.run([*pip, f"litellm=={release}"], check=True)
    return [next(folder.glob(f"litellm-{release}-*.whl")) for release in RELEASES]


def read_wheel(path: Path) -> tuple[str, Row]:
    """("litellm VERSION", model table) of one wheel; its decimal numbers exact."""
    with zipfile.ZipFile(path) as wheel:
        name = next(name for name in wheel.namelist() if name.endswith(TABLE))
        return f"litellm {path.name.split('-')[1]}", json.loads(wheel.read(name), parse_float=Decimal)


def by_beginning(facts: dict[str, T], name: str) -> T | None:
    """The fact whose key is the longest beginning of `name`."""
    keys = [key for key in facts if name.startswith(key)]
    return facts[max(keys, key=len)] if keys else None


def prices(row: Row, name: str, ending: str = "") -> dict[str, int]:
    """The prices of a row that there are, in micro-dollars per million tokens; one not whole is an error."""
    found = {}
    for ours, field in PRICES.items():
        dollars = row.get(field + ending)
        if dollars is None or (ours == "cache_write_price" and (not dollars or name.startswith(IMPLICIT))):
            continue
        exact = Decimal(dollars) * MICRO_PER_MILLION
        if exact != int(exact):
            raise SystemExit(f"{name}: {field} is no whole number of micro-dollars per million tokens")
        found[ours] = int(exact)
    return found


def long_prices(row: Row, name: str) -> list[dict[str, int]]:
    """The prices of long requests, shortest first: each with `above`, the tokens its input must exceed."""
    steps = [(int(tier["range"][0]), prices(tier, name)) for tier in row.get("tiered_pricing", ())[1:]]
    for field in row:
        if (at := _LONG.fullmatch(field)) is not None:
            steps.append((int(at[1]) * 1000, prices(row, name, f"_above_{at[1]}k_tokens")))
    return [{"above": above, **found} for above, found in sorted(steps, key=lambda step: step[0])]


def entry(provider: str, name: str, key: str, aliases: str, tables: list[tuple[str, Row]], day: str) -> Row:
    """One model's row, from the first table that knows its input limit."""
    for source, table in tables:
        row = table.get(key or name, {})
        if row.get("max_input_tokens"):
            window = WINDOWS.get(name, int(row["max_input_tokens"]))
            found: Row = {"name": name, "provider": provider, "window": window}
            most = row.get("max_output_tokens")
            host = f": {key}" if "/" in key and not key.startswith(MAKERS) else ""
            found |= {"max_output": int(most) if most else None, "source": source + host, "as_of": day}
            found["tokenizer"] = by_beginning(TOKENIZERS, name) or "unknown"
            found |= prices((row.get("tiered_pricing") or [row])[0], name)
            if steps := long_prices(row, name):
                found["long_prices"] = steps
            found |= cache(row, name) if "cache_read_price" in found else {}
            return found | ({"aliases": aliases.split()} if aliases else {})
    raise SystemExit(f"{key or name}: in none of the tables")


def cache(row: Row, name: str) -> Row:
    """The cache rule of a model that has a price for reading from a cache."""
    rule = by_beginning(CACHES, name)
    if rule is None:
        return {}
    least = row.get("prompt_cache_min_tokens", rule.minimum)
    found: Row = {} if least is None else {"cache_minimum": int(least)}
    if rule.lifetime is not None:
        found["cache_lifetime_s"] = rule.lifetime
    return found | {"cache_step": rule.step, "cache_source": rule.source, "cache_as_of": READ}


def document(tables: list[tuple[str, Row]], day: str, models: dict[str, list[tuple[str, str, str]]] = MODELS) -> Row:
    """models.json as it will be: the rows of `models` from `tables`, read on `day`."""
    return {
        "about": "Windows, prices and cache rules of models. `window` is the most input tokens a request may"
        " hold, `max_output` the most that can come back; prices are micro-dollars per million tokens."
        " Written by tools/refresh_models.py from litellm's table (MIT) and the providers' guides.",
        "models": [
            entry(provider, name, key, aliases, tables, day)
            for provider, listed in models.items()
            for name, key, aliases in listed
        ],
        "patchcat": {"prefixes": PATCHCAT, "fallback": PATCHCAT_FALLBACK},
    }


def written(found: Row) -> str:
    """The document as text: one model a line."""
    lines = ",\n  ".join(json.dumps(row) for row in found["models"])
    head, tail = json.dumps(found | {"models": "ROWS"}, indent=1).split('"ROWS"')
    return f"{head}[\n  {lines}\n ]{tail}\n"


def main() -> None:
    """Read the tables, write models.json."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--wheel", nargs="+", type=Path, help="litellm wheels to read instead of fetching them")
    arguments.add_argument("--cache", type=Path, help="a folder that keeps the fetched wheels")
    arguments.add_argument("--as-of", default=datetime.date.today().isoformat(), help="the day of reading")
    arguments.add_argument("--to", default=TARGET, type=Path, help="the file to write")
    given = arguments.parse_args()
    if given.cache is not None:
        given.cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        tables = [read_wheel(path) for path in given.wheel or fetch(given.cache or Path(folder))]
    found = document(tables, given.as_of)
    given.to.write_text(written(found), encoding="utf-8")
    print(f"{given.to.name}: {len(found['models'])} models, {', '.join(source for source, _ in tables)}")


if __name__ == "__main__":
    main()
