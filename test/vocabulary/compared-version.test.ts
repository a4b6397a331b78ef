import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SKOS } from '../../src/rdf/namespaces.ts';
import type { Triple } from '../../src/rdf/triple.ts';
import { tableOf } from '../../src/vocabulary/triple-table-builder.ts';
import { compareVersions } from '../../src/vocabulary/versions/changes.ts';
import {
  ChangedVersion,
  differingAmong,
  differingSubjects,
  partsToCompare,
  WholeVersion,
} from '../../src/vocabulary/versions/compared-version.ts';
import { readVersionContent } from '../../src/vocabulary/versions/version-content.ts';
import { HUB, seededVocabulary, selectedVocabulary } from './seeded.ts';

const { triples: base } = await selectedVocabulary([...(await seededVocabulary()).terms.keys()].slice(0, 8));
const all = [...base];
/** What tells rows, terms and tokens is changed more often than the rest. */
const telling = all.flatMap(({ p }, at) =>
  /#(key|object|subject|predicate|type|broader|notation)$/.test(p) ? [at] : [],
);
const places = fc.array(fc.oneof(fc.constantFrom(...telling), fc.nat({ max: all.length - 1 })), { maxLength: 12 });
const change = fc.record({ removed: places, copied: fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 6 }) });

/** Triples without some, and with the objects of some at other subjects. */
function changed({ removed, copied }: { removed: number[]; copied: [number, number][] }): Triple[] {
  const gone = new Set(removed);
  const kept = all.filter((_, at) => !gone.has(at));
  const moved = copied.map(([to, from]): Triple => ({ ...all[from % all.length]!, s: all[to % all.length]!.s }));
  const said: Triple = { s: all[0]!.s, p: `${SKOS}note`, o: { type: 'literal', value: `${copied.length}` } };
  return [...kept, ...moved, said];
}

function changeOf(triples: readonly Triple[]) {
  const [before, after] = [
    new Set(all.map((triple) => JSON.stringify(triple))),
    new Set(triples.map((triple) => JSON.stringify(triple))),
  ];
  const parse = (texts: Iterable<string>): Triple[] => Array.from(texts, (text) => JSON.parse(text) as Triple);
  return {
    added: parse([...after].filter((text) => !before.has(text))),
    removed: parse([...before].filter((text) => !after.has(text))),
  };
}

const contentOf = (version: string, triples: Iterable<Triple>) =>
  readVersionContent(version, tableOf(triples, HUB), HUB);

test('what differs, and what it is told by, are compared as the whole versions are', () => {
  let differences = 0;
  fc.assert(
    fc.property(change, change, (one, other) => {
      const [before, after] = [changed(one), changed(other)];
      const whole = compareVersions(contentOf('a', before), contentOf('b', after), HUB);
      differences += whole.changed.length + whole.others.length;
      const [tableBefore, tableAfter] = [tableOf(before, HUB), tableOf(after, HUB)];
      const differing = differingSubjects(tableBefore, tableAfter);
      const ofTables = partsToCompare(differing, new WholeVersion(tableBefore), new WholeVersion(tableAfter), HUB);
      const [earlier, later] = [before, after].map(
        (triples) => new ChangedVersion(new WholeVersion(base), changeOf(triples), HUB),
      ) as [ChangedVersion, ChangedVersion];
      const touched = new Set([...earlier.changedSubjects, ...later.changedSubjects]);
      expect(differingAmong(touched, earlier, later)).toEqual(differing);
      const ofChanges = partsToCompare(differing, earlier, later, HUB);
      for (const parts of [ofTables, ofChanges]) {
        const found = compareVersions(
          readVersionContent('a', parts.before, HUB),
          readVersionContent('b', parts.after, HUB),
          HUB,
        );
        expect(found).toEqual(whole);
      }
    }),
    { numRuns: 15 },
  );
  expect(differences).toBeGreaterThan(15);
});

test('of a change of one term only what it is told by is looked at', () => {
  const term = all.find(({ p }) => p === `${SKOS}altLabel`)!;
  const after = new ChangedVersion(new WholeVersion(base), { added: [], removed: [term] }, HUB);
  const parts = partsToCompare(new Set([term.s.value]), new WholeVersion(base), after, HUB);
  expect(parts.before.length).toBeLessThan(base.length / 4);
  expect(parts.before.length).toBe(parts.after.length + 1);
});
