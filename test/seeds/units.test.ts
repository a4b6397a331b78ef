import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { LexiconUnit } from '../../src/mapping/lexicon/lexicon.ts';
import { decimalsOf, readFraction, roundHalfEven, shifted, times } from '../../src/mapping/units/fraction.ts';
import { pi } from '../../src/mapping/units/pi.ts';
import { familyOf, unitsOf } from '../../src/mapping/units/unit-table.ts';
import { QUDT, SKOS } from '../../src/rdf/namespaces.ts';
import { readTurtle } from '../../src/rdf/read-rdf.ts';
import type { Vocabulary } from '../../src/vocabulary/vocabulary.ts';
import { HUB, seededVocabulary } from '../vocabulary/seeded.ts';

const QUDT_UNIT = 'http://qudt.org/vocab/unit/';
/** What QUDT lacks and we state. */
const OUR_CODES = new Map([['UNITLESS', '1']]);

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const [, ...ROWS] = read('test/fixtures/vocabulary/qudt-units.tsv')
  .trimEnd()
  .split('\n')
  .filter((line) => !line.startsWith('#'))
  .map((line) => line.split('\t'));
const SPELLED = readTurtle({ name: 'units.ttl', text: read('schema/units.ttl'), baseIri: HUB.vocabulary });

let vocabulary: Vocabulary;
let units: readonly LexiconUnit[];
beforeAll(async () => {
  vocabulary = await seededVocabulary();
  units = vocabulary.lexicon.units!;
});

const codes = (text: string | undefined) => (text === '' || text === undefined ? [] : text.split(' '));

/** The exact multiplier, to as many decimals as a text has. */
function roundedTo(decimals: number, { multiplier, piPower }: LexiconUnit): bigint {
  const exact = readFraction(multiplier);
  return roundHalfEven(shifted(piPower === 0 ? exact : times(exact, pi(60)), decimals));
}

describe('the units of the vocabulary', () => {
  test('are those of its terms, each with what a conversion needs', () => {
    const used = new Set([...vocabulary.terms.values()].flatMap(({ unit }) => unit ?? []));
    expect(units.map(({ iri }) => iri).toSorted()).toEqual([...used].toSorted());
    expect(units.length).toBeGreaterThan(130);
  });

  test('have the codes, the offsets and the multipliers of QUDT, which rounds what has no end', () => {
    const facts = new Map(ROWS.map(([name = '', ...row]) => [QUDT_UNIT + name, row]));
    const ofQudt = units.filter(({ iri }) => iri.startsWith(QUDT_UNIT));
    expect(ofQudt.map(({ iri }) => iri).toSorted()).toEqual([...facts.keys()].toSorted());
    for (const unit of ofQudt) {
      const [ucum, unece, multiplier = '', offset] = facts.get(unit.iri)!;
      const ours = OUR_CODES.get(unit.iri.slice(QUDT_UNIT.length));
      expect(unit.ucum, unit.iri).toEqual(ours === undefined ? codes(ucum) : [ours]);
      expect([...unit.unece].toSorted(), unit.iri).toEqual(codes(unece));
      expect(Number(unit.offset), unit.iri).toBe(Number(offset));
      const [whole = '', decimals = ''] = multiplier.split('.');
      expect(roundedTo(decimals.length, unit), unit.iri).toBe(BigInt(whole + decimals));
    }
  });

  test('have the exact multiplier that the rounded one beside it says, to its last digit', () => {
    for (const unit of units) {
      const [stated] = vocabulary.triples.values(unit.iri, `${QUDT}conversionMultiplier`);
      const [whole = '', decimals = ''] = stated!.value.split('.');
      expect(roundedTo(decimals.length, unit), unit.iri).toBe(BigInt(whole + decimals));
      const isExact = unit.piPower === 0 && decimalsOf(readFraction(unit.multiplier)) !== null;
      // 34 significant digits: enough for a reader that has nothing better.
      if (!isExact) expect(decimals.replace(/^0+/, '').length + Number(whole) > 30, unit.iri).toBe(true);
    }
  });

  test('of one family have one dimension, and families tell apart what a dimension does not', () => {
    const dimensions = new Map(ROWS.map(([name = '', , , , , dimension = '']) => [QUDT_UNIT + name, dimension]));
    for (const { iri } of units) {
      const [own] = vocabulary.triples.values(iri, `${QUDT}hasDimensionVector`);
      if (own !== undefined) dimensions.set(iri, own.value.replace(/.*\//, ''));
    }
    for (const { iri, family } of units) {
      const [first] = units.filter((unit) => unit.family === family);
      expect(dimensions.get(iri), iri).toBe(dimensions.get(first!.iri));
    }
    const table = unitsOf(vocabulary.lexicon);
    for (const [one, other] of [
      ['W', 'VA'],
      ['W', 'var'],
      ['VA', 'var'],
      ['kWh', 'kVAh'],
      ['kWh', 'kvarh'],
      ['Hz', 'rpm'],
      ['s', 'kWh_per_kWp'],
      ['percent', 'deg'],
      ['percent', 'EUR'],
      ['bar', 'kWh_per_m3'],
      ['EUR', 'GBP'],
      ['EUR_per_kWh', 'GBP_per_kWh'],
      ['kW', 'kWp'],
      ['t', 'tCO2eq'],
    ] as const)
      expect(familyOf(table.get(one, '')), `${one} ${other}`).not.toBe(familyOf(table.get(other, '')));
  });

  test('have the spellings of schema/units.ttl', () => {
    for (const { iri, notations, qualifiedNotations } of units) {
      const spelled = SPELLED.filter(({ s, p }) => s.value === iri && p === `${SKOS}notation`);
      expect([...notations, ...qualifiedNotations].toSorted(), iri).toEqual(spelled.map(({ o }) => o.value).toSorted());
    }
  });

  test('are found by every name that they have', () => {
    const table = unitsOf(vocabulary.lexicon);
    for (const unit of units) {
      for (const name of [unit.iri, ...unit.notations, ...unit.qualifiedNotations])
        expect(table.find(name)?.unit, name).toBe(unit);
      for (const code of [...unit.ucum, ...unit.unece]) {
        const family = units.find((other) => other === table.find(code)!.unit)!.family;
        expect(family, `${unit.iri} ${code}`).toBe(unit.family);
      }
    }
    expect(table.find('unit:KiloW')?.unit.iri).toBe(`${QUDT_UNIT}KiloW`);
    expect(table.find('KW')).toBeNull();
  });
});
