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

/** What the registry would make of a vocabulary, or why it would be refused. */
export type Reading =
  | {
      readonly refusal: null;
      /** How many it has. */
      readonly terms: number;
      /** What the mapping needs of it; null of a table, which is only tried: a large one has hundreds of megabytes. */
      readonly lexicon: Lexicon | null;
    }
  | { readonly refusal: string; readonly terms: 0; readonly lexicon: null };

/** Reads a vocabulary as the registry does, without asking the shapes. */
export default async function run({ hub, content, version }: ReadingTask): Promise<Reading> {
  const triples = typeof content === 'string' ? tableOf(canonicalTriples(content, hub), hub) : new TripleTable(content);
  try {
    const { lexicon } = await makeVocabulary({ triples, ontology: tableOf([], hub), version }, hub);
    return {
      refusal: null,
      terms: lexicon.terms.size,
      lexicon: typeof content === 'string' ? plainLexicon(lexicon) : null,
    };
  } catch (error) {
    if (error instanceof HubError) return { refusal: error.message, terms: 0, lexicon: null };
    throw error;
  }
}
