"""Pyodide's files come from any source, and only bytes that match the pinned lock are kept."""

import hashlib
import json

import pytest

from trimscope_app.build import pyodide_files
from trimscope_app.build.errors import BuildError
from trimscope_app.build.pyodide_sources import Address, Folder

WHEEL = "numpy-2.4.3-cp314-cp314-pyemscripten_2026_0_wasm32.whl"


def sha256(data):
    return hashlib.sha256(data).hexdigest()


@pytest.fixture
def world(monkeypatch, tmp_path):
    """A tiny Pyodide: a folder with all its files, pinned, and no other source."""
    files = {"pyodide.mjs": b"start", WHEEL: b"numbers", "pytz.whl": b"hours", "pandas.whl": b"tables"}
    packages = {
        "numpy": {"file_name": WHEEL, "depends": []},
        "pandas": {"file_name": "pandas.whl", "depends": ["numpy", "pytz"]},
        "pytz": {"file_name": "pytz.whl", "depends": []},
        "requests": {"file_name": "requests.whl", "depends": [], "sha256": "0"},
        "tiktoken": {"file_name": "pandas.whl", "depends": ["requests"]},
    }
    for package in packages.values():
        package.setdefault("sha256", sha256(files.get(package["file_name"], b"")))
    files["pyodide-lock.json"] = json.dumps({"info": {}, "packages": packages}).encode()
    pinned = {name: sha256(files[name]) for name in ("pyodide-lock.json", "pyodide.mjs")}
    monkeypatch.setattr(pyodide_files, "CORE", pinned)
    monkeypatch.setattr(pyodide_files, "default_sources", lambda version: [])
    source = tmp_path / "source"
    source.mkdir()
    for name, data in files.items():
        (source / name).write_bytes(data)
    return source


def test_a_folder_fills_the_cache(world, tmp_path):
    lines = []
    cache = pyodide_files.fetch(str(world), tmp_path / "cache", lines.append)
    assert (cache / WHEEL).read_bytes() == b"numbers"
    assert sorted(path.name for path in cache.iterdir()) == sorted(
        ["pyodide-lock.json", "pyodide.mjs", WHEEL, "pandas.whl", "pytz.whl"]
    )
    assert all("verified" in line for line in lines)


def test_a_filled_cache_asks_nobody(world, tmp_path):
    cache = pyodide_files.fetch(str(world), tmp_path / "cache", lambda line: None)
    lines = []
    assert pyodide_files.fetch(None, cache, lines.append) == cache
    assert lines == []


def test_changed_bytes_are_not_kept_and_the_sentence_names_them(world, tmp_path):
    (world / WHEEL).write_bytes(b"numbers, and something else")
    with pytest.raises(BuildError) as failure:
        pyodide_files.fetch(str(world), tmp_path / "cache", lambda line: None)
    assert WHEEL in str(failure.value) and "does not match its hash" in str(failure.value)
    assert not (tmp_path / "cache" / WHEEL).exists()


def test_a_file_damaged_in_the_cache_is_fetched_again(world, tmp_path):
    cache = pyodide_files.fetch(str(world), tmp_path / "cache", lambda line: None)
    (cache / WHEEL).write_bytes(b"half")
    pyodide_files.fetch(str(world), cache, lambda line: None)
    assert (cache / WHEEL).read_bytes() == b"numbers"


def test_the_next_source_gives_what_the_first_does_not_have(world, tmp_path, monkeypatch):
    monkeypatch.setattr(pyodide_files, "default_sources", lambda version: [Folder(world)])
    empty = tmp_path / "empty"
    empty.mkdir()
    cache = pyodide_files.fetch(str(empty), tmp_path / "cache", lambda line: None)
    assert (cache / WHEEL).read_bytes() == b"numbers"


def test_when_all_fail_one_sentence_names_every_source_and_the_way_out(tmp_path):
    nowhere = Address("http://127.0.0.1:9/")  # the discard port: nothing listens there
    wanted = [pyodide_files.Wanted("pyodide.mjs", "0" * 64)]
    with pytest.raises(BuildError) as failure:
        pyodide_files._fill(tmp_path, wanted, [Folder(tmp_path / "none"), nowhere], lambda line: None)
    sentence = str(failure.value)
    assert "pyodide.mjs" in sentence and "--pyodide" in sentence
    assert "no such folder" in sentence and "not reachable" in sentence


def test_the_lock_must_be_the_pinned_one(world):
    (world / "pyodide-lock.json").write_text("{}")
    with pytest.raises(BuildError, match="not the lock"):
        pyodide_files.lock(world)


def test_dependencies_come_along_but_not_what_the_page_never_uses(world):
    assert pyodide_files.package_names(world) == ("numpy", "pandas", "pytz", "tiktoken")


def test_the_sites_lock_names_only_what_the_site_has(world):
    names = json.loads(pyodide_files.site_lock(world))["packages"]
    assert sorted(names) == ["numpy", "pandas", "pytz", "tiktoken"]
    assert names["tiktoken"]["depends"] == []


def test_the_cache_follows_the_environment(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert pyodide_files.cache_dir() == tmp_path / "trimscope" / "pyodide-314.0.3"
