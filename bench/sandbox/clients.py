"""
Clients: the doors of a sandbox from the other side, each with ``call(tool, arguments) -> dict``.

An agent that is given a :class:`planassay.bench.sandbox.session.Session`, a :class:`RestClient` or an
:class:`McpClient` sees the same answers. A failure to reach the server is an exception, never an answer.
"""

import http.client
import json
import os
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractContextManager, AsyncExitStack, ExitStack, asynccontextmanager
from importlib import import_module
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

from planassay.kb.errors import PlanassayError

TIMEOUT_SECONDS = 60.0
IDLE_SECONDS = 10.0
"""After which a connection is not used again: servers let go of idle ones, and no call may be made twice."""


class UnreachableError(PlanassayError):
    """The sandbox cannot be reached, or does not answer in JSON."""


class RestClient(AbstractContextManager["RestClient"]):
    """
    A session over REST, on a connection that is kept while it is in use.

    Parameters
    ----------
    url
        Address of the server: ``http://127.0.0.1:5001``.
    session
        Name of the session.
    """

    def __init__(self, url: str, session: str) -> None:
        parts = urlsplit(url)
        self._connection = http.client.HTTPConnection(parts.netloc, timeout=TIMEOUT_SECONDS)
        self._headers = {"X-Session-Id": session, "Content-Type": "application/json"}
        self._used_at = 0.0
        self.status = 0
        """HTTP status of the latest answer."""

    def call(self, tool: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Return what a tool answers."""
        answer: dict[str, Any] = self.request("POST", f"/tools/{tool}", json.dumps(dict(arguments)).encode())
        return answer

    def request(self, method: str, path: str, body: bytes | None = None) -> Any:
        """
        Return the JSON that a request is answered with.

        Raises
        ------
        UnreachableError
            If there is no answer, or none in JSON.
        """
        if time.monotonic() - self._used_at > IDLE_SECONDS:
            self._connection.close()  # opened anew by the request
        try:
            self._connection.request(method, path, body, self._headers)
            response = self._connection.getresponse()
            data = response.read()
        except (OSError, http.client.HTTPException) as error:
            self._connection.close()
            raise UnreachableError(f"{method} {path}: {type(error).__name__}: {error}") from None
        self._used_at = time.monotonic()
        self.status = response.status
        try:
            return json.loads(data)
        except ValueError:
            raise UnreachableError(f"{method} {path}: {response.status}, not JSON: {data[:80]!r}") from None

    def __exit__(self, *_: object) -> None:
        """Close the connection."""
        self._connection.close()


class McpClient(AbstractContextManager["McpClient"]):
    """
    A session over MCP, with whichever line of the SDK is installed; the loop runs in a thread of its own.

    Parameters
    ----------
    target
        Address of the door, ``http://127.0.0.1:5001/mcp``, or the command of a server for stdio.
    session
        Name of the session; over stdio the command says it.
    """

    def __init__(self, target: str | list[str], session: str = "") -> None:
        self._target = target
        self._session = session
        self._open = ExitStack()
        self._portal: Any = None
        self._client: Any = None

    def __enter__(self) -> Self:
        """
        Connect.

        Raises
        ------
        UnreachableError
            If there is no such server there.
        """
        start_portal = import_module("anyio.from_thread").start_blocking_portal
        with ExitStack() as opening:
            self._portal = opening.enter_context(start_portal())
            # Entered and left in one task of the loop, as what lies beneath demands.
            connected = self._portal.wrap_async_context_manager(self._connected())
            try:
                self._client = opening.enter_context(connected)
            except Exception as error:
                raise UnreachableError(f"{self._target}: {_innermost(error)}") from None
            self._open = opening.pop_all()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Disconnect."""
        self._open.__exit__(kind, error, traceback)

    def tools(self) -> list[dict[str, Any]]:
        """Return the tools that the server lists: name, description, inputSchema."""
        listed = self._portal.call(self._client.list_tools)
        return [tool.model_dump(by_alias=True, exclude_none=True, mode="json") for tool in listed.tools]

    def call(self, tool: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Return what a tool answers."""
        result = self._portal.call(self._client.call_tool, tool, dict(arguments))
        answer = result.model_dump(by_alias=True, mode="json").get("structuredContent")
        if not isinstance(answer, dict):
            raise UnreachableError(f"{tool}: the answer has no structured content")
        return answer

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[Any]:
        async with AsyncExitStack() as stack:
            if isinstance(self._target, str):
                http_client = import_module("mcp.client.streamable_http").streamable_http_client
                streams = await stack.enter_async_context(
                    http_client(f"{self._target}?session={self._session}")
                )
            else:
                stdio = import_module("mcp.client.stdio")
                command, *arguments = self._target
                server = stdio.StdioServerParameters(command=command, args=arguments, env=dict(os.environ))
                streams = await stack.enter_async_context(stdio.stdio_client(server))
            session = import_module("mcp").ClientSession(streams[0], streams[1])
            client = await stack.enter_async_context(session)
            await client.initialize()
            yield client


def _innermost(error: BaseException) -> BaseException:
    """Return the first of the errors that a group of tasks ended with."""
    return _innermost(error.exceptions[0]) if isinstance(error, BaseExceptionGroup) else error
