import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { traceQueries, tracedQueries } from '../../src/store/query-trace.ts';
import { asIri } from '../../src/rdf/rows.ts';
import { iri, sparql } from '../../src/rdf/sparql.ts';
import { copyOfTerm, listTemplateRows } from '../../src/vocabulary/terms.ts';
import type { Vocabulary } from '../../src/vocabulary/vocabulary.ts';
import { HUB, seededVocabulary } from '../vocabulary/seeded.ts';
import { smallStore } from '../vocabulary/small-vocabulary.ts';
import { echoDocuments, openEndpoint, type TestEndpoint } from './fixture.ts';
import { tableOf } from '../../src/vocabulary/triple-table-builder.ts';

let vocabulary: Vocabulary;
let endpoint: TestEndpoint;
beforeAll(async () => {
  vocabulary = await seededVocabulary();
  endpoint = await openEndpoint({ vocabulary: () => vocabulary });
});
afterAll(() => endpoint.close());

// The answers' shapes differ with every query.
// oxlint-disable-next-line no-explicit-any
async function ask(query: string, variables?: Record<string, unknown>): Promise<any> {
  const { body } = await endpoint.query(query, variables);
  expect(body.errors).toBeUndefined();
  return body.data;
}

async function codeOf(query: string, variables?: Record<string, unknown>): Promise<unknown> {
  const { body } = await endpoint.query(query, variables);
  return body.errors?.[0]?.extensions.code;
}

const LIST = `query ($first: Int, $after: String, $search: String, $filter: TermFilter, $orderBy: TermOrder) {
  terms(first: $first, after: $after, search: $search, filter: $filter, orderBy: $orderBy) {
    totalCount nodes { name } edges { cursor score } pageInfo { hasNextPage hasPreviousPage endCursor } } }`;

async function list(variables: unknown): Promise<string[]> {
  const names: string[] = [];
  for (let after: string | null = null, isLast = false; !isLast;) {
    const { terms } = await ask(LIST, { first: 500, after, ...(variables as object) });
    names.push(...terms.nodes.map(({ name }: { name: string }) => name));
    after = terms.pageInfo.endCursor;
    isLast = !terms.pageInfo.hasNextPage || 'first' in (variables as object);
  }
  return names;
}

