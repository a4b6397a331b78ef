import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HubClient, HubProblem, type HubClientOptions, type RdfFormat } from '../../src/client/library.ts';
import { createTestApp } from '../support/create-test-app.ts';
import { readFixture } from '../support/fixtures.ts';
import { sharedHub, type SharedHub } from '../support/shared-hub.ts';
import { answering, answeringJson, cutting, failureOf, silent, type Misbehaviour, type Seen } from './test-platform.ts';

const READING = '{"timestamp":"2026-03-01T10:15:00Z","device_id":"inverter-7","active_power-kW":812.40}';
const OPEN = '{"timestamp":"2026-03-01T10:15:00Z","comment":"new","U_L1":231.40}';
const BASE = 'https://plant.example/id/';
const FORMATS: RdfFormat[] = ['ttl', 'nt', 'rdf', 'jsonld'];

let app: SharedHub;
let hub: HubClient;
beforeAll(async () => {
  app = await sharedHub();
  hub = new HubClient(`${app.url}/`);
}, 60_000);

/** What the hub answers to a request that this client has no part in. */
async function ask(path: string, body?: string): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  return (await fetch(app.url + path, body === undefined ? {} : { method: 'POST', body, headers })).text();
}

describe('embed', () => {
  test('gives the bytes of the hub, and its headers as fields', async () => {
    const { body, requestId, ...facts } = await hub.embed(OPEN, { base: BASE });
    expect(facts).toEqual({
      described: 1,
      undescribed: ['comment', 'U_L1'],
      isUndescribedTruncated: false,
      source: null,
      isRestructured: false,
    });
    expect(requestId).toMatch(/./);
    expect(await body.text()).toBe(await ask(`/api/semantic?base=${BASE}`, OPEN));
  });

  test('decodes keys of any kind, and tells when there are more of them', async () => {
    const keys = ['a,b', '100 %', 'Größe', '🔋', ''];
    const { undescribed } = await hub.embed(Object.fromEntries(keys.map((key) => [key, 1])));
    expect(undescribed).toEqual(keys);
    const many = await hub.embed(Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`my_key_${i}`, i])));
    expect(many.isUndescribedTruncated).toBe(true);
    expect(many.undescribed.length).toBeGreaterThan(100);
    expect(many.undescribed.every((key, i) => key === `my_key_${i}`)).toBe(true);
  });

  test('takes text, bytes, a blob, a stream and a value', async () => {
    const bytes = new TextEncoder().encode(READING);
    const documents = [READING, bytes, new Blob([bytes]), new Blob([bytes]).stream(), JSON.parse(READING) as object];
    for (const document of documents) expect((await hub.embed(document)).described).toBe(3);
    expect(await (await hub.embed(READING)).body.text()).toContain('812.40');
    expect((await hub.embed({ getReader: 1, arrayBuffer: 2 })).undescribed).toEqual(['getReader', 'arrayBuffer']);
  });

  test('gives a report when it is asked for one', async () => {
    const { document, report } = await hub.embedWithReport(OPEN);
    expect(Object.keys(document)).toEqual(['@semantic', 'timestamp', 'comment', 'U_L1']);
    expect(report).toMatchObject({ described: ['timestamp'], notTerms: ['U_L1'], termsWithoutSemantics: ['comment'] });
  });
});

describe('a document of a source', () => {
  const INVERTER = readFixture('sources/fronius/meter_and_storage.json');

  test('is described by it, and the answer names it', async () => {
    for (const source of ['fronius', 'auto']) {
      const { body, ...facts } = await hub.embed(INVERTER, { source });
      expect(facts).toMatchObject({ source: 'fronius', isRestructured: true });
      expect(await body.text()).toBe(await ask(`/api/semantic?source=${source}`, INVERTER));
    }
    const plain = await hub.embed(INVERTER, { source: 'fronius', restructure: false });
    expect(plain).toMatchObject({ source: 'fronius', isRestructured: false });
    expect(await plain.body.text()).toBe(await ask('/api/semantic?source=fronius&restructure=false', INVERTER));
    expect(await hub.embedWithReport(INVERTER, { source: 'fronius' })).toMatchObject({
      source: 'fronius',
      isRestructured: true,
      report: { described: expect.arrayContaining(['Body.Data.0.PowerReal_P_Sum']) as unknown },
    });
    expect(await hub.embedWithReport(READING, { source: 'auto' })).toMatchObject({
      source: null,
      isRestructured: false,
    });
  });

  test('is converted by it', async () => {
    const { body, ...facts } = await hub.convertTerms(INVERTER, { format: 'nt', source: 'fronius' });
    expect(facts).toMatchObject({ source: 'fronius', isRestructured: true });
    expect(await body.text()).toBe(await ask('/api/json-to-rdf?format=nt&source=fronius', INVERTER));
    await expect(hub.convertTerms(INVERTER, { source: 'nobody' })).rejects.toThrow('nobody');
  });

  test('has a source that the hub lists', async () => {
    const sources = await hub.sources();
    expect(sources.find(({ source }) => source === 'fronius')).toMatchObject({
      title: expect.stringContaining('Fronius') as unknown,
      partOf: null,
      keys: expect.any(Number) as unknown,
      described: expect.any(Number) as unknown,
    });
    expect(sources.filter(({ partOf }) => partOf === 'smard').length).toBeGreaterThan(1);
  });
});

