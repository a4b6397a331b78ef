"""Whether names are terms, asked once before many rows are converted."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from .converter import Converter
from .errors import NotTermsError, refused_names
from .json_text import quoted


def document_of_names(names: Sequence[str]) -> str:
    """A document that has all names for keys, and no values."""
    return f"{{{','.join(f'{quoted(name)}:null' for name in names)}}}"


def check_terms(converter: Converter, words: Sequence[str], names: Sequence[str], folder: Path) -> None:
    """One document of all names is refused before a million are.

    Args:
        converter: the command.
        words: those of a conversion of NDJSON to N-Triples, without its files.
        names: of columns.
        folder: for the files of the conversion.

    Raises:
        NotTermsError: for names that are no terms.
        CommandError: if the command fails.

    """
    report = folder / "check.jsonl"
    files = ["--report", str(report), "--output", str(folder / "check.nt"), "--keep-going", "--failures-ok"]
    document = f"{document_of_names(names)}\n".encode()
    converter.feed([*words, "--jobs", "1", *files, "--quiet"], [document], folder / "stderr")
    # JSON has other ends of lines inside of its texts, where `splitlines` would cut.
    for line in filter(None, report.read_text("utf-8").split("\n")):
        told = json.loads(line)
        if told["level"] == "error" and told["code"] == "not-all-terms":
            raise NotTermsError(refused_names(told, names))
