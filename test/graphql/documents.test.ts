import { afterEach, describe, expect, test } from 'vitest';
import type { Documents } from '../../src/documents/documents.ts';
import { HubError, type ErrorCode, type ErrorDetails } from '../../src/errors.ts';
import { echoDocuments, openEndpoint, smallVocabulary, TextOutput, type TestEndpoint } from './fixture.ts';

let endpoint: TestEndpoint | undefined;
afterEach(async () => {
  await endpoint?.close();
  endpoint = undefined;
});

const EMBED =
  'query ($document: String!, $base: String) { embedDocument(document: $document, base: $base) { document describedCount report { described } } }';
const CONVERT = `query ($document: String!) {
  convertDocument(document: $document) { rdf mediaType triples describedCount unmapped warningCount warnings { code key pointer count message } }
}`;

function failing(error: unknown): Documents {
  return {
    ...echoDocuments,
    embed: async () => {
      throw error;
    },
  };
}

test('a document reaches the converter byte for byte', async () => {
  endpoint = await openEndpoint();
  const document = '{"a": 1.50, "b":9007199254740993,\n "ü": "\\ud83d\\ude00 \\u0000 \u{1f600}", "__proto__": 1e400}';
  const { body } = await endpoint.query(EMBED, { document, base: 'http://example.org/id#' });
  expect(body).toEqual({ data: { embedDocument: { document, describedCount: 1, report: { described: ['a'] } } } });
});

test('a conversion has its counts and the whole list of warnings', async () => {
  endpoint = await openEndpoint();
  const { body } = await endpoint.query(CONVERT, { document: '{}' });
  const { rdf, ...rest } = body.data.convertDocument;
  expect(JSON.parse(rdf)).toEqual({
    body: '{}',
    format: 'ttl',
    residue: null,
    semantics: 'block',
    base: null,
    skolemize: false,
    align: true,
    maxArrayItems: 0,
    maxListed: 1000,
    source: null,
  });
  expect(rest).toEqual({
    mediaType: 'text/turtle',
    triples: 1,
    describedCount: 2,
    unmapped: ['c'],
    warningCount: 4,
    warnings: [
      { code: 'DATATYPE_MISMATCH', key: 'a', pointer: '/a', count: 3, message: 'A mismatch.' },
      { code: 'NESTED_ARRAY', key: 'b', pointer: '/b/0', count: 1, message: 'An array.' },
    ],
  });
});

test('every option reaches the converter, and null means the default', async () => {
  endpoint = await openEndpoint();
  const query = `query ($semantics: SemanticsSource, $format: RdfFormat, $base: String, $skolemize: Boolean, $align: Boolean, $max: Int) {
    convertDocument(document: "{}", semantics: $semantics, format: $format, base: $base, skolemize: $skolemize, align: $align, maxArrayItems: $max) { rdf mediaType }
  }`;
  const given = {
    semantics: 'REGISTRY',
    format: 'JSON_LD',
    base: 'https://example.org/',
    skolemize: true,
    align: false,
    max: 7,
  };
  const { body } = await endpoint.query(query, given);
  expect(body.data.convertDocument.mediaType).toBe('application/ld+json');
  expect(JSON.parse(body.data.convertDocument.rdf)).toMatchObject({
    semantics: 'registry',
    format: 'jsonld',
    base: 'https://example.org/',
    skolemize: true,
    align: false,
    maxArrayItems: 7,
    maxListed: 1000,
  });
  const nulls = await endpoint.query(query, {
    semantics: null,
    format: null,
    base: null,
    skolemize: null,
    align: null,
    max: null,
  });
  expect(JSON.parse(nulls.body.data.convertDocument.rdf)).toMatchObject({
    semantics: 'block',
    format: 'ttl',
    base: null,
    skolemize: false,
    align: true,
  });
});

describe('options that are wrong', () => {
  test.each([
    ['a base without http', EMBED, { document: '{}', base: 'ftp://example.org/' }],
    ['a base without an end', EMBED, { document: '{}', base: 'http://example.org/id' }],
    ['a base that is no IRI', EMBED, { document: '{}', base: 'http://exa mple.org/' }],
    [
      'a negative number of items',
      'query ($document: String!) { convertDocument(document: $document, maxArrayItems: -1) { rdf } }',
      { document: '{}' },
    ],
  ])('%s is INVALID_OPTION', async (_name, query, variables) => {
    endpoint = await openEndpoint();
    const { body } = await endpoint.query(query, variables);
    expect(body.errors[0].extensions).toMatchObject({
      code: 'INVALID_OPTION',
      type: 'http://hub.example/problems/invalid-option',
    });
  });

  test('a text with half of a surrogate pair is refused, for UTF-8 would change it', async () => {
    endpoint = await openEndpoint();
    const { body } = await endpoint.query(EMBED, { document: '{"a":"\ud800"}' });
    expect(body.errors[0].extensions.code).toBe('NOT_UTF8');
  });
});

