import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { SKOS, XSD } from '../../src/rdf/namespaces.ts';
import type { BoundTerm } from '../../src/rdf/rows.ts';
import { TripleLineWriter } from '../../src/rdf/triple-lines.ts';
import type { Triple } from '../../src/rdf/triple.ts';
import { extendTable, lackingIn } from '../../src/vocabulary/extend-table.ts';
import { tableOf } from '../../src/vocabulary/triple-table-builder.ts';
import { CanonicalText } from '../../src/vocabulary/versions/canonical-bytes.ts';
import { TextNames } from '../../src/vocabulary/versions/version-blocks.ts';
import {
  canonicalPieces,
  findVersion,
  formerVersionOfText,
  isVersionOf,
  prepareVersions,
  readCanonical,
  versionKnownAs,
  versionOf,
  versionOfText,
  writeCanonical,
} from '../../src/vocabulary/versions/version.ts';
import { HUB } from './seeded.ts';

const iris = fc
  .tuple(fc.constantFrom(HUB.vocabulary, HUB.baseUrl, 'https://other.example/'), fc.stringMatching(/^[a-c/-]{0,3}$/))
  .map(([namespace, name]): BoundTerm => ({ type: 'uri', value: namespace + name }));
// Characters beyond the first plane come before some of the first, as strings are compared.
const texts = fc.string({
  unit: fc.constantFrom('a', 'b', '"', '\\', '\n', ' ', 'ü', '\u007F', '\u{F000}', '\u{FFFE}', '\u{FFFD}', '\u{1F600}'),
});
const objects = fc.oneof(
  iris,
  texts.map((value): BoundTerm => ({ type: 'literal', value })),
  texts.map((value): BoundTerm => ({ type: 'literal', value, 'xml:lang': 'en' })),
  texts.map((value): BoundTerm => ({ type: 'literal', value, 'xml:lang': 'de-at' })),
  fc
    .constantFrom(`${XSD}token`, `${HUB.ontology}code`)
    .chain((datatype) => texts.map((value): BoundTerm => ({ type: 'literal', value, datatype }))),
);
const triple = fc.record({
  s: iris,
  p: fc.constantFrom(`${SKOS}note`, `${SKOS}notes`, `${HUB.ontology}key`),
  o: objects,
});

/** Each triple as a line, and the lines sorted. */
function sortedLines(triples: readonly Triple[]): string {
  const writer = new TripleLineWriter({ from: HUB.baseUrl, to: 'https://hub.invalid' });
  return [...new Set(triples.map((each) => writer.line(each)))].sort().join('');
}

