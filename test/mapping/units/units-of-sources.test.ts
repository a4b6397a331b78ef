import { describe, expect, test } from 'vitest';
import { checkDocument } from '../../../src/check/check-document.ts';
import { BatchConverter } from '../../../src/cli/documents/convert-batch.ts';
import { planOf } from '../../../src/cli/documents/plan-of-settings.ts';
import type { Lexicon } from '../../../src/mapping/lexicon/lexicon.ts';
import { encodeText } from '../../../src/rdf/utf8.ts';
import { readSourceYaml } from '../../../src/sources/read-source-yaml.ts';
import { getSource } from '../../../src/sources/source-files.ts';
import { mapDocument } from '../../../src/workers/map-document.ts';
import { seededVocabulary } from '../../vocabulary/seeded.ts';

const SOURCE = `title: Acme
documentation: https://acme.example/
keys:
  power: active_power-kW
  speed: wind_speed-km_per_h
  feed_MW: active_power-kW`;

const lexicon: Lexicon = {
  ...(await seededVocabulary()).lexicon,
  sources: readSourceYaml('acme', 'acme.yaml', SOURCE),
};
const COMMON = { base: null, align: true, now: new Date('2026-11-27T00:00:00Z') };
const ACME = { name: 'acme', restructure: true };

interface Found {
  readonly values: readonly string[];
  readonly warnings: readonly string[];
}

const valuesIn = (graph: string) => Array.from(graph.matchAll(/numericValue> "([^"]*)"/g), ([, value]) => value!);

/** As a hub converts: warnings with place and count. */
function convert(document: string, units: string, maxArrayItems = 0): Found {
  const options = { ...COMMON, format: 'nt', skolemize: false, maxArrayItems, units, semantics: 'registry' } as const;
  let graph = '';
  const { facts } = mapDocument(
    { kind: 'convert', body: encodeText(document), options: { ...options, source: ACME, maxListed: 100 } },
    lexicon,
    (chunk) => {
      graph += new TextDecoder().decode(chunk);
      return true;
    },
  );
  const warnings = facts.kind === 'convert' ? facts.warnings : [];
  return {
    values: valuesIn(graph),
    warnings: warnings.map(({ code, pointer, count }) => `${code} ${pointer} ${count}`),
  };
}

/** As the command converts: codes of warnings with their counts. */
function convertBatch(document: string, units: string): Found {
  let graph = '';
  const plan = planOf({ source: 'acme', units }, 'nt');
  const batch = { file: 'a', bytes: Buffer.from(document), firstSlot: 1, firstLine: 1, firstByte: 0 };
  const { warnings } = new BatchConverter(plan, lexicon, (chunk) => {
    graph += new TextDecoder().decode(chunk);
    return true;
  }).run({ ...batch, layout: 'whole', table: null });
  return { values: valuesIn(graph), warnings: Object.entries(warnings).map(([code, count]) => `${code} ${count}`) };
}

/** As a document is checked: warnings of units with place and count. */
const check = (document: string, units: string) =>
  checkDocument(encodeText(document), lexicon, {
    ...COMMON,
    maxArrayItems: 0,
    units,
    semantics: 'auto-open',
    source: getSource('acme', lexicon),
    restructure: true,
    maxTriples: 10_000,
    maxCheckedTriples: 10_000,
  })
    .findings.filter(({ code }) => code.startsWith('unit-'))
    .map(({ code, count, places }) => `${code} ${places[0]!.pointer} ${count}`);

describe('of a document that a source describes, units that contradict', () => {
  test.each([
    ['a text that fits is none', '{"power":812.40,"unit":"kW"}', '0.81240', []],
    ['a text that fits the wanted unit alone', '{"power":812.40,"unit":"MW"}', '812.40', ['/power']],
    ['the name of a key', '{"feed_MW":5.0}', '5.0', ['/feed_MW']],
    ['the key of a term', '{"active_power-kW":812.40,"unit":"MW"}', '812.40', ['/active_power-kW']],
    ['a text beside the key of a term that fits', '{"active_power-kW":812.40,"unit":"kW"}', '0.81240', []],
  ])('are looked for as it came: %s', (_, document, value, places) => {
    const warnings = ['unit-mismatch', 'unit-not-converted'].flatMap((code) => places.map((at) => `${code} ${at} 1`));
    expect(convert(document, 'MW')).toEqual({ values: [value], warnings });
    expect(check(document, 'MW')).toEqual(warnings);
    expect(convertBatch(document, 'MW')).toEqual({
      values: [value],
      warnings: warnings.map((warning) => warning.replace(/ \S+ /, ' ')),
    });
  });

  test('are told once where values stay in their units', () => {
    for (const units of ['term', 'K'])
      expect(convert('{"power":812.40,"unit":"MW"}', units)).toEqual({
        values: ['812.40'],
        warnings: ['unit-mismatch /power 1'],
      });
  });

  test('and values that were rounded are those that count', () => {
    const document = '{"speed":[36,10,10,10]}';
    expect(convert(document, 'si', 1).warnings).toEqual([]);
    expect(convert(document, 'si', 2).warnings).toEqual(['unit-rounded /speed/1 1']);
    expect(convert('{"rows":[{"power":1,"unit":"kW"},{"power":1,"unit":"MW"}]}', 'MW', 1)).toEqual({
      values: ['0.001'],
      warnings: [],
    });
  });
});
