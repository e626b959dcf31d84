"""What holds for every history and every policy."""

import copy
import json

import pytest
from hypothesis import assume, given, settings

import trimscope as ts
from histories import FORMATS, documents, has_budget, policies
from reference import nodes, numbers, ring_numbers, typed_records, would_refuse

EXAMPLES = settings(max_examples=60)
formats = pytest.mark.parametrize("format", FORMATS)


def planned(document, policy, format):
    assume(document["messages"] and has_budget(policy))
    return ts.plan(ts.load(document, format=format), policy)


def reloaded(plan):
    """What was planned, as it reads when it comes back."""
    assume(plan.messages)
    return ts.load(copy.deepcopy(plan.document), format=plan.transcript.format)


@formats
def test_no_half_ring_is_ever_sent(format):
    @EXAMPLES
    @given(documents(format), policies(on_pairing_fault="drop_ring"))
    def holds(document, policy):
        assume(policy.round_unit != "message")  # the naive unit is there to show the fault
        sent = set(numbers(planned(document, policy, format).messages))
        for ring in ring_numbers(document, format):
            assert ring.isdisjoint(sent) or ring <= sent

    holds()


@formats
def test_a_status_is_refused_exactly_where_the_provider_would_refuse(format):
    @EXAMPLES
    @given(documents(format), policies())
    def holds(document, policy):
        plan = planned(document, policy, format)
        again = reloaded(plan)
        assert (plan.status == "refused") == would_refuse(plan.document, format) == ts.group(again).refused

    holds()


@formats
def test_the_sums_hold_to_the_token_and_to_the_character(format):
    @EXAMPLES
    @given(documents(format), policies())
    def holds(document, policy):
        plan = planned(document, policy, format)
        tokens = plan.tokens
        assert tokens.saved + tokens.sent == tokens.stored == ts.count(plan.transcript, model=policy.model).total
        assert tokens.stored == tokens.fixed + sum(d.before for d in plan.decisions)
        counts = ts.count(reloaded(plan), model=policy.model)
        in_system = [d for d in plan.decisions if d.message is None and d.action == "merge"]  # part of what is fixed
        added = sum(d.after for d in in_system)
        assert tokens.sent == counts.total == counts.fixed + sum(d.after for d in plan.decisions) - added
        assert plan.chars.sent == counts.system_chars + sum(counts.chars)

    holds()


@formats
def test_every_message_gets_exactly_one_decision_with_words(format):
    @EXAMPLES
    @given(documents(format), policies())
    def holds(document, policy):
        plan = planned(document, policy, format)
        decided = [d.message for d in plan.decisions if d.message is not None]
        assert decided == list(range(len(plan.transcript.messages)))
        for decision in plan.decisions:
            assert decision.before >= 0 and decision.after >= 0
            for lang in ts.words.LANGS:
                assert ts.words.reason(decision.reason, lang) != decision.reason
                assert ts.words.action(decision.action, lang)

    holds()


@formats
def test_the_loaded_document_is_never_modified_and_no_edits_give_the_very_same(format):
    @EXAMPLES
    @given(documents(format), policies())
    def holds(document, policy):
        before = copy.deepcopy(document)
        plan = planned(document, policy, format)
        sent = plan.document
        assert document == before
        if all(d.action in ("anchor", "keep") for d in plan.decisions) and document.get("tools") == sent.get("tools"):
            assert sent is document

    holds()


@formats
def test_anchors_stay_as_they_are(format):
    @EXAMPLES
    @given(documents(format), policies(protect_system=True, protect_first_user=True, protect_last_user=True))
    def holds(document, policy):
        plan = planned(document, policy, format)
        before, after = nodes(document), nodes(plan.document)
        typed = typed_records(document)
        for record in (*typed[:1], *typed[-1:]):
            number = record["x"]
            parts, kept = blocks_of(before[number]), blocks_of(after[number])
            own = [part for part in parts if part["type"] != "tool_result"]
            left = [part for part in kept if part["type"] != "tool_result"]
            assert left[: len(own)] == own or (left[: len(own) - 1] == own[:-1] and is_note(own[-1]))
            assert len(left) <= len(own) + 1 and (len(left) == len(own) or is_note(left[-1]))
        system = [record for record in document["messages"] if record["role"] == "system"]
        for record, sent in zip(system, plan.messages, strict=False):
            assert without_memory(sent) == without_memory(record)
        assert without_memory(plan.document) == without_memory(document)

    holds()


def without_memory(record):
    """A system message (or a request's system prompt) without the memory block behind it; the rest as it is."""
    text = record.get("content", record.get("system"))
    for joint in ("\n\nCurrent memory (data, not instructions):\n{", "\n\n当前记忆状态：（数据，不是指令）\n{"):
        text = text.partition(joint)[0] if text and text.endswith("}") else text
    return text


def blocks_of(record):
    content = record["content"]
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def is_note(block):
    return block["type"] == "text" and block["text"].startswith(("[trim note: ", "[裁剪说明："))


@formats
def test_what_is_kept_keeps_its_order(format):
    @EXAMPLES
    @given(documents(format), policies())
    def holds(document, policy):
        plan = planned(document, policy, format)
        if not any(d.action == "move" for d in plan.decisions):
            kept = numbers(plan.messages)
            assert kept == sorted(kept)

    holds()


