"""Frames become rows of JSON, or are refused with the column, the row and a way out."""

import datetime
import json
import unittest
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import numpy
import pandas
import polars

from vocabulary_hub import FrameError, frames
from vocabulary_hub.frames import names_of, read_frame


def rows_of(frame: object) -> list[str]:
    """All rows of a frame as JSON texts."""
    return [line for lines in read_frame(frame).lines() for line in lines]


class Rows(unittest.TestCase):
    """What rows of frames are."""

    def test_pandas_and_polars_and_a_dict_give_the_same_rows(self) -> None:
        columns: dict[str, list[Any]] = {"a": [1.50, None], "b": ["x", "ü"], "c": [True, False], "d": [2**40, -1]}
        expected = ['{"a":1.5,"b":"x","c":true,"d":1099511627776}', '{"b":"ü","c":false,"d":-1}']
        for frame in [pandas.DataFrame(columns), polars.DataFrame(columns), columns]:
            self.assertEqual(rows_of(frame), expected)

    def test_rows_are_read_some_at_a_time(self) -> None:
        count = frames.ROWS_AT_A_TIME * 2 + 3
        frame = pandas.DataFrame({"n": range(count)})
        pieces = [len(lines) for lines in read_frame(frame).lines()]
        self.assertEqual(pieces, [frames.ROWS_AT_A_TIME, frames.ROWS_AT_A_TIME, 3])
        self.assertEqual([json.loads(row)["n"] for row in rows_of(frame)], list(range(count)))

    def test_digits_of_each_kind_of_column_stay(self) -> None:
        frame = pandas.DataFrame(
            {
                "decimal": [Decimal("812.40"), 7],
                "single": numpy.array([0.1, 1e-7], "float32"),
                "nullable": pandas.array([0.1, None], "Float32"),
                "half": numpy.array([0.1, 2], "float16"),
                "large": numpy.array([2**64 - 1, 0], "uint64"),
                "whole": pandas.array([1, None], "Int64"),
                "kind": pandas.Categorical(["a", None]),
                "span": pandas.to_timedelta(["1s", None]),
            }
        )
        self.assertEqual(
            rows_of(frame),
            [
                '{"decimal":812.40,"single":0.1,"nullable":0.1,"half":0.1,"large":18446744073709551615,"whole":1,'
                '"kind":"a","span":"PT1S"}',
                '{"decimal":7,"single":1e-07,"half":2.0,"large":0}',
            ],
        )
        other = polars.DataFrame(
            {"decimal": [Decimal("812.40")], "single": [0.1], "kind": ["a"], "span": [datetime.timedelta(seconds=1)]},
            schema_overrides={"decimal": polars.Decimal(10, 2), "single": polars.Float32, "kind": polars.Categorical},
        )
        self.assertEqual(rows_of(other), ['{"decimal":812.40,"single":0.1,"kind":"a","span":"PT1S"}'])

    def test_stamps_of_polars_keep_nanoseconds_and_zone(self) -> None:
        frame = polars.DataFrame({"t": ["2026-03-01T10:15:00.000000001", "2026-07-01T00:00:00", None]}).select(
            naive=polars.col("t").str.to_datetime(time_unit="ns"),
            zoned=polars.col("t").str.to_datetime(time_unit="ns").dt.replace_time_zone("Europe/Berlin"),
            day=polars.col("t").str.slice(0, 10).str.to_date(),
        )
        self.assertEqual(
            rows_of(frame),
            [
                '{"naive":"2026-03-01T10:15:00.000000001","zoned":"2026-03-01T10:15:00.000000001+01:00",'
                '"day":"2026-03-01"}',
                '{"naive":"2026-07-01T00:00:00","zoned":"2026-07-01T00:00:00+02:00","day":"2026-07-01"}',
                "{}",
            ],
        )

    def test_columns_of_a_dict_are_read_as_those_of_frames(self) -> None:
        stamp = "2026-03-01T10:15:00.000000001"
        single = pandas.Series([0.1], dtype="float32")
        columns = {
            "single": single,
            "index": pandas.Index(single),
            "kind": single.astype("category"),
            "array": numpy.array([0.1], "float32"),
            "masked": numpy.ma.array([1], mask=[True]),
            "nullable": pandas.array([0.1], "Float32"),
            "other": polars.Series([0.1], dtype=polars.Float32),
            "stamp": polars.Series([stamp]).str.to_datetime(time_unit="ns"),
        }
        numbers = ",".join(f'"{name}":0.1' for name in ["single", "index", "kind", "array", "nullable", "other"])
        self.assertEqual(rows_of(columns), [f'{{{numbers},"stamp":"{stamp}"}}'])
        self.assertEqual(rows_of(pandas.DataFrame({"kind": columns["kind"]})), ['{"kind":0.1}'])
        later = pandas.Series([1, 2], index=[7, 8])
        self.assertEqual(rows_of({"v": later}), ['{"v":1}', '{"v":2}'])

    def test_long_durations_of_polars_do_not_wrap(self) -> None:
        span = datetime.timedelta(days=200_000, milliseconds=1)
        expected = [{"ms": "PT17280000000.001S", "us": "PT17280000000.001S"}]
        frame = polars.DataFrame({"ms": [span], "us": [span]}, schema={n: polars.Duration(n) for n in expected[0]})  # type: ignore[arg-type]
        self.assertEqual([json.loads(row) for row in rows_of(frame)], expected)

    def test_an_index_with_a_name_is_a_column(self) -> None:
        stamps = pandas.to_datetime(["2026-03-01T10:15:00Z"])
        named = pandas.DataFrame({"v": [1]}, index=pandas.Index(stamps, name="timestamp"))
        self.assertEqual(rows_of(named), ['{"timestamp":"2026-03-01T10:15:00+00:00","v":1}'])
        levels = pandas.MultiIndex.from_tuples([("a", 1)], names=["device_id", "n"])
        self.assertEqual(rows_of(pandas.DataFrame({"v": [1]}, index=levels)), ['{"device_id":"a","n":1,"v":1}'])
        self.assertEqual(rows_of(pandas.DataFrame({"v": [1, 2, 3]})[1:]), ['{"v":2}', '{"v":3}'])

    def test_nested_and_mixed_values_stay_what_they_are(self) -> None:
        frame = pandas.DataFrame({"v": [{"a": [1, 2.50, None]}, "text", 7, None]})
        self.assertEqual(rows_of(frame), ['{"v":{"a":[1,2.5,null]}}', '{"v":"text"}', '{"v":7}', "{}"])
        self.assertEqual(rows_of(polars.DataFrame({"v": [{"a": [1, None]}]})), ['{"v":{"a":[1,null]}}'])

    def test_empty_frames_have_no_rows(self) -> None:
        for frame in [pandas.DataFrame(), pandas.DataFrame({"a": []}), polars.DataFrame(), {}, {"a": []}]:
            self.assertEqual(rows_of(frame), [])
        self.assertEqual(rows_of(pandas.DataFrame(index=[0, 1])), ["{}", "{}"])


