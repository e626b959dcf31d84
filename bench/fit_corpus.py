"""The texts the estimators are fitted on: what agents read, out of the archives of `fit_packages`.

Every kind of text draws from its own seeded source of chance, so that a change to one kind leaves the others as they
are; archives are read in a fixed order. No transcript is among the texts: those are what the estimators are tested on.
"""

from __future__ import annotations

import base64
import difflib
import json
import random
import re
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from fit_packages import AGENTS, EAST, GENERAL, Package

LARGEST = 6_000_000
"""Bytes of the largest file that is read: beyond are dictionaries and models."""
SHORTEST = 200
"""Characters of the shortest text: below, one token more or less is a large error."""
CODE = {
    ".py": 400, ".js": 120, ".ts": 90, ".mjs": 60, ".pyi": 60, ".cs": 5, ".sh": 4, ".ps1": 15,
    ".css": 30, ".scss": 20, ".html": 40, ".svg": 10, ".j2": 20, ".md": 30,
    ".yml": 60, ".json": 40, ".txt": 40, ".cfg": 9,
}  # fmt: skip
"""Files drawn by suffix: about as agents meet them."""
READ = (*CODE, ".po", ".rst", ".yaml", ".jinja", ".prompt", ".vue")
PROSE = (".md", ".rst", ".jinja", ".j2", ".prompt", "METADATA")
EASTERN = ("zh", "ja", "ko")


class Doc(NamedTuple):
    """One text to fit on."""

    kind: str
    text: str


class File(NamedTuple):
    path: str
    text: str

    @property
    def suffix(self) -> str:
        name = self.path.rsplit("/", 1)[-1]
        return name[name.rfind(".") :] if "." in name else name


def corpus(archives: dict[Package, Path]) -> list[Doc]:
    """All texts."""
    general = [file for package in GENERAL for file in files(package, archives[package])]
    agents = [file for package in AGENTS for file in files(package, archives[package])]
    east = [file for package in EAST for file in files(package, archives[package])]
    words = sorted(set(re.findall("[a-z]{3,12}", " ".join(file.text for file in agents if file.suffix in PROSE))))
    kinds: tuple[tuple[str, Callable[[random.Random], Iterator[Doc]]], ...] = (
        ("code", lambda chance: code(general + agents, chance)),
        ("listing", lambda chance: listings(general, chance)),
        ("prose", lambda chance: prose(general + agents, chance)),
        ("docstring", lambda chance: docstrings(general + agents, chance)),
        ("translation", lambda chance: translations(general, chance)),
        ("east", lambda chance: eastern(east + general, chance)),
        ("data", lambda chance: data(words, chance)),
    )
    docs = [doc for name, make in kinds for doc in make(random.Random(name))]
    return [doc for doc in docs if len(doc.text) >= SHORTEST]


def files(package: Package, archive: Path) -> list[File]:
    """The text files of an archive, by path."""
    found = []
    for name, content in _members(archive):
        file = File(f"{package.folder}/{name}", "")
        if len(content) <= LARGEST and (file.suffix in READ or file.suffix in PROSE):
            try:
                found.append(File(file.path, content.decode()))
            except UnicodeDecodeError:
                continue
    return sorted(found)


def _members(archive: Path) -> Iterator[tuple[str, bytes]]:
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as opened:
            yield from ((name, opened.read(name)) for name in opened.namelist() if not name.endswith("/"))
    else:
        with tarfile.open(archive) as opened:
            for member in opened:
                file = opened.extractfile(member)
                if file is not None:
                    yield member.name, file.read()


def _drawn(found: list[File], suffix: str, most: int, chance: random.Random) -> list[File]:
    fitting = [file for file in found if file.suffix == suffix]
    return chance.sample(fitting, min(most, len(fitting)))


def _cuts(text: str, size: int, most: int, chance: random.Random) -> Iterator[str]:
    if len(text) <= size:
        yield text
        return
    for _ in range(most):
        start = chance.randrange(len(text) - size)
        yield text[start : start + size]