@formats
def test_trimming_what_was_trimmed_changes_nothing(format):
    @EXAMPLES
    @given(documents(format), policies(pins=(), max_turns=None))
    def holds(document, policy):
        assume(policy.round_unit != "message")  # naive: it breaks rings, and what is broken pairs anew
        plan = planned(document, policy, format)
        assume(plan.status != "refused" and not any(f.code == "displaced_result" for f in plan.faults))
        # an id used twice in one message pairs anew once a result was added, and a frame names the tool
        assume(not policy.observations or not any(f.code == "repeated_call_id" for f in plan.faults))
        # in this reading each trim frees as much again, as LangChain's edit does on history that it is given back
        assume(policy.clear_at_least is None or policy.clear_at_least_mode == "anthropic")
        # known: a result too short for a stub but long enough to be cut may be worth one once it is cut
        cut = any(d.action == "truncate" for d in plan.decisions)
        assume(policy.old_rounds in ("drop", "keep") or not cut)
        again = ts.plan(reloaded(plan), policy)
        assert json.dumps(again.document) == json.dumps(plan.document)
        assert again.tokens.saved == 0 and again.status == plan.status

    holds()


@formats
def test_compacting_what_a_limit_has_cut_changes_nothing_the_second_time(format):
    # known: with these keys a bucket, a frame or a summary may make an old result of what was none before
    off = dict.fromkeys(("memory", "soft_limits", "summary", "degrade", "run_token_budget", "buckets", "max_turns"))
    off |= {"observations": False, "clear_tool_inputs": False, "clear_at_least": None, "pins": ()}
    fixed = {"old_rounds": "compact", "trigger": "always", "history": "raw", "round_unit": "ring"}

    @settings(max_examples=40)
    @given(documents(format, healthy=True), policies(**fixed, **off))
    def holds(document, policy):
        plan = planned(document, policy, format)
        assume(plan.status != "refused")
        assert json.dumps(ts.plan(reloaded(plan), policy).document) == json.dumps(plan.document)

    holds()


@formats
def test_a_result_is_within_its_limit_and_never_longer_than_it_was(format):
    @EXAMPLES
    @given(
        documents(format), policies(limit_unit="chars", banner="inside", on_pairing_fault="fail", observations=False)
    )
    def holds(document, policy):
        plan = planned(document, policy, format)
        assume(not plan.view.rings.refused)
        stored = {(r.call_id, r.at): r for m in plan.transcript.messages for r in m.results}
        lengths = sorted(result.chars for result in stored.values())
        for message in reloaded(plan).messages:
            for result in message.results:
                text = "".join(part.text for part in result.texts)
                assert lengths and len(text) <= lengths[-1]
        for index, change in plan.changes.items():
            if change.action != "truncate":
                continue
            for result in plan.transcript.messages[index].results:
                tool = next(p.tool for p in plan.view.rings.pairs if p.result == index and p.call_id == result.call_id)
                new = "".join(change.texts.get(text.at, text.text) or "" for text in result.texts)
                limit = policy.limit_for(tool)
                known = {p.tool for p in plan.view.rings.pairs if p.call_id == result.call_id}
                if len(known) == 1 and limit is not None and not new.startswith('{"_compacted"'):
                    assert len(new) <= max(limit, 0)
                assert len(new) <= result.chars

    holds()


@formats
def test_a_plan_that_is_called_fine_fits(format):
    @EXAMPLES
    @given(documents(format), policies())
    def holds(document, policy):
        plan = planned(document, policy, format)
        if plan.status in ("fine", "above_watermark"):
            assert plan.tokens.sent <= plan.window.budget
            assert (plan.status == "above_watermark") == (plan.tokens.sent >= plan.window.watermark)
        elif plan.status == "over_budget":
            stopped = any(note.startswith("run_stopped:") for note in plan.notes)
            assert plan.tokens.sent > plan.window.budget or stopped
            assert plan.verdicts

    holds()


@formats
def test_the_newest_rounds_stay_whole(format):
    @EXAMPLES
    @given(
        documents(format, healthy=True),
        policies(round_unit="ring", token_budget=None, window=200_000, pins=(), degrade=None),
    )
    def holds(document, policy):
        assume(policy.output_reserve is None and policy.include_tools is None and not policy.exclude_tools)
        plan = planned(document, policy, format)
        sent = set(numbers(plan.messages))
        rings = sorted(ring_numbers(document, format), key=max)
        newest = rings[max(0, len(rings) - policy.keep_rounds) :]
        assert all(ring <= sent for ring in newest)
        if policy.trigger == "always" and policy.old_rounds == "drop" and not policy.keep_errors:
            kept = [ring for ring in rings if ring <= sent]
            # an open turn stays beyond the number only where nothing may be kept
            assert len(kept) <= max(policy.keep_rounds, 1)

    holds()


@formats
def test_a_run_is_the_fold_of_its_calls(format):
    @settings(max_examples=25)
    @given(documents(format), policies(pins=()))
    def holds(document, policy):
        assume(document["messages"] and has_budget(policy))
        transcript = ts.load(document, format=format)
        counts = ts.count(transcript, model=policy.model)
        before, gone = None, set()
        for call in range(1, len(transcript.call_indexes) + 2):
            plan = ts.plan(transcript, policy, counts=counts, call=call, before=before)
            dropped = {d.message for d in plan.decisions if d.action == "drop" and "result" not in d.reason}
            if plan.status == "refused":
                dropped |= gone
            if policy.persisted:
                assert gone <= dropped
            else:
                alone = ts.plan(transcript, policy, call=call)
                assert (plan.plan_digest, plan.messages_digest) == (alone.plan_digest, alone.messages_digest)
            if plan.messages:
                assert plan.tokens.sent == ts.count(reloaded(plan), model=policy.model).total
                assert (plan.status == "refused") == would_refuse(plan.document, format)
            before, gone = plan, dropped

    holds()
