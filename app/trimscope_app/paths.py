"""Where the files lie that the browser gets as they are."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def static_dir() -> Path:
    """The folder with the shell page, the worker, the words of the interface and the samples.

    Installed, it lies inside the package (the wheel puts it there). In a checkout, and after an editable
    install, nothing was copied: then it is the repository's own `static` folder.

    Raises:
        FileNotFoundError: neither exists; the installation is incomplete.
    """
    installed = _PACKAGE / "static"
    if installed.is_dir():
        return installed
    checkout = _PACKAGE.parents[1] / "static"
    if checkout.is_dir():
        return checkout
    raise FileNotFoundError(f"Trimscope's static files are missing: neither {installed} nor {checkout} exists.")
