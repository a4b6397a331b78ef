import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installConverters } from './converters.ts';
import { measureLibrary } from './library-share.ts';
import { emptyLine, medianOf, type Line, type Section } from './measure.ts';
import { watchProcess, type ProcessCost } from './watch-process.ts';

const DIST = process.env['BENCH_DIST'] ?? new URL('../../dist/', import.meta.url).href;
const MAIN = fileURLToPath(new URL('cli/main.js', DIST));

/** Rows that all converters get. */
const ROWS = 10_000;
/** What the command line gets alone: as many records as are about this long. */
const LARGE_BYTES = Number(process.env['BENCH_FILE_MB'] ?? '100') * 1e6;
const MOST_BYTES = 300 * 1024 * 1024;
const LEAST_OF_LIBRARY = 0.7;

const KEYS = ['timestamp', 'device_id', 'active_power-kW', 'voltage-V'];

function rowOf(i: number): readonly [string, string, string, string] {
  const stamp = `${new Date(Date.UTC(2024, 0, 1) + i * 60_000).toISOString().slice(0, 19)}Z`;
  const power = ((i * 7919) % 100_000) / 100;
  return [stamp, `inverter-${i % 50}`, power.toFixed(2), (220 + (i % 200) / 10).toFixed(1)];
}

function recordOf(i: number): string {
  const [stamp, device, power, voltage] = rowOf(i);
  return `{"timestamp":"${stamp}","device_id":"${device}","active_power-kW":${power},"voltage-V":${voltage}}`;
}

