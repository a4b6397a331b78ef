"""Parts of one run belong together."""

from __future__ import annotations

import json
import tempfile
import unittest
from pathlib import Path

from vocabulary_hub.options import ConversionOptions

from vocabulary_hub_spark import BulkError, DestinationError
from vocabulary_hub_spark.conversion import manifest_of
from vocabulary_hub_spark.destination import Destination


class Destinations(unittest.TestCase):
    """The folder of a run."""

    def setUp(self) -> None:
        """Makes a folder with a file that is to be sent."""
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)
        self.part = self.folder / "part.nt.gz"
        self.part.write_bytes(b"triples")

    def test_attempts_that_do_not_count_leave_nothing(self) -> None:
        output = self.folder / "graph"
        destination = Destination(f"file://{output}/")
        destination.begin()
        for attempt in (1, 2):
            self.assertEqual(destination.send(self.part, f"part-0.{attempt}.nt.gz")["bytes"], 7)
        destination.commit({"part-0.2.nt.gz": "part-0.nt.gz"}, {"format": 1})
        self.assertEqual(sorted(path.name for path in output.iterdir()), ["manifest.json", "part-0.nt.gz"])
        self.assertEqual(json.loads((output / "manifest.json").read_bytes()), {"format": 1})
        self.assertEqual((output / "part-0.nt.gz").read_bytes(), b"triples")

    def test_a_run_that_fails_behind_its_first_part_leaves_none(self) -> None:
        output = self.folder / "graph"
        destination = Destination(output)
        destination.begin()
        destination.send(self.part, "part-0.1.nt.gz")
        names = {"part-0.1.nt.gz": "part-0.nt.gz", "part-1.2.nt.gz": "part-1.nt.gz"}
        with self.assertRaisesRegex(DestinationError, "share"):
            destination.commit(names, {})
        destination.abort(names.values())
        self.assertEqual(list(output.iterdir()), [])

    def test_a_machine_that_does_not_see_the_folder_says_so(self) -> None:
        with self.assertRaisesRegex(DestinationError, "share"):
            Destination(self.folder / "elsewhere").send(self.part, "part-0.1.nt.gz")


class Manifests(unittest.TestCase):
    """What stands in a manifest."""

    def test_counts_are_those_of_all_parts(self) -> None:
        counts = {"documents": 3, "failed": 1, "triples": 10}
        parts = [counts | {"warnings": warnings, "vocabulary": "v"} for warnings in ({"a": 1}, {"a": 2, "b": 1})]
        manifest = manifest_of(parts, "v", "2026-03-01", ConversionOptions(skolemize=True))
        self.assertEqual(manifest["warnings"], {"a": 3, "b": 1})
        self.assertEqual([manifest[name] for name in counts], [6, 2, 20])

    def test_parts_of_different_vocabularies_are_refused(self) -> None:
        part = {"documents": 1, "failed": 0, "triples": 1, "warnings": {}, "vocabulary": "other"}
        with self.assertRaisesRegex(BulkError, "other"):
            manifest_of([part], "v", "2026-03-01", ConversionOptions())
