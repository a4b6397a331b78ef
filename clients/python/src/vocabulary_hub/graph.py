"""N-Triples as a graph of rdflib, whose literals have their digits."""

from __future__ import annotations

from typing import IO, TYPE_CHECKING

from .errors import MissingPackageError

if TYPE_CHECKING:
    import rdflib


def read_graph(lines: IO[bytes]) -> rdflib.Graph:
    """A graph of N-Triples.

    rdflib rewrites ``"812.40"^^xsd:double`` as ``"812.4"`` when it reads, unless it is told not to.

    Raises:
        MissingPackageError: without rdflib.

    """
    try:
        import rdflib
        from rdflib.plugins.parsers.ntriples import NTGraphSink, W3CNTriplesParser, r_literal, unquote
    except ImportError as error:
        raise MissingPackageError("rdflib", "rdflib") from error

    class ExactParser(W3CNTriplesParser):
        """As rdflib's own, with literals as they stand."""

        def literal(self) -> rdflib.term.Literal | bool:  # type: ignore[override]
            if not self.peek('"'):
                return False
            text, language, datatype = self.eat(r_literal).groups()
            return rdflib.Literal(
                unquote(text),
                lang=language or None,
                datatype=None if datatype is None else rdflib.URIRef(unquote(datatype)),
                normalize=False,
            )

    graph = rdflib.Graph()
    ExactParser(NTGraphSink(graph)).parse(lines)
    return graph
