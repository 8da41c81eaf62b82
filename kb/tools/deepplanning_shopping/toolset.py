"""
The fifteen shopping tools as a tool set, for sessions and doors.

A session is a visit of its own: it starts with the case's cart, and changes nobody else's. Arguments go to
the tools as they were sent. The benchmark's loop allows 400 calls.
"""

import json
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, create_model

from planassay.kb.formats.deepplanning_shopping.casefiles import FILES, CaseFiles, read_case_files
from planassay.kb.tools.deepplanning_shopping.shop import Shop
from planassay.kb.tools.deepplanning_shopping.signatures import SIGNATURES, Parameter
from planassay.kb.tools.toolset import Answer, Limits, Ranker, Tool, ToolError, ToolSet

SYSTEM = "deepplanning-shopping"
LIMITS = Limits(billable=400, free=0)

_CHANGING = (
    "add_product_to_cart",
    "delete_product_from_cart",
    "add_coupon_to_cart",
    "delete_coupon_from_cart",
)
_TYPES: MappingProxyType[str, Any] = MappingProxyType(
    {"string": str, "integer": int, "number": float, "texts": list[str]}
)


def open_world(path: Path) -> CaseFiles | None:
    """Return the case at a path, or None if it is no case folder."""
    names = (FILES["products"], FILES["user"])
    return read_case_files(path) if path.is_dir() and all((path / name).is_file() for name in names) else None


def toolset(world: CaseFiles, ranker: Ranker | None) -> ToolSet[Shop]:
    """Return the tools over a case; nothing is ranked by meaning."""
    del ranker
    return ToolSet(
        system=SYSTEM,
        profile=SYSTEM,
        kb_hash=_identity(world),
        tolerant=True,
        limits=LIMITS,
        start=partial(Shop, world),
        tell=_tell,
        tools=tuple(
            Tool(name, query_model(name), _caller(name), changes=name in _CHANGING) for name in SIGNATURES
        ),
    )


def _identity(files: CaseFiles) -> str:
    """Return a hash over what the tools look into."""
    digest = sha256()
    for data in (files.products, files.user, files.cart):
        digest.update(b"-" if data is None else str(len(data)).encode() + b":" + data)
    return digest.hexdigest()


def _caller(name: str) -> Callable[[Shop, Any], Answer]:
    def call(shop: Shop, arguments: Any) -> Answer:
        answer = json.loads(shop.call(name, json.dumps(arguments, ensure_ascii=False)))
        return answer if isinstance(answer, dict) else {"results": answer}

    return call


def query_model(name: str) -> type[BaseModel]:
    """Return the model of a tool's arguments, which describes them and checks nothing."""
    signature = SIGNATURES[name]
    fields: dict[str, Any] = {parameter.name: _field(parameter) for parameter in signature.parameters}
    made: type[BaseModel] = create_model(
        name, __config__=ConfigDict(extra="allow"), __doc__=signature.about, **fields
    )
    return made


def _field(parameter: Parameter) -> tuple[Any, Any]:
    extra: dict[str, Any] = {"enum": list(parameter.choices)} if parameter.choices else {}
    about = Field(... if parameter.required else None, description=parameter.about, json_schema_extra=extra)
    kind = _TYPES[parameter.kind]
    return (kind if parameter.required else kind | None, about)


def _tell(fault: ToolError) -> Answer:
    if fault.code == "unknown_tool":
        return {"error": f"tool '{fault.message}' not found"}
    return {"error": fault.message}
