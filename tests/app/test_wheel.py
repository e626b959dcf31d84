"""What `pip install trimscope` brings: the wheel holds both packages and the static files, and works elsewhere."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(out)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    return next(out.glob("trimscope-*.whl"))


def test_it_holds_the_core_the_app_and_the_static_files(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    for name in (
        "trimscope/planning/plan.py",
        "trimscope/models.json",
        "trimscope/estimators/light.bin",
        "trimscope/estimators/fine.bin",
        "trimscope_app/page.py",
        "trimscope_app/components/gauge.js",
        "trimscope_app/static/samples/index.json",
        "trimscope_app/static/i18n/zh.json",
        "trimscope_app/static/worker.js",
    ):
        assert name in names
    assert not [name for name in names if name.startswith(("tests", "bench", "tools")) or name.endswith(".wasm")]


def test_the_installed_app_makes_its_page_outside_the_repository(wheel: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    code = (
        "import trimscope, trimscope_app.page as page, trimscope_app.paths as paths; "
        "assert 'site' in trimscope.__file__ and 'site' in str(paths.static_dir()); page.create()"
    )
    env = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    env["PYTHONPATH"] = str(tmp_path / "site")
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
