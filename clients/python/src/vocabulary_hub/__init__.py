"""What the columns of a table about energy mean, and the table as RDF, with every digit of its numbers.

Two classes do the same: ``CommandLine`` on this machine, and ``Hub`` over HTTP.
"""

from .command_line import CommandLine
from .conversion import Conversion
from .description import Candidate, ColumnMeaning, Description, Unit
from .errors import CommandError, FrameError, HubError, MissingPackageError, NotTermsError, VocabularyHubError
from .hub import Hub
from .json_text import json_text
from .table import Table

__all__ = [
    "Candidate",
    "ColumnMeaning",
    "CommandError",
    "CommandLine",
    "Conversion",
    "Description",
    "FrameError",
    "Hub",
    "HubError",
    "MissingPackageError",
    "NotTermsError",
    "Table",
    "Unit",
    "VocabularyHubError",
    "json_text",
]
