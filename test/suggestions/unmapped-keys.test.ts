import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import { EmbeddedStore } from '../../src/store/embedded.ts';
import { readHubId } from '../../src/suggestions/hub-id.ts';
import { UnmappedKeys } from '../../src/suggestions/unmapped-keys.ts';
import { smallVocabulary } from '../graphql/fixture.ts';
import { bytesHeld } from '../support/bytes-held.ts';
import { HUB } from '../vocabulary/seeded.ts';
import { DEFAULT_TIMING } from '../../src/timing.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

let now = new Date('2026-01-02T03:04:05.600Z');
function counting(store: EmbeddedStore, id = 'one', capacity?: number): UnmappedKeys {
  return new UnmappedKeys({
    store,
    hub: HUB,
    hubId: async () => id,
    now: () => now,
    log: pino({ level: 'silent' }),
    timing: DEFAULT_TIMING,
    ...(capacity === undefined ? {} : { capacity }),
  });
}

async function ranked(keys: UnmappedKeys): Promise<[key: string, count: number, error: number][]> {
  const { terms } = await keys.list(smallVocabulary, 100);
  return terms.map(({ key, count, error }) => [key, count, error]);
}

describe('keys that are no terms', () => {
  test('are counted on after a restart, from what was saved at the end', async () => {
    const store = new EmbeddedStore();
    const first = counting(store);
    await first.start();
    first.note(['wattage', 'voltage-V', 'flow']);
    first.note(['wattage']);
    await first.stop();
    const second = counting(store);
    // Before the store could be read.
    second.note(['wattage', 'new']);
    await second.start();
    second.note(['flow']);
    const expected = [
      ['wattage', 3, 0],
      ['flow', 2, 0],
      ['new', 1, 0],
    ];
    expect(await ranked(second)).toEqual(expected);
    await second.stop();
    const third = counting(store);
    await third.start();
    expect(await ranked(third)).toEqual(expected);
    expect((await third.list(smallVocabulary, 1)).since).toEqual(now);
    await third.stop();
  });

  test('are held without the text that they are parts of', () => {
    const keys = counting(new EmbeddedStore());
    keys.note(['wattage']);
    const before = bytesHeld();
    for (let i = 0; i < 300; i++) keys.note([`${'x'.repeat(50_000)} a key of one document ${i}`.slice(50_001)]);
    expect(bytesHeld() - before).toBeLessThan(2_000_000);
    keys.note(['wattage']);
  });

  test('are added up over the hubs of one store, which do not overwrite each other', async () => {
    const store = new EmbeddedStore();
    const [one, two] = [counting(store, 'one'), counting(store, 'two')];
    await Promise.all([one.start(), two.start()]);
    one.note(['wattage', 'flow']);
    two.note(['wattage']);
    await Promise.all([one.save(), two.save()]);
    one.note(['flow', 'late']);
    expect(await ranked(one)).toEqual([
      ['flow', 2, 0],
      ['wattage', 2, 0],
      ['late', 1, 0],
    ]);
    expect(await ranked(two)).toEqual([
      ['wattage', 2, 0],
      ['flow', 1, 0],
    ]);
    await Promise.all([one.stop(), two.stop()]);
    expect(await ranked(counting(store, 'three'))).toEqual(await ranked(one));
  });

  test('that a hub counted which is gone for 90 days are forgotten', async () => {
    const store = new EmbeddedStore();
    const gone = counting(store, 'gone');
    await gone.start();
    gone.note(['old']);
    await gone.stop();
    now = new Date(now.getTime() + 91 * 24 * 60 * 60 * 1000);
    const fresh = counting(store, 'fresh');
    await fresh.start();
    fresh.note(['young']);
    await fresh.stop();
    expect(await ranked(fresh)).toEqual([['young', 1, 0]]);
  });

  test('are not lost when a saving fails', async () => {
    const store = new EmbeddedStore();
    const keys = counting(store);
    await keys.start();
    keys.note(['wattage']);
    await keys.save();
    let isBroken = true;
    const change = store.change.bind(store);
    store.change = (...given) => (isBroken ? Promise.reject(new Error('the disk is full')) : change(...given));
    keys.note(['wattage', 'flow']);
    await keys.save();
    isBroken = false;
    await keys.stop();
    const again = counting(store);
    await again.start();
    expect(await ranked(again)).toEqual([
      ['wattage', 2, 0],
      ['flow', 1, 0],
    ]);
    await again.stop();
  });

  test('are saved a hundred at a time, and what the store says of a key already stays', async () => {
    const store = new EmbeddedStore();
    const keys = counting(store);
    await keys.start();
    const changes: [removed: number, added: number][] = [];
    const change = store.change.bind(store);
    store.change = (made, options) => {
      changes.push([made.remove?.length ?? 0, made.add?.length ?? 0]);
      return change(made, options);
    };
    const names = Array.from({ length: 150 }, (_, at) => `key ${at}`);
    keys.note(names);
    await keys.save();
    keys.note(names);
    await keys.save();
    expect(changes).toEqual([
      [0, 2 + 100 * 5],
      [0, 50 * 5],
      [2 + 100 * 2, 2 + 100 * 2],
      [50 * 2, 50 * 2],
    ]);
    expect((await ranked(keys)).every(([, count, error]) => count === 2 && error === 0)).toBe(true);
  });

  test('that others took the place of are no longer in the store', async () => {
    const store = new EmbeddedStore();
    const keys = counting(store, 'one', 2);
    await keys.start();
    keys.note(['first', 'second']);
    await keys.save();
    keys.note(['third']);
    await keys.stop();
    expect(await ranked(counting(store, 'two'))).toEqual([
      ['third', 2, 1],
      ['second', 1, 0],
    ]);
  });

  test('of one document can not fill the sketch, and odd ones are ignored', async () => {
    const keys = counting(new EmbeddedStore());
    keys.note(Array.from({ length: 5000 }, (_, at) => `key ${at}`));
    keys.note(['', 'x'.repeat(101), '\ud800', 'x'.repeat(100), '<b>"quoted"\\ é']);
    expect((await keys.list(smallVocabulary, 1000)).terms).toHaveLength(202);
  });

  test('of any shape are saved and read back as they are', async () => {
    const store = new EmbeddedStore();
    const odd = ['<b>', '"quoted" \\', 'line\nbreak', 'é 😀', 'a b', '%41', '../..', '__proto__', "it's", ' '];
    const keys = counting(store);
    await keys.start();
    keys.note(odd);
    await keys.stop();
    const again = counting(store);
    await again.start();
    expect((await ranked(again)).map(([key]) => key).toSorted()).toEqual(odd.toSorted());
    await again.stop();
  });
});

test('a hub keeps its id with its folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hub-id-'));
  folders.push(folder);
  const id = await readHubId(join(folder, 'data'));
  expect(await readHubId(join(folder, 'data'))).toBe(id);
  expect(await readHubId(folder)).not.toBe(id);
});
