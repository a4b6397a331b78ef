"""Rows of Arrow as JSON, with digits as they stand."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
import pyarrow.types as kinds
from vocabulary_hub import FrameError
from vocabulary_hub.frames import ROWS_AT_A_TIME, Column, Frame
from vocabulary_hub.json_text import UnwritableError, json_text, quoted, single

Writer = Callable[[Any], str | None]


@dataclass(frozen=True)
class UnwritableRow:
    """A row that JSON cannot hold. The message says why, and what to do."""

    message: str


def json_rows(batch: pa.RecordBatch, names: Sequence[str]) -> Iterator[list[str | UnwritableRow]]:
    """The rows of a batch as JSON objects, some at a time. What is missing is left out.

    Args:
        batch: some rows.
        names: the keys of its columns.

    """
    for start in range(0, batch.num_rows, ROWS_AT_A_TIME):
        part = batch.slice(start, ROWS_AT_A_TIME)
        try:
            yield [*next(_frame_of(part, names).lines())]
        except FrameError:
            # Of rows with a value at fault, the others are documents.
            yield [_json_row(part.slice(row, 1), names) for row in range(part.num_rows)]


def _json_row(row: pa.RecordBatch, names: Sequence[str]) -> str | UnwritableRow:
    try:
        return next(_frame_of(row, names).lines())[0]
    except FrameError as error:
        return UnwritableRow(f"Column {error.column!r}: {error.__cause__}.")


def _frame_of(batch: pa.RecordBatch, names: Sequence[str]) -> Frame:
    columns = [_column_of(name, array) for name, array in zip(names, batch.columns, strict=True)]
    return Frame(columns, batch.num_rows)


def _column_of(name: str, array: pa.Array) -> Column:
    def read(start: int, stop: int) -> list[object]:
        try:
            values: list[object] = array.slice(start, stop - start).to_pylist()
        except UnicodeDecodeError:
            raise UnwritableError("text that is no UTF-8; decode it with the charset that it has") from None
        except (ValueError, OverflowError) as error:
            raise UnwritableError(f"a value that Python cannot hold ({error}); cast the column to string") from error
        return values

    return Column(name, read, _writer_of(array.type))


def _writer_of(kind: pa.DataType) -> Writer:
    """What writes the values of a type as JSON, those inside of others included."""
    if kinds.is_float32(kind):
        return single
    if kinds.is_timestamp(kind) and kind.tz is not None:
        return _instant
    if kinds.is_struct(kind):
        return _object_writer([(f"{quoted(field.name)}:", field.name, _writer_of(field.type)) for field in kind])
    if kinds.is_map(kind):
        return _map_writer(_writer_of(kind.item_type))
    if kinds.is_list(kind) or kinds.is_large_list(kind):
        return _array_writer(_writer_of(kind.value_type))
    return json_text


def _instant(value: datetime.datetime | None) -> str | None:
    """In UTC, since the zone of a session says how people are shown an instant, not where it was measured."""
    if value is None:
        return None
    try:
        return f'"{value.astimezone(datetime.timezone.utc).isoformat()}"'
    except OverflowError as error:
        raise UnwritableError(f"an instant that Python cannot hold ({error}); cast the column to string") from error


def _object_writer(members: list[tuple[str, str, Writer]]) -> Writer:
    def write(value: dict[str, Any] | None) -> str | None:
        if value is None:
            return None
        texts = [key + (write_member(value[name]) or "null") for key, name, write_member in members]
        return f"{{{','.join(texts)}}}"

    return write


def _map_writer(write_item: Writer) -> Writer:
    def write(value: list[tuple[str, Any]] | None) -> str | None:
        if value is None:
            return None
        texts = [f"{quoted(key)}:{write_item(item) or 'null'}" for key, item in value]
        return f"{{{','.join(texts)}}}"

    return write


def _array_writer(write_item: Writer) -> Writer:
    def write(value: list[Any] | None) -> str | None:
        if value is None:
            return None
        return f"[{','.join([write_item(item) or 'null' for item in value])}]"

    return write
