"""Data frames and NDJSON of Apache Spark as compressed N-Triples, with every digit of their numbers."""

from vocabulary_hub import CommandError, FrameError, HubError, NotTermsError, VocabularyHubError

from .bulk import convert
from .conversion import BulkConversion, read_conversion
from .errors import BulkError, DestinationError

__all__ = [
    "BulkConversion",
    "BulkError",
    "CommandError",
    "DestinationError",
    "FrameError",
    "HubError",
    "NotTermsError",
    "VocabularyHubError",
    "convert",
    "read_conversion",
]
