#!/usr/bin/env python3
"""Rewrite core/trimscope/models.json from the model table inside the litellm package (MIT licence).

    python tools/refresh_models.py                      # fetches the two packages with pip
    python tools/refresh_models.py --wheel A.whl B.whl  # or reads wheels that are at hand, first one first

The list below says which models, in the order of the menu. An older litellm serves the models that the newer
one has dropped: transcripts outlive models. `window` is litellm's `max_input_tokens`: the most a request may
hold.
"""

from __future__ import annotations

import argparse
import datetime
import json
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any

RELEASES = (
    "1.110.2",
    "1.74.0",
)  # the newest one at the last refresh; the last line that had the models of 2024
TABLE = "model_prices_and_context_window_backup.json"
TARGET = Path(__file__).resolve().parent.parent / "core" / "trimscope" / "models.json"

# provider: (name, key in litellm's table where it differs, other names people use)
MODELS: dict[str, list[tuple[str, str, str]]] = {
    "openai": [
        ("gpt-6.1-sol", "", ""),
        ("gpt-6-sol", "", ""),
        ("gpt-5.6", "", ""),
        ("gpt-5.5", "", ""),
        ("gpt-5.4", "", ""),
        ("gpt-5.4-mini", "", ""),
        ("gpt-5.3-codex", "", ""),
        ("gpt-5.2", "", ""),
        ("gpt-5.1", "", ""),
        ("gpt-5.1-codex", "", ""),
        ("gpt-5", "", ""),
        ("gpt-5-mini", "", ""),
        ("gpt-5-nano", "", ""),
        ("gpt-5-chat", "", ""),
        ("gpt-4.1", "", ""),
        ("gpt-4.1-mini", "", ""),
        ("gpt-4.1-nano", "", ""),
        ("gpt-4o", "", "chatgpt-4o"),
        ("gpt-4o-mini", "", ""),
        ("gpt-4-turbo", "", "gpt-4-1106-preview gpt-4-0125-preview gpt-4-vision-preview"),
        ("gpt-4-32k", "", ""),
        ("gpt-4", "", ""),
        ("gpt-3.5-turbo", "", "gpt-35-turbo"),
        ("o4-mini", "", ""),
        ("o3", "", ""),
        ("o3-mini", "", ""),
        ("o1", "", ""),
        ("o1-mini", "", ""),
        ("o1-preview", "", ""),
        ("gpt-oss-120b", "deepinfra/openai/gpt-oss-120b", ""),
        ("gpt-oss-20b", "deepinfra/openai/gpt-oss-20b", ""),
    ],
    "anthropic": [
        ("claude-opus-5-5", "", ""),
        ("claude-opus-5", "", ""),
        ("claude-sonnet-5-5", "", ""),
        ("claude-sonnet-5", "", ""),
        ("claude-haiku-5-5", "", ""),
        ("claude-opus-4-8", "", ""),
        ("claude-opus-4-7", "", ""),
        ("claude-opus-4-6", "", ""),
        ("claude-opus-4-5", "", "claude-4-5-opus"),
        ("claude-sonnet-4-6", "", ""),
        ("claude-sonnet-4-5", "", "claude-4-5-sonnet"),
        ("claude-haiku-4-5", "", "claude-4-5-haiku"),
        ("claude-opus-4-1", "anthropic.claude-opus-4-1-20250805-v1:0", "claude-4-1-opus"),
        ("claude-opus-4", "claude-opus-4-20250514", "claude-4-opus claude-opus-4-0"),
        ("claude-sonnet-4", "claude-sonnet-4-20250514", "claude-4-sonnet claude-sonnet-4-0"),
        ("claude-3-7-sonnet", "vercel_ai_gateway/anthropic/claude-3-7-sonnet", ""),
        ("claude-3-5-sonnet", "claude-3-5-sonnet-20241022", ""),
        ("claude-3-5-haiku", "claude-3-5-haiku-20241022", ""),
        ("claude-3-opus", "claude-3-opus-20240229", ""),
        ("claude-3-haiku", "claude-3-haiku-20240307", ""),
    ],
    "google": [
        ("gemini-3.5-flash", "gemini/gemini-3.5-flash", ""),
        ("gemini-3.1-pro", "gemini/gemini-3.1-pro-preview", ""),
        ("gemini-3-pro", "vertex_ai/gemini-3-pro-preview", ""),
        ("gemini-3-flash", "gemini/gemini-3-flash-preview", ""),
        ("gemini-2.5-pro", "gemini/gemini-2.5-pro", ""),
        ("gemini-2.5-flash", "gemini/gemini-2.5-flash", ""),
        ("gemini-2.0-flash", "gemini/gemini-2.0-flash", ""),
        ("gemini-1.5-pro", "gemini/gemini-1.5-pro", ""),
        ("gemini-1.5-flash", "gemini/gemini-1.5-flash", ""),
    ],
    "deepseek": [
        ("deepseek-v4-pro", "", ""),
        ("deepseek-v4-flash", "", ""),
        ("deepseek-v3.2", "deepseek/deepseek-v3.2", ""),
        ("deepseek-chat", "", ""),
        ("deepseek-reasoner", "", ""),
        ("deepseek-v3", "deepseek/deepseek-v3", ""),
        ("deepseek-r1", "deepseek/deepseek-r1", ""),
    ],
    "qwen": [
        ("qwen3.7-max", "dashscope/qwen3.7-max", ""),
        ("qwen3-max", "dashscope/qwen3-max", ""),
        ("qwen3-coder-plus", "dashscope/qwen3-coder-plus", ""),
        ("qwen3-235b-a22b", "deepinfra/Qwen/Qwen3-235B-A22B", ""),
        ("qwen3-235b-a22b-instruct", "deepinfra/Qwen/Qwen3-235B-A22B-Instruct-2507", ""),
        ("qwen3-32b", "deepinfra/Qwen/Qwen3-32B", ""),
        ("qwen-max", "dashscope/qwen-max", ""),
        ("qwen-plus", "dashscope/qwen-plus", ""),
        ("qwen2.5", "deepinfra/Qwen/Qwen2.5-72B-Instruct", "qwen-2.5"),
    ],
    "moonshot": [
        ("kimi-k3", "moonshot/kimi-k3", ""),
        ("kimi-k2.5", "moonshot/kimi-k2.5", ""),
        ("kimi-k2", "deepinfra/moonshotai/Kimi-K2-Instruct", ""),
    ],
    "zai": [
        ("glm-5", "zai/glm-5", ""),
        ("glm-4.7", "zai/glm-4.7", ""),
        ("glm-4.6", "zai/glm-4.6", ""),
        ("glm-4.5", "zai/glm-4.5", ""),
    ],
    "mistral": [
        ("mistral-large", "mistral/mistral-large-latest", ""),
        ("mistral-medium", "mistral/mistral-medium-latest", ""),
        ("mistral-small", "mistral/mistral-small-latest", ""),
        ("codestral", "mistral/codestral-latest", ""),
    ],
    "xai": [
        ("grok-4.5", "xai/grok-4.5", ""),
        ("grok-4.3", "xai/grok-4.3", ""),
        ("grok-3", "xai/grok-3", ""),
        ("grok-code-fast", "xai/grok-code-fast", ""),
    ],
    "meta": [
        ("llama-4-maverick", "meta_llama/Llama-4-Maverick-17B-128E-Instruct-FP8", "llama4-maverick"),
        ("llama-3.3", "deepinfra/meta-llama/Llama-3.3-70B-Instruct", "llama3.3 meta-llama-3.3"),
        ("llama-3.1", "deepinfra/meta-llama/Meta-Llama-3.1-70B-Instruct", "llama3.1 meta-llama-3.1"),
    ],
}