describe('a filter', () => {
  const all = (): Vocabulary['terms'] => vocabulary.terms;
  const namesOf = (keep: (name: string) => boolean): string[] => [...all().keys()].filter(keep);

  test.each([
    ['category', { category: 'storage' }, (name: string) => all().get(name)!.category === 'storage'],
    ['datatype, shortened', { datatype: 'xsd:boolean' }, (name: string) => all().get(name)!.datatype === 'xsd:boolean'],
    [
      'datatype, in full',
      { datatype: 'http://www.w3.org/2001/XMLSchema#boolean' },
      (name: string) => all().get(name)!.datatype === 'xsd:boolean',
    ],
    ['unit as names have it', { unit: 'EUR_per_MWh' }, (name: string) => name.endsWith('-EUR_per_MWh')],
    [
      'unit, shortened',
      { unit: 'unit:KiloW' },
      (name: string) => all().get(name)!.unit === 'http://qudt.org/vocab/unit/KiloW',
    ],
    [
      'kind of quantity',
      { quantityKind: 'quantitykind:ActivePower' },
      (name: string) => all().get(name)!.quantityKind === 'http://qudt.org/vocab/quantitykind/ActivePower',
    ],
    ['quantity', { quantity: 'active_power' }, (name: string) => name.startsWith('active_power-')],
    ['having semantics', { hasSemantics: false }, (name: string) => all().get(name)!.rows.length === 0],
    [
      'all at once',
      { category: 'power', unit: 'kW', datatype: 'xsd:double', hasSemantics: true, deprecated: false },
      (name: string) => all().get(name)!.category === 'power' && name.endsWith('-kW'),
    ],
  ])('by %s leaves the terms that meet it', async (_what, filter, meets) => {
    const found = await list({ filter });
    expect(found.length).toBeGreaterThan(0);
    if (_what !== 'all at once') expect(found).toEqual(namesOf(meets));
    else expect(found.every(meets)).toBe(true);
  });

  test('by a prefix leaves the terms whose templates cite it', async () => {
    const found = await list({ filter: { prefix: 'cim' } });
    const citing = [...vocabulary.terms.keys()].filter((name) =>
      listTemplateRows(vocabulary, name).some(
        ({ predicate, object }) => predicate.startsWith('cim:') || object.startsWith('cim:'),
      ),
    );
    expect(found).toEqual(citing);
    expect(found.length).toBeGreaterThan(0);
  });

  test('by being deprecated parts the vocabulary in two', async () => {
    const [yes, no] = await Promise.all([
      list({ filter: { deprecated: true } }),
      list({ filter: { deprecated: false } }),
    ]);
    expect([...yes, ...no].toSorted()).toEqual([...vocabulary.terms.keys()].toSorted());
  });

  test('by facets leaves the terms that have all of them', async () => {
    const facets = ['direction/export', 'aggregation/register'];
    const { terms } = await ask(
      'query ($facets: [String!]) { terms(first: 500, filter: { facets: $facets }) { nodes { facets { name facet { name } } } } }',
      { facets },
    );
    expect(terms.nodes.length).toBeGreaterThan(3);
    for (const { facets: found } of terms.nodes as { facets: { name: string; facet: { name: string } }[] }[])
      expect(found.map(({ name, facet }) => `${facet.name}/${name}`)).toEqual(expect.arrayContaining(facets));
  });

  test.each([
    { facets: ['direction/up'] },
    { quantity: 'none' },
    { category: 'none' },
    { unit: 'furlong' },
    { prefix: 'none' },
    { datatype: 'xsd:none' },
  ])('that nothing meets leaves none: %j', async (filter) => expect(await list({ filter })).toEqual([]));

  test('that is null is none', async () => {
    expect(await list({ filter: { category: null }, search: null, orderBy: null })).toHaveLength(vocabulary.terms.size);
  });
});

describe('a quantity', () => {
  test('has texts in the languages of the client, facets, and its terms, which lead back to it', async () => {
    const { quantity } = await ask(`{ quantity(name: "active_power_import") {
      id name iri label(languages: ["de"]) labels { language } description quantityKind pattern
      facets { name label(languages: ["es"]) facet { name label values { name } } }
      variants { name quantity { name } } } }`);
    expect(quantity).toMatchObject({
      name: 'active_power_import',
      iri: `${HUB.vocabulary}quantity/active_power_import`,
      label: 'Bezogene Wirkleistung',
      pattern: 'observation',
      quantityKind: 'http://qudt.org/vocab/quantitykind/ActivePower',
    });
    expect(quantity.labels).toHaveLength(5);
    expect(quantity.facets[0]).toMatchObject({
      name: 'import',
      label: 'Importación',
      facet: { name: 'direction', label: 'Direction' },
    });
    for (const { name, quantity: back } of quantity.variants) {
      expect(name).toMatch(/^active_power_import-/);
      expect(back).toEqual({ name: 'active_power_import' });
    }
    const { node } = await ask('query ($id: ID!) { node(id: $id) { ... on Quantity { name } } }', { id: quantity.id });
    expect(node).toEqual({ name: 'active_power_import' });
  });

  test('that does not exist is null, and a term that measures nothing has none', async () => {
    expect(
      await ask('{ quantity(name: "none") { name } term(name: "timestamp") { quantity { name } facets { name } } }'),
    ).toEqual({
      quantity: null,
      term: { quantity: null, facets: [] },
    });
  });

  test('is listed once, in pages that follow each other, by name or by relevance', async () => {
    const QUANTITIES = `query ($after: String, $search: String) { quantities(first: 100, after: $after, search: $search) {
      totalCount nodes { name } edges { score } pageInfo { hasNextPage endCursor } } }`;
    for (const search of [null, 'power']) {
      const names: string[] = [];
      for (let after: string | null = null, isMore = true; isMore;) {
        const { quantities }: Awaited<ReturnType<typeof ask>> = await ask(QUANTITIES, { after, search });
        names.push(...quantities.nodes.map(({ name }: { name: string }) => name));
        isMore = quantities.pageInfo.hasNextPage;
        after = quantities.pageInfo.endCursor;
        if (!isMore) expect(names).toHaveLength(quantities.totalCount);
      }
      expect(new Set(names).size).toBe(names.length);
      if (search === null) expect(names).toEqual(names.toSorted());
      else expect(names).toContain('active_power');
    }
  });
});

