"""Conversions by the command line, without a hub."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from .conversion import Conversion, Folder, complete, output_path, removed_on_failure
from .description import LOOKED_AT, Description, Unit, read_meanings
from .errors import CommandError, NotTermsError, refused_names
from .frames import Frame, names_of, read_frame
from .json_text import quoted
from .options import ConversionOptions

VARIABLE = "VOCABULARY_HUB_COMMAND"
_PROGRAM = "vocabulary-hub"
_DONE = 0
_PATIENCE_SECONDS = 20


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
        self._command = _find(command)
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
        told: dict[str, Any] = json.loads(self._output([*words, *beside], sample))
        without = json.loads(self._output(words, sample)) if said else told
        meanings = read_meanings(told["keys"], without["keys"], names, said, most)
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
                self._check_terms(read, words, folder)
            path = output_path(folder, output)
            report = folder.file("report.jsonl")
            with complete(path) as part:
                files = ["--report", str(report), "--output", str(part), "--keep-going", "--failures-ok"]
                self._feed([*words, *self._jobs, *files, "--quiet"], _bytes_of(read), folder)
            return Conversion(folder, path, report, read.rows)

    def _check_terms(self, frame: Frame, words: Sequence[str], folder: Folder) -> None:
        """One document of all columns is refused before a million are. @raises NotTermsError"""
        document = f"{{{','.join(f'{quoted(name)}:null' for name in frame.names)}}}\n"
        report = folder.file("check.jsonl")
        files = ["--report", str(report), "--output", str(folder.file("check.nt")), "--keep-going", "--failures-ok"]
        self._feed([*words, "--jobs", "1", *files, "--quiet"], [document.encode()], folder)
        # JSON has other ends of lines inside of its texts, where `splitlines` would cut.
        for line in filter(None, report.read_text("utf-8").split("\n")):
            told = json.loads(line)
            if told["level"] == "error" and told["code"] == "not-all-terms":
                raise NotTermsError(refused_names(told, frame.names))

    def _output(self, words: Sequence[str], text: str) -> bytes:
        try:
            ran = subprocess.run([*self._command, *words], input=text.encode(), capture_output=True, check=False)
        except OSError as error:
            raise _not_started(self._command, error) from error
        if ran.returncode != _DONE:
            raise _failed(ran.returncode, ran.stderr)
        return ran.stdout

    def _feed(self, words: Sequence[str], pieces: Iterable[bytes], folder: Folder) -> None:
        """Runs the command over pieces of input. It says no more on standard error than the file system holds."""
        with folder.file("stderr").open("w+b") as said:
            try:
                process = subprocess.Popen(
                    [*self._command, *words],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.DEVNULL,
                    stderr=said,
                    # npx starts another process, which has to end with it.
                    start_new_session=True,
                )
            except OSError as error:
                raise _not_started(self._command, error) from error
            with process:
                assert process.stdin is not None
                try:
                    _write(process.stdin, pieces)
                    code = process.wait()
                except BaseException:
                    # Before its input is closed: half a graph looks like a whole one.
                    _stop(process)
                    with contextlib.suppress(BrokenPipeError):
                        process.stdin.close()
                    raise
            if code != _DONE:
                said.seek(0)
                raise _failed(code, said.read())


def _find(command: Sequence[str] | None) -> list[str]:
    if isinstance(command, str):
        return command.split()
    if command is not None:
        return list(command)
    named = os.environ.get(VARIABLE, "").split()
    if named:
        return named
    found = shutil.which(_PROGRAM)
    if found is None:
        raise CommandError(
            f"There is no command {_PROGRAM} on the PATH. It comes with the npm package vocabulary-hub and needs Node; "
            f"in a checkout: CommandLine(['npx', '{_PROGRAM}']), or {VARIABLE}='npx {_PROGRAM}'."
        )
    return [found]


def _bytes_of(frame: Frame) -> Iterable[bytes]:
    for lines in frame.lines():
        yield ("\n".join(lines) + "\n").encode()


def _write(stdin: IO[bytes], pieces: Iterable[bytes]) -> None:
    # A command that ends early says why, and does not read the rest.
    with contextlib.suppress(BrokenPipeError):
        for piece in pieces:
            stdin.write(piece)
    with contextlib.suppress(BrokenPipeError):
        stdin.close()


def _stop(process: subprocess.Popen[bytes]) -> None:
    """Ends a command with what it has started, so that it takes its incomplete files away."""
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
    else:
        process.terminate()
    try:
        process.wait(_PATIENCE_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()


def _not_started(command: Sequence[str], error: OSError) -> CommandError:
    return CommandError(f"{' '.join(command)} did not start: {error}")


def _failed(code: int, said: bytes) -> CommandError:
    text = said.decode(errors="replace").strip()
    return CommandError(text or f"The command ended with exit code {code}.", code)
