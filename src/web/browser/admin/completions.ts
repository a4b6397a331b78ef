import { shorten, type Prefixes } from './draft.ts';

/** What the vocabulary has for the fields of a term, as prefixed names and tokens. */
export interface Completions {
  readonly unit: readonly string[];
  readonly quantityKind: readonly string[];
  readonly predicate: readonly string[];
  readonly object: readonly string[];
}

export const NO_COMPLETIONS: Completions = { unit: [], quantityKind: [], predicate: [], object: [] };

/** Of the nodes of others, and of values, there are thousands. */
const QUERY = (ontology: string): string => `PREFIX qudt: <http://qudt.org/schema/qudt/> PREFIX hub: <${ontology}>
SELECT DISTINCT ?for ?value WHERE {
  { ?term qudt:hasUnit ?value BIND("unit" AS ?for) }
  UNION { ?term qudt:hasQuantityKind ?value BIND("quantityKind" AS ?for) }
  UNION { ?row hub:predicate ?value BIND("predicate" AS ?for) }
  UNION { ?row hub:object ?value BIND("object" AS ?for)
    FILTER NOT EXISTS { ?value a hub:ValueToken } FILTER NOT EXISTS { ?value a hub:TemplateNode } }
} ORDER BY ?for ?value`;

interface Solutions {
  readonly results: {
    readonly bindings: ReadonlyArray<Readonly<Record<'for' | 'value', { readonly value: string }>>>;
  };
}

interface CompletionSources {
  readonly root: string;
  /** Namespace of the hub's own classes and properties. */
  readonly ontology: string;
  /** Namespace of the terms. */
  readonly vocabulary: string;
  readonly prefixes: Prefixes;
}

/** Asked of SPARQL; nothing where it does not answer, for the form works without. */
export async function loadCompletions({
  root,
  ontology,
  vocabulary,
  prefixes,
}: CompletionSources): Promise<Completions> {
  try {
    const response = await fetch(`${root}sparql?${new URLSearchParams({ query: QUERY(ontology) }).toString()}`, {
      headers: { Accept: 'application/sparql-results+json' },
    });
    if (!response.ok) return NO_COMPLETIONS;
    const { results } = (await response.json()) as Solutions;
    const valuesOf = (which: keyof Completions): string[] =>
      results.bindings
        .filter((binding) => binding.for.value === which)
        .map(({ value }) => tokenOf(value.value, vocabulary) ?? shorten(value.value, prefixes));
    return {
      unit: valuesOf('unit'),
      quantityKind: valuesOf('quantityKind'),
      predicate: valuesOf('predicate'),
      object: valuesOf('object'),
    };
  } catch {
    return NO_COMPLETIONS;
  }
}

/** The token of an entity, `@sensor_id`; null for what is none. */
function tokenOf(iri: string, vocabulary: string): string | null {
  return iri.startsWith(vocabulary) && iri.endsWith('#entity')
    ? `@${decodeURIComponent(iri.slice(vocabulary.length, -'#entity'.length))}`
    : null;
}
