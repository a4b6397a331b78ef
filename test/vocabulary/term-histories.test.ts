import { expect, test } from 'vitest';
import { TermHistories } from '../../src/vocabulary/versions/term-histories.ts';
import {
  findTermSteps,
  readTermSteps,
  termStepsOfLines,
  type TermSteps,
} from '../../src/vocabulary/versions/term-steps.ts';
import type { Version } from '../../src/vocabulary/versions/versions.ts';
import { randomHistory, randomOf } from './event-stream/random-history.ts';

const LABEL = 'http://www.w3.org/2004/02/skos/core#prefLabel';
const OBJECT = 'https://hub.invalid/ontology#object';

/** Versions by their names, the current one first. */
function versionsOf(...names: string[]): Version[] {
  return names.map((version, at) => ({
    version,
    iri: `https://hub.example/vocabulary/v/${version}/`,
    since: new Date(Date.UTC(2026, 0, 30 - at)),
    predecessor: names[at + 1] ?? null,
    isCurrent: at === 0,
  }));
}

/** A canonical text: a term per line, `name: label, object of its row`. */
function textOf(terms: Readonly<Record<string, readonly [label: string, object?: string]>>): string {
  const lines = Object.entries(terms).flatMap(([name, [label, object]]) => {
    const iri = `https://hub.invalid/vocabulary/${encodeURIComponent(name)}`;
    return [
      `<${iri}> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <https://hub.invalid/ontology#Term> .`,
      `<${iri}> <${LABEL}> ${JSON.stringify(label)}@en .`,
      ...(object === undefined ? [] : [`<${iri}#row-1> <${OBJECT}> <${object}> .`]),
    ];
  });
  return lines
    .sort()
    .map((line) => `${line}\n`)
    .join('');
}

const TEXTS: Readonly<Record<string, string>> = {
  a: textOf({ old: ['Old', 'urn:a'], gone: ['Gone'], 'müde %': ['Tired'] }),
  b: textOf({ old: ['Old', 'urn:a'], new: ['New'], 'müde %': ['Tired'] }),
  c: textOf({ old: ['Older', 'urn:b'], new: ['New'], 'müde %': ['Sleepy'] }),
};

const linesOf = (text: string): string[] => text.split(/(?<=\n)/).filter((line) => line !== '');

async function* inPieces(text: string, lines: number): AsyncGenerator<Uint8Array> {
  const all = linesOf(text);
  for (let at = 0; at < all.length; at += lines) yield Buffer.from(all.slice(at, at + lines).join(''));
}

const findSteps = async (before: string, after: string, lines = 3): Promise<TermSteps> => {
  const written = await findTermSteps(inPieces(before, lines), inPieces(after, lines));
  return readTermSteps(written, 'https://hub.example');
};

function historiesOf(versions: Version[], texts: Readonly<Record<string, string>> = TEXTS) {
  const read: string[] = [];
  const histories = new TermHistories({
    list: () => versions,
    find: (name) => versions.find(({ version }) => version === name) ?? null,
    findSteps: async (before, after) => {
      read.push(`${before} ${after}`);
      const [old, fresh] = [texts[before], texts[after]];
      return old === undefined || fresh === undefined ? null : findSteps(old, fresh);
    },
  });
  return { histories, read };
}

const told = ({ steps, oldest, isWhole }: Awaited<ReturnType<TermHistories['read']>>) => ({
  steps: steps.map(({ version, before, kind, properties }) => [before.version, version.version, kind, ...properties]),
  oldest: oldest.version,
  isWhole,
});

test('a step has the terms that came, changed or went, with what changed of them', async () => {
  expect(Object.fromEntries(await findSteps(TEXTS['a']!, TEXTS['b']!))).toEqual({
    new: { kind: 'added', properties: [] },
    gone: { kind: 'removed', properties: [] },
  });
  expect(Object.fromEntries(await findSteps(TEXTS['b']!, TEXTS['c']!))).toEqual({
    old: { kind: 'changed', properties: [LABEL, 'template'] },
    'müde %': { kind: 'changed', properties: [LABEL] },
  });
  expect((await findSteps(TEXTS['c']!, TEXTS['c']!)).size).toBe(0);
});

