"""Conversions by a hub, over HTTP."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from .conversion import Conversion, Folder, complete, output_path, removed_on_failure, writable
from .description import LOOKED_AT, ColumnMeaning, Description, Unit, read_meanings, with_letters_open
from .errors import HubError, NotTermsError, refused_names
from .frames import Frame, names_of, read_frame
from .hub_answers import UNREADABLE, mapped_keys
from .hub_documents import Row, Run
from .hub_requests import HubRequests
from .lexicon import Lexicon
from .options import ConversionOptions
from .term_check import document_of_names

MAX_REQUEST_BYTES = 1 << 20
"""Bytes of rows that one request has; a longer row has a request of its own."""
MAX_REQUEST_ROWS = 2_000

_COLUMNS_AT_A_TIME = 100
_LONGEST_KEY = 2 * 200
"""Bytes in UTF-16 of the longest name that a hub maps."""
_PIECE = 1 << 16
_AGENT = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "vocabulary-hub-python", "version": "0.1.0"},
    "io.modelcontextprotocol/clientCapabilities": {},
}


class Hub:
    """Conversions by a hub, which needs no Node on this machine.

    A hub takes some hundred requests a minute. For millions of rows use ``CommandLine(hub=address)``, which reads
    the hub's vocabulary once.

    Args:
        address: of the hub, such as ``https://hub.example``.
        token: sent as ``Authorization: Bearer``, for a hub behind a gate.
        timeout: seconds without an answer.
        attempts: how often a request is sent while the hub is busy or away.

    Raises:
        HubError: for an address that is none.

    """

    def __init__(self, address: str, *, token: str | None = None, timeout: float = 60.0, attempts: int = 6) -> None:
        self._requests = HubRequests(address, token, timeout, attempts)

    def describe(
        self, columns: object, *, source: str = "auto", units: Mapping[str, str] | None = None, most: int = 3
    ) -> Description:
        """What columns mean: as ``CommandLine.describe``, by a hundred columns at a time.

        Raises:
            FrameError: for names that no key of a document can be.
            HubError: if the hub refuses, or does not answer.

        """
        names = names_of(columns)
        said = dict(units or {})
        meanings: list[ColumnMeaning] = []
        found: dict[str, Any] = {"source": None, "vocabulary": {"iri": None}}
        mapped = [name for name in names if _is_mapped(name)]
        for start in range(0, len(mapped), _COLUMNS_AT_A_TIME):
            keys = mapped[start : start + _COLUMNS_AT_A_TIME]
            beside = [said.get(name) for name in keys]
            asked = {"keys": keys, "source": source, "most": LOOKED_AT}
            found = self._map_keys({**asked, "units": beside})
            without = self._map_keys(asked) if any(beside) else found
            meanings += read_meanings(found["keys"], without["keys"], keys, said, most)
        for place, name in enumerate(names):
            if not _is_mapped(name):
                meanings.insert(place, ColumnMeaning(name, ()))
        if source == "auto":
            meanings = with_letters_open(meanings, said)
        return Description(meanings, found["source"], found["vocabulary"]["iri"])

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
        base: str | None = None,
        lenient: bool = False,
        skolemize: bool = False,
        align: bool = True,
        units: str | Sequence[str] | None = None,
    ) -> Conversion:
        """The graph of a frame: as ``CommandLine.convert``, with some thousand rows in each document.

        Rows are the items of a document per request, so a data set has many rows. Anonymous nodes of different
        requests have different names; with ``skolemize`` rows with a timestamp have the same names however they are
        cut. Keys stay as they are with a ``source``, since their paths would be those of the items.

        Raises:
            NotTermsError: for columns that are no terms.
            FrameError: for what cannot be a document, with column and row.
            HubError: if the hub refuses the options, or does not answer.

        """
        options = ConversionOptions(source, False, base, lenient, skolemize, align, units)
        read = read_frame(frame)
        folder = Folder()
        with removed_on_failure(folder):
            if options.is_strict and read.columns:
                self._check_terms(read)
            path = output_path(folder, output)
            report = folder.file("report.jsonl")
            whole = folder.file("whole.nt")
            with whole.open("w+b") as graph, report.open("w", encoding="utf-8") as told:
                run = Run(self._requests, options, read.names, graph, told)
                for rows in _requests_of(read):
                    run.convert(rows)
                graph.seek(0)
                with complete(path) as part, writable(part) as target:
                    target.writelines(iter(lambda: graph.read(_PIECE), b""))
            whole.unlink()
            return Conversion(folder, path, report, read.rows)

    def lexicon(self) -> Lexicon:
        """The vocabulary of the hub, for conversions elsewhere that are to use one version of it.

        Raises:
            HubError: if the hub does not answer as a hub does.

        """
        told = self._requests.get("/api/ontologies?whole=true")
        try:
            namespaces = {pair["prefix"]: pair["ontology"] for pair in json.loads(told)}
            base_url = namespaces["vocab"].removesuffix("vocabulary/")
        except (*UNREADABLE, AttributeError, TypeError, LookupError):
            raise HubError("The server lists no prefixes as a hub does. Is it the address of a hub?") from None
        return Lexicon(self._requests.get("/api/lexicon?texts=labels"), base_url)

    def _check_terms(self, frame: Frame) -> None:
        """A document of all columns is refused before the rows are. @raises NotTermsError"""
        document = document_of_names(frame.names)
        try:
            with self._requests.post("/api/json-to-rdf", document.encode(), "text/turtle") as answer:
                answer.read()
        except HubError as error:
            if error.code != "not-all-terms":
                raise
            raise NotTermsError(refused_names(error.problem, frame.names)) from None

    def _map_keys(self, arguments: dict[str, Any]) -> dict[str, Any]:
        message = {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "tools/call",
            "params": {"name": "map_keys", "arguments": arguments, "_meta": _AGENT},
        }
        headers = {
            "Accept": "application/json, text/event-stream",
            "MCP-Protocol-Version": "2026-07-28",
            "Mcp-Method": "tools/call",
            "Mcp-Name": "map_keys",
        }
        with self._requests.post("/mcp", json.dumps(message).encode(), "application/json", headers=headers) as answer:
            return mapped_keys(self._requests.address, answer.read())


def _is_mapped(name: str) -> bool:
    """Whether a hub takes the name; no term comes near others."""
    return 0 < len(name.encode("utf-16-le", "surrogatepass")) <= _LONGEST_KEY


def _requests_of(frame: Frame) -> Iterator[list[Row]]:
    """The rows of one request after another."""
    held: list[Row] = []
    size = 0
    rows = itertools.chain.from_iterable(frame.lines())
    for place, text in enumerate(rows):
        line = text.encode()
        if held and (size + len(line) > MAX_REQUEST_BYTES or len(held) == MAX_REQUEST_ROWS):
            yield held
            held, size = [], 0
        held.append((place, line))
        size += len(line) + 1
    if held:
        yield held
