"""
The desk: the sessions of one server, by name, each made when it is first called for.

Sessions share the tools and nothing else. With a trace, a session that was there before a restart goes on
where it stood: its budget is what was recorded, and what its calls changed is changed again.
"""

import re
import threading
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from planassay.bench.sandbox.session import Call, Recorder, Session
from planassay.kb.tools.toolset import Limits, ToolError, ToolSet

SESSION_PATTERN = r"^[A-Za-z0-9._:-]{1,128}$"
MAX_SESSIONS = 100_000
UNLIMITED = Limits(billable=2**62, free=2**62, overshoot=True)


class Desk:
    """
    The sessions over one tool set.

    Parameters
    ----------
    toolset
        The tools.
    limits
        Budget of every session; that of the tool set if not given.
    recorder
        Where calls are kept.
    before
        Calls of sessions that were there before, in their order.
    max_sessions
        How many there may be.
    """

    def __init__(
        self,
        toolset: ToolSet[Any],
        *,
        limits: Limits | None = None,
        recorder: Recorder | None = None,
        before: Sequence[Call] = (),
        max_sessions: int = MAX_SESSIONS,
    ) -> None:
        self.toolset = toolset
        self.limits = toolset.limits if limits is None else limits
        self._recorder = recorder
        self._max_sessions = max_sessions
        self._sessions: dict[str, Session[Any]] = {}
        self._lock = threading.Lock()
        calls: dict[str, list[Call]] = defaultdict(list)
        for call in before:
            if call.session:
                calls[call.session].append(call)
        for name, mine in calls.items():
            self._sessions[name] = session = self._made(name)
            session.restore(mine)

    def __len__(self) -> int:
        return len(self._sessions)

    def session(self, name: str) -> Session[Any]:
        """
        Return the session of a name, made anew if there is none.

        Raises
        ------
        ToolError
            If the name cannot be one, or there are too many sessions.
        """
        if not re.fullmatch(SESSION_PATTERN, name):
            raise ToolError(
                "invalid_session",
                "a session's name is 1 to 128 letters, digits, dots, colons, hyphens or underscores",
                details=(
                    {"loc": ["X-Session-Id"], "msg": "is no name of a session", "type": "invalid_session"},
                ),
            )
        with self._lock:
            found = self._sessions.get(name)
            if found is None:
                if len(self._sessions) >= self._max_sessions:
                    raise ToolError(
                        "too_many_sessions", f"there are {self._max_sessions:,} sessions", status=429
                    )
                found = self._sessions[name] = self._made(name)
            return found

    def passer_by(self) -> Session[Any]:
        """Return a session for one call of somebody without a name: nothing is counted."""
        return Session(self.toolset, limits=UNLIMITED, recorder=self._recorder, remembers=False)

    def _made(self, name: str) -> Session[Any]:
        return Session(
            self.toolset, limits=self.limits, session_id=name, recorder=self._recorder, remembers=False
        )
