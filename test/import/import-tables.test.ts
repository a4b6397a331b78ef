import { describe, expect, test } from 'vitest';
import { productOf } from '../../src/import/unit-products.ts';
import { HUB } from '../vocabulary/seeded.ts';
import { importTexts } from './import-texts.ts';

const TABLE = `name,label,label@de,label_fr,alt_label,definition,unit,quantity_kind,datatype,broader,iri,category,deprecated,replaced_by,example,owner
active_power_pump,Pump power,Pumpenleistung,,Power of the pump;Draw,Power that it draws.,kW,ElectricPower,,,pump/power,thermal,,,12.5,Team A
PumpState,Pump state,,État de la pompe,,"Whether it runs, or not.",,,bool,active_power_pump,pump/state,nowhere,yes,pump_mode,maybe,
pump_mode,Pump mode,,,,How it runs.,,,,,pump/mode,,,,,
`;

describe('a table', () => {
  test('becomes terms, a row each, with texts of languages, lists and links between rows', async () => {
    const { names, values, summary } = await importTexts(
      { 'pumps.csv': TABLE },
      { namespace: 'https://plant.example/' },
    );
    expect(names).toEqual(['active_power_pump-kW', 'pump_state', 'pump_mode']);
    expect(summary).toMatchObject({ concepts: 3, taken: 3 });
    expect(values('active_power_pump-kW', 'prefLabel')).toEqual(['Pump power (kW)@en', 'Pumpenleistung (kW)@de']);
    expect(values('active_power_pump-kW', 'altLabel')).toEqual(['Power of the pump@en', 'Draw@en']);
    expect(values('active_power_pump-kW', 'hasQuantityKind')).toEqual([
      'http://qudt.org/vocab/quantitykind/ElectricPower',
    ]);
    expect(values('active_power_pump-kW', 'core#broader')).toEqual([`${HUB.vocabulary}category/thermal`]);
    expect(values('active_power_pump-kW', 'example')).toEqual(['12.5']);
    expect(values('active_power_pump-kW', 'exactMatch')).toEqual(['https://plant.example/pump/power']);
    expect(values('pump_state', 'prefLabel')).toEqual(['Pump state@en', 'État de la pompe@fr']);
    expect(values('pump_state', 'ontology#datatype')).toEqual(['http://www.w3.org/2001/XMLSchema#boolean']);
    expect(values('pump_state', 'broadMatch')).toEqual([`${HUB.vocabulary}active_power_pump-kW`]);
    expect(values('pump_state', 'hiddenLabel')).toEqual(['PumpState']);
    expect(values('pump_state', 'isReplacedBy')).toEqual([`${HUB.vocabulary}pump_mode`]);
  });

  test('may name what separates its cells in a line of its own', async () => {
    const { names, found } = await importTexts({
      'a.csv': 'sep=;\r\nlabel;unit\r\nFirst, of all;kW\r\nSecond;furlong\r\n',
    });
    expect(names).toEqual(['first_of_all-kW', 'second']);
    expect(found('unit-not-known')).toEqual([{ detail: 'furlong', count: 1, concepts: ['a.csv:4'] }]);
  });

  test('tells columns, categories, examples and names that terms cannot have', async () => {
    const { found, summary } = await importTexts({ 'pumps.csv': TABLE }, { namespace: 'https://plant.example/' });
    expect(summary.findings.find(({ code }) => code === 'property')).toMatchObject({ property: 'owner', count: 1 });
    expect(found('category-not-known')).toMatchObject([{ detail: 'nowhere' }]);
    expect(found('example-not-of-datatype')).toMatchObject([{ detail: 'maybe' }]);
    expect(found('name-changed')).toMatchObject([{ concepts: ['https://plant.example/pump/state'] }]);
  });

  test('tells what a second column of names, IRIs, categories or examples says', async () => {
    const { names, summary, values } = await importTexts(
      {
        'a.csv':
          'id,uri,name,key,label,example,example\n17,https://plant.example/17,pump,meter,Pump,a,a\n,https://plant.example/18,,valve,Valve,,b\n',
      },
      { namespace: 'https://plant.example/n/' },
    );
    expect(names).toEqual(['pump', 'valve']);
    expect(values('pump', 'exactMatch')).toEqual(['https://plant.example/n/17']);
    expect(values('valve', 'exactMatch')).toEqual(['https://plant.example/18']);
    expect(values('valve', 'example')).toEqual(['b']);
    expect(summary.findings.filter(({ code }) => code === 'second-column')).toMatchObject([
      { outcome: 'left-out', property: 'uri', detail: 'https://plant.example/17', count: 1 },
      { outcome: 'left-out', property: 'key', detail: 'meter', count: 1 },
    ]);
  });

  test('without IRIs makes terms that match nothing, and names rows by file and line', async () => {
    const { names, values, found } = await importTexts({
      'a.csv': 'label,unit\nFirst,kW\nSecond,furlong\n',
    });
    expect(names).toEqual(['first-kW', 'second']);
    expect(values('first-kW', 'exactMatch')).toEqual([]);
    expect(found('unit-not-known')).toEqual([{ detail: 'furlong', count: 1, concepts: ['a.csv:3'] }]);
  });

  test('takes the unit of a name, and leaves a hyphen that no unit follows', async () => {
    const { names, values } = await importTexts({
      'a.csv': 'name,label\nflow-kW,Flow\nstate-of-mind,Mind\nflow-h-x,Other\n',
    });
    expect(names).toEqual(['flow-kW', 'state_of_mind', 'flow_h_x']);
    expect(values('flow-kW', 'hasUnit')).toEqual(['http://qudt.org/vocab/unit/KiloW']);
  });

  test('has each unit once, in names and labels as the vocabulary writes it, whatever the labels say of it', async () => {
    const rows = ['A,Pump power [kW],Leistung (kW),kW', 'B,Share (%),,%', 'c-%,Part,,%', 'D,Hall (north),,kW'];
    const { names, values } = await importTexts({ 'a.csv': `name,label,label@de,unit\n${rows.join('\n')}\n` });
    expect(names).toEqual(['a-kW', 'b-percent', 'c-%', 'd-kW']);
    expect(names.map((name) => values(name, 'prefLabel'))).toEqual([
      ['Pump power (kW)@en', 'Leistung (kW)@de'],
      ['Share (%)@en'],
      ['Part (%)@en'],
      ['Hall (north) (kW)@en'],
    ]);
    const { names: ofLabels } = await importTexts({ 'a.csv': 'label,unit\nPump power [kW],kW\n' });
    expect(ofLabels).toEqual(['pump_power-kW']);
  });

  test('takes the unit that a label ends with, where no column says one', async () => {
    const labels = ['Power (kW)', 'Flow temperature [°C]', 'Irradiance (W/m²)', 'Hall (north)', 'Level (LM)'];
    const { names, values, found } = await importTexts({ 'a.csv': `label\n${labels.join('\n')}\n` });
    expect(names).toEqual(['power-kW', 'flow_temperature-degC', 'irradiance-W_per_m2', 'hall_north', 'level_lm']);
    expect(values('power-kW', 'hasUnit')).toEqual(['http://qudt.org/vocab/unit/KiloW']);
    expect(values('power-kW', 'prefLabel')).toEqual(['Power (kW)@en']);
    expect(found('unit-of-label')).toMatchObject([{ detail: 'kW' }, { detail: 'degC' }, { detail: 'W_per_m2' }]);
    const stated = await importTexts({ 'a.csv': 'label,unit\nPower (kW),MW\n' });
    expect(stated.found('unit-of-label')).toEqual([]);
    expect(stated.values(stated.names[0]!, 'hasUnit')).toEqual(['http://qudt.org/vocab/unit/MegaW']);
  });

  test('takes no unit from a label where its brackets, a datatype or a quantity kind say something else', async () => {
    const rows = [
      'Voltage (min),,',
      'Energy class (A),,',
      'Option (h),,',
      'Speed (t),,',
      'Unit type (kW),xsd:string,',
      'Serial number (V),xsd:string,Voltage',
      'Delay (min),,Voltage',
      'Share (%),boolean,',
      'Load (kW),float,Mass',
    ];
    const { names, found } = await importTexts({ 'a.csv': `label,datatype,quantityKind\n${rows.join('\n')}\n` });
    expect(names.filter((name) => name.includes('-'))).toEqual([]);
    expect([...found('unit-of-label'), ...found('kind-differs')]).toEqual([]);
    const confirmed = ['Grid voltage (V),,Voltage', 'Delay (min),,Time', 'Pump load (kW),integer,', 'Lag (s),,Time'];
    const taken = await importTexts({ 'a.csv': `label,datatype,quantityKind\n${confirmed.join('\n')}\n` });
    expect(taken.names).toEqual(['grid_voltage-V', 'delay-min', 'pump_load-kW', 'lag-s']);
  });

  test('has the unit and the datatype of the options before that of a label', async () => {
    const table = { 'a.csv': 'label,quantityKind\nVoltage (min),Voltage\nGrid voltage (kV),Voltage\n' };
    const { names, found } = await importTexts(table, { unit: 'V' });
    expect(names).toEqual(['voltage_min-V', 'grid_voltage_k_v-V']);
    expect(found('unit-of-label')).toEqual([]);
    const text = 'http://www.w3.org/2001/XMLSchema#string';
    const texts = await importTexts(table, { datatypes: { measured: text, other: text } });
    expect(texts.names).toEqual(['voltage_min', 'grid_voltage_k_v']);
  });

  test('tells malformed rows, and rows that name an IRI twice', async () => {
    const { names, found } = await importTexts({
      'a.csv':
        'iri,label\nhttps://a.example/1,One\nhttps://a.example/2\nhttps://a.example/1,Again\n\n,Bare\nno iri,Odd\n"https://a.example/3"x,Three\n',
    });
    expect(names).toEqual(['one', 'bare', 'odd']);
    expect(found('malformed-row').map(({ concepts: [place] }) => place)).toEqual(['a.csv:3', 'a.csv:8']);
    expect(found('said-twice')).toMatchObject([{ concepts: ['https://a.example/1'] }]);
    expect(found('not-an-iri')).toMatchObject([{ detail: 'no iri' }]);
  });

  test('of two rows of a name means the first one where a row names it, which is told', async () => {
    const table =
      'name,label,definition,broader,iri\nFlux,Flux,a,,https://a.example/1\nFlux,Other,b,,https://a.example/2\nHead,Head,c,Flux,https://a.example/3\n';
    const imported = await importTexts({ 'a.csv': table });
    expect(imported.values('head', 'broadMatch')).toEqual([`${HUB.vocabulary}flux`]);
    expect(imported.found('name-ambiguous')).toEqual([{ detail: 'Flux', count: 1, concepts: ['https://a.example/3'] }]);
  });

  test('that is no UTF-8 is refused', async () => {
    for (const bytes of [Buffer.from('label\nWärme\n', 'latin1'), Buffer.from('\uFEFFlabel\nFlux\n', 'utf16le')])
      await expect(importTexts({ 'a.csv': bytes })).rejects.toMatchObject({ code: 'not-utf8' });
  });

  test('whose cells are separated by another mark is refused with the option that reads it', async () => {
    for (const [mark, said] of [
      [';', "';'"],
      ['\t', "'\\t'"],
    ])
      await expect(importTexts({ 'a.csv': `label${mark}unit\nHead${mark}kW\n` })).rejects.toMatchObject({
        code: 'invalid-option',
        message: expect.stringContaining(
          `a.csv:1: The header is one column, ${JSON.stringify(`label${mark}unit`)}: say --delimiter ${said}`,
        ) as string,
      });
  });

  test('without a column of labels or names is refused with the columns that it has', async () => {
    await expect(importTexts({ 'a.csv': 'unit,owner\nkW,A\n' })).rejects.toMatchObject({
      code: 'invalid-option',
      message: 'a.csv:1: there is no column of labels or names. It has "unit", "owner"; title one "label" or "name".',
    });
    await expect(importTexts({ 'a.csv': '' })).rejects.toMatchObject({
      message: 'a.csv has no header: its first row has to name columns.',
    });
  });

  test('with names and no labels has the words of the names for labels, which is told', async () => {
    const table = 'name,label@de,unit\nPumpPower,Pumpenleistung,kW\nstate_of_pump-kW,,\n7,,\n';
    const { names, values, found } = await importTexts({ 'a.csv': table });
    expect(names).toEqual(['pump_power-kW', 'state_of_pump-kW']);
    expect(names.map((name) => values(name, 'prefLabel'))).toEqual([
      ['Pump power (kW)@en', 'Pumpenleistung (kW)@de'],
      ['State of pump (kW)@en'],
    ]);
    expect(found('name-as-label')).toMatchObject([{ concepts: ['a.csv:2', 'a.csv:3'] }]);
    expect(found('no-label')).toMatchObject([{ concepts: ['a.csv:4'] }]);
  });

  test('names rows by their labels where these have no names', async () => {
    const { values, found } = await importTexts({ 'a.csv': 'label,broader\nPump,\nWater pump,Pump\nFan,Machine\n' });
    expect(values('water_pump', 'broadMatch')).toEqual([`${HUB.vocabulary}pump`]);
    expect(found('not-an-iri')).toMatchObject([{ detail: 'Machine', concepts: ['a.csv:4'] }]);
  });

  test('may say that there is no unit, and spell datatypes and units as databases and prices do', async () => {
    const rows = ['Kind,N/A,', 'Share,NA,', 'Title,,varchar(255)', 'Sum,,"decimal(10, 2)"'];
    const { names, values, found } = await importTexts({ 'a.csv': `label,unit,datatype\n${rows.join('\n')}\n` });
    expect(names).toEqual(['kind', 'share', 'title', 'sum']);
    expect(names.flatMap((name) => values(name, 'ontology#datatype')).map((iri) => iri.split('#')[1])).toEqual([
      'string',
      'string',
      'string',
      'decimal',
    ]);
    expect(productOf('€/MWh')).toBe(productOf('EUR/MWh'));
    expect([...found('unit-not-known'), ...found('datatype-not-known')]).toEqual([]);
  });

  test('whose labels and units differ in case alone has a label for each term', async () => {
    const rows = ['p,Same,mW', 'p,SAME,MW', 'q,same,mW', 'q,sAME,MW'];
    const { names, triples } = await importTexts({ 'a.csv': `name,label,unit\n${rows.join('\n')}\n` });
    expect(names).toEqual(['p-mW', 'p-MW', 'q-mW', 'q-MW']);
    const labels = triples.filter(({ p }) => p.endsWith('#prefLabel')).map(({ o }) => o.value.toLowerCase());
    expect(labels.filter((label) => label.includes('['))).toEqual(['same (mw) [q-mw]', 'same (mw) [q-mw, 2]']);
  });

  test('with other separators and a byte order mark is read as well', async () => {
    const { names } = await importTexts({ 'a.csv': '\uFEFFlabel;unit\nHead;kW\n' }, { delimiter: ';' });
    expect(names).toEqual(['head-kW']);
  });
});
