import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { builtModule } from '../support/installed-package.ts';
import { readBlocks, readDocuments } from './read-documents.ts';

const runProgram = promisify(execFile);

interface Job {
  readonly spec: {
    readonly completions: number;
    readonly template: { readonly spec: { readonly containers: readonly [Container] } };
  };
}

interface Container {
  readonly command: readonly string[];
  readonly args: readonly string[];
  readonly env: ReadonlyArray<{ readonly name: string; readonly value: string }>;
}

let data: string;
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'hub-recipes-'));
  for (const folder of ['bin', 'graph', 'readings']) await mkdir(join(data, folder));
  const command = join(data, 'bin', 'vocabulary-hub');
  await writeFile(command, `#!/bin/sh\nexec "${process.execPath}" "${builtModule('cli/main.js')}" "$@"\n`);
  await chmod(command, 0o755);
});
afterAll(() => rm(data, { recursive: true }));

const run = (program: string, args: readonly string[], variables = {}): Promise<unknown> =>
  runProgram(program, args, {
    env: { PATH: [join(data, 'bin'), process.env['PATH']].join(delimiter), ...variables },
  });

function sortedLines(archive: Buffer): string[] {
  return gunzipSync(archive).toString().split('\n').toSorted();
}

test('the pods of the job share out the files, and a pod that is started again changes nothing', async () => {
  const spark = readDocuments().find(({ path }) => path === 'docs/spark.md')!;
  const { text } = readBlocks(spark.text).find(({ role }) => role === 'file convert-job.yaml')!;
  const { spec } = parse(text) as Job;
  const [{ command, args, env }] = spec.template.spec.containers;
  expect(env).toEqual([{ name: 'COMPLETIONS', value: String(spec.completions) }]);

  const documents = Array.from({ length: 5 }, (_, i) => [`{"voltage-V":23${i}.10}`, '{"voltage-V":']);
  for (const [i, lines] of documents.entries())
    await writeFile(join(data, 'readings', `part ${i}.ndjson`), lines.join('\n'));
  const [program, ...words] = [...command, ...args].map((word) => word.replaceAll('/data/', `${data}/`));
  for (const index of [0, 1, 2, 1])
    await run(program!, words, { COMPLETIONS: '3', JOB_COMPLETION_INDEX: String(index) });

  const names = await readdir(join(data, 'graph'));
  const kinds = names.map((name) => name.replace(/^part \d\./, '')).toSorted();
  expect(kinds).toEqual(['failures.ndjson', 'json', 'nt.gz'].flatMap((kind) => documents.map(() => kind)));
  const parts = names.filter((name) => name.endsWith('.nt.gz'));
  const written = await Promise.all(parts.map((name) => readFile(join(data, 'graph', name))));
  await writeFile(join(data, 'all.ndjson'), documents.flat().join('\n'));
  const options = ['--skolemize', '--created', '2026-03-01', '-k', '--failures-ok', '-o', join(data, 'all.nt.gz')];
  await run('vocabulary-hub', ['convert', join(data, 'all.ndjson'), ...options]);
  expect(sortedLines(Buffer.concat(written)).filter((line) => line !== '')).toEqual(
    sortedLines(await readFile(join(data, 'all.nt.gz'))).filter((line) => line !== ''),
  );
});
