"""A client for ASGI applications, small enough to need no server and no other package."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import unquote


def call(
    app: Any,
    method: str,
    path: str,
    body: object = None,
    *,
    parts: Sequence[bytes] = (),
    headers: Mapping[str, str] | None = None,
) -> tuple[int, Any]:
    """
    Return the status and the JSON of a response.

    Parameters
    ----------
    app
        The application.
    method, path
        What is asked for; the path may have a query.
    body
        Sent as JSON.
    parts
        Sent instead of that, one after another, without saying how much will come.
    headers
        Sent beside those of the body.
    """
    whole = b"" if body is None else json.dumps(body).encode()
    chunks = list(parts) or [whole]
    sent_headers = [(b"content-type", b"application/json")]
    sent_headers += [(name.lower().encode(), value.encode()) for name, value in (headers or {}).items()]
    if not parts:
        sent_headers.append((b"content-length", str(len(whole)).encode()))
    route, _, query = path.partition("?")
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": unquote(route),
        "raw_path": route.encode(),
        "query_string": query.encode(),
        "headers": sent_headers,
        "server": ("test", 80),
        "client": ("test", 1),
    }
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, object]:
        if not chunks:
            await asyncio.Event().wait()
        return {"type": "http.request", "body": chunks.pop(0), "more_body": bool(chunks)}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    asyncio.run(app(scope, receive, send))
    text = b"".join(message.get("body", b"") for message in sent)
    return sent[0]["status"], json.loads(text)
