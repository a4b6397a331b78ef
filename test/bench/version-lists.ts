import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hubNamespaces } from '../../src/rdf/namespaces.ts';
import { DEFAULT_TIMING } from '../../src/timing.ts';
import { FolderArchive } from '../../src/vocabulary/versions/archive-folder.ts';
import { Versions } from '../../src/vocabulary/versions/versions.ts';
import type { Vocabulary } from '../../src/vocabulary/vocabulary.ts';
import { cpuMs, measureInto, type Costs } from './list-costs.ts';

const HUB = hubNamespaces('https://hub.example');
const FIRST = Date.parse('2026-01-01T00:00:00Z');
const MINUTE_MS = 60_000;
/** Versions that an archive holds in memory until they are written. */
const TOGETHER = 16;
/** What takes a microsecond is done often. */
const REPEATS = 20_000;

/** What so many versions cost in the folder of a hub. */
export async function measureVersions(count: number, rounds: number): Promise<Costs> {
  const folder = await mkdtemp(join(tmpdir(), 'hub-versions-'));
  const costs: Costs = new Map();
  const measure = measureInto(costs, cpuMs);
  const open = (): FolderArchive => new FolderArchive({ folder, log: { info: () => {}, warn: fail } });
  try {
    const names = await fillVersions(open(), count);
    for (let round = 0; round < rounds; round += 1) {
      const archive = open();
      await measure('versions: start', 1, () => archive.start());
      const current = { version: names.at(-1)! } as Vocabulary;
      const versions = new Versions({ archive, hub: HUB, current: () => current, timing: DEFAULT_TIMING });
      await measure('versions: the first list', 1, async () => versions.list());
      const some = (at: number): string => names[1 + ((at * 7_919) % (names.length - 1))]!;
      await measure('versions: the latest hundred', REPEATS, async () => versions.list().slice(0, 100));
      await measure('versions: one by its name', REPEATS, async (at) => versions.get(some(at), 'version'));
      await measure('versions: the place behind one', REPEATS, async (at) => versions.placeAfter(some(at), 'after'));
      await measure('versions: two neighbours', REPEATS, async (at) => versions.range(null, some(at)));
      await measure('versions: the text of one', 50, async (at) => archive.read(some(at)));
      await measure('versions: the check behind the start', 1, () => archive.check());
      await measure('versions: a new one', 8, async (at) => keep(archive, count + 100 * round + at));
      await measure('versions: a new one, and the list behind it', 8, async (at) => {
        await keep(archive, count + 100 * round + 50 + at);
        versions.list();
      });
      await versions.close();
      await archive.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return costs;
}

/** Puts small versions of one term each into an archive; their names, the oldest first. */
async function fillVersions(archive: FolderArchive, count: number): Promise<string[]> {
  await archive.start();
  const names: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const { name, kept } = keepOne(archive, at);
    if (at % TOGETHER === TOGETHER - 1) await kept;
    names.push(name);
  }
  await archive.close();
  return names;
}

async function keep(archive: FolderArchive, at: number): Promise<void> {
  await keepOne(archive, at).kept;
}

function keepOne(archive: FolderArchive, at: number): { readonly name: string; readonly kept: Promise<boolean> } {
  const text = `<${HUB.vocabulary}made_${at}> <http://www.w3.org/2004/02/skos/core#notation> "made_${at}" .\n`;
  const name = createHash('sha256').update(text).digest('hex');
  return { name, kept: archive.keep(name, () => text, new Date(FIRST + at * MINUTE_MS)) };
}

function fail(fields: object, message: string): never {
  throw new Error(`${message} ${JSON.stringify(fields)}`);
}
