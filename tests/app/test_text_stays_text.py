"""Text of a transcript reaches the page as text only, and nothing on it needs eval or another origin."""

import re

import pytest

BANNED_IN_SCRIPTS = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|srcdoc|DOMParser|setHTMLUnsafe|\beval\(|new Function|https?://(?!www\.w3\.org)"
)
# These run text as HTML, or send code to the browser (which a policy without unsafe-eval forbids).
BANNED_IN_PYTHON = re.compile(
    r"pane\.(Str|HTML|Markdown|Alert|LaTeX)|StaticText|Typography|pmui\.(Alert|Card|Tabs|Accordion)|CustomJS|jslink|"
    r"jscallback|js_on_click|pn\.bind|ReactComponent|JSONEditor"
)


def components(repository):
    return repository / "app" / "trimscope_app" / "components"


def test_components_build_the_page_from_text(repository):
    scripts = sorted(components(repository).glob("*.js"))
    assert len(scripts) >= 7
    for path in scripts:
        assert not BANNED_IN_SCRIPTS.search(path.read_text(encoding="utf-8")), path.name


def test_styles_fetch_nothing(repository):
    app = repository / "app" / "trimscope_app"
    for path in sorted([*components(repository).glob("*.css"), *app.glob("*.css")]):
        assert not re.search(r"url\(|@import|https?:", path.read_text(encoding="utf-8")), path.name


def test_no_widget_that_runs_html_is_used(repository):
    app = repository / "app" / "trimscope_app"
    paths = [path for path in sorted(app.rglob("*.py")) if "build" not in path.relative_to(app).parts]
    for path in paths:
        assert not BANNED_IN_PYTHON.search(path.read_text(encoding="utf-8")), path.name


@pytest.mark.parametrize("text", ["<img src=x onerror=alert(1)>", "</script>", "{{7*7}}", "\ud800"])
def test_view_models_hand_text_on_as_it_is(text):
    from trimscope_app.views.pieces import text_block

    assert text_block("t", text, "plain", "en")["pieces"][0]["text"] == text
