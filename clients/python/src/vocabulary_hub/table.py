"""Results as tables: lists of dicts that become frames."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, overload

from .errors import MissingPackageError

if TYPE_CHECKING:
    import pandas
    import polars


class Table(Sequence[dict[str, Any]]):
    """Rows of the same columns. ``pandas()`` and ``polars()`` make frames of it."""

    def __init__(self, columns: Sequence[str], rows: Iterable[dict[str, Any]]) -> None:
        self.columns = tuple(columns)
        self._rows = list(rows)

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, place: int) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, place: slice) -> list[dict[str, Any]]: ...
    def __getitem__(self, place: int | slice) -> dict[str, Any] | list[dict[str, Any]]:
        return self._rows[place]

    def __repr__(self) -> str:
        return f"Table({list(self.columns)}, {len(self)} rows)"

    def pandas(self) -> pandas.DataFrame:
        """As a frame of pandas. @raises MissingPackageError"""
        try:
            import pandas
        except ImportError as error:
            raise MissingPackageError("pandas", "pandas") from error
        frame: pandas.DataFrame = pandas.DataFrame(self._rows, columns=list(self.columns))
        return frame

    def polars(self) -> polars.DataFrame:
        """As a frame of polars. @raises MissingPackageError"""
        try:
            import polars
        except ImportError as error:
            raise MissingPackageError("polars", "polars") from error
        columns = {name: [row.get(name) for row in self._rows] for name in self.columns}
        return polars.DataFrame(columns, strict=False)
