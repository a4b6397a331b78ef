import type { GraphqlExample } from '../parts/graphql-example.ts';

/** Requests of `docs/graphql.md`, as they stand there. */
export const GRAPHQL_EXAMPLES: readonly GraphqlExample[] = [
  {
    query: `query FindTerms {
  terms(search: "wirkleistng", first: 1) {
    didYouMean
    nodes { name label(languages: ["de", "en"]) }
  }
  column: terms(search: "DE_load_actual_entsoe_transparency", first: 1) {
    nodes { name }
  }
}`,
  },
  {
    query: `query Warnings($document: String!) {
  convertDocument(document: $document, semantics: REGISTRY) {
    triples
    describedCount
    warnings { code key pointer count message }
  }
}`,
    variables: JSON.stringify({ document: '{"timestamp":"2026-03-01T10:15:00Z","voltage-V":[231.40,"n/a"]}' }, null, 2),
  },
  {
    query: `query Quantities {
  quantities(filter: { facets: ["direction/import", "stage/measured", "place/connection_point"], quantityKind: "quantitykind:ActivePower" }, first: 1) {
    nodes {
      name
      description
      facets { facet { name } label(languages: ["de"]) }
    }
  }
  term(name: "hub_height-m") { quantity { label variants { name } } }
}`,
  },
  {
    query: `query TermsForKeys {
  suggestTerms(keys: ["Power (kW)", "active power MW", "foo", "activePower"], units: [null, null, null, "MW"], first: 1) {
    key
    suggestions { score term { name } }
  }
}`,
  },
];
