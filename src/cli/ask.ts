import { Writable } from 'node:stream';
import { createInterface, type Interface } from 'node:readline/promises';
import { CommandError, EXIT } from './exit-codes.ts';
import type { Surroundings } from './surroundings.ts';

/** No password is longer. */
const MAX_BYTES = 64 * 1024;

type Terminal = Pick<Surroundings, 'stdin' | 'stderr'>;

/** Asks for a line. @throws CommandError when there is none */
export async function askLine(question: string, { stdin, stderr }: Terminal): Promise<string> {
  return ask(createInterface({ input: stdin, output: stderr }), question);
}

/** Asks for a line that the terminal does not show. @throws CommandError when there is none */
export async function askUnseen(question: string, { stdin, stderr }: Terminal): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  // As a terminal readline takes the keys itself, and what it would show goes nowhere. Only then may people begin to type.
  const lines = createInterface({ input: stdin, output: nowhere, terminal: true, historySize: 0 });
  stderr.write(question);
  try {
    return await ask(lines, '');
  } finally {
    stderr.write('\n');
  }
}

/** The first line of standard input, for programs. @throws CommandError when there is none */
export async function readLine({ stdin }: Pick<Surroundings, 'stdin'>): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stdin as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > MAX_BYTES || chunk.includes(10)) break;
  }
  const [line = ''] = Buffer.concat(chunks).toString().split(/\r?\n/, 1);
  if (line === '') throw new CommandError(EXIT.usage, 'There is no password on standard input.');
  return line;
}

async function ask(lines: Interface, question: string): Promise<string> {
  try {
    return await new Promise((resolve, reject) => {
      // Keys of a terminal that readline has taken send no signals.
      lines.once('SIGINT', () => reject(new CommandError(EXIT.interrupted, 'Interrupted.')));
      lines.once('close', () => reject(new CommandError(EXIT.usage, 'Nothing was entered.')));
      lines.question(question).then(resolve, reject);
    });
  } finally {
    lines.close();
  }
}
