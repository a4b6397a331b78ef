import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { fillAsSample, requestOf } from '../../src/web/parts/operation-form.ts';
import { writeSample, type Language } from '../../src/web/parts/write-sample.ts';
import type { OpenApi } from '../../src/web/reference/openapi.ts';
import { readReference } from '../../src/web/reference/read-reference.ts';
import { createTestApp } from '../support/create-test-app.ts';
import { description } from '../support/described-interface.ts';
import { findProgram, sayMissing } from '../support/programs.ts';

const run = promisify(execFile);
const ACCOUNT = { email: 'ada@example.org', password: 'correct horse battery' };

/** What runs a sample, and prints the status of the answer first or last. */
const RUNNERS: Readonly<Record<Language, { readonly missing: string | null; run(sample: string): Promise<string> }>> = {
  curl: {
    missing: sayMissing({ curl: 'curl' }),
    run: async (sample) => (await run('sh', ['-c', `${sample} -sS -w '\n%{http_code}'`])).stdout,
  },
  javascript: {
    missing: null,
    run: async (sample) => (await run(process.execPath, ['--input-type=module', '-e', sample])).stdout,
  },
  python: {
    missing: sayMissing({ python3: 'python3' }),
    run: async (sample) => (await run(findProgram('python3')!, ['-c', sample])).stdout,
  },
};

describe.each(Object.entries(RUNNERS))('samples in %s', (name, { missing, run: runSample }) => {
  const language = name as Language;
  const title = missing === null ? '' : ` (${missing})`;

  test.skipIf(missing !== null)(`are answered, each${title}`, async () => {
    const hub = await createTestApp({
      terms: [
        'timestamp',
        'voltage-V',
        'active_power-kW',
        'active_power-W',
        'active_power-MW',
        'active_energy_import-kWh',
      ],
    });
    try {
      await hub.app.accounts.operator.createAdministrator(ACCOUNT);
      const { refresh } = await hub.app.accounts.signIn(ACCOUNT, 'a sample');
      const { data } = (await (await fetch(`${hub.url}/api/versions`)).json()) as { data: { version: string }[] };
      const { sections } = readReference(description as unknown as OpenApi, { version: data[0]!.version });
      const operations = sections.flatMap(({ operations }) => operations);
      expect(operations.length).toBeGreaterThan(20);
      for (const { id, form } of operations) {
        // That is for administrators, whose token no sample has.
        if (id === 'compareImpact') continue;
        const filled = fillAsSample(form);
        const request = requestOf(form, filled, hub.url);
        // A reader puts in the token of their own, too.
        const body = id === 'refreshAccess' ? JSON.stringify({ refresh }) : request.body;
        const out = await runSample(writeSample(language, { ...request, body }));
        expect(language === 'curl' ? out.split('\n').at(-1) : out.slice(0, 3), id).toBe('200');
      }
    } finally {
      await hub.stop();
    }
  });

  test.skipIf(missing !== null)(`send what was filled in, byte by byte${title}`, async () => {
    const seen: { target: string; type: string | undefined; body: string }[] = [];
    const server = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        const body = Buffer.concat(pieces).toString();
        seen.push({ target: request.url!, type: request.headers['content-type'], body });
        response.end();
      });
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const form = {
      method: 'POST',
      path: '/x/{name}',
      parameters: [
        { name: 'name', in: 'path', isRequired: true, isList: false, values: null, sample: '' },
        { name: 'one', in: 'query', isRequired: false, isList: true, values: null, sample: '' },
      ],
      bodies: [{ mediaType: 'application/json', example: '{}' }],
    } as const;
    const texts = [
      `@/etc/hostname`,
      `'''"""\\'\\\\\\n\${process.exit(7)}$(exit 7)\`exit 7\`; exit 7 #`,
      `{"a": 1.50,\r\n\t"b": "\\u0041 'é' \u{1f600} %2F"}\n`,
      `it's\u0001\u000b\u2028'`,
      `'`,
    ];
    try {
      const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      for (const text of texts) {
        const values = { name: text, one: `a'b\n&c=\${d}` };
        const filled = { values, mediaType: 'application/json', body: text };
        await runSample(writeSample(language, requestOf(form, filled, baseUrl)));
        const { target, type, body } = seen.pop()!;
        expect(body).toBe(text);
        expect(type).toBe('application/json');
        const url = new URL(target, baseUrl);
        expect(decodeURIComponent(url.pathname.slice('/x/'.length))).toBe(text);
        expect(url.searchParams.getAll('one')).toEqual(["a'b", '&c=${d}']);
      }
    } finally {
      server.close();
    }
  });
});