test('steps have the properties of this hub, sorted, the template last', async () => {
  const lines = (value: string): string =>
    [
      `<https://hub.invalid/vocabulary/old> <http://z.example/> ${value} .\n`,
      `<https://hub.invalid/vocabulary/old> <https://hub.invalid/ontology#datatype> ${value} .\n`,
      `<https://hub.invalid/vocabulary/old#row-1> <${OBJECT}> ${value} .\n`,
    ]
      .sort()
      .join('');
  const steps = await findSteps(lines('"1"'), lines('"2"'));
  expect(steps.get('old')).toEqual({
    kind: 'changed',
    properties: ['http://z.example/', 'https://hub.example/ontology#datatype', 'template'],
  });
});

test.each(Array.from({ length: 20 }, (_, seed) => seed))(
  'texts and the lines in which they differ tell the same, in the same order, history %i',
  async (seed) => {
    const random = randomOf(seed);
    const versions = randomHistory(random, 6);
    for (const [at, { text: after }] of versions.entries()) {
      const before = versions[at - 1]?.text ?? '';
      const [old, fresh] = [linesOf(before), linesOf(after)];
      const change = {
        added: fresh.filter((line) => !old.includes(line)),
        removed: old.filter((line) => !fresh.includes(line)),
      };
      const steps = readTermSteps(termStepsOfLines(change), 'https://hub.example');
      const found = await findSteps(before, after, 1 + Math.floor(random() * 9));
      expect([...found]).toEqual([...steps]);
      const touched = [...change.added, ...change.removed].flatMap(
        (line) => /^<https:\/\/hub\.invalid\/vocabulary\/([^/#>]+)[#>]/.exec(line)?.[1] ?? [],
      );
      expect(new Set(found.keys())).toEqual(new Set(touched.map(decodeURIComponent)));
    }
  },
);

test('what is no term has no step', async () => {
  const other =
    '<https://hub.invalid/vocabulary/category/power> <urn:p> "x" .\n<https://qudt.example/x> <urn:p> "y" .\n';
  expect((await findSteps('', other)).size).toBe(0);
});

test('a history tells in which version a term was added, and in which it was changed', async () => {
  const { histories, read } = historiesOf(versionsOf('c', 'b', 'a'));
  expect(told(await histories.read('old'))).toEqual({
    steps: [['b', 'c', 'changed', LABEL, 'template']],
    oldest: 'a',
    isWhole: true,
  });
  expect(told(await histories.read('new')).steps).toEqual([['a', 'b', 'added']]);
  expect(told(await histories.read('other'))).toEqual({ steps: [], oldest: 'a', isWhole: true });
  // Each pair once, however often somebody asks.
  expect(read).toEqual(['b c', 'a b']);
});

test('what was before a term came is not compared for it', async () => {
  const { histories, read } = historiesOf(versionsOf('c', 'b', 'a', 'z'), { ...TEXTS, z: TEXTS['a']! });
  expect(told(await histories.read('new'))).toEqual({ steps: [['a', 'b', 'added']], oldest: 'a', isWhole: false });
  expect(read).toEqual(['b c', 'a b']);
});

test('who asks while versions are compared waits for the same, and what failed is compared again', async () => {
  const { histories, read } = historiesOf(versionsOf('c', 'b', 'a'));
  await Promise.all([histories.read('old'), histories.latest(), histories.read('new')]);
  expect(read).toEqual(['b c', 'a b']);
  let count = 0;
  const failing = new TermHistories({
    list: () => versionsOf('b', 'a'),
    find: (name) => versionsOf('b', 'a').find(({ version }) => version === name) ?? null,
    findSteps: async () => {
      if (count++ === 0) throw new Error('busy');
      return findSteps(TEXTS['a']!, TEXTS['b']!);
    },
  });
  await expect(failing.read('new')).rejects.toThrow('busy');
  expect(told(await failing.read('new')).steps).toEqual([['a', 'b', 'added']]);
});

test('the history of the only version is whole', async () => {
  const { histories } = historiesOf(versionsOf('a'));
  expect(told(await histories.read('old'))).toEqual({ steps: [], oldest: 'a', isWhole: true });
});

test('a history ends at a version that cannot be read', async () => {
  const { histories } = historiesOf(versionsOf('c', 'b', 'a'), { ...TEXTS, a: undefined as unknown as string });
  expect(told(await histories.read('new'))).toEqual({ steps: [], oldest: 'b', isWhole: false });
});

test('a history goes back twelve versions', async () => {
  const names = Array.from({ length: 40 }, (_, at) => `v${at}`);
  const { histories } = historiesOf(versionsOf(...names), Object.fromEntries(names.map((name) => [name, TEXTS['a']!])));
  expect(await histories.read('old')).toMatchObject({ isWhole: false, oldest: { version: 'v12' } });
});
