import { describe, expect, test } from 'vitest';
import { RowError } from '../../src/rdf/rows.ts';
import { readTurtle } from '../../src/rdf/read-rdf.ts';
import { VocabularyRows } from '../../src/vocabulary/registry/vocabulary-rows.ts';
import { HUB } from './seeded.ts';
import { SMALL } from './small-vocabulary.ts';
import { tableOf } from '../../src/vocabulary/triple-table-builder.ts';

function rowsOf(more: string): VocabularyRows {
  const prefixes = SMALL.slice(0, SMALL.indexOf('<prefix/rdf>'));
  const text = `${prefixes}\n${more}`;
  return new VocabularyRows(tableOf(readTurtle({ name: 'the text', text, baseIri: HUB.vocabulary }), HUB), HUB);
}

describe('rows of a vocabulary', () => {
  test('what is said twice is two rows for each other value, in the order of their values', () => {
    const rows = rowsOf(
      `<c> a hub:Category ; skos:notation "b", "a" ; skos:prefLabel "L"@en, "l"@de, "K"@EN ; skos:definition "D"@en .`,
    );
    expect(rows.categories().map(({ name, label }) => `${name} ${label}`)).toEqual(['a K', 'a L', 'b K', 'b L']);
  });

  test('what lacks a value is no row, but for values that are optional', () => {
    const term = (name: string, more: string): string =>
      `<${name}> a hub:Term ; skos:notation "${name}" ; skos:prefLabel "L"@en ; skos:broader <c> ; hub:datatype xsd:date ${more} .`;
    const rows = rowsOf(
      `<c> skos:notation "c" . ${term('whole', '; skos:definition "D"@en')} ${term('part', '; skos:definition "D"@de')}`,
    );
    expect(rows.terms()).toEqual([
      expect.objectContaining({ name: 'whole', category: 'c', unit: null, example: null, deprecated: null }),
    ]);
    expect(rows.declaredTerms()).toEqual([`${HUB.vocabulary}part`, `${HUB.vocabulary}whole`]);
  });

  test('positions are numbers', () => {
    const row = (position: string): string =>
      `<t#row-${position.length}> a hub:TemplateRow ; hub:subject <t> ; hub:position ${position} ; hub:predicate <p> ; hub:object <o> .`;
    const rows = rowsOf(`${row('10')} ${row('2')}`);
    expect(new Set(rows.templateRows().map(({ position }) => position))).toEqual(new Set([2, 10]));
    expect(() => rowsOf(row('"x"')).templateRows()).toThrow(RowError);
  });
});
