"""
Store: a knowledge base on disk.

A store is a folder::

    manifest.json      what it holds, see planassay.kb.manifest
    tables/*.parquet   the records; this is what is published
    columns/*.npy      the same as arrays, see planassay.kb.columns; derived, rebuilt when absent or stale

It is made once and never changed; its content hash, over the records in their order, is its identity. Scoring
reads the columns and loads no database. DuckDB, of which this module is the only importer, writes the tables
and answers queries. The tables of a system are stated as data, see ``planassay.kb.tables``; no system is
known here.
"""

import os
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, cast

import numpy as np
import orjson

from planassay.kb.arrayfiles import map_arrays, save_arrays
from planassay.kb.aside import aside
from planassay.kb.catalog import Catalog
from planassay.kb.columns import Array, Columns, build_arrays
from planassay.kb.errors import InputError, StoreError, UnknownSystemError
from planassay.kb.formats.registry import system as registered
from planassay.kb.manifest import (
    MANIFEST,
    SCHEMA_VERSION,
    TABLES,
    Manifest,
    TableEntry,
    is_store,
    read_manifest,
    sha256,
    table_file,
    write_model,
)
from planassay.kb.tables import Column, Kind, Part, Row, TableSchema, Value, content_hash

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

COLUMNS = "columns"

