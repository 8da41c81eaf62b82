"""Servers for tests: an application on a free loopback port, in a thread, ended when done."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from planassay.bench.sandbox.listening import make_server


@contextmanager
def serving(app: Any, *, head_seconds: float = 60) -> Iterator[str]:
    """Give the address at which an application is served while the block runs; it must know of lifespans."""
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen(256)  # who calls before the server runs waits
    server = make_server(app, head_seconds=head_seconds)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
        listening.close()
