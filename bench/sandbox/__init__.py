"""
The sandbox: a knowledge base behind tools, with sessions, budgets and traces.

``session`` is the door in this process; ``rest`` and ``mcp`` are the doors to others, ``clients`` opens them;
all have the call ``call(tool, arguments) -> dict``. What the tools of a system are is said in
``planassay.kb.tools``.
"""
