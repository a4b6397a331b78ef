import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Where converters of others are installed, once; `BENCH_TOOLS` names another folder. */
const FOLDER = process.env['BENCH_TOOLS'] ?? join(tmpdir(), 'vocabulary-hub-bench-tools');

/** A converter of others, at a pinned version. */
export interface Converter {
  readonly name: string;
  /** Which of the prepared files it reads. */
  readonly input: 'records.jsonld' | 'records.csv';
  /** The command; it writes N-Triples to standard output, or to `output.nt` of the folder that it runs in. */
  readonly command: readonly [program: string, ...args: string[]];
  /** Installs it into its folder. */
  readonly install: (folder: string) => Promise<void>;
}

/** By the name of their folder. */
const CONVERTERS: Readonly<Record<string, Converter>> = {
  'jsonld-cli-2.0.0': {
    name: 'jsonld-cli 2.0.0',
    input: 'records.jsonld',
    command: [
      process.execPath,
      join(FOLDER, 'jsonld-cli-2.0.0/node_modules/jsonld-cli/bin/jsonld.js'),
      'toRdf',
      '-q',
      'records.jsonld',
    ],
    install: async (folder) => {
      await writeFile(join(folder, 'package.json'), '{"private":true}');
      await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', 'jsonld-cli@2.0.0'], { cwd: folder });
    },
  },
  'morph-kgc-2.10.0': {
    name: 'Morph-KGC 2.10.0',
    input: 'records.csv',
    command: [join(FOLDER, 'morph-kgc-2.10.0/venv/bin/python'), '-m', 'morph_kgc', 'morph.ini'],
    install: async (folder) => {
      await run('python3', ['-m', 'venv', 'venv'], { cwd: folder });
      await run(join(folder, 'venv/bin/pip'), ['install', '--quiet', 'morph-kgc==2.10.0'], { cwd: folder });
    },
  },
};

/** The converters that can be installed here, and a line about each that cannot. */
export async function installConverters(): Promise<{ converters: Converter[]; missing: string[] }> {
  const converters: Converter[] = [];
  const missing: string[] = [
    'RMLMapper 6.1.3 of Maven Central is left out: libraries that it needs (hdt-java, function-agent-java) are on jitpack.io only.',
    'SPARQL Anything is left out: no command line of it was found on Maven Central.',
  ];
  for (const [key, converter] of Object.entries(CONVERTERS)) {
    const folder = join(FOLDER, key);
    const mark = join(folder, 'installed');
    try {
      if (!existsSync(mark)) {
        await mkdir(folder, { recursive: true });
        await converter.install(folder);
        await writeFile(mark, '');
      }
      converters.push(converter);
    } catch (error) {
      missing.push(`${converter.name} is left out: ${(error as Error).message.split('\n')[0]}`);
    }
  }
  return { converters, missing };
}
