import n3 from 'n3';
import { describe, expect, test } from 'vitest';
import { artefact } from '../../src/artefacts/library.ts';
import { artefactOf, HOSTILE_KEYS } from '../support/artefacts.ts';
import { seededVocabulary } from '../vocabulary/seeded.ts';

const vocabulary = await seededVocabulary();
const RML = 'http://w3id.org/rml/';
const RECORDS = `{"device_id":"inverter 7","site":{"city":"Aarhus"},"readings":[{"timestamp":"2026-03-01T10:15:00Z","active_power-kW":812.40}],
  "log":[{"city":"a"}],"voltage-V":[1,2],"leistung":1}`;

const objectsOf = (text: string, name: string): string[] =>
  new n3.Parser()
    .parse(text)
    .filter(({ predicate }) => predicate.value === RML + name)
    .map(({ object }) => object.value);

describe('a mapping of RML', () => {
  test('has an iterator for the document, a record and an array of records, and references of JSONPath', () => {
    const { text } = artefactOf(vocabulary, 'rml', RECORDS);
    expect(new Set(objectsOf(text, 'iterator'))).toEqual(new Set(['$', "$['site']", "$['readings'][*]"]));
    expect(objectsOf(text, 'reference')).toContain("$['active_power-kW']");
    expect(objectsOf(text, 'template')).toContain("https://plant.example/id/device_id/{$['device_id']}");
    expect(new Set(objectsOf(text, 'path'))).toEqual(new Set(['document.json']));
  });

  test('has the same triples maps in the dialect, spelled otherwise', () => {
    const standard = artefactOf(vocabulary, 'rml', RECORDS);
    const dialect = artefactOf(vocabulary, 'rml', RECORDS, { dialect: 'morph-kgc' });
    for (const name of ['predicate', 'object', 'datatype', 'termType'])
      expect(objectsOf(dialect.text, name)).toEqual(objectsOf(standard.text, name));
    expect(dialect.report.terms).toEqual(standard.report.terms);
    expect(dialect.report.keysHash).not.toBe(standard.report.keysHash);
    expect(new Set(objectsOf(dialect.text, 'iterator'))).toEqual(new Set(['$', '$.site', '$.readings[*]']));
    expect(objectsOf(dialect.text, 'reference')).toContain('active_power-kW');
  });

  test('says of each key what it does not map', () => {
    const { report } = artefactOf(vocabulary, 'rml', RECORDS);
    const told = Object.fromEntries(
      report.terms.map(({ key, level, missing }) => [key, `${level}. ${missing.join(' ')}`]),
    );
    expect(told).toMatchObject({
      device_id: 'value-equal. ',
      site: expect.stringMatching(/^partial\. Its record is written/) as unknown,
      timestamp: expect.stringMatching(/^partial\. Records of equal "timestamp" become one/) as unknown,
      'active_power-kW': expect.stringMatching(/"device_id" of the record around it is not written/) as unknown,
      log: expect.stringMatching(/^none\. Its records have no time of their own/) as unknown,
      'voltage-V': expect.stringMatching(/^none\. Its values are arrays/) as unknown,
      leistung: expect.stringMatching(/^none\. It is no term/) as unknown,
    });
  });

  test.each(['standard', 'morph-kgc'] as const)(
    'of hostile keys is Turtle (%s), with a line for each key',
    (dialect) => {
      for (const of of [
        HOSTILE_KEYS,
        JSON.stringify(Object.fromEntries(HOSTILE_KEYS.map((key) => [key, [{ [key]: 1 }]]))),
      ]) {
        const { text, report } = artefactOf(vocabulary, 'rml', of, { dialect, lenient: true });
        expect(objectsOf(text, 'logicalSource').length).toBeGreaterThan(0);
        expect(report.terms.map(({ key }) => key).toSorted()).toEqual([...new Set(HOSTILE_KEYS)].toSorted());
      }
    },
  );

  test('has no dialects in other kinds', () => {
    const options = { vocabulary: vocabulary.lexicon, keys: ['voltage-V'] };
    expect(() => artefact('shacl', { ...options, dialect: 'morph-kgc' })).toThrow(/Only the kind rml has dialects/);
    expect(() => artefact('rml', { ...options, dialect: 'carml' as never })).toThrow(/standard, morph-kgc/);
  });
});
