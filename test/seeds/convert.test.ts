import { beforeAll, describe, expect, test } from 'vitest';
import { RDF_FORMATS } from '../../src/rdf/write/format.ts';
import type { RdfFormat } from '../../src/rdf/write/format.ts';
import type { Term, Vocabulary } from '../../src/vocabulary/vocabulary.ts';
import { seededVocabulary } from '../vocabulary/seeded.ts';
import { convert as convertText } from '../support/convert.ts';

let vocabulary: Vocabulary;
beforeAll(async () => {
  vocabulary = await seededVocabulary();
});

/** The term's example as a JSON value: quantities are numbers, truth values words, all else is text. */
function exampleOf(term: Term): string {
  const isBare = term.quantityKind !== null || term.datatype === 'xsd:boolean';
  return !isBare ? JSON.stringify(term.example) : (term.example ?? 'null');
}

const convert = (text: string, format: RdfFormat) =>
  convertText(text, vocabulary.lexicon, { format, semantics: 'registry' });

describe('a document of one term and its example', () => {
  test('converts without a warning, in every format, to the term’s datatype', () => {
    for (const term of vocabulary.terms.values()) {
      for (const format of RDF_FORMATS) {
        const { warnings, unmapped, described } = convert(`{${JSON.stringify(term.name)}:${exampleOf(term)}}`, format);
        const codes = warnings.map(({ code }) => code);
        expect(codes, `${term.name} ${format}`).toEqual(term.deprecated ? ['deprecated-term'] : []);
        expect({ unmapped, described }, `${term.name} ${format}`).toEqual(
          term.rows.length === 0 ? { unmapped: [term.name], described: 0 } : { unmapped: [], described: 1 },
        );
      }
      const { text } = convert(`{${JSON.stringify(term.name)}:${exampleOf(term)}}`, 'nt');
      // Also where the template passes the value on to a shared node (an interval, a place), it has to arrive.
      const literal =
        JSON.stringify(term.example) + (term.datatype === 'xsd:string' ? ' .' : `^^<${term.datatypeIri}> .`);
      expect(text, term.name).toContain(literal);
    }
  });
});

describe('a document of all terms', () => {
  test('converts with no other warning than that it has several times', () => {
    const members = [...vocabulary.terms.values()].map((term) => `${JSON.stringify(term.name)}:${exampleOf(term)}`);
    const { warnings, described } = convert(`{${members.join(',')}}`, 'nt');
    expect(new Set(warnings.map((warning) => warning.code))).toEqual(new Set(['ambiguous-time', 'deprecated-term']));
    expect(described).toBe([...vocabulary.terms.values()].filter((term) => term.rows.length > 0).length);
  });

  test('describes each entity once, and each value by the sensor and the thing it is about', () => {
    const { text } = convert(
      '{"asset_id":"A","meter_id":"M","metering_point_id":"P","timestamp":["2026-03-01T10:00:00Z","2026-03-01T10:15:00Z"],"active_energy-kWh":[1,2]}',
      'nt',
    );
    const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
    expect(count(/<https:\/\/hub\.example\/id\/meter_id\/M> <http:\/\/purl\.org\/dc\/terms\/identifier> "M" \./g)).toBe(
      1,
    );
    expect(count(/<http:\/\/www\.w3\.org\/ns\/sosa\/madeBySensor> <https:\/\/hub\.example\/id\/meter_id\/M> \./g)).toBe(
      2,
    );
    expect(
      count(
        /<http:\/\/www\.w3\.org\/ns\/sosa\/hasUltimateFeatureOfInterest> <https:\/\/hub\.example\/id\/asset_id\/A> \./g,
      ),
    ).toBe(2);
    expect(
      count(
        /<http:\/\/www\.w3\.org\/ns\/sosa\/hasFeatureOfInterest> <https:\/\/hub\.example\/id\/metering_point_id\/P> \./g,
      ),
    ).toBe(2);
  });
});
