import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, askLink } from '../../src/cli/vocabulary/ask-hub.ts';
import { readHub } from '../../src/cli/vocabulary/read-hub.ts';
import { askTriples } from '../../src/cli/vocabulary/read-triples.ts';
import { EXIT } from '../../src/cli/shared/exit-codes.ts';

/** What the clock of the server says. */
const DATED_MS = Date.UTC(2026, 0, 2, 3, 4, 5);
const LINE = '<https://a.example/s> <https://a.example/p> "Größe"@de .\n';

let server: Server;
let root: string;
let asked = 0;
let [limited, later, dated] = [0, 0, 0];
beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/busy') {
      response.writeHead(503, { 'retry-after': '0' }).end('{"error":"The hub is starting."}');
    } else if (request.url === '/limited' && ++limited % 2 === 1) {
      response.writeHead(429, { 'retry-after': '1' }).end('{"error":"Too many documents."}');
    } else if (request.url === '/later' && ++later > 0) {
      response.writeHead(503, { 'retry-after': '61' }).end('{"error":"The hub is being moved."}');
    } else if (request.url === '/dated' && ++dated % 2 === 1) {
      const [date, until] = [0, 2_000].map((ms) => new Date(DATED_MS + ms).toUTCString());
      response.writeHead(503, { date: date!, 'retry-after': until! }).end('{"error":"The hub is starting."}');
    } else if (request.url === '/gate') {
      response.writeHead(401).end('<html><body>Sign in to the network</body></html>');
    } else if (request.url === '/proxy') {
      response.writeHead(502).end('upstream connect error');
    } else if (request.url === '/null') {
      response.end('null');
    } else if (request.url === '/moved') {
      response.writeHead(301, { location: '/page' }).end();
    } else if (request.url === '/linked') {
      response.writeHead(200, {
        link: '<https://a.example/v>; rel="describedby", <https://a.example/v/1/>; rel="other"',
      });
      response.end('[]');
    } else if (request.url === '/page') {
      response.end('<html>');
    } else if (request.url === '/idle' && ++asked % 2 === 1) {
      request.socket.destroy();
    } else if (request.url === '/dead') {
      request.socket.destroy();
    } else if (request.url === '/cut') {
      response.writeHead(200, { 'content-length': 1000 }).write(LINE);
      setImmediate(() => response.destroy());
    } else {
      const bytes = Buffer.from(LINE.repeat(100));
      // Wherever it is cut, also within a character.
      for (let at = 0; at < bytes.length; at += 37) response.write(bytes.subarray(at, at + 37));
      response.end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

test('a vocabulary that comes in pieces is whole', async () => {
  const triples = await askTriples(root, '/api/vocabulary?format=nt');
  expect(triples).toHaveLength(100);
  expect(triples[99]).toMatchObject({ o: { value: 'Größe', 'xml:lang': 'de' } });
});

test('what is asked on a connection that is closed at that moment is asked again', async () => {
  expect(await askTriples(root, '/idle')).toHaveLength(100);
  expect(asked).toBe(2);
});

test('a hub that is busy is asked again as late as it says, and not when that is more than a minute', async () => {
  const started = performance.now();
  expect(await askTriples(root, '/limited')).toHaveLength(100);
  expect(limited).toBe(2);
  expect(performance.now() - started).toBeGreaterThan(900);
  await expect(ask(root, '/later')).rejects.toThrow('later answered 503: The hub is being moved.');
  expect(later).toBe(1);
});

test('a hub that is busy may say until when by a date, by its own clock', async () => {
  const started = performance.now();
  expect(await askTriples(root, '/dated')).toHaveLength(100);
  expect(dated).toBe(2);
  expect(performance.now() - started).toBeGreaterThan(1_900);
});

test('what stands before a hub is told of, without the text of its pages', async () => {
  await expect(ask(root, '/gate')).rejects.toThrow(/gate answered 401\. Is it a hub\?$/);
  await expect(ask(root, '/proxy')).rejects.toThrow(/proxy answered 502: upstream connect error$/);
  await expect(ask(root, '/page')).rejects.toThrow(/page answered something that is no JSON\. Is it a hub\?$/);
  await expect(ask(root, '/moved', '{}')).rejects.toThrow(`moved leads to ${root}. Give --hub that address.`);
  expect(await ask(root, '/null')).toBeNull();
});

test('a link of an answer is found by its relation', async () => {
  expect(await askLink(root, '/linked', 'other')).toBe('https://a.example/v/1/');
  expect(await askLink(root, '/linked', 'none')).toBeNull();
  expect(await askLink(root, '/null', 'other')).toBeNull();
});

test('a vocabulary is of one version behind a cache that keeps what was read of an earlier one', async () => {
  let terms = ['power-kW'];
  const answers: Record<string, () => unknown> = {
    '/api/categories': () => [],
    '/api/parameters': () => ({
      data: terms.map((parameter) => ({ parameter, description: '', datatype: 'vocab:d' })),
    }),
    '/api/ontologies': () => [{ prefix: 'vocab', ontology: 'https://hub.example/vocabulary/' }],
    '/api/semantics': () => [],
    '/graphql': () => ({
      data: {
        terms: {
          nodes: terms.map((name) => ({ name, deprecated: false, replacedBy: [], range: null })),
          pageInfo: { hasNextPage: false, endCursor: null },
        },
      },
    }),
  };
  const kept = new Map<string, { readonly link: string; readonly body: string }>();
  const cache = createServer((request, response) => {
    request.resume();
    const url = request.url!;
    const answer = answers[url.replace(/\?.*/, '')];
    if (answer === undefined) return void response.writeHead(404).end();
    const fresh = {
      link: `<https://hub.example/version/${terms.length}>; rel="http://www.w3.org/2002/07/owl#versionIRI"`,
      body: JSON.stringify(answer()),
    };
    const mayBeKept = request.method === 'GET' && request.headers['cache-control'] !== 'no-cache';
    const { link, body } = (mayBeKept ? kept.get(url) : undefined) ?? fresh;
    if (request.method === 'GET') kept.set(url, { link, body });
    response.writeHead(200, { link }).end(body);
  });
  await new Promise<void>((resolve) => cache.listen(0, '127.0.0.1', resolve));
  try {
    const address = `http://127.0.0.1:${(cache.address() as AddressInfo).port}`;
    const read = async () => {
      const { lexicon } = await readHub(address);
      return [lexicon.versionIri, ...lexicon.terms.keys()];
    };
    expect(await read()).toEqual(['https://hub.example/version/1', 'power-kW']);
    terms = ['power-kW', 'voltage-V'];
    expect(await read()).toEqual(['https://hub.example/version/2', 'power-kW', 'voltage-V']);
  } finally {
    cache.close();
  }
});

test('the address of a hub is refused with a password, which is not repeated', async () => {
  for (const address of ['https://ada:secret@hub.example', 'https://ada@hub.example/']) {
    await expect(readHub(address)).rejects.toMatchObject({
      exitCode: EXIT.usage,
      message: '--hub must not hold a name or a password.',
    });
  }
});

test('what is no vocabulary is refused with the address and the reason', async () => {
  const refused = (words: RegExp) => ({ exitCode: EXIT.unavailable, message: expect.stringMatching(words) as string });
  await expect(askTriples(root, '/busy')).rejects.toMatchObject(refused(/busy answered 503: The hub is starting\./));
  await expect(askTriples(root, '/page')).rejects.toMatchObject(refused(/no N-Triples/));
  await expect(askTriples(root, '/dead')).rejects.toMatchObject(refused(/dead cannot be read: other side closed/));
  await expect(askTriples(root, '/cut')).rejects.toMatchObject(refused(/cut cannot be read/));
});
