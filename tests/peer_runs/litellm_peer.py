"""litellm's `trim_messages`, with our token counts in place of a tokenizer's."""

from __future__ import annotations

import os
from typing import Any
from unittest import mock

os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"  # importing it would fetch a price list

import litellm.utils

from peer_runs.records import Record, Sent, sent, tokens


def trim(records: list[Record], params: dict[str, Any]) -> Sent:
    known = {record["x"]: (record["content"], tokens(record)) for record in records}

    def count(model: str, messages: list[Record]) -> int:
        total = 0
        for record in messages:
            content, size = known.get(record.get("x"), (None, 0))
            total += size if content == record["content"] else tokens(record)
        return total

    with mock.patch.object(litellm.utils, "token_counter", count):
        kept = litellm.utils.trim_messages(records, max_tokens=params["max_tokens"])
    return [sent({"x": 0} | record) for record in kept]  # the merged system message is a new one


PEERS = {"litellm_trim": trim}
