"""Spark converts as the command line does, and nothing that happens to executors changes that."""

from __future__ import annotations

import contextlib
import datetime
import logging
import os
import signal
import threading
import unittest
from decimal import Decimal
from pathlib import Path

from moto.server import ThreadedMotoServer
from pyarrow import fs
from pyspark.errors import PythonException
from pyspark.sql import functions as F

from tests.session import COMMAND, CREATED, SparkTest, by_command, readings, start_session
from vocabulary_hub_spark import (
    CommandError,
    DestinationError,
    FrameError,
    NotTermsError,
    convert,
    read_conversion,
)

DATE = datetime.date.fromisoformat(CREATED)


def setUpModule() -> None:
    """Starts Spark once."""
    SparkTest.spark = start_session()


def tearDownModule() -> None:
    """Ends Spark."""
    SparkTest.spark.stop()


class Results(SparkTest):
    """What is written."""

    def test_ndjson_becomes_what_the_command_line_makes_of_it(self) -> None:
        text = "\n".join([*readings(4_000), "", '{"timestamp":"2026-03-01T10:15:00Z",\r"voltage-V":1e400}']).encode()
        path = self.write("readings.ndjson", text)
        output = self.folder / "graph"
        conversion = convert(str(path), output, created=DATE)
        self.assertEqual(self.lines_of(conversion, output), by_command(text))
        self.assertGreater(len(conversion.manifest["parts"]), 2)
        self.assertEqual((conversion.documents, conversion.failed), (4_001, 0))
        self.assertEqual(conversion.failures.count(), 0)

    def test_parquet_becomes_what_the_command_line_makes_of_the_same_values(self) -> None:
        rows = [
            (
                datetime.datetime(2026, 3, 1, 10, 15, 0, 250_000 + place, tzinfo=datetime.timezone.utc),
                f"inverter-{place}",
                Decimal(place).scaleb(-2),
                9_007_199_254_740_993 + place,
                float(place) / 3,
                None if place % 2 else 0.1,
            )
            for place in range(300)
        ]
        columns = (
            "timestamp timestamp, device_id string, `active_power-kW` decimal(38,2), `active_energy-Wh` bigint, "
            "`voltage-V` double, `frequency-Hz` float"
        )
        parquet = str(self.folder / "readings.parquet")
        self.spark.createDataFrame(rows, columns).repartition(3).write.parquet(parquet)
        lines = [
            f'{{"timestamp":"{stamp.isoformat()}","device_id":"{device}","active_power-kW":{power:f},'
            f'"active_energy-Wh":{energy},"voltage-V":{voltage!r}'
            + ("}" if frequency is None else ',"frequency-Hz":0.1}')
            for stamp, device, power, energy, voltage, frequency in rows
        ]
        output = self.folder / "graph"
        conversion = convert(self.spark.read.parquet(parquet), output, created=DATE)
        self.assertEqual(self.lines_of(conversion, output), by_command("\n".join(lines).encode()))
        self.assertEqual(conversion.documents, 300)

    def test_what_cannot_be_converted_is_in_failures_as_it_came(self) -> None:
        bad = [b'{"timestamp":', '{"Müll":1}'.encode(), b'{"voltage-V":"\xff\xfe"}', b'\xef\xbb\xbf{"voltage-V":1} x']
        good = [line.encode() for line in readings(3_000)]
        text = b"\n".join([good[0], bad[0], *good[1:1_500], bad[1], *good[1_500:], bad[2], bad[3], b"[1]"])
        path = self.write("mixed.ndjson", text)
        output = self.folder / "graph"
        conversion = convert([path], output, created=DATE)
        self.assertEqual(self.lines_of(conversion, output), by_command(text))
        rows = conversion.failures.orderBy("part", "line").collect()
        self.assertEqual(
            [row["text"].encode() if row["bytes"] is None else bytes(row["bytes"]) for row in rows], [*bad, b"[1]"]
        )
        self.assertEqual(
            [row["code"] for row in rows],
            ["malformed-json", "not-all-terms", "not-utf8", "malformed-json", "not-an-object"],
        )
        self.assertEqual({row["vocabulary"] for row in rows}, {conversion.vocabulary})
        self.assertEqual(rows[0]["line"], 2)
        self.assertEqual((conversion.documents, conversion.failed), (3_005, 5))
        again = read_conversion(output, spark=self.spark)
        self.assertEqual((again.manifest, again.failures.count()), (conversion.manifest, 5))

    def test_texts_of_a_column_are_documents_with_their_digits(self) -> None:
        texts = [
            '{"voltage-V":230.10}',
            None,
            "",
            '{\n "voltage-V":\r\n 1e400\n}',
            '{"voltage-V":\n',
            '{"voltage-V":0.0}',
        ]
        frame = self.spark.createDataFrame([(text, 1) for text in texts], "`pay.load` string, other int").coalesce(1)
        expected = by_command("\n".join((text or "").replace("\n", " ") for text in texts).encode())
        for name, column in (("texts", F.col("`pay.load`")), ("binary", F.encode(F.col("`pay.load`"), "UTF-8"))):
            output = self.folder / name
            conversion = convert(frame.withColumn("pay.load", column), output, document="pay.load", created=DATE)
            self.assertEqual(self.lines_of(conversion, output), expected)
            self.assertEqual([row["text"] for row in conversion.failures.collect()], ['{"voltage-V": '])
            self.assertEqual(conversion.documents, 4)

    def test_rows_that_json_cannot_hold_are_failures_and_the_others_are_converted(self) -> None:
        frame = self.spark.sql(
            "SELECT timestamp_micros(if(id = 1, 400000000000000000, id)) AS timestamp, id AS `voltage-V` "
            "FROM range(0, 3, 1, 1)"
        )
        output = self.folder / "graph"
        conversion = convert(frame, output, created=DATE)
        (row,) = conversion.failures.collect()
        self.assertEqual((row["code"], row["line"], row["text"]), ("unwritable-row", 2, None))
        self.assertIn("'timestamp'", row["message"])
        self.assertEqual((conversion.documents, conversion.failed), (3, 1))
        self.assertTrue(any(b'"2"^^' in line for line in self.lines_of(conversion, output)))

    def test_the_vocabulary_of_a_hub_is_used_in_every_part(self) -> None:
        address = os.environ["HUB_ADDRESS"]
        text = "\n".join(readings(10)).encode()
        frame = self.spark.createDataFrame([(line,) for line in text.decode().split("\n")], "line string").repartition(
            2
        )
        output = self.folder / "graph"
        conversion = convert(frame, output, document="line", hub=address, created=DATE, units="W")
        # The converter's own has IRIs at http://localhost:4000.
        self.assertTrue(conversion.vocabulary.startswith("https://hub.example/vocabulary/v/"), conversion.vocabulary)
        self.assertEqual(self.lines_of(conversion, output), by_command(text, "--hub", address, "--units", "W"))
        self.assertEqual(conversion.manifest["options"]["units"], "W")

    def test_parts_go_to_a_store_of_objects(self) -> None:
        logging.getLogger("werkzeug").setLevel(logging.ERROR)
        server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
        server.start()
        self.addCleanup(server.stop)
        host, port = server.get_host_and_port()
        store = fs.S3FileSystem(
            access_key="key",
            secret_key="secret",
            endpoint_override=f"{host}:{port}",
            scheme="http",
            region="us-east-1",
            allow_bucket_creation=True,
        )
        store.create_dir("bucket")
        text = "\n".join(["{", *readings(10)])
        path = self.write("readings.ndjson", text.encode())
        conversion = convert(str(path), "bucket/graph", filesystem=store, created=DATE)
        found = store.get_file_info(fs.FileSelector("bucket/graph", recursive=True))
        names = ["failures-00000.ndjson.gz", "manifest.json", "part-00000.nt.gz"]
        self.assertEqual(sorted(info.base_name for info in found), names)
        with store.open_input_stream("bucket/graph/part-00000.nt.gz") as part:
            self.assertEqual(sorted(part.read().splitlines(keepends=True)), by_command(text.encode()))
        self.assertEqual([row["text"] for row in conversion.failures.collect()], ["{"])


