import type { Found } from '../store/select-by-key.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import type { Suggestion, SuggestionKind } from './suggestion.ts';
import type { Suggestions } from './suggestions.ts';

/** A suggestion of whatever kind, as its receipt shows it. */
export interface ShownSuggestion extends Pick<Suggestion, 'name' | 'state' | 'reason' | 'createdAt' | 'reviewedAt'> {
  readonly kind: SuggestionKind;
  /** What the proposer said in words; null for a source. */
  readonly words: string | null;
  /** The IRI of what it became, or of the term that should change; null for none. */
  readonly iri: string | null;
}

/** What reads suggestions of each kind. */
export type SuggestionReaders = {
  readonly [Kind in 'terms' | 'sources' | 'changes']: Pick<Suggestions[Kind], 'findByReceipts'>;
};

/**
 * The suggestion of a receipt, of whatever kind; null for none.
 *
 * @throws HubError `suggestions-unavailable`, `registry-unavailable`
 */
export async function findByReceipt(
  { terms, sources, changes }: SuggestionReaders,
  vocabulary: () => Vocabulary,
  receipt: string,
): Promise<ShownSuggestion | null> {
  const [term, source, change] = await Promise.all([
    onlyOf(terms.findByReceipts([receipt])),
    onlyOf(sources.findByReceipts([receipt])),
    onlyOf(changes.findByReceipts([receipt])),
  ]);
  if (term !== null) return { ...term, kind: 'term', words: term.description, iri: term.termIri };
  if (source !== null) return { ...source, kind: 'source', words: null, iri: source.sourceIri };
  if (change === null) return null;
  return { ...change, kind: 'change', words: change.change, iri: vocabulary().terms.get(change.name)?.iri ?? null };
}

async function onlyOf<T>(finding: Promise<readonly Found<T>[]>): Promise<T | null> {
  const [found = null] = await finding;
  if (found instanceof Error) throw found;
  return found;
}
