import { HubError } from '../../errors.ts';
import type { HubNamespaces } from '../../rdf/namespaces.ts';
import { RdfSyntaxError, turtleTriples, type TurtleBytes } from '../../rdf/read-rdf.ts';
import type { TripleTable } from '../triple-table.ts';
import { tableOf, TripleTableBuilder } from '../triple-table-builder.ts';
import { computedOf } from '../versions/describe-version.ts';
import { writeTable } from '../versions/table-bytes.ts';
import { canonicalTriples, versionOf } from '../versions/version.ts';
import { makeVocabulary } from './read-vocabulary.ts';

/** Files that together are to be the vocabulary. */
export interface CandidateTask {
  readonly hub: HubNamespaces;
  /** Turtle, and canonical texts of versions, whose names end in `.nt.gz` and which are decompressed. */
  readonly documents: readonly TurtleBytes[];
}

/** What the files are, or why they cannot be read. */
export type CandidateOutcome =
  | { readonly fault: string }
  | {
      readonly fault: null;
      readonly version: string;
      /** As `writeTable` writes it for the hub. */
      readonly table: Uint8Array;
      /** Why the registry would refuse it, whatever the shapes say of it. */
      readonly refusal: string | null;
      /** How many terms it has; 0 if it is refused. */
      readonly terms: number;
    };

const VERSION_FILE = /\.nt\.gz$/;

/** What the thread runs that reads files: a large vocabulary takes half a minute. */
export default async function run({ hub, documents }: CandidateTask): Promise<CandidateOutcome> {
  const builder = new TripleTableBuilder();
  const isComputed = computedOf(hub);
  for (const document of documents) {
    const isVersion = VERSION_FILE.test(document.name);
    try {
      const triples = isVersion ? canonicalTriples(document.bytes, hub) : turtleTriples(document);
      for (const triple of triples) if (!isComputed(triple)) builder.add(triple);
    } catch (error) {
      if (!isVersion && !(error instanceof RdfSyntaxError)) throw error;
      const { message } = error as Error;
      return { fault: `${isVersion ? `${document.name}: ` : ''}${message}.` };
    }
  }
  const triples = builder.finish(hub);
  const version = versionOf(triples, hub);
  const read = { fault: null, version, table: writeTable(triples.columns, hub.baseUrl) };
  return { ...read, ...(await tried(triples, version, hub)) };
}

async function tried(
  triples: TripleTable,
  version: string,
  hub: HubNamespaces,
): Promise<{ readonly refusal: string | null; readonly terms: number }> {
  try {
    const { terms } = await makeVocabulary({ triples, ontology: tableOf([], hub), version }, hub);
    return { refusal: null, terms: terms.size };
  } catch (error) {
    if (error instanceof HubError) return { refusal: error.message, terms: 0 };
    throw error;
  }
}
