"""The vocabulary of a hub, for conversions elsewhere."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Lexicon:
    """The vocabulary of a hub, as it was when it was read.

    Attributes:
        text: the file, as ``GET /api/lexicon`` answers it.
        base_url: the address that the IRIs of the hub begin with.

    """

    text: bytes = field(repr=False)
    base_url: str

    def command_words(self, folder: Path) -> list[str]:
        """The words by which the command uses it, with a file in the folder."""
        path = folder / "lexicon.json"
        path.write_bytes(self.text)
        return ["--vocabulary-file", str(path), "--base-url", self.base_url]
