import { HubError } from '../errors.ts';
import { boundIri, boundText } from '../rdf/bound-terms.ts';
import { DCTERMS, type HubNamespaces } from '../rdf/namespaces.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { expandName } from './expand-name.ts';
import { quote } from '../mapping/json/text.ts';
import { invalid, readFields, type ReadSuggestion, type SuggestionFields } from './read-fields.ts';
import { readVocabularyInUse, type SavingSuggestions } from './save-suggestion.ts';
import { similarTerms, withSimilarTerms } from './similar-terms.ts';
import type { Suggestion } from './suggestion.ts';
import { withoutCase } from './term-name.ts';

/** A suggestion that is saved. */
export interface TakenSuggestion<Proposed = Suggestion> {
  readonly suggestion: Proposed;
  /** Gives access to the state of the suggestion. It cannot be recovered. */
  readonly receipt: string;
  /** That it was saved, in words. */
  readonly summary: string;
  /** The same with the receipt, and how programs use it. */
  readonly message: string;
}

export interface SuggestingOptions {
  readonly hub: HubNamespaces;
  /** @throws HubError `registry-unavailable` */
  readonly vocabulary: () => Vocabulary;
  readonly now: () => Date;
  readonly saving: SavingSuggestions;
}

/**
 * Saves a suggestion of a term, and resolves when it is durable.
 *
 * @throws HubError `invalid-suggestion`, `term-exists`, `already-suggested`, each naming similar terms; `not-saved`
 */
export async function suggestTerm(fields: SuggestionFields, options: SuggestingOptions): Promise<TakenSuggestion> {
  try {
    return await saveTerm(readFields(fields), options);
  } catch (error) {
    throw await withSimilarTerms(error, options.vocabulary, fields['parameter']);
  }
}

async function saveTerm(
  { name, description, datatype, units, email }: ReadSuggestion,
  { hub, now, saving, vocabulary: inUse }: SuggestingOptions,
): Promise<TakenSuggestion> {
  const vocabulary = readVocabularyInUse(inUse);
  const datatypeIri = expandName(datatype, vocabulary.prefixes);
  if (datatypeIri === null) {
    throw invalid(
      'datatype',
      `${quote(datatype)} is no prefixed name of a registered prefix, such as xsd:double; /api/ontologies lists the prefixes.`,
      datatype,
    );
  }
  const existing = findWithoutCase(vocabulary, name);
  if (existing !== null) throw termExists(existing);
  const createdAt = now();
  const { id, receipt } = await saving.save({
    name,
    email,
    createdAt,
    said: [
      [`${DCTERMS}description`, boundText(description)],
      [`${hub.ontology}suggestedDatatype`, boundIri(datatypeIri)],
      ...(units === null ? [] : [[`${hub.ontology}suggestedUnits`, boundText(units)] as const]),
    ],
    taken: { iri: hub.vocabulary + encodeURIComponent(name), classIri: `${hub.ontology}Term` },
    exists: () => termExists(findWithoutCase(vocabulary, name) ?? name),
    waits: () =>
      new HubError(
        'already-suggested',
        `${name} was suggested already, and waits for review; names are compared without case.`,
        { key: 'parameter', piece: name },
      ),
  });
  const summary = `The suggestion of ${name} was saved and waits for review.${await similarTerms(vocabulary, name)}`;
  const message = `${summary} Its receipt is ${receipt}: it is shown this once, and asks for the state of the suggestion, at ${hub.baseUrl}/graphql: { suggestion(receipt: "${receipt}") { state reason } }`;
  const state = { state: 'pending', reason: null, reviewedAt: null, termIri: null } as const;
  return { suggestion: { id, name, description, datatypeIri, units, createdAt, ...state }, receipt, summary, message };
}

/** The term of this name whatever the case of its letters; null when it does not exist. */
function findWithoutCase(vocabulary: Vocabulary, name: string): string | null {
  if (vocabulary.terms.has(name)) return name;
  const sought = withoutCase(name);
  for (const known of vocabulary.terms.keys()) if (withoutCase(known) === sought) return known;
  return null;
}

function termExists(name: string): HubError {
  return new HubError('term-exists', `The term ${name} exists already; names are compared without case.`, {
    key: 'parameter',
    piece: name,
  });
}
