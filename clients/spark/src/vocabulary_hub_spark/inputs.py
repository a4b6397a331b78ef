"""What is converted: columns of a data frame, or texts of JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import types as kinds
from vocabulary_hub import FrameError
from vocabulary_hub.column_names import checked_names

_NOT_TEXT = {".parquet", ".orc", ".avro", ".csv", ".xml"}
_WRITABLE = (
    kinds.StringType,
    kinds.BooleanType,
    kinds.IntegralType,
    kinds.FloatType,
    kinds.DoubleType,
    kinds.DecimalType,
    kinds.DateType,
    kinds.TimestampType,
    kinds.TimestampNTZType,
    kinds.DayTimeIntervalType,
    kinds.NullType,
)
_WAYS_OUT: dict[type[kinds.DataType], str] = {
    kinds.BinaryType: "decode(column, 'UTF-8'), or base64(column)",
    kinds.VariantType: "to_json(column)",
}


@dataclass(frozen=True)
class Input:
    """What is converted.

    Attributes:
        frame: one column of texts, or the columns that are keys, without their names: PySpark does not find columns
            whose names have points.
        names: of these columns; None for texts.

    """

    frame: DataFrame
    names: list[str] | None


def find_input(data: DataFrame | str | Path | Sequence[str | Path], document: str | None, spark: SparkSession) -> Input:
    """The documents of a data frame, or of files with one on each line.

    Raises:
        FrameError: for what has none, naming the column.

    """
    if isinstance(data, DataFrame):
        return _of_columns(data) if document is None else _of_texts(data, document)
    if document is not None:
        raise FrameError("document= names a column of a data frame; the lines of files are documents.")
    paths = [str(path) for path in ([data] if isinstance(data, (str, Path)) else data)]
    for path in paths:
        kind = PurePosixPath(path.rstrip("/")).suffix
        if kind in _NOT_TEXT:
            raise FrameError(
                f"{path}: files are read as NDJSON, and this is none by its name. Read it: spark.read.{kind[1:]}(…)."
            )
    # Spark would end lines at \r, too, which JSON may have between its tokens.
    return Input(spark.read.text(paths, lineSep="\n"), None)


def _of_texts(frame: DataFrame, name: str) -> Input:
    if frame.columns.count(name) != 1:
        raise FrameError(f"There is not one column {name!r} with documents. Columns: {', '.join(frame.columns)}.")
    kind = frame.schema[name].dataType
    if not isinstance(kind, (kinds.StringType, kinds.BinaryType)):
        raise FrameError(f"Column {name!r} has {kind.simpleString()}, not the text of documents.", column=name)
    return Input(_without_names(frame).select(f"c{frame.columns.index(name)}"), None)


def _without_names(frame: DataFrame) -> DataFrame:
    return frame.toDF(*(f"c{at}" for at in range(len(frame.columns))))


def _of_columns(frame: DataFrame) -> Input:
    names = checked_names(frame.columns)
    if not names:
        raise FrameError("The data frame has no columns.")
    for field in frame.schema.fields:
        _check(field.name, field.dataType)
    return Input(_without_names(frame), names)


def _check(place: str, kind: kinds.DataType) -> None:
    """Types that JSON has no form for are refused before anything is read. @raises FrameError"""
    if isinstance(kind, kinds.StructType):
        checked_names(kind.names)
        for field in kind.fields:
            _check(f"{place}.{field.name}", field.dataType)
    elif isinstance(kind, kinds.ArrayType):
        _check(f"{place}[]", kind.elementType)
    elif isinstance(kind, kinds.MapType):
        if not isinstance(kind.keyType, kinds.StringType):
            raise FrameError(
                f"Column {place!r} is a map with keys of {kind.keyType.simpleString()}, where JSON has texts. "
                "Cast them: transform_keys(column, lambda key, _: key.cast('string')).",
                column=place,
            )
        _check(f"{place}{{}}", kind.valueType)
    elif not isinstance(kind, _WRITABLE):
        way = _WAYS_OUT.get(type(kind), "column.cast('string')")
        raise FrameError(
            f"Column {place!r} has {kind.simpleString()}, for which JSON has no form. Make a text of it: {way}; "
            "or drop it.",
            column=place,
        )