describe('a unit beside the value', () => {
  const SUGGEST = `query ($keys: [String!]!, $units: [String]) { suggestTerms(keys: $keys, units: $units, first: 1) {
    suggestions { score term { name } } } }`;
  const best = async (keys: readonly string[], units?: readonly (string | null)[]): Promise<string[]> =>
    (await ask(SUGGEST, { keys, units })).suggestTerms.map(
      // oxlint-disable-next-line no-explicit-any
      ({ suggestions }: any) => suggestions[0]?.term.name,
    );

  test('decides between terms that differ in their unit, and what is in the key counts more', async () => {
    const keys = ['activePower', 'activePower', 'voltage', 'Power (kW)', 'activePower', 'power', 'Power (MW)'];
    expect(await best(keys, ['MW', 'kilowatts', 'mV', 'MW', null, 'MW'])).toEqual([
      'active_power-MW',
      'active_power-kW',
      'voltage-mV',
      'active_power-kW',
      (await best(['activePower']))[0],
      // What a data set calls "Power (kW)" is power in another unit, too.
      'active_power-MW',
      'active_power-MW',
    ]);
  });

  test('that no term has changes nothing, and there are no more than keys', async () => {
    expect(await best(['activePower', 'voltage'], ['furlong'])).toEqual(await best(['activePower', 'voltage']));
    expect(await codeOf(SUGGEST, { keys: ['voltage'], units: ['V', 'V'] })).toBe('INVALID_OPTION');
  });
});

describe('a search', () => {
  test.each([
    ['Wirkleistung', 'active_power-'],
    ['potencia activa', 'active_power-'],
    ['actve powr', 'active_power-'],
    ['DE_load_actual_entsoe_transparency', 'area_load-MW'],
  ])('for %j has the best term first, with scores that fall', async (search, name) => {
    const { terms } = await ask(LIST, { search, first: 5 });
    expect(terms.nodes[0].name.startsWith(name)).toBe(true);
    const scores = terms.edges.map(({ score }: { score: number }) => score);
    expect(scores).toEqual(scores.toSorted((a: number, b: number) => b - a));
  });

  test('says what a misspelt text may be meant to be', async () => {
    const didYouMean = async (search?: string): Promise<unknown> =>
      (await ask('query ($search: String) { terms(first: 0, search: $search) { didYouMean } }', { search })).terms
        .didYouMean;
    expect(await didYouMean('actve powr')).toBe('active power');
    expect(await didYouMean('active power')).toBeNull();
    expect(await didYouMean()).toBeNull();
  });

  test('and a filter both hold', async () => {
    expect(await list({ search: 'active power', filter: { unit: 'MW' } })).toContain('active_power-MW');
    expect((await list({ search: 'active power', filter: { unit: 'MW' } })).every((name) => name.endsWith('-MW'))).toBe(
      true,
    );
  });
});

