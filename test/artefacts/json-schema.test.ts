import { readFileSync, readdirSync } from 'node:fs';
import { toUSVString } from 'node:util';
import SwaggerParser from '@apidevtools/swagger-parser';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { requestArtefact } from '../../src/artefacts/request-artefact.ts';
import { scalarFormOf } from '../../src/artefacts/scalar-form.ts';
import { HubError } from '../../src/errors.ts';
import { validate } from '../../src/mapping/library.ts';
import type { Lexicon } from '../../src/mapping/lexicon/lexicon.ts';
import { XSD } from '../../src/rdf/namespaces.ts';
import { DATATYPE_NAMES, jsonScalar } from '../support/arbitrary-scalars.ts';
import { artefactOf, HOSTILE_KEYS, PLANT } from '../support/artefacts.ts';
import { listSamples, SAMPLES } from '../support/fixtures.ts';
import { readGoldenCases, readGoldenLexicon } from '../support/golden-cases.ts';
import type { JsonScalar } from '../support/json-tree.ts';
import { literalByReference } from '../support/reference-literals.ts';
import { seededVocabulary } from '../vocabulary/seeded.ts';

const vocabulary = await seededVocabulary();
const EXAMPLES = new URL('../../seeds/examples/', import.meta.url);

const documents = [
  ...listSamples().map((name) => [name, readFileSync(SAMPLES + name, 'utf8')] as const),
  ...readdirSync(EXAMPLES).map((name) => [name, readFileSync(new URL(name, EXAMPLES), 'utf8')] as const),
].filter(([, text]) => text.trimStart().startsWith('{'));

/** As validators come, strict: unknown keywords and odd schemas are errors. */
function compile(schema: string): (document: unknown) => boolean {
  return new Ajv2020({ strict: true, allErrors: false }).compile(JSON.parse(schema) as object);
}

function schemaOf(of: readonly string[] | string, lexicon: Lexicon, lenient = false): string {
  const from = typeof of === 'string' ? Buffer.from(of) : of;
  return requestArtefact({ kind: 'json-schema', of: from, base: PLANT, align: true, lenient }, lexicon, () => ({}))
    .text;
}

/** Whether the hub converts a document without a value that does not fit its datatype. */
function fits(text: string, lexicon: Lexicon): boolean {
  return !validate(text, { vocabulary: lexicon, semantics: 'open' }).warnings.some(
    ({ code }) => code === 'datatype-mismatch',
  );
}

