import { describe, expect, test } from 'vitest';
import { RowError } from '../../src/rdf/rows.ts';
import { readTurtle } from '../../src/rdf/read-rdf.ts';
import { VocabularyRows } from '../../src/vocabulary/registry/vocabulary-rows.ts';
import { NONE } from '../../src/vocabulary/registry/numbered-terms.ts';
import { HUB } from './seeded.ts';
import { SMALL } from './small-vocabulary.ts';
import { tableOf } from '../../src/vocabulary/triple-table-builder.ts';

function rowsOf(more: string): VocabularyRows {
  return readRows(more).rows;
}

/** The rows of a text, and what their numbers stand for. */
function readRows(more: string): { readonly rows: VocabularyRows; readonly textOf: (number: number) => string | null } {
  const prefixes = SMALL.slice(0, SMALL.indexOf('<prefix/rdf>'));
  const text = `${prefixes}\n${more}`;
  const table = tableOf(readTurtle({ name: 'the text', text, baseIri: HUB.vocabulary }), HUB);
  return {
    rows: new VocabularyRows(table, HUB),
    textOf: (number) => (number === NONE ? null : table.terms.text(number)),
  };
}

describe('rows of a vocabulary', () => {
  test('what is said twice is two rows for each other value', () => {
    const { rows, textOf } = readRows(
      `<c> a hub:Category ; skos:notation "b", "a" ; skos:prefLabel "L"@en, "l"@de, "K"@EN ; skos:definition "D"@en .`,
    );
    const told = Array.from(rows.categories(), ({ name, label }) => `${textOf(name)} ${textOf(label)}`);
    expect(told.toSorted()).toEqual(['a K', 'a L', 'b K', 'b L']);
  });

  test('what lacks a value is no row, but for values that are optional', () => {
    const term = (name: string, more: string): string =>
      `<${name}> a hub:Term ; skos:notation "${name}" ; skos:prefLabel "L"@en ; skos:broader <c> ; hub:datatype xsd:date ${more} .`;
    const { rows, textOf } = readRows(
      `<c> skos:notation "c" . ${term('whole', '; skos:definition "D"@en')} ${term('part', '; skos:definition "D"@de')}`,
    );
    const told = Array.from(rows.terms(), ({ name, category, unit, example, deprecated }) =>
      [name, category, unit, example, deprecated].map(textOf),
    );
    expect(told).toEqual([['whole', 'c', null, null, null]]);
    expect(rows.declaredTerms()).toEqual([`${HUB.vocabulary}part`, `${HUB.vocabulary}whole`]);
  });

  test.each([
    ['an example that is no text', 'hub:datatype xsd:date ; skos:broader <c> ; skos:example 1', 'example'],
    ['a datatype that is no IRI', 'hub:datatype "date" ; skos:broader <c>', 'datatype'],
    ['a category whose name is no text', 'hub:datatype xsd:date ; skos:broader <d>', 'category'],
  ])('%s is no row', (_what, more, variable) => {
    const rows = rowsOf(
      `<c> skos:notation "c" . <d> skos:notation <c> . <t> a hub:Term ; skos:notation "t" ; skos:prefLabel "L"@en ; skos:definition "D"@en ; ${more} .`,
    );
    expect(() => [...rows.terms()]).toThrow(RowError);
    expect(() => [...rows.terms()]).toThrow(`?${variable} should be`);
  });

  test('positions are numbers', () => {
    const row = (position: string): string =>
      `<t#row-${position.length}> a hub:TemplateRow ; hub:subject <t> ; hub:position ${position} ; hub:predicate <p> ; hub:object <o> .`;
    const rows = rowsOf(`${row('10')} ${row('2')}`);
    expect(new Set(rows.templateRows().map(({ position }) => position))).toEqual(new Set([2, 10]));
    expect(() => rowsOf(row('"x"')).templateRows()).toThrow(RowError);
  });
});
