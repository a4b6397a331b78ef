import { HubError } from '../errors.ts';
import { suggestFor } from '../vocabulary/search/find-terms.ts';
import type { Caller } from '../streaming/fair-semaphore.ts';
import { unitsBeside } from './units-beside.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';

/** Keys that the hint names a term for: enough to show the way, and cheap whatever the document holds. */
const MAX_KEYS = 3;
const MAX_KEY_CHARACTERS = 60;
/** What is less likely would lead astray. */
const LEAST_SCORE = 0.6;

/**
 * A `not-all-terms` whose hint begins with the terms that the first keys probably mean; any other error as it is. It costs a few
 * milliseconds at most, and only for documents that are refused.
 */
export async function withSuggestedTerms(
  error: unknown,
  body: Uint8Array,
  vocabulary: Vocabulary,
  caller: Caller,
): Promise<unknown> {
  if (!(error instanceof HubError) || error.code !== 'not-all-terms') return error;
  const keys = (error.details.notTerms ?? []).filter((key) => key.length <= MAX_KEY_CHARACTERS).slice(0, MAX_KEYS);
  const found = await suggestFor(vocabulary, keys, 1, caller, unitsBeside(body, keys));
  const suggested = found.flatMap(({ key, suggestions: [best] }) =>
    best === undefined || best.score < LEAST_SCORE ? [] : [`${JSON.stringify(key)} may mean ${best.term.name}`],
  );
  if (suggested.length === 0) return error;
  const hint = `${suggested.join(', ')}. ${error.details.hint ?? ''}`.trimEnd();
  return new HubError(error.code, error.message, { ...error.details, hint }, error.cause);
}
