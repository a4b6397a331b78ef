import { expect, test } from 'vitest';
import { MAX_LISTED } from '../../src/graphql/request/limits.ts';
import { sharedHub } from '../support/shared-hub.ts';

const KEYS = 20_000;
const keys = Array.from({ length: KEYS }, (_, at) => `?unknown${at}`);
const document = `{${keys.map((key) => `"${key}":1`).join(',')}}`;
const first = keys.slice(0, MAX_LISTED);

async function ask(query: string, document: string): Promise<unknown> {
  const { url } = await sharedHub();
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query, variables: { document } }),
  });
  return answer.json();
}

test('a report tells the first thousand of many unknown keys, and counts the others', async () => {
  const query =
    'query ($document: String!) { embedDocument(document: $document) { describedCount report { undescribed notTerms omitted } } }';
  expect(await ask(query, document)).toEqual({
    data: {
      embedDocument: {
        describedCount: 0,
        report: { undescribed: first, notTerms: first, omitted: 2 * (KEYS - MAX_LISTED) },
      },
    },
  });
});

test('a conversion tells the first thousand of many warnings, and counts all', async () => {
  const described = document.replace('{', '{"@semantic":{"@context":{}},');
  const query = `query ($document: String!) {
    convertDocument(document: $document) { unmapped warningCount warnings { key } omitted }
  }`;
  expect(await ask(query, described)).toEqual({
    data: {
      convertDocument: {
        unmapped: first,
        warningCount: KEYS,
        warnings: first.map((key) => ({ key })),
        omitted: 2 * (KEYS - MAX_LISTED),
      },
    },
  });
});

test('the error that names unknown keys has the first thousand, and counts the others', async () => {
  const query = 'query ($document: String!) { convertDocument(document: $document, semantics: REGISTRY) { triples } }';
  expect(await ask(query, document)).toMatchObject({
    data: null,
    errors: [{ extensions: { code: 'NOT_ALL_TERMS', notTerms: first, omitted: KEYS - MAX_LISTED } }],
  });
});

test('of restored documents the first thousand notes are told, and the others counted, document by document', async () => {
  const query =
    'query ($document: String!) { restoreDocuments(graph: $document, format: N_TRIPLES) { notes { code } omitted } }';
  const triples = (root: string, keys: number): string =>
    Array.from({ length: keys }, (_, i) =>
      ['a', 'b'].map((text) => `_:${root} <https://hub.example/id/k${i}> "${text}" .\n`).join(''),
    ).join('');
  const { data } = (await ask(query, triples('a', 300) + triples('b', 1500) + triples('c', 1))) as {
    readonly data: { readonly restoreDocuments: readonly { readonly notes: unknown[]; readonly omitted: number }[] };
  };
  const [one, other, last] = data.restoreDocuments;
  expect(one!.omitted).toBe(0);
  expect(one!.notes.length).toBeGreaterThan(300);
  expect(one!.notes.length + other!.notes.length).toBe(MAX_LISTED);
  expect(other!.notes.length + other!.omitted).toBeGreaterThan(1500);
  expect(last!.notes).toEqual([]);
  expect(last!.omitted).toBeGreaterThan(1);
});