def code(found: list[File], chance: random.Random) -> Iterator[Doc]:
    """Source files as an agent's tools show them: plain, with line numbers, searched, compared, inside JSON."""
    for suffix, most in CODE.items():
        for file in _drawn(found, suffix, most, chance):
            (part,) = _cuts(file.text, chance.choice((1_500, 4_000, 9_000)), 1, chance)
            shown = chance.choices(("plain", "numbered", "arrow", "grep", "diff", "json"), (45, 12, 6, 9, 12, 16))[0]
            first = chance.randrange(1, 400)
            lines = part.split("\n")
            if shown == "numbered":
                part = "\n".join(f"{number:6d}\t{line}" for number, line in enumerate(lines, first))
            elif shown == "arrow":
                part = "\n".join(f"{number:5d}→{line}" for number, line in enumerate(lines, first))
            elif shown == "grep":
                hits = [hit for hit in enumerate(file.text.split("\n"), 1) if chance.random() < 0.15]
                part = "\n".join(f"{file.path}:{number}:{line}" for number, line in hits)[:6_000]
            elif shown == "diff":
                part = _diff(file.path, lines, chance)
            elif shown == "json":
                part = json.dumps({"path": f"/{file.path}", "content": part}, ensure_ascii=chance.random() < 0.3)
            yield Doc(f"{shown}{suffix}", part)


