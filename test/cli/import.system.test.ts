import { lstat, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHubProcess, type HubProcess } from '../support/hub-process.ts';
import { builtModule } from '../support/installed-package.ts';
import { buildCommandLine, type CommandLine } from './run-cli.ts';

const TABLE = `name,label,label@de,definition,unit,iri
PumpPower,Pump power,Pumpenleistung,Electric power that the pump draws.,kW,pump/power
PumpState,Pump state,,Whether the pump runs.,,pump/state
PumpHead,Pump head,,Height to which the pump lifts.,furlong,pump/head
`;
const GRAPH = `@prefix ex: <https://catalogue.example/> . @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
ex:pump_load a skos:Concept ; skos:prefLabel "Load of the pump"@en ; skos:definition "How much of it is used."@en .
`;
const NAMESPACE = 'https://plant.example/';
const OPTIONS = ['--prefix', 'plant', '--namespace', NAMESPACE, '--category', 'pumps', '--keep-iris'];

let cli: CommandLine;
let hub: HubProcess;
beforeAll(async () => {
  cli = await buildCommandLine();
}, 120_000);
afterAll(async () => {
  await Promise.all([cli?.remove(), hub?.stop()]);
});

async function ask(path: string, init?: RequestInit): Promise<string> {
  const response = await fetch(hub.url + path, init);
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
}

const posted = (body: unknown): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});

test('a table in UTF-16 that is imported and loaded is read through every door of the hub', async () => {
  await cli.write('pumps.csv', Buffer.from(`\uFEFF${TABLE}`, 'utf16le'));
  await symlink('linked.ttl', join(cli.folder, 'terms.ttl'));
  const imported = await cli.run([
    'vocabulary',
    'import',
    'pumps.csv',
    ...OPTIONS,
    '--report',
    'json',
    '-o',
    'terms.ttl',
  ]);
  expect(imported).toMatchObject({ code: 0, err: expect.stringContaining('terms.ttl has 3 terms') as string });
  expect(JSON.parse(imported.out)).toMatchObject({
    concepts: 3,
    taken: 3,
    findings: [
      { code: 'unit-not-known', detail: 'furlong', concepts: [`${NAMESPACE}pump/head`] },
      { code: 'name-changed', count: 3 },
    ],
  });
  expect((await lstat(join(cli.folder, 'terms.ttl'))).isSymbolicLink()).toBe(true);
  const data = join(cli.folder, 'data');
  const loaded = await cli.run(['store', 'load', builtModule('vocabulary.nt.gz'), 'terms.ttl'], '', { HUB_DATA: data });
  expect(loaded).toMatchObject({ code: 0, err: expect.stringMatching(/Loaded: \d+ terms/) as string });

  hub = await startHubProcess({ HUB_DATA: data });
  expect(await ask('/vocabulary/pump_power-kW', { headers: { accept: 'text/html' } })).toContain('Pump power (kW)');
  expect(await ask('/vocabulary/pump_power-kW?format=ttl')).toContain(`skos:exactMatch <${NAMESPACE}pump/power>`);
  const query = '{ term(name: "pump_power-kW") { label unit } terms(category: "pumps") { totalCount } }';
  expect(JSON.parse(await ask('/graphql', posted({ query })))).toEqual({
    data: {
      term: { label: 'Pump power (kW)', unit: 'http://qudt.org/vocab/unit/KiloW' },
      terms: { totalCount: 3 },
    },
  });
  expect(await ask('/api/terms?q=Pumpenleistung')).toContain('"pump_power-kW"');
  const matching = `SELECT ?term { ?term <http://www.w3.org/2004/02/skos/core#exactMatch> <${NAMESPACE}pump/state> }`;
  expect(await ask(`/sparql?query=${encodeURIComponent(matching)}`, { headers: { accept: 'text/csv' } })).toContain(
    '/vocabulary/pump_state',
  );
  const described = await ask('/api/semantic', posted({ 'pump_power-kW': 4.5, pump_state: 'on' }));
  const graph = await ask('/api/rdf?format=nt', posted(JSON.parse(described)));
  expect(graph).toContain(`<http://www.w3.org/ns/sosa/observedProperty> <${NAMESPACE}pump/power>`);
  expect(graph).toContain('<http://www.w3.org/ns/sosa/hasSimpleResult> "on"');
  expect(await ask('/api/vocabulary?format=nt')).toContain(`<${NAMESPACE}pump/head>`);

  // What is there already is not taken again, by the vocabulary of the hub that runs.
  const again = await cli.run(['vocabulary', 'import', 'pumps.csv', ...OPTIONS, '--hub', hub.url, '-o', 'again.ttl']);
  expect(again).toMatchObject({
    code: 1,
    out: expect.stringContaining('"pump_state" is matched exactly by a term of the vocabulary') as string,
    err: 'Nothing is written: no concept became a term.\n',
  });
  await expect(readFile(join(cli.folder, 'again.ttl'))).rejects.toMatchObject({ code: 'ENOENT' });
}, 180_000);

test('what cannot be asked for, read or written is refused with its place', async () => {
  await cli.write('graph.ttl', GRAPH);
  await cli.write('broken.ttl', `${GRAPH}ex:a a skos:Concept ; skos:prefLabel "open .\n`);
  const run = (...args: string[]) => cli.run(['vocabulary', 'import', ...args]);
  const refused: [string[], number, string][] = [
    [['graph.ttl'], 2, "required option '-o, --output <file>' not specified"],
    [['missing.ttl', '-o', 'a.ttl'], 3, 'missing.ttl cannot be read'],
    [['broken.ttl', '-o', 'a.ttl'], 2, 'broken.ttl cannot be read'],
    [['graph.ttl', '-o', 'a.ttl', '--category', 'No Name'], 2, 'words of small letters'],
    [['graph.ttl', '-o', 'a.ttl', '--namespace', 'https://a.example'], 2, 'ends in / or #'],
    [['graph.ttl', '-o', 'a.ttl', '--prefix', '9'], 2, 'a letter first'],
    [['graph.ttl', '-o', 'a.ttl', '--datatype', 'colour'], 2, 'no datatype "colour"'],
    [['graph.ttl', '-o', 'a.ttl', '--below', 'https://catalogue.example/none'], 2, 'no concept in graph.ttl'],
    [['graph.ttl', '-o', 'a.ttl', '--unit', 'fathom'], 2, 'no unit "fathom"'],
    [
      ['graph.ttl', '-o', 'a.ttl', '--prefix', 'sosa', '--namespace', 'https://catalogue.example/'],
      2,
      'is registered for',
    ],
    [['graph.ttl', '-o', 'none/a.ttl'], 3, 'none/a.ttl cannot be written'],
    [['graph.ttl', '-o', '-'], 2, 'would both go to standard output'],
  ];
  for (const [args, code, words] of refused)
    expect([args, await run(...args)]).toEqual([
      args,
      expect.objectContaining({ code, err: expect.stringContaining(words) as string }),
    ]);
}, 180_000);
