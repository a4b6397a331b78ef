import { open, readdir, readlink, realpath, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import type { CliContext } from './cli-context.ts';
import { CommandError, EXIT } from './exit-codes.ts';

const LINE_END = 0x0a;
/** Characters of a file's name that its name while it is written has: a whole one may leave no room for more. */
const SHOWN_CHARACTERS = 40;
/** How the names of files end that are being written. */
const UNFINISHED = '.vocabulary-hub.part';
const HOUR_MS = 60 * 60_000;
/** A file that nobody touched for so long, before another one beside it was begun, is of a command that was killed: others touch theirs each hour. */
const ABANDONED_MS = 24 * HOUR_MS;

/** Where the result goes. */
export interface Output {
  /** Of the file or pipe, where other threads may write to it as well; null where all has to pass `write`. */
  readonly descriptor: number | null;
  /** What a failure to write to the descriptor is called. */
  faultOf(error: Error): Error;
  /** Resolves when the bytes were taken and are the caller's again. @throws OutputClosed, CommandError */
  write(bytes: Uint8Array): Promise<void>;
  /** Makes the result be there. */
  finish(): Promise<void>;
  /** Leaves nothing behind that looks like a result. */
  discard(): Promise<void>;
}

/** An output that is a file. */
export interface FileOutput extends Output {
  readonly descriptor: number;
}

/** How a file is written. */
export interface FileOptions {
  /** Its permissions; by default those of the file that it replaces, or what the system gives a new one. */
  readonly mode?: number;
  /** Whether it has its name only once it is on the disk. */
  readonly isSynced?: boolean;
}

const PERMISSIONS = 0o777;

/** The reader closed the pipe, as `head` does. */
export class OutputClosed extends Error {
  override readonly name = 'OutputClosed';
}

type OutputStream = Writable & { readonly isTTY?: boolean; readonly fd?: number };

/**
 * A stream; what it cannot take yet is waited for.
 *
 * @param faultOf what a failure to write is called; by default that its reader has gone is none
 */
export function outputTo(stream: OutputStream, faultOf: (error: Error) => Error = closedOr): Output {
  return {
    // A terminal may be stopped for hours, and a thread that is blocked there would keep the command from ending.
    descriptor: stream.isTTY === true ? null : (stream.fd ?? null),
    faultOf,
    write: (bytes) =>
      new Promise((resolve, reject) => {
        stream.write(bytes, (error) => (error == null ? resolve() : reject(faultOf(error))));
      }),
    finish: async () => {},
    discard: async () => {},
  };
}

function closedOr(error: Error): Error {
  if ((error as NodeJS.ErrnoException).code === 'EPIPE') return new OutputClosed('nobody reads', { cause: error });
  return new CommandError(EXIT.unavailable, `The output cannot be written: ${error.message}`, error);
}

/**
 * A file that has what was written so far, however the command ends.
 *
 * @param flags of the file: `w` begins it anew, `a` adds to what is there
 * @throws CommandError when it cannot be written
 */
export async function outputAsItComes(path: string, flags: 'w' | 'a' = 'w'): Promise<FileOutput> {
  const faultOf = cannotWrite(path);
  const fail = (error: unknown): never => {
    throw faultOf(error);
  };
  const file = await open(path, flags).catch(fail);
  return {
    descriptor: file.fd,
    faultOf,
    write: (bytes) => file.writeFile(bytes).catch(fail),
    finish: () => file.close().catch(fail),
    discard: () => file.close().catch(() => {}),
  };
}

/**
 * Lines that are added to those that a file has, as an earlier process left them: a line that it did not end is ended first.
 *
 * @throws CommandError when it cannot be written
 */
export async function outputToLog(path: string): Promise<Output> {
  const isOpen = await endsAmidLine(path).catch((error: unknown) => {
    throw cannotWrite(path)(error);
  });
  const output = await outputAsItComes(path, 'a');
  if (isOpen) await output.write(Uint8Array.of(LINE_END));
  return output;
}

/** Whether a file has something behind its last end of a line. */
async function endsAmidLine(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  if (found === null || !found.isFile() || found.size === 0) return false;
  const file = await open(path, 'r');
  try {
    const { buffer } = await file.read(new Uint8Array(1), 0, 1, found.size - 1);
    return buffer[0] !== LINE_END;
  } finally {
    await file.close();
  }
}

/** What a failure to write is called, of something that has to be written. */
export function cannotWrite(path: string): (error: unknown) => CommandError {
  return (error) => new CommandError(EXIT.unavailable, `${path} cannot be written: ${(error as Error).message}`, error);
}

/** Whether a file that takes this name would replace something that is no file. @throws CommandError for a folder */
async function isSpecial(path: string): Promise<boolean> {
  // The path without a character leads to the folder where the command runs.
  const found = await stat(path === '' ? '.' : path).catch(() => null);
  if (found?.isDirectory() === true)
    throw new CommandError(EXIT.unavailable, `${path === '' ? '""' : path} cannot be written: it is a folder.`);
  return found !== null && !found.isFile();
}

/** A descriptor that the process was given, by its address in the file system; null for any other path. */
function descriptorOf(path: string): number | null {
  const [, number, name] = /^\/(?:dev|proc\/self)\/(?:fd\/(\d+)|(stdout|stderr))$/.exec(resolve(path)) ?? [];
  if (name !== undefined) return name === 'stdout' ? 1 : 2;
  return number === undefined ? null : Number(number);
}

/** The file of a descriptor, behind what it has: who gave the descriptor writes there, too. */
function outputToDescriptor(descriptor: number, faultOf: FileOutput['faultOf']): FileOutput {
  return {
    descriptor,
    faultOf,
    write: async (bytes) => writeAtOnce({ descriptor, faultOf }, bytes),
    finish: async () => {},
    discard: async () => {},
  };
}

/** Writes bytes before anything else is done. @throws CommandError when they cannot be written */
export function writeAtOnce(
  { descriptor, faultOf }: Pick<FileOutput, 'descriptor' | 'faultOf'>,
  bytes: Uint8Array,
): void {
  try {
    writeFileSync(descriptor, bytes);
  } catch (error) {
    throw faultOf(error as Error);
  }
}

/**
 * The file that a path leads to over links, in its folder without links. It need not be there, but its folder has to be.
 *
 * @throws what `realpath` throws, such as `ENOENT` and `ELOOP`
 */
export async function fileBehind(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const link = await readlink(path).catch(() => null);
    if (link === null) return join(await realpath(dirname(path)), basename(path));
    // Joined as text: `..` behind a folder that is a link leads elsewhere.
    return fileBehind(isAbsolute(link) ? link : `${dirname(path)}/${link}`);
  }
}

