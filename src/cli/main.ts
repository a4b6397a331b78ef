#!/usr/bin/env node
import { availableParallelism, constants } from 'node:os';
import { runCommand } from './program.ts';

const cleanUps = new Set<() => unknown>();
let isInterrupted = false;
async function interrupt(signal: NodeJS.Signals): Promise<never> {
  const code = 128 + constants.signals[signal];
  // A second signal does not wait.
  if (isInterrupted) process.exit(code);
  isInterrupted = true;
  const ends = await Promise.allSettled([...cleanUps].map((cleanUp) => cleanUp()));
  // A service that ends after a signal has succeeded, or says that it has not.
  const told = ends.map((end) => (end.status === 'fulfilled' ? end.value : undefined));
  return process.exit(told.find((value) => typeof value === 'number') ?? code);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void interrupt(signal));
// A closed pipe is reported where it is written to.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

const code = await runCommand(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  cores: availableParallelism(),
  cleanUps,
});
// A pipe takes what its reader has room for, and the process would end without the rest.
await Promise.all([process.stdout, process.stderr].map(whenTaken));
// Standard input may be open still.
process.exit(code);

/** Resolves when all is taken that was written to a stream, or nobody reads it. */
function whenTaken(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => void stream.write('', () => resolve()));
}
