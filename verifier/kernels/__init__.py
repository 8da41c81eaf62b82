"""
Kernels: compiled loops over the arrays of ``verifier.batch``, and nothing else.

The only place of this room that loads numba; import it where it is used, not before. Each kernel says in
plain loops what a rule or a reader says in plain Python, has a slow twin in the tests, and runs uncompiled as
well (``NUMBA_DISABLE_JIT=1``).
"""
