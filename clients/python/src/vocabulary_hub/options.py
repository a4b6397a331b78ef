"""How documents are described and converted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class ConversionOptions:
    """The options of the conversions, as docs/rest.md explains them.

    Attributes:
        source: the source of the data, whose names the columns are; ``auto`` finds it.
        restructure: with a source: replace keys by their paths.
        base: the namespace in which entities are minted; ends in ``/`` or ``#``.
        lenient: columns that are no terms become plain literals.
        skolemize: name anonymous nodes, so that graphs of several frames merge.
        align: link each value to its instant.
        units: in which units values are wanted: ``si``, or ``MW``, ``active_power=MW``, or several of them.

    """

    source: str | None = None
    restructure: bool = True
    base: str | None = None
    lenient: bool = False
    skolemize: bool = False
    align: bool = True
    units: str | Sequence[str] | None = None

    @property
    def unit_list(self) -> list[str]:
        """The wanted units, each by itself."""
        if self.units is None:
            return []
        texts = [self.units] if isinstance(self.units, str) else self.units
        return [unit.strip() for text in texts for unit in text.split(",") if unit.strip()]

    @property
    def is_strict(self) -> bool:
        """Whether each column has to be a term."""
        return not self.lenient and self.source is None

    def command_words(self) -> list[str]:
        """The options as words of the command."""
        one_unit = [unit for unit in self.unit_list if "=" in unit]
        all_units = [unit for unit in self.unit_list if "=" not in unit]
        return [
            *([] if self.source is None else ["--source", self.source]),
            *([] if self.restructure else ["--no-restructure"]),
            *([] if self.base is None else ["--base", self.base]),
            *(["--lenient"] if self.lenient else []),
            *(["--skolemize"] if self.skolemize else []),
            *([] if self.align else ["--no-align"]),
            *(["--units", ",".join(all_units)] if all_units else []),
            *(word for unit in one_unit for word in ("--unit", unit)),
        ]
