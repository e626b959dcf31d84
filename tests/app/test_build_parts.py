"""What goes into the site: everything the page needs, nothing it does not, the same bytes every time."""

import shutil
import zipfile
from io import BytesIO

import pytest

from trimscope_app.build import assets, bytecode, site, site_zip
from trimscope_app.build.errors import BuildError
from trimscope_app.paths import static_dir


@pytest.fixture(scope="module")
def modules():
    return site_zip.collect()


def test_the_archive_holds_core_app_words_and_the_libraries(modules):
    for name in (
        "trimscope/errors.py",
        "trimscope_app/paths.py",
        "trimscope_app/build/bridge.py",
        "panel/io/pyodide.py",
        "panel/package.json",
        "panel_material_ui/base.py",
        "bokeh/command/__init__.py",
        "typing_extensions.py",
    ):
        assert name in modules
    assert any(name.startswith("trimscope_app/static/samples/") for name in modules)
    assert any(name.startswith("bokeh-") and name.endswith(".dist-info/METADATA") for name in modules)


def test_the_archive_holds_no_front_end_no_tests_and_nothing_compiled_for_this_machine(modules):
    assert not [name for name in modules if name.startswith(("panel/dist/", "panel/tests/", "bokeh/server/static/"))]
    assert not [name for name in modules if name.endswith((".so", ".pyd", ".pyc", ".pyi", ".map"))]
    assert not [name for name in modules if name.startswith(("numpy/", "pandas/", "tornado/", "pillow/", "PIL/"))]
    assert not [name for name in modules if name.startswith("trimscope_app/build/site")]


def test_the_same_files_make_the_same_archive():
    files = {"b.py": b"2", "a.py": b"1"}
    archive = site_zip.pack(files)
    assert archive == site_zip.pack(dict(sorted(files.items())))
    assert zipfile.ZipFile(BytesIO(archive)).namelist() == ["a.py", "b.py"]


def test_without_node_the_modules_stay_plain_python_and_the_log_says_so(monkeypatch, tmp_path):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    lines = []
    files = {"a.py": b"1", "a.json": b"{}"}
    assert bytecode.compile_all(files, tmp_path, tmp_path / "cache", lines.append) == files
    assert "Node is not installed" in lines[0]


def test_an_address_on_another_host_stops_the_build():
    with pytest.raises(BuildError, match=r"another host: https://esm\.sh/react"):
        assets.collect(["https://esm.sh/react"])


def test_a_file_the_wheels_do_not_have_stops_the_build():
    with pytest.raises(BuildError, match="no file"):
        assets.collect([f"{assets.FRONT}panel/1.9.4/dist/none.js"])


def test_components_find_their_bundled_files():
    address = f"{assets.FRONT}panel/1.9.4/dist/bundled/filedropper/pond.css"
    assert assets.markers([address, f"{assets.FRONT}panel/1.9.4/dist/panel.min.js"]) == {
        "panel/dist/bundled/filedropper/pond.css": b""
    }


def test_a_folder_with_other_files_is_never_overwritten(tmp_path):
    (tmp_path / "thesis.doc").write_text("mine")
    with pytest.raises(BuildError, match="not empty"):
        site.build(tmp_path, log=lambda line: None)
    assert (tmp_path / "thesis.doc").read_text() == "mine"


def test_the_page_may_run_no_inline_script_and_ask_no_other_host():
    assert "'unsafe-eval'" not in site.CSP
    assert "script-src 'self' 'wasm-unsafe-eval' blob:;" in site.CSP
    assert "http" not in site.CSP


def test_the_shell_has_no_inline_script():
    shell = (static_dir() / "shell.html").read_text(encoding="utf-8")
    assert all(" src=" in piece.split(">")[0] for piece in shell.split("<script")[1:])
