"""opencode: exports and a plugin's event log, as requests step by step."""

import json

import trimscope as ts
from trimscope.formats import load_all

TOKENS = {"input": 5, "output": 3, "reasoning": 2, "cache": {"read": 90, "write": 5}}


def part(kind, number, **more):
    return {"id": f"prt_{number}", "type": kind, **more}


def tool(number, status="completed", **state):
    held = {"status": status, "input": {"path": "a"}, **state}
    return part("tool", number, tool="read", callID=f"c{number}", state=held)


def step(number, *parts):
    return [part("step-start", f"{number}s"), *parts, part("step-finish", f"{number}f", tokens=TOKENS)]


def message(role, *parts, provider="opencode", **info):
    told = {"id": f"msg_{role}", "role": role, "sessionID": "ses_1", **info}
    if role == "assistant":
        told |= {"providerID": provider, "modelID": "m"}
    return {"info": told, "parts": list(parts)}


def export(*messages):
    return {"info": {"id": "ses_1", "title": "Bolts"}, "messages": list(messages)}


GOAL = message("user", part("text", 1, text="Count."), part("text", 2, text="<file>", synthetic=True))
STEPS = [
    *step("a", part("reasoning", 3, text="Hm."), tool(4, output="12"), tool(5, "error", error="no bin")),
    *step("b", part("text", 6, text="Done.")),
]


def test_a_message_of_two_steps_is_two_answers_with_their_own_usage():
    transcript = ts.load(export(GOAL, message("assistant", *STEPS)))
    assert transcript.format == "opencode-export" and transcript.dialect == "openai-chat"
    assert [m.role for m in transcript.messages] == ["user", "assistant", "tool", "tool", "assistant"]
    assert [m.usage.context for m in transcript.messages if m.usage] == [100, 100]
    assert transcript.messages[1].usage.output == 5 and not ts.group(transcript).faults


def test_claude_is_spoken_to_in_its_own_dialect():
    transcript = ts.load(export(GOAL, message("assistant", *STEPS, provider="anthropic")))
    assert transcript.dialect == "anthropic-messages" and not ts.group(transcript).faults
    assert [result.is_error for m in transcript.messages for result in m.results] == [False, True]


def test_what_opencode_put_in_is_typed_by_nobody_and_what_it_ignored_is_left_out():
    wrapped = message("user", part("text", 1, text="reminder", synthetic=True))
    ignored = message("user", part("text", 1, text="secret", ignored=True))
    transcript = ts.load(export(GOAL, wrapped, ignored, message("assistant", *STEPS)))
    assert [m.injected for m in transcript.messages][:2] == [False, True]
    assert "secret" not in json.dumps(transcript.document)


def test_a_running_tool_is_an_open_call():
    transcript = ts.load(export(GOAL, message("assistant", *step("a", tool(4, "running")))))
    assert [fault.code for fault in ts.group(transcript).faults] == ["pending_call"]


def test_a_compaction_begins_an_epoch():
    summary = message("assistant", *step("s", part("text", 7, text="Bin a has 12.")), summary=True)
    asked = message("user", part("compaction", 6, auto=True))
    transcript = ts.load(export(GOAL, message("assistant", *STEPS), asked, summary, GOAL))
    begin = transcript.epochs[-1]
    assert transcript.messages[begin].injected and transcript.messages[begin + 1].text == "Bin a has 12."


def test_redacted_and_cleared_outputs_are_said():
    hidden = tool(4, output="[redacted:tool-output:prt_4]")
    cleared = tool(5, output="12", time={"compacted": 1})
    notes = ts.load(export(GOAL, message("assistant", *step("a", hidden, cleared)))).notes
    assert len(notes) == 2 and "redacted" in notes[1]["en"]


def test_a_picture_is_media():
    file = part("file", 2, mime="image/png", url="data:image/png;base64,AAAA", filename="a.png")
    transcript = ts.load(export(message("user", part("text", 1, text="See"), file), message("assistant", *STEPS)))
    assert [p.kind for p in transcript.messages[0].parts if hasattr(p, "kind")] == ["image_url"]


def event(kind, **properties):
    return ["event", {"event": {"type": kind, "properties": properties}}]


def events(session, *messages, parent=None):
    yield event("session.created", info={"id": session, "parentID": parent, "title": session})
    for number, each in enumerate(messages):
        owner = {"sessionID": session, "messageID": f"msg_{session}_{number}"}
        yield event("message.updated", info={**each["info"], "id": owner["messageID"], "sessionID": session})
        for grown in each["parts"]:
            if grown["type"] == "tool":
                yield event("message.part.updated", part={**grown, **owner, "state": {"status": "pending"}})
            yield event("message.part.updated", part={**grown, **owner})


def test_an_event_log_keeps_the_last_state_of_a_part_and_sub_agents_apart():
    system = ["experimental.chat.system.transform", {"sessionID": "ses_1", "model": {"id": "m"}}, {"system": ["Help."]}]
    title = ["experimental.chat.system.transform", {"sessionID": "ses_1", "model": {"id": "n"}}, {"system": ["Title"]}]
    definition = ["tool.definition", {"toolID": "read"}, {"description": "Reads.", "parameters": {"~standard": {}}}]
    lines = [
        *events("ses_2", GOAL, message("assistant", *STEPS), parent="ses_1"),
        *events("ses_1", GOAL, message("assistant", *STEPS)),
        definition,
        system,
        title,
    ]
    found = load_all("\n".join(map(json.dumps, lines)))
    assert found[0].format == "opencode-events" and found[0].conversations == ("ses_1", "ses_2")
    assert [m.role for m in found[0].messages] == ["system", "user", "assistant", "tool", "tool", "assistant"]
    assert found[0].messages[0].text == "Help." and found[0].tools[0].name == "read"
    assert all(not ts.group(each).faults for each in found)


def test_text_that_grew_in_pieces_is_put_together():
    owner = {"sessionID": "s", "messageID": "m"}
    lines = [
        event("message.updated", info={"id": "m", "sessionID": "s", "role": "user"}),
        event("message.part.updated", part={"id": "p", "type": "text", "text": "Co", **owner}),
        event("message.part.delta", **owner, partID="p", field="text", delta="unt."),
    ]
    assert ts.load(lines).messages[0].text == "Count."
