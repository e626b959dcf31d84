"""The sample "research": an agent picks a codec by reading documentation and measuring (OpenAI chat, parallel calls).

The sources are real and need no network: the standard library's own documentation through pydoc, its own source
files as the corpus, and a SQLite table that the measurements go into. The agent's conclusions are written from the
numbers that came back, so that a new recording on another machine still tells the truth.
"""

from __future__ import annotations

import bz2
import json
import lzma
import pydoc
import sqlite3
import sys
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from recording import Answer, Arguments, OpenAIRun, tool

PACKAGES = ("asyncio", "collections", "concurrent", "ctypes", "email", "encodings", "html", "http", "importlib", "json",
            "logging", "multiprocessing", "sqlite3", "unittest", "urllib", "xml")
CODECS: dict[str, Callable[[bytes, int], bytes]] = {
    "zlib": zlib.compress,
    "bz2": bz2.compress,
    "lzma": lambda data, level: lzma.compress(data, preset=level),
}
FLOOR = 8                                # MB/s: the slowest packing the user accepts
MONTHLY_GB = 40

SYSTEM = """You are a research assistant for a build team. You answer questions about tools by reading their \
documentation and by measuring, never from memory.

Rules
- Every figure in your answer must come from a tool result of this conversation. Say which one.
- Independent look-ups go into one message as parallel tool calls.
- Measurements are written to the table `measurements`; use SQL to compare them, do not do sums in your head.
- Speeds depend on the machine: give them rounded and say so.
- Before each batch of calls say in one sentence what it is for.
- End with a recommendation of at most six lines: the choice, the evidence, the cost, the code."""

TOOLS = [
    tool("read_docs", "Returns the reference documentation of a Python module, class or function as plain text.",
         ["name"], name="Dotted name, for example zlib or tarfile.open"),
    tool("measure", "Packs every package of the corpus with one codec and level, one archive a package (processor time, best "
         "of three), writes a row a package to `measurements`, and returns the rows.", ["codec", "level"],
         codec={"type": "string", "enum": sorted(CODECS)}, level={"type": "integer", "minimum": 0, "maximum": 9}),
    tool("run_sql", "Runs one SELECT on the tables files(package, path, bytes, lines) and measurements(codec, level, "
         "package, raw_bytes, packed_bytes, milliseconds).", ["query"], query="A SELECT statement (SQLite)."),
]


def _timed(pack: Callable[[bytes, int], bytes], data: bytes, level: int) -> tuple[bytes, float]:
    """What was packed, and the processor seconds it took: the best of three, so that a busy machine counts for less."""
    seconds = []
    for _ in range(3):
        started = time.process_time()
        packed = pack(data, level)
        seconds.append(time.process_time() - started)
    return packed, min(seconds)


class Bench:
    """The corpus, the measurements and the documentation."""

    def __init__(self) -> None:
        self._db = sqlite3.connect(":memory:")
        self._db.row_factory = sqlite3.Row
        self._db.execute("CREATE TABLE files (package TEXT, path TEXT, bytes INTEGER, lines INTEGER)")
        self._db.execute("CREATE TABLE measurements (codec TEXT, level INTEGER, package TEXT, raw_bytes INTEGER, "
                         "packed_bytes INTEGER, milliseconds REAL)")
        library = Path(json.__file__).parents[1]
        self._packages: dict[str, bytes] = {}
        for package in PACKAGES:
            paths = sorted(path for path in (library / package).rglob("*.py") if "test" not in path.parts)
            self._packages[package] = b"".join(path.read_bytes() for path in paths)
            self._db.executemany("INSERT INTO files VALUES (?,?,?,?)", [
                (package, str(path.relative_to(library)), path.stat().st_size, path.read_bytes().count(b"\n"))
                for path in paths])

    def run(self, name: str, arguments: Arguments) -> Answer:
        """Answers one tool call."""
        return getattr(self, "_" + name)(**arguments), False

    def select(self, query: str) -> list[dict[str, Any]]:
        """The rows of a query."""
        return [dict(row) for row in self._db.execute(query)]

    def _read_docs(self, name: str) -> str:
        library = str(Path(json.__file__).parents[1])
        text = pydoc.render_doc(name, title="Python documentation: %s", renderer=pydoc.plaintext)
        return text.replace(library, "/usr/lib/python3.11").rstrip()

    def _measure(self, codec: str, level: int) -> str:
        rows = []
        for package, data in self._packages.items():
            packed, seconds = _timed(CODECS[codec], data, level)
            rows.append((codec, level, package, len(data), len(packed), round(1000 * seconds, 1)))
        self._db.executemany("INSERT INTO measurements VALUES (?,?,?,?,?,?)", rows)
        return json.dumps({"codec": codec, "level": level, "rows": [
            {"package": row[2], "raw_bytes": row[3], "packed_bytes": row[4], "milliseconds": row[5]} for row in rows]})

    def _run_sql(self, query: str) -> str:
        rows = self.select(query)
        return json.dumps({"rows": rows, "count": len(rows)})


