import { describe, expect, test } from 'vitest';
import { blocksOfTable } from '../../src/vocabulary/seeds/new-terms.ts';
import { readYaml } from '../../src/vocabulary/seeds/read-yaml.ts';

const blocksOf = (text: string) => blocksOfTable({ name: 'new.csv', text }, '2026-11-22');

describe('a table of new terms', () => {
  test('becomes blocks per category, whose keys stand in the order of blocks', () => {
    const [thermal, water, ...rest] = blocksOf(
      'name,category,definition,definition_de,units,range\r\n' +
        'x_heat,thermal,"Heat, ""so"" to say.",Wärme.,kWh=1.50;MWh=0.2,0;\r\n\r\n' +
        'y_flow,water,Flow.,,L_per_min=3,\r\n',
    );
    expect(rest).toEqual([]);
    expect(thermal).toEqual({
      name: 'thermal.yaml',
      text: `x_heat:
  units: { kWh: 1.50, MWh: 0.2 }
  created: 2026-11-22
  range: [0, null]
  en: { definition: "Heat, \\"so\\" to say." }
  de: { definition: "Wärme." }
`,
    });
    expect(water?.text).toContain('y_flow:\n  units: { L_per_min: 3 }');
    expect(readYaml(water!.name, water!.text).entries.has('y_flow')).toBe(true);
  });

  test('may name what separates its cells in a line of its own', () => {
    const [file] = blocksOf('sep=;\r\nname;category;label\r\nx;gas;"Gas, of all kinds"\r\n');
    expect(file!.text).toContain('en: { label: "Gas, of all kinds" }');
  });

  test('keeps a cell with a line break, and texts that YAML would take for something else', () => {
    const [file] = blocksOf('category,name,spellings,label\ngas,x,"on;12;a: b","two\nlines"\n');
    expect(file?.text).toContain('spellings: { any: ["on", "12", "a: b"] }');
    expect(file?.text).toContain('en: { label: "two\\nlines" }');
  });

  test.each([
    ['category,name\n\ngas,\n', /^new\.csv:3: name: a row has one$/],
    ['category,name,colour\ngas,x,red\n', /^new\.csv:2: colour: no block has such a key$/],
    ['category,name\n,\ngas,x,red\n', /^new\.csv:3: Invalid Record Length: expect 2, got 3 on line 3\.$/],
    ['category,name\ngas,"x\n', /^new\.csv:2: Quote Not Closed/],
  ])('is refused with its line: %j', (text, message) => {
    expect(() => blocksOf(text)).toThrow(message);
  });
});
