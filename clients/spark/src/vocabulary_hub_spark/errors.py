"""What may go wrong besides what the package vocabulary-hub tells."""

from __future__ import annotations

from vocabulary_hub import VocabularyHubError


class DestinationError(VocabularyHubError):
    """Parts cannot be written where they are wanted."""


class BulkError(VocabularyHubError):
    """The parts of a run do not fit each other."""
