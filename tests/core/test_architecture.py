"""How the core is built: what it imports, how large a module is, what it may not know."""

import ast
import subprocess
import sys

import pytest

from small import REPOSITORY

CORE = REPOSITORY / "core" / "trimscope"
MODULES = sorted(CORE.rglob("*.py"))
LONGEST = 260
"""Lines of a module; truncate.py has its settings written out and is let be until it is cut."""
LONGER = {"truncate.py": 300}


def imported(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.module or ""


def test_the_core_imports_the_standard_library_only():
    for path in MODULES:
        for name in imported(path):
            top = name.split(".")[0]
            assert top == "trimscope" or top in sys.stdlib_module_names, f"{path}: {name}"


def test_the_core_knows_no_clock_no_chance_and_no_network():
    for path in MODULES:
        tops = {name.split(".")[0] for name in imported(path)}
        if path.name in ("console.py", "exact.py"):
            tops.discard("os")  # standard streams and whole files need it; so does finding the tokenizer's table
        assert not tops & {"time", "random", "datetime", "socket", "urllib", "http", "subprocess", "os", "asyncio"}


def test_only_the_command_line_touches_files():
    for path in MODULES:
        if "pathlib" in set(imported(path)):
            assert path.name in ("cli.py", "console.py", "files.py")


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(CORE)))
def test_a_module_holds_one_idea(path):
    lines = path.read_text(encoding="utf-8").count("\n")
    assert lines <= LONGER.get(path.name, LONGEST)
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))


def test_imports_run_in_no_circle():
    names = {".".join(("trimscope", *path.relative_to(CORE).with_suffix("").parts)): path for path in MODULES}
    graph = {}
    for name, path in names.items():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        hidden = {id(n) for block in ast.walk(tree) if isinstance(block, ast.If) for n in ast.walk(block)}
        graph[name] = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module and id(node) not in hidden:
                module = node.module if node.level == 0 else f"trimscope.{node.module}"
                graph[name] |= {
                    full for alias in node.names for full in (f"{module}.{alias.name}", module) if full in names
                }
    done: set[str] = set()

    def visit(name, path):
        assert name not in path, " -> ".join((*path, name))
        if name not in done:
            for other in sorted(graph[name]):
                visit(other, (*path, name))
            done.add(name)

    for name in graph:
        visit(name, ())


def test_shipped_files_name_no_folder_outside_the_repository():
    wanted = "../" + "shared"
    for folder in ("core", "app", "static"):
        for path in (REPOSITORY / folder).rglob("*"):
            if path.suffix in (".py", ".js", ".css", ".json", ".html"):
                assert wanted not in path.read_text(encoding="utf-8"), path


def test_importing_the_core_is_light():
    code = "import sys, trimscope; print(sorted(m for m in ('asyncio','numpy','pandas','http') if m in sys.modules))"
    out = subprocess.run([sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(CORE.parent)!r}); {code}"],
                         capture_output=True, text=True, check=True)  # fmt: skip
    assert out.stdout.strip() == "[]"