describe('a conversion', () => {
  test.each(FORMATS)('gives the bytes of the hub in %s, and its headers as fields', async (format) => {
    const { body, requestId: _, ...facts } = await hub.convertTerms(READING, { format, skolemize: true, base: BASE });
    expect(facts).toMatchObject({
      described: 3,
      unmapped: [],
      isUnmappedTruncated: false,
      warnings: 0,
      warningCodes: {},
    });
    expect(facts.triples).toBeGreaterThan(10);
    expect(await body.text()).toBe(await ask(`/api/json-to-rdf?format=${format}&skolemize=true&base=${BASE}`, READING));
  });

  test('is Turtle unless it is told otherwise', async () => {
    const { mediaType, body } = await hub.convertTerms(READING);
    expect(mediaType).toBe('text/turtle');
    expect(await body.text()).toContain('@prefix');
  });

  test('tells warnings by their codes, and keys that stay plain literals', async () => {
    const document = { timestamp: '2026-03-01T10:15:00Z', 'voltage-V': ['231.4', 'n/a'], comment: 'calibrated' };
    expect(await hub.convertTerms(document)).toMatchObject({
      warnings: 1,
      warningCodes: { 'datatype-mismatch': 1 },
      unmapped: ['comment'],
    });
  });

  test('of a document that carries @semantic goes by it', async () => {
    const described = await (await hub.embed(OPEN)).body.bytes();
    const converted = await hub.convert(described, { format: 'nt', align: false });
    expect(converted).toMatchObject({ unmapped: ['comment', 'U_L1'], described: null });
    expect(await converted.body.text()).toContain('"231.40"');
    const sample = { '@semantic': {}, a: [1, 2, 3] };
    expect((await hub.convert(sample, { maxArrayItems: 1 })).triples).toBeLessThan(
      (await hub.convert(sample)).triples!,
    );
  });

  test('is read in pieces when it is long', async () => {
    const items = Array.from({ length: 60_000 }, (_, i) => i / 8);
    const { triples, body } = await hub.convertTerms({ 'voltage-V': items }, { format: 'nt' });
    let [lines, pieces] = [0, 0];
    for await (const piece of body.stream()) {
      pieces++;
      for (const byte of piece) if (byte === 10) lines++;
    }
    expect(lines).toBe(triples);
    expect(pieces).toBeGreaterThan(10);
  });
});

describe('the vocabulary', () => {
  test('is read as it is listed', async () => {
    const json = async (path: string): Promise<unknown> => JSON.parse(await ask(path));
    expect(await hub.parameters()).toEqual(((await json('/api/parameters?whole=true')) as { data: unknown }).data);
    const storage = await hub.parameters({ category: 'storage' });
    expect(storage.length).toBeGreaterThan(3);
    expect(storage.length).toBeLessThan((await hub.parameters()).length);
    expect(await hub.parameters({ category: 'no such' })).toEqual([]);
    expect(await hub.categories()).toContainEqual({ category: 'storage' });
    expect(await hub.ontologies()).toContainEqual({ prefix: 'time', ontology: 'http://www.w3.org/2006/time#' });
    expect(await hub.semantics('timestamp')).toEqual(await json('/api/semantics?parameter=timestamp'));
    expect(await hub.openapi()).toMatchObject({ openapi: expect.stringMatching(/^3\.1/), info: { version: '1.0.0' } });
  });

  test('tells the rows of more terms than one request takes', async () => {
    const names = (await hub.parameters()).map(({ parameter }) => parameter);
    const rows = await hub.semantics(names);
    const others = Array.from({ length: 600 }, (_, i) => `no_term_${i}`);
    expect(await hub.semantics([...others, ...names, ...others])).toEqual(rows);
    expect(await hub.semantics([...names, ...others, ...names])).toEqual(rows);
    expect(await failureOf(hub.semantics([]))).toMatchObject({ status: 400 });
  });

  test('is read as RDF in every format', async () => {
    const small = await createTestApp({ terms: ['voltage-V'] });
    try {
      const client = new HubClient(small.url);
      for (const format of FORMATS) {
        const answer = await fetch(`${small.url}/api/vocabulary?format=${format}`);
        expect(await (await client.vocabulary({ format })).body.text()).toBe(await answer.text());
      }
    } finally {
      await small.stop();
    }
  });

  test('is read in another version, or told to have none of that name', async () => {
    const { data } = JSON.parse(await ask('/api/versions')) as { data: [{ version: string }] };
    expect((await hub.vocabulary({ version: data[0].version })).mediaType).toBe('text/turtle');
    expect(await failureOf(hub.vocabulary({ version: '0'.repeat(64) }))).toMatchObject({ status: 404 });
  });
});

