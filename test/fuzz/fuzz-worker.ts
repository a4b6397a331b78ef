/** The thread that tries inputs out; it may hang, so another one watches it. */
import { findFault } from './check.ts';
import { readCorpus } from './corpus.ts';
import { generateInput, readLexicons } from './generate.ts';
import { minimize } from './minimize.ts';

export interface FuzzOrder {
  readonly seed: number;
  /** The number of the first input, and how many. */
  readonly from: number;
  readonly count: number;
  readonly seconds: number;
  /** Two Int32s: the number of the input that is tried, and a beat. */
  readonly progress: SharedArrayBuffer;
}

export type FuzzReport =
  | { readonly kind: 'clean'; readonly tried: number }
  | {
      readonly kind: 'found';
      readonly index: number;
      readonly promise: string;
      readonly words: string;
      readonly options: string;
      readonly original: Uint8Array;
      readonly smallest: Uint8Array;
    };

export default async function tryInputs({ seed, from, count, seconds, progress }: FuzzOrder): Promise<FuzzReport> {
  const corpus = readCorpus();
  const lexicons = readLexicons();
  const beat = new Int32Array(progress);
  const endsAt = performance.now() + seconds * 1000;
  let index = from;
  for (; index < from + count && performance.now() < endsAt; index++) {
    Atomics.store(beat, 0, index);
    Atomics.add(beat, 1, 1);
    const input = generateInput(seed, index, corpus);
    const finding = await findFault(input.body, input.options, lexicons);
    if (finding === null) continue;
    const smallest = await minimize(input, finding, lexicons);
    const { words = finding.words } = (await findFault(smallest.body, smallest.options, lexicons)) ?? {};
    const options = JSON.stringify(smallest.options);
    const { promise } = finding;
    return { kind: 'found', index, promise, words, options, original: input.body, smallest: smallest.body };
  }
  return { kind: 'clean', tried: index - from };
}
