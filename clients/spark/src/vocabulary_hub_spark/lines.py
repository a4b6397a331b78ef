"""Documents as the lines that the converter reads."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import IO

import pyarrow as pa
import pyarrow.compute as pc

from .rows import UnwritableRow, json_rows

UNWRITABLE = "unwritable-row"
"""The code of a failure of a row that no document can be made of."""

_TEXTS_AT_A_TIME = 1_000


def text_lines(batches: Iterable[pa.RecordBatch]) -> Iterator[bytes]:
    """The texts of documents as lines, with the bytes that they have. A text that is missing is an empty line."""
    for batch in batches:
        for start in range(0, batch.num_rows, _TEXTS_AT_A_TIME):
            # Read as characters, bytes that are no UTF-8 would be lost.
            texts = pc.fill_null(batch.column(0).slice(start, _TEXTS_AT_A_TIME).cast(pa.binary()), b"")
            lines = _joined(texts)
            if lines.count(b"\n") > len(texts):
                # Between tokens JSON takes any white space, and within a text no end of a line.
                lines = _joined(pc.replace_substring(texts, "\n", " "))
            yield lines


def _joined(texts: pa.Array) -> bytes:
    whole = pa.ListArray.from_arrays([0, len(texts)], texts)
    lines: bytes = pc.binary_join(whole, b"\n")[0].as_py()
    return lines + b"\n"


class RowLines:
    """Rows as lines of JSON. A row that JSON cannot hold is an empty line, so that the others keep their numbers.

    Attributes:
        failed: the number of such rows so far.

    """

    def __init__(
        self, batches: Iterable[pa.RecordBatch], names: Sequence[str], failures: IO[str], vocabulary: str
    ) -> None:
        self._batches = batches
        self._names = names
        self._failures = failures
        self._vocabulary = vocabulary
        self._lines = 0
        self.failed = 0

    def __iter__(self) -> Iterator[bytes]:
        """The lines, some at a time."""
        for batch in self._batches:
            for rows in json_rows(batch, self._names):
                yield "".join([f"{self._line_of(row)}\n" for row in rows]).encode()

    def _line_of(self, row: str | UnwritableRow) -> str:
        self._lines += 1
        if isinstance(row, str):
            return row
        self.failed += 1
        told = {"code": UNWRITABLE, "message": row.message, "line": self._lines, "vocabulary": self._vocabulary}
        self._failures.write(f"{json.dumps(told | {'text': None})}\n")
        return ""
