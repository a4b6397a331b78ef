import { HubError } from '../errors.ts';
import { boundText } from '../rdf/bound-terms.ts';
import { listFaults, type SourceFault } from './draft-source.ts';
import { invalid, readTexts, type SuggestionFields } from './read-fields.ts';
import { readVocabularyInUse } from './save-suggestion.ts';
import { sourceIri } from './suggestion-iris.ts';
import type { SourceSuggestion } from './suggestion.ts';
import { SOURCE_FIELDS } from './suggestion-fields.ts';
import type { SuggestingOptions, TakenSuggestion } from './suggest-term.ts';

/** Faults that one message tells. */
const TOLD_FAULTS = 5;

/**
 * Saves a suggestion of a source, and resolves when it is durable.
 *
 * @throws HubError `invalid-suggestion`, which tells the first faults of the file with their lines; `source-exists`, `source-suggested`,
 *   `not-saved`
 */
export async function suggestSource(
  fields: SuggestionFields,
  { hub, now, saving, vocabulary }: SuggestingOptions,
): Promise<TakenSuggestion<SourceSuggestion>> {
  const { source: name, file, email } = readTexts(fields, SOURCE_FIELDS);
  const faults = await listFaults({ name, file }, readVocabularyInUse(vocabulary));
  if (faults.length > 0) throw refusalOf(faults, name);
  const createdAt = now();
  const { id, receipt } = await saving.save({
    name,
    email,
    createdAt,
    said: [[`${hub.ontology}suggestedFile`, boundText(file)]],
    taken: { iri: sourceIri(name, hub), classIri: `${hub.ontology}Source` },
    exists: () => sourceExists(`There is a source ${name} already.`, name),
    waits: () =>
      new HubError('source-suggested', `The source ${name} was suggested already, and waits for review.`, {
        key: 'source',
        piece: name,
      }),
  });
  const summary = `The suggestion of the source ${name} was saved and waits for review.`;
  const message = `${summary} Its receipt is ${receipt}: it is shown this once, and asks for the state of the suggestion, at ${hub.baseUrl}/graphql: { sourceSuggestion(receipt: "${receipt}") { state reason } }`;
  const state = { state: 'pending', reason: null, reviewedAt: null, sourceIri: null } as const;
  return { suggestion: { id, name, file, createdAt, ...state }, receipt, summary, message };
}

function refusalOf(faults: readonly SourceFault[], name: string): HubError {
  const [first] = faults as [SourceFault];
  if (first.isTaken) return sourceExists(first.message, name);
  const told = faults.slice(0, TOLD_FAULTS).map(({ message }) => message);
  const more = faults.length > told.length ? ` And ${faults.length - told.length} more.` : '';
  const { code, message, details } = invalid(
    first.field === 'name' ? 'source' : 'file',
    told.join(' ') + more,
    first.piece,
  );
  return new HubError(code, message, { ...details, ...(first.line === null ? {} : { line: first.line }) });
}

function sourceExists(message: string, name: string): HubError {
  return new HubError('source-exists', message, { key: 'source', piece: name });
}
