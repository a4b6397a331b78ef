"""Where parts go: a folder that all executors see, on a disk that they share or in a store of objects."""

from __future__ import annotations

import contextlib
import hashlib
import json
import posixpath
import uuid
from collections.abc import Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pyarrow as pa
from pyarrow import fs

from .errors import DestinationError

MANIFEST = "manifest.json"
_TEMPORARY = "_temporary"
_PIECE = 1 << 20
_MOVES_AT_ONCE = 16
_SHOWN = 5


class Destination:
    """A folder for the parts of a run, which take their names when all of them are whole.

    It is sent to executors, which write below ``_temporary``, where no reader of files looks. What lost tasks have
    written stays there, and goes with it.

    Args:
        uri: of the folder, as Spark or pyarrow write it, or a path.
        filesystem: of pyarrow, for what no address says; ``uri`` is a path in it then.

    Raises:
        DestinationError: for an address that pyarrow does not know.

    """

    def __init__(self, uri: str | Path, filesystem: fs.FileSystem | None = None) -> None:
        self.uri = str(uri)
        self._files, self._path = _find(self.uri) if filesystem is None else (filesystem, self.uri.rstrip("/"))
        self._temporary = posixpath.join(_TEMPORARY, uuid.uuid4().hex)

    def begin(self) -> None:
        """Makes the folder. @raises DestinationError where something is there"""
        found = self._files.get_file_info(fs.FileSelector(self._path, allow_not_found=True))
        if found:
            names = ", ".join(sorted(info.base_name for info in found)[:_SHOWN])
            raise DestinationError(f"{self.uri} is not empty: it has {names}. Name another folder, or empty it.")
        self._files.create_dir(self._place(self._temporary))

    def send(self, local: Path, name: str) -> dict[str, Any]:
        """Copies a file below ``_temporary``; its length and the hash of its bytes.

        Raises:
            DestinationError: where this machine does not see the folder.

        """
        digest = hashlib.sha256()
        length = 0
        with local.open("rb") as file, self._open_new(name) as target:
            while piece := file.read(_PIECE):
                digest.update(piece)
                length += len(piece)
                target.write(piece)
        return {"bytes": length, "sha256": digest.hexdigest()}

    def commit(self, names: Mapping[str, str], manifest: Mapping[str, Any]) -> None:
        """Gives files their names, by those that they were sent with; behind all of them comes the manifest.

        Raises:
            DestinationError: where one of them is not seen.

        """
        try:
            with ThreadPoolExecutor(_MOVES_AT_ONCE) as pool:
                list(pool.map(self._move, names.keys(), names.values()))
            with self._open_new(MANIFEST) as target:
                target.write(f"{json.dumps(manifest, indent=1)}\n".encode())
            self._move(MANIFEST, MANIFEST)
        except FileNotFoundError as error:
            raise self._not_shared(error) from error
        with contextlib.suppress(OSError):
            self._files.delete_dir(self._place(_TEMPORARY))

    def abort(self, names: Collection[str]) -> None:
        """Takes away what was sent, and what has one of these names by now."""
        for name in names:
            with contextlib.suppress(OSError):
                self._files.delete_file(self._place(name))
        with contextlib.suppress(OSError):
            self._files.delete_dir(self._place(_TEMPORARY))

    def open(self, name: str) -> pa.NativeFile:
        """A file, decompressed if its name ends in ``.gz``. @raises FileNotFoundError"""
        return self._files.open_input_stream(self._place(name))

    def _open_new(self, name: str) -> pa.NativeFile:
        try:
            # By its name, pyarrow would compress it once more.
            return self._files.open_output_stream(self._place(self._temporary, name), compression=None)
        except FileNotFoundError as error:
            raise self._not_shared(error) from error

    def _not_shared(self, error: Exception) -> DestinationError:
        return DestinationError(
            f"{self.uri} is not the same folder on all machines ({error}). It has to be one that they share: a mounted "
            "one, or an address such as s3://bucket/folder."
        )

    def _place(self, *names: str) -> str:
        return posixpath.join(self._path, *names)

    def _move(self, name: str, target: str) -> None:
        self._files.move(self._place(self._temporary, name), self._place(target))


def _find(uri: str) -> tuple[fs.FileSystem, str]:
    scheme, colon, rest = uri.partition(":")
    if not colon or "/" in scheme:
        return fs.LocalFileSystem(), str(Path(uri).absolute())
    if scheme == "file":
        return fs.LocalFileSystem(), f"/{rest.strip('/')}"
    # Spark has Hadoop's names for stores of objects.
    known = {"s3a": "s3", "s3n": "s3"}.get(scheme, scheme)
    try:
        files, path = fs.FileSystem.from_uri(f"{known}:{rest}")
    except (ValueError, OSError, NotImplementedError) as error:
        raise DestinationError(
            f"{uri} is no address that pyarrow writes to ({error}). Give filesystem=, one of pyarrow.fs, and the path "
            "in it."
        ) from error
    return files, path.rstrip("/")
