"""The card of the run: where on it the page looks, and the replay as figures, charts and tables."""

import csv
import io
import json
import shutil
import subprocess

import pytest

import trimscope as ts
from small import GOAL, SYSTEM, ring, rings, says
from trimscope.command.cli import main
from trimscope.exporting.csv_text import csv_text
from trimscope_app.components.scripts import script
from trimscope_app.i18n import LANGUAGES
from trimscope_app.playground import Playground
from trimscope_app.views.users import SHOWN
from trimscope_app.views.uses import uses

ORDER = "ORD-20417-XB"
USED = [SYSTEM, GOAL, *ring("c0", f"the order is {ORDER}"), *rings(5, "ok " * 40), says("so")]


def used_later():
    """A run whose last call names what the first result said."""
    call = {"id": "last", "type": "function", "function": {"name": "refund", "arguments": f'{{"order": "{ORDER}"}}'}}
    return [*USED[:-1], {"role": "assistant", "content": None, "tool_calls": [call]},
            {"role": "tool", "tool_call_id": "last", "content": "done"}, says("so")]  # fmt: skip


def opened(records, **settings):
    playground = Playground()
    playground.load_source("run", json.dumps(records))
    for key, value in settings.items():
        playground.change(key, value)
    return playground


def test_a_run_has_a_place_for_each_call_and_the_next_one():
    playground = opened(used_later())
    calls = len(playground.loaded.transcript.call_indexes)
    assert (playground.run["calls"], playground.run["at"]) == (calls, calls + 1) == (8, 9)
    playground.go(3)
    assert playground.run["at"] == 3 and "call 3 of 8" in playground.run["where"]
    assert playground.plan.document == ts.plan(playground.loaded.transcript, playground.policy, call=3).document
    playground.go(9)
    assert playground.asked.call is None and playground.run["at"] == 9


@pytest.mark.parametrize("call", [0, -1, 10, 10**9])
def test_there_is_no_other_call(call):
    playground = opened(used_later())
    playground.go(3)
    playground.go(call)
    assert playground.run["at"] == 3


def test_at_a_call_what_came_after_is_not_there_yet():
    playground = opened(used_later())
    playground.go(3)
    end = playground.loaded.transcript.call_indexes[2]
    actions = playground.plan_rows["actions"]
    assert set(actions[end:]) == {"later"} and "later" not in actions[:end]
    playground.select(end)
    assert playground.preview["badges"][1] == ("later", "not there yet")


def test_another_transcript_is_looked_at_from_its_end():
    playground = opened(used_later())
    playground.go(2)
    playground.load_source("other", '[{"role": "user", "content": "hi"}]')
    assert playground.asked.call is None and playground.run["calls"] == 0


def test_settings_change_what_is_replayed_and_not_where_the_page_looks():
    playground = opened(used_later())
    playground.go(4)
    playground.play(True)
    before = playground.played
    playground.change("keep_rounds", 1)
    assert playground.run["at"] == 4 and playground.played != before


def test_nothing_is_replayed_while_the_card_is_folded(monkeypatch):
    playground = opened(used_later())
    monkeypatch.setattr(ts, "replay", None)
    playground.change("keep_rounds", 2)
    assert playground.played == {}
    playground.play(False)
    assert playground.played == {}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_card_says_what_the_replay_says(lang):
    playground = opened(used_later(), keep_rounds=2)
    playground.speak(lang)
    playground.play(True)
    found = ts.replay(playground.loaded.transcript, playground.policy)
    view = playground.played
    assert view["chart"]["sent"] == [row.sent for row in found.rows]
    assert view["chart"]["stored"] == [row.stored for row in found.rows]
    assert view["chart"]["breaks"] == [row.call for row in found.rows if row.breaks] != []
    assert view["costs"]["sent"][-1] == found.totals.cost and view["costs"]["stored"][-1] == found.totals.untrimmed_cost
    figures = {each["key"]: each["value"] for each in view["figures"]}
    assert figures["input"] == f"{found.totals.sent:,}" and figures["breaks"] == str(found.totals.breaks)
    assert len(view["calls"]["rows"]) == len(found.rows) == len(view["chart"]["tips"])
    assert all(len(row["cells"]) == len(view["calls"]["columns"]) for row in view["calls"]["rows"])


