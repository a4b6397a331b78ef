"""Conversions by the command line, without a hub."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from .conversion import Conversion, Folder, complete, output_path, removed_on_failure
from .converter import Converter
from .description import LOOKED_AT, Description, Unit, read_meanings, with_letters_open
from .frames import Frame, names_of, read_frame
from .json_text import quoted
from .options import ConversionOptions
from .term_check import check_terms


class CommandLine:
    """Conversions by the command ``vocabulary-hub`` on this machine, which needs Node and no hub.

    Args:
        command: the words that start it; by default those of the environment variable ``VOCABULARY_HUB_COMMAND``,
            separated by spaces, else ``vocabulary-hub`` where the PATH has it.
        hub: the address of a hub whose vocabulary is used, in place of that of the package.
        base_url: the address that the IRIs of the package's own vocabulary begin with.
        jobs: threads; by default one per core.

    Raises:
        CommandError: if there is no such command.

    """

    def __init__(
        self,
        command: Sequence[str] | None = None,
        *,
        hub: str | None = None,
        base_url: str | None = None,
        jobs: int | None = None,
    ) -> None:
        self._converter = Converter(command)
        self._vocabulary = [
            *([] if hub is None else ["--hub", hub]),
            *([] if base_url is None else ["--base-url", base_url]),
        ]
        self._jobs = [] if jobs is None else ["--jobs", str(jobs)]

    def describe(
        self, columns: object, *, source: str = "auto", units: Mapping[str, str] | None = None, most: int = 3
    ) -> Description:
        """What columns mean: the terms that they may be, with units, confidence and reason.

        Args:
            columns: a frame, or the names of its columns.
            source: the source of the data; ``auto`` finds it by the names.
            units: the units of columns whose names do not say them: ``{"Voltage": "V"}``.
            most: candidates of a column at most.

        Raises:
            FrameError: for names that no key of a document can be.
            CommandError: if the command fails.

        """
        names = names_of(columns)
        if not names:
            return Description([], None, None)
        sample = f"{{{','.join(f'{quoted(name)}:0' for name in names)}}}"
        said = dict(units or {})
        wanted = ["--most", str(max(most, LOOKED_AT)), "--source", source]
        beside = [word for name, unit in said.items() for word in ("--unit", f"{name}={unit}")]
        words = ["terms", "map", "--sample", "-", "--json", *wanted, *self._vocabulary]
        told: dict[str, Any] = json.loads(self._converter.output([*words, *beside], sample))
        without = json.loads(self._converter.output(words, sample)) if said else told
        meanings = read_meanings(told["keys"], without["keys"], names, said, most)
        if source == "auto":
            meanings = with_letters_open(meanings, said)
        return Description(meanings, told["source"], told["vocabulary"]["iri"])

    def units(self, columns: object, *, source: str = "auto") -> dict[str, Unit | None]:
        """The unit of each column: of the term that it is, or likely means; None where its name leaves that open.

        Raises as ``describe`` does.
        """
        return self.describe(columns, source=source).units()

    def convert(
        self,
        frame: object,
        *,
        output: str | Path | None = None,
        source: str | None = None,
        restructure: bool = True,
        base: str | None = None,
        lenient: bool = False,
        skolemize: bool = False,
        align: bool = True,
        units: str | Sequence[str] | None = None,
    ) -> Conversion:
        """The graph of a frame: each row is a document, and a row that fails is in ``failures``.

        Args:
            frame: of pandas or polars, or a dict of columns. The names of columns are terms, unless ``source`` or
                ``lenient`` say otherwise. Levels of an index that have names are columns, too.
            output: a file for the N-Triples, compressed if its name ends in ``.gz``. It is there when it
                is complete.
            source: as ``ConversionOptions`` says, and so are the others.
            restructure: see there.
            base: see there.
            lenient: see there.
            skolemize: see there.
            align: see there.
            units: see there.

        Raises:
            NotTermsError: for columns that are no terms.
            FrameError: for what cannot be a document, with column and row.
            CommandError: if the command fails.

        """
        options = ConversionOptions(source, restructure, base, lenient, skolemize, align, units)
        read = read_frame(frame)
        folder = Folder()
        with removed_on_failure(folder):
            words = ["convert", "--from", "ndjson", "--to", "nt", *options.command_words(), *self._vocabulary]
            if options.is_strict and read.columns:
                check_terms(self._converter, words, read.names, folder.path)
            path = output_path(folder, output)
            report = folder.file("report.jsonl")
            with complete(path) as part:
                files = ["--report", str(report), "--output", str(part), "--keep-going", "--failures-ok"]
                self._converter.feed([*words, *self._jobs, *files, "--quiet"], _bytes_of(read), folder.file("stderr"))
            return Conversion(folder, path, report, read.rows)


def _bytes_of(frame: Frame) -> Iterable[bytes]:
    for lines in frame.lines():
        yield ("\n".join(lines) + "\n").encode()