describe('a JSON Schema', () => {
  test.each(documents)(
    'of the keys of %s takes it exactly if its values fit, and so does that of its own form',
    (_, text) => {
      const keys = keysOf(JSON.parse(text));
      const document = JSON.parse(text) as unknown;
      const expected = fits(text, vocabulary.lexicon);
      expect(compile(schemaOf(keys, vocabulary.lexicon, true))(document)).toBe(expected);
      expect(compile(schemaOf(text, vocabulary.lexicon))(document)).toBe(expected);
    },
  );

  test('agrees with the hub on the golden cases', () => {
    const lexicon = readGoldenLexicon();
    let refused = 0;
    for (const { name, document, expect: expected } of readGoldenCases()) {
      if (expected.status !== undefined) continue;
      const { '@semantic': _, ...data } = JSON.parse(document.toString()) as Record<string, unknown>;
      const text = JSON.stringify(data);
      if (text === '{}' || JSON.stringify(JSON.parse(text)).includes('__proto__')) continue;
      const isFitting = fits(text, lexicon);
      expect(compile(schemaOf(keysOf(data), lexicon, true))(data), name).toBe(isFitting);
      expect(compile(schemaOf(text, lexicon))(data), name).toBe(isFitting);
      if (!isFitting) refused++;
    }
    expect(refused).toBeGreaterThan(3);
  });

  test.each(DATATYPE_NAMES)(
    'takes of xsd:%s what the hub takes without a warning, and says what it does not see',
    (name) => {
      const lexicon = withTerm(XSD + name);
      const check = compile(schemaOf(['x'], lexicon));
      fc.assert(
        // A number beyond those of JavaScript is infinite for validators, which is no number of theirs.
        fc.property(
          jsonScalar.filter(({ kind, text }) => kind !== 'number' || Number.isFinite(Number(text))),
          (scalar) => {
            const written = scalar.kind === 'string' ? JSON.stringify(scalar.text) : scalar.text;
            const { mismatch } = literalByReference(scalar, XSD + name);
            const accepts = check(JSON.parse(`{"x":${written}}`));
            if (accepts !== !mismatch) expect(isUnseen(scalar, name), `${written} as ${name}`).toBe(true);
            // Never refused: what the hub takes.
            if (!mismatch) expect(accepts, `${written} as ${name}`).toBe(true);
          },
        ),
        { numRuns: 400 },
      );
    },
  );

  test('of a key that is named as the schema of the whole takes the document', () => {
    const text = '{"document":"x","voltage-V":230.1}';
    const check = compile(schemaOf(text, vocabulary.lexicon));
    expect(check(JSON.parse(text))).toBe(true);
    expect(check('x')).toBe(false);
  });

  test('refuses other keys, and takes them when it is lenient', () => {
    const keys = ['timestamp', 'active_power-kW'];
    expect(compile(schemaOf(keys, vocabulary.lexicon))({ leistung: 1 })).toBe(false);
    expect(compile(schemaOf(keys, vocabulary.lexicon, true))({ leistung: 1 })).toBe(true);
    expect(compile(schemaOf(keys, vocabulary.lexicon))({ 'active_power-kW': 1, '@semantic': {} })).toBe(true);
    expect(() => schemaOf(['timestamp', 'leistung'], vocabulary.lexicon)).toThrow(HubError);
  });

  test('has the forms of its sample, and no others', () => {
    const sample =
      '{"timestamp":["2026-03-01T10:15:00Z"],"active_power-kW":[1.5],"unit":{"device_id":"a"},"rows":[{"voltage-V":1},[2]]}';
    const check = compile(schemaOf(sample, vocabulary.lexicon));
    expect(check(JSON.parse(sample))).toBe(true);
    expect(check({ 'active_power-kW': [1, null] })).toBe(true);
    expect(check({ 'active_power-kW': 1 })).toBe(false);
    expect(check({ unit: { 'active_power-kW': [1] } })).toBe(false);
    expect(check({ unit: null })).toBe(true);
    expect(check({ unit: 'a' })).toBe(false);
  });

  test.each([
    '{"a":[{}]}',
    '{"a":[[]]}',
    '{"a":[[],{},1]}',
    '{"a":[{"b":[[{}],[]]},{}]}',
    '{"a":[null]}',
    '{"voltage-V":[{},null]}',
  ])('of %s, whose containers are empty, takes it', (sample) => {
    expect(compile(schemaOf(sample, vocabulary.lexicon))(JSON.parse(sample))).toBe(true);
  });

  test('and components of OpenAPI keep hostile keys as they are', async () => {
    const keys = HOSTILE_KEYS.filter((key) => key !== '__proto__' && toUSVString(key) === key);
    const document = Object.fromEntries(keys.map((key) => [key, 1]));
    for (const of of [keys, JSON.stringify(document)]) {
      const { text, report } = artefactOf(vocabulary, 'json-schema', of, { lenient: true });
      const { properties } = (JSON.parse(text) as { $defs: { document: { properties: object } } }).$defs.document;
      expect(Object.keys(properties)).toEqual(expect.arrayContaining(keys));
      expect(compile(text)(document)).toBe(true);
      expect(report.terms.map(({ key }) => key).toSorted()).toEqual(keys.toSorted());
      await SwaggerParser.validate(JSON.parse(artefactOf(vocabulary, 'openapi', of, { lenient: true }).text));
    }
    const halved = artefactOf(vocabulary, 'json-schema', '{"a\\ud800":1,"b":1}').report;
    expect(halved.terms.map(({ key, level }) => [key, level])).toEqual([
      ['b', 'none'],
      ['a\ud800', 'none'],
    ]);
    // The validator drops this one name; the text has it.
    expect(artefactOf(vocabulary, 'json-schema', '{"__proto__":1}').text).toContain('"__proto__": {');
  });

  test.each(documents.slice(0, 4))('and components of OpenAPI of %s are valid and say the same', async (_, text) => {
    const openapi = JSON.parse(artefactOf(vocabulary, 'openapi', text).text) as never;
    const whole = (await SwaggerParser.validate(structuredClone(openapi))) as unknown as {
      components: { schemas: Record<string, object> };
    };
    expect(whole.components.schemas['document']).toBeDefined();
    const { schemas } = (openapi as { components: { schemas: object } }).components;
    const moved = JSON.parse(JSON.stringify(schemas).replaceAll('#/components/schemas/', '#/$defs/')) as object;
    expect(moved).toEqual((JSON.parse(artefactOf(vocabulary, 'json-schema', text).text) as { $defs: object }).$defs);
  });

  test('carries its version, the hash of its keys, its base and its levels', () => {
    const { text, report } = artefactOf(vocabulary, 'json-schema', ['active_power-kW', 'leistung', 'cycle_count'], {
      lenient: true,
    });
    const comment = JSON.parse((JSON.parse(text) as { $comment: string }).$comment) as Record<string, unknown>;
    expect(comment).toMatchObject({
      vocabulary: vocabulary.versionIri,
      keysHash: report.keysHash,
      base: PLANT,
      terms: [
        { key: 'active_power-kW', level: 'checks', missing: [] },
        { key: 'leistung', level: 'none' },
        { key: 'cycle_count', level: 'checks' },
      ],
    });
    expect(report.notTerms).toEqual(['leistung']);
    const again = artefactOf(vocabulary, 'json-schema', ['cycle_count', 'active_power-kW', 'leistung'], {
      lenient: true,
    });
    expect(again.report.keysHash).toBe(report.keysHash);
    expect(artefactOf(vocabulary, 'json-schema', ['active_power-kW']).report.keysHash).not.toBe(report.keysHash);
    expect(artefactOf(vocabulary, 'json-schema', '{"active_power-kW":1}').report.keysHash).not.toBe(
      artefactOf(vocabulary, 'json-schema', '{"active_power-kW":[1]}').report.keysHash,
    );
  });
});

/** What the value of a number does not tell, or its text is needed for. */
function isUnseen({ kind, text }: JsonScalar, name: string): boolean {
  const form = scalarFormOf(XSD + name).kind;
  if (kind !== 'number') return false;
  if (form === 'decimal') return /[eE]/.test(text) && Math.abs(Number(text.split(/[eE]/)[1])) > 30;
  if (form === 'integer') return /[eE.]/.test(text) || text === '-0' || !Number.isSafeInteger(Number(text));
  return form === 'boolean' && Math.abs(Number(text)) <= 1;
}

function withTerm(datatype: string): Lexicon {
  return { ...readGoldenLexicon(), terms: new Map([['x', { datatype, template: [] }]]) };
}

/** The keys of a document, of all its records. */
function keysOf(value: unknown, found = new Set<string>()): string[] {
  if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      if (!Array.isArray(value) && key !== '@semantic') found.add(key);
      keysOf(inner, found);
    }
  }
  return [...found];
}
