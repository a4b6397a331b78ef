import type { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { HubError } from '../errors.ts';
import { readTurtle, RdfSyntaxError, type TurtleDocument } from '../rdf/read-rdf.ts';
import { inGraph, type Triple } from '../rdf/triple.ts';
import type { HubNamespaces } from '../rdf/namespaces.ts';
import { checkCandidate } from '../vocabulary/registry/check-candidate.ts';
import { changeOfVocabulary, readVocabularyState } from '../vocabulary/vocabulary-state.ts';
import { readCanonical } from '../vocabulary/versions/version.ts';
import { tellNotSaved } from './not-saved.ts';
import type { StoreParts } from './store-contents.ts';

export interface Loaded {
  /** The version of the vocabulary that is in use now. */
  readonly version: string;
  readonly terms: number;
}

/** Somebody may accept a suggestion in the same moment. */
const MAX_TRIES = 5;

/**
 * Makes Turtle documents the vocabulary, or the canonical text of a version (`.nt.gz`), in place of the one before. From then on the hub's own seeds are not loaded any more.
 *
 * @param input JSON, an array of `{ name, text }`
 * @throws HubError `invalid-option` when one is not Turtle, or the file of a version is damaged, `registry-unavailable` when the vocabulary breaks a rule, `not-saved`
 */
export async function loadVocabulary(input: Readable, { store, hub, shapes }: StoreParts): Promise<Loaded> {
  const texts = (await json(input)) as readonly Pick<TurtleDocument, 'name' | 'text'>[];
  const documents = texts.map(({ name, text }): TurtleDocument => ({ name, text, baseIri: hub.vocabulary }));
  const triples = documents.flatMap((document) => parse(document, hub));
  const { version, terms } = await checkCandidate(triples, hub, shapes, documents);
  const change = { clear: [hub.vocabularyGraph, hub.acceptedGraph], add: inGraph(hub.vocabularyGraph, triples) };
  try {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const state = await readVocabularyState(store, hub);
      if (await store.change(changeOfVocabulary(state, change, hub, { seeds: null }), { isLarge: true }))
        return { version, terms };
    }
  } catch (error) {
    tellNotSaved(error, 'The vocabulary before stays.');
  }
  throw new HubError('not-saved', 'Others changed the vocabulary each time; the one before stays. Try again.');
}

const VERSION_FILE = /\.nt\.gz$/;

function parse(document: TurtleDocument, hub: HubNamespaces): Triple[] {
  const isVersion = VERSION_FILE.test(document.name);
  try {
    return isVersion ? readCanonical(document.text, hub) : readTurtle(document);
  } catch (error) {
    if (isVersion) throw new HubError('invalid-option', `${document.name}: ${(error as Error).message}.`, {}, error);
    if (!(error instanceof RdfSyntaxError)) throw error;
    throw new HubError('invalid-option', `${error.message}.`, {}, error);
  }
}
