"""What a task does: one partition becomes a part, by one process of the converter."""

from __future__ import annotations

import contextlib
import gzip
import itertools
import json
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
from pyspark import TaskContext
from vocabulary_hub import CommandError, NotTermsError
from vocabulary_hub.converter import Converter
from vocabulary_hub.lexicon import Lexicon
from vocabulary_hub.options import ConversionOptions
from vocabulary_hub.term_check import check_terms

from .destination import Destination
from .lines import RowLines, text_lines

_GZIP_LEVEL = 6


@dataclass(frozen=True)
class Plan:
    """How documents are converted, as it is sent to executors.

    Attributes:
        command: the words that start the converter; None for what the executor has.
        options: of the conversions.
        created: the date that they state, so that a task that is tried again gives the same bytes.
        base_url: that the IRIs of the converter's own vocabulary begin with.
        lexicon: the vocabulary of a hub, in place of that.

    """

    command: Sequence[str] | None
    options: ConversionOptions
    created: str
    base_url: str | None
    lexicon: Lexicon | None

    def words(self, folder: Path) -> list[str]:
        """Those of the command, without its files."""
        vocabulary = [] if self.base_url is None else ["--base-url", self.base_url]
        if self.lexicon is not None:
            vocabulary = self.lexicon.command_words(folder)
        form = ["convert", "--from", "ndjson", "--to", "nt", "--created", self.created]
        return [*form, *self.options.command_words(), *vocabulary]


def try_out(plan: Plan, names: Sequence[str] | None) -> dict[str, Any]:
    """Whether an executor can convert at all: the version of the vocabulary, or what is wrong."""
    try:
        with _scratch() as folder:
            converter = Converter(plan.command)
            summary = folder / "summary.json"
            words = [*plan.words(folder), "--summary", str(summary)]
            check_terms(converter, words, names or [], folder)
            return {"vocabulary": json.loads(summary.read_bytes())["vocabulary"]}
    except NotTermsError as error:
        return {"not_terms": error.columns}
    except CommandError as error:
        return {"refused": str(error), "exit_code": error.exit_code}


def convert_part(
    plan: Plan,
    destination: Destination,
    names: Sequence[str] | None,
    vocabulary: str,
    batches: Iterable[pa.RecordBatch],
) -> dict[str, Any] | None:
    """Converts a partition, and tells what came of it; None of one that is empty.

    Args:
        plan: how.
        destination: of the parts.
        names: of the columns of rows; None for one column of texts.
        vocabulary: the version of the vocabulary.
        batches: of the partition.

    Raises:
        CommandError: if the converter fails. Spark tries the task again then.

    """
    filled = (batch for batch in batches if batch.num_rows > 0)
    first = next(filled, None)
    if first is None:
        return None
    context = TaskContext.get()
    assert context is not None
    name = f"{context.partitionId():05d}"
    written = f"{name}.{context.taskAttemptId()}"
    with _scratch() as folder:
        graph, failures, summary = folder / "graph.nt.gz", folder / "failures.ndjson", folder / "summary.json"
        files = ["--output", str(graph), "--dead-letters", str(failures), "--summary", str(summary)]
        words = [*plan.words(folder), *files, "--failures-ok", "--jobs", "1", "--quiet"]
        rest = itertools.chain([first], filled)
        unwritable = folder / "unwritable.ndjson"
        with unwritable.open("w", encoding="utf-8") as told:
            rows = None if names is None else RowLines(rest, names, told, vocabulary)
            lines = text_lines(rest) if rows is None else rows
            Converter(plan.command).feed(words, lines, folder / "stderr")
        counts: dict[str, Any] = json.loads(summary.read_bytes())
        if rows is not None:
            counts["documents"] += rows.failed
            counts["failed"] += rows.failed
        part = {**counts, **_send(destination, graph, f"part-{written}.nt.gz", f"part-{name}.nt.gz"), "failures": None}
        if counts["failed"] > 0:
            archive = _archive([failures, unwritable], folder)
            target = f"failures-{name}.ndjson.gz"
            part["failures"] = _send(destination, archive, f"failures-{written}.ndjson.gz", target)
        return part


def _send(destination: Destination, local: Path, sent: str, name: str) -> dict[str, Any]:
    return {"path": name, "sent": sent, **destination.send(local, sent)}


def _archive(files: Sequence[Path], folder: Path) -> Path:
    path = folder / "failures.ndjson.gz"
    # Without the time of day, a task that is tried again gives the same bytes.
    with path.open("wb") as raw, gzip.GzipFile("", "wb", _GZIP_LEVEL, raw, mtime=0) as archive:
        for file in files:
            with file.open("rb") as content:
                shutil.copyfileobj(content, archive)
    return path


@contextlib.contextmanager
def _scratch() -> Iterator[Path]:
    """A folder of the executor, on a disk that Spark has for this and empties after executors that were killed."""
    disks = [disk for disk in os.environ.get("SPARK_LOCAL_DIRS", "").split(",") if os.path.isdir(disk)]
    with tempfile.TemporaryDirectory(prefix="vocabulary-hub-", dir=disks[0] if disks else None) as folder:
        yield Path(folder)
