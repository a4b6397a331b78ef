import { HubError } from '../errors.ts';
import { findSimilar } from '../vocabulary/search/find-terms.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';

/** Terms that a message names. */
const MOST = 3;
/** All who suggest terms share the turns of one client. */
const SEARCHER = { client: 'suggestions' };
/** What is less alike would lead astray. */
const LEAST_SCORE = 0.45;

/** A sentence that names the terms that a proposed name resembles; empty when there are none. */
export async function similarTerms(vocabulary: Vocabulary, name: string): Promise<string> {
  const [found] = await findSimilar(vocabulary, [name], MOST, SEARCHER);
  const names = (found?.suggestions ?? []).filter(({ score }) => score >= LEAST_SCORE).map(({ term }) => term.name);
  return names.length === 0 ? '' : ` Similar terms of the vocabulary: ${names.join(', ')}.`;
}

/** The refusal of a suggestion with the similar terms in its message; any other error as it is. */
export async function withSimilarTerms(error: unknown, vocabulary: () => Vocabulary, name: unknown): Promise<unknown> {
  const isRefusal = error instanceof HubError && error.code !== 'not-saved';
  if (!isRefusal || typeof name !== 'string') return error;
  try {
    return new HubError(
      error.code,
      error.message + (await similarTerms(vocabulary(), name)),
      error.details,
      error.cause,
    );
  } catch {
    // Without a vocabulary there is nothing to name.
    return error;
  }
}
