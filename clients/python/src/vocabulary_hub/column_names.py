"""Names of columns that keys of a document can be."""

from __future__ import annotations

from collections.abc import Sequence

from .errors import FrameError

_SEMANTIC = "@semantic"


def checked_names(names: Sequence[object]) -> list[str]:
    """The names, if each can be a key of a document. @raises FrameError"""
    checked: list[str] = []
    seen: set[str] = set()
    for place, name in enumerate(names):
        if not isinstance(name, str):
            raise FrameError(
                f"The column at place {place} is called {name!r}, which is no text. Name it: df.rename(columns={{…}}), "
                "or all of them: df.columns = df.columns.astype(str).",
                column=name,
            )
        if name in seen:
            raise FrameError(
                f"Two columns are called {name!r}, and a document has a key once. Rename one of them, or drop it: "
                "df.loc[:, ~df.columns.duplicated()].",
                column=name,
            )
        if name == _SEMANTIC:
            raise FrameError(
                f"A column called {name!r} would be taken for the meaning of the others. Rename it.", column=name
            )
        seen.add(name)
        checked.append(str(name))
    return checked


def several_levels(what: str) -> FrameError:
    """The error that names or an index of several levels are refused with."""
    return FrameError(
        f"The {what} have several levels. Make one of them: "
        "df.columns = ['.'.join(map(str, names)) for names in df.columns], or df.reset_index()."
    )
