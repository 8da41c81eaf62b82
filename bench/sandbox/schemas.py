"""
Schemas: what a tool set's tools are, in the forms that chat models and clients are told.

``openai``, ``anthropic`` and ``mcp`` carry the JSON schema of each query model. ``openai-strict`` is what
strict function calling demands: every property required (optional ones may be null, and nulls count as not
given), no defaults, no limits, nothing beyond what is named; a free object becomes its JSON text.
"""

from typing import Any, Literal, get_args

from planassay.kb.tools.toolset import Tool, ToolSet

Style = Literal["openai", "openai-strict", "anthropic", "mcp"]
STYLES: tuple[Style, ...] = get_args(Style)
Schema = dict[str, Any]

_STRICT = ("type", "enum", "items", "description", "anyOf")
"""What strict schemas may say of a property."""


def tool_schemas(toolset: ToolSet[Any], style: Style = "openai") -> list[Schema]:
    """Return the schema of every tool, in the order of the tool set."""
    return [_FORMS[style](tool) for tool in toolset.tools]


def input_schema(tool: Tool[Any]) -> Schema:
    """Return the JSON schema of a tool's arguments: required ones first, no titles, no nulls."""
    schema = inlined(tool.query.model_json_schema())
    required = schema.get("required", [])
    names = sorted(schema["properties"], key=lambda name: name not in required)
    properties = {name: plain(schema["properties"][name]) for name in names}
    tidy: Schema = {"type": "object", "properties": properties, "required": required}
    if schema.get("additionalProperties") is False:
        tidy["additionalProperties"] = False
    return tidy


def plain(value: Schema) -> Schema:
    """Return the schema of a property without its title, and without null as what is left out."""
    kept = {key: part for key, part in value.items() if key != "title"}
    if kept.get("default", ...) is None:
        del kept["default"]
    choices = kept.pop("anyOf", None)
    if choices is None:
        return kept
    stated = [choice for choice in choices if choice != {"type": "null"}]
    return {**stated[0], **kept} if len(stated) == 1 else {"anyOf": stated, **kept}


def _openai(tool: Tool[Any]) -> Schema:
    function = {"name": tool.name, "description": tool.about, "parameters": input_schema(tool)}
    return {"type": "function", "function": function}


def _openai_strict(tool: Tool[Any]) -> Schema:
    schema = input_schema(tool)
    required = schema.get("required", [])
    properties = {
        name: _strict(value, is_optional=name not in required) for name, value in schema["properties"].items()
    }
    parameters = {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
    return {
        "type": "function",
        "function": {
            "name": tool.name,
            "description": tool.about,
            "parameters": parameters,
            "strict": True,
        },
    }


def _strict(value: Schema, *, is_optional: bool) -> Schema:
    kept = {key: part for key, part in value.items() if key in _STRICT}
    if kept.get("type") == "object":
        kept = {
            "type": "string",
            "description": f"{kept.get('description', '')} As the text of a JSON object.".strip(),
        }
    if "anyOf" in kept:
        kept["anyOf"] = [_strict_choice(choice) for choice in kept["anyOf"]]
    if not is_optional:
        return kept
    if "enum" in kept:
        kept["enum"] = [*kept["enum"], None]
    if "anyOf" in kept:
        kept["anyOf"] = [*kept["anyOf"], {"type": "null"}]
    if "type" in kept:
        kept["type"] = [kept["type"], "null"]
    return kept


def _strict_choice(choice: Schema) -> Schema:
    """Return one of several forms of a value; an object has all its properties, which may be null."""
    if "properties" not in choice:
        return {key: part for key, part in choice.items() if key in _STRICT}
    required = choice.get("required", [])
    properties = {
        name: _strict(value, is_optional=name not in required) for name, value in choice["properties"].items()
    }
    kept = {key: part for key, part in choice.items() if key in ("type", "description")}
    return {**kept, "properties": properties, "required": list(properties), "additionalProperties": False}


def _anthropic(tool: Tool[Any]) -> Schema:
    return {"name": tool.name, "description": tool.about, "input_schema": input_schema(tool)}


def _mcp(tool: Tool[Any]) -> Schema:
    described: Schema = {"name": tool.name, "description": tool.about, "inputSchema": input_schema(tool)}
    return described


_FORMS = {
    "openai": _openai,
    "openai-strict": _openai_strict,
    "anthropic": _anthropic,
    "mcp": _mcp,
}


def inlined(schema: dict[str, Any]) -> dict[str, Any]:
    """
    Return a schema that says in place what it named, without titles: parts of it are used by themselves.

    Definitions must not contain themselves.

    Examples
    --------
    >>> inlined({"items": {"$ref": "#/$defs/A", "default": 1}, "$defs": {"A": {"type": "integer"}}})
    {'items': {'type': 'integer', 'default': 1}}
    """
    definitions = schema.get("$defs", {})

    def said(value: Any) -> Any:
        if isinstance(value, list):
            return [said(inner) for inner in value]
        if not isinstance(value, dict):
            return value
        # A property may be called title, too: it has a schema, while a title is a text.
        found = {
            key: said(inner)
            for key, inner in value.items()
            if key not in ("$ref", "$defs") and not (key == "title" and isinstance(inner, str))
        }
        if "$ref" in value:
            found = {**said(definitions[value["$ref"].rpartition("/")[2]]), **found}
        return found

    whole: dict[str, Any] = said(schema)
    return whole
