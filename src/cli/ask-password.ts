import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { CommandError, EXIT } from './exit-codes.ts';
import type { Surroundings } from './surroundings.ts';

type Terminal = Readable & { readonly isTTY?: boolean; setRawMode?(isRaw: boolean): unknown };

/**
 * A password that somebody chooses: the first line of a file, of standard input when that is no terminal, or typed twice without being shown.
 *
 * @param path `-` is standard input
 * @throws CommandError when there is none, or what was typed differs
 */
export async function askNewPassword(path: string | undefined, surroundings: Surroundings): Promise<string> {
  const stdin = surroundings.stdin as Terminal;
  if (path !== undefined && path !== '-')
    return firstLine(await readFile(path, 'utf8').catch((error) => fail(path, error)));
  if (path === '-' || stdin.isTTY !== true) return firstLine(await text(stdin));
  const password = await askHidden('Password: ', surroundings);
  if (password === (await askHidden('The same again: ', surroundings))) return password;
  throw new CommandError(EXIT.usage, 'The two passwords differ.');
}

/** What is typed at the terminal up to the end of the line; it is not shown. */
async function askHidden(question: string, { stdin, stderr, cleanUps }: Surroundings): Promise<string> {
  const terminal = stdin as Terminal;
  const show = (): unknown => terminal.setRawMode?.(false);
  stderr.write(question);
  terminal.setRawMode?.(true);
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
        if (character === INTERRUPT) return stop(() => reject(new CommandError(EXIT.usage, 'Interrupted.')));
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
