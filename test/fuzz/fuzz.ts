/**
 * `npm run fuzz -- --seconds 60 [--seed N] [--only I]`: tries inputs out until the time is over or one breaks a promise. Then it writes the
 * input and a smaller one to `fuzz-findings/`, says how to repeat it, and ends with 1.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Piscina } from 'piscina';
import { readCorpus } from './corpus.ts';
import type { FuzzOrder, FuzzReport } from './fuzz-worker.ts';
import { generateInput } from './generate.ts';

/** One input is tried in every format, read back and, when it fails, made smaller: that may take long, but not for ever. */
const HANG_MS = 60_000;
const FOLDER = 'fuzz-findings';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, seed: { type: 'string' }, only: { type: 'string' } },
});
const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed);
const order: FuzzOrder = {
  seed,
  from: Number(values.only ?? 0),
  count: values.only === undefined ? Number.MAX_SAFE_INTEGER : 1,
  seconds: Number(values.seconds),
  progress: new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT),
};
say(`seed ${seed}, ${values.seconds} s`);

const threads = new Piscina<FuzzOrder, FuzzReport>({
  filename: fileURLToPath(new URL('./fuzz-worker.ts', import.meta.url)),
  maxThreads: 1,
  execArgv: ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href],
});
const report = await Promise.race([threads.run(order), hang(new Int32Array(order.progress))]);
void threads.destroy();
if (report.kind === 'clean') say(`${report.tried} inputs, nothing found`);
else {
  mkdirSync(FOLDER, { recursive: true });
  const name = `${FOLDER}/seed-${seed}-input-${report.index}`;
  writeFileSync(`${name}-original.json`, report.original);
  writeFileSync(`${name}.json`, report.smallest);
  say(`\nBroken: ${report.promise}\n${report.words.slice(0, 4000)}\n`);
  say(`options: ${report.options}`);
  say(
    `input: ${name}.json, ${report.smallest.length} bytes: ${JSON.stringify(Buffer.from(report.smallest).toString('utf8').slice(0, 1000))}`,
  );
  say(`repeat: npm run fuzz -- --seed ${seed} --only ${report.index}`);
  process.exitCode = 1;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Resolves when the thread has been at one input for too long. */
function hang(beat: Int32Array): Promise<FuzzReport> {
  return new Promise((resolve) => {
    let last = -1;
    const check = setInterval(() => {
      const now = Atomics.load(beat, 1);
      if (now !== last) last = now;
      else {
        clearInterval(check);
        const index = Atomics.load(beat, 0);
        const { body, options } = generateInput(seed, index, readCorpus());
        const words = `no answer after ${HANG_MS / 1000} s`;
        resolve({
          kind: 'found',
          index,
          promise: 'no input loops',
          words,
          options: JSON.stringify(options),
          original: body,
          smallest: body,
        });
      }
    }, HANG_MS);
    check.unref();
  });
}
