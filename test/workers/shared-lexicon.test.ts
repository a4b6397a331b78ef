import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DerivedMap } from '../../src/mapping/lexicon/derived-map.ts';
import type { Lexicon, LexiconTerm, Template } from '../../src/mapping/lexicon/lexicon.ts';
import { LexiconSharer, readSharedLexicon } from '../../src/workers/shared-lexicon.ts';
import { EMPTY_LEXICON } from '../support/empty-lexicon.ts';

/** Names that keys of documents may have, and those that objects would take for something else. */
const anyName = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '__proto__', 'constructor', '\ud800', '\udc00a', 'a"b\\', 'ä', '😀', 'load-kW'),
);
const anyTemplate: fc.Arbitrary<Template> = fc.array(fc.tuple(anyName, fc.array(anyName, { maxLength: 3 })), {
  maxLength: 3,
});
const anyTerm: fc.Arbitrary<LexiconTerm> = fc.record(
  {
    datatype: fc.constantFrom('http://www.w3.org/2001/XMLSchema#double', ''),
    template: anyTemplate,
    replacedBy: fc.option(anyName),
    range: fc.record({ smallest: fc.option(fc.constant('-1.50')), largest: fc.option(fc.constant('1e9')) }),
    unit: anyName,
    isDifference: fc.constant(true as const),
  },
  { requiredKeys: ['datatype', 'template'] },
);
const anyTerms = fc.array(fc.tuple(anyName, anyTerm), { maxLength: 40 });
const anyNodes = fc.array(fc.tuple(anyName, anyTemplate), { maxLength: 10 });

const lexiconOf = (terms: Iterable<[string, LexiconTerm]>, nodes: Iterable<[string, Template]>): Lexicon => ({
  ...EMPTY_LEXICON,
  terms: new Map(terms),
  nodes: new Map(nodes),
});

/** What a thread makes of what it is sent is the lexicon, entry by entry and in its order. */
async function expectShared(sharer: LexiconSharer, lexicon: Lexicon): Promise<void> {
  const read = readSharedLexicon(structuredClone(await sharer.share(lexicon)));
  for (const [map, original] of [
    [read.terms, lexicon.terms],
    [read.nodes, lexicon.nodes],
  ] as const) {
    expect([...map]).toEqual([...original]);
    expect(map.size).toBe(original.size);
    expect([...map.keys()]).toEqual([...original.keys()]);
    expect([...map.values()]).toEqual([...original.values()]);
    const walked: unknown[] = [];
    map.forEach((value, name) => walked.push([name, value]));
    expect(walked).toEqual([...original]);
    for (const [name, value] of original) {
      expect(map.has(name)).toBe(true);
      expect(map.get(name)).toEqual(value);
      expect(map.get(`${name} `)).toEqual(original.get(`${name} `));
      expect(map.has(`${name} `)).toBe(original.has(`${name} `));
    }
  }
  expect({ ...read, terms: null, nodes: null }).toEqual({ ...lexicon, terms: null, nodes: null });
}

describe('a lexicon that threads share', () => {
  test('is the lexicon, whatever stands in it and whatever came before it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(anyTerms, anyNodes), { minLength: 1, maxLength: 4 }), async (versions) => {
        const sharer = new LexiconSharer();
        for (const [terms, nodes] of versions) await expectShared(sharer, lexiconOf(terms, nodes));
      }),
      { numRuns: 60 },
    );
  });

  test('of what came of another one by terms is that with these, of which alone bytes are written', async () => {
    await fc.assert(
      fc.asyncProperty(anyTerms, anyNodes, fc.array(anyTerms, { minLength: 1, maxLength: 24 }), async (...all) => {
        const [terms, nodes, additions] = all;
        const sharer = new LexiconSharer();
        let lexicon = lexiconOf(sorted(terms), nodes);
        const first = await sharer.share(lexicon);
        for (const addition of additions) {
          const added = addition.filter(([name]) => !lexicon.terms.has(name));
          lexicon = lexiconOf(sorted([...lexicon.terms, ...added]), nodes);
          await expectShared(sharer, lexicon);
        }
        const last = await sharer.share(lexicon);
        expect(last.terms.parts[0]).toBe(first.terms.parts[0] ?? last.terms.parts[0]);
        expect(last.terms.parts.length).toBeLessThanOrEqual(16);
      }),
      { numRuns: 40 },
    );
  });

  test('is another one where a term is gone or says something else', async () => {
    const sharer = new LexiconSharer();
    const term = (datatype: string): LexiconTerm => ({ datatype, template: [] });
    const entries: [string, LexiconTerm][] = ['a', 'b', 'c'].map((name) => [name, term(name)]);
    await expectShared(sharer, lexiconOf(entries, []));
    await expectShared(sharer, lexiconOf(entries.slice(1), []));
    await expectShared(sharer, lexiconOf([entries[0]!, ['b', term('other')], entries[2]!], []));
    await expectShared(sharer, lexiconOf(entries.toReversed(), []));
  });

  test('of terms that are made when they are asked for makes those that are new alone', async () => {
    let made: string[] = [];
    const derive = ({ unit }: { readonly unit: string }): LexiconTerm => {
      made.push(unit);
      return { datatype: 'd', template: [], unit };
    };
    const origins = ['a', 'c'].map((unit): [string, { unit: string }] => [unit, { unit }]);
    const lexicon = (entries: typeof origins): Lexicon => ({
      ...EMPTY_LEXICON,
      terms: new DerivedMap(new Map(entries), derive),
    });
    const sharer = new LexiconSharer();
    const first = await sharer.share(lexicon(origins));
    made = [];
    const more = lexicon([origins[0]!, ['b', { unit: 'b' }], origins[1]!]);
    const second = await sharer.share(more);
    expect(made).toEqual(['b']);
    expect(second.terms.parts[0]).toBe(first.terms.parts[0]);
    await expectShared(sharer, more);
    await expectShared(sharer, lexicon([origins[0]!, ['c', { unit: 'other' }]]));
  });

  test('keeps values of names that are asked for again, and forgets others', async () => {
    const many = Array.from({ length: 5_000 }, (_, at): [string, LexiconTerm] => [
      `term_${at}`,
      { datatype: String(at), template: [] },
    ]);
    const { terms } = readSharedLexicon(await new LexiconSharer().share(lexiconOf(many, [])));
    expect(terms.get('term_7')).toBe(terms.get('term_7'));
    for (const [name, value] of many) expect(terms.get(name)).toEqual(value);
    expect(terms.get('term_7')).toEqual({ datatype: '7', template: [] });
  });
});

const sorted = (terms: readonly [string, LexiconTerm][]) => terms.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
