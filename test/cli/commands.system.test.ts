import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { readFile } from 'node:fs/promises';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pino } from 'pino';
import { VocabularyRegistry } from '../../src/vocabulary/registry/registry.ts';
import { searchTerms } from '../../src/vocabulary/search/find-terms.ts';
import { HUB, seededVocabulary } from '../vocabulary/seeded.ts';
import { smallStore } from '../vocabulary/small-vocabulary.ts';
import { createTestApp, type TestApp } from '../support/create-test-app.ts';
import { minifyJson } from '../docs/run-example.ts';
import { listSamples } from '../support/fixtures.ts';
import { builtModule } from '../support/installed-package.ts';
import { buildCommandLine, type CommandLine } from './run-cli.ts';
import { DEFAULT_TIMING } from '../../src/timing.ts';

const READING = '{"timestamp":"2026-03-01T10:15:00Z","device_id":"inverter-7","active_power-kW":812.40}';
const OPEN = '{"timestamp":"2026-03-01T10:15:00Z","comment":"new","U_L1":231.40}';

let cli: CommandLine;
let hub: TestApp;
beforeAll(async () => {
  [cli, hub] = await Promise.all([buildCommandLine(), createTestApp({ now: () => new Date() })]);
}, 120_000);
afterAll(async () => {
  await Promise.all([cli?.remove(), hub?.stop()]);
});

async function post(path: string, body: string): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  return (await fetch(hub.url + path, { method: 'POST', body, headers })).text();
}

describe('artefact', () => {
  test('says what to do about keys that are no terms', async () => {
    const { code, err } = await cli.run(['artefact', 'json-schema', 'nokey']);
    expect(code).toBe(2);
    expect(err).toMatch(/"nokey"\.\n {2}Name terms \(vocabulary-hub terms map .* --sample, or say --lenient/);
  });
});

describe('embed', () => {
  test('gives the document that the hub gives', async () => {
    const { code, out, err } = await cli.run(['embed', '--base', 'https://plant.example/'], OPEN);
    expect(out).toBe(`${await post('/api/semantic?base=https://plant.example/', OPEN)}\n`);
    expect(code).toBe(0);
    expect(err).toMatch(/^1 document, 0 warnings, 2 keys kept as plain literals, /);
  });

  test('reports the keys that it knows nothing of', async () => {
    const { out } = await cli.run(['embed', '-q', '-o', 'open.json', '--report', '-'], OPEN);
    const entries = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(entries).toEqual([
      expect.objectContaining({ level: 'note', file: '-', code: 'not-a-term', key: 'U_L1' }),
      expect.objectContaining({ level: 'note', file: '-', code: 'without-semantics', key: 'comment' }),
    ]);
    expect(await readFile(join(cli.folder, 'open.json'), 'utf8')).toContain('"@semantic":{');
  });

  test('makes a line of each line, in their order, and documents of the rows of CSV', async () => {
    const lines = Array.from({ length: 3000 }, (_, i) => `{"cycle_count": ${i}}`);
    const { out } = await cli.run(['embed', '-q', '--from', 'ndjson'], lines.join('\n'));
    const members = out
      .trimEnd()
      .split('\n')
      .map((line) => /,("cycle_count".*)$/.exec(line)?.[1]);
    expect(members).toEqual(lines.map((line) => line.slice(1)));
    const csv = await cli.run(['embed', '-q', '--from', 'csv'], 'cycle_count,comment\n12,a\n');
    expect(csv.out).toMatch(/^\{"@semantic":\{.*\},"cycle_count":12,"comment":"a"\}\n$/);
  });

  test('takes one JSON document at a time, for two would be none', async () => {
    await Promise.all(['one.json', 'two.json'].map((name) => cli.write(name, READING)));
    expect(await cli.run(['embed', 'one.json', 'two.json'])).toMatchObject({ code: 2, out: '' });
  });
});

describe('validate', () => {
  test('says nothing of a document that is sound', async () => {
    expect(await cli.run(['validate', '-q'], READING)).toEqual({ code: 0, out: '', err: '' });
  });

  test('tells errors, warnings and notes as compilers do, and fails for errors', async () => {
    await cli.write('open.ndjson', `${READING}\n${OPEN}\n{"voltage-V":"n/a"}\n{\n`);
    const { code, out } = await cli.run(['validate', 'open.ndjson']);
    expect(code).toBe(1);
    expect(out.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^open\.ndjson:2: note: The key "comment" .* \[without-semantics\]$/),
      expect.stringMatching(/^open\.ndjson:2: error: .*"U_L1"\. \[not-all-terms\]$/),
      expect.stringMatching(/^open\.ndjson:3: warning: .*"voltage-V".* \[datatype-mismatch\]$/),
      expect.stringMatching(/^open\.ndjson:4:2: error: .* \[malformed-json\]$/),
    ]);
    const lenient = await cli.run(['validate', '--lenient', '-f', 'ndjson'], `${OPEN}\n`);
    expect(lenient).toMatchObject({ code: 0, out: expect.stringContaining('note: The key "U_L1"') });
  });

  test('fails for warnings and plain literals when it is strict', async () => {
    expect((await cli.run(['validate', '--strict'], READING)).code).toBe(0);
    expect((await cli.run(['validate', '--strict', '--lenient'], OPEN)).code).toBe(1);
    expect((await cli.run(['validate', '--strict'], '{"voltage-V":"n/a"}')).code).toBe(1);
  });

  test('reports as JSON lines when it is asked to', async () => {
    const { out } = await cli.run(['validate', '--report', '-'], '{"voltage-V":"n/a"}');
    expect(JSON.parse(out)).toMatchObject({ level: 'warning', line: null, key: 'voltage-V', pointer: '/voltage-V' });
  });
});