describe('a suggestion of a term', () => {
  const suggestion = {
    parameter: 'flux_capacitance-F',
    description: 'Capacitance of the flux.',
    datatype: 'xsd:double',
  };

  test('is saved for review, once, and what is wrong with it is told', async () => {
    const email = 'ada@example.org';
    expect(await hub.suggestParameter({ ...suggestion, units: 'F', email })).toEqual({
      message: expect.stringMatching(/./),
      receipt: expect.stringMatching(/./),
    });
    expect(await failureOf(hub.suggestParameter({ ...suggestion, email }))).toMatchObject({ status: 409 });
    const wrong = { ...suggestion, email: 'nobody' };
    expect(await failureOf(hub.suggestParameter(wrong))).toMatchObject({ code: 'hub-refused', status: 400 });
    const known = { ...suggestion, parameter: 'voltage-V', email };
    expect(await failureOf(hub.suggestParameter(known))).toMatchObject({
      status: 400,
      message: expect.stringContaining('voltage-V'),
    });
  });
});

describe('a problem', () => {
  test('names the keys that are no terms, and what they may mean', async () => {
    const problem = (await failureOf(hub.convertTerms({ power: 12.5, timestamp: '2026-03-01' }))) as HubProblem;
    expect(problem).toBeInstanceOf(HubProblem);
    expect(problem).toMatchObject({
      code: 'hub-refused',
      status: 422,
      details: { problem: 'not-all-terms', notTerms: ['power'], termsWithoutSemantics: [] },
    });
    expect(problem.message).toMatch(/^Not every key .*"power".*active_power-kW/);
    expect(problem.details.requestId).toMatch(/./);
  });

  test.each<[string, () => Promise<unknown>, object]>([
    [
      'the place in a document that is no JSON',
      () => hub.embed('{\n"a": }'),
      { problem: 'malformed-json', line: 2, column: 6 },
    ],
    ['the option at fault', () => hub.embed('{}', { base: 'nowhere' }), { problem: 'invalid-option', key: 'base' }],
    ['that there is no @semantic', () => hub.convert('{}'), { problem: 'missing-semantic' }],
  ])('tells %s', async (_name, call, details) => {
    expect(await failureOf(call())).toMatchObject({ code: 'hub-refused', status: 400, details });
  });

  test('is told for a format that there is not before anything is sent', async () => {
    await expect(hub.convert('{}', { format: 'xml' as RdfFormat })).rejects.toMatchObject({ code: 'invalid-option' });
  });

  test('is told when the hub limits the rate, with the seconds', async () => {
    const limited = await createTestApp({ config: { rateLimit: 1 } });
    try {
      const client = new HubClient(limited.url, { patience: { maxWaitMs: 100 } });
      await client.embed('{}');
      const problem = (await failureOf(client.embed('{}'))) as HubProblem;
      expect(problem).toMatchObject({ status: 429, details: { problem: 'rate-limited' } });
      expect(problem.retryAfterSeconds).toBeGreaterThan(0);
    } finally {
      await limited.stop();
    }
  });
});

