import { HubError } from '../../errors.ts';
import { plainLexicon } from '../../mapping/lexicon/derived-map.ts';
import type { Lexicon } from '../../mapping/lexicon/lexicon.ts';
import type { HubNamespaces } from '../../rdf/namespaces.ts';
import type { TripleColumns } from '../triple-columns.ts';
import { TripleTable } from '../triple-table.ts';
import { tableOf } from '../triple-table-builder.ts';
import { canonicalTriples } from '../versions/version.ts';
import { makeVocabulary } from './read-vocabulary.ts';

/** What the reading thread is given. */
export interface ReadingTask {
  readonly hub: HubNamespaces;
  /** The vocabulary as its canonical text, or the columns of its table. */
  readonly content: string | TripleColumns;
  readonly version: string;
}

/** What the registry would make of a vocabulary: what the mapping needs of it, or why it would be refused. */
export type Reading =
  | { readonly refusal: null; readonly lexicon: Lexicon }
  | { readonly refusal: string; readonly lexicon: null };

/** Reads a vocabulary as the registry does, without asking the shapes. */
export default async function run({ hub, content, version }: ReadingTask): Promise<Reading> {
  const triples = typeof content === 'string' ? tableOf(canonicalTriples(content, hub), hub) : new TripleTable(content);
  try {
    const { lexicon } = await makeVocabulary({ triples, ontology: tableOf([], hub), version }, hub);
    return { refusal: null, lexicon: plainLexicon(lexicon) };
  } catch (error) {
    if (error instanceof HubError) return { refusal: error.message, lexicon: null };
    throw error;
  }
}