def _diff(path: str, lines: list[str], chance: random.Random) -> str:
    changed = list(lines)
    for _ in range(max(1, len(lines) // 30)):
        at, what = chance.randrange(len(changed)), chance.random()
        if what < 0.4:
            changed[at] = changed[at].replace("self", "this").replace("return", "yield") + "  # changed"
        elif what < 0.7 and len(changed) > 1:
            del changed[at]
        else:
            changed.insert(at, chance.choice(changed))
    return "\n".join(difflib.unified_diff(lines, changed, f"a/{path}", f"b/{path}", lineterm=""))


def listings(found: list[File], chance: random.Random) -> Iterator[Doc]:
    """Folders as `ls -l` and `find` show them."""
    folders: dict[str, list[str]] = {}
    for file in found:
        folder, _, name = file.path.rpartition("/")
        folders.setdefault(folder, []).append(name)
    for folder in chance.sample(sorted(folders), 70):
        names = folders[folder][:80]
        if chance.random() < 0.5:
            yield Doc("listing", "\n".join(f"-rw-r--r-- 1 root root {chance.randrange(100, 90_000):8d} "
                                           f"{chance.choice(('Jan', 'Mar', 'Nov'))} {chance.randrange(1, 28):2d} "
                                           f"{chance.randrange(24):02d}:{chance.randrange(60):02d} {name}"
                                           for name in names))  # fmt: skip
        else:
            yield Doc("listing", "\n".join(f"./{folder}/{name}" for name in names))


def prose(found: list[File], chance: random.Random) -> Iterator[Doc]:
    """Pages and prompts."""
    for file in found:
        if file.suffix in PROSE:
            for part in _cuts(file.text, 4_000, min(6, 1 + len(file.text) // 4_000), chance):
                yield Doc("prose", part)


def docstrings(found: list[File], chance: random.Random) -> Iterator[Doc]:
    """Docstrings, two a file at most, without their indentation."""
    for file in _drawn(found, ".py", 3_500, chance):
        all_of_it = re.findall('"""(.{200,6000}?)"""', file.text, re.S)
        for text in chance.sample(all_of_it, min(2, len(all_of_it))):
            yield Doc("docstring", re.sub(r"\n\s+", "\n", text))


def translations(found: list[File], chance: random.Random) -> Iterator[Doc]:
    """The texts of user interfaces in many languages, 30 together."""
    texts: dict[str, list[str]] = {}
    for file in found:
        if file.suffix == ".po":
            language = file.path.split("/")[-3]
            for quoted in re.findall(r'msgstr ((?:".*"\n)+)', file.text):
                parts = re.findall(r'"(?:[^"\\]|\\.)*"', quoted)
                texts.setdefault(language, []).append("".join(json.loads(part) for part in parts))
        elif file.path.endswith("diagnosticMessages.generated.json"):
            texts.setdefault(file.path.split("/")[-2], []).extend(json.loads(file.text).values())
    for language, known in sorted(texts.items()):
        known = [text for text in known if len(text) > 12]
        for _ in range(8 if language[:2] in EASTERN else 2):
            if len(known) > 30:
                yield Doc(f"translation-{language}", "\n".join(chance.sample(known, 30)))


def eastern(found: list[File], chance: random.Random) -> Iterator[Doc]:
    """Passages that are Chinese, Japanese or Korean to a twelfth at least; reviews and news; interfaces."""
    passages: dict[str, list[str]] = {language: [] for language in EASTERN}
    for file in found:
        special = file.path.rsplit("/", 1)[-1] in ("pos.txt", "neg.txt", "199801.txt", "constitution.txt")
        if special:
            text = re.sub("/[a-zA-Z]+ *", "", file.text) if "1998" in file.path else file.text
            for part in _cuts(text, 2_500, 40 if "sno" in file.path else 6, chance):
                yield Doc("east-text", part)
        elif file.suffix not in (".po", ".pyi", ".css"):
            for part in _cuts(file.text, 2_500, min(8, 1 + len(file.text) // 4_000), chance):
                language = _language(part)
                if language:
                    passages[language].append(part)
    for language, parts in passages.items():
        for part in chance.sample(parts, min(260, len(parts))):
            yield Doc(f"east-{language}", part)


def _language(text: str) -> str | None:
    kana = sum("\u3040" <= character <= "\u30ff" for character in text)
    han = sum("\u4e00" <= character <= "\u9fff" for character in text)
    hangul = sum("\uac00" <= character <= "\ud7af" for character in text)
    if kana + han + hangul <= len(text) * 0.08:
        return None
    return "ja" if kana > han * 0.2 and kana > hangul else "ko" if hangul > han else "zh"


def data(words: list[str], chance: random.Random) -> Iterator[Doc]:
    """Made up: JSON, CSV, logs, tables, hashes, base64, emoji."""
    words = chance.sample(words, min(3_000, len(words)))

    def word() -> str:
        return chance.choice(words)

    def cell() -> str:
        return word() if chance.random() < 0.6 else str(chance.randrange(10_000))

    for number in range(90):
        value = [_value(words, chance) for _ in range(chance.randrange(3, 12))]
        yield Doc("json", json.dumps(value, indent=None if number % 3 else chance.choice((2, 4))))
    for _ in range(25):
        yield Doc("csv", "\n".join(",".join((word(), *_numbers(6, chance))) for _ in range(60)))
        yield Doc("log", "\n".join(f"{_moment(chance)},{chance.randrange(1_000):03d} "
                                   f"{chance.choice(('INFO', 'DEBUG', 'ERROR', 'WARNING'))} [{word()}.{word()}] "
                                   f"{' '.join(chance.sample(words, 7))} id={chance.getrandbits(48):x}"
                                   for _ in range(30)))  # fmt: skip
    for _ in range(15):
        yield Doc("table", "\n".join("| " + " | ".join(cell() for _ in range(5)) + " |" for _ in range(40)))
    for _ in range(8):
        yield Doc("blob", base64.b64encode(chance.randbytes(1_500)).decode())
        yield Doc("hex", "\n".join(f"{chance.getrandbits(160):040x}  {word()}" for _ in range(40)))
        yield Doc("emoji", " ".join(word() + chance.choice("😀🎉✅❌🚀🔥📦💡👍") for _ in range(80)))


def _value(words: list[str], chance: random.Random, depth: int = 0) -> object:
    kind, word = chance.random(), chance.choice(words)
    if depth > 2 or kind < 0.5:
        return chance.choice((
            chance.randrange(10 ** chance.randrange(1, 9)), round(chance.random() * 1_000, 2), word, None, True,
            " ".join(chance.sample(words, 4)), f"{word}_{chance.randrange(1_000)}", _moment(chance),
            f"https://{word}.com/{chance.choice(words)}/{chance.randrange(10_000)}", f"{chance.getrandbits(128):032x}",
        ))  # fmt: skip
    if kind < 0.8:
        return {f"{chance.choice(words)}_{chance.choice(words)}" if chance.random() < 0.5 else chance.choice(words):
                _value(words, chance, depth + 1) for _ in range(chance.randrange(2, 8))}  # fmt: skip
    return [_value(words, chance, depth + 1) for _ in range(chance.randrange(1, 6))]


def _numbers(count: int, chance: random.Random) -> list[str]:
    return [f"{chance.random() * 10 ** chance.randrange(1, 6):.{chance.randrange(5)}f}" for _ in range(count)]


def _moment(chance: random.Random) -> str:
    return (f"2024-{chance.randrange(1, 13):02d}-{chance.randrange(1, 28):02d}T"
            f"{chance.randrange(24):02d}:{chance.randrange(60):02d}:{chance.randrange(60):02d}")  # fmt: skip
