import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '../support/create-test-app.ts';
import { findOxigraphServer } from '../support/oxigraph-server.ts';
import { isMissing, type SparqlServer } from '../support/sparql-server.ts';
import { suggestTerm } from '../support/suggest.ts';

const ROUNDS = 10;
const oxigraph = await findOxigraphServer();

describe.skipIf(isMissing(oxigraph))('two hubs on one server', () => {
  let folder: string;
  let server: SparqlServer;
  const hubs: TestApp[] = [];
  beforeAll(async () => {
    if (oxigraph.missing !== null) return;
    folder = await mkdtemp(join(tmpdir(), 'hub-two-'));
    server = await oxigraph.start({ folder });
    const storeServer = { ...server, authorization: undefined };
    // At once, so that both find a server that has no vocabulary yet.
    hubs.push(
      ...(await Promise.all([createTestApp({ config: { storeServer } }), createTestApp({ config: { storeServer } })])),
    );
    // One may have asked while the server was busy with the change of the other: it tries again.
    for (const { url } of hubs)
      await vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200), { timeout: 90_000 });
  }, 180_000);
  afterAll(async () => {
    await Promise.all(hubs.map((hub) => hub.stop()));
    await server?.stop();
    if (folder !== undefined) await rm(folder, { recursive: true });
  });

  test('serve the same version of the vocabulary', async () => {
    const [one, other] = await Promise.all(hubs.map(async ({ url }) => (await fetch(`${url}/api/parameters`)).headers));
    expect(one!.get('etag')).toBe(other!.get('etag'));
  });

  test('take a term that is proposed to both at the same moment once', { timeout: 120_000 }, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const answers = await Promise.all([...hubs, ...hubs].map((hub) => suggestTerm(hub, `kiln_temperature_${round}`)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
      await Promise.all(answers.map((answer) => answer.text()));
    }
  });

  test('tell of a suggestion whichever took it', async () => {
    const answer = await suggestTerm(hubs[0]!, 'kiln_pressure-Pa');
    const query = `{ suggestion(receipt: "${answer.headers.get('x-suggestion-receipt')}") { state } }`;
    const told = await fetch(`${hubs[1]!.url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    expect(await told.json()).toEqual({ data: { suggestion: { state: 'PENDING' } } });
  });
});
