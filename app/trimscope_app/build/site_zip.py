"""`site.zip`: everything the page's Python imports, in one archive that is unpacked into site-packages."""

from __future__ import annotations

import importlib.util
import io
import zipfile
from collections.abc import Iterator, Sequence
from importlib import metadata
from pathlib import Path, PurePosixPath

from ..paths import static_dir
from .errors import BuildError

DISTRIBUTIONS = (
    # Exactly what `import panel, panel_material_ui` asks for inside Pyodide, found by trying; all of it pure
    # Python, or with a pure-Python part that is enough (MarkupSafe, PyYAML). NumPy comes as Pyodide's own wheel.
    "bokeh", "Jinja2", "MarkupSafe", "packaging", "panel", "panel-material-ui", "param",
    "pyodide-http", "pyviz_comms", "PyYAML", "typing_extensions",
)  # fmt: skip

OWN_PACKAGES = ("trimscope", "trimscope_app")

LEFT_OUT_FOLDERS = (
    "panel/dist/",  # the front end: copied as files, where the browser can fetch it (see assets.py)
    "panel/examples/",
    "panel/tests/",
    "bokeh/server/static/",
    "bokeh/sampledata/",
    "bokeh/sphinxext/",
    "panel_material_ui/dist/",
    "trimscope_app/build/",  # except the bridge
    "trimscope_app/static/",  # the parts that Python reads are put in below
)

LEFT_OUT_SUFFIXES = frozenset((".so", ".pyd", ".pyc", ".pyi", ".pyx", ".c", ".map", ".ts", ".tsx", ".less", ".jsx"))
"""Nothing of this is read in the browser; panel-material-ui's .jsx files are in its bundle."""

BRIDGE = ("trimscope_app/build/__init__.py", "trimscope_app/build/bridge.py")

STATIC_FOLDERS = ("i18n", "samples", "lessons")
"""What Python itself reads of the static files."""

ZIP_TIME = (1980, 1, 1, 0, 0, 0)
"""The earliest date a zip can hold: the same files make the same archive."""


def collect() -> dict[str, bytes]:
    """Path in site-packages -> content, for everything that goes into the archive, not compiled yet.

    Raises:
        BuildError: a package is not installed.
    """
    files: dict[str, bytes] = {}
    for name in DISTRIBUTIONS:
        files.update(_distribution(name))
    for name in OWN_PACKAGES:
        files.update(_package(name))
    for path in _own_static():
        files[f"trimscope_app/static/{path.relative_to(static_dir()).as_posix()}"] = path.read_bytes()
    return files


def extra_package(name: str, path: Sequence[str]) -> dict[str, bytes]:
    """One more package, from one of these folders (the build takes any page, for tests and measurements).

    Raises:
        BuildError: it is in none of them.
    """
    for folder in path:
        if (Path(folder) / name).is_dir():
            return dict(_tree(name, Path(folder) / name))
    raise BuildError(f"The package {name} is in none of the folders {', '.join(path) or '(none given)'}.")


def pack(files: dict[str, bytes]) -> bytes:
    """The archive: sorted, undated, compressed; the same input gives the same bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in sorted(files):
            info = zipfile.ZipInfo(name, ZIP_TIME)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            archive.writestr(info, files[name], compresslevel=9)
    return out.getvalue()


def _distribution(name: str) -> Iterator[tuple[str, bytes]]:
    """The files of an installed distribution that its wheel put into site-packages, and its METADATA."""
    try:
        distribution = metadata.distribution(name)
    except metadata.PackageNotFoundError:
        raise BuildError(f"{name} is not installed; `pip install 'trimscope[app]'` brings it.") from None
    for path in distribution.files or ():
        place = path.as_posix()
        if path.parts[0].endswith(".dist-info"):
            wanted = path.name == "METADATA"  # Bokeh and Panel ask importlib.metadata for versions
        else:
            wanted = path.parts[0] != ".." and _wanted(place)
        if wanted:
            yield place, Path(str(path.locate())).read_bytes()


def _package(name: str) -> Iterator[tuple[str, bytes]]:
    """The files of an importable package, wherever it lies."""
    spec = importlib.util.find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        raise BuildError(f"The package {name} cannot be imported.")
    yield from _tree(name, Path(next(iter(spec.submodule_search_locations))))


def _tree(name: str, root: Path) -> Iterator[tuple[str, bytes]]:
    """Everything of use under a package's folder."""
    for path in sorted(root.rglob("*")):
        place = f"{name}/{path.relative_to(root).as_posix()}"
        if path.is_file() and (_wanted(place) or place in BRIDGE):
            yield place, path.read_bytes()


def _wanted(place: str) -> bool:
    """Whether a file is of any use in the browser."""
    path = PurePosixPath(place)
    if "__pycache__" in path.parts or path.suffix in LEFT_OUT_SUFFIXES:
        return False
    return not place.startswith(LEFT_OUT_FOLDERS)


def _own_static() -> Iterator[Path]:
    """The words and the samples."""
    root = static_dir()
    for folder in STATIC_FOLDERS:
        yield from (path for path in sorted((root / folder).rglob("*")) if path.is_file())
