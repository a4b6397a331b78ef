import { expect, test } from 'vitest';
import { SortedList, type KnownRoots, type Sorted } from '../../src/store/sorted-list.ts';

/** A disk: entries, how many were asked for, and what was written by the last change. */
class Disk {
  readonly entries = new Map<string, string>();
  readonly roots: KnownRoots = new Map();
  reads = 0;
  writes = 0;

  list(): SortedList {
    const read = async (keys: readonly string[]): Promise<(string | undefined)[]> => {
      this.reads += keys.length;
      return keys.map((key) => this.entries.get(key));
    };
    return new SortedList('list', read, this.roots);
  }

  async change(work: (list: SortedList) => Promise<void>): Promise<void> {
    const list = this.list();
    await work(list);
    const writes = list.writes();
    this.writes = writes.length;
    for (const [key, value] of writes) {
      if (value === undefined) this.entries.delete(key);
      else this.entries.set(key, value);
    }
  }
}

/** The same numbers for the same seed. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
}

function entryOf(number: number): Sorted {
  return [`text ${String(number % 300).padStart(3, '0')}`, `<urn:${String(number).padStart(5, '0')}>`];
}

function inOrder(entries: Iterable<Sorted>): Sorted[] {
  return [...entries].toSorted((one, other) => (one[0] + one[1] < other[0] + other[1] ? -1 : 1));
}

test('a list is what was added and not removed, in its order, from every place', async () => {
  const random = randomOf(7);
  const disk = new Disk();
  const held = new Map<number, Sorted>();
  for (let round = 0; round < 60; round += 1) {
    // It grows first, then shrinks to nothing.
    const adds = round < 30 ? 60 : 4;
    await disk.change(async (list) => {
      for (let count = 0; count < adds; count += 1) {
        const number = random(3_000);
        if (!held.has(number)) await list.add(entryOf(number));
        held.set(number, entryOf(number));
      }
      for (let count = 0; count < 64 - adds; count += 1) {
        const number = [...held.keys()][random(held.size)] ?? random(3_000);
        await list.remove(entryOf(number));
        held.delete(number);
      }
    });
    const expected = inOrder(held.values());
    expect(await disk.list().total()).toBe(expected.length);
    expect(await disk.list().page(null, 10_000)).toEqual(expected);
    const at = random(expected.length + 1);
    const before = expected[at - 1];
    const place = before === undefined ? null : { sort: before[0], subject: before[1] };
    expect(await disk.list().page(place, 70)).toEqual(expected.slice(at, at + 70));
    const text = entryOf(random(300))[0];
    const behind = expected.filter(([sort]) => sort > text);
    expect(await disk.list().page({ sort: text }, 50)).toEqual(behind.slice(0, 50));
  }
});

test('what is not there can be removed, and an empty list is no entry', async () => {
  const disk = new Disk();
  expect(await disk.list().total()).toBe(0);
  expect(await disk.list().page(null, 5)).toEqual([]);
  await disk.change((list) => list.remove(entryOf(1)));
  expect(disk.entries.size).toBe(0);
  await disk.change((list) => list.add(entryOf(1)));
  await disk.change((list) => list.remove(entryOf(2)));
  expect(await disk.list().page(null, 5)).toEqual([entryOf(1)]);
});

test('a page and a change read and write as much of a long list as of a short one', async () => {
  const costs: number[][] = [];
  for (const length of [300, 3_000, 30_000]) {
    const disk = new Disk();
    const added = Array.from({ length }, (_, at): Sorted => [String(at).padStart(6, '0'), `<urn:${at}>`]);
    for (let at = 0; at < length; at += 1_000)
      await disk.change(async (list) => {
        for (const entry of added.slice(at, at + 1_000)) await list.add(entry);
      });
    // Full pieces, because they came in their order.
    expect(disk.entries.size).toBeLessThan(length / 128 + 4);
    const cost = async (work: () => Promise<unknown>): Promise<number> => {
      disk.reads = disk.writes = 0;
      await work();
      return disk.reads + disk.writes;
    };
    const middle: Sorted = [String(length / 2).padStart(6, '0'), 'a'];
    costs.push([
      await cost(() => disk.list().page(null, 50)),
      await cost(() => disk.list().page({ sort: middle[0] }, 50)),
      await cost(() => disk.list().page({ sort: added.at(-30)![0] }, 50)),
      await cost(() => disk.list().total()),
      await cost(() => disk.change((list) => list.add(['999999', '<urn:last>']))),
      await cost(() => disk.change((list) => list.add(middle))),
      await cost(() => disk.change((list) => list.remove(middle))),
    ]);
  }
  for (const cost of costs) for (const [at, entries] of cost.entries()) expect(entries, `step ${at}`).toBeLessThan(9);
});
