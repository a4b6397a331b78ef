import { setTimeout as wait } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { VocabularyArchive } from '../../src/vocabulary/versions/archive.ts';
import { compareVersions } from '../../src/vocabulary/versions/changes.ts';
import runComparison from '../../src/vocabulary/versions/compare-worker.ts';
import {
  ComparisonThread,
  type ChangesPiece,
  type ComparisonTask,
} from '../../src/vocabulary/versions/comparison-thread.ts';
import { readStoredVersion } from '../../src/vocabulary/versions/version-content.ts';
import { writeCanonical } from '../../src/vocabulary/versions/version.ts';
import { writeChanges } from '../../src/vocabulary/versions/write-changes.ts';
import { Versions } from '../../src/vocabulary/versions/versions.ts';
import { ownThreadMs } from '../support/growth.ts';
import { HUB, seededVocabulary, selectedVocabulary } from './seeded.ts';
import { returnMemory } from '../../src/workers/return-memory.ts';
import { boundIri } from '../../src/rdf/bound-terms.ts';
import { RDF_TYPE } from '../../src/rdf/namespaces.ts';
import type { Vocabulary } from '../../src/vocabulary/vocabulary.ts';
import { PATIENT_TIMING } from '../support/patient-timing.ts';
import { tableOf } from '../../src/vocabulary/triple-table-builder.ts';

/** To compare it with another takes long enough to be noticed. */
const vocabulary = await selectedVocabulary([...(await seededVocabulary()).terms.keys()].slice(0, 100));
const { triples } = vocabulary;
const fewer = tableOf(
  [...triples].filter(({ p }) => !p.endsWith('altLabel')),
  HUB,
);
const task: ComparisonTask = {
  hub: HUB,
  before: { version: 'a', content: writeCanonical(fewer, HUB).toString() },
  after: { version: 'b', content: triples.columns },
};
const compareHere = async () =>
  compareVersions(await readStoredVersion(task.before!, HUB), await readStoredVersion(task.after, HUB), HUB);
const caller = { client: 'somebody' };

/** An archive that has nothing and keeps nothing, but for what a test says. */
const archiveWith = (rest: Partial<VocabularyArchive>): VocabularyArchive => ({
  start: async () => {},
  history: () => [],
  durable: () => [],
  keep: async () => true,
  giveUp: () => {},
  read: async () => null,
  pieces: async function* () {},
  check: async () => {},
  close: async () => {},
  lastError: () => null,
  ...rest,
});

let thread: ComparisonThread;
beforeAll(() => {
  thread = new ComparisonThread(PATIENT_TIMING);
});
afterAll(() => thread.close());

test('the thread finds what a comparison here finds', async () => {
  const here = await compareHere();
  expect(here.changed.length).toBeGreaterThan(10);
  expect(JSON.stringify(await thread.compare(caller, async () => task))).toBe(JSON.stringify(here));
});

test('the thread writes what is written here, in a block of its own', async () => {
  const head = { from: null, to: { version: 'b' } };
  const whole = { ...task, before: null };
  const written = await thread.write(caller, head, async () => whole);
  const here = writeChanges(head, compareVersions(null, await readStoredVersion(whole.after, HUB), HUB));
  expect(Buffer.from(written).equals(here)).toBe(true);
  expect(written.buffer.byteLength).toBe(written.length);
  expect(JSON.parse(Buffer.from(written).toString())).toMatchObject({ ...head, changed: [], removed: [] });
});

test('what changed is taken while it is sent: one piece waits at a time', async () => {
  const sent: number[] = [];
  const { port1: port, port2 } = new MessageChannel();
  const running = runComparison({ ...task, head: null, port: port2 });
  let [waiting, entries] = [0, 0];
  port.on('message', (piece: ChangesPiece) => {
    sent.push(++waiting);
    entries += piece.entries.length;
    setTimeout(() => {
      waiting--;
      port.postMessage(null);
    }, 5);
  });
  expect(await running).toBe(null);
  port.close();
  expect(sent.length).toBeGreaterThan(1);
  expect(Math.max(...sent)).toBe(1);
  const here = await compareHere();
  expect(entries).toBe(Object.values(here).reduce((sum: number, { length }) => sum + length, 0));
});

