"""The two ways the page runs, each as an address: served by this machine, and built as static files."""

import contextlib
import functools
import http.server
import os
import re
import subprocess
import sys
import threading

from trimscope_app.build.site import build

SUB_PATH = "a/b"
"""The static site must work below any folder of a server, so it is tested below one."""

STOP_S = 20
"""A server asked to stop has nothing to finish; longer than this, it hangs."""


@contextlib.contextmanager
def served():
    """`trimscope serve` in a process of its own; gives its address."""
    server = subprocess.Popen(
        [sys.executable, "-m", "trimscope_app.cli", "serve", "--port", "0", "--no-open"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path), "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    said = []
    try:
        for line in server.stdout:
            said.append(line)
            found = re.search(r"http://\S+", line)
            if found:
                break
        else:
            raise AssertionError("trimscope serve ended:\n" + "".join(said))
        # What it writes later must be read, or a full pipe stops it.
        reader = threading.Thread(target=lambda: said.extend(server.stdout), daemon=True)
        reader.start()
        yield found[0].rstrip("/") + "/"
    finally:
        server.terminate()
        try:
            server.wait(timeout=STOP_S)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()
    reader.join()
    server.stdout.close()
    assert not [line for line in said if "Traceback" in line], "".join(said)


@contextlib.contextmanager
def static(folder):
    """The static site, built into `folder`, from the plainest file server there is; gives its address."""
    build(folder / SUB_PATH, log=lambda line: None)
    handler = functools.partial(_Quiet, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/{SUB_PATH}/"
        finally:
            server.shutdown()
            thread.join()


class _Quiet(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass
