/** The inputs of the fuzz run: each follows from the seed, its number and the corpus, so that a finding can be repeated alone. */
import fc from 'fast-check';
import { documentCase, extendLexicon, plainDocument, registerKeys } from '../support/arbitrary-document.ts';
import { readGoldenLexicon } from '../support/golden-cases.ts';
import { writeJson, type Written } from '../support/written-json.ts';
import type { FuzzOptions, Lexicons } from './check.ts';
import type { CorpusFile } from './corpus.ts';
import { mutateBytes, mutateSemantic, mutateStructure } from './mutate.ts';
import { Random } from './random.ts';
import { parseWritten } from './tree.ts';

export interface FuzzInput {
  readonly body: Uint8Array;
  readonly options: FuzzOptions;
}

const MAX_TRIPLES = 20_000;
const BASES = ['https://option.example/x/', 'http://option.example/#', `https://option.example/${'b'.repeat(300)}/`];

export function readLexicons(): Lexicons {
  const golden = readGoldenLexicon();
  return { block: extendLexicon(golden), registry: registerKeys(golden) };
}

/** Every combination that changes the code's way, for the replay of the corpus. */
export function listOptions(): FuzzOptions[] {
  const options: FuzzOptions[] = [];
  for (const semantics of ['block', 'registry'] as const) {
    for (const skolemize of [false, true]) {
      for (const align of [true, false]) {
        for (const maxArrayItems of [0, 1]) {
          options.push({ semantics, skolemize, align, maxArrayItems, base: null, maxTriples: MAX_TRIPLES });
        }
      }
    }
  }
  return options;
}

export function generateInput(seed: number, index: number, corpus: readonly CorpusFile[]): FuzzInput {
  const random = new Random(seed, index);
  return { body: generateBody(random, corpus), options: generateOptions(random) };
}

function generateBody(random: Random, corpus: readonly CorpusFile[]): Uint8Array {
  const draw = (): Uint8Array => (random.once(3) ? generateDocument(random) : random.pick(corpus).body);
  const body = draw();
  switch (random.below(8)) {
    case 0:
      return generateDocument(random);
    case 1:
    case 2:
      return mutateBytes(body, draw(), random);
    default: {
      const tree = treeOf(body);
      if (tree === null) return mutateBytes(body, draw(), random);
      const isSemantic = random.once(2);
      const changed = isSemantic ? mutateSemantic(tree, random) : mutateStructure(tree, treeOf(draw()) ?? tree, random);
      const both = random.once(4) ? mutateStructure(mutateSemantic(changed, random), tree, random) : changed;
      const json = new TextEncoder().encode(writeJson(both, random.once(3) ? random.next() : 0));
      return random.once(20) ? mutateBytes(json, body, random) : json;
    }
  }
}

function treeOf(body: Uint8Array): Written | null {
  try {
    return parseWritten(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return null;
  }
}

function generateDocument(random: Random): Uint8Array {
  const [document] = fc.sample(random.once(4) ? plainDocument : documentCase, { numRuns: 1, seed: random.next() | 0 });
  return new TextEncoder().encode(document!.text);
}

function generateOptions(random: Random): FuzzOptions {
  return {
    semantics: random.once(4) ? 'registry' : 'block',
    skolemize: random.once(3),
    align: !random.once(4),
    maxArrayItems: random.once(4) ? 1 + random.below(3) : 0,
    base: random.once(4) ? random.pick(BASES) : null,
    maxTriples: random.once(8) ? random.below(40) : MAX_TRIPLES,
  };
}
