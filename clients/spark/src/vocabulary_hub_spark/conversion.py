"""What came of a run: its manifest, and its failures as a data frame."""

from __future__ import annotations

import base64
import dataclasses
import io
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
from pyarrow import fs
from pyspark.sql import DataFrame, SparkSession
from vocabulary_hub.options import ConversionOptions

from .destination import MANIFEST, Destination
from .errors import BulkError, DestinationError

FORMAT = 1
"""The layout of the manifest."""

_ROWS_AT_A_TIME = 1_000
_FAILURES = pa.schema(
    [
        ("part", pa.string()),
        ("line", pa.int64()),
        ("code", pa.string()),
        ("message", pa.string()),
        ("pointer", pa.string()),
        ("key", pa.string()),
        ("text", pa.string()),
        ("bytes", pa.binary()),
        ("vocabulary", pa.string()),
    ]
)
_FAILURE_COLUMNS = (
    "part string, line bigint, code string, message string, pointer string, key string, text string, bytes binary, "
    "vocabulary string"
)


class BulkConversion:
    """The parts of a run.

    Attributes:
        manifest: what there is, as ``manifest.json`` has it: the version of the vocabulary, the options, the counts
            of documents, failures, triples and warnings, and each part with its path, length, hash and counts.

    """

    def __init__(self, destination: Destination, manifest: dict[str, Any], spark: SparkSession) -> None:
        self._destination = destination
        self._spark = spark
        self.manifest = manifest

    def __repr__(self) -> str:
        return f"BulkConversion({self._destination.uri}, {len(self.manifest['parts'])} parts)"

    @property
    def vocabulary(self) -> str:
        """The IRI of the version of the vocabulary that all documents were converted with."""
        return str(self.manifest["vocabulary"])

    @property
    def documents(self) -> int:
        """The number of documents, those that failed included."""
        return int(self.manifest["documents"])

    @property
    def failed(self) -> int:
        """The number of documents that were not converted."""
        return int(self.manifest["failed"])

    @property
    def triples(self) -> int:
        """The number of lines of N-Triples. Documents that are equal have equal triples, each counted."""
        return int(self.manifest["triples"])

    @property
    def warnings(self) -> dict[str, int]:
        """How often something was converted with a doubt, by the code of the warning."""
        return dict(self.manifest["warnings"])

    @property
    def failures(self) -> DataFrame:
        """The documents that were not converted.

        ``part`` is the part that lacks it, and ``line`` its place in the partition, from 1; ``code``, ``message``,
        ``pointer`` and ``key`` say what is wrong, ``text`` is the document as it came, and ``bytes`` has it where it
        is no UTF-8. Both are null for a row that no JSON can be made of (``unwritable-row``).
        """
        files = [
            (part["path"], part["failures"]["path"]) for part in self.manifest["parts"] if part["failures"] is not None
        ]
        destination = self._destination

        def read(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
            for batch in batches:
                for row in batch.to_pylist():
                    yield from _read_failures(destination, row["part"], row["path"])

        listed = self._spark.createDataFrame(files, "part string, path string")
        return listed.mapInArrow(read, _FAILURE_COLUMNS)


def read_conversion(
    output: str | Path, *, filesystem: fs.FileSystem | None = None, spark: SparkSession | None = None
) -> BulkConversion:
    """The parts of an earlier run.

    Args:
        output: its folder.
        filesystem: as it was given to ``convert``.
        spark: the session; by default the active one.

    Raises:
        DestinationError: where there is no manifest: the run has not ended, or has failed.

    """
    destination = Destination(output, filesystem)
    try:
        with destination.open(MANIFEST) as file:
            manifest = json.loads(file.read())
    except FileNotFoundError as error:
        raise DestinationError(f"{output} has no {MANIFEST}: no run has ended there.") from error
    if manifest["format"] != FORMAT:
        raise DestinationError(
            f"The manifest of {output} has format {manifest['format']}; this release reads {FORMAT}."
        )
    return BulkConversion(destination, manifest, spark or SparkSession.active())


def manifest_of(
    parts: Sequence[dict[str, Any]], vocabulary: str, created: str, options: ConversionOptions
) -> dict[str, Any]:
    """The manifest of parts, in their order. @raises BulkError if they were made with different vocabularies"""
    versions = {vocabulary, *(part.pop("vocabulary") for part in parts)}
    if len(versions) > 1:
        raise BulkError(
            f"Executors have different versions of the vocabulary: {', '.join(sorted(versions))}. Install one release "
            "of the converter on all of them, or name a hub with hub=, whose vocabulary is read once."
        )
    warnings: Counter[str] = Counter()
    for part in parts:
        warnings.update(part["warnings"])
    return {
        "format": FORMAT,
        "vocabulary": vocabulary,
        "created": created,
        "options": dataclasses.asdict(options),
        **{name: sum(part[name] for part in parts) for name in ("documents", "failed", "triples")},
        "warnings": dict(sorted(warnings.items())),
        "parts": list(parts),
    }


def _read_failures(destination: Destination, part: str, path: str) -> Iterator[pa.RecordBatch]:
    rows: list[dict[str, Any]] = []
    with destination.open(path) as file:
        for line in io.BufferedReader(file):
            told = json.loads(line)
            row = {name: told.get(name) for name in _FAILURES.names}
            raw = base64.b64decode(told["base64"]) if "base64" in told else None
            rows.append({**row, "part": part, "bytes": raw})
            if len(rows) == _ROWS_AT_A_TIME:
                yield pa.RecordBatch.from_pylist(rows, _FAILURES)
                rows = []
    if rows:
        yield pa.RecordBatch.from_pylist(rows, _FAILURES)