describe('a hub that is not well', () => {
  let server: Server;
  let seen: Seen[];
  let next: Misbehaviour[];
  beforeEach(async () => {
    [seen, next] = [[], []];
    server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      request.on('error', () => {});
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { method = '', url: path = '', headers } = request;
      const came = { method, path, headers, body: Buffer.concat(chunks).toString() };
      seen.push(came);
      (next.shift() ?? answeringJson(200, []))(came, response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const clientOf = (options: HubClientOptions = {}): HubClient => {
    const { port } = server.address() as AddressInfo;
    return new HubClient(`http://127.0.0.1:${port}/sub/`, { patience: { firstPauseMs: 2 }, ...options });
  };

  test('is asked again while it is busy, or cuts the connection', async () => {
    next = [answeringJson(503, { error: 'busy' }), answering(429, { 'retry-after': '0' }), cutting()];
    expect(await clientOf().ontologies()).toEqual([]);
    expect(seen.map(({ path }) => path)).toEqual(Array.from({ length: 4 }, () => '/sub/api/ontologies?whole=true'));
    next = [
      answering(503),
      answering(503),
      answering(503),
      answering(200, { 'content-type': 'text/turtle' }, '# none'),
    ];
    expect(await (await clientOf().convert('{}')).body.text()).toBe('# none');
  });

  test('is not waited for beyond the bound', async () => {
    next = [answeringJson(503, { error: 'The converter is busy.' })];
    next = [
      answering(503, { 'retry-after': '60', 'content-type': 'application/json' }, '{"error":"The converter is busy."}'),
    ];
    const problem = await failureOf(clientOf().convert('{}'));
    expect(problem).toMatchObject({ message: 'The converter is busy.', status: 503, retryAfterSeconds: 60 });
    expect(seen).toHaveLength(1);
  });

  test('gets a stream once', async () => {
    next = [answeringJson(503, { error: 'busy' })];
    const stream = new Blob(['{}']).stream();
    expect(await failureOf(clientOf().embed(stream))).toMatchObject({ status: 503, message: 'busy' });
    expect(seen.map(({ body }) => body)).toEqual(['{}']);
  });

  test('is told as one where something else answers', async () => {
    const html = '<!doctype html><h1>Sign in to the guest network</h1>';
    const client = clientOf();
    const calls: (() => Promise<unknown>)[] = [
      () => client.parameters(),
      () => client.categories(),
      () => client.ontologies(),
      () => client.semantics('a'),
      () => client.vocabulary(),
      () => client.openapi(),
      () => client.embed('{}'),
      () => client.embedWithReport('{}'),
      () => client.convert('{}'),
      () => client.convertTerms('{}'),
      () => client.suggestParameter({ parameter: 'a', description: 'b', datatype: 'xsd:double', email: 'a@b.c' }),
    ];
    for (const call of calls) {
      next = [answering(200, { 'content-type': 'text/html' }, html)];
      expect(await failureOf(call())).toMatchObject({
        code: 'unexpected-answer',
        message: expect.stringMatching(/text\/html/),
      });
      next = [answering(404, { 'content-type': 'text/html' }, html)];
      expect(await failureOf(call())).toMatchObject({ code: 'hub-refused', status: 404, details: { problem: null } });
    }
    for (const body of ['{}', '[1]', '[{"prefix":"a"}]', 'null', '"[]"', '[{"prefix":"a","ontology":1}]', '{']) {
      next = [answering(200, { 'content-type': 'application/json' }, body)];
      expect(await failureOf(client.ontologies())).toMatchObject({ code: 'unexpected-answer' });
    }
  });

  test('is told as redirected where a redirect loses the document, and reached through others', async () => {
    for (const status of [301, 302, 303]) {
      next = [answering(status, { location: `${app.url}/api/json-to-rdf` })];
      expect(await failureOf(clientOf().convertTerms(READING))).toMatchObject({
        code: 'redirect-refused',
        message: expect.stringContaining(`to ${new URL(app.url).origin}, where a document does not arrive`) as unknown,
      });
    }
    for (const status of [307, 308]) {
      next = [answering(status, { location: `${app.url}/api/json-to-rdf` })];
      expect((await clientOf().convertTerms(READING)).described).toBe(3);
      next = [answering(status, { location: `${app.url}/api/ontologies` })];
      expect(await failureOf(clientOf().convertTerms(READING))).toMatchObject({ code: 'hub-refused', status: 405 });
    }
    next = [answering(301, { location: `${app.url}/api/ontologies` })];
    expect(await clientOf().ontologies()).toEqual(await hub.ontologies());
  });

  test('is told where redirects lead to no answer, and is not sent again', async () => {
    for (const [location, words, most] of [
      ['/api/ontologies', 'lead on and on, perhaps in a circle', 21],
      ['ftp://files.example/', 'lead to something that is no address of the web', 1],
      ['http://[', 'lead to something that is no address', 1],
    ] as const) {
      seen.length = 0;
      next = Array.from({ length: 60 }, () => answering(302, { location }));
      expect(await failureOf(clientOf().ontologies())).toMatchObject({
        code: 'redirect-refused',
        message: expect.stringContaining(`/sub ${words}. Give the final address.`) as unknown,
      });
      expect(seen).toHaveLength(most);
    }
  });

  test('is told when its answer is cut, stops or never ends', async () => {
    const turtle = { 'content-type': 'text/turtle' };
    next = [(_seen, response) => response.writeHead(200, turtle).write('half', () => response.socket!.destroy())];
    expect(await failureOf((await clientOf().vocabulary()).body.text())).toMatchObject({ code: 'connection-failed' });
    next = [(_seen, response) => response.writeHead(200, turtle).write('half')];
    expect(await failureOf((await clientOf({ stallMs: 100 }).vocabulary()).body.text())).toMatchObject({
      code: 'timeout',
    });
    next = [answering(200, turtle, 'x'.repeat(2000))];
    const { body } = await clientOf({ maxBytes: 1000 }).vocabulary();
    expect(await failureOf(body.bytes())).toMatchObject({ code: 'unexpected-answer' });
    next = [silent];
    const impatient = clientOf({ timeoutMs: 100, patience: { attempts: 1 } });
    expect(await failureOf(impatient.ontologies())).toMatchObject({ code: 'timeout' });
  });

  test('is left at once by a caller who gives up, also in a pause and in an answer', async () => {
    // Each gives up when the hub has the request: one that comes later would take the answer of the next.
    const unanswered = new AbortController();
    next = [() => unanswered.abort(new DOMException('too long', 'TimeoutError'))];
    expect(await failureOf(clientOf().categories({ signal: unanswered.signal }))).toMatchObject({
      name: 'TimeoutError',
    });
    const waiting = new AbortController();
    next = [
      (request, response) => {
        answering(429, { 'retry-after': '20' })(request, response);
        setTimeout(() => waiting.abort(), 50);
      },
    ];
    expect(await failureOf(clientOf().ontologies({ signal: waiting.signal }))).toMatchObject({ name: 'AbortError' });
    next = [(_seen, response) => response.writeHead(200, { 'content-type': 'text/turtle' }).write('half')];
    const caller = new AbortController();
    const { body } = await clientOf().vocabulary({ signal: caller.signal });
    setTimeout(() => caller.abort(), 20);
    expect(await failureOf(body.text())).toMatchObject({ name: 'AbortError' });
  });

  describe('a suggestion', () => {
    const suggestion = {
      parameter: 'grid_frequency-Hz',
      description: 'Frequency of the grid.',
      datatype: 'xsd:double',
      units: 'Hz',
      email: 'ada@example.org',
    };

    test('is sent as it is, and answered with a message', async () => {
      next = [answeringJson(200, { message: 'Saved for review.' })];
      expect(await clientOf().suggestParameter(suggestion)).toEqual({ message: 'Saved for review.', receipt: null });
      expect(seen[0]).toMatchObject({ method: 'POST', path: '/sub/api/suggest-parameter' });
      expect(JSON.parse(seen[0]!.body)).toEqual(suggestion);
    });

    test.each([
      [400, 'The term already exists.'],
      [409, 'Already suggested and waiting for review.'],
      [500, 'The suggestion could not be saved.'],
      [503, 'busy'],
    ])('that is answered %i is told once', async (status, error) => {
      next = [answeringJson(status, { error })];
      expect(await failureOf(clientOf().suggestParameter(suggestion))).toMatchObject({ status, message: error });
      expect(seen).toHaveLength(1);
    });
  });
});

describe('addresses of hubs', () => {
  test('may have a path and no TLS, but no password', () => {
    expect(new HubClient('http://hub.example/sub/').address).toBe('http://hub.example/sub');
    for (const address of ['hub.example', 'ftp://hub.example', 'https://a:b@hub.example', ''])
      expect(() => new HubClient(address)).toThrow(expect.objectContaining({ code: 'invalid-option' }));
    expect(() => new HubClient('ftp://hub.example')).toThrow('has to begin with https:// or http://.');
  });

  test.each(['timeoutMs', 'stallMs', 'maxBytes'])('come with %s above 0', (name) => {
    for (const value of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, '5' as unknown as number])
      expect(() => new HubClient('http://hub.example', { [name]: value })).toThrow(
        expect.objectContaining({ code: 'invalid-option', message: `${name} has to be a number above 0.` }),
      );
  });
});
