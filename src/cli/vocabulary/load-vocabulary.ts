import { readFile } from 'node:fs/promises';
import type { Lexicon } from '../../mapping/lexicon/lexicon.ts';
import { checkLexiconFile, readLexicon } from '../../mapping/lexicon/lexicon-file.ts';
import { PACKAGE_FOLDER } from '../../package-folder.ts';
import type { Triple } from '../../rdf/triple.ts';
import type { SearchableTerm } from '../../vocabulary/search/search.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';

/** Made by the build. */
const FILE = new URL('dist/vocabulary.json', PACKAGE_FOLDER);

/** Which vocabulary a command works with. */
export interface VocabularyChoice {
  /** The hub whose vocabulary is read; undefined is the vocabulary of this package. */
  readonly hub?: string | undefined;
  /** The address that the IRIs of the package's vocabulary begin with. */
  readonly baseUrl?: string | undefined;
}

/** What the mapping needs of the vocabulary. @throws HubError, CommandError */
export async function loadLexicon({ hub, baseUrl }: VocabularyChoice): Promise<Lexicon> {
  if (hub === undefined) return readLexicon(await readShipped(), { baseUrl });
  const { readHub } = await import('./read-hub.ts');
  return (await readHub(hub)).lexicon;
}

/** What people search in the vocabulary. @throws HubError, CommandError */
export async function loadTerms({ hub }: VocabularyChoice): Promise<readonly SearchableTerm[]> {
  if (hub === undefined) return checkLexiconFile(await readShipped()).terms;
  const { readHub } = await import('./read-hub.ts');
  return (await readHub(hub)).terms;
}

/** The vocabulary whole, with all that it says. @throws HubError, CommandError */
export async function loadVocabulary({ hub, baseUrl }: VocabularyChoice): Promise<Vocabulary> {
  const { readHubTriples, readShippedTriples } = await import('./read-triples.ts');
  const { namespaces, triples } = hub === undefined ? await readShippedTriples(baseUrl) : await readHubTriples(hub);
  const { readVocabulary } = await import('../../vocabulary/registry/read-vocabulary.ts');
  const dump = async function* (graph: string): AsyncGenerator<Triple> {
    if (graph === namespaces.vocabularyGraph) yield* triples;
  };
  return readVocabulary({ dump }, namespaces);
}

async function readShipped(): Promise<unknown> {
  return JSON.parse(await readFile(FILE, 'utf8'));
}
