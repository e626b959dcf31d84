"""`trimscope scenario FILE -o OUT` makes a scenario document; `trimscope verify SCENARIO ...` checks some.

Verifying: exit 0 where all are equal, 1 where one is not, 2 where one cannot be read or checked. Of a folder only files
that say they are scenarios are looked at (one that is damaged is told of); a file that is named has to be one.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from trimscope.command import assigning, console, files
from trimscope.errors import LoadError, PolicyError, TrimscopeError
from trimscope.scenarios.building import Carried, scenario
from trimscope.scenarios.opening import is_scenario, open_scenario
from trimscope.scenarios.scenario import WORDS, Scenario, ScenarioError
from trimscope.scenarios.stored import sha256_of
from trimscope.scenarios.verifying import Verification, verify
from trimscope.source import reading
from trimscope.transcript import Transcript
from trimscope.words import scenarios as words

FINE, FAILED, BAD_INPUT = 0, 1, 2

SCHEMA_MARK = b"trimscope.scenario/"
"""What every scenario says of itself; a damaged one still holds it."""

TABLES = (".toml",)
"""Suffixes of scenarios beside those of transcripts."""

Read = Callable[[argparse.Namespace], Any]


@dataclass(frozen=True)
class Checked:
    """One file: what verifying it found, or why it could not be done."""

    name: str
    found: Verification | TrimscopeError


def add(
    commands: Any,
    common: Callable[[argparse.ArgumentParser], None],
    load: Read,
    read_policy: Read,
    listed: Read,
    suffixes: tuple[str, ...],
) -> None:
    """Add both commands to those there are, as `playing.add` does."""
    make = commands.add_parser("scenario", help="write transcript, policy and outcome as one document to check later")
    common(make)
    assigning.add_options(make, suffixes)
    how = make.add_mutually_exclusive_group()
    how.add_argument("--shape", action="store_true", help="without texts: roles, sizes, ids and token counts only")
    how.add_argument("--by-hash", action="store_true", help="without the transcript: its SHA-256, and where it lies")
    make.add_argument("--source", metavar="WHERE", help="with --by-hash: where it lies (default: FILE)")
    make.add_argument("--folded", action="store_true", help="go on from what the calls before it dropped")
    make.add_argument("--spent", type=int, default=0, metavar="TOKENS", help="what the run used before this call")
    make.add_argument("--retry", type=int, default=0, metavar="N", help="how often this call was refused as too long")
    for word in WORDS:
        make.add_argument(f"--{word}", default="", metavar="TEXT", help=f"its {word}, for people")
    make.add_argument("-o", "--output", metavar="OUT", default="-", help="the file to write (default: print it)")
    make.set_defaults(run=lambda args: listed(args) if args.list else _make(args, load(args), read_policy(args)))
    check = commands.add_parser("verify", help="plan scenarios again: equal, or what differs first")
    check.add_argument("files", nargs="+", metavar="SCENARIO", help="scenarios (JSON, TOML), folders of them, patterns")
    check.add_argument("--transcript", metavar="FILE", help="of a scenario by hash, where it is not beside it")
    check.add_argument("--lang", choices=("en", "zh"), default="en", help="language of the words")
    check.add_argument("--json", action="store_true", help="JSON on standard output")
    check.set_defaults(run=_verify)


def _make(args: argparse.Namespace, transcript: Transcript, policy: Any) -> int:
    if args.output != "-" and console.same_file(args.file, args.output):
        raise PolicyError(f"-o {args.output} is the transcript itself, which is never overwritten: name another file.")
    if args.source is not None and not args.by_hash:
        raise PolicyError("--source says where a transcript lies that the scenario does not hold: add --by-hash.")
    carry: Carried = "shape" if args.shape else "hash" if args.by_hash else "inline"
    source = args.source if args.source is not None else files.seen_from(args.output, args.file)
    made = scenario(
        transcript,
        policy,
        carry=carry,
        source=source,
        call=args.call,
        folded=args.folded,
        spent=args.spent,
        retry=args.retry,
        **{word: getattr(args, word) for word in WORDS},
    )
    console.put(args.output, made.to_text())
    return FINE


def _verify(args: argparse.Namespace) -> int:
    checked = list(_all(args))
    if not checked:
        raise ScenarioError('There is no scenario among these files: one says "schema": "trimscope.scenario/1".')
    if args.json:
        print(json.dumps([_json(each) for each in checked]))
    else:
        for each in checked:
            print(_text(each, args.lang))
        if len(checked) > 1:
            equal = sum(isinstance(each.found, Verification) and each.found.equal for each in checked)
            print(words.word(words.COUNTED, args.lang).format(equal=equal, all=len(checked)))
    if any(isinstance(each.found, TrimscopeError) for each in checked):
        return BAD_INPUT
    return FINE if all(each.found for each in checked) else FAILED


def _was_one(name: str) -> bool:
    """Whether a file that cannot be read was a scenario: in a folder it is told of, and not passed over."""
    try:
        return SCHEMA_MARK in files.content(name)
    except TrimscopeError:
        return False


def _all(args: argparse.Namespace) -> Iterator[Checked]:
    for given in args.files:
        for name in files.found([given], TABLES, "scenario"):
            try:
                document = _document(name)
            except TrimscopeError as error:
                if name == given or _was_one(name):
                    yield Checked(name, error)
                continue
            if name != given and not is_scenario(document):
                continue
            yield Checked(name, _checked(name, document, args))


def _document(name: str) -> Any:
    """A parsed file; one that is no JSON is handed on as text, for the reader of scenarios to look at."""
    data = files.content(name)
    if name.lower().endswith(TABLES):
        return open_scenario(data).to_mapping()
    try:
        return reading.read(data)[0]
    except LoadError:
        return open_scenario(data).to_mapping()


def _checked(name: str, document: Any, args: argparse.Namespace) -> Verification | TrimscopeError:
    try:
        one = open_scenario(document)
        return verify(one, _transcript(name, one, args))
    except TrimscopeError as error:
        return error


def _transcript(name: str, one: Scenario, args: argparse.Namespace) -> Transcript | None:
    """The transcript of a scenario by hash: the file that is named, or the one beside the scenario."""
    if one.kind != "sha256":
        return None
    source = args.transcript or files.beside(name, str(one.transcript.get("source", "")))
    if source is None:
        return None
    wanted = one.transcript["sha256"]
    first: Transcript | TrimscopeError | None = None
    how = {key: one.transcript[key] for key in ("format", "provider") if isinstance(one.transcript.get(key), str)}
    for _, each in files.transcripts([source], args.transcripts, **how):
        if isinstance(each, TrimscopeError):
            first = each if first is None else first
        elif sha256_of(each) == wanted:
            return each
        else:
            first = each if first is None or isinstance(first, TrimscopeError) else first
    if isinstance(first, TrimscopeError):
        raise first
    return first


def _json(each: Checked) -> Mapping[str, Any]:
    if isinstance(each.found, TrimscopeError):
        return {"file": each.name, "equal": None, "error": str(each.found)}
    differs = [
        {"code": one.code, "message": one.message, "recorded": one.recorded, "found": one.found}
        for one in each.found.mismatches
    ]
    return {"file": each.name, "equal": each.found.equal, "differs": differs}


def _text(each: Checked, lang: str) -> str:
    if isinstance(each.found, TrimscopeError):
        return f"{each.name}: {words.word(words.NOT_CHECKED, lang)}: {each.found}"
    if each.found.equal:
        return f"{each.name}: {words.word(words.EQUAL, lang)}"
    lines = "".join(f"\n  {one.sentence(lang)}" for one in each.found.mismatches)
    return f"{each.name}: {words.word(words.DIFFERENT, lang)}{lines}"
