"""The graph of a frame, and what was not converted."""

from __future__ import annotations

import contextlib
import gzip
import json
import os
import shutil
import tempfile
import weakref
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import IO, TYPE_CHECKING, Any, cast

from .errors import FrameError
from .graph import read_graph
from .table import Table

if TYPE_CHECKING:
    import rdflib

_PIECE = 1 << 20
FAILURE_COLUMNS = ("row", "code", "message", "pointer", "key")
WARNING_COLUMNS = ("row", "rows", "code", "message", "pointer", "key", "count")


class Folder:
    """A folder for the files of one conversion, which goes with it."""

    def __init__(self) -> None:
        self.path = Path(tempfile.mkdtemp(prefix="vocabulary-hub-"))
        self._remove = weakref.finalize(self, shutil.rmtree, self.path, ignore_errors=True)

    def file(self, name: str) -> Path:
        """The path of a file in the folder."""
        return self.path / name

    def remove(self) -> None:
        """Removes the folder. Without this it goes when nothing refers to it."""
        self._remove()


class Conversion:
    """The graph of a frame as N-Triples in a file, and the rows that failed.

    The file is in a folder that goes with this object, when it is closed, leaves a ``with`` or is collected; unless
    ``convert`` got the name of a file.

    Attributes:
        rows: the number of rows of the frame.
        path: the file with the N-Triples, compressed if its name ends in ``.gz``.

    """

    def __init__(self, folder: Folder, path: Path, report: Path, rows: int) -> None:
        self._folder = folder
        self._report = report
        self._lines: int | None = None
        self.path = path
        self.rows = rows

    def __enter__(self) -> Conversion:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Conversion({self.rows} rows, {self.path})"

    def close(self) -> None:
        """Removes the files, except one that ``convert`` got the name of."""
        self._folder.remove()

    def open(self) -> IO[bytes]:
        """The N-Triples as a file of bytes, decompressed, to be read and closed by the caller."""
        if self.path.suffix == ".gz":
            return cast(IO[bytes], gzip.open(self.path, "rb"))
        return self.path.open("rb")

    @property
    def lines(self) -> int:
        """The number of lines; as many as there are triples, where no two rows say the same of one node."""
        if self._lines is None:
            with self.open() as file:
                self._lines = sum(piece.count(b"\n") for piece in iter(lambda: file.read(_PIECE), b""))
        return self._lines

    def ntriples(self) -> str:
        """All N-Triples as one text."""
        with self.open() as file:
            return file.read().decode()

    def save(self, path: str | Path) -> Path:
        """Copies the N-Triples to a file, compressed if its name ends in ``.gz``. Their own file stays as it is."""
        target = Path(path)
        if target.exists() and target.samefile(self.path):
            return target
        with self.open() as file, writable(target) as copy:
            shutil.copyfileobj(file, copy, _PIECE)
        return target

    def graph(self) -> rdflib.Graph:
        """A graph of rdflib, in which numbers have all their digits.

        Raises:
            MissingPackageError: without rdflib.

        """
        with self.open() as file:
            return read_graph(file)

    @property
    def failures(self) -> Table:
        """The rows that were not converted: place of the row from 0, error code, message, JSON Pointer and key."""
        return Table(FAILURE_COLUMNS, self._told("error", FAILURE_COLUMNS))

    @property
    def warnings(self) -> Table:
        """What was converted with a doubt: as failures, with the number of values.

        ``rows`` tells of how many rows from ``row`` on it is said: 1 by the command line, those of a request by a hub.
        """
        return Table(WARNING_COLUMNS, self._told("warning", WARNING_COLUMNS))

    def _told(self, level: str, columns: tuple[str, ...]) -> Iterator[dict[str, Any]]:
        with self._report.open(encoding="utf-8") as file:
            for line in file:
                told = json.loads(line)
                if told["level"] == level:
                    yield {name: told.get(name) for name in columns} | {
                        "row": told["line"] - 1,
                        **({"rows": told.get("rows", 1)} if "rows" in columns else {}),
                    }


def output_path(folder: Folder, output: str | Path | None) -> Path:
    """Where N-Triples go: into the folder, or to a file that the caller names. @raises FrameError"""
    if output is None:
        return folder.file("graph.nt")
    path = Path(output)
    if path.suffix == ".zst":
        raise FrameError(f"{path}: Python does not read Zstandard everywhere. Use a name that ends in .gz.")
    return path


@contextlib.contextmanager
def removed_on_failure(folder: Folder) -> Iterator[None]:
    """Removes the folder if what is done with it fails."""
    try:
        yield
    except BaseException:
        folder.remove()
        raise


@contextlib.contextmanager
def complete(path: Path) -> Iterator[Path]:
    """The name under which a file is written before it is complete, and takes its own; of what fails nothing stays.

    What is there and no file, such as a named pipe, stays what it is and is written as it comes; so does a link.
    """
    if path.exists() and not path.is_file() and not path.is_dir():
        yield path
        return
    target = Path(os.path.realpath(path))
    # The name that the caller gave says whether the file is compressed.
    part = target.with_name(f".part-{os.getpid()}-{path.name}")
    try:
        yield part
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def writable(path: Path) -> IO[bytes]:
    """A file to be written, compressed if its name ends in ``.gz``."""
    if path.suffix == ".gz":
        return cast(IO[bytes], gzip.open(path, "wb", compresslevel=6))
    return path.open("wb")
