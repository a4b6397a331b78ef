import { getStitchedSchemaFromSupergraphSdl } from '@graphql-tools/federation';
import { composeServices } from '@theguild/federation-composition';
import { buildSchema, execute, parse, print, type GraphQLSchema } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/create-test-app.ts';
import { sharedHub } from '../support/shared-hub.ts';

/** The schema of another team, whose readings cite terms, units and categories, and which has nodes and pages of its own. */
const TYPES = `
  interface Node { id: ID! }
  type Reading implements Node { id: ID! value: String! term: Term unit: Unit category: Category }
  type ReadingConnection { nodes: [Reading!]! pageInfo: PageInfo! }
  type Query { node(id: ID!): Node readings: ReadingConnection! }
`;
const SUBGRAPH = `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key", "@shareable"])
  ${TYPES}
  type Term @key(fields: "name", resolvable: false) { name: String! }
  type Unit @key(fields: "iri", resolvable: false) { iri: String! }
  type Category @key(fields: "name", resolvable: false) { name: String! }
  type PageInfo @shareable { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }
`;
const TERM_NAMES = ['active_power-kW', 'voltage-V', 'frequency-Hz', 'state_of_charge-percent'];
const READINGS = {
  nodes: Array.from({ length: 100 }, (_, at) => ({
    id: String(at),
    value: String(at),
    term: { __typename: 'Term', name: TERM_NAMES[at % TERM_NAMES.length] },
    unit: { __typename: 'Unit', iri: 'http://qudt.org/vocab/unit/KiloW' },
    category: { __typename: 'Category', name: 'power' },
  })),
  pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
};

let hub: TestApp;
beforeAll(async () => {
  hub = await createTestApp({ config: { isSubgraph: true } });
});
afterAll(() => hub?.stop());

interface Answer {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: ReadonlyArray<{ readonly message: string; readonly extensions: Readonly<Record<string, unknown>> }>;
}

async function ask(url: string, query: string, variables: unknown = {}): Promise<Answer> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  return (await response.json()) as Answer;
}

const referTo = (...representations: unknown[]): Promise<Answer> =>
  ask(
    hub.url,
    `query ($representations: [_Any!]!) {
      _entities(representations: $representations) {
        __typename
        ... on Term { name unit }
        ... on Unit { iri notation ucum unece }
        ... on Category { name iri }
      }
    }`,
    { representations },
  );

test('a gateway joins a hundred readings of another subgraph with what they cite, and asks the hub once', async () => {
  const { data } = await ask(hub.url, '{ _service { sdl } }');
  const { sdl } = data!['_service'] as { readonly sdl: string };
  const composed = composeServices([
    { name: 'hub', typeDefs: parse(sdl) },
    { name: 'readings', typeDefs: parse(SUBGRAPH) },
  ]);
  expect(composed.errors ?? []).toEqual([]);

  const ofReadings = buildSchema(
    `${TYPES} type Term { name: String! } type Unit { iri: String! } type Category { name: String! }
    type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }`,
  );
  const asked: string[] = [];
  const supergraph: GraphQLSchema = getStitchedSchemaFromSupergraphSdl({
    supergraphSdl: composed.supergraphSdl!,
    batch: true,
    onSubschemaConfig: (subschema) => {
      subschema.executor = ({ document, variables }) => {
        if (subschema.name !== 'HUB')
          return execute({ schema: ofReadings, document, rootValue: { readings: READINGS } }) as never;
        asked.push(print(document));
        return ask(hub.url, print(document), variables) as never;
      };
    },
  });
  const joined = await execute({
    schema: supergraph,
    document: parse('{ readings { nodes { id term { label unit } unit { notation } category { label } } } }'),
  });
  expect(joined.errors).toBeUndefined();
  const { nodes } = joined.data!['readings'] as { readonly nodes: readonly unknown[] };
  expect(nodes).toHaveLength(100);
  expect(nodes[41]).toEqual({
    id: '41',
    term: { label: 'Voltage (V)', unit: 'http://qudt.org/vocab/unit/V' },
    unit: { notation: 'kW' },
    category: { label: 'Power' },
  });
  expect(asked).toHaveLength(1);
});

test('what references name comes in their order; null for what the vocabulary does not have', async () => {
  const { data } = await ask(hub.url, '{ term(name: "voltage-V") { iri category { iri } } }');
  const { iri, category } = data!['term'] as { readonly iri: string; readonly category: { readonly iri: string } };
  const answer = await referTo(
    { __typename: 'Term', name: 'active_power-kW' },
    { __typename: 'Term', name: 'no_term' },
    { __typename: 'Term', iri },
    { __typename: 'Term', iri: 'http://elsewhere.example/voltage-V' },
    { __typename: 'Category', iri: category.iri },
    { __typename: 'Unit', iri: 'http://qudt.org/vocab/unit/KiloW' },
    { __typename: 'Unit', iri: 'kW' },
    { __typename: 'Term', iri },
  );
  expect(answer.errors).toBeUndefined();
  const voltage = { __typename: 'Term', name: 'voltage-V', unit: 'http://qudt.org/vocab/unit/V' };
  expect(answer.data!['_entities']).toEqual([
    { __typename: 'Term', name: 'active_power-kW', unit: 'http://qudt.org/vocab/unit/KiloW' },
    null,
    voltage,
    null,
    { __typename: 'Category', name: 'electrical', iri: category.iri },
    { __typename: 'Unit', iri: 'http://qudt.org/vocab/unit/KiloW', notation: 'kW', ucum: ['kW'], unece: ['KWT'] },
    null,
    voltage,
  ]);
});

test.each([
  ['a type that has no key', { __typename: 'Prefix', prefix: 'qudt' }],
  ['no key', { __typename: 'Term', label: 'voltage' }],
  ['a key that is no text', { __typename: 'Unit', iri: 7 }],
  ['no type', { iri: 'http://qudt.org/vocab/unit/V' }],
  ['a text', 'voltage-V'],
])('a reference with %s is refused, and told what there is', async (_words, representation) => {
  const { errors } = await referTo({ __typename: 'Term', name: 'voltage-V' }, representation);
  expect(errors).toMatchObject([
    {
      message: 'representations[1] refers to nothing that this subgraph knows.',
      extensions: {
        code: 'INVALID_OPTION',
        hint: 'It has __typename and a key: Term by iri or name, Category by iri or name, Unit by iri.',
      },
    },
  ]);
});

test('references have a bound, as lists do', async () => {
  const many = Array.from({ length: 15_000 }, () => ({ __typename: 'Unit', iri: 'x' }));
  expect((await referTo(...many)).errors).toMatchObject([{ extensions: { code: 'QUERY_LIMIT_EXCEEDED' } }]);
});

test('without the setting, a hub is no subgraph', async () => {
  const { errors } = await ask((await sharedHub()).url, '{ _service { sdl } }');
  expect(errors).toMatchObject([{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }]);
});
