"""The page of tokens: the selected message's pieces on screen, as text and as a table."""

import json

import trimscope as ts
from trimscope.estimators import exact
from trimscope_app.build import exact_table

HOSTILE = "<img src=x onerror='window.__xss=1'> stewardship\n\n订一个房间</span><script>window.__xss=1</script>"

_CHIPS = """(box) => [...box.querySelectorAll(".chip")].map((chip) => {
  const copy = chip.cloneNode(true)
  copy.querySelectorAll("[aria-hidden]").forEach((mark) => mark.remove())
  return [copy.textContent, chip.title, chip.classList.contains("differs")]
})"""

_CELLS = "rows => rows.map((row) => [...row.cells].map((cell) => cell.textContent))"


def chips(app, place=0):
    """[text, title, differs] of every piece of the n-th text."""
    return app.test_id("pieces").nth(place).evaluate(_CHIPS)


def sums(app):
    """The cells of the sum's last row."""
    return app.test_id("checks").locator("tr.sum td").all_text_contents()


def looks_at_tokens(app):
    app.look_at("tokens")
    app.until(app.test_id("inspect-lead").count, 1)


def explains(app, index):
    """Select a message, and wait until the page is of it."""
    tokens = ts.count(app.transcript, app.plan.policy.profile).messages[index]
    app.select(f"row-{index}")
    app.until(lambda: sums(app)[2:3], [f"{tokens:,}"])


def test_the_pieces_follow_the_selection(app):
    looks_at_tokens(app)
    for message in app.transcript.messages[:2]:
        explains(app, message.index)
        shown = "".join(text for text, *_ in chips(app))
        assert message.parts[0].text.startswith(shown) and shown
    app.select("row-tombstone")
    tombstone = next(each for each in app.plan.decisions if each.reason == "tombstone")
    app.until(lambda: sums(app)[2:3], [f"{tombstone.after:,}"])
    assert "".join(text for text, *_ in chips(app)).startswith("[trim note:")


def test_hostile_text_is_shown_as_it_is_priced(app):
    source = json.dumps([{"role": "system", "content": "Book rooms."}, {"role": "user", "content": HOSTILE}])
    app.fresh_rows(lambda: app.paste(source))
    looks_at_tokens(app)
    app.select("row-1")
    app.until(lambda: "".join(text for text, *_ in chips(app)), HOSTILE)
    found = ts.explain(HOSTILE, app.policy().get("profile", ts.Policy().profile))
    assert [text for text, *_ in chips(app)] == [piece.text for piece in found.pieces]
    assert any(title.startswith("1.406: not listed; 3 listed strings cover it") for _, title, _ in chips(app))


def test_the_table_says_the_same_to_everybody(app):
    looks_at_tokens(app)
    explains(app, 1)
    fold = app.test_id("pieces").first.locator("details")
    assert fold.locator("table").count() == 0
    fold.locator("summary").click()
    app.until(fold.locator("tbody tr").count, len(chips(app)))
    rows = fold.locator("tbody tr").evaluate_all(_CELLS)
    assert [f"{cost}: {why}" for _, cost, why in rows] == [
        f"{title} (priced or cut differently)" if differs else title for _, title, differs in chips(app)
    ]


def test_the_exact_count_comes_when_it_is_asked_for(app):
    looks_at_tokens(app)
    explains(app, 1)
    if not app.is_static or exact_table.found() is None:
        assert app.test_id("do-exact").count() == 0  # it is there already, or cannot be had
        return
    app.test_id("do-exact").click()
    app.until(app.test_id("do-exact").count, 0)
    text = app.transcript.messages[1].parts[0].text
    cells = app.test_id("checks").locator("tbody tr").first.locator("td").all_text_contents()
    assert cells[3] == f"{exact.exact(text):,}"