describe('terms search', () => {
  const find = async (...args: string[]): Promise<string[]> => {
    const { code, out } = await cli.run(['terms', 'search', '--json', ...args]);
    expect(code).toBe(0);
    return (JSON.parse(out) as Array<{ name: string }>).map(({ name }) => name);
  };

  test('finds a term by its name, by words of its description, and with letters wrong', async () => {
    expect((await find('active_power-kW'))[0]).toBe('active_power-kW');
    expect(await find('state of charge', '--limit', '3')).toContain('state_of_charge-percent');
    expect(await find('temprature', 'batery')).toContain('battery_temperature-degC');
    expect(await find('Störungscode')).toContain('alarm_code');
    expect(await find('errorCode')).toContain('alarm_code');
    expect(await find('xylophone')).toEqual([]);
    expect(await find('power', '--limit', '2')).toHaveLength(2);
  });

  test('has the order of the search of a hub, which has the definitions of all languages and the dates of terms', async () => {
    const vocabulary = await seededVocabulary();
    for (const text of ['Leistung', 'forecast price']) {
      const matches = await searchTerms(vocabulary, text, 10, { client: 'this test' });
      expect(await find(text)).toEqual(matches.map(({ term }) => term.name));
    }
  });

  test('ends when a reader that is slow has all of it, and when one reads no more', async () => {
    const args = ['terms', 'search', '--json', '--limit', '10000', 'power'];
    const piped = ['-c', '"$0" "$@" | (sleep 1; cat)', process.execPath, builtModule('cli/main.js'), ...args];
    const { stdout } = await promisify(execFile)('sh', piped, { maxBuffer: 1024 ** 3 });
    const found = JSON.parse(stdout) as unknown[];
    expect(found.length).toBeGreaterThan(200);
    const closed = cli.start(args);
    closed.stdin!.end();
    closed.stdout!.destroy();
    expect((await once(closed, 'close'))[0]).toBe(0);
  });

  test('tells people what a term means, and that there is none', async () => {
    const { out } = await cli.run(['terms', 'search', 'cycle_count', '-n', '1']);
    expect(out).toMatch(/^cycle_count\n  .*xsd:\w+.*\n  .+\.\n$/);
    const power = await cli.run(['terms', 'search', 'active power import', '-n', '2']);
    expect(power.out).toMatch(/^active_power_import-k?W\n[^]*?\n  also active_power_import-k?W\b.*\n(?:\n|$)/);
    expect(await cli.run(['terms', 'search', 'xylophone'])).toEqual({
      code: 0,
      out: '',
      err: 'No term matches "xylophone".\n',
    });
  });
});

