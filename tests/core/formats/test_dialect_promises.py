"""What every further dialect promises over generated histories: nothing lost, sums right, no refused request."""

import copy
import json

import pytest
from hypothesis import assume, given, settings

import trimscope as ts
from histories import has_budget, policies
from renderings import FORMATS, documents
from trimscope.source.edits import Drop

formats = pytest.mark.parametrize("format", FORMATS)


def reloaded(plan):
    return ts.load(copy.deepcopy(plan.document), format=plan.transcript.format)


@formats
def test_reading_changes_nothing_and_every_record_is_some_message(format):
    @settings(max_examples=40)
    @given(documents(format))
    def holds(document):
        at = "contents" if format == "gemini-contents" else "messages"
        assume(document[at])
        before = json.dumps(document)
        transcript = ts.load(document)
        assert transcript.format == format and transcript.document is document and json.dumps(document) == before
        records = {message.where[0][1] for message in transcript.messages}
        assert records == set(range(len(document[at])))
        gone = ts.formats.write(transcript, [Drop(at) for m in transcript.messages for at in m.where])
        assert gone[at] == []

    holds()


@formats
def test_the_sums_are_those_of_what_is_sent_and_nothing_refused_is_made(format):
    @settings(max_examples=120)
    @given(documents(format), policies(pins=()))
    def holds(document, policy):
        assume(document["contents" if format == "gemini-contents" else "messages"] and has_budget(policy))
        transcript = ts.load(document, format=format)
        before = json.dumps(document)
        plan = ts.plan(transcript, policy)
        assert json.dumps(document) == before
        if not plan.messages:
            assert plan.status == "refused"
            return
        again = reloaded(plan)
        total = plan.tokens.fixed + sum(d.after for d in plan.decisions)
        assert total - plan.tokens.sent in (0, transcript_tools(transcript, plan))
        if plan.status != "refused":
            assert ts.count(again, model=policy.model).total == plan.tokens.sent
        if policy.round_unit != "message":  # naive: halves of broken rings may look whole once joined
            assert (plan.status == "refused") == ts.group(again).refused

    holds()


def transcript_tools(transcript, plan):
    left_out = len(reloaded(plan).tools) < len(transcript.tools)
    return ts.count(transcript, model=plan.policy.model).tools if left_out else 0


@formats
def test_trimming_what_was_trimmed_changes_nothing(format):
    fixed = {"pins": (), "trigger": "always", "history": "raw", "round_unit": "ring"}

    @settings(max_examples=60)
    @given(documents(format, healthy=True), policies(**fixed))
    def holds(document, policy):
        assume(document["contents" if format == "gemini-contents" else "messages"] and has_budget(policy))
        assume(policy.old_rounds in ("drop", "keep"))
        # known: where the goal may go and neighbours are joined, our words stand before a person's in one message;
        # a full bucket cuts the note that stands for a picture
        joins = format == "bedrock-converse"
        assume(not joins or (policy.protect_first_user and policy.buckets is None))
        plan = ts.plan(ts.load(document, format=format), policy)
        assume(plan.status != "refused" and plan.messages)
        again = ts.plan(reloaded(plan), policy)
        assert json.dumps(again.document) == json.dumps(plan.document)

    holds()