# The table of the PatchCat article, as it gives it: any name that begins so; everything else is `fallback`.
PATCHCAT = {"gemini": 1_000_000, "gpt-4o": 128_000, "deepseek": 64_000, "qwen": 32_000}
PATCHCAT_FALLBACK = 8_192


def fetch(folder: Path) -> list[Path]:
    """The wheels of `RELEASES`, downloaded with pip into `folder`."""
    for release in RELEASES:
        pip = [sys.executable, "-m", "pip", "download", "--no-deps", "--quiet", "--dest", str(folder)]
        subprocess.run([*pip, f"litellm=={release}"], check=True)
    return [next(folder.glob(f"litellm-{release}-*.whl")) for release in RELEASES]


def read_wheel(path: Path) -> tuple[str, dict[str, Any]]:
    """("litellm VERSION", model table) of one wheel."""
    with zipfile.ZipFile(path) as wheel:
        name = next(name for name in wheel.namelist() if name.endswith(TABLE))
        return f"litellm {path.name.split('-')[1]}", json.loads(wheel.read(name))


def entry(
    provider: str, name: str, key: str, aliases: str, tables: list[tuple[str, dict[str, Any]]], day: str
) -> dict[str, Any]:
    """One model's row, from the first table that knows its input limit."""
    for source, table in tables:
        row = table.get(key or name, {})
        if row.get("max_input_tokens"):
            window, most = int(row["max_input_tokens"]), row.get("max_output_tokens")
            found: dict[str, Any] = {"name": name, "provider": provider, "window": window}
            found |= {"max_output": int(most) if most else None, "source": source, "as_of": day}
            return found | ({"aliases": aliases.split()} if aliases else {})
    raise SystemExit(f"{key or name}: in none of the tables")


def main() -> None:
    """Read the tables, write models.json."""
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument(
        "--wheel", nargs="+", type=Path, help="litellm wheels to read instead of fetching them"
    )
    arguments.add_argument("--as-of", default=datetime.date.today().isoformat(), help="the day of reading")
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        tables = [read_wheel(path) for path in given.wheel or fetch(Path(folder))]
    rows = [
        entry(provider, name, key, aliases, tables, given.as_of)
        for provider, models in MODELS.items()
        for name, key, aliases in models
    ]
    document = {
        "about": "Context windows. `window` is the most input tokens a request may hold, `max_output` the"
        " most that can come back. Written by tools/refresh_models.py from litellm's table (MIT).",
        "models": rows,
        "patchcat": {"prefixes": PATCHCAT, "fallback": PATCHCAT_FALLBACK},
    }
    lines = ",\n  ".join(json.dumps(row) for row in rows)
    head, tail = json.dumps(document | {"models": "ROWS"}, indent=1).split('"ROWS"')
    TARGET.write_text(f"{head}[\n  {lines}\n ]{tail}\n", encoding="utf-8")
    print(f"{TARGET.name}: {len(rows)} models, {', '.join(source for source, _ in tables)}")


if __name__ == "__main__":
    main()
