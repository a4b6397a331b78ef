import { beforeAll, describe, expect, test } from 'vitest';
import { explainMatch, type MatchReason } from '../../src/vocabulary/search/match-reason.ts';
import type { Vocabulary } from '../../src/vocabulary/vocabulary.ts';
import { readVocabulary } from '../../src/vocabulary/registry/read-vocabulary.ts';
import { HUB } from './seeded.ts';
import { smallStore } from './small-vocabulary.ts';

const NAMES = `
  <start> skos:prefLabel "Anfang der Messung"@de ; skos:altLabel "Messbeginn"@de ; skos:hiddenLabel "t_0", "1-0:0.9.1" .
`;

let vocabulary: Vocabulary;
beforeAll(async () => {
  vocabulary = await readVocabulary(await smallStore(NAMES), HUB);
});

const explain = (text: string): MatchReason | null => explainMatch(vocabulary, vocabulary.terms.get('start')!, text);

describe('a match is explained', () => {
  test('by the name before all, in any spelling', () => {
    expect(explain('START')).toEqual({ kind: 'name', text: 'start', language: null, isCorrected: false });
  });

  test('by a label of another language, by its words or their beginnings', () => {
    const label = { kind: 'label', text: 'Anfang der Messung', language: 'de', isCorrected: false };
    expect(explain('messung anfang')).toEqual(label);
    expect(explain('anfa')).toEqual(label);
  });

  test('by another name of a language, and by one that data have', () => {
    expect(explain('messbeginn')).toMatchObject({ kind: 'other name', language: 'de' });
    expect(explain('1-0:0.9.1')).toEqual({ kind: 'other name', text: '1-0:0.9.1', language: null, isCorrected: false });
  });

  test('by a name with a letter wrong', () => {
    expect(explain('messbegin')).toMatchObject({ text: 'Messbeginn', isCorrected: false });
    expect(explain('mesbeginn')).toEqual({ kind: 'other name', text: 'Messbeginn', language: 'de', isCorrected: true });
  });

  test('by nothing, when no text has any of the words, and for no words', () => {
    expect(explain('voltage')).toBeNull();
    expect(explain(' – ')).toBeNull();
  });

  test('in no long time, whatever the text is', () => {
    expect(explain('a'.repeat(100_000))).toBeNull();
    expect(explain('mesbeginn '.repeat(10_000))).toMatchObject({ isCorrected: true });
  });
});
