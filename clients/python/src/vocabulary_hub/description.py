"""What columns mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, overload

from .table import Table

LIKELY = 0.8
"""Candidates below this confidence should be looked at by a person."""


@dataclass(frozen=True)
class Unit:
    """The unit of a term: as names of terms spell it (``kW``), and its IRI."""

    notation: str | None
    iri: str


@dataclass(frozen=True)
class Candidate:
    """A term that a column may mean."""

    term: str
    iri: str
    label: str
    description: str
    datatype: str
    unit: Unit | None
    confidence: float
    """From 0 to 1."""
    why: str


@dataclass(frozen=True)
class ColumnMeaning:
    """What a column may mean, the likeliest first."""

    column: str
    candidates: tuple[Candidate, ...]
    is_known_without_term: bool = False
    """The source of the data knows the column, and no term fits it."""

    def best(self, least: float = LIKELY) -> Candidate | None:
        """The likeliest candidate; None where none has this confidence."""
        first = self.candidates[0] if self.candidates else None
        return first if first is not None and first.confidence >= least else None


class Description(Sequence[ColumnMeaning]):
    """What the columns of a frame may mean, in their order.

    Attributes:
        source: the source that the data are of, by the names of the columns; None where none fits.
        vocabulary: the IRI of the version of the vocabulary.

    """

    def __init__(self, meanings: Sequence[ColumnMeaning], source: str | None, vocabulary: str | None) -> None:
        self._meanings = tuple(meanings)
        self.source = source
        self.vocabulary = vocabulary

    def __len__(self) -> int:
        return len(self._meanings)

    def __iter__(self) -> Iterator[ColumnMeaning]:
        return iter(self._meanings)

    @overload
    def __getitem__(self, place: int) -> ColumnMeaning: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[ColumnMeaning, ...]: ...
    def __getitem__(self, place: int | slice) -> ColumnMeaning | tuple[ColumnMeaning, ...]:
        return self._meanings[place]

    def renames(self, least: float = LIKELY) -> dict[str, str]:
        """The terms of columns that are called otherwise, for ``df.rename(columns=…)``.

        A term that several columns mean is left out, since a document has a key once.
        """
        best = {meaning.column: meaning.best(least) for meaning in self}
        terms = [candidate.term for candidate in best.values() if candidate is not None]
        return {
            column: candidate.term
            for column, candidate in best.items()
            if candidate is not None and candidate.term != column and terms.count(candidate.term) == 1
        }

    def units(self, least: float = LIKELY) -> dict[str, Unit | None]:
        """The unit of each column, by its likeliest term; None where that has none, or no term is likely."""
        best = {meaning.column: meaning.best(least) for meaning in self}
        return {column: None if candidate is None else candidate.unit for column, candidate in best.items()}

    def table(self) -> Table:
        """A row for each column and candidate; one without a term for a column that none comes near."""
        names = ("column", "term", "label", "unit", "datatype", "confidence", "why", "iri")
        rows: list[dict[str, Any]] = []
        for meaning in self:
            if not meaning.candidates:
                rows.append({**dict.fromkeys(names), "column": meaning.column})
            for each in meaning.candidates:
                unit = None if each.unit is None else (each.unit.notation or each.unit.iri)
                rows.append(
                    {name: getattr(each, name, None) for name in names} | {"column": meaning.column, "unit": unit}
                )
        return Table(names, rows)


def read_meaning(told: Mapping[str, Any], column: str) -> ColumnMeaning:
    """What the command line or a hub tells of one column."""
    return ColumnMeaning(
        column,
        tuple(_read_candidate(each) for each in told["candidates"]),
        bool(told.get("isKnownWithoutTerm", False)),
    )


def _read_candidate(told: Mapping[str, Any]) -> Candidate:
    unit = None if told.get("unitIri") is None else Unit(told["unit"], told["unitIri"])
    return Candidate(
        term=told["term"],
        iri=told["iri"],
        label=told["label"],
        description=told["description"],
        datatype=told["datatype"],
        unit=unit,
        confidence=float(told["confidence"]),
        why=told["why"],
    )
