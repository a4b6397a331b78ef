import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { UnitNames } from '../../src/import/unit-names.ts';
import { readTurtle } from '../../src/rdf/read-rdf.ts';
import { HUB, SHAPE_PATHS } from '../vocabulary/seeded.ts';

const OWN = `@prefix qudt: <http://qudt.org/schema/qudt/> .
<unit/GM-PER-KiloW-HR> qudt:symbol "g/kWh" ; qudt:hasQuantityKind <http://qudt.org/vocab/quantitykind/MassPerEnergy> .`;

const read = (text: string) => readTurtle({ name: 'units.ttl', text, baseIri: HUB.vocabulary });
const UNITS = new UnitNames(read(readFileSync(SHAPE_PATHS.units, 'utf8')), read(OWN), HUB);

const spellingOf = (text: string) => UNITS.find(text)?.spelling ?? null;

test('reactive power is found as devices write it', () => {
  expect(['var', 'VAr', 'kVAr', 'MVAr', 'MVAR', 'kVArh'].map(spellingOf)).toEqual([
    'var',
    'var',
    'kvar',
    'Mvar',
    'Mvar',
    'kvarh',
  ]);
});

test('mass of carbon dioxide is told from mass of something else', () => {
  expect(['gCO2eq/kWh', 'g CO₂-eq/kWh', 'gCO2eq_per_kWh', 'g/kWh', 'gCO2/kWh'].map(spellingOf)).toEqual([
    'gCO2eq_per_kWh',
    'gCO2eq_per_kWh',
    'gCO2eq_per_kWh',
    null,
    null,
  ]);
  expect(['kg', 'kgCO2eq', 'kg CO2e'].map(spellingOf)).toEqual(['kg', 'kgCO2eq', 'kgCO2eq']);
  expect(spellingOf(`${HUB.vocabulary}unit/GM-PER-KiloW-HR`)).toBe('gCO2eq_per_kWh');
});