Schema = Sequence[TableSchema[object]]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a query gives."""

    columns: tuple[str, ...]
    rows: list[tuple[object, ...]]


# --------------------------------------------------------------------------------------------- writing


def write_store(
    target: Path,
    system: str,
    parts: Sequence[Part],
    *,
    force: bool = False,
    left_out: int = 0,
) -> Manifest:
    """
    Write a knowledge base; it is there whole or not at all, see ``planassay.kb.aside``.

    Parameters
    ----------
    target
        Where the store shall be: a free path, or a store to be replaced by ``force``.
    system
        A registered system whose format module has a ``SCHEMA``.
    parts
        The rows of every table, label by label, in order.
    left_out
        How many rows or files could not be read; kept in the manifest.

    Raises
    ------
    StoreError
        If something else stands at the target, or another writer took it in the meantime.
    """
    schema = schema_of(system)
    identity = content_hash(system, parts)
    with aside(target, force=force, replaceable=is_store) as folder:
        entries = _write_tables(folder / TABLES, schema, parts)
        save_arrays(folder / COLUMNS, identity, build_arrays(schema, parts))
        manifest = Manifest(
            schema_version=SCHEMA_VERSION,
            system=system,
            content_hash=identity,
            left_out=left_out,
            tables=entries,
        )
        write_model(folder / MANIFEST, manifest)
    return manifest


def schema_of(system: str) -> Schema:
    """
    Return the tables of a registered system.

    Raises
    ------
    UnknownSystemError
        If there is no such system.
    """
    return cast("Schema", registered(system).load("formats").SCHEMA)


def _write_tables(folder: Path, schema: Schema, parts: Sequence[Part]) -> dict[str, TableEntry]:
    folder.mkdir()
    entries: dict[str, TableEntry] = {}
    for table in schema:
        mine = [(label, rows) for name, label, rows in parts if name == table.name]
        lines = folder / f"{table.name}.jsonl"
        names = [column.name for column in (*_IMPLIED, *table.columns)]
        with lines.open("wb") as file:
            for label, rows in mine:
                for number, row in enumerate(rows):
                    values = (label, number, *row)
                    file.write(orjson.dumps(dict(zip(names, values, strict=True))) + b"\n")
        path = folder / f"{table.name}.parquet"
        _to_parquet(lines, path, table)
        lines.unlink()
        entries[table.name] = TableEntry(
            bytes=path.stat().st_size,
            sha256=sha256(path),
            rows=sum(len(rows) for _, rows in mine),
            labels=[(label, len(rows)) for label, rows in mine],
        )
    return entries


_SQL_TYPES = {
    Kind.INT: "BIGINT",
    Kind.FLOAT: "DOUBLE",
    Kind.TEXT: "VARCHAR",
    Kind.WORD: "VARCHAR",
    Kind.WORDS: "VARCHAR[]",
}
_IMPLIED = (Column("label", Kind.WORD), Column("row_index", Kind.INT))
"""Columns of every table on disk: the label, and the position under it."""


def _to_parquet(lines: Path, path: Path, table: TableSchema[object]) -> None:
    _convert(lines, path, {column.name: _SQL_TYPES[column.kind] for column in (*_IMPLIED, *table.columns)})


def write_parquet(path: Path, types: Mapping[str, str], rows: Iterable[Mapping[str, object]]) -> None:
    """
    Write a table that belongs to no store; equal rows give equal bytes with one version of DuckDB.

    Parameters
    ----------
    path
        The file.
    types
        The SQL type of each column, in order.
    rows
        Values by column.
    """
    lines = path.with_name(f"{path.name}.lines")
    with lines.open("wb") as file:
        file.writelines(orjson.dumps({name: row[name] for name in types}) + b"\n" for row in rows)
    _convert(lines, path, types)
    lines.unlink()


def _convert(lines: Path, path: Path, types: Mapping[str, str]) -> None:
    struct = ", ".join(f"{name}: '{kind}'" for name, kind in types.items())
    _connect().execute(
        f"COPY (SELECT * FROM read_json({_quoted(lines)}, format='newline_delimited', columns={{{struct}}}))"
        f" TO {_quoted(path)} (FORMAT parquet, COMPRESSION zstd)"
    )


def _connect() -> "DuckDBPyConnection":
    """Return a new connection to an empty database in memory, which fetches nothing from anywhere."""
    import duckdb

    config: dict[str, str | bool | int | float | list[str]] = {
        "autoinstall_known_extensions": "false",
        "autoload_known_extensions": "false",
    }
    return duckdb.connect(":memory:", config=config)


def _quoted(path: Path) -> str:
    return "'" + str(path).replace("'", "''") + "'"


# --------------------------------------------------------------------------------------------- reading


class Store:
    """
    A knowledge base on disk, opened for reading.

    Parameters
    ----------
    path
        Folder of the store.

    Raises
    ------
    StoreError
        If there is no store, or it is unfinished, of another schema version, or of another size than it says.

    Notes
    -----
    Safe to share between threads and across forks: each thread has a connection of its own, and none is used
    in another process than the one that made it.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.manifest = read_manifest(path)
        self.schema = _schema_for(path, self.manifest)
        self._local = threading.local()

    @cached_property
    def columns(self) -> Columns:
        """
        The tables as arrays, mapped from the store's ``columns`` folder.

        Where that is absent or stale it is written anew; in a store that cannot be written to the arrays are
        kept in memory instead.

        Raises
        ------
        StoreError
            If the tables are not those that the manifest names.
        """
        identity = self.manifest.content_hash
        arrays = map_arrays(self.path / COLUMNS, identity)
        return Columns(identity, self._rebuild() if arrays is None else arrays)

    def catalog(self) -> Catalog:
        """Return the knowledge base, whose records are made from the columns when they are asked for."""
        formats = registered(self.manifest.system).load("formats")
        return cast("Catalog", formats.open_columns(self.columns))

    def query(self, sql: str, parameters: Sequence[object] = ()) -> Answer:
        """
        Return the answer to one SELECT over the tables, each a view of its name.

        Beside the columns of its schema a table has ``label`` and ``row_index``, the position under that
        label. A query sees the tables and no other file.

        Raises
        ------
        InputError
            If the text is not exactly one SELECT (or DESCRIBE, SHOW, SUMMARIZE), or DuckDB refuses it.
        """
        import duckdb

        connection = self._connection()
        try:
            kinds = [statement.type for statement in connection.extract_statements(sql)]
            if kinds != [duckdb.StatementType.SELECT]:
                raise InputError("must be one SELECT", value=sql)
            connection.execute(sql, list(parameters))
            names = tuple(str(column[0]) for column in connection.description or ())
            return Answer(names, connection.fetchall())
        except duckdb.Error as error:
            raise InputError(str(error).strip(), value=sql) from None

    def verify(self) -> None:
        """
        Read everything and compare it with what the manifest says.

        Raises
        ------
        StoreError
            If a table, its records or a derived array is not what it should be; names the first such file.
        """
        for name, entry in self.manifest.tables.items():
            file = table_file(self.path, name)
            if sha256(file) != entry.sha256:
                raise StoreError(f"{file}: damaged: its SHA-256 is not the one in the manifest")
        parts = self._read_parts()
        self._check_rows(parts)
        arrays = self.columns.arrays
        for name, array in build_arrays(self.schema, parts).items():
            if name not in arrays or not np.array_equal(arrays[name], array):
                raise StoreError(
                    f"{self.path / COLUMNS}: damaged in {name}; remove this folder, and it is made anew"
                )

    def _connection(self) -> "DuckDBPyConnection":
        """
        Return this thread's connection in this process.

        One that came here by a fork is kept untouched: even to close it would wait for threads that are gone.
        """
        connections: dict[int, DuckDBPyConnection] = self._local.__dict__.setdefault("connections", {})
        if os.getpid() not in connections:
            connections[os.getpid()] = self._connect_tables()
        return connections[os.getpid()]

    def _connect_tables(self) -> "DuckDBPyConnection":
        """Return a connection that sees the tables of the store, and no other file."""
        connection = _connect()
        tables = self.path.resolve() / TABLES
        for name in self.manifest.tables:
            file = _quoted(table_file(self.path.resolve(), name))
            connection.execute(f"CREATE VIEW {name} AS SELECT * FROM read_parquet({file})")
        connection.execute(f"SET allowed_directories = [{_quoted(tables)}]")
        connection.execute("SET enable_external_access = false")
        connection.execute("SET lock_configuration = true")
        return connection

    def _rebuild(self) -> Mapping[str, Array]:
        parts = self._read_parts()
        self._check_rows(parts)
        arrays = build_arrays(self.schema, parts)
        try:
            with aside(self.path / COLUMNS, force=True) as folder:
                save_arrays(folder, self.manifest.content_hash, arrays)
        except OSError:  # a store that cannot be written to
            return arrays
        mapped = map_arrays(self.path / COLUMNS, self.manifest.content_hash)
        return arrays if mapped is None else mapped

    def _check_rows(self, parts: Sequence[Part]) -> None:
        if content_hash(self.manifest.system, parts) != self.manifest.content_hash:
            raise StoreError(
                f"{self.path / TABLES}: damaged: these are not the records that the manifest names"
            )

    def _read_parts(self) -> list[Part]:
        """Return the rows of every table, read from Parquet."""
        import duckdb

        parts: list[Part] = []
        for table in self.schema:
            file = table_file(self.path, table.name)
            names = ", ".join(column.name for column in table.columns)
            lists = [i for i, column in enumerate(table.columns) if column.kind is Kind.WORDS]
            try:
                rows = _connect().execute(f"SELECT {names} FROM read_parquet({_quoted(file)})")
                for label, count in self.manifest.tables[table.name].labels:
                    part = rows.fetchmany(count) if count else []
                    parts.append((table.name, label, [_with_tuples(row, lists) for row in part]))
            except duckdb.Error as error:
                raise StoreError(f"{file}: damaged: {error}") from None
        return parts


def open_store(path: Path) -> Catalog:
    """
    Return the knowledge base of a store; loads no database if the columns are in place.

    Raises
    ------
    StoreError
        If the store is absent, unfinished, of another schema version or damaged.
    """
    return Store(path).catalog()


def _schema_for(path: Path, manifest: Manifest) -> Schema:
    """Return the tables of a manifest's system, which must be the tables of the manifest."""
    try:
        schema = schema_of(manifest.system)
    except UnknownSystemError as error:
        raise StoreError(f"{path}: {error}") from None
    expected = sorted(table.name for table in schema)
    if sorted(manifest.tables) != expected:
        found = ", ".join(sorted(manifest.tables))
        raise StoreError(
            f"{path / MANIFEST}: damaged: it names the tables {found}, not {', '.join(expected)}"
        )
    return schema


def _with_tuples(row: Sequence[Value], lists: Sequence[int]) -> Row:
    values = list(row)
    for index in lists:
        values[index] = tuple(cast("list[str]", values[index]))
    return tuple(values)
