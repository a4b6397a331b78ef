import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { asInteger, asIri, asText } from '../../src/rdf/rows.ts';
import { unsafeRawSparql } from '../../src/rdf/sparql.ts';
import type { Sparql } from '../../src/rdf/sparql.ts';
import type { EmbeddedStore } from '../../src/store/embedded.ts';
import { readVocabulary } from '../../src/vocabulary/registry/read-vocabulary.ts';
import type { Vocabulary } from '../../src/vocabulary/vocabulary.ts';
import { HUB, seededStore } from '../vocabulary/seeded.ts';

let store: EmbeddedStore;
let vocabulary: Vocabulary;
beforeAll(async () => {
  store = await seededStore();
  vocabulary = await readVocabulary(store, HUB);
});

function shipped(name: string): Sparql {
  return unsafeRawSparql(readFileSync(new URL(`../../store/${name}`, import.meta.url), 'utf8'));
}

describe('the queries for operators', () => {
  test('graph-sizes.rq lists the graphs of the plan', async () => {
    const rows = await store.select(shipped('graph-sizes.rq'), { graph: asIri, triples: asInteger });
    expect(rows.map((row) => row.graph)).toEqual([
      'https://hub.example/graph/ontology',
      'https://hub.example/graph/vocabulary',
    ]);
    for (const row of rows) expect(row.triples).toBeGreaterThan(50);
  });

  test('terms-per-category.rq counts every term once', async () => {
    const rows = await store.select(shipped('terms-per-category.rq'), { category: asText, terms: asInteger });
    expect(rows.map((row) => row.category)).toEqual(vocabulary.categories.map((category) => category.name));
    expect(rows.reduce((sum, row) => sum + row.terms, 0)).toBe(vocabulary.terms.size);
  });

  test('terms-without-template.rq names the terms without semantics', async () => {
    const rows = await store.select(shipped('terms-without-template.rq'), { name: asText });
    expect(rows.map((row) => row.name)).toEqual(
      [...vocabulary.terms.values()].filter((term) => term.rows.length === 0).map((term) => term.name),
    );
  });
});