class Losses(SparkTest):
    """What happens to processes while a run is under way."""

    def test_a_killed_executor_and_a_killed_converter_change_nothing(self) -> None:
        text = "\n".join(readings(8_000)).encode()
        path = self.write("readings.ndjson", text)
        output = self.folder / "graph"
        executors = self._executors()
        killed: list[int] = []
        ended = threading.Event()

        def kill() -> None:
            # First a converter alone, then an executor whose converter is at work.
            for is_executor in (False, True):
                while not ended.wait(0.02):
                    busy = [(executor, node) for executor in self._executors() for node in _converters_of(executor)]
                    if busy and any(output.glob("_temporary/*/part-*")):
                        process = busy[0][0 if is_executor else 1]
                        # A process that ended since it was seen was not killed: the next one is.
                        with contextlib.suppress(ProcessLookupError):
                            os.kill(process, signal.SIGKILL)
                            killed.append(process)
                            break

        killer = threading.Thread(target=kill)
        killer.start()
        try:
            conversion = convert(str(path), output, created=DATE)
        finally:
            ended.set()
            killer.join()
        self.assertEqual(len(killed), 2)
        self.assertIn(killed[1], executors)
        self.assertEqual(self.lines_of(conversion, output), by_command(text))
        self.assertEqual(conversion.documents, 8_000)

    def test_of_a_run_that_fails_nothing_stays(self) -> None:
        # Whether it can convert at all is asked without dead letters.
        program = self.write(
            "fails", f'#!/bin/sh\ncase "$*" in *dead-letters*) exit 4;; esac\nexec {" ".join(COMMAND)} "$@"\n'.encode()
        )
        program.chmod(0o755)
        path = self.write("readings.ndjson", "\n".join(readings(10)).encode())
        with self.assertRaisesRegex(PythonException, "exit code 4"):
            convert(str(path), self.folder / "graph", command=[str(program)], spark=self.spark)
        self.assertEqual(list((self.folder / "graph").iterdir()), [])

    def _executors(self) -> list[int]:
        return _processes("CoarseGrainedExecutorBackend", self.spark.sparkContext.applicationId)


