import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readDocuments } from './read-documents.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const journeys = readDocuments().filter(({ path }) => path.startsWith('docs/journeys/'));

/** A step of a journey, and whatever else is an item of a list. */
function stepsOf(text: string): string[] {
  return text.split(/^(?:\d+\.|-) /m).slice(1);
}

/** The names of functions and classes that a step has: `name()`, `Class.method()`, `ClassName`. */
function namesOf(step: string): string[] {
  const spans = [...step.matchAll(/`([^`]+)`/g)].map(([, span]) => span!);
  return spans.flatMap((span) => {
    const called = /^(?:([A-Z]\w*)\.)?(\w+)\(\)$/.exec(span);
    if (called !== null) return called.slice(1).filter((name) => name !== undefined);
    return /^(?:[A-Z][a-z]+){2,}$/.test(span) ? [span] : [];
  });
}

function filesOf(step: string): string[] {
  return [...step.matchAll(/`(src\/[^`]+\.ts)`/g)].map(([, path]) => path!);
}

describe.each(journeys)('$path', ({ text }) => {
  const steps = stepsOf(text).map((step) => ({ step, files: filesOf(step), names: namesOf(step) }));

  test('has steps that name files', () => {
    expect(steps.filter(({ files }) => files.length > 0).length).toBeGreaterThan(4);
  });

  test('names functions and classes that are in the files of their step', () => {
    const missing = steps.flatMap(({ files, names }) => {
      const sources = files.map((path) => readFileSync(ROOT + path, 'utf8'));
      return names.filter((name) => !sources.some((source) => new RegExp(`\\b${name}\\b`).test(source)));
    });
    expect(missing).toEqual([]);
  });
});

test('each journey is in the index', () => {
  const { text } = journeys.find(({ path }) => path === 'docs/journeys/README.md')!;
  const names = journeys.map(({ path }) => path.slice('docs/journeys/'.length)).filter((name) => name !== 'README.md');
  const listed = [...text.matchAll(/^\| \[[^\]]+\]\(([a-z-]+\.md)\)/gm)].map(([, name]) => name!);
  expect(listed.toSorted()).toEqual(names);
});
