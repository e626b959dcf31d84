"""The front end: scripts, styles and fonts of Bokeh, Panel and panel-material-ui, out of the installed wheels."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterable, Iterator
from pathlib import Path

from .errors import BuildError
from .prerender import FRONT

FOLDER = "front"
"""Where they lie in the site."""

_BOKEH_CDN = "https://cdn.bokeh.org/bokeh/release/"

_TREES = (
    # What components ask for at run time, by addresses Python makes: all of Panel's own small style sheets ...
    ("panel", "dist/css", "*.css"),
    ("panel", "dist/bundled/theme", "*.css"),
    ("panel", "dist/assets", "*.svg"),
    # ... and everything of panel-material-ui. Its fonts are fetched only where text asks for them; every
    # browser that can run the page reads woff2, so the woff files stay away.
    ("panel_material_ui", "dist", "*.js"),
    ("panel_material_ui", "dist", "*.css"),
    ("panel_material_ui", "dist", "*.woff2"),
)


def collect(addresses: Iterable[str]) -> dict[str, bytes]:
    """Path in the site -> content: the files behind these addresses and everything the page may ask for later.

    Args:
        addresses: scripts and styles as `prerender` found them.

    Raises:
        BuildError: an address belongs to none of the packages, or its file is not in the installed wheel.
    """
    files = dict(_trees())
    for address in addresses:
        source = _source(address)
        if not source.is_file():
            raise BuildError(f"The installed packages have no file for {address}.")
        files[place(address)] = source.read_bytes()
    return files


def place(address: str) -> str:
    """Where in the site the file behind an address lies, relative to the page.

    Raises:
        BuildError: the address is on a host the page must not ask.
    """
    if address.startswith(FRONT):
        return f"{FOLDER}/{address.removeprefix(FRONT)}"
    if address.startswith(_BOKEH_CDN):
        return f"{FOLDER}/bokeh/{address.removeprefix(_BOKEH_CDN)}"
    raise BuildError(f"The page would ask another host: {address}")


def markers(addresses: Iterable[str]) -> dict[str, bytes]:
    """Path in site-packages -> nothing, for every file of Panel's bundles that the page uses.

    Panel gives a component the address of its own bundled copy only where it sees that file, and otherwise one on
    another host. Inside Pyodide the front end is not in site-packages, so an empty file stands there for each.
    """
    found = (place(address).partition("/dist/bundled/")[2] for address in addresses)
    return {f"panel/dist/bundled/{name}": b"" for name in found if name}


def _source(address: str) -> Path:
    """The installed file behind an address."""
    if address.startswith(_BOKEH_CDN):
        name = address.removeprefix(_BOKEH_CDN).replace(f"-{_version('bokeh')}", "")
        return _package("bokeh") / "server/static/js" / name
    package, _, rest = place(address).removeprefix(f"{FOLDER}/").partition("/")
    _, _, path = rest.partition("/")  # the version
    return _package(package.replace("-", "_")) / (path if package == "panel" else f"dist/{path}")


def _trees() -> Iterator[tuple[str, bytes]]:
    for package, folder, pattern in _TREES:
        root = _package(package)
        for path in sorted((root / folder).rglob(pattern)):
            inside = path.relative_to(root).as_posix()
            # As Panel and panel-material-ui make their addresses from their roots and versions.
            if package == "panel":
                yield f"{FOLDER}/panel/{_version('panel')}/{inside}", path.read_bytes()
            else:
                inside = inside.removeprefix("dist/")
                yield f"{FOLDER}/panel-material-ui/v{_version('panel-material-ui')}/{inside}", path.read_bytes()


def _package(name: str) -> Path:
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        raise BuildError(f"{name} is not installed; `pip install 'trimscope[app]'` brings it.")
    return Path(spec.origin).parent


def _version(distribution: str) -> str:
    from importlib.metadata import version

    return version(distribution)
