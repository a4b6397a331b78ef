import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { convertDocument } from '../../src/mapping/convert-document.ts';
import type { ConvertOptions } from '../../src/mapping/convert.ts';
import { RDF_FORMATS, type RdfFormat } from '../../src/rdf/write/format.ts';
import { envelopeOf } from '../../src/mapping/envelope.ts';
import { documentCase, extendLexicon, plainDocument } from '../support/arbitrary-document.ts';
import { readGoldenLexicon } from '../support/golden-cases.ts';
import type { Triple } from '../support/graph.ts';
import { canonicalize } from '../support/isomorphic.ts';
import { isNameable } from '../support/compare-conversions.ts';
import { readBack, readBackAgain } from '../support/read-back.ts';
import { CONVERT_DEFAULTS } from '../support/convert.ts';

const lexicon = extendLexicon(readGoldenLexicon());
const RUNS = Number(process.env['HUB_FUZZ_RUNS'] ?? 60);
const LIMIT = Math.max(60_000, RUNS * 300);

/** The output, or what the refusal says. */
function outcomeOf(text: string, by: typeof lexicon, options: ConvertOptions): string {
  const chunks: Uint8Array[] = [];
  try {
    const {
      head,
      copiedRows: _,
      ...facts
    } = convertDocument(new TextEncoder().encode(text), by, options, (chunk) => chunks.push(chunk));
    return Buffer.concat([head, ...chunks]).toString() + JSON.stringify(facts);
  } catch (error) {
    return String(error);
  }
}

const optionsOf = (format: RdfFormat, more: Partial<ConvertOptions>): ConvertOptions => ({
  ...CONVERT_DEFAULTS,
  format,
  ...more,
});

describe('a document', () => {
  test(
    'has the same output whatever was converted before it',
    () => {
      const some = fc.array(fc.tuple(fc.oneof(documentCase, plainDocument), fc.constantFrom(...RDF_FORMATS)), {
        minLength: 2,
        maxLength: 6,
      });
      fc.assert(
        fc.property(some, fc.array(fc.nat({ max: 5 }), { minLength: 4, maxLength: 12 }), (cases, order) => {
          const shared = { ...lexicon };
          for (const at of order) {
            const [{ text, options }, format] = cases[at % cases.length]!;
            for (const semantics of ['block', 'registry'] as const) {
              const all = optionsOf(format, { ...options, base: options.base ?? null, semantics });
              const alone = outcomeOf(text, { ...lexicon }, all);
              for (const copyRows of [true, false]) expect(outcomeOf(text, shared, { ...all, copyRows })).toBe(alone);
            }
          }
        }),
        { numRuns: RUNS },
      );
    },
    LIMIT,
  );

  test('is not mistaken for another whose keys make the same text', () => {
    const block = '"@semantic":{"@context":{}}';
    const shared = { ...lexicon };
    for (const text of [`{${block},"a\\nb":1,"c":2}`, `{${block},"a":1,"b\\nc":2}`]) {
      expect(outcomeOf(text, shared, optionsOf('nt', {}))).toBe(outcomeOf(text, { ...lexicon }, optionsOf('nt', {})));
    }
  });
});

describe('documents that are parts of one output', () => {
  test(
    'keep their graphs apart, in every format',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(documentCase, { minLength: 1, maxLength: 4 }), async (cases) => {
          for (const format of RDF_FORMATS) {
            const { open, between, close } = envelopeOf(format, lexicon);
            const parts: string[] = [];
            const expected: Triple[] = [];
            for (const [i, { text, options }] of cases.entries()) {
              const all = optionsOf('nt', { ...options, base: options.base ?? null });
              const alone = await readOutput('nt', text, all, undefined);
              if (alone === null || alone.triples.some(([, predicate]) => !isNameable(predicate))) continue;
              const part = await readOutput(format, text, { ...all, format }, `d${i}_`);
              parts.push(part!.output);
              const asXml = format === 'rdf' ? (await readOutput('rdf', text, { ...all, format }, undefined))! : alone;
              expected.push(...asXml.triples.map((triple) => rename(triple, i)));
            }
            const whole = open + parts.join(between) + close;
            for (const read of [readBack, readBackAgain])
              expect(canonicalize(await read(format, whole)), whole).toEqual(canonicalize(expected));
          }
        }),
        { numRuns: Math.ceil(RUNS / 3) },
      );
    },
    LIMIT,
  );
});

async function readOutput(
  format: RdfFormat,
  text: string,
  options: ConvertOptions,
  nodePrefix: string | undefined,
): Promise<{ output: string; triples: Triple[] } | null> {
  const chunks: Uint8Array[] = [];
  try {
    const { head } = convertDocument(
      new TextEncoder().encode(text),
      lexicon,
      nodePrefix === undefined ? options : { ...options, part: { nodePrefix } },
      (chunk) => chunks.push(chunk),
    );
    const output = Buffer.concat([head, ...chunks]).toString();
    return { output, triples: nodePrefix === undefined ? await readBack(format, output) : [] };
  } catch {
    return null;
  }
}

/** Blank nodes of different documents are different. */
function rename([subject, predicate, object]: Triple, document: number): Triple {
  const own = (term: string): string => (term.startsWith('_:') ? `_:x${document}${term.slice(2)}` : term);
  return [own(subject), predicate, own(object)];
}
