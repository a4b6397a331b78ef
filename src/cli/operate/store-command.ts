import { createReadStream } from 'node:fs';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { CommandError, EXIT, type ExitCode } from '../shared/exit-codes.ts';
import { readFileWhole } from '../shared/read-input.ts';
import { fileBehind, writeFile, type Output } from '../shared/output.ts';
import { syncFolder } from '../../store/durable-folder.ts';
import { writeFiles } from '../../operations/framed-files.ts';
import { runOperatorCommand } from './operator-command.ts';
import type { CliContext } from '../shared/cli-context.ts';

const OWNER_ONLY = 0o600;

/** Writes a backup, readable by its owner alone. The file has its name when it is whole and on the disk. */
export async function backUpCommand(path: string, context: CliContext): Promise<ExitCode> {
  const call = { name: 'store-backup', input: Readable.from([]) };
  await runOperatorCommand(call, context, async (backup) => {
    await keepBackup(backup, path, context);
    if (path !== '-')
      context.stderr.write(`Everything is in ${path}. It holds personal data; keep it as safe as the hub itself.\n`);
  });
  return EXIT.done;
}

/** Writes a backup to a file, or to standard output. */
export async function keepBackup(backup: Readable, path: string, { stdout, cleanUps }: CliContext): Promise<void> {
  if (path === '-') return pipeline(backup, stdout, { end: false }).catch(failToWrite('standard output'));
  const copy = async (output: Output): Promise<void> => {
    for await (const piece of backup) await output.write(piece as Uint8Array);
  };
  await writeFile(path, cleanUps, copy, { mode: OWNER_ONLY, isSynced: true });
  await syncFolder(dirname(await fileBehind(path))).catch(failToWrite(path));
}

/** Puts back what a backup holds, in place of all that is there. */
export async function restoreCommand(path: string, context: CliContext): Promise<ExitCode> {
  const input = path === '-' ? context.stdin : await openInput(path);
  const answer = await runOperatorCommand({ name: 'store-restore', input }, context, json);
  const { version, terms, versions } = answer as { version: string; terms: number; versions: number };
  context.stderr.write(
    `Restored: ${terms} terms (version ${version}), ${versions} versions of the vocabulary, and the rest of the store.\n`,
  );
  return EXIT.done;
}

/** Makes Turtle files the vocabulary, or the file of a version, which is compressed. */
export async function loadCommand(paths: readonly string[], context: CliContext): Promise<ExitCode> {
  const documents = await Promise.all(
    paths.map(async (name) => ({
      name,
      bytes: await readFileWhole(name).catch((error: unknown) => fail(name, error)),
    })),
  );
  const call = { name: 'store-load', input: writeFiles(documents) };
  const { version, terms } = (await runOperatorCommand(call, context, json)) as { version: string; terms: number };
  context.stderr.write(
    `Loaded: ${terms} terms (version ${version}). The hub's own vocabulary is not loaded any more.\n`,
  );
  return EXIT.done;
}

async function openInput(path: string): Promise<Readable> {
  const file = createReadStream(path);
  await new Promise<void>((resolve, reject) => file.once('open', () => resolve()).once('error', reject)).catch(
    (error: unknown) => fail(path, error),
  );
  return file;
}

/** Names where nothing could be written; any other failure is reported unchanged. */
function failToWrite(path: string): (error: unknown) => never {
  return (error) => {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    fail(path, error);
  };
}

function fail(path: string, error: unknown): never {
  throw new CommandError(EXIT.unavailable, `${path}: ${(error as Error).message}`, error);
}