describe('terms map', () => {
  const map = async (args: readonly string[], stdin = ''): Promise<unknown> => {
    const { code, out, err } = await cli.run(['terms', 'map', '--json', ...args], stdin);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    return JSON.parse(out);
  };

  test('tells the terms that keys may mean, with their units, of the package and of a hub alike', async () => {
    const args = ['Netzfrequenz', 'zzzzzz', '--most', '1'];
    const [here, there] = await Promise.all([map(args), map([...args, '--hub', hub.url])]);
    expect(here).toMatchObject({
      source: null,
      keys: [
        {
          key: 'Netzfrequenz',
          candidates: [
            { term: 'frequency-Hz', unit: 'Hz', unitIri: 'http://qudt.org/vocab/unit/HZ', datatype: 'xsd:double' },
          ],
        },
        { key: 'zzzzzz', candidates: [], isKnownWithoutTerm: false },
      ],
      omitted: 0,
      vocabulary: { iri: expect.stringMatching(/\/vocabulary\/v\/\w+\/$/) },
    });
    const keysOf = (answer: unknown): unknown => (answer as { keys: unknown }).keys;
    expect(keysOf(there)).toEqual(keysOf(here));
  });

  test('reads the keys of a document or of CSV from standard input, and finds its source', async () => {
    expect(await map(['--sample', '-'], '{"-x":0,"active_power-kW":1.0}')).toMatchObject({
      keys: [{ key: '-x' }, { key: 'active_power-kW', candidates: [{ term: 'active_power-kW', confidence: 1 }] }],
    });
    const tesla =
      '{"charge_energy_added":8.1,"charger_actual_current":16,"battery_level":70,"charger_pilot_current":16}';
    expect(await map(['--sample', '-', '--source', 'teslamate'], tesla)).toMatchObject({ source: 'teslamate' });
    expect(await map(['--sample', '-'], 'Netzfrequenz;U_L1\n50.01;231.40\n')).toMatchObject({
      keys: [{ key: 'Netzfrequenz' }, { key: 'U_L1' }],
    });
  });

  test('takes the units that stand beside the values', async () => {
    expect(await map(['LMP', 'Voltage', '--unit', 'LMP=USD/MWh', '--unit', 'Voltage=mV', '--most', '1'])).toMatchObject(
      {
        keys: [
          { candidates: [{ term: 'locational_marginal_price-USD_per_MWh' }] },
          { candidates: [{ term: 'voltage-mV' }] },
        ],
      },
    );
    expect(await cli.run(['terms', 'map', 'LMP', '--unit', '=V'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('power=W'),
    });
  });

  test('tells people the same in lines, and what is missing', async () => {
    const { out } = await cli.run(['terms', 'map', 'Netzfrequenz', 'zzzzzz', '--most', '1']);
    expect(out).toBe('Netzfrequenz\n  frequency-Hz (0.75): Frequency (Hz)\nzzzzzz\n  no term comes near\n');
    expect(await cli.run(['terms', 'map'])).toEqual({
      code: 2,
      out: '',
      err: 'Name the keys, or give a document or CSV that has them with --sample.\n',
    });
    expect(await cli.run(['terms', 'map', '--sample', 'none.json'])).toMatchObject({
      code: 3,
      err: expect.stringContaining('none.json cannot be read: '),
    });
  });
});

describe('terms related', () => {
  test('tells the quantity, facets and other units of a term, and what cites it; of a hub the same', async () => {
    const [here, there] = await Promise.all([
      cli.run(['terms', 'related', 'active_power_import-kW']),
      cli.run(['terms', 'related', 'active_power_import-kW', '--hub', `${hub.url}/`]),
    ]);
    expect(here).toMatchObject({ code: 0, err: '' });
    expect(here!.out).toMatch(
      /^active_power_import-kW: .*\(kW\)\n  quantity: active_power_import\n  facets: direction\/import, /,
    );
    expect(here!.out).toMatch(/\n  in other units: active_power_import-W.*\n  cites: .*\bmeter_id\b/);
    expect(there).toEqual(here);
  });

  test('answers as JSON, and says that a name is no term', async () => {
    const { out } = await cli.run(['terms', 'related', 'load-MW', '--json']);
    expect(JSON.parse(out)).toMatchObject({
      name: 'load-MW',
      quantity: 'load',
      related: expect.arrayContaining([
        { relation: 'replaced-by', name: 'area_load-MW', label: 'Area load (MW)' },
      ]) as object[],
    });
    expect(await cli.run(['terms', 'related', 'U_L1'])).toEqual({
      code: 2,
      out: '',
      err: '"U_L1" is no term of the vocabulary.\n',
    });
  });
});

describe('the vocabulary of a hub', () => {
  test('is the one that the package ships, when the hub has the same', async () => {
    const [here, there] = await Promise.all([
      cli.run(['convert', '-q', '--skolemize'], READING),
      cli.run(['convert', '-q', '--skolemize', '--hub', `${hub.url}/`], READING),
    ]);
    expect(here!.code).toBe(0);
    expect(there).toEqual(here);
    expect((await cli.run(['embed', '-q', '--hub', hub.url], OPEN)).out).toBe(`${await post('/api/semantic', OPEN)}\n`);
    const { out } = await cli.run(['terms', 'search', 'cycle', '--hub', hub.url]);
    expect(out).toContain('cycle_count\n');
  });

  test('tells which terms are deprecated, and what takes their place', async () => {
    const store = await smallStore(`
      <prefix/dcterms> a hub:Prefix ; vann:preferredNamespacePrefix "dcterms" ; vann:preferredNamespaceUri <http://purl.org/dc/terms/> .
      <start> <http://www.w3.org/2002/07/owl#deprecated> true ; <http://purl.org/dc/terms/isReplacedBy> <end> .`);
    const registry = new VocabularyRegistry({
      store,
      hub: HUB,
      log: pino({ level: 'silent' }),
      timing: DEFAULT_TIMING,
    });
    const small = await createTestApp({ config: { baseUrl: HUB.baseUrl }, registry });
    const ran = await cli.run(['validate', '--hub', small.url], '{"start":"2026-01-01T00:00:00Z","end":null}');
    await small.stop();
    expect(ran.out).toContain('deprecated-term');
    expect(ran.out).toContain('Use "end" instead.');
  });

  test('is not to be had where there is no hub', async () => {
    const server = createServer((request, response) => {
      response.end(request.url!.startsWith('/page/') ? '<html>' : '{"data":[]}');
    });
    const port = await listen(server);
    const tries: ReadonlyArray<readonly [url: string, code: number, words: string]> = [
      ['ftp://hub.example', 2, '--hub has to be an http(s) address'],
      [`http://127.0.0.1:${port}/page`, 3, 'answered something that is no JSON'],
      [`http://127.0.0.1:${port}`, 3, 'does not answer as a hub does'],
      [`${hub.url}/nowhere`, 3, 'answered 404'],
      ['http://no-such-host.invalid', 3, 'cannot be read'],
    ];
    for (const [url, code, words] of tries) {
      const ran = await cli.run(['convert', '--hub', url], READING);
      expect(ran).toMatchObject({ code, out: '' });
      expect(ran.err).toContain(words);
    }
    server.close();
  });
});

test.each([
  ['convert', '-', '-'],
  ['embed', '-', '-'],
  ['validate', '-', '-'],
  ['restore', '--semantic', '-'],
  ['restore', '-', '-'],
  ['impact', '--from', 'package', '--to', 'package', '-', '-'],
  ['vocabulary', 'import', '-', '-', '--output', 'twice.ttl'],
])('%s %s %s … does not read standard input twice', async (...args) => {
  const ran = await cli.run(args, READING);
  expect(ran).toMatchObject({ code: 2, out: '' });
  expect(ran.err).toMatch(/^Standard input can be read once: .* both name it; name a file for one of them\.\n$/);
});

test('archives are read by every command that reads files', async () => {
  await cli.write('readings.ndjson.gz', gzipSync(`${READING}\n${READING}\n`));
  expect(await cli.run(['impact', '--from', 'package', '--to', 'package', 'readings.ndjson.gz'])).toMatchObject({
    code: 0,
    out: 'same: 2 documents, 0 keys concerned\n',
  });
  await cli.run(['convert', '-q', '--residue', 'bytes', '--output', 'graph.ttl.gz'], READING);
  expect(await cli.run(['restore', '-q', 'graph.ttl.gz'])).toEqual({ code: 0, out: READING, err: '' });
  const sample = await cli.run(['terms', 'map', '--sample', await cli.write('sample.json.gz', gzipSync(READING))]);
  expect(sample).toMatchObject({ code: 0, out: expect.stringContaining('active_power-kW (1)') as string });
  const concept =
    '<https://catalogue.example/a> a <http://www.w3.org/2004/02/skos/core#Concept> ; <http://www.w3.org/2004/02/skos/core#prefLabel> "Flow of brine"@en .';
  const table = await cli.write('concepts.ttl.gz', gzipSync(concept));
  const imported = await cli.run(['vocabulary', 'import', table, '--output', 'concepts.nt']);
  expect(imported).toMatchObject({ code: 0, out: expect.stringMatching(/^1 of 1 concepts/) as string });
});

describe('impact', () => {
  test('compares versions of a hub and fails at the level that is asked for', async () => {
    const { version } = ((await (await fetch(`${hub.url}/api/versions`)).json()) as { data: [{ version: string }] })
      .data[0];
    const text = await (await fetch(`${hub.url}/api/vocabulary?format=nt`)).text();
    const row = /(active_power-kW#row-1> <[^>]*#object> <http:\/\/www\.w3\.org\/ns\/sosa\/)Observation>/;
    const file = await cli.write('changed.nt', text.replace(row, '$1Sample>'));
    const args = ['impact', '--from', version, '--to', file, '--hub', hub.url, '--migration', 'update.rq'];
    const told = await cli.run([...args, '--fail-on', 'needs-migration'], READING);
    expect(told.out).toContain('"active_power-kW": needs-migration in 1 document, 1 triple less, 1 more');
    expect(told.code).toBe(1);
    expect(await readFile(join(cli.folder, 'update.rq'), 'utf8')).toContain('INSERT {');
    const same = await cli.run(['impact', '--from', 'current', '--to', version, '--hub', hub.url, '--json'], READING);
    expect(JSON.parse(same.out)).toMatchObject({ level: 'same', keys: [], documents: [{ name: '-', keyCount: 3 }] });
    expect(same.code).toBe(0);
    const shipped = await cli.run(['impact', '--from', 'package', '--to', 'package', '--shipped']);
    expect(shipped).toMatchObject({ code: 0, out: `same: ${listSamples().length} documents, 0 keys concerned\n` });
  });

  test.each([
    [['--from', 'a'.repeat(64), '--to', 'package'], 2, /say which one with --hub/],
    [['--from', 'nowhere.ttl', '--to', 'package'], 3, /nowhere\.ttl is neither package, current nor a version/],
    [['--from', 'package'], 2, /--to/],
    [['--from', 'package', '--to', 'package', 'nowhere.json'], 3, /nowhere\.json cannot be read/],
  ])('refuses %j', async (args, code, words) => {
    const ran = await cli.run(['impact', ...args], READING);
    expect(ran).toMatchObject({ code, out: '' });
    expect(ran.err).toMatch(words);
  });
});

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

test('what is read is UTF-8, or is refused with its place', async () => {
  const compare = ['impact', '--from', 'package', '--to', 'package'];
  await cli.write('latin.ndjson', Buffer.from(`${READING}\r\n\t\r\n{"comment":"W\xe4rme"}`, 'latin1'));
  expect(await cli.run([...compare, 'latin.ndjson'])).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^latin\.ndjson:3: .*not UTF-8/) as string,
  });
  await cli.write('lines.NDJSON', `${READING}\r\n\t\r\n${READING}`);
  const { out } = await cli.run([...compare, 'lines.NDJSON']);
  expect(out).toBe('same: 2 documents, 0 keys concerned\n');
  for (const args of [
    ['terms', 'map', '--sample', 'latin.ndjson'],
    ['terms', 'new', 'latin.ndjson'],
    ['convert', '--vocabulary-file', 'latin.ndjson', '--base-url', 'https://hub.example'],
  ])
    expect(await cli.run(args, READING)).toMatchObject({
      code: 2,
      out: '',
      err: 'latin.ndjson is not UTF-8; give it in UTF-8.\n',
    });
}, 180_000);

