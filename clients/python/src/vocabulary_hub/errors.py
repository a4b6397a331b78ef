"""What may go wrong, each with a way out in its message."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

_NAMED = 20


class VocabularyHubError(Exception):
    """The base of all errors of this package that a caller may expect."""


class FrameError(VocabularyHubError, ValueError):
    """A frame that cannot become documents.

    Attributes:
        column: the column at fault; None where it is the frame as a whole.
        row: the place of the row, from 0, as ``df.iloc`` counts; None where it is the column as a whole.

    """

    def __init__(self, message: str, *, column: object = None, row: int | None = None) -> None:
        super().__init__(message)
        self.column = column
        self.row = row


class NotTermsError(VocabularyHubError, ValueError):
    """Columns are no terms of the vocabulary.

    Attributes:
        columns: the names of these columns.

    """

    def __init__(self, columns: Sequence[str]) -> None:
        others = f" and {len(columns) - _NAMED} more" if len(columns) > _NAMED else ""
        named = ", ".join(repr(column) for column in columns[:_NAMED]) + others
        super().__init__(
            f"No terms of the vocabulary: {named}. describe(df.columns).renames() tells what they may mean, for "
            "df.rename(columns=…). Name the source of the data with source=…, drop these columns, or say lenient=True: "
            "then they become plain literals."
        )
        self.columns = tuple(columns)


def refused_names(told: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    """The columns that a refusal names: those that are no terms, and terms that have no template yet."""
    refused = {*(told.get("notTerms") or ()), *(told.get("termsWithoutSemantics") or ())}
    return [name for name in names if name in refused] or list(names)


class CommandError(VocabularyHubError):
    """The command line could not be run, or ended with a fault.

    Attributes:
        exit_code: as docs/command-line.md lists them; None where it did not start.

    """

    def __init__(self, message: str, exit_code: int | None = None) -> None:
        super().__init__(message)
        self.exit_code = exit_code


class HubError(VocabularyHubError):
    """A hub did not do what it was asked for, or could not be reached.

    Attributes:
        status: of its answer; None where there was none.
        code: one of the hub's list of errors, such as ``invalid-option``; None where the answer has none.
        problem: the members of the answer, as docs/rest.md lists them.

    """

    def __init__(self, message: str, status: int | None = None, code: str | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.problem: dict[str, Any] = {}


class MissingPackageError(VocabularyHubError, ImportError):
    """A package that is needed for what was asked for is not installed."""

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(f"{package} is not installed: pip install 'vocabulary-hub[{extra}]'", name=package)
