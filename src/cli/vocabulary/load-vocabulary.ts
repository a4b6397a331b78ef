import { readFile } from 'node:fs/promises';
import type { Lexicon } from '../../mapping/lexicon/lexicon.ts';
import { checkLexiconFile, readLexicon } from '../../mapping/lexicon/lexicon-file.ts';
import { PACKAGE_FOLDER } from '../../package-folder.ts';
import type { SearchableTerm } from '../../vocabulary/search/search.ts';
import { CommandError, EXIT } from '../shared/exit-codes.ts';
import { cannotRead, readFileWhole, textOf } from '../shared/read-input.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';

/** Made by the build. */
const FILE = new URL('dist/vocabulary.json', PACKAGE_FOLDER);

/** Which vocabulary a command works with. */
export interface VocabularyChoice {
  /** The hub whose vocabulary is read; undefined is the vocabulary of this package. */
  readonly hub?: string | undefined;
  /** A file that has the vocabulary, as `GET /api/lexicon` of a hub answers it; undefined is that of this package. */
  readonly vocabularyFile?: string | undefined;
  /** The address that the IRIs of the package's vocabulary begin with. */
  readonly baseUrl?: string | undefined;
}

/** What the mapping needs of the vocabulary. @throws HubError, CommandError */
export async function loadLexicon({ hub, vocabularyFile, baseUrl }: VocabularyChoice): Promise<Lexicon> {
  if (hub !== undefined && vocabularyFile !== undefined)
    throw new CommandError(
      EXIT.usage,
      '--hub and --vocabulary-file both say which vocabulary is used: say one of them.',
    );
  if (vocabularyFile !== undefined) return readLexicon(await readVocabularyFile(vocabularyFile), { baseUrl });
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
  const { readHubTriples, readShippedVocabulary, vocabularyOf } = await import('./read-triples.ts');
  if (hub === undefined) return readShippedVocabulary(baseUrl);
  const { namespaces, triples } = await readHubTriples(hub);
  return vocabularyOf(triples, namespaces);
}

/** @throws CommandError for what is no such file */
async function readVocabularyFile(path: string): Promise<unknown> {
  const bytes = await readFileWhole(path).catch((error: unknown) => {
    throw cannotRead(path)(error);
  });
  const text = textOf(path, bytes);
  try {
    return checkLexiconFile(JSON.parse(text));
  } catch (error) {
    throw new CommandError(
      EXIT.usage,
      `${path} is no vocabulary file: take what GET /api/lexicon of a hub answers, or dist/vocabulary.json of this package.`,
      error,
    );
  }
}

async function readShipped(): Promise<unknown> {
  return JSON.parse(await readFile(FILE, 'utf8'));
}