test('a comparison takes this thread a small part of the time that it would take here', async () => {
  const times: number[] = [];
  for (let tries = 0; tries < 5; tries++) {
    const before = ownThreadMs();
    await thread.compare(caller, async () => task);
    times.push(ownThreadMs() - before);
  }
  const before = ownThreadMs();
  await compareHere();
  const here = ownThreadMs() - before;
  // What is left is to hand over the versions.
  expect(Math.min(...times)).toBeLessThan(here / 4);
});

test('a comparison ends when its client goes, and the next one is done', async () => {
  const gone = new AbortController();
  const first = thread.compare({ client: 'gone', signal: gone.signal }, async () => {
    // When the thread has the task, and before this one can have its result.
    setImmediate(() => gone.abort(new Error('gone')));
    return task;
  });
  await expect(first).rejects.toThrow('gone');
  expect((await thread.compare(caller, async () => task)).added).toEqual([]);
});

test('a comparison that takes too long is told with the limit and the size of the versions', async () => {
  const hasty = new ComparisonThread({ ...PATIENT_TIMING, comparisonMs: 1 });
  const size = `a version of ${triples.length.toLocaleString('en')} triples`;
  const words = new RegExp(
    `^To compare a version of [0-9.]+ MB with ${size} took longer than 0.001 s, which is the limit`,
  );
  await expect(hasty.compare(caller, async () => task)).rejects.toThrow(words);
  await hasty.close();
});

test('beyond 32 that wait, further ones are refused with the time to wait', async () => {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const nothing = { hub: HUB, before: null, after: { version: 'a', content: '' } };
  const asked = Array.from({ length: 40 }, () =>
    thread
      .compare(caller, async () => {
        await held;
        return nothing;
      })
      .catch((error: unknown) => error),
  );
  const first = await Promise.race(asked);
  expect(first).toMatchObject({ code: 'converter-busy', details: { retryAfterSeconds: expect.any(Number) as number } });
  release();
  const answers = await Promise.all(asked);
  expect(answers.filter((answer) => !(answer instanceof Error))).toHaveLength(33);
});

test('the version in use is compared while the archive of the others cannot be read', async () => {
  const archive = archiveWith({
    read: () => Promise.reject(new Error('the store is away')),
  });
  const versions = new Versions({ archive, hub: HUB, current: () => vocabulary, timing: PATIENT_TIMING });
  const { added } = await versions.compare({ from: null, to: versions.current() }, caller);
  expect(added.length).toBe(vocabulary.terms.size);
  await versions.close();
});

