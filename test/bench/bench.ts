/**
 * `npm run bench -- [group …] [--rounds N] [--terms N,N] [--dist FOLDER]`: measures and prints; fails on nothing that is slow. `--dist` measures
 * another build than that of this tree, `--terms` says how large the vocabularies of `large` are.
 */
import { availableParallelism, cpus } from 'node:os';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Section } from './measure.ts';
import { renderCells, renderTable } from './measure.ts';

/** By name; modules are read when they are run, for the peers take a while to load. */
const GROUPS: Readonly<Record<string, (rounds: number) => Promise<Section>>> = {
  wide: async (rounds) => (await import('./wide.ts')).measureWideSeries(rounds),
  records: async (rounds) => (await import('./records.ts')).measureRecords(rounds),
  forms: async (rounds) => (await import('./forms.ts')).measureForms(rounds),
  small: async (rounds) => (await import('./conversions.ts')).measureSmall(rounds),
  skolemize: async (rounds) => (await import('./conversions.ts')).measureSkolemize(rounds),
  growth: async (rounds) => (await import('./conversions.ts')).measureGrowth(rounds),
  restore: async (rounds) => (await import('./restore.ts')).measureRestore(rounds),
  embed: async (rounds) => (await import('./conversions.ts')).measureEmbed(rounds),
  files: async (rounds) => (await import('./files.ts')).measureFiles(rounds),
  http: async (rounds) => (await import('./http.ts')).measureHttp(rounds),
  metrics: async (rounds) => (await import('./metrics.ts')).measureMetrics(rounds),
  long: async (rounds) => (await import('./long-answers.ts')).measureLongAnswers(rounds),
  stream: async (rounds) => (await import('./streams.ts')).measureStreams(rounds),
  'stream-kafka': async (rounds) => (await import('./kafka-streams.ts')).measureKafkaStreams(rounds),
  vocabulary: async (rounds) => (await import('./vocabulary.ts')).measureVocabulary(rounds),
  large: async () => (await import('./large.ts')).measureLarge(terms),
  start: async (rounds) => (await import('./start.ts')).measureStart(rounds),
  lists: async (rounds) => (await import('./lists.ts')).measureLists(rounds),
  'lists-server': async (rounds) => (await import('./lists.ts')).measureListsOnServer(rounds),
  memory: async () => (await import('./memory.ts')).measureMemory(),
  load: async () => (await import('./load.ts')).measureLoad(),
  sizing: async (rounds) => (await import('./sizing.ts')).measureSizing(rounds),
  crash: async () => (await import('./crash.ts')).measureCrashes(),
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    terms: { type: 'string', default: '424,10424' },
    dist: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
const terms = values.terms.split(',').map(Number);
if (values.dist !== undefined) process.env['BENCH_DIST'] = pathToFileURL(`${values.dist}/`).href;
const unknown = positionals.filter((name) => !(name in GROUPS));
if (unknown.length > 0 || [rounds, ...terms].some((count) => !Number.isInteger(count) || count < 1)) {
  process.stderr.write(
    `usage: npm run bench -- [${Object.keys(GROUPS).join(' | ')} …] [--rounds N] [--terms N,N] [--dist FOLDER]\n`,
  );
  process.exit(2);
}

process.stdout.write(
  `Node ${process.version}, ${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown processor'}, ${rounds} rounds\n`,
);
for (const name of positionals.length > 0 ? positionals : Object.keys(GROUPS)) {
  const { title, lines, table, notes = [] } = await GROUPS[name]!(rounds);
  const rendered = table === undefined ? renderTable(lines) : renderCells(table, (column) => column > 1);
  process.stdout.write(`\n## ${title}\n\n${rendered}\n${notes.map((note) => `\n${note}\n`).join('')}`);
}