describe('an order', () => {
  test.each([
    [undefined, undefined],
    [{ field: 'NAME', direction: 'DESC' }, undefined],
    [{ field: 'LABEL' }, undefined],
    [{ field: 'LABEL', direction: 'DESC' }, undefined],
    [{ field: 'CATEGORY', direction: null }, undefined],
    [{ field: 'UNIT' }, undefined],
    [{ field: 'UNIT', direction: 'DESC' }, 'power'],
    [{ field: 'RELEVANCE' }, 'power'],
    [{ field: 'RELEVANCE', direction: 'DESC' }, 'power'],
    [undefined, 'power'],
    [{ field: 'NAME' }, 'power'],
  ])('%j with search %j: its pages follow each other without a gap', async (orderBy, search) => {
    const whole = await list({ orderBy, search });
    const names: string[] = [];
    let after: string | null = null;
    do {
      const {
        terms,
      }: {
        terms: {
          nodes: Array<{ name: string }>;
          pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; endCursor: string };
        };
      } = await ask(LIST, { orderBy, search, after, first: 97 });
      expect(terms.pageInfo.hasPreviousPage).toBe(after !== null);
      names.push(...terms.nodes.map(({ name }) => name));
      after = terms.pageInfo.hasNextPage ? terms.pageInfo.endCursor : null;
    } while (after !== null);
    expect(names).toEqual(whole);
    expect(new Set(names).size).toBe(whole.length);
    expect(whole.length).toBeGreaterThan(50);
  });

  test('the other way round is the other way round', async () => {
    const names = await list({ orderBy: { field: 'NAME' } });
    expect(await list({ orderBy: { field: 'NAME', direction: 'DESC' } })).toEqual(names.toReversed());
  });

  test('a cursor of another order, and relevance without a search, are INVALID_OPTION', async () => {
    const { terms } = await ask(LIST, { first: 1, orderBy: { field: 'LABEL' } });
    expect(await codeOf(LIST, { after: terms.pageInfo.endCursor })).toBe('INVALID_OPTION');
    expect(await codeOf(LIST, { orderBy: { field: 'RELEVANCE' } })).toBe('INVALID_OPTION');
    for (const forged of [
      'label:',
      'label:[]',
      'label:["a"]',
      'label:{"a":1}',
      'label:[null,"a"]',
      'label:["a","b",1]',
    ]) {
      const after = Buffer.from(forged).toString('base64url');
      expect([forged, await codeOf(LIST, { after, orderBy: { field: 'LABEL' } })]).toEqual([forged, 'INVALID_OPTION']);
    }
  });
});

describe('languages', () => {
  const LABEL = `query ($languages: [String!]) { term(name: "active_power-kW") { label(languages: $languages) } }`;

  test.each([
    [null, 'Active power (kW)'],
    [[], 'Active power (kW)'],
    [['de', 'en'], 'Wirkleistung (kW)'],
    [['de-AT'], 'Wirkleistung (kW)'],
    [['PT-br'], 'Potência ativa (kW)'],
    [['ja', 'fr'], 'Puissance active (kW)'],
    [['ja'], 'Active power (kW)'],
    [[''], 'Active power (kW)'],
    [['d'], 'Active power (kW)'],
  ])('%j: the best that there is, else English', async (languages, label) => {
    expect((await ask(LABEL, { languages })).term.label).toBe(label);
  });

  test('a category has them too, and definitions', async () => {
    const { term } = await ask(
      '{ term(name: "active_power-kW") { description(languages: ["de"]) category { label(languages: ["pt"]) } labels { language } } }',
    );
    expect(term.description).toMatch(/^Wirkleistung/);
    expect(term.category.label).toBe('Potência');
    expect(term.labels.map(({ language }: { language: string }) => language).toSorted()).toEqual([
      'de',
      'en',
      'es',
      'fr',
      'pt',
    ]);
  });

  test('too many, and a tag that is too long, are INVALID_OPTION', async () => {
    expect(await codeOf(LABEL, { languages: Array.from({ length: 11 }, () => 'de') })).toBe('INVALID_OPTION');
    expect(await codeOf(LABEL, { languages: ['de-a'.repeat(9)] })).toBe('INVALID_OPTION');
  });
});

describe('node', () => {
  const NODE = `query ($id: ID!) { node(id: $id) { __typename id ... on Term { name } ... on Category { name } ... on Prefix { prefix } } }`;

  test('finds terms, categories and prefixes again by their ids', async () => {
    const { term, categories, prefixes } = await ask(
      '{ term(name: "active_power-kW") { id name __typename } categories { id name __typename } prefixes { id prefix __typename } }',
    );
    for (const thing of [term, categories[0], prefixes[0]])
      expect((await ask(NODE, { id: thing.id })).node).toEqual(thing);
  });

  test.each([
    '',
    'x',
    'Term:active_power-kW',
    Buffer.from('Term:no_such_term').toString('base64url'),
    Buffer.from('Category:none').toString('base64url'),
    Buffer.from('Prefix:none').toString('base64url'),
    Buffer.from('Query:').toString('base64url'),
    Buffer.from('Term:__proto__').toString('base64url'),
  ])('is null for an id that nothing has: %j', async (id) => {
    expect((await ask(NODE, { id })).node).toBeNull();
  });
});

