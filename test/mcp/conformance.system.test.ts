import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readTable } from '../docs/read-documents.ts';
import { createTestApp, type TestApp } from '../support/create-test-app.ts';
import { findSuite, runSuite, SUITE_VERSION, type Checked } from './conformance.ts';

const DOCUMENT = fileURLToPath(new URL('../../docs/mcp.md', import.meta.url));
const { program, missing } = await findSuite();
if (missing !== null) process.stderr.write(`Skipped: ${missing}\n`);

/** Checks of `server-stateless` that need tools of the suite's own, or a stream of news. */
const NOT_APPLICABLE: ReadonlySet<string> = new Set([
  'sep-2575-server-rejects-undeclared-capability',
  'sep-2575-missing-capability-http-400',
  'sep-2575-http-server-no-independent-requests-on-stream',
  'sep-2575-server-no-log-without-loglevel',
  'sep-2575-server-sends-subscription-ack',
  'sep-2575-server-tags-subscription-id',
]);

interface Row {
  /** Names of scenarios; `*` stands for any end. */
  readonly names: readonly string[];
  readonly applies: boolean;
}

let rows: readonly Row[];
let hub: TestApp;
let folder: string;
const checked = new Map<string, Checked>();
beforeAll(async () => {
  const text = await readFile(DOCUMENT, 'utf8');
  expect(text).toContain(SUITE_VERSION);
  rows = readTable(text, 'Scenario').map(([names, applies]) => ({
    names: names!.replaceAll('`', '').split(', '),
    applies: applies!.startsWith('yes'),
  }));
  if (missing !== null) return;
  folder = await mkdtemp(join(tmpdir(), 'hub-conformance-'));
  // The suite sends more than a client may in a minute.
  hub = await createTestApp({ config: { rateLimit: 100_000 } });
  const url = `${hub.url}/mcp`;
  const [newer, older] = await Promise.all([
    runSuite(program, url, ['--requirements', '2026-07-28'], join(folder, 'newer')),
    runSuite(program, url, ['--suite', 'active', '--spec-version', '2025-11-25'], join(folder, 'older')),
  ]);
  checked.set('2026-07-28', newer).set('2025-11-25', older);
}, 240_000);
afterAll(async () => {
  await hub?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

function rowsOf(scenario: string): Row[] {
  return rows.filter(({ names }) =>
    names.some((name) => (name.endsWith('*') ? scenario.startsWith(name.slice(0, -1)) : scenario === name)),
  );
}

describe.skipIf(missing !== null).each(['2026-07-28', '2025-11-25'])('revision %s', (revision) => {
  test('has scenarios that the documentation says to apply or not, each once', () => {
    const scenarios = [...checked.get(revision)!.keys()];
    expect(scenarios.length).toBeGreaterThan(25);
    expect(scenarios.filter((scenario) => rowsOf(scenario).length !== 1)).toEqual([]);
  });

  test('is kept in each scenario that applies', () => {
    const applying = [...checked.get(revision)!].filter(([scenario]) => rowsOf(scenario)[0]!.applies);
    const mistakes = applying.flatMap(([scenario, checks]) => {
      const wrong = checks.filter(
        ({ id, status }) => (status === 'FAILURE' || status === 'WARNING') && !NOT_APPLICABLE.has(id),
      );
      // A scenario that could not look at anything has shown nothing.
      const isEmpty = checks.every(({ status }) => status !== 'SUCCESS');
      return [
        ...wrong.map(({ id, errorMessage }) => `${scenario}: ${id}: ${errorMessage}`),
        ...(isEmpty ? [`${scenario}: no check`] : []),
      ];
    });
    expect(applying.length).toBeGreaterThanOrEqual(6);
    expect(mistakes).toEqual([]);
  });

  test('has answers alone that fit the schema of the protocol, also where a scenario does not apply', () => {
    const fits = [...checked.get(revision)!.values()].flatMap((checks) =>
      checks.filter(({ id }) => id === 'wire-schema-valid'),
    );
    expect(fits.length).toBeGreaterThan(20);
    expect(fits.filter(({ status }) => status !== 'SUCCESS')).toEqual([]);
  });
});
