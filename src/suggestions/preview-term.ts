import type { Lexicon } from '../mapping/lexicon/lexicon.ts';
import type { HubNamespaces } from '../rdf/namespaces.ts';
import type { Triple } from '../rdf/triple.ts';
import { exampleOf, type TermExample } from '../vocabulary/describe/term-example.ts';
import { NeededTriples } from '../vocabulary/registry/needed-triples.ts';
import { makeVocabulary } from '../vocabulary/registry/read-vocabulary.ts';
import { listTemplateRows } from '../vocabulary/terms.ts';
import { tableOf } from '../vocabulary/triple-table-builder.ts';
import type { TemplateRow, Vocabulary } from '../vocabulary/vocabulary.ts';

/** What a drafted term would be. */
export interface TermPreview {
  readonly iri: string;
  /** What the vocabulary would have more, in the order in which it is written. */
  readonly triples: readonly Triple[];
  /** The rows of its template, with those of all nodes that they introduce. */
  readonly rows: readonly TemplateRow[];
  /** Null for a term without an example, or with one that does not convert. */
  readonly example: TermExample | null;
  /** What the mapping needs of it, and of what it cites. */
  readonly lexicon: Lexicon;
}

/**
 * Reads a drafted term as the vocabulary would be read with it: together with what it cites, which is a hundredth of the vocabulary.
 *
 * @throws HubError `registry-unavailable` when it cannot be read
 */
export async function previewTerm(
  { iri, triples }: Pick<TermPreview, 'iri' | 'triples'>,
  vocabulary: Vocabulary,
  hub: HubNamespaces,
): Promise<TermPreview> {
  const needed = new NeededTriples(vocabulary.triples, hub);
  needed.addAll(triples);
  // The example is a record with a time.
  needed.add(`${hub.vocabulary}timestamp`);
  const { ontology, version, prefixes } = vocabulary;
  const small = await makeVocabulary({ triples: tableOf(needed.triples, hub), ontology, version }, hub, prefixes);
  const term = [...small.terms.values()].find((each) => each.iri === iri);
  return {
    iri,
    triples: [...tableOf(triples, hub)],
    rows: term === undefined ? [] : listTemplateRows(small, term.name),
    example: term === undefined ? null : exampleOf(term, small),
    lexicon: small.lexicon,
  };
}