test('a template as JSON is what embedding writes into @semantic, as rows it is the same', async () => {
  const { term } = await ask('{ term(name: "active_power-kW") { template semantics { subject predicate object } } }');
  expect(term.template['?active_power_kW_result']).toEqual({
    'rdf:type': 'qudt:QuantityValue',
    'qudt:hasQuantityKind': 'quantitykind:ActivePower',
    'qudt:numericValue': '$active_power-kW',
    'qudt:value': '$active_power-kW',
    'qudt:hasUnit': 'unit:KiloW',
  });
  const rows = Object.entries(term.template as Record<string, Record<string, string | string[]>>).flatMap(
    ([subject, entries]) =>
      Object.entries(entries).flatMap(([predicate, objects]) =>
        [objects].flat().map((object) => ({ subject, predicate, object })),
      ),
  );
  expect(rows).toEqual(term.semantics);
});

test('a term tells its other names, its links and what it is related to', async () => {
  const { term } = await ask(`{ term(name: "active_power-kW") {
    otherNames { text language isHidden } links { relation iri } deprecated replacedBy { name }
    relatedTerms(relations: [OTHER_UNIT]) { relation term { name } } prefixes { prefix } notes { text language } } }`);
  expect(term.otherNames).toContainEqual({ text: 'Power (kW)', language: null, isHidden: true });
  expect(term.otherNames).toContainEqual({ text: 'Real power', language: 'en', isHidden: false });
  expect(term.links.map(({ relation }: { relation: string }) => relation)).toContain('closeMatch');
  expect(term.relatedTerms).toEqual([
    { relation: 'OTHER_UNIT', term: { name: 'active_power-MW' } },
    { relation: 'OTHER_UNIT', term: { name: 'active_power-W' } },
    { relation: 'OTHER_UNIT', term: { name: 'active_power-mW' } },
  ]);
  expect(term.prefixes.map(({ prefix }: { prefix: string }) => prefix)).toContain('qudt');
  expect(term).toMatchObject({ deprecated: false, replacedBy: [], notes: [{ language: 'en' }] });
});

test('a deprecated term names its replacement, is filtered, and is not suggested', async () => {
  const literal = { type: 'literal', value: 'true', datatype: 'http://www.w3.org/2001/XMLSchema#boolean' } as const;
  const [s, replacement] = ['active_power-kW', 'active_power-W'].map(
    (name) => ({ type: 'uri', value: vocabulary.terms.get(name)!.iri }) as const,
  );
  const deprecated = {
    ...copyOfTerm(vocabulary.terms.get('active_power-kW')!),
    deprecated: true,
    replacedBy: 'active_power-W',
  };
  const deprecating = {
    ...vocabulary,
    terms: new Map([...vocabulary.terms, [deprecated.name, deprecated]]),
    triples: tableOf(
      [
        ...vocabulary.triples,
        { s: s!, p: 'http://www.w3.org/2002/07/owl#deprecated', o: literal },
        { s: s!, p: 'http://purl.org/dc/terms/isReplacedBy', o: replacement! },
      ],
      HUB,
    ),
  };
  const later = await openEndpoint({ vocabulary: () => deprecating });
  const { body } = await later.query(`{
    term(name: "active_power-kW") { deprecated replacedBy { name } relatedTerms(first: 1) { relation } }
    other: term(name: "active_power-W") { deprecated relatedTerms(first: 1) { relation term { name } } }
    terms(filter: { deprecated: true }) { nodes { name } }
    suggestTerms(keys: ["Power (kW)"], first: 20) { suggestions { term { name } } } }`);
  await later.close();
  expect(body.data).toMatchObject({
    term: { deprecated: true, replacedBy: [{ name: 'active_power-W' }], relatedTerms: [{ relation: 'REPLACED_BY' }] },
    other: { deprecated: false, relatedTerms: [{ relation: 'REPLACES', term: { name: 'active_power-kW' } }] },
  });
  expect(body.data.terms.nodes).toContainEqual({ name: 'active_power-kW' });
  const suggested = body.data.suggestTerms[0].suggestions.map((each: { term: { name: string } }) => each.term.name);
  expect(suggested).not.toContain('active_power-kW');
  expect(suggested.length).toBeGreaterThan(0);
});