def test_a_lost_reference_names_its_value_its_source_and_leads_to_both():
    playground = opened(used_later(), keep_rounds=2)
    playground.play(True)
    view = playground.played
    (row,) = view["lost"]["rows"]
    call, tool, value, source, since, why = row["cells"]
    assert (tool, value, source["message"], why) == ("refund", ORDER, 3, "dropped")
    assert call["message"] == playground.loaded.transcript.call_indexes[6] and since == "call 4"
    assert view["chart"]["lost"] == [[7, 1]]
    playground.change("keep_rounds", 9)
    assert playground.played["lost"]["rows"] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_verdicts_are_sentences(lang):
    playground = opened(used_later(), keep_rounds=1, model="claude-sonnet-4-5")
    playground.speak(lang)
    playground.play(True)
    found = playground.played["verdicts"]
    assert {each["code"] for each in found} >= {each.code for each in playground.replayed().verdicts} != set()
    assert all(len(each["text"]) > 10 and "{" not in each["text"] for each in found)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_card_says_whether_caching_the_common_beginning_pays(lang):
    playground = opened(used_later())
    playground.speak(lang)
    playground.play(True)
    told = {each["code"]: each["text"] for each in playground.played["verdicts"]}
    found = ts.replay(playground.loaded.transcript, playground.policy).prefix_cost
    assert f"{found.length:,}" in told["prefix_cost"] and f"{found.without:,}" in told["prefix_cost"]


def test_what_the_provider_read_from_its_cache_has_a_column_where_the_file_has_it():
    usage = {"prompt_tokens": 9_200, "completion_tokens": 5, "prompt_tokens_details": {"cached_tokens": 8_046}}
    records = used_later()
    playground = opened([*records[:-1], records[-1] | {"usage": usage}])
    playground.play(True)
    table = playground.played["calls"]
    at = table["columns"].index("reported cached")
    assert [row["cells"][at] for row in table["rows"]][-2:] == [{"text": "–", "right": True}, "8,046"]
    assert all(len(row["cells"]) == len(table["columns"]) for row in table["rows"])
    playground = opened(records)
    playground.play(True)
    assert "reported cached" not in playground.played["calls"]["columns"]


def test_the_calls_can_be_saved_as_the_command_line_writes_them(tmp_path, capsys):
    playground = opened(used_later(), keep_rounds=2)
    playground.play(True)
    file = list(csv.DictReader(io.StringIO(playground.export("card.calls")["text"])))
    path = tmp_path / "run.json"
    path.write_text(json.dumps(used_later()), encoding="utf-8")
    policy = tmp_path / "policy.json"
    policy.write_text(json.dumps(playground.policy.to_mapping()), encoding="utf-8")
    main(["replay", str(path), "--policy", str(policy), "--csv", "-"])
    told = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert file == [{name: row[name] for name in file[0]} for row in told] and len(file) == 8


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node")
def test_tables_sort_by_numbers():
    program = script("run") + """
        const cells = ["tombstone", "1,024", {text: "9", message: 3}, "−2", "$0.5", "–"]
        console.log(JSON.stringify(cells.sort(byWorth).map((cell) => cell.text ?? cell)))
    """
    said = subprocess.run(
        ["node", "--input-type=module"], input=program, capture_output=True, encoding="utf-8", check=True
    )
    assert json.loads(said.stdout) == ["−2", "$0.5", "9", "1,024", "tombstone", "–"]


def test_files_quote_what_csv_quotes():
    assert csv_text(["a", "b"], [[1, None], ['say "hi"', "x,y"]]) == 'a,b\n1,\n"say ""hi""","x,y"\n'


def round_rows(playground):
    return list(csv.DictReader(io.StringIO(playground.export("card.rounds")["text"])))


def test_the_rounds_at_a_call_are_a_table_with_who_uses_them_later():
    playground = opened(used_later(), keep_rounds=2)
    playground.play(True)
    table, plan = playground.run["rounds"], playground.plan
    rows = round_rows(playground)
    assert [int(row["message"]) for row in rows] == [each.messages[0] for each in plan.view.rings.rounds]
    assert sum(int(row["sent"]) for row in rows) + plan.tokens.fixed <= plan.tokens.sent  # the rest is the tombstone
    first = next(row for row in rows if row["ring"] == "1")
    assert first["actions"] == "drop" and first["sent"] == "0"
    user = next(at for at, record in enumerate(used_later()) if ORDER in str(record.get("tool_calls")))
    assert first["used_by"] == str(user)
    shown = table["rows"][rows.index(first)]["cells"]
    assert shown[0]["message"] == int(first["message"])
    assert shown[-1] == {"links": [{"text": str(user), "message": user}]}
    playground.go(3)
    assert len(round_rows(playground)) < len(rows)


def test_users_of_a_message_are_those_that_its_preview_lists():
    loaded = opened(used_later()).loaded
    found = loaded.users
    for message in loaded.transcript.messages:
        assert found.get(message.index, []) == [at for at, _ in uses(loaded, message.index)][:SHOWN]


def test_the_card_says_whether_trimming_once_more_changes_anything(monkeypatch):
    def codes():
        playground = opened(used_later(), keep_rounds=2)
        playground.play(True)
        return [each["code"] for each in playground.played["verdicts"]]

    assert "idempotent" in codes()
    monkeypatch.setattr("trimscope_app.views.run.figures.MOST_REPLANNED", 3)
    assert "idempotent" not in codes()
