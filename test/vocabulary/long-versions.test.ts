import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { HubError } from '../../src/errors.ts';
import { hubNamespaces } from '../../src/rdf/namespaces.ts';
import { DEFAULT_TIMING } from '../../src/timing.ts';
import { FolderArchive } from '../../src/vocabulary/versions/archive-folder.ts';
import { versionOfText } from '../../src/vocabulary/versions/version.ts';
import { Versions } from '../../src/vocabulary/versions/versions.ts';
import type { Vocabulary } from '../../src/vocabulary/vocabulary.ts';

const HUB = hubNamespaces('https://hub.example');
const LONG = '<https://hub.invalid/vocabulary/a> <http://p.example/> "long" .\n';
const CURRENT = LONG.replace('long', 'x');

test('a version that is too long to be read is listed, and who asks for it is told so, not that there is none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'long-versions-'));
  const log = { info: () => {}, warn: () => {} };
  const archive = new FolderArchive({ folder, log, maxTextBytes: CURRENT.length });
  await archive.start();
  const [long, current] = [LONG, CURRENT].map(versionOfText) as [string, string];
  await archive.keep(long, () => LONG);
  await archive.keep(current, () => CURRENT);
  const vocabulary = { version: current } as Vocabulary;
  const versions = new Versions({ archive, hub: HUB, current: () => vocabulary, timing: DEFAULT_TIMING });
  expect(versions.list().map(({ version }) => version)).toEqual([current, long]);
  const refusalOf = async (version: string): Promise<HubError> => {
    const error: unknown = await versions.stored(version).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(HubError);
    return error as HubError;
  };
  const refusal = await refusalOf(long);
  expect([refusal.code, refusal.message]).toEqual([
    'not-found',
    expect.stringMatching(/is kept, but its text is too long to be read/),
  ]);
  const unknown = await refusalOf('0'.repeat(64));
  expect([unknown.code, unknown.message]).toEqual(['not-found', expect.stringMatching(/^The hub has no version 0+ /)]);
  await versions.close();
  await archive.close();
  await rm(folder, { recursive: true, force: true });
});
