import { setImmediate as letOthersGo } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { shapesOfDocument } from '../../src/check/shapes-of-document.ts';
import { Converter } from '../../src/mapping/convert.ts';
import { JsonDocument } from '../../src/mapping/json/document.ts';
import { scanJson } from '../../src/mapping/json/scan.ts';
import type { Lexicon, LexiconTerm } from '../../src/mapping/lexicon/lexicon.ts';
import type { Mapping } from '../../src/mapping/semantic/mapping.ts';
import { writtenBlocksOf } from '../../src/mapping/semantic/written-blocks.ts';
import type { Meaning } from '../../src/mapping/sources/meaning.ts';
import { SourceLexicons } from '../../src/mapping/sources/source-lexicons.ts';
import { bytesHeld } from '../support/bytes-held.ts';
import { CONVERT_DEFAULTS } from '../support/convert.ts';
import { readGoldenLexicon } from '../support/golden-cases.ts';

const NOW = new Date('2026-11-29T00:00:00Z');

function points(plant: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => `${plant}_${i}`);
}

function termOf(name: string): LexiconTerm {
  return {
    datatype: 'http://www.w3.org/2001/XMLSchema#double',
    template: [
      ['a', ['sosa:Observation']],
      ['sosa:hasSimpleResult', [`$${name}`]],
      ['sosa:observedProperty', [`sosa:${name}`]],
    ],
  };
}

function lexiconOf(names: readonly string[]): Lexicon {
  return { ...readGoldenLexicon(), terms: new Map(names.map((name) => [name, termOf(name)])) };
}

describe('of documents with thousands of keys', () => {
  const keys = points('plant', 5000);

  test('the block is written once', () => {
    const blocks = writtenBlocksOf(lexiconOf(keys));
    const { text } = blocks.get(keys, null, NOW);
    expect(blocks.get([...keys], null, NOW).text === text).toBe(true);
    expect(blocks.get(keys.slice(1), null, NOW).text === text).toBe(false);
  });

  test('the lexicon of their source is made once', () => {
    const vocabulary = lexiconOf(keys);
    const kept = new SourceLexicons([]);
    const meanings = new Map<string, Meaning | null>();
    const lexicon = kept.get(keys, meanings, 'https://plant.example/', vocabulary);
    expect(kept.get([...keys], meanings, 'https://plant.example/', vocabulary) === lexicon).toBe(true);
    // Those of ever other ones make room.
    for (let i = 0; i < 4; i++) kept.get(points(`other${i}`, 5000), meanings, 'https://plant.example/', vocabulary);
    expect(kept.get(keys, meanings, 'https://plant.example/', vocabulary) === lexicon).toBe(false);
  });

  test('the shapes of a few kinds are kept, however many are checked', () => {
    const plants = points('plant', 4).map((plant) => points(plant, 5000));
    const lexicon = lexiconOf(plants.flat());
    const shapesOf = (plant: readonly string[]): unknown => {
      const text = JSON.stringify(Object.fromEntries(plant.map((key) => [key, 1.5])));
      const document = new JsonDocument(scanJson(Buffer.from(text)), 0);
      return shapesOfDocument(
        document,
        { isTime: null, dataKeys: document.dataKeys() } as unknown as Mapping,
        lexicon,
        true,
      );
    };
    const first = shapesOf(plants[0]!);
    expect(shapesOf(plants[0]!) === first).toBe(true);
    for (const plant of plants.slice(1)) shapesOf(plant);
    expect(shapesOf(plants[0]!) === first).toBe(false);
  });
});

test('what is compiled for terms holds no term with its template', async () => {
  const terms: WeakRef<LexiconTerm>[] = [];
  const keys = points('plant', 100);
  const lexicon = lexiconOf(keys);
  // They are made when they are asked for, as those are that threads share.
  class Terms extends Map<string, LexiconTerm> {
    override get(name: string): LexiconTerm | undefined {
      const term = termOf(name);
      terms.push(new WeakRef(term));
      return term;
    }
  }
  const converter = new Converter({ ...lexicon, terms: new Terms(lexicon.terms) });
  const body = Buffer.from(JSON.stringify(Object.fromEntries(keys.map((key) => [key, 1.5]))));
  const options = { ...CONVERT_DEFAULTS, semantics: 'registry', units: undefined as never } as const;
  converter.convert(body, options, () => {});
  // What a reference was made to is kept until the next turn of the event loop.
  await letOthersGo();
  bytesHeld();
  await letOthersGo();
  expect(terms.length).toBeGreaterThan(100);
  expect(terms.filter((term) => term.deref() !== undefined)).toEqual([]);
});
