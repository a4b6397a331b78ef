import { afterAll, beforeAll, expect, test } from 'vitest';
import { HubError } from '../../src/errors.ts';
import { openEndpoint, smallVocabulary, type TestEndpoint } from './fixture.ts';

let endpoint: TestEndpoint;
beforeAll(async () => {
  endpoint = await openEndpoint();
});
afterAll(() => endpoint.close());

test('a term has its category and the rows of its template, those of its nodes behind them', async () => {
  const { body } = await endpoint.query(`{ term(name: "active_power-kW") {
    name iri label description datatype unit quantityKind example category { name label } semantics { parameter subject predicate object } } }`);
  expect(body.data.term).toEqual({
    name: 'active_power-kW',
    iri: 'http://hub.example/vocabulary/active_power-kW',
    label: 'active_power-kW',
    description: 'What active_power-kW says.',
    datatype: 'xsd:double',
    unit: null,
    quantityKind: null,
    example: '1.50',
    category: { name: 'power', label: 'power' },
    semantics: [
      { parameter: 'active_power-kW', subject: 'active_power-kW', predicate: 'rdf:type', object: 'sosa:Observation' },
      {
        parameter: 'active_power-kW',
        subject: 'active_power-kW',
        predicate: 'sosa:hasResult',
        object: '?active_power_kW_result',
      },
      {
        parameter: 'active_power-kW',
        subject: '?active_power_kW_result',
        predicate: 'qudt:numericValue',
        object: '$active_power-kW',
      },
    ],
  });
});

test.each(['no such term', '', '__proto__', 'constructor'])('a term that does not exist is null: %j', async (name) => {
  const answer = await endpoint.query('query ($name: String!) { term(name: $name) { iri } }', { name });
  expect(answer).toMatchObject({ status: 200, body: { data: { term: null } } });
});

const PAGE = `query ($first: Int, $after: String, $category: String) { terms(first: $first, after: $after, category: $category) {
  totalCount nodes { name } edges { cursor node { name } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;

test('pages of terms follow each other without a gap', async () => {
  const names: string[] = [];
  let after: string | null = null;
  for (let page = 0; page < 3; page++) {
    const { body } = await endpoint.query(PAGE, { first: 2, after });
    const { nodes, edges, pageInfo, totalCount } = body.data.terms;
    names.push(...nodes.map((node: { name: string }) => node.name));
    expect(edges.map((edge: { node: unknown }) => edge.node)).toEqual(nodes);
    expect(totalCount).toBe(5);
    expect(pageInfo).toEqual({
      hasNextPage: page < 2,
      hasPreviousPage: page > 0,
      startCursor: edges[0].cursor,
      endCursor: edges.at(-1).cursor,
    });
    after = pageInfo.endCursor;
  }
  expect(names).toEqual([...smallVocabulary.terms.keys()]);
});

test('a page goes on rightly when the term of its cursor is gone', async () => {
  const { body } = await endpoint.query(PAGE, { first: 2 });
  const cursor = body.data.terms.pageInfo.endCursor;
  const terms = new Map(smallVocabulary.terms);
  terms.delete('comment');
  const later = await openEndpoint({ vocabulary: () => ({ ...smallVocabulary, terms }) });
  const next = await later.query(PAGE, { first: 2, after: cursor });
  await later.close();
  expect(next.body.data.terms.nodes).toEqual([{ name: 'price-EUR_per_MWh' }, { name: 'rated_power-kW' }]);
});

test('a category filters, and one that does not exist has no terms', async () => {
  const power = await endpoint.query(PAGE, { category: 'power' });
  expect(power.body.data.terms.nodes).toEqual([
    { name: 'active_power-kW' },
    { name: 'rated_power-kW' },
    { name: 'voltage-V' },
  ]);
  const none = await endpoint.query(PAGE, { category: 'unknown' });
  expect(none.body.data.terms).toEqual({
    totalCount: 0,
    nodes: [],
    edges: [],
    pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
  });
});

test.each([
  ['a first below 0', { first: -1 }],
  ['a first above 500', { first: 501 }],
  ['an after that is no cursor', { after: 'voltage-V' }],
  ['an after of other bytes', { after: 'bmFtZTp4!' }],
])('%s is INVALID_OPTION', async (_name, variables) => {
  const { body } = await endpoint.query(PAGE, variables);
  expect(body.errors[0].extensions.code).toBe('INVALID_OPTION');
});

test('categories and prefixes are listed whole', async () => {
  const { body } = await endpoint.query('{ categories { name iri label description } prefixes { prefix namespace } }');
  expect(body.data).toEqual({ categories: smallVocabulary.categories, prefixes: smallVocabulary.prefixes });
});

test('a request reads one version of the vocabulary, whatever is loaded meanwhile', async () => {
  let asked = 0;
  const counting = await openEndpoint({
    vocabulary: () => {
      asked++;
      return smallVocabulary;
    },
  });
  asked = 0;
  await counting.query(
    '{ terms { nodes { category { name } semantics { object } } } categories { name } prefixes { prefix } }',
  );
  await counting.close();
  expect(asked).toBe(1);
});

test('without a registry the vocabulary is REGISTRY_UNAVAILABLE', async () => {
  const down = await openEndpoint({
    vocabulary: () => {
      throw new HubError('registry-unavailable', 'The registry cannot be read.');
    },
  });
  const { body } = await down.query('{ categories { name } }');
  await down.close();
  expect(body.errors[0].extensions.code).toBe('REGISTRY_UNAVAILABLE');
});