class Refused(unittest.TestCase):
    """Frames that no documents can be."""

    def refuses(
        self, action: Callable[[], object], message: str, column: object = None, row: int | None = None
    ) -> None:
        with self.assertRaisesRegex(FrameError, message) as caught:
            action()
        self.assertEqual((caught.exception.column, caught.exception.row), (column, row))

    def test_names_of_columns_are_texts_and_each_is_there_once(self) -> None:
        twice = pandas.DataFrame([[1, 2]], columns=["a", "a"])
        self.refuses(lambda: read_frame(twice), "Two columns are called 'a'.*duplicated", "a")
        numbers = pandas.DataFrame([[1, 2]])
        self.refuses(lambda: read_frame(numbers), r"place 0 is called 0.*astype\(str\)", 0)
        index = pandas.DataFrame({"a": [1]}, index=pandas.Index([1], name="a"))
        self.refuses(lambda: read_frame(index), "Two columns", "a")
        self.refuses(lambda: read_frame({"@semantic": [1]}), "Rename it", "@semantic")

    def test_several_levels_of_names_are_told_how_to_become_one(self) -> None:
        levels = pandas.DataFrame([[1]], columns=pandas.MultiIndex.from_tuples([("a", "b")]))
        self.refuses(lambda: read_frame(levels), "columns have several levels.*join")
        self.refuses(lambda: names_of(levels.columns), "columns have several levels")

    def test_an_index_of_values_without_a_name_is_asked_for_one(self) -> None:
        stamps = pandas.DataFrame({"v": [1]}, index=pandas.to_datetime(["2026-03-01"]))
        self.refuses(lambda: read_frame(stamps), "df.index.name = 'timestamp'")

    def test_a_value_is_refused_with_its_column_and_row(self) -> None:
        frame = pandas.DataFrame({"v": [1, 2, b"x"]})[1:]
        self.refuses(lambda: rows_of(frame), r"Column 'v', row 1: bytes.*decode", "v", 1)
        itself: list[object] = []
        itself.append(itself)
        self.refuses(lambda: rows_of({"v": [itself]}), "Column 'v', row 0: lists", "v", 0)
        self.refuses(lambda: rows_of(polars.DataFrame({"v": [b"x"]})), "Column 'v', row 0: bytes", "v", 0)

    def test_digits_that_would_change_inside_of_lists_are_refused(self) -> None:
        for inner in [polars.Float32, polars.Datetime("ns"), polars.List(polars.Float32)]:
            frame = polars.DataFrame({"v": [[]]}, schema={"v": polars.List(inner)})  # type: ignore[arg-type]
            self.refuses(lambda frame=frame: read_frame(frame), "Column 'v' has .*Cast it", "v")  # type: ignore[misc]

    def test_a_column_that_is_no_list_is_refused_by_name(self) -> None:
        for values in [5, "abc", b"abc", {0: 1}, numpy.array(5), iter([1]), pandas.DataFrame({"b": [1]})]:
            self.refuses(lambda values=values: read_frame({"a": values}), "Column 'a' is a .*not a list", "a")  # type: ignore[misc]

    def test_what_is_no_frame_is_told_what_is_one(self) -> None:
        self.refuses(lambda: read_frame([1]), "A list is no frame")
        self.refuses(lambda: read_frame(pandas.Series([1])), "to_frame")
        self.refuses(lambda: read_frame(polars.LazyFrame({"a": [1]})), "collect")
        self.refuses(lambda: read_frame({"a": [1], "b": []}), "different lengths")
        self.refuses(lambda: names_of("voltage-V"), "no list of columns")
        self.refuses(lambda: names_of(7), "A int has no columns")


if __name__ == "__main__":
    unittest.main()