describe('a command that is not understood', () => {
  test.each([
    ['an unknown command', ['transform']],
    ['an unknown option', ['convert', '--fromat', 'nt']],
    ['an unknown format', ['convert', '--to', 'n3']],
    ['a base that is none', ['convert', '--base', 'plant']],
    ['a number that is none', ['convert', '--max-array-items', 'many']],
    ['no thread at all', ['convert', '--jobs', '0']],
    ['more threads than a machine has', ['convert', '--jobs', '257']],
    ['keys and a document that has them', ['terms', 'map', 'power', '--sample', 'panel.json']],
    ['a name that tells nothing', ['convert', 'readings.txt']],
    ['a report into the result', ['convert', '--report', '-']],
    ['a search for nothing', ['terms', 'search']],
  ])('for %s exits with 2', async (_, args) => {
    const { code, out, err } = await cli.run(args, READING);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).not.toMatch(/^\s+at /m);
    expect(err.length).toBeGreaterThan(10);
  });

  test('for a file that is not there exits with 3, before anything is written', async () => {
    const { code, out, err } = await cli.run(['convert', 'nowhere.json']);
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err).toMatch(/^nowhere\.json cannot be read: ENOENT/);
  });

  test('tells how to, with --help', async () => {
    const { code, out } = await cli.run(['convert', '--help']);
    expect(code).toBe(0);
    for (const option of ['--from', '--to', '--output', '--report', '--hub', '--jobs']) expect(out).toContain(option);
    expect((await cli.run(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

test.each(['', '\n', ' \r\n'])('what is embedded ends with one end of a line, its own (%j) or another', async (end) => {
  const { out } = await cli.run(['embed', '-q'], `{"voltage-V":1}${end}`);
  expect(out).toMatch(/^\{"@semantic":.*"voltage-V":1\}/);
  expect(out.slice(out.lastIndexOf('}') + 1)).toBe(end === '' ? '\n' : end);
});

test('what is embedded converts as the document itself does', async () => {
  const embedded = (await cli.run(['embed', '-q'], READING)).out;
  expect(minifyJson(embedded)).toContain('"active_power-kW":812.40}');
  const [direct, later] = await Promise.all([READING, embedded].map((text) => cli.run(['convert', '-q'], text)));
  expect(later!.out).toBe(direct!.out);
});