test('many who ask for one comparison wait for it together, however long the line is', async () => {
  let reads = 0;
  const archive = archiveWith({
    history: () => [{ version: 'a'.repeat(64), since: new Date(0) }],
    read: async () => {
      reads++;
      return writeCanonical(fewer, HUB).toString();
    },
  });
  const timing = { ...PATIENT_TIMING, comparisonQueueMs: 1 };
  const versions = new Versions({ archive, hub: HUB, current: () => vocabulary, timing });
  const gone = new AbortController();
  const range = versions.range(null, null);
  expect(range.from?.version).toBe('a'.repeat(64));
  const first = versions.compare(range, { client: 'gone', signal: gone.signal });
  const others = Array.from({ length: 50 }, (_, at) => versions.compare(range, { client: `visitor ${at}` }));
  gone.abort(new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  const found = await Promise.all(others);
  expect(new Set(found).size).toBe(1);
  expect(reads).toBe(1);
  await versions.close();
});

test('a comparison is held ready, and one of more than ten thousand things until garbage is collected', async () => {
  const archive = archiveWith({});
  const many = Array.from({ length: 10_000 }, (_, at) => ({
    s: boundIri(`${HUB.vocabulary}category/more-${at}`),
    p: RDF_TYPE,
    o: boundIri(`${HUB.ontology}Category`),
  }));
  const longer = { ...vocabulary, version: 'b'.repeat(64), triples: tableOf([...triples, ...many], HUB) };
  const isHeld = async (current: Vocabulary): Promise<boolean> => {
    const versions = new Versions({ archive, hub: HUB, current: () => current, timing: PATIENT_TIMING });
    const compare = async () => new WeakRef(await versions.compare({ from: null, to: versions.current() }, caller));
    const found = await compare();
    expect((await compare()).deref()).toBe(found.deref());
    // What a turn has read by such a reference stays until its end.
    await new Promise((resolve) => setTimeout(resolve));
    await returnMemory();
    const held = found.deref();
    expect((await compare()).deref()?.added).toHaveLength(vocabulary.terms.size);
    await versions.close();
    return held !== undefined;
  };
  expect(await isHeld(vocabulary)).toBe(true);
  expect(await isHeld(longer)).toBe(false);
});

test('the version in use is waited for until it is noted for good, and no longer than that may take', async () => {
  let end = (): void => {};
  const kept: string[] = [];
  const archive = archiveWith({
    history: () => [],
    keep: (version) => {
      kept.push(version);
      return new Promise((resolve) => (end = () => resolve(true)));
    },
  });
  const vocabulary = await seededVocabulary();
  const options = { archive, hub: HUB, current: () => vocabulary };
  const versions = new Versions({ ...options, timing: { ...PATIENT_TIMING, notedMs: 60_000 } });
  versions.noteLater(vocabulary);
  let isNoted = false;
  const noted = versions.whenNoted().then(() => (isNoted = true));
  await wait(20);
  expect([kept, isNoted]).toEqual([[vocabulary.version], false]);
  end();
  await noted;
  await versions.whenNoted();
  expect(kept).toHaveLength(1);
  await new Versions({ ...options, timing: { ...PATIENT_TIMING, notedMs: 1 } }).whenNoted();
  expect(kept).toHaveLength(2);
  const durable = archiveWith({
    history: () => [],
    durable: () => [{ version: vocabulary.version, since: new Date(0) }],
    keep: () => new Promise(() => {}),
  });
  await new Versions({ ...options, archive: durable, timing: { ...PATIENT_TIMING, notedMs: 60_000 } }).whenNoted();
  const again: string[] = [];
  const failing = archiveWith({ history: () => [], keep: async (version) => again.push(version) > 1 });
  const others = new Versions({ ...options, archive: failing, timing: PATIENT_TIMING });
  await others.note(vocabulary);
  expect(again).toHaveLength(1);
  await others.whenNoted();
  expect(again).toEqual([vocabulary.version, vocabulary.version]);
});

test('what is added to a version is waited for longer, but while a whole version is written', async () => {
  const vocabulary = await seededVocabulary();
  let isWritingWhole = false;
  let end = (): void => {};
  const archive = archiveWith({
    keep: () => new Promise((resolve) => (end = () => resolve(true))),
    isWritingWhole: () => isWritingWhole,
  });
  const whenNoted = (addedNotedMs: number) => {
    const timing = { ...PATIENT_TIMING, notedMs: 5, addedNotedMs };
    return new Versions({ archive, hub: HUB, current: () => vocabulary, timing }).whenNoted();
  };
  let isNoted = false;
  const noted = whenNoted(60_000).then(() => (isNoted = true));
  await wait(30);
  expect(isNoted).toBe(false);
  end();
  await noted;
  await whenNoted(20);
  const waiting = whenNoted(60_000);
  isWritingWhole = true;
  await waiting;
});

test('what is to be noted later is noted before the next version, or when it is asked for', async () => {
  const kept: string[] = [];
  const archive = archiveWith({
    history: () => kept.map((version) => ({ version, since: new Date(0) })),
    keep: async (version) => kept.push(version) > 0,
  });
  const first = await seededVocabulary();
  const second = { ...first, version: 'b'.repeat(64) };
  let current = first;
  const versions = new Versions({ archive, hub: HUB, current: () => current, timing: PATIENT_TIMING });
  versions.noteLater(first);
  expect(kept).toEqual([]);
  current = second;
  await versions.note(second);
  expect(kept).toEqual([first.version, second.version]);
  versions.noteLater(second);
  current = first;
  versions.noteLater(first);
  expect(versions.list()[0]!.version).toBe(first.version);
  await versions.note(first);
  expect(kept).toEqual([first.version, second.version, first.version]);
  versions.noteLater(second);
  await versions.close();
  expect(kept).toHaveLength(4);
});
