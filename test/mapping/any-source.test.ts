import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { HubError } from '../../src/errors.ts';
import { joinBytes } from '../../src/join-bytes.ts';
import type { Lexicon } from '../../src/mapping/lexicon/lexicon.ts';
import { embedBySource } from '../../src/mapping/sources/embed-by-source.ts';
import { listSources } from '../../src/sources/source-files.ts';
import { plainDocument } from '../support/arbitrary-document.ts';
import { convert } from '../support/convert.ts';
import { parseJsonTree, type JsonTree } from '../support/json-tree.ts';
import { readFixture } from '../support/fixtures.ts';
import { listSourceExamples } from '../support/source-graphs.ts';
import { seededVocabulary } from '../vocabulary/seeded.ts';

const RUNS = Number(process.env['HUB_FUZZ_RUNS'] ?? 300);
const LIMIT = Math.max(60_000, RUNS * 600);
/** Those that make arrays of rows or of stamps write their values in another order. */
const sources = listSources({}).filter(
  ({ file }) => file.variantOf === null && file.columns.length + file.series.length === 0,
);

let lexicon: Lexicon;
beforeAll(async () => {
  ({ lexicon } = await seededVocabulary());
});

/** The values of a document as they are written, in order, without its block. */
function scalarsOf(tree: JsonTree, isRoot = true): string[] {
  if (tree.kind === 'array') return tree.items.flatMap((item) => scalarsOf(item, false));
  if (tree.kind !== 'record') return [tree.kind === 'null' ? 'null' : `${tree.kind} ${tree.text}`];
  return [...tree.members].flatMap(([key, value]) => (isRoot && key === '@semantic' ? [] : scalarsOf(value, false)));
}

function describeBy(source: (typeof sources)[number], text: string): string {
  const options = { base: null, now: new Date(0), restructure: true };
  return new TextDecoder().decode(
    joinBytes(embedBySource(new TextEncoder().encode(text), lexicon, source, options)!.parts),
  );
}

describe('a document that is described by a source', () => {
  test(
    'keeps every value as it is written, in order, and converts',
    () => {
      fc.assert(
        fc.property(plainDocument, fc.constantFrom(...sources), ({ text }, source) => {
          let described: string;
          try {
            described = describeBy(source, text);
          } catch (error) {
            if (error instanceof HubError) return;
            throw error;
          }
          const values = scalarsOf(parseJsonTree(described));
          expect(values, `${source.name}: ${text}`).toEqual(scalarsOf(parseJsonTree(text.replace(/^\ufeff/, ''))));
          convert(described, lexicon);
        }),
        { numRuns: RUNS },
      );
    },
    LIMIT,
  );

  test('of another source keeps its values, too', () => {
    for (const { document } of listSourceExamples())
      for (const source of sources) {
        const values = scalarsOf(parseJsonTree(describeBy(source, document)));
        expect(values, source.name).toEqual(scalarsOf(parseJsonTree(document)));
      }
  });

  test('is refused as ever when it is no document', () => {
    for (const text of ['', '{', '[1,', '{"a":1}}', 'null', '"text"', readFixture('sources/README.md')]) {
      expect(() => describeBy(sources[0]!, text), text).toThrow(HubError);
    }
  });
});
