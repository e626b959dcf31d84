"""A component's script is sent in one piece: its modules in order, no name twice, nothing imported by address."""

import re

import pytest

from trimscope_app.components.scripts import modules, script

TOP = re.compile(r"^(?:export )?(?:const|let|function) (\w+)", re.MULTILINE)


def names(repository):
    components = (repository / "app" / "trimscope_app" / "components").glob("*.js")
    return sorted(path.stem for path in components if "export function render(" in path.read_text(encoding="utf-8"))


def test_every_script_is_whole(repository):
    found = names(repository)
    assert len(found) >= 10
    for name in found:
        text = script(name)
        assert not re.search(r"^import ", text, re.MULTILINE), name
        assert re.findall(r"^export .*", text, re.MULTILINE) == [
            line for line in text.splitlines() if line.startswith("export function render(")
        ]
        assert len(TOP.findall(text)) == len(set(TOP.findall(text))), name


def test_what_is_imported_stands_before_what_uses_it():
    order = modules("ringmap")
    assert order[-1] == "ringmap"
    assert order.index("dom") < order.index("ringmap_rows")
    assert len(order) == len(set(order))


def test_every_module_is_used_by_a_component(repository):
    folder = repository / "app" / "trimscope_app" / "components"
    used = {module for name in names(repository) for module in modules(name)}
    assert used == {path.stem for path in folder.glob("*.js")}


@pytest.mark.parametrize("longest", [260])
def test_a_script_holds_one_idea(repository, longest):
    for path in sorted((repository / "app" / "trimscope_app").rglob("*.js")):
        lines = path.read_text(encoding="utf-8").count("\n")
        assert lines <= longest, f"{path.name}: {lines} lines"
