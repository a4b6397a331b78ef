import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/create-test-app.ts';
import { pythonWith } from '../support/python.ts';

const { path, missing } = pythonWith(['mcp==2.3.0']);

const SCRIPT = fileURLToPath(new URL('python-client.py', import.meta.url));

let hub: TestApp;
beforeAll(async () => {
  if (missing === null) hub = await createTestApp();
});
afterAll(() => hub?.stop());

test.skipIf(missing !== null)(
  `the client of Python maps, converts, reads and is refused, by the revision without a handshake${missing === null ? '' : ` (${missing})`}`,
  async () => {
    const { stdout } = await promisify(execFile)(path!, [SCRIPT, `${hub.url}/mcp`]);
    const came = JSON.parse(stdout) as Record<string, unknown>;
    expect(came).toMatchObject({
      protocol: '2026-07-28',
      mapped: {
        keys: [{ candidates: [{ term: 'frequency-Hz', unit: 'Hz' }] }],
        vocabulary: { iri: expect.any(String) },
      },
      converted: { triples: expect.any(Number), unmapped: [] },
      refused: [true, { code: 'not-all-terms', next: expect.stringMatching(/map_keys/) }],
      term: { name: 'voltage-V' },
      prompt: expect.stringMatching(/<sample>\nvoltage-V\n231.4\n<\/sample>/),
    });
    expect(came['tools']).toContain('query_vocabulary');
    expect((came['converted'] as { rdf: string }).rdf).toContain('"812.40"');
  },
  120_000,
);
