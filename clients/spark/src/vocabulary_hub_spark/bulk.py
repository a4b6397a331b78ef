"""Conversions by Spark: what the driver does."""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
from pyarrow import fs
from pyspark.sql import DataFrame, SparkSession
from vocabulary_hub import CommandError, Hub, NotTermsError
from vocabulary_hub.options import ConversionOptions

from .conversion import BulkConversion, manifest_of
from .destination import Destination
from .inputs import find_input
from .part import Plan, convert_part, try_out

_TOLD = "told string"
"""The schema of what tasks tell, which is JSON."""


def convert(
    data: DataFrame | str | Path | Sequence[str | Path],
    output: str | Path,
    *,
    document: str | None = None,
    source: str | None = None,
    restructure: bool = True,
    base: str | None = None,
    lenient: bool = False,
    align: bool = True,
    units: str | Sequence[str] | None = None,
    hub: str | Hub | None = None,
    base_url: str | None = None,
    created: datetime.date | None = None,
    command: Sequence[str] | None = None,
    filesystem: fs.FileSystem | None = None,
    spark: SparkSession | None = None,
) -> BulkConversion:
    """Converts each partition to a part of compressed N-Triples; documents that fail are in ``failures``.

    Anonymous nodes always have names, so that parts merge. The manifest is there when all parts are, and none is left
    of a run that failed.

    Args:
        data: a data frame, whose rows are documents and whose columns are keys; or paths of NDJSON, as Spark reads
            them, whose lines are.
        output: a folder that all machines see, which is empty or not there: a path, or an address such as
            ``s3://bucket/folder``.
        document: the column of a data frame that has documents as texts; the other columns are not looked at.
        source: as ``vocabulary_hub.options.ConversionOptions`` says, and so are ``restructure``, ``base``,
            ``lenient``, ``align`` and ``units``.
        restructure: see there.
        base: see there.
        lenient: see there.
        align: see there.
        units: see there.
        hub: whose vocabulary is used, in place of the converter's own. It is read once, by this process.
        base_url: the address that the IRIs of the converter's own vocabulary begin with.
        created: the date that documents without ``@semantic`` are said to be of; by default today, in UTC.
        command: the words that start the converter on executors; by default as ``vocabulary_hub.CommandLine`` has
            it, by the environment of the executor.
        filesystem: of pyarrow, for what no address says; ``output`` is a path in it then.
        spark: the session; by default the active one.

    Raises:
        NotTermsError: for columns that are no terms.
        FrameError: for what has no documents, or columns that JSON has no form for.
        DestinationError: for an output that is not empty, or that not all machines see.
        CommandError: if executors cannot convert at all.
        BulkError: if executors have different versions of the vocabulary.
        HubError: if the hub does not tell its vocabulary.

    """
    session = spark or (data.sparkSession if isinstance(data, DataFrame) else SparkSession.active())
    found = find_input(data, document, session)
    options = ConversionOptions(source, restructure, base, lenient, True, align, units)
    lexicon = None if hub is None else (Hub(hub) if isinstance(hub, str) else hub).lexicon()
    date = created or datetime.datetime.now(datetime.timezone.utc).date()
    plan = Plan(command, options, date.isoformat(), base_url, lexicon)
    destination = Destination(output, filesystem)
    destination.begin()
    names: dict[str, str] = {}
    try:
        vocabulary = _try_out(session, plan, found.names if options.is_strict else None)
        parts = _convert(found.frame, plan, destination, found.names, vocabulary)
        names.update((file.pop("sent"), file["path"]) for part in parts for file in _files_of(part))
        manifest = manifest_of(parts, vocabulary, plan.created, options)
        destination.commit(names, manifest)
    except BaseException:
        destination.abort(names.values())
        raise
    return BulkConversion(destination, manifest, session)


def _try_out(session: SparkSession, plan: Plan, names: Sequence[str] | None) -> str:
    """The version of the vocabulary, asked of one executor before all of them fail for one reason."""

    def task(batches: Iterable[pa.RecordBatch]) -> Iterator[dict[str, Any]]:
        yield from (try_out(plan, names) for _ in batches)

    (told,) = _collect(session.range(0, 1, 1, 1), task)
    if "not_terms" in told:
        raise NotTermsError(told["not_terms"])
    if "refused" in told:
        raise CommandError(f"An executor cannot convert: {told['refused']}", told["exit_code"])
    return str(told["vocabulary"])


def _convert(
    frame: DataFrame, plan: Plan, destination: Destination, names: Sequence[str] | None, vocabulary: str
) -> list[dict[str, Any]]:
    def task(batches: Iterable[pa.RecordBatch]) -> Iterator[dict[str, Any]]:
        part = convert_part(plan, destination, names, vocabulary, batches)
        yield from () if part is None else (part,)

    return sorted(_collect(frame, task), key=lambda part: str(part["path"]))


def _collect(
    frame: DataFrame, task: Callable[[Iterable[pa.RecordBatch]], Iterator[dict[str, Any]]]
) -> list[dict[str, Any]]:
    """What the tasks of a data frame tell. Of a task that was tried again, Spark takes what one attempt told."""

    def tell(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for told in task(batches):
            yield pa.RecordBatch.from_arrays([pa.array([json.dumps(told)])], ["told"])

    return [json.loads(row["told"]) for row in frame.mapInArrow(tell, _TOLD).collect()]


def _files_of(part: dict[str, Any]) -> list[dict[str, Any]]:
    return [part, *([] if part["failures"] is None else [part["failures"]])]
