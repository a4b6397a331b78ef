import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Lexicon } from '../../../src/mapping/lexicon/lexicon.ts';
import { resolveTemplates } from '../../../src/mapping/templates/resolve-templates.ts';
import { XSD } from '../../../src/rdf/namespaces.ts';
import { convert } from '../../support/convert.ts';
import { readGoldenLexicon } from '../../support/golden-cases.ts';
import { canonicalize } from '../../support/isomorphic.ts';
import { readBack } from '../../support/read-back.ts';
import { graphOfTemplates } from '../../support/template-graph.ts';
import { seededVocabulary } from '../../vocabulary/seeded.ts';

const { lexicon } = await seededVocabulary();
const BASE = 'https://plant.example/id/';
const CITED = ['device_id', 'meter_id', 'asset_id', 'quality_flag', 'valid_from', 'bidding_zone', 'unit'];

/** A text that the datatype takes as it is. */
function textFor(datatype: string): string {
  if (datatype === `${XSD}dateTimeStamp` || datatype === `${XSD}dateTime`) return '2026-03-01T10:15:00Z';
  if (datatype === `${XSD}date`) return '2026-03-01';
  if (datatype === `${XSD}boolean`) return 'true';
  if (datatype === `${XSD}integer`) return '7';
  return /(?:double|decimal)$/.test(datatype) ? '812.40' : 'inverter 7';
}

const graphOfHub = async (document: Readonly<Record<string, string>>, align: boolean): Promise<string> => {
  const { text } = convert(JSON.stringify(document), lexicon, { semantics: 'registry', base: BASE, align });
  const triples = await readBack('nt', text);
  return canonicalize(
    triples.filter(([, p]) => !/<http:\/\/purl.org\/dc\/terms\/(?:created|provenance|conformsTo)>/.test(p)),
  );
};

describe('resolved templates', () => {
  test('say what the conversion writes, for flat documents of any terms', async () => {
    // Of several times in a record the first counts, which is a matter of the document and not of the templates.
    const times = ['timestamp', 'date', 'start_time'];
    const isTime = new Set(
      [...resolveTemplates([...lexicon.terms.keys()], lexicon, { base: BASE, align: true }).keys.values()].flatMap(
        ({ name, isTime: is }) => (is ? [name] : []),
      ),
    );
    const names = [...lexicon.terms.keys()].filter((name) => !isTime.has(name));
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.oneof(fc.constantFrom(...names), fc.constantFrom(...CITED)), { maxLength: 8 }),
        fc.option(fc.constantFrom(...times)),
        fc.boolean(),
        async (chosen, time, align) => {
          const keys = time === null ? chosen : [time, ...chosen];
          const document = Object.fromEntries(keys.map((key) => [key, textFor(lexicon.terms.get(key)!.datatype)]));
          const templates = resolveTemplates(keys, lexicon, { base: BASE, align });
          expect(canonicalize(graphOfTemplates(templates, document))).toBe(await graphOfHub(document, align));
        },
      ),
      { numRuns: 120 },
    );
  });

  test('what a key becomes depends on the others of its set', () => {
    const alone = resolveTemplates(['device_id'], lexicon, { base: null, align: true });
    expect(alone.keys.get('device_id')!.form).toBe('node');
    const cited = resolveTemplates(['timestamp', 'device_id', 'active_power-kW'], lexicon, { base: BASE, align: true });
    expect(cited.keys.get('device_id')).toMatchObject({ form: 'entity', entityBase: `${BASE}device_id/` });
    expect(cited.citedOutside).toContain('meter_id');
    const power = cited.keys.get('active_power-kW')!;
    expect(power.rows.some(({ object }) => object.kind === 'instant')).toBe(true);
    expect(power.readPath).toEqual(['http://www.w3.org/ns/sosa/hasResult', 'http://qudt.org/schema/qudt/numericValue']);
    expect(power.rows.filter(({ isOptional }) => isOptional).map(({ object }) => object)).toEqual([
      { kind: 'entity', key: 'device_id' },
      { kind: 'instant' },
    ]);
  });

  test('keys that are no terms, or begin with "?", are plain literals', () => {
    const { keys } = resolveTemplates(['leistung 1', '?x', '__proto__'], lexicon, { base: BASE, align: true });
    expect(keys.get('leistung 1')).toMatchObject({ form: 'literal', isTerm: false, predicate: `${BASE}leistung%201` });
    expect(keys.get('?x')).toMatchObject({ form: 'literal', predicate: `${BASE}%3Fx`, rows: [], readPath: [] });
    expect(keys.get('__proto__')).toMatchObject({ form: 'literal', datatype: null });
  });

  test('nodes that cite each other are listed once, and those without a description are named', () => {
    const golden = readGoldenLexicon();
    const circular: Lexicon = {
      ...golden,
      terms: new Map([
        ['a', { datatype: `${XSD}string`, template: [['dcterms:relation', ['?x', '?lost']]] }],
        ['b', { datatype: `${XSD}string`, template: [['dcterms:title', []]] }],
      ]),
      nodes: new Map([
        ['x', [['dcterms:relation', ['?y']]]],
        [
          'y',
          [
            ['dcterms:relation', ['?x']],
            ['dcterms:title', ['$a', '$b']],
          ],
        ],
      ]),
      prefixes: new Map([['dcterms', 'http://purl.org/dc/terms/']]),
    };
    const { keys, undescribedNodes } = resolveTemplates(['a', 'b'], circular, { base: null, align: true });
    expect(undescribedNodes).toEqual(['?lost']);
    expect(keys.get('a')!.rows.map(({ subject, object }) => [subject, object.kind])).toEqual([
      [null, 'node'],
      [null, 'node'],
      ['?x', 'node'],
      ['?y', 'node'],
      ['?y', 'value'],
      ['?y', 'value'],
    ]);
    expect(keys.get('a')!.readPath).toHaveLength(3);
    expect(keys.get('b')).toMatchObject({ form: 'node', rows: [], readPath: null });
  });
});
