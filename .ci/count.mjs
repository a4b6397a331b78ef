// Adds up runs of the tests, each of which left its counts in a file. Usage: count.mjs STATUS NOTE FILE...
// Says which files were slow and what failed, the note if it has words, and closes with the line of counts. Ends with 1 when anything failed or a run left no counts.
import { readFileSync } from 'node:fs';

const SLOWEST = 10;
const [status, note, ...paths] = process.argv.slice(2);
const files = new Map();
const lines = [];
const failures = [];
let failed = 0;
for (const path of paths) {
  let run;
  try {
    run = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    run = { files: [], errors: [`a run of the tests, which ended without counts: ${path}`] };
  }
  failed += run.errors.length;
  failures.push(...run.errors);
  for (const result of run.files) {
    failed += result.failed;
    failures.push(...result.failures);
    // What a later run repeats, it repeats with more of what is needed, and is counted once.
    files.set(result.file, result);
  }
}
const results = [...files.values()];
const sum = (name) => results.reduce((total, result) => total + result[name], 0);
const slowest = results.sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
lines.push('The slowest files of all runs:');
for (const { file, seconds } of slowest) lines.push(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
for (const failure of failures) lines.push(`Failed: ${failure}`);
// A run that failed for something else than its tests failed, too.
if (status !== '0') failed = Math.max(failed, 1);
if (note !== '') lines.push(note);
const skipped = sum('skipped');
lines.push(`${sum('passed')} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.stdout.write(`\n${lines.join('\n')}\n`);
process.exitCode = failed > 0 ? 1 : 0;