test('the limits of a document are those of REST, in bytes of UTF-8', async () => {
  endpoint = await openEndpoint();
  const ofBytes = (bytes: number) => `"${'ü'.repeat((bytes - 2) / 2)}"`;
  const five = 5 * 1024 * 1024;
  expect((await endpoint.query(CONVERT, { document: ofBytes(five) })).body.errors).toBeUndefined();
  expect((await endpoint.query(CONVERT, { document: ofBytes(five + 2) })).body.errors[0].extensions.code).toBe(
    'BODY_TOO_LARGE',
  );
  expect((await endpoint.query(EMBED, { document: ofBytes(2 * five) })).body.errors).toBeUndefined();
  expect((await endpoint.query(EMBED, { document: ofBytes(2 * five + 2) })).body.errors[0].extensions.code).toBe(
    'BODY_TOO_LARGE',
  );
});

test('an expected failure has its code in upper snake case and every detail', async () => {
  const details = {
    key: 'a',
    piece: 'x:y',
    pointer: '/a/0',
    offset: 5,
    line: 2,
    column: 3,
    notTerms: ['b'],
    termsWithoutSemantics: ['c'],
    hint: 'Rename.',
  };
  endpoint = await openEndpoint({
    documents: failing(new HubError('not-all-terms', 'Two keys are no terms.', details)),
  });
  const { status, body } = await endpoint.query(EMBED, { document: '{}' });
  expect(status).toBe(200);
  expect(body.errors[0]).toMatchObject({
    message: 'Two keys are no terms.',
    path: ['embedDocument'],
    extensions: { code: 'NOT_ALL_TERMS', type: 'http://hub.example/problems/not-all-terms', ...details },
  });
  expect(endpoint.logged).toEqual([]);
});

test.each<[string, unknown]>([
  ['a bug', new TypeError('secret is undefined at /srv/hub/dist/mapping/convert.js')],
  ['an internal error', new HubError('internal', 'secret')],
  ['a thrown string', 'secret'],
])('%s is masked, and logged once with the reference that the client gets', async (_name, error) => {
  endpoint = await openEndpoint({ documents: failing(error) });
  const { body } = await endpoint.query(EMBED, { document: '{}' });
  expect(JSON.stringify(body)).not.toMatch(/secret|stack|node_modules|\.ts/);
  expect(body.errors[0].extensions).toEqual({ code: 'INTERNAL_SERVER_ERROR', reference: 'request-1' });
  expect(endpoint.logged).toHaveLength(1);
  expect(endpoint.logged[0]).toMatchObject({ requestId: 'request-1', path: ['embedDocument'] });
  expect(JSON.stringify(endpoint.logged[0])).toContain('secret');
});

test('why the hub could not do it is logged with the id of the request', async () => {
  const full = new HubError('converter-busy', 'There is no room.', {}, new Error('ENOSPC'));
  endpoint = await openEndpoint({ documents: failing(full) });
  const { body } = await endpoint.query(EMBED, { document: '{}' });
  expect(body.errors[0].extensions.code).toBe('CONVERTER_BUSY');
  expect(endpoint.logged).toMatchObject([{ requestId: 'request-1', code: 'converter-busy', msg: 'There is no room.' }]);
});

test('each document is charged, and an answer that is nothing but the refusal is 429', async () => {
  let charged = 0;
  endpoint = await openEndpoint({
    chargeDocumentRequest: async () => {
      if (++charged > 2) throw new HubError('rate-limited', 'Too many.', { retryAfterSeconds: 17 });
    },
  });
  const two = '{ a: embedDocument(document: "{}") { describedCount } b: convertDocument(document: "{}") { triples } }';
  expect((await endpoint.query(two)).status).toBe(200);
  expect(charged).toBe(2);
  const { status, headers, body } = await endpoint.query(EMBED, { document: '{}' });
  expect([status, headers.get('retry-after')]).toEqual([429, '17']);
  expect(body.errors[0].extensions).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 17 });
  expect((await endpoint.query('{ term(name: "comment") { name } }')).status).toBe(200);
  expect(charged).toBe(3);
});