/** Whole processes that convert files, the command line beside converters of others. */
export async function measureFiles(rounds: number): Promise<Section> {
  const folder = await mkdtemp(join(tmpdir(), 'hub-files-'));
  const lines: Line[] = [];
  const { converters, missing } = await installConverters();
  const failed: string[] = [];
  try {
    const records = await writeInputs(folder);
    const cli = (...args: string[]): readonly [string, ...string[]] => [
      process.execPath,
      MAIN,
      'convert',
      '-q',
      ...args,
    ];
    for (const input of ['records.ndjson', 'records.csv', 'series.json'])
      lines.push(await lineOf(`the command line, ${input}`, cli(input, '-t', 'nt'), folder, rounds));
    lines.push(
      await lineOf('the command line, noted.csv, --lenient', cli('noted.csv', '--lenient', '-t', 'nt'), folder, rounds),
    );
    for (const { name, input, command } of converters) {
      try {
        lines.push(await lineOf(`${name}, ${input}`, command, folder, 1));
      } catch (error) {
        failed.push(`${name} failed: ${(error as Error).message.split('\n')[0]}`);
      }
    }
    lines.push(...(await measureLarge(folder, cli, rounds, records)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return {
    title: `The command line and others: ${ROWS} rows of four keys`,
    lines,
    notes: [...missing, ...failed],
  };
}

/** A file of records by one thread and by two, to a file, a pipe and archives. */
async function measureLarge(
  folder: string,
  cli: (...args: string[]) => readonly [string, ...string[]],
  rounds: number,
  records: number,
): Promise<Line[]> {
  const lines: Line[] = [];
  const megabytes = (LARGE_BYTES / 1e6).toFixed(0);
  const input = 'large.ndjson';
  const costs: Record<string, ProcessCost> = {};
  const runs: ReadonlyArray<readonly [string, readonly string[], string]> = [
    ['1 thread', ['-j', '1', '-t', 'nt'], '/dev/null'],
    ['2 threads', ['-j', '2', '-t', 'nt'], '/dev/null'],
    ['2 threads, to a file', ['-j', '2', '-o', 'large.nt'], '/dev/null'],
    ['2 threads, to x.nt.gz', ['-j', '2', '-o', 'large.nt.gz'], '/dev/null'],
    ['2 threads, to x.nt.zst', ['-j', '2', '-o', 'large.nt.zst'], '/dev/null'],
  ];
  for (const [what, args, output] of runs) {
    const measured: ProcessCost[] = [];
    for (let round = 0; round < Math.min(rounds, 3); round++)
      measured.push(await watchProcess(...programOf(cli(input, ...args)), { folder, output }));
    const cost = middleOf(measured);
    costs[what] = cost;
    lines.push({
      ...emptyLine(`${megabytes} MB of NDJSON, ${what}`),
      medianMs: cost.ms,
      minMs: Math.min(...measured.map(({ ms }) => ms)),
      figure: describe(cost),
      reach: 'at most 300 MiB',
      isReached: cost.peakBytes <= MOST_BYTES,
    });
  }
  const ratio = costs['1 thread']!.ms / costs['2 threads']!.ms;
  lines.push({
    ...emptyLine('two threads to one'),
    figure: `${ratio.toFixed(2)} × as fast`,
    reach: 'at least 1.8',
    isReached: ratio >= 1.8,
  });
  const library = measureLibrary(Array.from({ length: ROWS }, (_, i) => recordOf(i)));
  const perSecond = ((records * library.triplesOfRecord) / costs['1 thread']!.cpuMs) * 1000;
  const share = perSecond / library.triplesPerSecond;
  lines.push({
    ...emptyLine('one thread to the library, which has the same records in one array'),
    figure: `${(perSecond / 1e6).toFixed(1)} to ${(library.triplesPerSecond / 1e6).toFixed(1)} million triples a second of processor time, ${(share * 100).toFixed(0)} %`,
    reach: `at least ${LEAST_OF_LIBRARY * 100} %`,
    isReached: share >= LEAST_OF_LIBRARY,
  });
  return lines;
}

async function lineOf(
  what: string,
  command: readonly [string, ...string[]],
  folder: string,
  rounds: number,
): Promise<Line> {
  const output = join(folder, 'output.nt');
  const costs: ProcessCost[] = [];
  for (let round = 0; round < rounds; round++) {
    await rm(output, { force: true });
    // Those that write to a file of their own get it as an argument; then nothing comes here.
    const printed = join(folder, 'printed');
    costs.push(await watchProcess(...programOf(command), { folder, output: printed }));
  }
  const triples = Math.max(await countLines(join(folder, 'printed')), await countLines(output));
  const cost = middleOf(costs);
  return {
    ...emptyLine(what),
    medianMs: cost.ms,
    minMs: Math.min(...costs.map(({ ms }) => ms)),
    triplesPerSecond: (triples / cost.ms) * 1000,
    figure: `${describe(cost)}, ${triples} triples`,
  };
}

const programOf = ([program, ...args]: readonly [string, ...string[]]): [string, readonly string[]] => [program, args];

function middleOf(costs: readonly ProcessCost[]): ProcessCost {
  return {
    ms: medianOf(costs.map(({ ms }) => ms)),
    cpuMs: medianOf(costs.map(({ cpuMs }) => cpuMs)),
    peakBytes: Math.max(...costs.map(({ peakBytes }) => peakBytes)),
  };
}

const describe = ({ cpuMs, peakBytes }: ProcessCost): string =>
  `${(cpuMs / 1000).toFixed(1)} s of processor time, ${(peakBytes / 2 ** 20).toFixed(0)} MiB at the peak`;

async function countLines(path: string): Promise<number> {
  if ((await stat(path).catch(() => null)) === null) return 0;
  let count = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>)
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) count++;
  return count;
}

/** Answers how many records the large file has. */
async function writeInputs(folder: string): Promise<number> {
  const write = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text);
  const rows = Array.from({ length: ROWS }, (_, i) => i);
  await write('records.ndjson', rows.map((i) => `${recordOf(i)}\n`).join(''));
  await write('records.csv', `${KEYS.join()}\n${rows.map((i) => `${rowOf(i).join()}\n`).join('')}`);
  // A column that is no term.
  await write('noted.csv', `${KEYS.join()},note\n${rows.map((i) => `${rowOf(i).join()},${i % 97}\n`).join('')}`);
  const columns = KEYS.map((key, column) => {
    const values = rows.map((i) => (column < 2 ? JSON.stringify(rowOf(i)[column]) : rowOf(i)[column]!));
    return `${JSON.stringify(key)}:${column === 1 ? values[0] : `[${values.join()}]`}`;
  });
  await write('series.json', `{${columns.join()}}`);
  await write('records.jsonld', `{"@context":${CONTEXT},"@graph":[${rows.map(nodeOf).join()}]}`);
  await write('mapping.ttl', MAPPING);
  await write(
    'morph.ini',
    '[CONFIGURATION]\noutput_file: output.nt\noutput_format: N-TRIPLES\n[records]\nmappings: mapping.ttl\n',
  );
  const file = await open(join(folder, 'large.ndjson'), 'w');
  let records = 0;
  for (let written = 0; written < LARGE_BYTES; records += 1000) {
    const text = Array.from({ length: 1000 }, (_, k) => `${recordOf(records + k)}\n`).join('');
    written += text.length;
    await file.write(text);
  }
  await file.close();
  return records;
}