test('many short lists in a list are refused: each looks at all terms', async () => {
  const lists = Array.from({ length: 25 }, (_, at) => `a${at}: terms(first: 0) { totalCount }`).join(' ');
  expect(await codeOf(`{ terms(first: 500) { nodes { category { ${lists} } } } }`)).toBe('QUERY_LIMIT_EXCEEDED');
});

test('what a term cites says that it is cited', async () => {
  const related = (name: string, relation: string) =>
    ask(
      `query ($name: String!, $relation: TermRelation!) { term(name: $name) { relatedTerms(relations: [$relation], first: 500) { term { name } } } }`,
      { name, relation },
    );
  const { term } = await related('active_power-kW', 'CITES');
  expect(term.relatedTerms.length).toBeGreaterThan(0);
  for (const { term: cited } of term.relatedTerms) {
    const { term: other } = await related(cited.name, 'CITED_BY');
    expect(other.relatedTerms).toContainEqual({ term: { name: 'active_power-kW' } });
  }
});

test('categories and prefixes count their terms, and list them', async () => {
  const { categories, prefixes } = await ask(
    '{ categories { name termCount terms(first: 1) { totalCount nodes { category { name } } } } prefixes { prefix termCount terms(first: 1, orderBy: { field: LABEL }) { totalCount } } }',
  );
  const sum = categories.reduce((total: number, { termCount }: { termCount: number }) => total + termCount, 0);
  expect(sum).toBe(vocabulary.terms.size);
  for (const { name, termCount, terms } of categories) {
    expect(terms.totalCount).toBe(termCount);
    expect(terms.nodes[0].category.name).toBe(name);
  }
  for (const { termCount, terms } of prefixes) expect(terms.totalCount).toBe(termCount);
  expect(prefixes.find(({ prefix }: { prefix: string }) => prefix === 'sosa').termCount).toBeGreaterThan(100);
});

describe('suggestTerms', () => {
  const SUGGEST = `query ($keys: [String!]!, $first: Int) { suggestTerms(keys: $keys, first: $first) { key isTerm suggestions { score term { name } } } }`;

  test('answers each key with the likeliest terms', async () => {
    const { suggestTerms } = await ask(SUGGEST, { keys: ['Power (kW)', 'active_power-kW', 'foo'], first: 1 });
    expect(suggestTerms).toEqual([
      { key: 'Power (kW)', isTerm: false, suggestions: [{ score: 1, term: { name: 'active_power-kW' } }] },
      { key: 'active_power-kW', isTerm: true, suggestions: [{ score: 1, term: { name: 'active_power-kW' } }] },
      { key: 'foo', isTerm: false, suggestions: [] },
    ]);
  });

  test('is bounded', async () => {
    const keys = Array.from({ length: 101 }, (_, index) => `key ${index}`);
    expect(await codeOf(SUGGEST, { keys })).toBe('INVALID_OPTION');
    expect(await codeOf(SUGGEST, { keys: ['a'], first: -1 })).toBe('INVALID_OPTION');
    expect(await codeOf(SUGGEST, { keys: ['a'], first: 21 })).toBe('INVALID_OPTION');
    const twice = `query ($keys: [String!]!) { a: suggestTerms(keys: $keys) { key } b: suggestTerms(keys: $keys) { key } }`;
    expect(await codeOf(twice, { keys: keys.slice(0, 100) })).toBe('QUERY_LIMIT_EXCEEDED');
  });
});

