import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  absorbBytes,
  absorbState,
  absorbStateAndBytes,
  absorbText,
  absorbWords,
  startState,
} from '../../src/mapping/nodes/name-hash.ts';
import { copyName, nameOfState, NameTexts } from '../../src/mapping/nodes/name-texts.ts';
import { StateTable } from '../../src/mapping/nodes/state-table.ts';
import { dataViewOf } from '../../src/mapping/bytes/data-view.ts';
import { convert } from '../support/convert.ts';
import { EMPTY_LEXICON } from '../support/empty-lexicon.ts';

function stateOf(tag: number, bytes: Uint8Array): Int32Array {
  const state = startState();
  absorbBytes(state, 0, tag, dataViewOf(bytes), 0, bytes.length);
  return state;
}

describe('the hash of names', () => {
  test('never changes: others have merged graphs by it', () => {
    const state = startState();
    absorbText(state, 0, 1, 'https://example.org/');
    expect(nameOfState(state, 0)).toBe('fba607b765b1158200a14afe50fe8fc5');
    const text =
      '{"@semantic":{"@prefix":{"time":"http://www.w3.org/2006/time#","@base":"https://example.org/"},"@context":{"t":{"a":"time:Instant"}}},"t":["2024-01-01T00:00:00Z"],"x":[1]}';
    const { text: triples } = convert(text, EMPTY_LEXICON, { format: 'nt', skolemize: true });
    expect([...new Set(triples.match(/(?<=genid\/)[0-9a-f]{32}/g))]).toEqual([
      '365918ac9cf3204c3af1ef58db7de304',
      '771e25b22e1a2d06f1218eddd7c1c9b2',
    ]);
  });

  test('tells texts apart, also where one begins the other or ends in zeros', () => {
    const seen = new Map<string, string>();
    const note = (tag: number, bytes: Uint8Array): void => {
      const name = nameOfState(stateOf(tag, bytes), 0);
      const text = `${tag} ${bytes.join()}`;
      expect(seen.get(name) ?? text).toBe(text);
      seen.set(name, text);
    };
    for (const tag of [0, 1]) for (let length = 0; length < 64; length++) note(tag, new Uint8Array(length));
    fc.assert(
      fc.property(fc.nat({ max: 7 }), fc.uint8Array({ maxLength: 40 }), (tag, bytes) => note(tag, bytes)),
      { numRuns: 2_000 },
    );
  });

  test('is the same for a state and bytes, mixed in at once or one after the other', () => {
    const states = fc.int32Array({ minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(states, states, fc.nat({ max: 7 }), fc.uint8Array({ maxLength: 40 }), (state, other, tag, bytes) => {
        const view = dataViewOf(bytes);
        const atOnce = state.slice();
        absorbStateAndBytes(atOnce, 0, other, 0, tag, view, 0, bytes.length);
        const inTurn = state.slice();
        absorbState(inTurn, 0, other, 0);
        absorbBytes(inTurn, 0, tag, view, 0, bytes.length);
        expect(atOnce).toEqual(inTurn);
      }),
      { numRuns: 2_000 },
    );
  });

  test('spreads each bit of a block over the whole state', () => {
    const block = [0x12345678, -1, 0, 0x0f0f0f0f] as const;
    const before = startState();
    absorbWords(before, 0, ...block);
    for (let bit = 0; bit < 128; bit++) {
      const flipped = block.map((word, i) => (i === bit >> 5 ? word ^ (1 << (bit & 31)) : word));
      const after = startState();
      absorbWords(after, 0, flipped[0]!, flipped[1]!, flipped[2]!, flipped[3]!);
      let changed = 0;
      for (let i = 0; i < 4; i++)
        for (let rest = (before[i]! ^ after[i]!) >>> 0; rest > 0; rest >>>= 1) changed += rest & 1;
      // Of 128 bits, half give or take five deviations.
      expect(changed).toBeGreaterThan(35);
      expect(changed).toBeLessThan(93);
    }
  });

  test('is written alike as bytes and as text', () => {
    fc.assert(
      fc.property(fc.int32Array({ minLength: 4, maxLength: 4 }), (state) => {
        const texts = new NameTexts(2);
        texts.render(1, state, 0);
        const written = Buffer.from('<'.repeat(50));
        copyName(new DataView(written.buffer, written.byteOffset), 41, texts, 1);
        expect(written.toString('latin1')).toBe('<'.repeat(9) + nameOfState(state, 0) + '<'.repeat(9));
      }),
    );
  });
});

describe('a table of states', () => {
  test('numbers distinct states in order', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(3), fc.nat(3)), { maxLength: 300 }), (pairs) => {
        const table = new StateTable();
        const numbers = new Map<string, number>();
        for (const [a, b] of pairs) {
          const expected = numbers.get(`${a} ${b}`) ?? numbers.size;
          numbers.set(`${a} ${b}`, expected);
          expect(table.add(Int32Array.of(a, 0, 0, b), 0)).toBe(expected);
          expect(table.size).toBe(numbers.size);
        }
      }),
    );
  });
});