/** The rule of names as the documentation has it, without regard to time. */
function nameByBlocks(text: string): string {
  const blocks: string[] = [];
  let before = '';
  for (const line of text.match(/.*\n/g) ?? []) {
    const subject = line.slice(0, line.indexOf(' '));
    const hash = Buffer.from(subject).reduce((value, byte) => Math.imul(value ^ byte, 0x01000193), 0x811c9dc5);
    const isFirst = subject !== before && (hash & 0xff) === ((hash >>> 16) & 0xff);
    if (isFirst || blocks.length === 0) blocks.push(line);
    else blocks[blocks.length - 1] += line;
    before = subject;
  }
  return sha256(blocks.map((block) => `${sha256(block)}\n`).join(''));
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** With subjects of which some begin blocks. */
function manyTriples(subjects: number): Triple[] {
  return Array.from({ length: subjects * 2 }, (_, i): Triple => ({
    s: { type: 'uri', value: `${HUB.vocabulary}${(i >> 1).toString(36)}` },
    p: `${SKOS}note`,
    o: { type: 'literal', value: `${i} ünd "so"` },
  }));
}

describe('names of versions', () => {
  test('are made of the hashes of blocks, of tables as of texts', () => {
    for (const subjects of [0, 1, 2, 3_000]) {
      const table = tableOf(manyTriples(subjects), HUB);
      const text = writeCanonical(table, HUB);
      expect(versionOf(table, HUB)).toBe(nameByBlocks(text.toString()));
      expect(versionOfText(text)).toBe(nameByBlocks(text.toString()));
    }
  });

  test('are the same however a text is cut into pieces', () => {
    const text = writeCanonical(tableOf(manyTriples(700), HUB), HUB);
    for (const length of [1, 7, 100, 1000, text.length]) {
      const names = new TextNames();
      for (let at = 0; at < text.length; at += length) names.add(text.subarray(at, at + length));
      expect(names.names()).toEqual([nameByBlocks(text.toString()), sha256(text.toString())]);
    }
  });

  test('are those of releases before where these are known', () => {
    const table = tableOf(manyTriples(50), HUB);
    const former = formerVersionOfText(writeCanonical(table, HUB));
    expect(versionKnownAs(table, HUB, (name) => name === former)).toBe(former);
    expect(versionKnownAs(table, HUB, () => false)).toBe(versionOf(table, HUB));
    expect(isVersionOf(former, writeCanonical(table, HUB))).toBe(true);
    expect(isVersionOf(versionOf(table, HUB), writeCanonical(table, HUB))).toBe(true);
    expect(isVersionOf(sha256('else'), writeCanonical(table, HUB))).toBe(false);
  });

  test('of what came of another vocabulary are those of it made anew, wherever in blocks its subjects are', () => {
    const many = manyTriples(2_000);
    const subject = fc.stringMatching(/^[0-9a-z]{1,4}$/);
    fc.assert(
      fc.property(fc.array(fc.array(subject, { minLength: 1, maxLength: 30 }), { maxLength: 4 }), (changes) => {
        let table = tableOf(many, HUB);
        versionOf(table, HUB);
        const all = [...many];
        for (const names of changes) {
          const addition = names.map((name): Triple => ({
            s: { type: 'uri', value: HUB.vocabulary + name },
            p: `${SKOS}notes`,
            o: iriOf(all.length),
          }));
          const added = lackingIn(table, addition);
          const extended = extendTable(table, added, HUB);
          all.push(...added);
          expect(versionOf(extended, HUB, { triples: table, added })).toBe(
            nameByBlocks(writeCanonical(extended, HUB).toString()),
          );
          table = extended;
        }
      }),
      { numRuns: 15 },
    );
  });
});

describe('canonical texts', () => {
  test('are the lines of all triples, sorted, and versions are named by them', () => {
    fc.assert(
      fc.property(fc.array(triple, { maxLength: 60 }), (triples) => {
        const table = tableOf(triples, HUB);
        const text = writeCanonical(table, HUB).toString();
        expect(text).toBe(sortedLines(triples));
        expect(versionOf(table, HUB)).toBe(versionOfText(text));
        expect([...tableOf(readCanonical(text, HUB), HUB)]).toEqual([...table]);
      }),
    );
  });

  test('hold subjects of many triples, and texts of any length', () => {
    const many = Array.from({ length: 5_000 }, (_, i): Triple => ({
      s: { type: 'uri', value: `${HUB.vocabulary}${i % 3}` },
      p: `${SKOS}note`,
      o: { type: 'literal', value: i === 7 ? 'long '.repeat(100_000) : `${(i * 7_919) % 5_000} ${'ü'.repeat(i % 90)}` },
    }));
    const table = tableOf(many, HUB);
    expect(writeCanonical(table, HUB).toString() === sortedLines(many)).toBe(true);
    expect(versionOf(table, HUB)).toBe(versionOfText(sortedLines(many)));
  });

  test('are written in pieces that are the same text, whether the order of its subjects is known or not', async () => {
    const many = Array.from({ length: 9_000 }, (_, i): Triple => ({
      s: { type: 'uri', value: `${HUB.vocabulary}${(i >> 3).toString(36)}` },
      p: `${SKOS}note`,
      o: { type: 'literal', value: `${i} ${'note '.repeat(30)}` },
    }));
    for (const isNamed of [false, true]) {
      const table = tableOf(many, HUB);
      if (isNamed) versionOf(table, HUB);
      const pieces: Uint8Array[] = [];
      for await (const piece of canonicalPieces(table, HUB)) pieces.push(piece);
      expect(Buffer.concat(pieces).equals(writeCanonical(table, HUB))).toBe(true);
      expect(pieces.length).toBeGreaterThan(5);
    }
    for await (const _ of canonicalPieces(tableOf([], HUB), HUB)) expect.unreachable('Nothing has no text');
  });

  test('of what came of another vocabulary are those of the same triples made anew, by name and byte for byte', () => {
    const changes = fc.array(fc.array(triple, { maxLength: 12 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(triple, { maxLength: 60 }), changes, (triples, additions) => {
        let table = tableOf(triples, HUB);
        versionOf(table, HUB);
        const all = [...triples];
        for (const addition of additions) {
          const added = lackingIn(table, addition);
          const extended = extendTable(table, added, HUB);
          const version = versionOf(extended, HUB, { triples: table, added });
          all.push(...addition);
          expect(version).toBe(versionOf(tableOf(all, HUB), HUB));
          expect(writeCanonical(extended, HUB).equals(writeCanonical(tableOf(all, HUB), HUB))).toBe(true);
          table = extended;
        }
      }),
      { numRuns: 40 },
    );
  });

  test('of many pieces are named as made anew, wherever a change is', () => {
    const many = Array.from({ length: 12_000 }, (_, i): Triple => ({
      s: { type: 'uri', value: `${HUB.vocabulary}${(i >> 2).toString(36)}` },
      p: `${SKOS}note`,
      o: { type: 'literal', value: `${i} ${'note '.repeat(30)}` },
    }));
    let table = tableOf(many, HUB);
    versionOf(table, HUB);
    const all = [...many];
    for (const name of ['0', 'zzz', 'a', '3b3', 'm', '3b', 'zzz', '5/']) {
      const addition: Triple = {
        s: { type: 'uri', value: HUB.vocabulary + name },
        p: `${SKOS}notes`,
        o: iriOf(all.length),
      };
      all.push(addition);
      const extended = extendTable(table, [addition], HUB);
      const version = versionOf(extended, HUB, { triples: table, added: [addition] });
      expect(version).toBe(versionOf(tableOf(all, HUB), HUB));
      table = extended;
    }
    expect(versionOf(table, HUB)).toBe(versionOfText(sortedLines(all)));
  });
});

test('a vocabulary is hashed once, also where it is changed while that is done, twice from the same one', async () => {
  const many = Array.from({ length: 3_000 }, (_, i): Triple => ({ s: iriOf(i), p: `${SKOS}note`, o: iriOf(i >> 1) }));
  const table = tableOf(many, HUB);
  const ordering = vi.spyOn(CanonicalText.prototype, 'subjects');
  const preparing = prepareVersions(table, HUB);
  const changes = [9_001, 9_002].map(async (number) => {
    const added: Triple[] = [{ s: iriOf(number), p: `${SKOS}note`, o: iriOf(1) }];
    const extended = extendTable(table, added, HUB);
    return [added, await findVersion(extended, HUB, { triples: table, added })] as const;
  });
  const found = await Promise.all(changes);
  await preparing;
  expect(ordering).toHaveBeenCalledOnce();
  for (const [added, version] of found) expect(version).toBe(versionOf(tableOf([...many, ...added], HUB), HUB));
});

function iriOf(number: number): BoundTerm {
  return { type: 'uri', value: `${HUB.vocabulary}${number}` };
}
