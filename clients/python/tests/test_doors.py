"""The command line and a hub convert frames alike.

``VOCABULARY_HUB_COMMAND`` starts the one, ``HUB_ADDRESS`` names the other.
"""

import gzip
import os
import signal
import sys
import tempfile
import threading
import time
import unittest
from decimal import Decimal
from pathlib import Path
from unittest import mock

import pandas
import polars
import rdflib
from rdflib.compare import isomorphic

from vocabulary_hub import CommandError, CommandLine, Conversion, FrameError, Hub, HubError, NotTermsError, hub
from vocabulary_hub.hub_requests import HubRequests

Door = CommandLine | Hub
QUDT = "http://qudt.org/schema/qudt/"
READINGS = {
    "timestamp": ["2026-03-01T10:15:00Z", "2026-03-01T10:30:00Z", "2026-03-01T10:45:00Z"],
    "device_id": ["inverter-7", "inverter-7", None],
    "active_power-kW": [Decimal("812.40"), Decimal("790.05"), "n/a"],
}


def doors() -> list[Door]:
    """Both doors, to one vocabulary."""
    address = os.environ["HUB_ADDRESS"]
    return [CommandLine(hub=address), Hub(address)]


def values_of(graph: rdflib.Graph) -> list[str]:
    """The numeric values of a graph, as they are written."""
    return sorted(str(value) for value in graph.objects(None, rdflib.URIRef(f"{QUDT}numericValue")))


def without_roots(conversion: Conversion) -> rdflib.Graph:
    """A graph without what is said of data sets, of which there are as many as documents."""
    graph = conversion.graph()
    for root in set(graph.subjects(rdflib.RDF.type, rdflib.URIRef("http://www.w3.org/ns/dcat#Dataset"))):
        for _, predicate, value in list(graph.triples((root, None, None))):
            graph.remove((root, predicate, value))
            if "/id/items" not in str(predicate) and "/vocabulary/" in str(predicate):
                graph.add((rdflib.BNode("rows"), predicate, value))
            for part in list(graph.predicate_objects(value)) if "/id/items" in str(predicate) else []:
                graph.remove((value, *part))
                graph.add((rdflib.BNode("rows"), *part))
    return graph


