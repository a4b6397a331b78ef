import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/create-test-app.ts';
import { sendQuery } from './fixture.ts';

// The answers' shapes differ with every query.
// oxlint-disable-next-line no-explicit-any
type Answer = any;

/** What each example promises in its first lines. */
const promises: Readonly<Record<string, (data: Answer) => void>> = {
  'describe-a-document': ({ embedDocument: { document, describedCount, report } }) => {
    expect(document).toMatch(/^\{ ?"@semantic"/);
    expect(document).toContain('"voltage-V": 231.40, "remark": "after maintenance" }');
    expect(describedCount).toBe(2);
    expect(report).toEqual({
      described: ['timestamp', 'voltage-V'],
      undescribed: ['remark'],
      notTerms: ['remark'],
      termsWithoutSemantics: [],
      undeclaredPrefixes: [],
    });
  },
  'convert-a-described-document': ({ convertDocument }) => {
    expect(convertDocument.rdf).toContain(
      '<http://qudt.org/schema/qudt/numericValue> "231.40"^^<http://www.w3.org/2001/XMLSchema#double> .',
    );
    expect(convertDocument.rdf).toContain('"not measured"');
    expect(convertDocument).toMatchObject({
      mediaType: 'application/n-triples',
      unmapped: ['remark'],
      warningCount: 1,
      warnings: [{ code: 'DATATYPE_MISMATCH', key: 'voltage-V', pointer: '/voltage-V/1', count: 1 }],
    });
    expect(convertDocument.rdf.trim().split('\n')).toHaveLength(convertDocument.triples);
  },
  'convert-a-document-of-terms': ({ convertDocument }) => {
    expect(convertDocument.rdf).toContain('812.40');
    expect(convertDocument.rdf).toContain('https://plant.example/.well-known/genid/');
    expect(convertDocument).toMatchObject({ describedCount: 2, warningCount: 0 });
  },
  'compare-two-formats': ({ turtle, jsonLd }) => {
    expect([turtle.mediaType, jsonLd.mediaType]).toEqual(['text/turtle', 'application/ld+json']);
    expect(turtle.triples).toBe(jsonLd.triples);
    expect(turtle.rdf).toContain('9007199254740993');
    expect(jsonLd.rdf).toContain('"9007199254740993"');
  },
  'read-a-term': ({ term, unknown }) => {
    expect(unknown).toBeNull();
    expect(term).toMatchObject({
      iri: 'http://hub.example/vocabulary/active_power-kW',
      datatype: 'xsd:double',
      unit: 'http://qudt.org/vocab/unit/KiloW',
      quantityKind: 'http://qudt.org/vocab/quantitykind/ActivePower',
      category: { name: 'power' },
    });
    const subjects = term.semantics.map((row: { subject: string }) => row.subject);
    expect([...new Set(subjects)]).toEqual(['active_power-kW', '?active_power_kW_result']);
  },
  'what-changed': ({ versions, changes }) => {
    // A new hub has the first edition of the vocabulary before the present one.
    expect(versions).toMatchObject([{ isCurrent: true }, { isCurrent: false }]);
    expect(changes).toMatchObject({ from: { version: versions[1].version }, removed: [] });
    expect(changes.added).toContainEqual({ name: 'area_load-MW', label: 'Area load (MW)' });
  },
  'page-through-terms': ({ terms }) => {
    expect(terms.nodes).toHaveLength(3);
    expect(terms.totalCount).toBeGreaterThan(3);
    expect(terms.pageInfo.hasNextPage).toBe(true);
  },
  'search-terms': ({ terms }) => {
    expect(terms.didYouMean).toBe('active power');
    expect(terms.edges).toHaveLength(3);
    expect(terms.edges[0].node).toEqual({ name: 'active_power-kW', label: 'Wirkleistung (kW)' });
  },
  'filter-terms': ({ terms }) => {
    expect(terms.nodes.length).toBeGreaterThan(1);
    for (const { unit } of terms.nodes) expect(unit).toBe('http://hub.example/vocabulary/unit/EUR-PER-MegaW-HR');
    const labels = terms.nodes.map(({ label }: { label: string }) => label.toLowerCase());
    expect(labels).toEqual(labels.toSorted());
  },
  'suggest-terms': ({ suggestTerms }) => {
    const best = suggestTerms.map((each: Answer) => [each.key, each.suggestions[0]?.term.name ?? null]);
    expect(best).toEqual([
      ['Power (kW)', 'active_power-kW'],
      ['Wind speed (m/s)', 'wind_speed-m_per_s'],
      ['battery soc [%]', 'state_of_charge-percent'],
      ['timestamp', 'timestamp'],
      ['foo', null],
    ]);
    expect(suggestTerms.filter(({ isTerm }: Answer) => isTerm)).toMatchObject([{ key: 'timestamp' }]);
  },
  'read-a-template': ({ term }) => {
    expect(term.template['active_power-kW']['sosa:hasResult']).toBe('?active_power_kW_result');
    expect(term.template['?active_power_kW_result']['qudt:numericValue']).toBe('$active_power-kW');
    expect(term.labels).toContainEqual({ text: 'Puissance active (kW)', language: 'fr' });
    expect(term.otherNames).toContainEqual({ text: 'Power (kW)', language: null, isHidden: true });
    expect(term.links).toContainEqual({ relation: 'closeMatch', iri: 'https://w3id.org/seas/activePower' });
    expect(term.relatedTerms.map((related: Answer) => related.term.name)).toContain('active_power-MW');
  },
  'fetch-again-by-id': ({ node }) => {
    expect(node).toMatchObject({ __typename: 'Category', name: 'power' });
  },
  'see-where-prefixes-are-used': ({ prefixes, categories }) => {
    const sosa = prefixes.find(({ prefix }: { prefix: string }) => prefix === 'sosa');
    expect(sosa.termCount).toBeGreaterThan(100);
    expect(sosa.terms.nodes).toHaveLength(1);
    expect(categories).toContainEqual(expect.objectContaining({ name: 'power', label: 'Potência' }));
  },
  'list-categories-and-prefixes': ({ categories, prefixes }) => {
    expect(categories.map((category: { name: string }) => category.name)).toContain('power');
    expect(prefixes).toContainEqual({ prefix: 'qudt', namespace: 'http://qudt.org/schema/qudt/' });
  },
};

const folder = new URL('../examples/', import.meta.url);
const files = await readdir(folder);
const names = files.filter((file) => file.endsWith('.graphql')).map((file) => file.slice(0, -'.graphql'.length));

let hub: TestApp;
beforeAll(async () => {
  hub = await createTestApp({ config: { baseUrl: 'http://hub.example' } });
});
afterAll(() => hub.stop());

test('every example is checked here, and every check has its example', () => {
  expect(names.toSorted()).toEqual(Object.keys(promises).toSorted());
});

describe.each(names)('%s', (name) => {
  test('says what it shows, and shows it', async () => {
    const query = await readFile(new URL(`${name}.graphql`, folder), 'utf8');
    expect(query).toMatch(/^# \S/);
    const variables: unknown = files.includes(`${name}.json`)
      ? JSON.parse(await readFile(new URL(`${name}.json`, folder), 'utf8'))
      : {};
    const { status, body } = await sendQuery(`${hub.url}/graphql`, query, variables);
    expect(body.errors).toBeUndefined();
    expect(status).toBe(200);
    promises[name]?.(body.data);
  });
});
