"""
LifePlanner: answers derived from asks over views of a city.

``view`` says what may be known, ``oracle_view`` reads records and ``tool_view`` replies of tools; ``place``,
``nearby`` and ``routing`` derive the answers of their families.
"""
