"""
Manifest: what a store says of itself, read with suspicion.

The manifest names every table with its labels, row counts, size and SHA-256. Reading it checks the schema
version, that every table is there, and their sizes; whether their bytes are right is checked on demand, see
``planassay.kb.store.Store.verify``.
"""

import json
from hashlib import file_digest
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from planassay.kb.errors import StoreError

SCHEMA_VERSION = 1
"""Version of the folder and of every table layout in it."""

MANIFEST = "manifest.json"
TABLES = "tables"


TableName = Annotated[str, Field(pattern="^[a-z][a-z_]{0,40}$")]


class TableEntry(BaseModel):
    """What the manifest says of a table."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    bytes: int = Field(ge=0)
    sha256: str
    rows: int = Field(ge=0)
    labels: list[tuple[str, int]]
    """Each label with its number of rows, in order; a table without labels has the one label ``""``."""


class Manifest(BaseModel):
    """What a store says of itself."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    format: Literal["planassay-kb"] = "planassay-kb"
    schema_version: int
    system: str
    content_hash: str
    left_out: int = Field(default=0, ge=0)
    """Rows and files of the official folder that could not be read."""
    tables: dict[TableName, TableEntry]


def is_store(path: Path) -> bool:
    """Return whether a folder looks like a store, whole or damaged."""
    try:
        return b'"planassay-kb"' in (path / MANIFEST).read_bytes()
    except OSError:
        return False


def write_model(path: Path, model: BaseModel) -> None:
    """Write a document so that equal content gives equal bytes."""
    text = json.dumps(model.model_dump(), sort_keys=True, ensure_ascii=False, indent=1)
    path.write_text(text + "\n", encoding="utf-8", newline="\n")


def table_file(path: Path, name: str) -> Path:
    """Return the file of a table in a store."""
    return path / TABLES / f"{name}.parquet"


def read_manifest(path: Path) -> Manifest:
    """
    Return the manifest of a store that is whole as far as sizes tell.

    Raises
    ------
    StoreError
        If there is no store, or it is unfinished, damaged or of another schema version.
    """
    if not path.is_dir():
        raise StoreError(f"{path}: there is no such knowledge base")
    try:
        data = (path / MANIFEST).read_bytes()
    except OSError:
        raise StoreError(f"{path}: is no knowledge base: it has no {MANIFEST}") from None
    version = _version_of(data)
    if version not in (None, SCHEMA_VERSION):
        raise StoreError(f"{path}: has schema version {version}, but this program reads {SCHEMA_VERSION}")
    try:
        manifest = Manifest.model_validate_json(data, strict=True)
    except ValidationError as error:
        first = error.errors()[0]
        place = "/".join(map(str, first["loc"]))
        raise StoreError(f"{path / MANIFEST}: damaged at /{place}: {first['msg']}") from None
    for name, entry in manifest.tables.items():
        _check_size(table_file(path, name), entry.bytes)
    return manifest


def _version_of(data: bytes) -> object:
    try:
        document = json.loads(data)
    except ValueError:
        return None
    return document.get("schema_version") if isinstance(document, dict) else None


def _check_size(path: Path, size: int) -> None:
    try:
        found = path.stat().st_size
    except OSError:
        raise StoreError(f"{path}: is missing, so the knowledge base is not whole") from None
    if found != size:
        raise StoreError(f"{path}: damaged: it has {found} bytes, not {size}")


def sha256(path: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()
