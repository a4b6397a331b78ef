import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { CommandError, EXIT } from './exit-codes.ts';
import type { CliContext } from './cli-context.ts';

type Terminal = Readable & { readonly isTTY?: boolean; setRawMode?(isRaw: boolean): unknown };

/**
 * A password that somebody chooses: the first line of a file, of standard input when that is not a terminal, or typed twice without being shown.
 *
 * @param path `-` is standard input
 * @throws CommandError when there is none, or what was typed differs
 */
export async function askNewPassword(path: string | undefined, context: CliContext): Promise<string> {
  const stdin = context.stdin as Terminal;
  if (path !== undefined || stdin.isTTY !== true) return readPassword(path ?? '-', context);
  const password = await askHidden('Password: ', context);
  if (password === (await askHidden('The same again: ', context))) return password;
  throw new CommandError(EXIT.usage, 'The two passwords differ.');
}

/** The password that is the first line of a file; `-` is standard input. @throws CommandError when there is none */
export async function readPassword(path: string, { stdin }: Pick<CliContext, 'stdin'>): Promise<string> {
  return firstLine(await (path === '-' ? text(stdin) : readFile(path, 'utf8').catch((error) => fail(path, error))));
}

/** A line that is typed at the terminal. @throws CommandError when there is none */
export async function askVisibly(question: string, { stdin, stderr }: CliContext): Promise<string> {
  const lines = createInterface({ input: stdin, output: stderr });
  try {
    const line = await new Promise<string>((resolve, reject) => {
      // What readline has taken sends no signal.
      lines.once('SIGINT', () => reject(new CommandError(EXIT.interrupted, 'Interrupted.')));
      lines.once('close', () => reject(new CommandError(EXIT.usage, 'Nothing was entered.')));
      lines.question(question).then(resolve, reject);
    });
    if (line.trim() !== '') return line.trim();
    throw new CommandError(EXIT.usage, 'Nothing was entered.');
  } finally {
    lines.close();
  }
}

/** What is typed at the terminal up to the end of the line; it is not shown. @throws CommandError when it is interrupted */
export async function askHidden(question: string, { stdin, stderr, cleanUps }: CliContext): Promise<string> {
  const terminal = stdin as Terminal;
  const show = (): unknown => terminal.setRawMode?.(false);
  // Before the question, for who types at once would see it.
  terminal.setRawMode?.(true);
  stderr.write(question);
  cleanUps.add(show);
  try {
    return await readTyped(terminal);
  } finally {
    show();
    cleanUps.delete(show);
    terminal.pause();
    stderr.write('\n');
  }
}

const INTERRUPT = '\u0003';
const END = '\u0004';
const DELETE = new Set(['\u0008', '\u007f']);

function readTyped(terminal: Terminal): Promise<string> {
  return new Promise((resolve, reject) => {
    const decoder = new TextDecoder();
    let typed: string[] = [];
    const stop = (settle: () => void): void => {
      terminal.off('data', take).off('end', end);
      settle();
    };
    const end = (): void => stop(() => resolve(typed.join('')));
    const take = (bytes: Buffer): void => {
      for (const character of decoder.decode(bytes, { stream: true })) {
        if (character === '\r' || character === '\n' || character === END) return end();
        if (character === INTERRUPT) return stop(() => reject(new CommandError(EXIT.interrupted, 'Interrupted.')));
        if (DELETE.has(character)) typed = typed.slice(0, -1);
        else typed.push(character);
      }
    };
    terminal.on('data', take).on('end', end).resume();
  });
}

function firstLine(content: string): string {
  const line = content.replace(/^\ufeff/, '').split(/\r?\n/, 1)[0]!;
  if (line === '') throw new CommandError(EXIT.usage, 'There is no password.');
  return line;
}

function fail(path: string, error: unknown): never {
  throw new CommandError(EXIT.unavailable, `${path}: ${(error as Error).message}`, error);
}
