import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { describeResource } from '../../src/vocabulary/describe/descriptions.ts';
import { explainMatches, type MatchReason } from '../../src/vocabulary/search/match-reason.ts';
import {
  editDistance,
  foldText,
  hasWordWith,
  lettersOf,
  spellingOf,
  wordsOf,
} from '../../src/vocabulary/search/words.ts';
import type { Term, Vocabulary } from '../../src/vocabulary/vocabulary.ts';
import { readVocabulary } from '../../src/vocabulary/registry/read-vocabulary.ts';
import { HUB, seededVocabulary } from './seeded.ts';
import { smallStore } from './small-vocabulary.ts';

const NAMES = `
  <start> skos:prefLabel "Anfang der Messung"@de ; skos:altLabel "Messbeginn"@de ; skos:hiddenLabel "t_0", "1-0:0.9.1" ; skos:altLabel "发电厂的有功功率"@zh .
`;

let vocabulary: Vocabulary;
beforeAll(async () => {
  vocabulary = await readVocabulary(await smallStore(NAMES), HUB);
});

const explain = (text: string): MatchReason | null => explainMatches(vocabulary, text)(vocabulary.terms.get('start')!);

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

  test('by a word within a text that has no blanks', () => {
    expect(explain('有功功率')).toEqual({
      kind: 'other name',
      text: '发电厂的有功功率',
      language: 'zh',
      isCorrected: false,
    });
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

describe('a match is what comes of comparing all words of all texts', () => {
  /** The rule as `match-reason.ts` tells it, without any haste. */
  function slowly(vocabulary: Vocabulary, term: Term, text: string): MatchReason | null {
    const { labels, otherNames, definitions } = describeResource(vocabulary, term.iri);
    const texts = [
      { kind: 'name' as const, text: term.name, language: null },
      { kind: 'label' as const, text: term.label, language: 'en' },
      ...labels.map((each) => ({ kind: 'label' as const, ...each })),
      ...otherNames.map((each) => ({ kind: 'other name' as const, text: each.text, language: each.language })),
      { kind: 'definition' as const, text: term.description, language: 'en' },
      ...definitions.map((each) => ({ kind: 'definition' as const, ...each })),
      { kind: 'category' as const, text: term.category, language: null },
    ];
    const wanted = wordsOf(text).slice(0, 12);
    const fits = texts.map((each): number => {
      const words = wordsOf(each.text);
      const isName = each.kind !== 'definition';
      const begins = (want: string): boolean => words.some((word) => word.startsWith(want));
      const isNear = (want: string): boolean => {
        const most = Math.min(2, Math.max(1, Math.round(want.length * 0.3)));
        return want.length >= 4 && words.some((word) => editDistance(want, word, most) <= most);
      };
      if (isName && words.join('') === spellingOf(text)) return 0;
      if (wanted.every(begins)) return 1;
      if (wanted.some((want) => want.length > 1 && begins(want))) return 2;
      return isName && wanted.some(isNear) ? 3 : 4;
    });
    const least = Math.min(...fits);
    return wanted.length === 0 || least === 4 ? null : { ...texts[fits.indexOf(least)]!, isCorrected: least === 3 };
  }

  test('for texts made of words of the shipped vocabulary, whole, cut, and with letters changed', async () => {
    const shipped = await seededVocabulary();
    const terms = [...shipped.terms.values()];
    const word = fc
      .tuple(fc.nat(), fc.nat(), fc.nat(9), fc.constantFrom('', 'x', 'é', '_'))
      .map(([at, place, cut, added]) => {
        const { iri, name, label } = terms[at % terms.length]!;
        const { labels, definitions, otherNames } = describeResource(shipped, iri);
        const texts = [name, label, ...[...labels, ...otherNames, ...definitions].map(({ text }) => text)];
        const words = texts[place % texts.length]!.split(' ');
        const one = words[place % words.length]!;
        return cut === 0 ? one : one.slice(0, cut) + added + one.slice(cut + 1);
      });
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 3 }), fc.nat(), (words, from) => {
        const text = words.join(' ');
        const explainOne = explainMatches(shipped, text);
        for (let i = 0; i < 10; i++) {
          const term = terms[(from + i * 83) % terms.length]!;
          expect(explainOne(term)).toEqual(slowly(shipped, term, text));
        }
      }),
      { numRuns: 40 },
    );
  });

  test('and the words of a text need not be divided for that', () => {
    const unit = fc.constantFrom(
      'a',
      'b',
      'é',
      'É',
      'ß',
      '5',
      '²',
      '%',
      '°',
      'C',
      'Ω',
      ' ',
      '_',
      '𝐚',
      '😀',
      '\uD835',
      '\u0301',
    );
    const text = fc.string({ unit, maxLength: 12 });
    fc.assert(
      fc.property(text, text, (one, other) => {
        const folded = foldText(one);
        const words = wordsOf(one);
        expect(lettersOf(folded)).toBe(words.join(''));
        for (const want of wordsOf(other))
          expect(hasWordWith(folded, want)).toBe(words.some((word) => word.startsWith(want)));
      }),
      { numRuns: 2000 },
    );
  });
});
