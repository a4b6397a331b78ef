import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { hasImage, restoreImage, writeImage, type EngineState } from '../../src/queries/engine-image.ts';

const PAGE = 64 * 1024;
const ENGINE = 7;
const FACTS = { graph: 'urn:graph', version: 'v1', engine: ENGINE, store: 12 };
/** Values that each module begins with. */
const AT_FIRST = [undefined, null, true];

interface Module extends EngineState {
  bytes(): Uint8Array;
  readonly held: unknown[];
}

/** A module as it begins. */
function startModule(): Module {
  let buffer = new ArrayBuffer(PAGE);
  new Uint8Array(buffer).fill(1);
  const held: unknown[] = [...AT_FIRST];
  return {
    bytes: () => new Uint8Array(buffer),
    held,
    memory: {
      get buffer() {
        return buffer;
      },
      grow(pages) {
        const before = buffer.byteLength;
        buffer = structuredClone(buffer, { transfer: [buffer] });
        const grown = new ArrayBuffer(before + pages * PAGE);
        new Uint8Array(grown).set(new Uint8Array(buffer));
        buffer = grown;
        return before / PAGE;
      },
    },
    values: {
      get length() {
        return held.length;
      },
      get: (place) => held[place],
      set: (place, value) => void (held[place] = value),
      grow: (count, value) => held.push(...Array.from({ length: count }, () => value)),
    },
  };
}

/** A module that has read something. */
function usedModule(): Module {
  const used = startModule();
  used.memory.grow(2);
  used.bytes().forEach((_, at, bytes) => (bytes[at] = at % 251));
  used.held.push('termType', null, 'value');
  return used;
}

let path: string;
beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hub-image-'));
  path = join(folder, 'in-use.engine');
  return () => rm(folder, { recursive: true });
});

const restore = (module: EngineState, engine = ENGINE, graph = FACTS.graph, version: string | null = null) =>
  restoreImage(path, module, engine, { graph, version });

test('a module becomes the one of the image: its memory, its values and the place of its store', () => {
  const used = usedModule();
  writeImage(path, used, AT_FIRST.length, FACTS);
  const module = startModule();
  expect(restore(module)).toMatchObject({ version: 'v1', store: 12 });
  expect(Buffer.compare(module.bytes(), used.bytes())).toBe(0);
  expect(module.held).toEqual(used.held);
});

test('an image is that of an engine, a graph and a version', () => {
  writeImage(path, usedModule(), AT_FIRST.length, FACTS);
  expect(hasImage(path, ENGINE, FACTS)).toBe(true);
  expect(hasImage(path, ENGINE + 1, FACTS)).toBe(false);
  expect(hasImage(path, ENGINE, { ...FACTS, graph: 'urn:other' })).toBe(false);
  expect(hasImage(path, ENGINE, { ...FACTS, version: 'v2' })).toBe(false);
  expect(hasImage(`${path}.none`, ENGINE, FACTS)).toBe(false);
});

test('no module becomes one of another engine, of another graph or version, or of no image', () => {
  const module = startModule();
  expect(restore(module)).toBeNull();
  writeImage(path, usedModule(), AT_FIRST.length, FACTS);
  expect(restore(module, ENGINE + 1)).toBeNull();
  expect(restore(module, ENGINE, 'urn:other')).toBeNull();
  expect(restore(module, ENGINE, FACTS.graph, 'v2')).toBeNull();
  expect(Buffer.compare(module.bytes(), startModule().bytes())).toBe(0);
  expect(module.held).toEqual(AT_FIRST);
});

test('of an image that is damaged anywhere nothing is left in the module', async () => {
  writeImage(path, usedModule(), AT_FIRST.length, FACTS);
  const whole = await readFile(path);
  const changed = (at: number): Buffer => {
    const bytes = Buffer.from(whole);
    bytes[at]! ^= 1;
    return bytes;
  };
  const heads = Array.from({ length: 200 }, (_, at) => changed(at));
  const ends = [0, 3, 8, 100, PAGE, whole.length - 1].map((length) => whole.subarray(0, length));
  const damaged = [...heads, ...ends, changed(PAGE), changed(whole.length - 1), Buffer.concat([whole, whole])];
  for (const bytes of damaged) {
    await writeFile(path, bytes);
    const module = startModule();
    expect(restore(module)).toBeNull();
    const fresh = startModule().bytes();
    expect(Buffer.compare(module.bytes().subarray(0, fresh.length), fresh)).toBe(0);
    expect(
      module
        .bytes()
        .subarray(fresh.length)
        .every((byte) => byte === 0),
    ).toBe(true);
    expect(module.held).toEqual(AT_FIRST);
  }
});

test('an engine that holds other values than texts has no image', () => {
  const used = usedModule();
  used.held.push(globalThis);
  writeImage(path, used, AT_FIRST.length, FACTS);
  expect(hasImage(path, ENGINE, FACTS)).toBe(false);
});

test('what cannot be written leaves the image that is there', async () => {
  writeImage(path, usedModule(), AT_FIRST.length, FACTS);
  await mkdir(`${path}.part`);
  expect(() => writeImage(path, usedModule(), AT_FIRST.length, { ...FACTS, version: 'v2' })).toThrow('EISDIR');
  expect(hasImage(path, ENGINE, FACTS)).toBe(true);
});
