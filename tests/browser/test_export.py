"""What can be taken along: the messages in the format that was loaded, and the policy."""

import json

import pytest

import trimscope as ts
from trimscope.source.canonical import dumps


@pytest.mark.parametrize("sample", ["coding", "hotel", "research"])
def test_the_trimmed_messages_are_the_cores_document(app, sample):
    transcript, plan = app.open_sample(sample)
    name, text = app.download("messages")
    assert dumps(json.loads(text)) == dumps(plan.document)
    assert name == f"{sample}.trimmed.json"
    assert ts.load(text).format == transcript.format


def test_what_was_taken_along_is_not_trimmed_again(app):
    before = app.policy()["keep_rounds"]
    app.slide("keep_rounds")  # one's own settings hold for one's own file
    app.until(lambda: app.policy()["keep_rounds"] != before, True)
    policy = ts.Policy.from_mapping(app.policy())
    app.shows(ts.plan(app.transcript, policy))
    text = app.download("messages")[1]
    app.fresh_rows(lambda: app.paste(text))
    again = ts.plan(ts.load(text), policy)
    assert dumps(again.document) == dumps(json.loads(text))
    app.shows(again)


def test_the_policy_can_be_read_back(app):
    app.open_sample("hotel")
    app.slide("keep_rounds")
    app.until(lambda: app.policy()["keep_rounds"], 6)
    name, text = app.download("policy")
    assert name == "trimscope-policy.json"
    assert ts.Policy.from_mapping(json.loads(text)).keep_rounds == 6
