"""Body limit: an ASGI layer that refuses a request whose body is too large, before it is held in memory."""

import json
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress

Message = MutableMapping[str, object]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]


class _TooLargeError(Exception):
    """More came than is allowed."""


class BodyLimit:
    """
    Answer 413 to bodies that say, or turn out, to be larger than a limit.

    Parameters
    ----------
    app
        What is behind this layer.
    limit
        Bytes of a body.
    """

    def __init__(self, app: App, limit: int) -> None:
        self.app = app
        self.limit = limit

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Serve a connection."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if _stated_length(scope) > self.limit:
            await self._refuse(send)
            return
        held = 0
        has_begun = False

        async def counted() -> Message:
            nonlocal held
            message = await receive()
            body = message.get("body", b"")
            held += len(body) if isinstance(body, bytes) else 0
            if held > self.limit:
                raise _TooLargeError
            return message

        async def noted(message: Message) -> None:
            nonlocal has_begun
            if held <= self.limit:  # else what is behind has made an answer of its own of the error
                has_begun = True
                await send(message)

        with suppress(_TooLargeError):
            await self.app(scope, counted, noted)
        if held > self.limit and not has_begun:
            await self._refuse(send)

    async def _refuse(self, send: Send) -> None:
        detail = {"loc": ["body"], "msg": f"at most {self.limit:,} bytes", "type": "too_large"}
        message = f"the body is larger than {self.limit:,} bytes"
        body = json.dumps({"error": {"code": "too_large", "message": message, "details": [detail]}}).encode()
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": 413, "headers": headers})
        await send({"type": "http.response.body", "body": body})


def _stated_length(scope: Message) -> int:
    headers = scope.get("headers")
    for name, value in headers if isinstance(headers, list | tuple) else ():
        if name == b"content-length" and value.isdigit():
            return int(value)
    return 0