class BothDoors(unittest.TestCase):
    """What the command line and a hub do alike."""

    def test_digits_are_those_of_the_frame(self) -> None:
        for door in doors():
            with self.subTest(door=door), door.convert(pandas.DataFrame(READINGS)) as conversion:
                self.assertEqual(values_of(conversion.graph()), ["790.05", "812.40", "n/a"])
                self.assertIn('"812.40"^^', conversion.ntriples())
                self.assertEqual(len(conversion.graph()), len(set(conversion.ntriples().splitlines())))
                self.assertEqual(list(conversion.failures), [])

    def test_the_graph_of_rows_is_the_same(self) -> None:
        by_command, by_hub = (door.convert(polars.DataFrame(READINGS, strict=False)) for door in doors())
        self.assertTrue(isomorphic(without_roots(by_command), without_roots(by_hub)))

    def test_a_frame_in_several_requests_is_the_frame_in_one(self) -> None:
        _, door = doors()
        whole = door.convert(READINGS)
        with mock.patch.object(hub, "MAX_REQUEST_ROWS", 1):
            cut = door.convert(READINGS)
        self.assertTrue(isomorphic(without_roots(whole), without_roots(cut)))
        with mock.patch.object(hub, "MAX_REQUEST_BYTES", 1):
            named = door.convert(READINGS, skolemize=True)
        self.assertEqual(
            set(named.ntriples().splitlines()), set(door.convert(READINGS, skolemize=True).ntriples().splitlines())
        )

    def test_rows_that_are_no_documents_of_terms_are_a_table(self) -> None:
        frame = {"active_power-kW": [1, {"zzz": 2}, 3, {"zzz": 4}, {"voltage-V": 5}]}
        for door in doors():
            with self.subTest(door=door):
                conversion = door.convert(frame)
                self.assertEqual(
                    [(row["row"], row["code"]) for row in conversion.failures],
                    [(1, "not-all-terms"), (3, "not-all-terms")],
                )
                self.assertEqual(values_of(conversion.graph())[:2], ["1", "3"])
                self.assertEqual(list(conversion.failures.pandas()["row"]), [1, 3])
                self.assertEqual(conversion.failures.polars()["row"].to_list(), [1, 3])

    def test_a_frame_of_rows_that_fail_is_few_requests(self) -> None:
        _, door = doors()
        frame = {"active_power-kW": [{"zzz a": 1}, {"b": [{"zzz a": 2}]}, 'text "zzz a":', 7] * 200}
        with mock.patch.object(HubRequests, "post", autospec=True, side_effect=HubRequests.post) as post:
            conversion = door.convert(frame)
        self.assertLess(post.call_count, 10)
        self.assertEqual(len(conversion.failures), 400)
        self.assertEqual({row["key"] for row in conversion.failures}, {"zzz a"})
        self.assertEqual(len(values_of(conversion.graph())), 400)

    def test_doubts_are_told_with_their_rows(self) -> None:
        for door in doors():
            with self.subTest(door=door):
                (warning,) = door.convert(READINGS).warnings
                self.assertEqual((warning["code"], warning["count"]), ("datatype-mismatch", 1))
                self.assertIn(2, range(warning["row"], warning["row"] + warning["rows"]))

    def test_columns_that_are_no_terms_are_refused_by_name_or_become_literals(self) -> None:
        frame = pandas.DataFrame(READINGS).assign(U_L1=1, remark="new")
        for door in doors():
            with self.subTest(door=door):
                with self.assertRaisesRegex(NotTermsError, "'U_L1', 'remark'.*lenient=True") as caught:
                    door.convert(frame)
                self.assertEqual(caught.exception.columns, ("U_L1", "remark"))
                self.assertIn("new", door.convert(frame, lenient=True).ntriples())

    def test_options_are_those_of_the_conversions(self) -> None:
        for door in doors():
            with self.subTest(door=door):
                graph = door.convert(
                    {"active_power-kW": [Decimal("812.40")], "device_id": ["7"]},
                    units="active_power=MW",
                    base="https://plant.example/",
                ).graph()
                self.assertEqual(values_of(graph), ["0.81240"])
                self.assertTrue(any(str(node) == "https://plant.example/device_id/7" for node in graph.subjects()))

    def test_columns_of_a_source_are_described_by_it(self) -> None:
        column = "DE_load_actual_entsoe_transparency"
        frame = {"utc_timestamp": ["2026-03-01T10:15:00Z"], column: ["46312.10"], "remark": ["new"]}
        for door in doors():
            with self.subTest(door=door):
                graph = door.convert(frame, source="opsd").graph()
                self.assertEqual(values_of(graph), ["46312.10"])
                self.assertTrue(any(str(predicate).endswith(f"/id/{column}") for predicate in graph.predicates()))
                self.assertTrue(any(str(node).endswith("/area_load-MW") for node in graph.objects()))

    def test_columns_are_described_with_terms_units_and_candidates(self) -> None:
        for door in doors():
            with self.subTest(door=door):
                columns = pandas.DataFrame(columns=["Netzfrequenz", "active_power-kW", "zzzzzz", "power_kw"]).columns
                described = door.describe(columns)
                self.assertEqual([meaning.column for meaning in described], list(columns))
                self.assertEqual(described[0].candidates[0].term, "frequency-Hz")
                self.assertEqual(described[2].candidates, ())
                self.assertRegex(str(described.vocabulary), r"/vocabulary/v/\w+/$")
                # Two columns would have one name, and a frequency may be in mHz.
                self.assertEqual(described.renames(), {})
                self.assertEqual(described[0].other_units, ("frequency-mHz",))
                said = door.describe(columns, units={"Netzfrequenz": "Hz"})
                self.assertEqual(said.renames(), {"Netzfrequenz": "frequency-Hz"})
                units = door.units(columns)
                self.assertEqual([unit and unit.notation for unit in units.values()], [None, "kW", None, "kW"])
                self.assertEqual(units["power_kw"] and units["power_kw"].iri, "http://qudt.org/vocab/unit/KiloW")
                self.assertEqual(len(described.table().pandas().columns), 8)
                self.assertEqual(len(door.describe([])), 0)

    def test_a_letter_alone_says_no_unit(self) -> None:
        for door in doors():
            with self.subTest(door=door):
                described = door.describe(["x", "y"])
                self.assertEqual(described[0].candidates[0].term, "line_reactance-ohm")
                self.assertEqual(described.renames(), {})
                self.assertEqual(door.units(["x", "y"]), {"x": None, "y": None})
                named = {"x": "line_reactance-ohm"}
                self.assertEqual(door.describe(["x"], units={"x": "ohm"}).renames(), named)
                self.assertEqual(door.describe(["x"], source="cim").renames(), named)

    def test_names_that_no_hub_maps_keep_no_others_from_it(self) -> None:
        columns = ["", "power_kw", "ж" * 201]
        for door in doors():
            with self.subTest(door=door):
                described = door.describe(columns)
                self.assertEqual([meaning.column for meaning in described], columns)
                self.assertEqual(described[0].candidates, ())
                self.assertEqual(described[1].candidates[0].term, "active_power-kW")
                self.assertEqual(described[2].candidates, ())

    def test_a_said_unit_names_a_column_only_if_it_is_known_to_fit(self) -> None:
        fits = {"Wind Speed": "km/h", "LMP": "USD/MWh", "State_of_Charge": "%", "Frequency": "Hz"}
        unknown = {"Temperature": "F", "Wind Speed": "knots", "LMP": "$", "State_of_Charge": "furlong"}
        for door in doors():
            with self.subTest(door=door):
                self.assertEqual(
                    door.describe(list(fits), units=fits).renames(),
                    {
                        "Wind Speed": "wind_speed-km_per_h",
                        "LMP": "locational_marginal_price-USD_per_MWh",
                        "State_of_Charge": "state_of_charge-percent",
                        "Frequency": "frequency-Hz",
                    },
                )
                described = door.describe(list(unknown), units=unknown)
                self.assertEqual(described.renames(), {})
                self.assertEqual(set(described.units().values()), {None})
                self.assertEqual([meaning.is_unit_open for meaning in described], [True] * 4)
                self.assertEqual(described[0].other_units, ("temperature-K",))

    def test_a_frame_without_rows_has_an_empty_graph(self) -> None:
        for door in doors():
            with self.subTest(door=door):
                conversion = door.convert(pandas.DataFrame({"voltage-V": []}))
                self.assertEqual((conversion.lines, conversion.ntriples(), conversion.rows), (0, "", 0))

    def test_a_value_that_cannot_be_written_ends_the_conversion_and_leaves_no_file(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for door in doors():
                with self.subTest(door=door):
                    with self.assertRaisesRegex(FrameError, "Column 'voltage-V', row 1: bytes"):
                        door.convert({"voltage-V": [1, b"x"]}, output=Path(folder) / "graph.nt")
                    self.assertEqual(os.listdir(folder), [])

    def test_output_is_a_file_and_compressed_by_its_name(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for door in doors():
                with self.subTest(door=door):
                    path = Path(folder) / "graph.nt.gz"
                    with door.convert(READINGS, output=path) as conversion:
                        saved = conversion.save(Path(folder) / "copy.nt")
                    self.assertEqual(gzip.decompress(path.read_bytes()), saved.read_bytes())
                    self.assertEqual(conversion.lines, saved.read_bytes().count(b"\n"))
                    self.assertRaisesRegex(FrameError, r"\.gz", door.convert, READINGS, output="graph.nt.zst")

    def test_a_copy_onto_its_own_file_leaves_it_as_it_is(self) -> None:
        door, _ = doors()
        with door.convert(READINGS) as conversion:
            before = conversion.ntriples()
            self.assertEqual(conversion.save(conversion.path), conversion.path)
            self.assertEqual(conversion.ntriples(), before)
            self.assertNotEqual(before, "")

    def test_output_to_a_pipe_or_a_link_leaves_it_what_it_is(self) -> None:
        for door in doors():
            with self.subTest(door=door), tempfile.TemporaryDirectory() as folder:
                pipe, link, file = (Path(folder) / name for name in ("pipe", "link.nt", "file.nt"))
                os.mkfifo(pipe)
                came: list[bytes] = []
                reader = threading.Thread(target=lambda pipe=pipe, came=came: came.append(pipe.read_bytes()))
                reader.start()
                door.convert(READINGS, output=pipe)
                reader.join()
                self.assertTrue(pipe.is_fifo())
                link.symlink_to(file)
                door.convert(READINGS, output=link)
                self.assertTrue(link.is_symlink())
                self.assertEqual(came[0].count(b"\n"), file.read_bytes().count(b"\n"))
                self.assertEqual(sorted(os.listdir(folder)), ["file.nt", "link.nt", "pipe"])


class OneDoor(unittest.TestCase):
    """What only one of them can meet."""

    def test_names_of_columns_may_have_other_ends_of_lines(self) -> None:
        names = ("a\u2028b", "c\u0085d")
        with self.assertRaises(NotTermsError) as caught:
            CommandLine().convert({name: [1] for name in names})
        self.assertEqual(caught.exception.columns, names)

    def test_an_interruption_ends_the_command(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            started, done = Path(folder) / "started", Path(folder) / "done"
            script = (
                "import pathlib, sys, time; sys.stdin.read(); "
                f"pathlib.Path({str(started)!r}).touch(); time.sleep(30); pathlib.Path({str(done)!r}).touch()"
            )

            def interrupt() -> None:
                while not started.exists():
                    time.sleep(0.05)
                signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)

            handler = signal.signal(signal.SIGINT, signal.default_int_handler)
            thread = threading.Thread(target=interrupt, daemon=True)
            thread.start()
            try:
                with self.assertRaises(KeyboardInterrupt):
                    CommandLine([sys.executable, "-c", script]).convert(READINGS, lenient=True)
            finally:
                signal.signal(signal.SIGINT, handler)
            thread.join()
            self.assertFalse(done.exists())

    def test_a_command_that_is_not_there_or_fails_says_so(self) -> None:
        with self.assertRaisesRegex(CommandError, "no-such-command did not start"):
            CommandLine(["no-such-command"]).convert(READINGS)
        with mock.patch.dict(os.environ, {"VOCABULARY_HUB_COMMAND": "", "PATH": ""}):
            self.assertRaisesRegex(CommandError, "npx vocabulary-hub", CommandLine)
        for base in ("https://plant.example/\ud83d/", "https://plant.example/\0/"):
            with self.assertRaisesRegex(CommandError, "did not start"):
                CommandLine().convert({"a": [1]}, lenient=True, base=base)
        with self.assertRaisesRegex(CommandError, "nowhere") as caught:
            CommandLine().convert(READINGS, source="nowhere")
        self.assertEqual(caught.exception.exit_code, 2)

    def test_a_hub_that_refuses_or_is_away_says_so(self) -> None:
        _, door = doors()
        with self.assertRaisesRegex(HubError, "furlong") as caught:
            door.convert(READINGS, units="furlong")
        self.assertEqual((caught.exception.status, caught.exception.code), (400, "unknown-unit"))
        with self.assertRaisesRegex(HubError, "does not answer"):
            Hub("http://127.0.0.1:9", attempts=1).convert(READINGS)
        self.assertRaisesRegex(HubError, "no address of a hub", Hub, "hub.example")
        self.assertRaisesRegex(HubError, "unencrypted", Hub, "http://hub.example", token="secret")


if __name__ == "__main__":
    unittest.main()
