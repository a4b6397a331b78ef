import { readFile } from 'node:fs/promises';
import { checkSync } from 'recheck';
import { expect, test } from 'vitest';
import { expressionsOf, listRegularExpressions, type WrittenExpression } from '../support/regular-expressions.ts';

const SOURCES = new URL('../../src/', import.meta.url);
/** Where patterns of the shapes become expressions. */
const OF_SHAPES = 'vocabulary/shapes/shape-pattern.ts:';
/** One expression takes tens of ms, a few take a second. */
const TIMEOUT_MS = 30_000;
/** What cannot be decided is tried with texts. Their steps are counted: a busy machine takes longer for each. */
const COUNTED = { seedingTimeout: null, incubationTimeout: null, attackTimeout: null };

/** What is wrong with an expression, in words; null when it is known to take no more than linear time on any text. */
function faultOf({ place, source, flags }: WrittenExpression): string | null {
  if (source === null) return `${place}: the expression is not written in its file, so that nobody can check it`;
  const found = checkSync(source, flags, { timeout: TIMEOUT_MS, ...COUNTED });
  if (found.status === 'safe') return null;
  const why = found.status === 'vulnerable' ? found.complexity.summary : found.error.kind;
  return `${place}: /${source}/${flags} is ${found.status}, ${why}`;
}

test('no regular expression of the sources takes more than linear time', { timeout: 300_000 }, async () => {
  const expressions = [...(await listRegularExpressions(SOURCES)), ...(await patternsOfShapes())];
  expect(expressions.length).toBeGreaterThan(100);
  const checked = expressions.filter(({ place }) => !place.startsWith(OF_SHAPES));
  expect(checked).toHaveLength(expressions.length - 1);
  // Many stand in several places.
  const different = new Map(checked.map((one) => [`${one.flags} ${one.source ?? one.place}`, one]));
  expect([...different.values()].map(faultOf).filter((fault) => fault !== null)).toEqual([]);
});

/** The patterns of `schema/shapes.ttl`: of `sh:pattern`, and all strings of its queries. */
async function patternsOfShapes(): Promise<WrittenExpression[]> {
  const text = await readFile(new URL('../schema/shapes.ttl', SOURCES), 'utf8');
  const quoted = (part: string) => Array.from(part.matchAll(/"((?:[^"\\\n]|\\.)*)"/g), ([, source]) => source!);
  const queries = Array.from(text.matchAll(/"""(.*?)"""/gs), ([, query]) => query!);
  const patterns = Array.from(text.matchAll(/sh:pattern ("(?:[^"\\\n]|\\.)*")/g), ([, pattern]) => pattern!);
  // A bracket by itself is no pattern.
  const sources = [...new Set([...queries, ...patterns].flatMap(quoted))].filter((source) => source.length > 1);
  expect(patterns.length).toBeGreaterThan(5);
  return sources.map((source) => ({
    place: 'schema/shapes.ttl',
    source: source.replaceAll('\\\\', '\\'),
    flags: 'gu',
  }));
}

test.each([
  ['spaces that are tried from each of them', String.raw`/^\s*charset\s*=\s*"?([^"]*?)"?\s*$/`],
  ['an end that is looked for from each place', String.raw`/\/+$/`],
  ['a beginning that is looked for in each place', String.raw`/[a-z]+[0-9]+x/`],
  ['groups in groups', String.raw`/^(a+)+$/`],
  ['one that is put together', "new RegExp(`^${PART}*$`); const PART = '(?:a|a)';"],
])('the check finds %s', (_name, text) => {
  const [expression, ...others] = expressionsOf('sample.ts', text);
  expect(others).toEqual([]);
  expect(faultOf(expression!)).toMatch(/ is vulnerable, /);
});

test('an expression that cannot be followed is a fault', () => {
  const expressions = expressionsOf('sample.ts', 'declare function made(): string; new RegExp(made());');
  expect(expressions.map(faultOf)).toEqual([expect.stringContaining('sample.ts:1')]);
});
