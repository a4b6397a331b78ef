import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { artefactOf, HOSTILE_KEYS } from '../support/artefacts.ts';
import { seededVocabulary } from '../vocabulary/seeded.ts';

const vocabulary = await seededVocabulary();
const KEYS = ['timestamp', 'device_id', 'active_power-kW', 'albedo'];

describe('a schema of an entity of NGSI-LD', () => {
  const { text, report } = artefactOf(vocabulary, 'ngsi-ld', KEYS);
  const check = new Ajv2020({ strict: true }).compile(JSON.parse(text) as object);
  const entity = { id: 'urn:ngsi-ld:Reading:1', type: 'Reading' };
  const power = { type: 'Property', value: 812.4, unitCode: 'KWT', observedAt: '2026-03-01T10:15:00Z' };
  const device = { type: 'Relationship', object: 'urn:ngsi-ld:Device:7' };

  test('takes attributes with their units, and refuses other units and values', () => {
    expect(check({ ...entity, a_active_power_kW: power, device_id: device })).toBe(true);
    expect(check({ ...entity, a_active_power_kW: { ...power, value: [1, '2.50'] } })).toBe(true);
    expect(check({ ...entity, a_active_power_kW: { ...power, unitCode: 'MAW' } })).toBe(false);
    expect(check({ ...entity, a_active_power_kW: { ...power, value: 'broken' } })).toBe(false);
    expect(check({ ...entity, a_active_power_kW: { ...power, observedAt: 'yesterday' } })).toBe(false);
    expect(check({ ...entity, device_id: { ...device, object: 'inverter 7' } })).toBe(false);
    expect(check({ ...entity, other: power })).toBe(false);
    expect(check({ type: 'Reading' })).toBe(false);
  });

  test('takes each of the codes that a unit has', () => {
    const own = JSON.parse(artefactOf(vocabulary, 'ngsi-ld', ['line_length-km']).text) as object;
    const checkOwn = new Ajv2020({ strict: true }).compile(own);
    const coded = (unitCode: string) => ({ ...entity, a_line_length_km: { type: 'Property', value: 12.5, unitCode } });
    expect(['KMT', 'KTM', 'MTR'].map((code) => checkOwn(coded(code)))).toEqual([true, true, false]);
  });

  test('leaves an entity its id and its type, whatever keys there are', () => {
    const sample = '{"id":"x","type":"t","voltage-V":230.1}';
    const own = JSON.parse(artefactOf(vocabulary, 'ngsi-ld', sample).text) as { properties: Record<string, unknown> };
    const checkOwn = new Ajv2020({ strict: true }).compile(own);
    expect(checkOwn({ ...entity, id_2: { type: 'Property', value: 'x' } })).toBe(true);
    expect(checkOwn({ ...entity, id: { type: 'Property', value: 'x' } })).toBe(false);
  });

  test('says what it lacks, and never that it is the graph', () => {
    expect(report.terms.map(({ key, level }) => [key, level])).toEqual(KEYS.map((key) => [key, 'partial']));
    expect(report.terms[2]!.missing.join(' ')).toContain('a_active_power_kW');
  });

  test('has for hostile keys names that NGSI-LD takes, and a frictionless package has the keys as they are', () => {
    const keys = HOSTILE_KEYS.filter((key) => key !== '\ud800');
    const schema = JSON.parse(artefactOf(vocabulary, 'ngsi-ld', HOSTILE_KEYS, { lenient: true }).text) as {
      properties: object;
    };
    const names = Object.keys(schema.properties).filter((name) => name !== '@context');
    expect(names.every((name) => /^[A-Za-z][A-Za-z0-9_]*$/.test(name))).toBe(true);
    expect(names).toHaveLength(keys.length + 2);
    const { resources } = JSON.parse(artefactOf(vocabulary, 'frictionless', HOSTILE_KEYS, { lenient: true }).text) as {
      resources: { schema: { fields: { name: string }[] } }[];
    };
    expect(resources[0]!.schema.fields.map(({ name }) => name)).toEqual(keys);
  });
});