def record() -> Any:
    """Reads and measures; the request that came out."""
    bench = Bench()
    return _play(OpenAIRun("research", "gpt-4.1", SYSTEM, TOOLS, bench.run), bench).document


COMPARE = ("SELECT codec, level, sum(raw_bytes) AS raw, sum(packed_bytes) AS packed, "
           "round(100.0 * sum(packed_bytes) / sum(raw_bytes), 2) AS percent, "
           "round(sum(raw_bytes) / 1000.0 / sum(milliseconds), 1) AS mb_per_second "
           "FROM measurements GROUP BY codec, level ORDER BY packed")


def _measure(codec: str, *levels: int) -> list[tuple[str, Arguments]]:
    return [("measure", {"codec": codec, "level": level}) for level in levels]


def _sql(query: str) -> tuple[str, Arguments]:
    return "run_sql", {"query": query}


def _docs(*names: str) -> list[tuple[str, Arguments]]:
    return [("read_docs", {"name": name}) for name in names]


def _best(bench: Bench) -> dict[str, Any]:
    """The smallest codec and level that keeps up with the speed asked for."""
    return next(row for row in bench.select(COMPARE) if row["mb_per_second"] >= FLOOR)


def _named(row: dict[str, Any]) -> str:
    return f"{row['codec']} level {row['level']}"


def _on_small(rows: list[dict[str, Any]], best: dict[str, Any]) -> str:
    """How the choice does on the packages under 60 kB, in words."""
    first = rows[0]
    mine = next(row for row in rows if (row["codec"], row["level"]) == (best["codec"], best["level"]))
    if mine["packed"] == first["packed"]:
        return "under 60 kB it is the smallest as well"
    more = 100 * (mine["packed"] - first["packed"]) / first["packed"]
    return f"under 60 kB it is {more:.1f} % larger than the best there, {_named(first)}"