describe('the SPARQL of a request', () => {
  const WHOLE = `{ terms(first: 500) { totalCount nodes {
    name category { name label } unit quantityKind semantics { subject predicate object } template prefixes { prefix namespace } } } }`;

  async function askWithSparql(url: string, query: string, extensions?: unknown) {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, extensions }),
    });
    // oxlint-disable-next-line no-explicit-any
    return (await response.json()) as any;
  }

  test('for a page of terms with category, unit, template and prefixes is at most six queries: the registry has them in memory', async () => {
    const { data, extensions } = await askWithSparql(endpoint.url, WHOLE, { sparql: true });
    expect(data.terms.nodes).toHaveLength(500);
    expect(data.terms.totalCount).toBe(vocabulary.terms.size);
    expect(extensions.sparql).toEqual([]);
  });

  test('is none for quantities and facets', async () => {
    const query =
      '{ facets { name values { name } } quantities(first: 50) { nodes { facets { name } variants { quantity { name } } } } }';
    const { data, extensions } = await askWithSparql(endpoint.url, query, { sparql: true });
    expect(data.facets).toHaveLength(7);
    expect(data.quantities.nodes).toHaveLength(50);
    expect(extensions.sparql).toEqual([]);
  });

  test('is told with an answer that needed some, of this request and no other', async () => {
    const store = await smallStore();
    const query = sparql`SELECT ?s WHERE { GRAPH ${iri(HUB.vocabularyGraph)} { ?s ?p ?o } } ORDER BY ?s LIMIT 1`;
    const asking = await openEndpoint({
      documents: {
        ...echoDocuments,
        async convert(...args) {
          await store.select(query, { s: asIri });
          return echoDocuments.convert(...args);
        },
      },
    });
    const documents = '{ convertDocument(document: "{}") { triples } }';
    const [one, other] = await Promise.all([
      askWithSparql(asking.url, documents, { sparql: true }),
      askWithSparql(asking.url, '{ categories { name } }', { sparql: true }),
    ]);
    await asking.close();
    await store.close();
    expect(one.extensions.sparql).toEqual([query.text]);
    expect(other.extensions.sparql).toEqual([]);
  });

  test.each([undefined, {}, { sparql: false }, { sparql: 'yes' }])(
    'is told only when it is asked for: %j',
    async (extensions) => {
      expect(await askWithSparql(endpoint.url, '{ categories { name } }', extensions)).not.toHaveProperty('extensions');
    },
  );

  test('can be asked for by GET', async () => {
    const search = new URLSearchParams({ query: '{ categories { name } }', extensions: '{"sparql":true}' });
    const response = await fetch(`${endpoint.url}?${search.toString()}`, {
      headers: { 'apollo-require-preflight': 'yes' },
    });
    expect(((await response.json()) as { extensions: unknown }).extensions).toEqual({ sparql: [] });
  });

  test('is noted behind awaits, and nowhere else', async () => {
    const store = await smallStore();
    const query = sparql`SELECT ?s WHERE { GRAPH ${iri(HUB.vocabularyGraph)} { ?s ?p ?o } } ORDER BY ?s LIMIT 1`;
    const noted = await traceQueries(async () => {
      await store.select(query, { s: asIri });
      return tracedQueries();
    });
    await store.select(query, { s: asIri });
    expect(noted).toEqual([query.text]);
    expect(tracedQueries()).toEqual([]);
    await store.close();
  });

  test('of one request is not that of another beside it, nor ended by it', async () => {
    const store = await smallStore();
    const query = sparql`SELECT ?s WHERE { GRAPH ${iri(HUB.vocabularyGraph)} { ?s ?p ?o } } ORDER BY ?s LIMIT 1`;
    const ask = (times: number) =>
      traceQueries(async () => {
        for (let time = 0; time < times; time++) await store.select(query, { s: asIri });
        await new Promise((resolve) => setImmediate(resolve));
        return tracedQueries().length;
      });
    expect(await Promise.all([ask(1), ask(5), ask(0)])).toEqual([1, 5, 0]);
    expect(await ask(2)).toBe(2);
    await store.close();
  });
});