test('a large request is charged before it is read, and its document not again', async () => {
  let charged = 0;
  endpoint = await openEndpoint({
    chargeDocumentRequest: async () => {
      if (++charged > 2) throw new HubError('rate-limited', 'Too many.', { retryAfterSeconds: 17 });
    },
  });
  const document = ' '.repeat(100_000);
  expect((await endpoint.query(EMBED, { document })).status).toBe(200);
  expect(charged).toBe(1);
  expect((await endpoint.query('{ __typename }', { document })).status).toBe(200);
  expect(charged).toBe(2);
  const { status, headers, body } = await endpoint.query('{ __typename }', { document });
  expect([status, headers.get('retry-after'), body.errors[0].extensions.code]).toEqual([429, '17', 'RATE_LIMITED']);
});

test.each<[ErrorCode, ErrorDetails, string]>([
  ['converter-busy', { retryAfterSeconds: 2 }, '2'],
  ['registry-unavailable', {}, '5'],
])('%s is 503 with Retry-After', async (code, details, seconds) => {
  endpoint = await openEndpoint({ documents: failing(new HubError(code, 'Later.', details)) });
  const { status, headers } = await endpoint.query(EMBED, { document: '{}' });
  expect([status, headers.get('retry-after')]).toEqual([503, seconds]);
});

describe('the outputs of conversions', () => {
  function documentsOf(outputs: TextOutput[], size: number): Documents {
    return {
      ...echoDocuments,
      embed: async (body, options, caller) => {
        const output = new TextOutput('x'.repeat(size));
        outputs.push(output);
        return { ...(await echoDocuments.embed(body, options, caller)), output };
      },
    };
  }

  test('are read once however often the text is asked for, and freed when it is not', async () => {
    const outputs: TextOutput[] = [];
    endpoint = await openEndpoint({ documents: documentsOf(outputs, 10) });
    await endpoint.query('{ embedDocument(document: "{}") { a: document b: document } }');
    await endpoint.query('{ embedDocument(document: "{}") { describedCount } }');
    expect(outputs.map((output) => output.reads)).toEqual([1, 0]);
    expect(outputs.every((output) => output.disposals > 0)).toBe(true);
  });

  test('have one bound for all clients, and its room comes back when they have read', async () => {
    endpoint = await openEndpoint({ documents: documentsOf([], 600), maxHeldAnswerBytes: 1000 });
    const one = '{ embedDocument(document: "{}") { document } }';
    for (let request = 0; request < 5; request++) expect((await endpoint.query(one)).status).toBe(200);
    const { status, headers, body } = await endpoint.query(
      '{ a: embedDocument(document: "{}") { document } b: embedDocument(document: "{}") { document } }',
    );
    expect([status, headers.get('retry-after'), body.errors[0].extensions.code]).toEqual([503, '5', 'CONVERTER_BUSY']);
    expect((await endpoint.query(one)).status).toBe(200);
  });

  test('have one limit together, and the refusal names the way round it', async () => {
    const outputs: TextOutput[] = [];
    endpoint = await openEndpoint({ documents: documentsOf(outputs, 600), maxAnswerBytes: 1000 });
    const one = await endpoint.query('{ embedDocument(document: "{}") { document } }');
    expect(one.body.errors).toBeUndefined();
    const two = await endpoint.query(
      '{ a: embedDocument(document: "{}") { document } b: embedDocument(document: "{}") { document } }',
    );
    expect(two.body.errors[0].extensions).toMatchObject({
      code: 'ANSWER_TOO_LARGE',
      hint: expect.stringContaining('POST /api/'),
    });
    expect(outputs.every((output) => output.disposals > 0)).toBe(true);
  });
});

