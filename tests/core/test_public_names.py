"""The public names: all there, and only what loading and planning need is imported with `import trimscope`."""

import ast
import subprocess
import sys

import pytest

import trimscope as ts
from small import REPOSITORY

CORE = REPOSITORY / "core"
SOURCE = CORE / "trimscope" / "__init__.py"


def run(code):
    """What a new interpreter prints for some code."""
    command = [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(CORE)!r}); {code}"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()


def test_every_public_name_is_there():
    assert [name for name in ts.__all__ if not hasattr(ts, name)] == []
    assert set(ts.__all__) <= set(dir(ts))


def test_a_name_that_is_none_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'trim_everything'"):
        _ = ts.trim_everything


def test_what_is_imported_later_is_what_type_checkers_read():
    block = next(node for node in ast.parse(SOURCE.read_text("utf-8")).body if isinstance(node, ast.If))
    declared = {node.module: tuple(alias.name for alias in node.names) for node in block.body}
    assert declared == dict(ts._LATER)


def test_neither_importing_nor_planning_imports_what_other_work_needs():
    plan = "import trimscope as ts; ts.plan(ts.load([{'role': 'user', 'content': 'hi'}])).status"
    loaded = set(run(f"{plan}; print(*sys.modules)"))
    assert "trimscope.planning.plan" in loaded
    assert loaded.isdisjoint(ts._LATER)


def test_a_function_stays_one_once_its_modules_are_imported():
    code = "import trimscope as ts, trimscope.contract_checks.points; print(callable(ts.contract), callable(ts.replay))"
    assert run(code) == ["True", "True"]
