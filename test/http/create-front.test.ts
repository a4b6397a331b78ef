import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable, Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createFront } from '../../src/http/create-front.ts';
import { DEFAULT_TIMING } from '../../src/timing.ts';

test.each(['identity', 'gzip', 'br'])(
  'an answer (%s) that fails on its way looks cut, and is in the log once',
  async (coding) => {
    const logged: string[] = [];
    const lines = new Writable({
      write(line: Buffer, _encoding, done) {
        logged.push((JSON.parse(line.toString()) as { msg: string }).msg);
        done();
      },
    });
    const koa = createFront({
      baseUrl: 'https://hub.example',
      trustedProxies: 0,
      timing: DEFAULT_TIMING,
      log: pino({ level: 'error' }, lines),
      isStopping: () => false,
      inlineScripts: [],
      renderProblem: ({ message }) => message,
    });
    koa.use((ctx) => {
      ctx.type = 'text';
      ctx.body = Readable.from(
        (async function* () {
          yield 'the beginning'.repeat(10_000);
          await new Promise((resolve) => setTimeout(resolve, 50));
          throw new Error('The disk is full');
        })(),
      );
    });
    const server = createServer(koa.callback());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const answer = fetch(url, { headers: { 'Accept-Encoding': coding } }).then((response) => response.text());
      // Brotli has sent nothing by then.
      await expect(answer).rejects.toThrow(coding === 'br' ? 'fetch failed' : 'terminated');
      expect(logged).toEqual(['answer cut short']);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  },
);