describe('a text that is asked for by several names', () => {
  const CHARACTERS = 600;
  const text = `"${'x'.repeat(CHARACTERS - 2)}"`;
  type Ask = (asked: string) => string;
  const TEXTS: Record<string, (ask: Ask) => string> = {
    'a described document': (ask) => `embedDocument(document: $text) { ${ask('document')} }`,
    'the RDF of a document': (ask) => `convertDocument(document: $text) { ${ask('rdf')} }`,
    'a restored document': (ask) => `restoreDocuments(graph: $text) { ${ask('document')} }`,
    'a list of keys': (ask) => `convertDocument(document: $text) { ${ask('unmapped')} }`,
    'a list of findings': (ask) => `validateDocument(document: $text) { ${ask('findings { key }')} }`,
    'what a finding has': (ask) => `validateDocument(document: $text) { findings { ${ask('key')} } }`,
    'a report': (ask) => `validateDocument(document: $text) { ${ask('report(format: GITHUB)')} }`,
  };
  const documents: Documents = {
    ...echoDocuments,
    convert: async (...asked) => ({ ...(await echoDocuments.convert(...asked)), unmapped: [text] }),
  };
  const ask = (textOf: (ask: Ask) => string, names: string[]) =>
    endpoint!.query(
      `query ($text: String!) { ${textOf((asked) => names.map((name) => `${name}: ${asked}`).join(' '))} }`,
      { text },
    );

  test.each(Object.entries(TEXTS))('counts each time: %s', async (_name, textOf) => {
    endpoint = await openEndpoint({ documents, maxAnswerBytes: 2 * CHARACTERS + 300 });
    expect((await ask(textOf, ['a'])).body.errors).toBeUndefined();
    const { body } = await ask(textOf, ['a', 'b', 'c']);
    expect(body.errors[0].extensions.code).toBe('ANSWER_TOO_LARGE');
  });

  test('has room in memory each time, which comes back', async () => {
    endpoint = await openEndpoint({ documents, maxHeldAnswerBytes: 2 * CHARACTERS + 300 });
    for (const textOf of Object.values(TEXTS)) {
      for (let request = 0; request < 3; request++) expect((await ask(textOf, ['a'])).body.errors).toBeUndefined();
      expect((await ask(textOf, ['a', 'b', 'c'])).body.errors[0].extensions.code).toBe('CONVERTER_BUSY');
    }
  });
});

test('a client that goes away aborts the conversion', async () => {
  let aborted: (() => void) | undefined;
  const seen = new Promise<void>((resolve) => (aborted = resolve));
  const client = new AbortController();
  endpoint = await openEndpoint({
    documents: {
      ...echoDocuments,
      embed: (_body, _options, { signal }) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => {
            aborted?.();
            reject(signal.reason as Error);
          });
          client.abort();
        }),
    },
  });
  const request = fetch(endpoint.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: EMBED, variables: { document: '{}' } }),
    signal: client.signal,
  });
  await expect(request).rejects.toThrow(/abort/i);
  await seen;
  expect(endpoint.logged).toEqual([]);
});

test('a check has its findings, and reports of them', async () => {
  endpoint = await openEndpoint();
  const { body } = await endpoint.query(
    `query ($document: String!) {
      validateDocument(document: $document, lenient: true) {
        worst errorCount noteCount triples findings { level code key places { pointer line } }
        report(format: TEXT, file: "a.json")
        github: report(format: GITHUB)
      }
    }`,
    { document: '{"a":1}' },
  );
  expect(body).toEqual({
    data: {
      validateDocument: {
        worst: 'NOTE',
        errorCount: 0,
        noteCount: 1,
        triples: 7,
        findings: [{ level: 'NOTE', code: 'not-a-term', key: '{"a":1}', places: [{ pointer: '/a', line: 1 }] }],
        report: 'a.json:1:2: note: It is none. [not-a-term]\n',
        github: '::notice file=document.json,line=1,col=2,title=not-a-term ({"a"%3A1})::It is none.\n',
      },
    },
  });
});

test.each([
  ['lists of findings', `{ validateDocument(document: "{}") { ${names('findings { code }', 25)} } }`, 25],
  ['reports', `{ validateDocument(document: "{}") { ${names('report(format: TEXT)', 25)} } }`, 25],
  ['artefacts', `{ ${names('artefact(kind: JSON_SCHEMA, parameters: ["a"], lenient: true) { text }', 4)} }`, 4],
])('%s leave others a turn between one and the next', async (_, query, count) => {
  let turns = 0;
  let counting: NodeJS.Immediate | undefined;
  const turn = (): void => {
    turns++;
    counting = setImmediate(turn);
  };
  const begin = (): void => {
    counting ??= setImmediate(turn);
  };
  endpoint = await openEndpoint({
    documents: {
      ...echoDocuments,
      check: async (...args) => {
        begin();
        return echoDocuments.check(...args);
      },
    },
    vocabulary: () => {
      begin();
      return smallVocabulary;
    },
  });
  const { body } = await endpoint.query(query);
  clearImmediate(counting);
  expect(body.errors).toBeUndefined();
  expect(turns).toBeGreaterThanOrEqual(count);
});

/** A selection under so many names. */
function names(selection: string, count: number): string {
  return Array.from({ length: count }, (_, at) => `a${at}: ${selection}`).join(' ');
}
