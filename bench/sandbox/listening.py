"""
Listening: the HTTP server below the doors, which gives no client for ever to say what it wants.

What uvicorn leaves open is the head of a request: a client that sends half of it, or nothing, holds its
connection without end, and enough of them leave no place for others. Bodies are ``guard``'s business.
"""

import asyncio
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from uvicorn import Config, Server
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 20.0
KEEP_ALIVE_SECONDS = 60
BACKLOG = 2048


class PatientProtocol(H11Protocol):
    """HTTP/1.1 in which the head of each request has its time."""

    head_seconds = HEAD_SECONDS
    _head_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first head."""
        super().connection_made(transport)
        self._await_head()

    def data_received(self, data: bytes) -> None:
        """Take what came; go on waiting while it is no whole head."""
        super().data_received(data)
        if self._is_busy():
            self._cancel()
        elif self._head_timer is None:
            self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._cancel()
        super().connection_lost(exc)

    def _is_busy(self) -> bool:
        """Tell whether a request is being answered."""
        cycle: Any = self.cycle  # None before the first request, whatever its annotation says
        return cycle is not None and not cycle.response_complete

    def _await_head(self) -> None:
        self._head_timer = self.loop.call_later(self.head_seconds, self._give_up)

    def _cancel(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _give_up(self) -> None:
        self._head_timer = None
        if not self._is_busy() and not self.transport.is_closing():
            self.transport.close()


def make_server(app: Any, *, head_seconds: float = HEAD_SECONDS) -> Server:
    """
    Return the server of an application.

    Parameters
    ----------
    app
        An ASGI application.
    head_seconds
        How long the head of a request may take.
    """
    protocol = type("Protocol", (PatientProtocol,), {"head_seconds": head_seconds})
    config = Config(
        app,
        http=protocol,
        ws="none",
        log_level="warning",
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        lifespan="on",
    )
    return Server(config)


def allow_many_connections() -> None:
    """Raise the limit of open files to what the system lets this process have."""
    if find_spec("resource") is None:  # Windows has no such limit
        return
    resource = import_module("resource")
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