def _converters_of(executor: int) -> list[int]:
    """The processes of Node that an executor's workers of Python have started."""
    return [process for process in _processes("--dead-letters") if executor in _parents_of(process)]


def _processes(*words: str) -> list[int]:
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes().decode(errors="replace")
        except OSError:
            continue
        if all(word in command for word in words):
            found.append(int(folder.name))
    return found


def _parents_of(process: int) -> list[int]:
    parents = []
    while process > 1:
        try:
            process = int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            break
        parents.append(process)
    return parents


class Refusals(SparkTest):
    """What is told before anything is read."""

    def test_columns_that_json_has_no_form_for(self) -> None:
        for expression, place in (
            ("CAST('x' AS BINARY)", "a"),
            ("named_struct('b', array(CAST('x' AS BINARY)))", "a.b[]"),
            ("map(1, 'x')", "a"),
            ("INTERVAL '1-2' YEAR TO MONTH", "a"),
        ):
            with self.subTest(expression), self.assertRaises(FrameError) as raised:
                convert(self.spark.sql(f"SELECT {expression} AS a"), self.folder / "graph")
            self.assertEqual(raised.exception.column, place)
            self.assertIn("string" if "map" in expression or "YEAR" in expression else "base64", str(raised.exception))

    def test_columns_that_are_no_terms_and_options_that_are_none(self) -> None:
        frame = self.spark.sql("SELECT 1 AS `voltage-V`, 2 AS nonsense")
        with self.assertRaises(NotTermsError) as raised:
            convert(frame, self.folder / "graph")
        self.assertEqual(raised.exception.columns, ("nonsense",))
        with self.assertRaisesRegex(CommandError, "nonsense") as refused:
            convert(frame, self.folder / "graph", source="nonsense")
        self.assertEqual(refused.exception.exit_code, 2)
        with self.assertRaisesRegex(CommandError, "did not start"):
            convert(frame, self.folder / "graph", command=["/nowhere/vocabulary-hub"])
        self.assertEqual(list((self.folder / "graph").iterdir()), [])
        self.assertGreater(convert(frame, self.folder / "graph", lenient=True).triples, 0)

    def test_places_that_are_none(self) -> None:
        frame = self.spark.sql("SELECT 1 AS `voltage-V`")
        path = self.write("something", b"")
        with self.assertRaisesRegex(DestinationError, "something"):
            convert(frame, self.folder)
        self.assertEqual(path.read_bytes(), b"")
        with self.assertRaisesRegex(DestinationError, "filesystem"):
            convert(frame, "nowhere://bucket/graph")
        with self.assertRaisesRegex(FrameError, r"spark\.read\.parquet"):
            convert("readings.parquet", self.folder / "graph", spark=self.spark)
        with self.assertRaisesRegex(FrameError, "'payload'"):
            convert(frame, self.folder / "graph", document="payload")
        with self.assertRaisesRegex(DestinationError, "no run has ended"):
            read_conversion(self.folder, spark=self.spark)


if __name__ == "__main__":
    unittest.main()
