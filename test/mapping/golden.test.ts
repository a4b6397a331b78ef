import { describe, expect, test } from 'vitest';
import { RDF_FORMATS } from '../../src/rdf/write/format.ts';
import { listCopyDifferences } from '../support/compare-copies.ts';
import { convert, CONVERT_DEFAULTS, statusOf } from '../support/convert.ts';
import { listWarnings, replaceForXml } from '../support/compare-conversions.ts';
import { readGoldenCases, readGoldenLexicon } from '../support/golden-cases.ts';
import { canonicalize } from '../support/isomorphic.ts';
import { readBack, readBackAgain, readStreaming } from '../support/read-back.ts';
import { ReferenceFailure, convertByReference } from '../support/reference-mapping.ts';

const lexicon = readGoldenLexicon();
const cases = readGoldenCases();
describe('the reference', () => {
  for (const golden of cases) {
    test(`${golden.name}: ${golden.note}`, async () => {
      const run = () => convertByReference(golden.document.toString('utf8'), lexicon, golden.options);
      if (golden.expect.status !== undefined) {
        expect(run).toThrow(expect.objectContaining({ constructor: ReferenceFailure, status: golden.expect.status }));
        return;
      }
      const { triples, warnings, unmapped } = run();
      const expected = await readBack('nt', golden.graph);
      expect(canonicalize(triples)).toBe(canonicalize(expected));
      expect(triples.length).toBe(golden.expect.triples);
      expect(listWarnings(warnings)).toEqual(listWarnings(golden.expect.warnings));
      expect(unmapped).toEqual(golden.expect.unmapped);
    });
  }
});

describe('the conversion', () => {
  for (const golden of cases) {
    test(`${golden.name}: rows that are copied are those that are walked, in every format`, () => {
      const options = { ...CONVERT_DEFAULTS, ...golden.options };
      expect(listCopyDifferences(golden.document, lexicon, options)).toEqual([]);
    });

    for (const format of RDF_FORMATS) {
      test(`${golden.name} in ${format}: ${golden.note}`, async () => {
        const options = { format, ...golden.options };
        const { expect: wanted } = golden;
        if (wanted.status !== undefined) {
          expect(statusOf(() => convert(golden.document, lexicon, options))).toBe(wanted.status);
          return;
        }
        if (format === 'rdf' && golden.name === '43-odd-keys') {
          // The empty key makes the predicate https://ex.org/, which ends in no NCName.
          expect(statusOf(() => convert(golden.document, lexicon, options))).toBe(422);
          return;
        }
        const converted = convert(golden.document, lexicon, options);
        let expected = await readBack('nt', golden.graph);
        if (format === 'rdf') expected = expected.map(([s, p, o]) => [s, p, replaceForXml(o)] as const);
        expect(canonicalize(await readBack(format, converted.text))).toBe(canonicalize(expected));
        expect(canonicalize(await readBackAgain(format, converted.text))).toBe(canonicalize(expected));
        if (format === 'jsonld') expect(canonicalize(await readStreaming(converted.text))).toBe(canonicalize(expected));
        expect(converted.triples).toBe(wanted.triples);
        expect(listWarnings(converted.warnings)).toEqual(listWarnings(wanted.warnings));
        expect(converted.unmapped).toEqual(wanted.unmapped);
      });
    }
  }
});
