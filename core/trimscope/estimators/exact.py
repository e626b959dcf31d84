"""The real tokenizer, where it is installed and its table lies ready: nothing is ever downloaded.

tiktoken keeps its tables in the folder that TIKTOKEN_CACHE_DIR names, each under the SHA-1 of the address it comes
from. It deletes one whose content is not what it expects, and then asks the network; so the content is checked first,
and tiktoken is asked only where it will find what it looks for.
"""

from __future__ import annotations

import hashlib
import os
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

ENCODING = "o200k_base"
"""The encoding of OpenAI's models since GPT-4o, which the tables of `light` and `fine` are fitted on as well."""
FILE = "fb374d419588a4632f3f557e76b4b70aebbca790"
"""Its name in that folder (tiktoken's documentation of its cache, and its source)."""
SHA256 = "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d"
"""Its content, as tiktoken itself expects it."""

OLDER = "cl100k_base"
"""The encoding of GPT-4 and GPT-3.5, with its file and content; asked only for those models."""
OLDER_FILE = "9b5ad71b2ce5302211f9c61530b329a4922fc6a4"
OLDER_SHA256 = "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7"


def missing(older: bool = False) -> str | None:
    """What keeps the profile from counting (by the older encoding), as the end of a sentence; None where nothing
    does."""
    folder = os.environ.get("TIKTOKEN_CACHE_DIR")
    if find_spec("tiktoken") is None:
        return "the package tiktoken, which is not installed"
    if not folder:
        return "TIKTOKEN_CACHE_DIR to name the folder with tiktoken's tables, and it is not set"
    return _checked(folder, *((OLDER_FILE, OLDER_SHA256, OLDER) if older else (FILE, SHA256, ENCODING)))


@cache
def _checked(folder: str, name: str, content: str, encoding: str) -> str | None:
    """The same of a table in a folder; looked at once."""
    try:
        with open(os.path.join(folder, name), "rb") as file:
            found = hashlib.sha256(file.read()).hexdigest()
    except OSError:
        return f"the table {name} in the folder that TIKTOKEN_CACHE_DIR names, and it cannot be read"
    if found != content:
        return f"the table {name} in the folder that TIKTOKEN_CACHE_DIR names, and what is there is not {encoding}"
    return None


def exact(text: str) -> int:
    """Tokens of a text that is not empty, where nothing is `missing`."""
    return max(1, len(_encoding().encode_ordinary(text)))


def token_bytes(text: str, older: bool = False) -> list[bytes]:
    """The tokens of a text in order, each as the bytes it stands for; where nothing is `missing`."""
    encoding = _older() if older else _encoding()
    return [encoding.decode_single_token_bytes(token) for token in encoding.encode_ordinary(text)]


def older(text: str) -> int:
    """The same by the older encoding."""
    return max(1, len(_older().encode_ordinary(text)))


@cache
def _encoding() -> Any:
    return import_module("tiktoken").get_encoding(ENCODING)


@cache
def _older() -> Any:
    return import_module("tiktoken").get_encoding(OLDER)
