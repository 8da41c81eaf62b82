"""A client for ASGI applications, small enough to need no server and no other package."""

import asyncio
import json
from collections.abc import Sequence
from typing import Any


def call(
    app: Any, method: str, path: str, body: object = None, *, parts: Sequence[bytes] = ()
) -> tuple[int, Any]:
    """
    Return the status and the JSON of a response.

    Parameters
    ----------
    app
        The application.
    method, path
        What is asked for.
    body
        Sent as JSON.
    parts
        Sent instead of that, one after another, without saying how much will come.
    """
    whole = b"" if body is None else json.dumps(body).encode()
    chunks = list(parts) or [whole]
    headers = [(b"content-type", b"application/json")]
    if not parts:
        headers.append((b"content-length", str(len(whole)).encode()))
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": headers,
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
