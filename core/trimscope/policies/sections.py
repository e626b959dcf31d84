"""The sections of a policy: parts of the pipeline that are off unless asked for, each with settings of its own."""

from __future__ import annotations

from trimscope.policies.setting_tables import Classes, FieldPaths, Section, Values, part
from trimscope.policies.settings import Choice, Count, Flag, Names, Ratio, Word

MOST = 100_000_000
"""Largest number of tokens or characters a setting takes: a hundred times the largest window there is."""

CLASSES = ("query", "retryable", "once", "confirm")
"""Tools by what a call does to the world (third source article, 3.4), harmless first: only reads; writes, and may be
called again; writes, and must not be called again; needs a person's consent."""

QUERY = (
    "get_*", "list_*", "ls", "search_*", "read_*", "find_*", "fetch_*", "query_*", "describe_*", "show_*", "view_*",
    "lookup_*", "look_up_*", "count_*", "check_*", "calc_*", "calculate_*", "calculator", "estimate_*", "compare_*",
    "inspect_*", "cat", "grep_*", "glob_*", "head", "tail", "pwd", "think", "retrieve_*", "browse_*", "load_*",
    "web_search", "websearch", "web_fetch", "webfetch", "weather_*", "status", "validate_*", "verify_*", "preview_*",
    "*_search", "*_lookup", "*_query", "*_list", "*_get", "*_read", "*_info", "*_status",
)  # fmt: skip
RETRYABLE = (
    "update_*", "set_*", "put_*", "upsert_*", "write_*", "edit_*", "save_*", "replace_*", "patch_*", "apply_*",
    "str_replace_*", "multi_edit", "todo_write", "notebook_edit", "*_update", "*_upsert", "*_put",
)  # fmt: skip
ONCE = (
    "send_*", "book_*", "reserve_*", "create_*", "post_*", "order", "place_*", "submit_*", "publish_*", "insert_*",
    "add_*", "append_*", "email", "reply_*", "notify_*", "upload_*", "move_*", "rename_*", "invite_*", "schedule_*",
    "*_send", "*_create", "*_insert", "*_submit", "*_publish", "*_book",
)  # fmt: skip
CONFIRM = (
    "delete_*", "drop_*", "refund_*", "pay", "pay_*", "transfer", "transfer_money_*", "transfer_funds_*",
    "remove_*", "destroy_*", "cancel_*", "charge_*",
    "purchase_*", "buy_*", "deploy_*", "merge_*", "approve_*", "revoke_*", "terminate_*", "checkout", "withdraw_*",
    "*_delete", "*_remove", "*_cancel", "*_refund", "*_pay", "*_transfer", "*_purchase", "*_destroy", "*_deploy",
)  # fmt: skip
"""Name patterns of tools as they are named in the tool sets we read (`carried.tool_names` says how they match).
Editable, because only who wrote a tool knows what it does. Shells (bash, exec, run) are in none of them: what a command
does depends on the command."""

IDEMPOTENCY_KEYS = ("idempotency_key", "idempotencyKey", "request_id", "requestId", "dedupe_key", "client_token")
"""Fields of arguments that make a repeated call harmless, as payment and order interfaces name them."""


def ledger() -> Section:
    """Completed side effects, carried along when their rings go."""
    return Section(
        place=part("note", Choice("note", "tombstone"), "a message of its own, or behind the tombstone's text"),
        query=part(QUERY, Names(), "names of tools that only read; * stands for anything"),
        retryable=part(RETRYABLE, Names(), "names of tools that write and may be called again"),
        once=part(ONCE, Names(), "names of tools that write and must not be called again"),
        confirm=part(CONFIRM, Names(), "names of tools that need a person's consent"),
        tools=part({}, Classes(*CLASSES, "unknown"), "class of single tools by exact name"),
        keys=part(IDEMPOTENCY_KEYS, Names(), "argument fields that hold an idempotency key"),
        most=part(50, Count(1, 1_000), "entries carried; the oldest are counted only"),
    )


MEMORY_FIELDS = ("goal", "ids", "rejected_trials", "as_of", "sources", "missing")
"""Fields of a memory block that have a meaning of their own: no rule may use their names."""


def memory() -> Section:
    """Goal, ids, rejected trials and the final record of one run, rewritten before each call."""
    return Section(
        place=part("system", Choice("system", "last"), "suffix of the system message, or the last message"),
        goal=part(True, Flag(), "carry the goal"),
        ids=part(
            {}, FieldPaths(*MEMORY_FIELDS), "by tool: {field: path in its result}; a new result replaces the old ids"
        ),
        rejected=part(("*",), Names(), "tools whose failed calls are carried as rejected trials"),
        record=part({}, FieldPaths(*MEMORY_FIELDS), "by tool: {field: path in its result} of the final record"),
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
