"""Values of Python as the text of JSON, with their digits as they stand."""

from __future__ import annotations

import datetime
import math
import re
import struct
import uuid
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from json.encoder import encode_basestring as _quoted
from json.encoder import encode_basestring_ascii as _quoted_ascii
from typing import Any

_DEEPEST = 100
"""Lists and dicts in each other; a hub takes 128, of which rows need some."""

_NANOSECONDS = 1_000_000_000
_DOUBLE_BYTES = 8

_PER_SECOND = {"s": 1, "ms": 10**3, "us": 10**6, "ns": _NANOSECONDS, "ps": 10**12, "fs": 10**15, "as": 10**18}
_SECONDS = {"W": 604_800, "D": 86_400, "h": 3_600, "m": 60}
_STEP = re.compile(r"\[(\d*)(\w+)\]")
"""The step in which a type of numpy counts, such as ``timedelta64[25s]``."""

_MOST_PLACES = 30
"""Places after the point of a Decimal that is written without an exponent, with which it would be a double."""


class UnwritableError(ValueError):
    """A value that has no text. The message says why and what to do, without its place."""


def json_text(value: object, depth: int = 0) -> str | None:
    """The JSON text of a value; None for what is missing (None, NaN, NaT, NA).

    Digits stay as they are: an ``int`` and a ``Decimal`` have theirs, a ``float`` the fewest that make the same
    ``float`` again, one of single or half precision the fewest of its own precision. Infinity is the text ``"INF"``.

    Raises:
        UnwritableError: for what JSON cannot hold.

    """
    writer = _WRITERS.get(type(value))
    if writer is not None:
        return writer(value)
    if isinstance(value, Mapping):
        return _object(value, depth)
    if isinstance(value, (list, tuple)):
        return _array(value, depth)
    return _other(value, depth)


def single(value: float | None) -> str | None:
    """A number of single precision, which came as a ``float``, with the fewest digits that tell it apart."""
    return _shortest(value, "f", (6, 7, 8, 9))


def half(value: float | None) -> str | None:
    """The same for half precision."""
    return _shortest(value, "e", (3, 4, 5))


def duration(count: int | None, unit: str = "ns") -> str | None:
    """A duration as ISO 8601 and XML Schema write it, in seconds, of a count of ``s``, ``ms``, ``us`` or ``ns``."""
    if count is None:
        return None
    sign = "-" if count < 0 else ""
    per_second = _PER_SECOND[unit]
    seconds, rest = divmod(abs(count), per_second)
    fraction = f".{rest:0{len(str(per_second)) - 1}d}".rstrip("0") if rest else ""
    return f'"{sign}PT{seconds}{fraction}S"'


def quoted(text: str) -> str:
    """A text of JSON. Half of a surrogate pair, which UTF-8 cannot hold, is escaped."""
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            return _quoted_ascii(text)
    # Calls of numpy's strings would give numpy's.
    return str(_quoted(text))


def _shortest(value: float | None, code: str, digits: Iterable[int]) -> str | None:
    if value is None or not math.isfinite(value):
        return _float(value)
    for count in digits:
        text = f"{value:.{count}g}"
        if _rounded(code, float(text)) == value:
            # As any other float: `g` writes 100 and 1e+06.
            return float.__repr__(float(text))
    return repr(value)


def _rounded(code: str, value: float) -> float:
    try:
        rounded: float = struct.unpack(code, struct.pack(code, value))[0]
    except OverflowError:  # Fewer digits may round the largest number up, beyond the precision.
        return math.inf
    return rounded


def _float(value: float | None) -> str | None:
    if value is None or value != value:
        return None
    if math.isinf(value):
        return '"INF"' if value > 0 else '"-INF"'
    # As Python's own types write it: subclasses may have a text of their own.
    return float.__repr__(value)


def _int(value: int) -> str:
    try:
        return int.__repr__(value)
    except ValueError:
        raise UnwritableError(
            "a whole number of more digits than Python writes (sys.set_int_max_str_digits); make it a text"
        ) from None


def _decimal(value: Decimal) -> str | None:
    if value.is_nan():
        return None
    if value.is_infinite():
        return '"INF"' if value > 0 else '"-INF"'
    exponent = value.as_tuple().exponent
    return format(value, "f") if isinstance(exponent, int) and -_MOST_PLACES <= exponent <= 0 else str(value)


def _time(value: datetime.datetime | datetime.date | datetime.time) -> str:
    return f'"{value.isoformat()}"'