def _play(run: OpenAIRun, bench: Bench) -> OpenAIRun:
    """The run, message by message."""
    run.user(
        f"We archive about {MONTHLY_GB} GB of Python source a month, one archive per package, and must be able to read it "
        "with nothing but the standard library of Python 3.11. Which codec and level gives the smallest archives while "
        f"packing at {FLOOR} MB/s or more on one core? Use the standard library's own packages as the test corpus, and tell "
        "me what it comes to in GB a month.")
    totals, _ = run.call(
        "First the size of the corpus, in all and per package.",
        _sql("SELECT count(*) AS files, sum(bytes) AS bytes, sum(lines) AS lines FROM files"),
        _sql("SELECT package, count(*) AS files, sum(bytes) AS bytes, max(bytes) AS largest FROM files "
             "GROUP BY package ORDER BY bytes DESC"))
    corpus = json.loads(totals)["rows"][0]
    run.call("Now what the documentation says about the three codecs, their levels and limits.",
             *_docs("zlib", "bz2", "lzma.LZMAFile"))
    run.call("zlib at its fastest, default and best level.", *_measure("zlib", 1, 6, 9))
    run.call("bz2 the same way; its level is the block size in 100 kB.", *_measure("bz2", 1, 5, 9))
    run.call("lzma at three presets; 6 is the default.", *_measure("lzma", 0, 3, 6))
    run.call("Side by side, smallest first, with the speed.", _sql(COMPARE))
    best = _best(bench)
    smallest = bench.select(COMPARE)[0]
    slow = (f"{_named(smallest)} leaves only {smallest['percent']} %, but at {smallest['mb_per_second']} MB/s. "
            if smallest != best else "")
    run.say(f"So far {_named(best)} leaves the least within your limit: {best['percent']} % of the original, at "
            f"{best['mb_per_second']} MB/s on this machine. {slow}The lzma presets in between are not measured yet, and I "
            "have not looked at how an archive is written. Shall I go on with both?")
    run.user("Yes. Also check whether small packages suffer: I don't want a codec that is only good on big ones.")
    run.call("The presets in between, and the functions that write archives.",
             *_measure("lzma", 1, 2), *_docs("lzma.open", "tarfile.open", "shutil.make_archive"))
    best = _best(bench)
    chosen = f"codec = '{best['codec']}' AND level = {best['level']}"
    run.call("The full comparison again, and how the choice does on small and on large packages.",
             _sql(COMPARE),
             _sql("SELECT package, raw_bytes, round(100.0 * packed_bytes / raw_bytes, 2) AS percent FROM measurements "
                  f"WHERE {chosen} ORDER BY raw_bytes"))
    on_small = ("SELECT codec, level, sum(packed_bytes) AS packed FROM measurements WHERE raw_bytes < 60000 "
                "GROUP BY codec, level ORDER BY packed")
    run.call("Does another codec win on the smallest packages?",
             _sql(on_small),
             _sql("SELECT package, codec, level, min(packed_bytes) AS packed FROM measurements WHERE raw_bytes < 60000 "
                  "GROUP BY package ORDER BY package"))
    monthly, = run.call(
        f"Last, the month: {MONTHLY_GB} GB scaled by the share of the corpus's {corpus['bytes']} bytes.",
        _sql(f"SELECT round({MONTHLY_GB}.0 * sum(packed_bytes) / {corpus['bytes']}, 2) AS gb_a_month, "
             f"round({MONTHLY_GB}000.0 / (sum(raw_bytes) / 1000.0 / sum(milliseconds)) / 60, 0) AS minutes_a_month "
             f"FROM measurements WHERE {chosen}"))
    month = json.loads(monthly)["rows"][0]
    code = {"lzma": f"tarfile.open(path, 'w:xz', preset={best['level']})",
            "bz2": f"tarfile.open(path, 'w:bz2', compresslevel={best['level']})",
            "zlib": f"tarfile.open(path, 'w:gz', compresslevel={best['level']})"}[best["codec"]]
    run.say(f"Use {_named(best)}.\n"
            f"Evidence: on {corpus['files']} files, {corpus['bytes']:,} bytes (first query), it leaves {best['percent']} % and "
            f"packs at about {best['mb_per_second']:.0f} MB/s here, above your {FLOOR}.\n"
            f"Cost: {MONTHLY_GB} GB become about {month['gb_a_month']} GB a month, in about "
            f"{month['minutes_a_month']:.0f} minutes on one core of this machine.\n"
            f"Code: {code}; any Python 3.11 with the {best['codec']} module reads it back with tarfile.open(path).\n"
            f"Small packages: {_on_small(bench.select(on_small), best)}.")
    return run


if sys.version_info[:2] != (3, 11):
    print("research: recorded on another Python than 3.11, the paths in the documentation say 3.11", file=sys.stderr)
