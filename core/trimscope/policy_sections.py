"""The sections of a policy: parts of the pipeline that are off unless asked for, each with settings of its own."""

from __future__ import annotations

from trimscope.setting_tables import Section, Values, part
from trimscope.settings import Choice, Count, Flag, Names, Ratio, Word

MOST = 100_000_000
"""Largest number of tokens or characters a setting takes: a hundred times the largest window there is."""

CLASSES = ("query", "retryable", "once", "confirm")
"""Tools by what a call does to the world (third source article, 3.4), harmless first: only reads; writes, and may be
called again; writes, and must not be called again; needs a person's consent."""

QUERY = (
    "get*", "list*", "search*", "read*", "find*", "fetch*", "query*", "describe*", "show*", "view*", "lookup*",
    "count*", "check*", "calc*", "estimate*", "compare*", "inspect*", "open*", "ls", "cat", "grep", "glob", "head",
    "tail", "pwd", "think*", "retrieve*", "browse*", "status*",
)  # fmt: skip
RETRYABLE = ("update*", "set*", "put*", "upsert*", "write*", "edit*", "save*", "replace*", "patch*", "apply*")
ONCE = (
    "send*", "book*", "create*", "post*", "order*", "submit*", "publish*", "insert*", "add*", "append*", "email*",
    "reply*", "notify*", "upload*", "run*", "bash*", "exec*", "move*", "rename*",
)  # fmt: skip
CONFIRM = (
    "delete*", "drop*", "refund*", "pay*", "transfer*", "remove*", "destroy*", "cancel*", "charge*", "purchase*",
    "buy*", "deploy*", "merge*", "approve*",
)  # fmt: skip
"""Name patterns of tools as they are named in the tool sets we read; a `*` stands for any letters. Editable, because
only who wrote a tool knows what it does."""

IDEMPOTENCY_KEYS = ("idempotency_key", "idempotencyKey", "request_id", "requestId", "dedupe_key", "client_token")
"""Fields of arguments that make a repeated call harmless, as payment and order interfaces name them."""


def ledger() -> Section:
    """Completed side effects, carried along when their rings go."""
    return Section(
        place=part("note", Choice("note", "tombstone"), "a message of its own, or behind the tombstone's text"),
        query=part(QUERY, Names(), "names of tools that only read; * stands for any letters"),
        retryable=part(RETRYABLE, Names(), "names of tools that write and may be called again"),
        once=part(ONCE, Names(), "names of tools that write and must not be called again"),
        confirm=part(CONFIRM, Names(), "names of tools that need a person's consent"),
        tools=part({}, Values(), "class of single tools by name: query, retryable, once or confirm"),
        keys=part(IDEMPOTENCY_KEYS, Names(), "argument fields that hold an idempotency key"),
        most=part(50, Count(1, 1_000), "entries carried; the oldest are counted only"),
    )


def memory() -> Section:
    """Goal, ids, rejected trials and the final record of one run, rewritten before each call."""
    return Section(
        place=part("system", Choice("system", "last"), "suffix of the system message, or the last message"),
        goal=part(True, Flag(), "carry the goal"),
        ids=part({}, Values(), "by tool: {field: path in its result}; a new result replaces the old ids"),
        rejected=part(("*",), Names(), "tools whose failed calls are carried as rejected trials"),
        record=part({}, Values(), "by tool: {field: path in its result} of the final record"),
        most_chars=part(2_000, Count(100, 100_000), "characters the block takes at most"),
        saved=part({}, Values(), "what an interrupted run had collected, to go on from"),
    )


def summary() -> Section:
    """A summary in the place of the middle, given by a person or a hook, and checked."""
    return Section(
        text=part(None, Word(100_000, optional=True), "the summary: a JSON object or lines of 'field: text'"),
        trigger_ratio=part(0.8, Ratio(), "share of the input budget from which on it is used"),
        max_tokens=part(1_024, Count(1, MOST), "tokens a summary may have"),
        timeout_ms=part(8_000, Count(1, 3_600_000), "milliseconds a hook may take"),
    )


def select_by_value() -> Section:
    """Which rounds stay when not all fit: by value and risk for each token, not by age."""
    return Section(
        risk=part(1, Count(0, 100), "weight of risk against value (lambda)"),
        recency=part(2, Count(0, 100), "value of being recent"),
        error=part(1, Count(0, 100), "risk of losing an error"),
        entity=part(3, Count(0, 100), "risk of losing the only source of a pinned or carried id"),
        used=part(2, Count(0, 100), "value of holding what a later call used"),
    )


def buckets() -> Section:
    """Tokens each kind of content may take; a full one lets only its own content be shortened."""
    limit = "tokens this kind of content may take"
    return Section(
        policy=part(None, Count(0, MOST, optional=True), limit),
        tools=part(None, Count(0, MOST, optional=True), limit),
        task=part(None, Count(0, MOST, optional=True), limit),
        recent=part(None, Count(0, MOST, optional=True), limit),
        history=part(None, Count(0, MOST, optional=True), limit),
        results=part(None, Count(0, MOST, optional=True), limit),
        knowledge=part(None, Count(0, MOST, optional=True), limit),
        summary=part(None, Count(0, MOST, optional=True), limit),
        state=part(None, Count(0, MOST, optional=True), limit),
        knowledge_tools=part(
            ("search*", "retriev*", "*_search", "knowledge*", "rag*", "lookup*"),
            Names(),
            "names of tools whose results are knowledge; * stands for any letters",
        ),
    )


def soft_limits() -> Section:
    """Tokens of history at which one step each begins (third source article, 5.3)."""
    return Section(
        delete=part(4_000, Count(0, MOST, optional=True), "from here on old messages of low value go"),
        summarise=part(6_000, Count(0, MOST, optional=True), "from here on the summary is used"),
        retrieve=part(8_000, Count(0, MOST, optional=True), "from here on old evidence goes, to be retrieved anew"),
        ask=part(10_000, Count(0, MOST, optional=True), "from here on the run pauses and asks a person"),
    )


def degrade() -> Section:
    """Steps down as the run's tokens near `run_token_budget` (second source article)."""
    return Section(
        compact_at=part(0.5, Ratio(), "share of the run's budget from which on old results are compacted"),
        extreme_at=part(0.8, Ratio(), "share from which on only anchors and the newest ring are sent"),
    )
