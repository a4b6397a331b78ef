"""Rows of Arrow keep their digits, also inside of each other."""

from __future__ import annotations

import datetime
import io
import json
import unittest
from decimal import Decimal
from typing import Any

import pyarrow as pa

from vocabulary_hub_spark.lines import UNWRITABLE, RowLines, text_lines
from vocabulary_hub_spark.rows import UnwritableRow, json_rows

BERLIN = pa.timestamp("us", tz="Europe/Berlin")
STAMP = datetime.datetime(2026, 3, 1, 11, 15, 0, 123_456, tzinfo=datetime.timezone(datetime.timedelta(hours=1)))


def written(kind: pa.DataType, *values: object) -> list[str]:
    """The JSON text of values of a type."""
    batch = pa.RecordBatch.from_arrays([pa.array(values, kind)], ["k"])
    return [
        row[5:-1] if isinstance(row, str) else row.message
        for rows in json_rows(batch, batch.schema.names)
        for row in rows
    ]


class Rows(unittest.TestCase):
    """The text of values."""

    def test_numbers_have_their_digits(self) -> None:
        cases: list[tuple[pa.DataType, object, str]] = [
            (pa.decimal128(38, 2), Decimal("812.40"), "812.40"),
            (pa.decimal128(38, 18), Decimal("1e-18"), "0.000000000000000001"),
            (pa.int64(), 2**63 - 1, "9223372036854775807"),
            (pa.float64(), 0.1, "0.1"),
            (pa.float64(), float("inf"), '"INF"'),
            (pa.float32(), 0.1, "0.1"),
            (pa.bool_(), True, "true"),
        ]
        for kind, value, text in cases:
            with self.subTest(kind=kind):
                self.assertEqual(written(kind, value), [text])
                self.assertEqual(written(pa.list_(kind), [value, None]), [f"[{text},null]"])
                self.assertEqual(written(pa.struct({"a": kind, "b": kind}), {"a": value}), [f'{{"a":{text},"b":null}}'])
                self.assertEqual(written(pa.map_(pa.string(), kind), [("ä", value)]), [f'{{"ä":{text}}}'])

    def test_instants_are_in_utc_and_other_times_as_they_stand(self) -> None:
        self.assertEqual(written(BERLIN, STAMP), ['"2026-03-01T10:15:00.123456+00:00"'])
        self.assertEqual(written(pa.list_(BERLIN), [STAMP]), ['["2026-03-01T10:15:00.123456+00:00"]'])
        self.assertEqual(written(pa.timestamp("us"), STAMP.replace(tzinfo=None)), ['"2026-03-01T11:15:00.123456"'])
        self.assertEqual(written(pa.date32(), datetime.date(2026, 3, 1)), ['"2026-03-01"'])
        self.assertEqual(written(pa.duration("us"), datetime.timedelta(hours=1)), ['"PT3600S"'])

    def test_what_is_missing_is_left_out(self) -> None:
        for kind in (pa.float64(), pa.float32(), pa.decimal128(4, 2), BERLIN, pa.list_(pa.int8()), pa.null()):
            self.assertEqual(written(kind, None), [""])
        self.assertEqual(written(pa.float64(), float("nan")), [""])
        self.assertEqual(written(pa.list_(pa.float32()), [float("nan")]), ["[null]"])

    def test_a_value_at_fault_takes_its_row_alone(self) -> None:
        far = pa.array([0, 400_000_000_000_000_000, 1], pa.int64()).cast(pa.timestamp("us", tz="UTC"))
        batch = pa.RecordBatch.from_arrays([far, pa.array([1, 2, 3])], ["t", "n"])
        (rows,) = json_rows(batch, batch.schema.names)
        self.assertEqual([isinstance(row, UnwritableRow) for row in rows], [False, True, False])
        self.assertIn("'t'", rows[1].message if isinstance(rows[1], UnwritableRow) else "")
        broken = pa.Array.from_buffers(pa.string(), 2, pa.array([b"\xff", b"x"]).buffers())
        (rows,) = json_rows(pa.RecordBatch.from_arrays([broken], ["k"]), ["k"])
        self.assertEqual([isinstance(row, UnwritableRow) for row in rows], [True, False])

    def test_many_rows_are_each_written_once(self) -> None:
        batch = pa.RecordBatch.from_arrays([pa.array(range(12_345))], ["k"])
        rows = [row for rows in json_rows(batch, batch.schema.names) for row in rows]
        self.assertEqual(rows, [f'{{"k":{place}}}' for place in range(12_345)])


class Lines(unittest.TestCase):
    """What the converter gets."""

    def test_texts_keep_their_bytes(self) -> None:
        texts: list[Any] = [b'{"a":\xff}', None, b"", b'{"a":1.10}\r'] * 700
        batches = [pa.RecordBatch.from_arrays([pa.array(texts[start:], pa.binary())], ["t"]) for start in (0, 2_799)]
        expected = b"\n".join(text or b"" for text in [*texts, texts[-1]]) + b"\n"
        self.assertEqual(b"".join(text_lines(batches)), expected)

    def test_a_row_at_fault_is_an_empty_line(self) -> None:
        far = pa.array([0, 400_000_000_000_000_000, 1], pa.int64()).cast(pa.timestamp("us", tz="UTC"))
        failures = io.StringIO()
        lines = RowLines([pa.RecordBatch.from_arrays([far], ["t"])] * 2, ["t"], failures, "http://hub.example/v/1/")
        written = b"".join(lines).split(b"\n")
        self.assertEqual([line == b"" for line in written], [False, True, False, False, True, False, True])
        told = [json.loads(line) for line in failures.getvalue().splitlines()]
        self.assertEqual([(each["code"], each["line"]) for each in told], [(UNWRITABLE, 2), (UNWRITABLE, 5)])
        self.assertEqual(lines.failed, 2)
