import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { HubError } from '../errors.ts';
import { checkFiles } from '../vocabulary/registry/check-candidate.ts';
import { versionGraph } from '../vocabulary/versions/history-quads.ts';
import { changeOfVocabulary, readVocabularyState } from '../vocabulary/vocabulary-state.ts';
import { readFiles } from './framed-files.ts';
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
 * @param input as `writeFiles` writes files
 * @throws HubError `invalid-option` when one is not Turtle, the file of a version is damaged, or the vocabulary breaks a rule; `not-saved`
 */
export async function loadVocabulary(input: Readable, { store, hub, shapes, kept }: StoreParts): Promise<Loaded> {
  const documents = (await readFiles(input)).map((file) => ({ ...file, baseIri: hub.vocabulary }));
  const { version, terms, triples } = await checkFiles(documents, hub, shapes);
  const change = {
    clear: [hub.vocabularyGraph, hub.acceptedGraph],
    fill: { graph: hub.vocabularyGraph, triples, keptIn: versionGraph(version, hub) },
  };
  try {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const state = await readVocabularyState(store, hub);
      const known = { revision: randomUUID(), version, triples };
      // Whoever reads it next, a running hub or the next start, need not read it from the store.
      kept?.hold(known);
      const after = { seeds: null, revision: known.revision, version };
      if (!(await store.change(changeOfVocabulary(state, change, hub, after), { isLarge: true }))) continue;
      await kept?.keepNow(known);
      return { version, terms };
    }
  } catch (error) {
    tellNotSaved(error, 'The vocabulary before stays.');
  }
  throw new HubError('not-saved', 'Others changed the vocabulary each time; the one before stays. Try again.');
}
