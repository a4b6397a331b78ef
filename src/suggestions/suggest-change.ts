import { createHash } from 'node:crypto';
import { HubError } from '../errors.ts';
import { boundText } from '../rdf/bound-terms.ts';
import { DCTERMS } from '../rdf/namespaces.ts';
import { quote } from '../mapping/json/text.ts';
import { invalid, readTexts, type SuggestionFields } from './read-fields.ts';
import { readVocabularyInUse } from './save-suggestion.ts';
import { withSimilarTerms } from './similar-terms.ts';
import type { ChangeSuggestion } from './suggestion.ts';
import { CHANGE_FIELDS } from './suggestion-fields.ts';
import type { SuggestingOptions, TakenSuggestion } from './suggest-term.ts';

/**
 * Saves a suggestion to change a term, and resolves when it is durable. Several for one term may wait, if their texts differ.
 *
 * @throws HubError `invalid-suggestion`, which for an unknown term names similar ones; `already-suggested`, `not-saved`
 */
export async function suggestChange(
  fields: SuggestionFields,
  options: SuggestingOptions,
): Promise<TakenSuggestion<ChangeSuggestion>> {
  const { term: name, change, email } = readTexts(fields, CHANGE_FIELDS);
  const { hub, now, saving, vocabulary } = options;
  if (!readVocabularyInUse(vocabulary).terms.has(name)) {
    const refusal = invalid('term', `There is no term ${quote(name)}.`, name);
    throw await withSimilarTerms(refusal, vocabulary, name);
  }
  const waits = (): HubError =>
    new HubError('already-suggested', `This change of ${name} was suggested already, and waits for review.`, {
      key: 'change',
    });
  const createdAt = now();
  const { id, receipt } = await saving.save({
    name,
    distinctBy: `${name} ${createHash('sha256').update(`${name}\n${change}`).digest('hex')}`,
    email,
    createdAt,
    said: [[`${DCTERMS}description`, boundText(change)]],
    taken: null,
    exists: waits,
    waits,
  });
  const summary = `The suggestion to change ${name} was saved and waits for review.`;
  const message = `${summary} Its receipt is ${receipt}: it is shown this once, and asks for the state of the suggestion, at ${hub.baseUrl}/graphql: { changeSuggestion(receipt: "${receipt}") { state reason } }`;
  return {
    suggestion: { id, name, change, createdAt, state: 'pending', reason: null, reviewedAt: null },
    receipt,
    summary,
    message,
  };
}
