"""The static site, put together. Any file server will do for it: nothing is computed there."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from ..paths import static_dir
from . import assets, bytecode, exact_table, pyodide_files, site_zip
from .errors import BuildError
from .prerender import Prerendered, prerender
from .pyodide_files import BOOT_PACKAGES, CORE, LOCK, Log

PAGE = "trimscope_app.page"
"""The module whose `create(start)` is the page."""

SHELL = ("boot.js", "boot-words.js", "worker.js", "shell.css", "icon.svg")
"""Static files that go into the site as they are."""

PICTURES = {
    # boot.js takes the one for the browser's language and colour scheme, and opens Python's page on the same.
    f"{lang}-{scheme}": {"lang": lang, "dark": scheme == "dark"}
    for lang in ("en", "zh")
    for scheme in ("light", "dark")
}
"""The pages drawn in advance, and what each opens on."""

CSP = "; ".join((
    "default-src 'self'",
    # wasm: Pyodide. blob: Panel imports each component's script from one. No 'unsafe-eval', no inline scripts.
    "script-src 'self' 'wasm-unsafe-eval' blob:",
    "style-src 'self' 'unsafe-inline' blob:",  # Bokeh and Emotion write style elements
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self' blob: data:",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
))  # fmt: skip
"""What the page may do: nothing outside its own origin."""

_MARK = ".trimscope-site"
"""A file in every site made here, so that a folder of somebody's own files is never overwritten."""


def build(
    out: Path,
    *,
    pyodide: str | None = None,
    cache: Path | None = None,
    log: Log = print,
    module: str = PAGE,
    path: Sequence[str] = (),
) -> Path:
    """Build the site into `out`.

    Args:
        out: the folder; made anew if it holds an earlier site.
        pyodide: a folder or address with Pyodide's files, tried before the usual sources.
        cache: where verified downloads and byte code are kept; `~/.cache/trimscope` by default.
        log: gets one line for each part.
        module: the module whose `create(start)` is the page (tests build others).
        path: more folders to import that module from.

    Returns:
        The folder with `index.html`.

    Raises:
        BuildError: something is missing; the sentence says what, and how to get it.
    """
    began = time.monotonic()
    _check_target(out)
    base = cache or pyodide_files.cache_dir().parent
    python = pyodide_files.fetch(pyodide, base / pyodide_files.cache_dir().name, log)
    page = prerender(module, PICTURES, path)
    size = max(map(len, page.pictures.values())) / 1e6
    log(f"The page, drawn in advance: {len(page.pictures)} pictures of {size:.1f} MB")
    modules = {**site_zip.collect(), **assets.markers((*page.scripts, *page.styles))}
    if module != PAGE:
        modules.update(site_zip.extra_package(module.partition(".")[0], path))
    modules = bytecode.compile_all(modules, python, base / "bytecode", log)

    files = dict(_pyodide(python))
    files["site.zip"] = site_zip.pack(modules)
    files.update(assets.collect((*page.scripts, *page.styles)))
    files.update((name, (static_dir() / name).read_bytes()) for name in SHELL)
    files.update((f"picture-{name}.json", text.encode()) for name, text in page.pictures.items())
    table = exact_table.found()
    if table is not None:
        files[exact_table.PLACE] = table
        log(f"The real tokenizer's table, for the exact count: {len(table) / 1e6:.1f} MB, fetched when asked for")
    files["index.html"] = _index(page, module, exact=table is not None).encode()
    files[_MARK] = b""
    _write(out, files)
    size = sum(map(len, files.values())) / 1e6
    log(f"{out}: {len(files)} files, {size:.1f} MB, in {time.monotonic() - began:.0f} s")
    return out


def _pyodide(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Pyodide's files in the site, with a lock that names only what is there.

    Its scripts end in .js here: not every file server knows .mjs, and browsers run a module only by its type.
    """
    for name in CORE:
        yield f"pyodide/{name.replace('.mjs', '.js')}", (folder / name).read_bytes()
    yield f"pyodide/{LOCK}", pyodide_files.site_lock(folder)
    for wheel in pyodide_files.package_files(folder):
        yield f"pyodide/{wheel.name}", (folder / wheel.name).read_bytes()


def _index(page: Prerendered, module: str, *, exact: bool = False) -> str:
    """The page itself: the shell with its places filled."""
    settings = {"module": module, "packages": list(BOOT_PACKAGES),
                "exact": exact_table.PLACE if exact else ""}
    filled = {
        "csp": CSP,
        "title": escape(page.title),
        "settings": escape(json.dumps(settings)),
        "styles": "\n".join(
            f'<link rel="stylesheet" href="{escape(assets.place(address))}">' for address in page.styles
        ),
        "scripts": "\n".join(
            f'<script defer src="{escape(assets.place(address))}"></script>' for address in page.scripts
        ),
        "roots": "\n".join(f'<div class="root" id="root-{i}"></div>' for i in range(page.roots)),
    }
    html = (static_dir() / "shell.html").read_text(encoding="utf-8")
    for name, value in filled.items():
        if html.count(f"{{{{{name}}}}}") != 1:
            raise BuildError(f"shell.html must have {{{{{name}}}}} exactly once.")
        html = html.replace(f"{{{{{name}}}}}", value)
    return html


def _check_target(out: Path) -> None:
    """Refuse to build over files that are not a site."""
    if out.exists() and not out.is_dir():
        raise BuildError(f"{out} is a file; the site needs a folder.")
    if out.is_dir() and any(out.iterdir()) and not (out / _MARK).exists():
        raise BuildError(f"{out} is not empty and holds no earlier site; choose another folder or empty it.")


def _write(out: Path, files: dict[str, bytes]) -> None:
    """Beside the target first, then in its place: a build that fails leaves the earlier site as it was."""
    fresh = out.with_name(f"{out.name}.new")
    shutil.rmtree(fresh, ignore_errors=True)
    for name, data in files.items():
        target = fresh / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    if out.is_dir():
        shutil.rmtree(out)
    fresh.replace(out)
