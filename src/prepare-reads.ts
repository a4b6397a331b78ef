import type { ResourceForms } from './rest/resource-forms.ts';
import { prepareFacets } from './vocabulary/describe/quantities.ts';
import { prepareFinding, suggestFor } from './vocabulary/search/find-terms.ts';
import { listFoundTerms } from './vocabulary/search/list-terms.ts';
import { doWithRests } from './vocabulary/steps.ts';
import { inSlices } from './vocabulary/thread-slices.ts';
import type { Term, Vocabulary } from './vocabulary/vocabulary.ts';

/** Terms that are read before anybody does: behind the first ten, functions of the engine are compiled as they stay for hundreds. */
const REHEARSED_TERMS = 10;
/** Each compiles a part of what the page needs, so that none holds the thread for as long as the page alone would. */
const FORMS = ['ttl', 'svg', 'jsonld', 'html'] as const;
const [ROWS, SUGGESTIONS] = [50, 5];

/** Makes what reads of a vocabulary need, which else the first of them would, in slices of the thread. */
export async function prepareReads(vocabulary: Vocabulary, forms: Pick<ResourceForms, 'resourcesOf'>): Promise<void> {
  await inSlices({ client: 'reads' }, async (rest) => {
    await doWithRests(vocabulary.triples.prepare(), rest);
    await doWithRests(prepareFacets(vocabulary), rest);
  });
  await prepareFinding(vocabulary);
  await forms.resourcesOf(vocabulary).describe();
}

/**
 * Reads some terms in the ways of most requests, and throws away what comes out: the engine compiles functions when they are first
 * called, which takes up to thirty times as long as what they do. It waits for others between any two of them.
 *
 * @throws the reason of the signal
 */
export async function rehearseReads(
  vocabulary: Vocabulary,
  forms: Pick<ResourceForms, 'make'>,
  signal: AbortSignal,
): Promise<void> {
  const searcher = { client: 'rehearsal', signal };
  for (const { iri, name, label } of someOf([...vocabulary.terms.values()])) {
    const wanted = { address: iri, page: 1, language: 'en' };
    for (const form of FORMS) await forms.make(vocabulary, { ...wanted, form }, searcher);
    await listFoundTerms(vocabulary, { ...query, criteria: { text: label } }, searcher);
    await suggestFor(vocabulary, [`my ${name}`], SUGGESTIONS, searcher);
  }
}

const query = { order: 'relevance', language: 'en', skip: 0, first: ROWS, withCounts: false } as const;

/** From all of the alphabet. */
function someOf(terms: readonly Term[]): readonly Term[] {
  const every = Math.ceil(terms.length / REHEARSED_TERMS);
  return terms.filter((_, at) => at % every === 0);
}
