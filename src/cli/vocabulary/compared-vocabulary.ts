import { DEFAULT_BASE_URL } from '../../mapping/lexicon/lexicon-file.ts';
import type { Lexicon } from '../../mapping/lexicon/lexicon.ts';
import { hubNamespaces, type HubNamespaces } from '../../rdf/namespaces.ts';
import { streamNTriples } from '../../rdf/read-ntriples.ts';
import { readTurtle, RdfSyntaxError } from '../../rdf/read-rdf.ts';
import type { Triple } from '../../rdf/triple.ts';
import { CommandError, EXIT } from '../shared/exit-codes.ts';
import { readName } from '../shared/compression.ts';
import { readFileWhole, textOf } from '../shared/read-input.ts';
import type { VocabularyChoice } from './load-vocabulary.ts';
import { readHubAddress } from './read-hub.ts';
import { askTriples, readShippedVocabulary, vocabularyOf } from './read-triples.ts';

/** The vocabulary of the package, and the one that a hub has now. */
const PACKAGE = 'package';
const CURRENT = 'current';
const VERSION = /^[0-9a-f]{64}$/;

/**
 * What the mapping needs of a vocabulary that the command line names: `package`, `current` and the name of a version of a hub, or a file of
 * Turtle or N-Triples.
 *
 * @throws CommandError when it cannot be read, or is no vocabulary
 */
export async function readComparedVocabulary(named: string, { hub, baseUrl }: VocabularyChoice): Promise<Lexicon> {
  const address = hub === undefined ? null : await readHubAddress(hub);
  const namespaces = hubNamespaces(address?.baseUrl ?? baseUrl ?? DEFAULT_BASE_URL);
  if (named === PACKAGE) return (await readShippedVocabulary(namespaces.baseUrl)).lexicon;
  const triples = await readTriples(named, address?.root ?? null, namespaces);
  try {
    return (await vocabularyOf(triples, namespaces)).lexicon;
  } catch (error) {
    throw new CommandError(EXIT.usage, `${named} is no sound vocabulary: ${(error as Error).message}`, error);
  }
}

async function readTriples(named: string, root: string | null, hub: HubNamespaces): Promise<readonly Triple[]> {
  if (named !== CURRENT && !VERSION.test(named)) return readFileOf(named, hub);
  if (root === null)
    throw new CommandError(EXIT.usage, `${named} is a version of a hub: say which one with --hub, or name a file.`);
  const query = named === CURRENT ? '' : `version=${named}&`;
  return askTriples(root, `/api/vocabulary?${query}format=nt`);
}

/** N-Triples line by line, which takes a fraction of the time that Turtle does. @throws RdfSyntaxError */
async function readLines(text: string): Promise<readonly Triple[]> {
  const pieces = async function* (): AsyncGenerator<string> {
    yield text;
  };
  const triples: Triple[] = [];
  for await (const triple of streamNTriples(pieces())) triples.push(triple);
  return triples;
}

async function readFileOf(path: string, { vocabulary }: HubNamespaces): Promise<readonly Triple[]> {
  const bytes = await readFileWhole(path).catch((error: Error) => {
    const words = `${path} is neither ${PACKAGE}, ${CURRENT} nor a version, and cannot be read as a file: ${error.message}`;
    throw new CommandError(EXIT.unavailable, words, error);
  });
  try {
    const text = textOf(path, bytes);
    return await (readName(path).inner.endsWith('.nt')
      ? readLines(text)
      : readTurtle({ name: path, text, baseIri: vocabulary }));
  } catch (error) {
    if (!(error instanceof RdfSyntaxError)) throw error;
    throw new CommandError(EXIT.unavailable, `${error.message}.`, error);
  }
}