/** Takes away what commands that were killed left in a folder: it may be long, and a backup holds personal data. */
async function removeAbandoned(folder: string, begun: FileHandle): Promise<void> {
  // The clock of the file system counts, which may be another machine's.
  const { mtimeMs: now } = await begun.stat();
  for (const name of await readdir(folder)) {
    if (!name.startsWith('.') || !name.endsWith(UNFINISHED)) continue;
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found !== null && now - found.mtimeMs > ABANDONED_MS) await rm(path, { force: true });
  }
}

/**
 * A file that appears when it is complete: it is written under another name in the same folder. What is there and no file, as `/dev/null` or
 * a named pipe, stays what it is and is written as it comes, and so is `/dev/stdout` that is a file. A link stays one, too: the file that it leads to is replaced.
 *
 * @param cleanUps gets what takes it away when the command is interrupted
 * @throws CommandError when it cannot be written
 */
export async function outputToFile(
  path: string,
  cleanUps: Set<() => unknown>,
  { mode, isSynced = false }: FileOptions = {},
): Promise<FileOutput> {
  if (await isSpecial(path)) return outputAsItComes(path);
  const faultOf = cannotWrite(path);
  const descriptor = descriptorOf(path);
  if (descriptor !== null) return outputToDescriptor(descriptor, faultOf);
  const fail = (error: unknown): never => {
    throw faultOf(error);
  };
  const target = await fileBehind(path).catch(fail);
  const replaced = await stat(target).catch(() => null);
  const mark = Math.random().toString(36).slice(2, 10);
  const place = join(dirname(target), `.${basename(target).slice(0, SHOWN_CHARACTERS)}.${mark}${UNFINISHED}`);
  const file = await open(place, 'wx', mode).catch(fail);
  const cleanUp = (): void => rmSync(place, { force: true });
  cleanUps.add(cleanUp);
  // A command may wait for its input for longer than any other waits for a file.
  const touching = setInterval(() => void file.utimes(new Date(), new Date()).catch(() => {}), HOUR_MS).unref();
  await removeAbandoned(dirname(target), file).catch(() => {});
  return {
    descriptor: file.fd,
    faultOf,
    write: (bytes) => file.writeFile(bytes).catch(fail),
    async finish() {
      if (mode === undefined && replaced !== null) await file.chmod(replaced.mode & PERMISSIONS).catch(fail);
      if (isSynced) await file.sync().catch(fail);
      clearInterval(touching);
      await file.close().catch(fail);
      await rename(place, target).catch(fail);
      cleanUps.delete(cleanUp);
    },
    async discard() {
      clearInterval(touching);
      await file.close().catch(() => {});
      await rm(place, { force: true });
      cleanUps.delete(cleanUp);
    },
  };
}

/** Writes a text to a file, which is there when it is complete; `-` is standard output. @throws CommandError when it cannot be written */
export async function writeText(path: string, text: string, { stdout, cleanUps }: CliContext): Promise<void> {
  if (path === '-') return void stdout.write(text);
  await writeFile(path, cleanUps, (output) => output.write(new TextEncoder().encode(text)));
}

/** Has a file written, which is there when that is done. @throws CommandError when it cannot be written, and what `write` throws */
export async function writeFile(
  path: string,
  cleanUps: CliContext['cleanUps'],
  write: (output: FileOutput) => Promise<void> | void,
  options?: FileOptions,
): Promise<void> {
  const output = await outputToFile(path, cleanUps, options);
  try {
    await write(output);
    await output.finish();
  } catch (error) {
    await output.discard();
    throw error;
  }
}
