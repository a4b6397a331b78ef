import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askTriples } from '../../src/cli/vocabulary/read-triples.ts';
import { EXIT } from '../../src/cli/shared/exit-codes.ts';

const LINE = '<https://a.example/s> <https://a.example/p> "Größe"@de .\n';

let server: Server;
let root: string;
let asked = 0;
beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/busy') {
      response.writeHead(503).end('{"error":"The hub is starting."}');
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

test('what is no vocabulary is refused with the address and the reason', async () => {
  const refused = (words: RegExp) => ({ exitCode: EXIT.unavailable, message: expect.stringMatching(words) as string });
  await expect(askTriples(root, '/busy')).rejects.toMatchObject(refused(/busy answered 503: The hub is starting\./));
  await expect(askTriples(root, '/page')).rejects.toMatchObject(refused(/no N-Triples/));
  await expect(askTriples(root, '/dead')).rejects.toMatchObject(refused(/dead cannot be read: other side closed/));
  await expect(askTriples(root, '/cut')).rejects.toMatchObject(refused(/cut cannot be read/));
});
