import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, askLink } from '../../src/cli/vocabulary/ask-hub.ts';
import { readHub } from '../../src/cli/vocabulary/read-hub.ts';
import { askTriples } from '../../src/cli/vocabulary/read-triples.ts';
import { EXIT } from '../../src/cli/shared/exit-codes.ts';

const LINE = '<https://a.example/s> <https://a.example/p> "Größe"@de .\n';

let server: Server;
let root: string;
let asked = 0;
let [limited, later] = [0, 0];
beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/busy') {
      response.writeHead(503, { 'retry-after': '0' }).end('{"error":"The hub is starting."}');
    } else if (request.url === '/limited' && ++limited % 2 === 1) {
      response.writeHead(429, { 'retry-after': '1' }).end('{"error":"Too many documents."}');
    } else if (request.url === '/later' && ++later > 0) {
      response.writeHead(503, { 'retry-after': '61' }).end('{"error":"The hub is being moved."}');
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
