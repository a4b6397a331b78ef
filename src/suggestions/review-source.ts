import { draftSource, type SourceDraft } from './draft-source.ts';
import type { MadeOfSuggestion } from './review-suggestion.ts';
import { problem } from './suggestion.ts';

/** What an administrator makes of a suggested source; what is undefined is as it was suggested. */
export type SourceEdits = Partial<SourceDraft>;

/** A suggested source becomes a source of the vocabulary. */
export const REVIEWED_SOURCE: MadeOfSuggestion<'source', SourceEdits> = {
  kind: 'source',
  async draft(suggestion, edits, vocabulary, hub) {
    const name = edits.name ?? suggestion.name;
    const { iri, triples, faults } = await draftSource({ name, file: edits.file ?? suggestion.file }, vocabulary, hub);
    return {
      iri,
      triples,
      problems: faults.map(({ field, message, piece, isTaken }) => ({
        ...problem(isTaken ? 'source-exists' : 'invalid-review', message, ['source', field]),
        value: piece === '' ? null : piece,
      })),
      existingIn: (before) => {
        const known = triples.find(({ s }) => before.of(s.value).length > 0)?.s.value;
        if (known === undefined) return null;
        return problem('source-exists', `There is a source <${known}> already.`, ['source', 'name']);
      },
    };
  },
  pathOf: () => ['source'],
  resultOf: ({ sourceIri }) => sourceIri,
  isInUse: ({ triples }, iri) => triples.of(iri).length > 0,
};
