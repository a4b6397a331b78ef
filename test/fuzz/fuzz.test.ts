import { beforeAll, describe, expect, test } from 'vitest';
import { findFault, type Lexicons } from './check.ts';
import { readCorpus } from './corpus.ts';
import { generateInput, listOptions, readLexicons } from './generate.ts';

const SEED = 20261121;
/** A few seconds; `npm run fuzz` goes on from there. */
const INPUTS = Number(process.env['HUB_FUZZ_RUNS'] ?? 600);

const corpus = readCorpus();
let lexicons: Lexicons;
beforeAll(() => {
  lexicons = readLexicons();
});

describe('a document of the corpus keeps every promise with every option', () => {
  test.each(corpus.map(({ name, body }) => [name, body] as const))('%s', async (_, body) => {
    for (const options of listOptions()) {
      expect(await findFault(body, options, lexicons), JSON.stringify(options)).toBe(null);
    }
  });
});

test(
  `${INPUTS} changed documents keep every promise`,
  async () => {
    for (let index = 0; index < INPUTS; index++) {
      const { body, options } = generateInput(SEED, index, corpus);
      const finding = await findFault(body, options, lexicons);
      expect(finding, `npm run fuzz -- --seed ${SEED} --only ${index}`).toBe(null);
    }
  },
  60_000 + INPUTS * 50,
);
