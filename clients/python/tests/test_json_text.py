"""Values keep their digits, or are refused with a reason."""

import datetime
import enum
import json
import unittest
import uuid
from decimal import Decimal

import numpy
import pandas

from vocabulary_hub import json_text
from vocabulary_hub.json_text import UnwritableError, half, single

BERLIN = datetime.timezone(datetime.timedelta(hours=1))


class Phase(enum.IntEnum):
    """An int that has a text of its own."""

    L1 = 1


def significant(number: str) -> int:
    """The number of digits without zeros at the end."""
    return len(Decimal(number).normalize().as_tuple().digits)


class Digits(unittest.TestCase):
    """What a value is as JSON."""

    def test_numbers_have_the_digits_that_they_came_with(self) -> None:
        exact = {
            Decimal("812.40"): "812.40",
            Decimal("1E+3"): "1E+3",
            Decimal("-0.0"): "-0.0",
            Decimal("0.0000001"): "0.0000001",
            Decimal("1E-31"): "1E-31",
            2**80: "1208925819614629174706176",
            812.40: "812.4",
            1e22: "1e+22",
            -0.0: "-0.0",
            True: "true",
        }
        for value, text in exact.items():
            self.assertEqual(json_text(value), text)
        self.assertEqual(json_text(Phase.L1), "1")

    def test_numbers_of_numpy_have_the_fewest_digits_of_their_own_precision(self) -> None:
        for value, text in [
            (numpy.float32(0.1), "0.1"),
            (numpy.float16(0.1), "0.1"),
            (numpy.float64(0.1), "0.1"),
            (numpy.float32(1_000_000), "1000000.0"),
            (numpy.float32(100), "100.0"),
            (numpy.longdouble("0.1"), "0.1"),
            (numpy.int64(-(2**63)), "-9223372036854775808"),
            (numpy.uint64(2**64 - 1), "18446744073709551615"),
            (numpy.bool_(False), "false"),
            (numpy.str_("a"), '"a"'),
            (numpy.array([1.5, float("nan")]), "[1.5,null]"),
        ]:
            self.assertEqual(json_text(value), text)

    def test_single_and_half_precision_come_back_from_their_text(self) -> None:
        generator = numpy.random.default_rng(7)
        for bits in generator.integers(0, 2**32, 3_000, dtype=numpy.uint32):
            value = bits.view(numpy.float32)
            if numpy.isfinite(value):
                text = single(float(value))
                assert text is not None
                self.assertEqual(numpy.float32(text), value)
                self.assertLessEqual(significant(text), significant(str(value)))
        for raw in range(0, 2**16, 7):
            small = numpy.uint16(raw).view(numpy.float16)
            if numpy.isfinite(small):
                self.assertEqual(numpy.float16(half(float(small))), small)

    def test_whole_numbers_of_single_and_half_precision_are_written_as_other_floats(self) -> None:
        for text in [single(1_000_000.0), json_text(1_000_000.0)]:
            self.assertEqual(text, "1000000.0")
        self.assertEqual((single(100.0), half(100.0), single(1e20)), ("100.0", "100.0", "1e+20"))

    def test_what_is_masked_is_missing(self) -> None:
        masked = numpy.ma.array([1.5, 2.5], mask=[False, True])
        self.assertIsNone(json_text(numpy.ma.masked))
        self.assertIsNone(json_text(numpy.ma.array(1, mask=True)))
        self.assertEqual(json_text(numpy.ma.array(1.5)), "1.5")
        self.assertEqual(json_text(masked), "[1.5,null]")

    def test_durations_are_as_long_as_their_own_unit_allows(self) -> None:
        days = 200_000
        for value in [numpy.timedelta64(days, "D"), pandas.Timedelta(numpy.timedelta64(days * 86_400, "s"))]:
            self.assertEqual(json_text(value), '"PT17280000000S"')
        for value, text in [
            (numpy.timedelta64(-3, "W"), '"-PT1814400S"'),
            (numpy.timedelta64(1, "ps"), '"PT0.000000000001S"'),
            (numpy.timedelta64(1_500, "ms"), '"PT1.5S"'),
            (numpy.array([2], "timedelta64[25s]"), '["PT50S"]'),
            (numpy.timedelta64(5, "M"), '"P5M"'),
        ]:
            self.assertEqual(json_text(value), text)
        self.assertRaisesRegex(UnwritableError, "without a unit", json_text, numpy.timedelta64(5))

    def test_what_is_missing_has_no_text(self) -> None:
        missing = [
            None,
            float("nan"),
            numpy.float32("nan"),
            pandas.NA,
            pandas.NaT,
            numpy.datetime64("NaT"),
            Decimal("NaN"),
        ]
        for value in [*missing, numpy.timedelta64("NaT")]:
            self.assertIsNone(json_text(value), value)
        self.assertEqual(json_text([1, None, {"a": float("nan")}]), '[1,null,{"a":null}]')

    def test_infinity_is_the_text_of_xml_schema(self) -> None:
        for value in [float("inf"), Decimal("Infinity"), numpy.float32("inf"), numpy.longdouble("inf")]:
            self.assertEqual(json_text(value), '"INF"')
        self.assertEqual(json_text(float("-inf")), '"-INF"')

    def test_stamps_keep_zone_and_fraction(self) -> None:
        for value, text in [
            (datetime.datetime(2026, 3, 1, 10, 15, tzinfo=BERLIN), '"2026-03-01T10:15:00+01:00"'),
            (datetime.datetime(2026, 3, 1, 10, 15, 0, 500), '"2026-03-01T10:15:00.000500"'),
            (pandas.Timestamp("2026-03-01T10:15:00.000000001Z"), '"2026-03-01T10:15:00.000000001+00:00"'),
            (pandas.Period("2026-03", "M"), '"2026-03"'),
            (numpy.datetime64("2026-03-01T10:15"), '"2026-03-01T10:15"'),
            (datetime.date(2026, 3, 1), '"2026-03-01"'),
            (datetime.timedelta(hours=-1, microseconds=-5), '"-PT3600.000005S"'),
            (pandas.Timedelta("1ns"), '"PT0.000000001S"'),
            (uuid.UUID(int=7), '"00000000-0000-0000-0000-000000000007"'),
        ]:
            self.assertEqual(json_text(value), text)

    def test_texts_are_those_of_json(self) -> None:
        for text in ['"\\\x00\n\u2028', "ü", "\ud800", "\U0001f600", ""]:
            written = json_text(text)
            assert written is not None
            self.assertEqual(json.loads(written.encode()), text)

    def test_what_json_cannot_hold_is_refused_with_a_way_out(self) -> None:
        deep: list[object] = []
        for _ in range(200):
            deep = [deep]
        for value, way in [
            (b"a", "decode"),
            (1j, "astype"),
            (object(), "astype"),
            ({1: 2}, "make its keys str"),
            (deep, "flatten"),
            (pandas.Interval(0, 1), "astype"),
            (10**5000, "make it a text"),
        ]:
            with self.assertRaisesRegex(UnwritableError, way):
                json_text(value)


if __name__ == "__main__":
    unittest.main()
