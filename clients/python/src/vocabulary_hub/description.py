"""What columns mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, overload

from .table import Table

LOOKED_AT = 10
"""Candidates that are asked for: fewer would hide that a name leaves its unit open."""
_NEAR = 0.5

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
    other_units: tuple[str, ...] = ()
    """The terms of the likeliest quantity in other units, where the name of the column does not say which it is."""
    is_unit_open: bool = False
    """Nobody said the unit, or the unit that was said is not known to be that of the likeliest term."""

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

        Left out are a term that several columns mean, since a document has a key once, a column whose unit nobody
        said (``describe(…, units={column: unit})`` says it), and one whose said unit is not known to be the term's.
        """
        best = self._sure(least)
        terms = [candidate.term for candidate in best.values() if candidate is not None]
        return {
            column: candidate.term
            for column, candidate in best.items()
            if candidate is not None and candidate.term != column and terms.count(candidate.term) == 1
        }

    def units(self, least: float = LIKELY) -> dict[str, Unit | None]:
        """The unit of each column, by its likeliest term.

        None where that term has none, where no term is likely, and where the name of the column leaves the unit open.
        """
        best = self._sure(least)
        return {column: None if candidate is None else candidate.unit for column, candidate in best.items()}

    def _sure(self, least: float) -> dict[str, Candidate | None]:
        return {meaning.column: None if meaning.is_unit_open else meaning.best(least) for meaning in self}

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


def read_meanings(
    told: Sequence[Mapping[str, Any]],
    without: Sequence[Mapping[str, Any]],
    names: Sequence[str],
    units: Mapping[str, str],
    most: int,
) -> list[ColumnMeaning]:
    """What the command line or a hub tells of columns, ``most`` candidates of each.

    Where a source tells keys by their paths, they are not quite the names of the columns.

    Args:
        told: the answer.
        without: the answer where no units are said; the same one if none are.
        names: the names of the columns.
        units: the units that are said.
        most: candidates of a column at most.

    """
    columns = names if len(told) == len(names) else [each["key"] for each in told]
    before = {each["key"]: {one["term"]: one["confidence"] for one in each["candidates"]} for each in without}
    return [
        _read_meaning(each, column, units.get(column), before.get(each["key"], {}), most)
        for each, column in zip(told, columns, strict=True)
    ]


def with_letters_open(meanings: Sequence[ColumnMeaning], units: Mapping[str, str]) -> list[ColumnMeaning]:
    """A letter alone says no unit where nobody named the source: ``x`` is a reactance in ohm, and a coordinate."""
    return [
        replace(meaning, is_unit_open=True)
        if len(meaning.column) == 1 and meaning.column not in units and _has_unit(meaning.candidates)
        else meaning
        for meaning in meanings
    ]


def _read_meaning(
    told: Mapping[str, Any], column: str, said: str | None, before: Mapping[str, float], most: int
) -> ColumnMeaning:
    candidates = tuple(_read_candidate(each) for each in told["candidates"])
    is_settled = said is not None and _settles(said, candidates, before)
    others = () if is_settled else _other_units(candidates)
    is_open = bool(others) or (said is not None and _has_unit(candidates) and not is_settled)
    known = bool(told.get("isKnownWithoutTerm", False))
    return ColumnMeaning(column, candidates[:most], known, others, is_open)


def _has_unit(candidates: Sequence[Candidate]) -> bool:
    return bool(candidates) and candidates[0].unit is not None


def _settles(said: str, candidates: Sequence[Candidate], before: Mapping[str, float]) -> bool:
    """Whether a unit that is said is that of the first candidate.

    A unit that nobody knows changes no confidence; one that is known lowers that of terms in other units.
    """
    if not candidates or candidates[0].unit is None:
        return False
    first = candidates[0]
    if said in (candidates[0].unit.notation, candidates[0].unit.iri):
        return True
    is_known = any(each.confidence != before.get(each.term, each.confidence) for each in candidates)
    return (is_known or first.term not in before) and first.confidence >= before.get(first.term, 0.0)


def _other_units(candidates: Sequence[Candidate]) -> tuple[str, ...]:
    if not candidates or candidates[0].unit is None:
        return ()
    first = candidates[0]
    quantity = first.term.partition("-")[0]
    # Where a name says a unit, terms of others are far behind.
    least = first.confidence * _NEAR
    return tuple(
        other.term
        for other in candidates[1:]
        if other.term.partition("-")[0] == quantity and other.unit is not None and other.confidence >= least
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
