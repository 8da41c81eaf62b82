"""Guard: an ASGI layer that waits only so long for the body of a request."""

import asyncio
import json

from planassay.bench.adapters.body_limit import App, Message, Receive, Send

MAX_BODY_BYTES = 2 * 2**20
BODY_SECONDS = 30.0


class Patience:
    """
    Answer 408 to a body that is not there in time.

    Parameters
    ----------
    app
        What is behind this layer.
    seconds
        How long a body may take, from the first byte asked for to the last.
    """

    def __init__(self, app: App, seconds: float = BODY_SECONDS) -> None:
        self.app = app
        self.seconds = seconds

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Serve a connection."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        deadline = asyncio.get_running_loop().time() + self.seconds
        is_whole = has_begun = is_late = False

        async def hurried() -> Message:
            nonlocal is_whole, is_late
            if is_whole:  # what follows the body is only that the client is gone
                return await receive()
            try:
                async with asyncio.timeout_at(deadline):
                    message = await receive()
            except TimeoutError:
                is_late = True
                return {"type": "http.disconnect"}
            is_whole = not message.get("more_body", False)
            return message

        async def noted(message: Message) -> None:
            nonlocal has_begun
            if not is_late or has_begun:
                has_begun = True
                await send(message)

        try:
            await self.app(scope, hurried, noted)
        except Exception:
            if not is_late:
                raise
        if is_late and not has_begun:
            await self._refuse(send)

    async def _refuse(self, send: Send) -> None:
        message = f"the body was not there after {self.seconds:g} seconds"
        body = json.dumps({"error": {"code": "too_slow", "message": message, "details": []}}).encode()
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            (b"connection", b"close"),
        ]
        await send({"type": "http.response.start", "status": 408, "headers": headers})
        await send({"type": "http.response.body", "body": body})