const CONTEXT = JSON.stringify({
  '@base': 'https://plant.example/id/',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
  sosa: 'http://www.w3.org/ns/sosa/',
  qudt: 'http://qudt.org/schema/qudt/',
  time: 'http://www.w3.org/2006/time#',
  at: { '@id': 'sosa:phenomenonTime' },
  stamp: { '@id': 'time:inXSDDateTimeStamp', '@type': 'xsd:dateTimeStamp' },
  sensor: { '@id': 'sosa:madeBySensor', '@type': '@id' },
  result: { '@id': 'sosa:hasResult' },
  value: { '@id': 'qudt:numericValue', '@type': 'xsd:double' },
});

/** A row as the mapping of RML has it: two observations of an instant. */
function nodeOf(i: number): string {
  const [stamp, device, power, voltage] = rowOf(i);
  const observationOf = (value: string): string =>
    `{"@type":"sosa:Observation","at":{"@id":"_:t${i}"},"sensor":"${device}","result":{"@type":"qudt:QuantityValue","value":"${value}"}}`;
  return `{"@id":"_:t${i}","@type":"time:Instant","stamp":"${stamp}"},${observationOf(power)},${observationOf(voltage)}`;
}

const observation = (name: string, key: string): string => `
<#${name}> a rr:TriplesMap ; rml:logicalSource <#source> ;
  rr:subjectMap [ rr:template "${name}{timestamp}" ; rr:termType rr:BlankNode ; rr:class sosa:Observation ] ;
  rr:predicateObjectMap
    [ rr:predicate sosa:phenomenonTime ; rr:objectMap [ rr:template "t{timestamp}" ; rr:termType rr:BlankNode ] ] ,
    [ rr:predicate sosa:madeBySensor ; rr:objectMap [ rr:template "https://plant.example/id/{device_id}" ] ] ,
    [ rr:predicate sosa:hasResult ; rr:objectMap [ rr:template "r${name}{timestamp}" ; rr:termType rr:BlankNode ] ] .
<#result-${name}> a rr:TriplesMap ; rml:logicalSource <#source> ;
  rr:subjectMap [ rr:template "r${name}{timestamp}" ; rr:termType rr:BlankNode ; rr:class qudt:QuantityValue ] ;
  rr:predicateObjectMap [ rr:predicate qudt:numericValue ; rr:objectMap [ rml:reference "${key}" ; rr:datatype xsd:double ] ] .
`;

const MAPPING = `@prefix rr: <http://www.w3.org/ns/r2rml#> .
@prefix rml: <http://semweb.mmlab.be/ns/rml#> .
@prefix ql: <http://semweb.mmlab.be/ns/ql#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix sosa: <http://www.w3.org/ns/sosa/> .
@prefix qudt: <http://qudt.org/schema/qudt/> .
@prefix time: <http://www.w3.org/2006/time#> .
@base <https://hub.example/rml/> .

<#source> rml:source "records.csv" ; rml:referenceFormulation ql:CSV .
<#instant> a rr:TriplesMap ; rml:logicalSource <#source> ;
  rr:subjectMap [ rr:template "t{timestamp}" ; rr:termType rr:BlankNode ; rr:class time:Instant ] ;
  rr:predicateObjectMap [ rr:predicate time:inXSDDateTimeStamp ; rr:objectMap [ rml:reference "timestamp" ; rr:datatype xsd:dateTimeStamp ] ] .
${observation('power', 'active_power-kW')}${observation('voltage', 'voltage-V')}`;