def _timedelta(value: datetime.timedelta) -> str | None:
    return duration((value.days * 86_400 + value.seconds) * _NANOSECONDS + value.microseconds * 1_000)


_WRITERS: dict[type, Callable[[Any], str | None]] = {
    type(None): lambda _: None,
    bool: lambda value: "true" if value else "false",
    int: _int,
    float: _float,
    str: quoted,
    Decimal: _decimal,
    datetime.datetime: _time,
    datetime.date: _time,
    datetime.time: _time,
    datetime.timedelta: _timedelta,
    uuid.UUID: lambda value: f'"{value}"',
}


def _object(value: Mapping[Any, object], depth: int) -> str:
    _check_depth(depth)
    members = []
    for key, member in value.items():
        if not isinstance(key, str):
            raise UnwritableError(f"a dict with the key {key!r}, where JSON has texts; make its keys str")
        members.append(f"{quoted(key)}:{json_text(member, depth + 1) or 'null'}")
    return f"{{{','.join(members)}}}"


def _array(value: Iterable[object], depth: int) -> str:
    _check_depth(depth)
    return f"[{','.join(json_text(item, depth + 1) or 'null' for item in value)}]"


def _check_depth(depth: int) -> None:
    if depth >= _DEEPEST:
        raise UnwritableError(f"lists or dicts more than {_DEEPEST} deep in each other; flatten them")


def _other(value: object, depth: int) -> str | None:
    """Values of numpy, pandas and polars, and subclasses of Python's own types; none of the packages is imported."""
    kind = type(value)
    package = kind.__module__.partition(".")[0]
    if package == "pandas":
        return _of_pandas(value)
    if package == "numpy":
        return _of_numpy(value, depth)
    if package == "polars" and hasattr(value, "to_list"):
        return _array(value.to_list(), depth)
    for base in kind.__mro__[1:-1]:
        if base in _WRITERS:
            return _WRITERS[base](value)
    raise _unwritable(value)


def _of_pandas(value: Any) -> str | None:  # noqa: ANN401
    name = type(value).__name__
    if name in ("NAType", "NaTType"):
        return None
    if name == "Timestamp":
        return _time(value)
    if name == "Timedelta":
        return _of_timedelta64(value.to_timedelta64())
    if name == "Period":
        return quoted(str(value))
    raise _unwritable(value)


def _of_numpy(value: Any, depth: int) -> str | None:  # noqa: ANN401
    kind = getattr(getattr(value, "dtype", None), "kind", "")
    if getattr(value, "ndim", 0) > 0:
        return _array(value, depth)
    if type(value).__name__ in ("MaskedConstant", "MaskedArray") and kind != "V" and value.mask:
        return None
    if kind == "f":
        if value != value or abs(value) == math.inf:
            return _float(float(value))
        # Its own text has the fewest digits of its own precision, which may be more than that of a float.
        return str(value) if value.dtype.itemsize > _DOUBLE_BYTES else _float(float(str(value)))
    if kind == "M":
        text = str(value)
        return None if text == "NaT" else quoted(text)
    if kind == "m":
        return _of_timedelta64(value)
    if kind in ("b", "i", "u", "U"):
        return json_text(value.item(), depth)
    raise _unwritable(value)


def _of_timedelta64(value: Any) -> str | None:  # noqa: ANN401
    """The count is multiplied as an ``int`` of Python, since nanoseconds of 64 bits end after 292 years."""
    if str(value) == "NaT":
        return None
    step = _STEP.search(str(value.dtype))
    if step is None:
        raise UnwritableError("a duration without a unit; give it one (.astype('timedelta64[s]'))")
    unit = step[2]
    count = value.astype("int64").item() * int(step[1] or 1)
    if unit in _PER_SECOND:
        return duration(count, unit)
    if unit in _SECONDS:
        return duration(count * _SECONDS[unit], "s")
    return f'"{"-" if count < 0 else ""}P{abs(count)}{unit}"'


def _unwritable(value: object) -> UnwritableError:
    kind = type(value)
    name = kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"
    if isinstance(value, (bytes, bytearray, memoryview)):
        return UnwritableError(
            "bytes, which JSON does not have; decode them (of pandas .str.decode('utf-8'), of polars .cast(pl.String)) "
            "or drop the column"
        )
    return UnwritableError(f"a {name}, for which JSON has no form; make it a text (.astype(str)) or drop the column")
