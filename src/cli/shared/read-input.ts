import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import type { CliContext } from './cli-context.ts';
import { readName } from './compression.ts';
import { decompress } from './decompress.ts';
import { CommandError, EXIT } from './exit-codes.ts';

const PIECE_BYTES = 1024 * 1024;

/** The bytes of a file, or for `-` of standard input, decompressed where they are an archive. @throws CommandError when it cannot be read */
export function readInput(path: string, context: Pick<CliContext, 'stdin'>): Promise<Buffer> {
  return buffer(inputPieces(path, context));
}

/** The same, piece by piece. @throws CommandError while iterating */
export async function* inputPieces(
  path: string,
  { stdin }: Pick<CliContext, 'stdin'>,
): AsyncGenerator<Uint8Array, undefined> {
  try {
    yield* path === '-' ? decompress(stdin, null) : filePieces(path);
  } catch (error) {
    throw cannotRead(nameOf(path))(error);
  }
}

/** The bytes of a file, decompressed where they are an archive. @throws BadArchive, Error of the file system */
export function readFileWhole(path: string): Promise<Buffer> {
  return buffer(filePieces(path));
}

function filePieces(path: string): AsyncGenerator<Uint8Array> {
  return decompress(createReadStream(path, { highWaterMark: PIECE_BYTES }), readName(path).compression);
}

/**
 * @param inputs paths, `-` for standard input
 * @param options paths by the options that name them
 * @throws CommandError where two of them are standard input, which can be read once
 */
export function checkStandardInput(
  inputs: readonly string[],
  options: Readonly<Record<string, string | undefined>> = {},
): void {
  const [first, second] = [
    ...Object.keys(options).filter((option) => options[option] === '-'),
    ...inputs.filter((path) => path === '-').map((_, at) => (at === 0 ? 'an input' : 'another input')),
  ];
  if (second !== undefined)
    throw new CommandError(
      EXIT.usage,
      `Standard input can be read once: ${first} and ${second} both name it; name a file for one of them.`,
    );
}

/** The text of bytes in UTF-8, without a byte order mark. @throws CommandError for other bytes, which would become other characters */
export function textOf(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new CommandError(EXIT.usage, `${nameOf(path)} is not UTF-8; give it in UTF-8.`, error);
  }
}

/** What a failure to read is called. */
export function cannotRead(name: string): (error: unknown) => CommandError {
  return (error) => new CommandError(EXIT.unavailable, `${name} cannot be read: ${(error as Error).message}`, error);
}

/** How messages call an input. */
export function nameOf(path: string): string {
  return path === '-' ? 'Standard input' : path;
}
