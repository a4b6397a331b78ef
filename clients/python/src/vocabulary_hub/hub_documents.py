"""Rows as documents of requests to a hub, and their graphs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from http.client import HTTPResponse, IncompleteRead
from typing import IO, Any
from urllib.parse import unquote

from .errors import HubError
from .hub_requests import HubRequests
from .json_text import quoted
from .options import ConversionOptions

_ROWS = "items"
"""The member that has the rows, as a hub itself calls the items of a document that is an array."""
_OF_THE_ROWS = {413, 422}
"""Statuses that say that the document is at fault, not the options."""
_NOT_ALL_TERMS = "not-all-terms"
_PIECE = 1 << 16
_SUBJECT = re.compile(rb"^_:", re.MULTILINE)
_OBJECT = re.compile(rb" _:(\w+) \.$", re.MULTILINE)

Row = tuple[int, bytes]
"""The place of a row in its frame, and its JSON."""


class Run:
    """A conversion on its way: what it has written, and what it tells."""

    def __init__(
        self,
        requests: HubRequests,
        options: ConversionOptions,
        columns: Iterable[str],
        graph: IO[bytes],
        told: IO[str],
    ) -> None:
        self._requests = requests
        self._options = options
        self._graph = graph
        self._told = told
        self._columns = frozenset(columns)
        self._documents = 0

    def convert(self, rows: Sequence[Row]) -> None:
        """Writes the graph of rows. Of a document that is refused, the rows at fault are found by halves."""
        if not rows:
            return
        try:
            embedded, unknown = self._embed(rows)
            if unknown:
                return self._without(rows, unknown)
            codes = self._write_graph(embedded)
        except HubError as error:
            if error.status not in _OF_THE_ROWS:
                raise
            if len(rows) > 1:
                middle = len(rows) // 2
                self.convert(rows[:middle])
                self.convert(rows[middle:])
            else:
                self._tell("error", rows[0][0], error.code, str(error), **_place_in_row(error.problem))
            return
        first, last = rows[0][0], rows[-1][0]
        message = f"In rows {first} to {last}." if last > first else f"In row {first}."
        for code, count in codes.items():
            self._tell("warning", first, code, message, rows=last - first + 1, count=count)

    def _without(self, rows: Sequence[Row], unknown: Sequence[str]) -> None:
        """Converts the rows that have none of these keys; the others are failures. @raises HubError where none has"""
        members = [(key, f"{quoted(key)}:".encode()) for key in unknown]
        sound: list[Row] = []
        for place, line in rows:
            # Within a text the quotation marks of a key would be escaped.
            own = [key for key, member in members if member in line]
            if own:
                self._tell("error", place, _NOT_ALL_TERMS, _not_terms(own), key=own[0])
            else:
                sound.append((place, line))
        if len(sound) == len(rows):
            raise HubError(_not_terms(unknown), 422, _NOT_ALL_TERMS)
        self.convert(sound)

    def _embed(self, rows: Sequence[Row]) -> tuple[bytes, list[str]]:
        """The rows as a document with its meaning, and keys inside of cells that may not be there. @raises HubError"""
        options = self._options
        asked = _given(source=options.source, base=options.base)
        if options.source is not None:
            asked["restructure"] = "false"
        document = b'{"%s":[%s]}' % (_ROWS.encode(), b",".join(line for _, line in rows))
        with self._requests.post("/api/semantic", document, "application/json", asked) as answer:
            undescribed = (answer.headers.get("X-Semantic-Undescribed") or "").split(",")
            embedded = answer.read()
        if not options.is_strict:
            return embedded, []
        keys = [unquote(key) for key in undescribed]
        # Columns were looked at before the first row.
        return embedded, [key for key in keys if key not in self._columns and key not in ("", _ROWS)]

    def _write_graph(self, document: bytes) -> dict[str, int]:
        """The number of each warning of a document whose graph is written. @raises HubError"""
        options = self._options
        asked = {
            "format": "nt",
            "skolemize": str(options.skolemize).lower(),
            "align": str(options.align).lower(),
            **_given(base=options.base, units=",".join(options.unit_list) or None),
        }
        start = self._graph.tell()
        self._documents += 1
        try:
            with self._requests.post("/api/rdf", document, "application/n-triples", asked) as answer:
                for lines in _whole_lines(answer):
                    self._graph.write(_renamed(lines, b"r%d" % self._documents))
                return _counts(answer.headers.get("X-Semantic-Warning-Codes"))
        except BaseException:
            # Half of an answer is no graph.
            self._graph.seek(start)
            self._graph.truncate()
            raise

    def _tell(self, level: str, row: int, code: str | None, message: str, **others: object) -> None:
        told = {"level": level, "line": row + 1, "code": code, "message": message, **others}
        self._told.write(f"{json.dumps(told)}\n")


def _not_terms(keys: Iterable[str]) -> str:
    """The words of the hub."""
    return f"Not every key is a vocabulary term: {', '.join(map(quoted, keys))}."


def _given(**options: str | None) -> dict[str, str]:
    return {name: value for name, value in options.items() if value is not None}


def _whole_lines(answer: HTTPResponse) -> Iterator[bytes]:
    """The answer in pieces that end at the end of a line."""
    rest = b""
    for piece in iter(lambda: answer.read(_PIECE), b""):
        end = piece.rfind(b"\n") + 1
        if end == 0:
            rest += piece
            continue
        yield rest + piece[:end]
        rest = piece[end:]
    if answer.length:
        raise IncompleteRead(rest, answer.length)
    if rest:
        yield rest


def _renamed(lines: bytes, document: bytes) -> bytes:
    """N-Triples whose anonymous nodes have names of this document alone: a hub begins to count with each."""
    subjects = _SUBJECT.sub(b"_:%s" % document, lines)
    # A literal ends in a quotation mark, an IRI or a language, so what looks like a node at the end is one.
    return _OBJECT.sub(rb" _:%s\1 ." % document, subjects)


def _counts(text: str | None) -> dict[str, int]:
    pairs = [pair.partition("=") for pair in (text or "").split(",") if pair]
    return {code: int(count) for code, _, count in pairs}


def _place_in_row(problem: dict[str, Any]) -> dict[str, object]:
    pointer = problem.get("pointer")
    prefix = f"/{_ROWS}/0"
    if isinstance(pointer, str) and pointer.startswith(prefix):
        pointer = pointer[len(prefix) :]
    return {"pointer": pointer, "key": problem.get("key")}
