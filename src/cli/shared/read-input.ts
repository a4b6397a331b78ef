import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { CliContext } from './cli-context.ts';
import { CommandError, EXIT } from './exit-codes.ts';

/** The bytes of a file; `-` is standard input. @throws CommandError when it cannot be read */
export async function readInput(path: string, { stdin }: Pick<CliContext, 'stdin'>): Promise<Buffer> {
  try {
    return path === '-' ? await buffer(stdin) : await readFile(path);
  } catch (error) {
    throw new CommandError(EXIT.unavailable, `${nameOf(path)} cannot be read: ${(error as Error).message}`, error);
  }
}

/** The text of bytes in UTF-8, without a byte order mark. @throws CommandError for other bytes, which would become other characters */
export function textOf(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new CommandError(EXIT.usage, `${nameOf(path)} is not UTF-8; give it in UTF-8.`, error);
  }
}

function nameOf(path: string): string {
  return path === '-' ? 'Standard input' : path;
}
