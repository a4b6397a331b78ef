import type { ArtefactReport } from './artefact.ts';
import { commentText, quoteText } from './safe-text.ts';

/** What a report says, as lines of a comment. */
export function headerLines(report: ArtefactReport): string[] {
  return [
    `Made by the Vocabulary Hub: ${report.kind}.`,
    `Vocabulary: ${commentText(report.version)}`,
    `Keys: sha256 ${report.keysHash}`,
    `Base: ${commentText(report.base)}`,
    ...report.notes.map(commentText),
    ...report.terms.map(({ key, level, missing }) =>
      [`${quoteText(key)}: ${level}.`, ...missing.map(commentText)].join(' '),
    ),
  ];
}

/** What a report says, for formats that take JSON as an annotation. */
export function headerOf({ kind, version, keysHash, base, terms, notes }: ArtefactReport): object {
  // Keys are values here, not names: readers of JSON give names such as $ref a meaning.
  return { kind, vocabulary: version, keysHash, base, terms, notes };
}
