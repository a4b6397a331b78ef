"""Frames of pandas and polars, and dicts of columns, read as rows of JSON text. None of the packages is imported."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from . import json_text as texts
from .column_names import checked_names, several_levels
from .errors import FrameError
from .json_text import UnwritableError, json_text, quoted

ROWS_AT_A_TIME = 5_000
"""Rows that are held as texts."""

Reader = Callable[[int, int], Sequence[object]]
"""The values of a column from one row to before another."""

_SINGLE = {"float32", "float[pyarrow]"}
_HALF = {"float16", "halffloat[pyarrow]"}


class Column:
    """A column of a frame: its name and its values, some at a time, as JSON texts."""

    def __init__(self, name: str, read: Reader, write: Callable[[Any], str | None] = json_text) -> None:
        self.name = name
        self._read = read
        self._write = write

    def texts(self, start: int, stop: int) -> list[str | None]:
        """The values of these rows, None where they are missing. @raises FrameError for one that JSON cannot hold."""
        write = self._write
        written: list[str | None] = []
        try:
            for value in self._read(start, stop):
                written.append(write(value))
        except (UnwritableError, RecursionError) as error:
            row = start + len(written)
            why = error if isinstance(error, UnwritableError) else "lists or dicts that hold themselves; flatten them"
            raise FrameError(f"Column {self.name!r}, row {row}: {why}.", column=self.name, row=row) from error
        return written


class Frame:
    """A frame of whatever kind: its columns and the number of its rows."""

    def __init__(self, columns: Sequence[Column], rows: int) -> None:
        self.columns = columns
        self.rows = rows

    @property
    def names(self) -> list[str]:
        """The names of the columns, in their order."""
        return [column.name for column in self.columns]

    def lines(self) -> Iterator[list[str]]:
        """The rows as JSON objects, some at a time. What is missing is left out.

        Raises:
            FrameError: for a value that JSON cannot hold.

        """
        keys = [f"{quoted(name)}:" for name in self.names]
        for start in range(0, self.rows, ROWS_AT_A_TIME):
            stop = min(start + ROWS_AT_A_TIME, self.rows)
            columns = [column.texts(start, stop) for column in self.columns]
            if not columns:
                yield ["{}"] * (stop - start)
                continue
            yield [
                f"{{{','.join([key + text for key, text in zip(keys, row, strict=True) if text is not None])}}}"
                for row in zip(*columns, strict=True)
            ]


def read_frame(frame: object) -> Frame:
    """A frame of pandas or polars, or a dict of columns of one length.

    Raises:
        FrameError: for names that no key of a document can be, and for what is no frame.

    """
    package = _package_of(frame)
    if package == "pandas" and hasattr(frame, "iloc") and hasattr(frame, "columns"):
        return _of_pandas(frame)
    if package == "polars" and hasattr(frame, "collect"):
        raise FrameError("A LazyFrame has no values yet: convert(frame.collect()).")
    if package == "polars" and hasattr(frame, "get_columns"):
        return _of_polars(frame)
    if isinstance(frame, Mapping):
        return _of_mapping(frame)
    raise FrameError(
        f"A {type(frame).__name__} is no frame. Give a DataFrame of pandas or polars, or a dict of columns; "
        "of a Series, series.to_frame()."
    )


def names_of(columns: object) -> list[str]:
    """The names of columns: of a frame, or as ``df.columns`` has them.

    Raises:
        FrameError: for names that no key of a document can be.

    """
    if isinstance(columns, (str, bytes)):
        raise FrameError("One name is no list of columns: describe([name]).")
    if isinstance(columns, Mapping) or hasattr(columns, "get_columns") or hasattr(columns, "iloc"):
        return read_frame(columns).names
    if not isinstance(columns, Iterable):
        raise FrameError(f"A {type(columns).__name__} has no columns. Give df, df.columns or a list of names.")
    if getattr(columns, "nlevels", 1) > 1:
        raise several_levels("columns")
    return checked_names(list(columns))


def _package_of(value: object) -> str:
    # Subclasses of others, such as GeoDataFrame, are frames of pandas, too.
    packages = {kind.__module__.partition(".")[0] for kind in type(value).__mro__}
    return "pandas" if "pandas" in packages else "polars" if "polars" in packages else ""


def _of_mapping(columns: Mapping[Any, Any]) -> Frame:
    names = checked_names(list(columns))
    lengths = {_length_of(name, columns[name]) for name in names}
    if len(lengths) > 1:
        raise FrameError(f"The columns have different lengths: {sorted(lengths)}.")
    return Frame([_column_of(name, columns[name]) for name in names], lengths.pop() if lengths else 0)


def _length_of(name: str, values: Any) -> int:  # noqa: ANN401
    is_list = hasattr(values, "__getitem__") and not isinstance(values, (str, bytes, Mapping))
    try:
        if is_list and not hasattr(type(values), "columns"):
            return len(values)
    except TypeError:  # Arrays of no dimension have none.
        pass
    raise FrameError(
        f"Column {name!r} is a {type(values).__name__}, not a list of values. Give a list, an array or a Series: "
        f"{{{name!r}: [value]}}.",
        column=name,
    )


def _column_of(name: str, values: Any) -> Column:  # noqa: ANN401
    package = _package_of(values)
    if package == "pandas" and hasattr(values, "tolist"):
        return _column_of_pandas(name, values)
    if package == "polars":
        return _column_of_polars(name, values)
    return Column(name, lambda start, stop: values[start:stop])


def _of_pandas(frame: Any) -> Frame:  # noqa: ANN401
    if frame.columns.nlevels > 1:
        raise several_levels("columns")
    levels = _levels_of(frame.index)
    names = checked_names([*(name for name, _ in levels), *frame.columns])
    series = [frame.iloc[:, place] for place in range(len(frame.columns))]
    values = [*(level for _, level in levels), *series]
    return Frame([_column_of_pandas(name, each) for name, each in zip(names, values, strict=True)], len(frame))


def _levels_of(index: Any) -> list[tuple[object, Any]]:  # noqa: ANN401
    """What of the index is data: its levels that have names. A row number that nobody named is none."""
    levels = [(index.names[level], index.get_level_values(level)) for level in range(index.nlevels)]
    unnamed = [values for name, values in levels if name is None]
    if unnamed and (index.nlevels > 1 or unnamed[0].dtype.kind not in "iu"):
        raise FrameError(
            "The index has values and no name. Name it, so that it becomes a column: df.index.name = 'timestamp' "
            "(df.index.names for several levels); or leave it out: df.reset_index(drop=True)."
        )
    return [(name, values) for name, values in levels if name is not None]


def _column_of_pandas(name: str, series: Any) -> Column:  # noqa: ANN401
    # Categories have a type of their own.
    dtype = str(getattr(series.dtype, "categories", series).dtype).lower()

    def read(start: int, stop: int) -> list[object]:
        part = series.iloc[start:stop] if hasattr(series, "iloc") else series[start:stop]
        values: list[object] = part.tolist()
        return values

    if dtype in _SINGLE | _HALF:
        precise = texts.single if dtype in _SINGLE else texts.half
        return Column(name, read, lambda value: precise(value) if isinstance(value, float) else json_text(value))
    return Column(name, read)


def _of_polars(frame: Any) -> Frame:  # noqa: ANN401
    checked_names(frame.columns)
    return Frame([_column_of_polars(series.name, series) for series in frame.get_columns()], frame.height)


def _column_of_polars(name: str, series: Any) -> Column:  # noqa: ANN401
    dtype = series.dtype
    kind = dtype.base_type().__name__

    def read_by(change: Callable[[Any], Any]) -> Reader:
        return lambda start, stop: change(series.slice(start, stop - start)).to_list()

    if kind == "Datetime":
        # Python's own stamps end at microseconds.
        zone = "" if dtype.time_zone is None else "%:z"
        return Column(name, read_by(lambda part: part.dt.strftime(f"%Y-%m-%dT%H:%M:%S%.f{zone}")))
    if kind == "Time":
        return Column(name, read_by(lambda part: part.dt.strftime("%H:%M:%S%.f")))
    if kind == "Duration":
        unit = dtype.time_unit
        return Column(name, read_by(lambda part: part.to_physical()), lambda value: texts.duration(value, unit))
    if kind in ("Float32", "Float16"):
        return Column(name, read_by(lambda part: part), texts.single if kind == "Float32" else texts.half)
    _check_inside(name, dtype)
    return Column(name, read_by(lambda part: part))


def _check_inside(name: str, dtype: Any) -> None:  # noqa: ANN401
    """Lists and structs come as values of Python, which have microseconds and double precision alone."""
    inner = getattr(dtype, "inner", None)
    inside = [inner] if inner is not None else [field.dtype for field in getattr(dtype, "fields", ())]
    for each in inside:
        kind = each.base_type().__name__
        if kind in ("Float32", "Float16") or getattr(each, "time_unit", "us") == "ns" or kind == "Time":
            raise FrameError(
                f"Column {name!r} has {each} inside of lists or structs, whose digits would change. Cast it to "
                "Float64, to microseconds or to String, or unnest it.",
                column=name,
            )
        _check_inside(name, each)
