import type { Finding } from '../../check/findings.ts';
import type { Warning } from '../../mapping/records/warnings.ts';
import type { Failure } from './batch.ts';

/** Codes of notes: keys that lose nothing and are still worth knowing. They stand besides those of warnings and errors. */
const KEY_NOTES = {
  'not-a-term': 'is no term of the vocabulary and stays a plain literal.',
  'without-semantics': 'is a term that has no template yet and stays a plain literal.',
  unmapped: 'stays a plain literal.',
} as const;

/** The lines of a report: JSON for programs. */
export class ReportLines {
  readonly #lines: string[] = [];

  addWarning(file: string, line: number | null, { code, key, pointer, count, message }: Warning): void {
    this.#add({ level: 'warning', file, line, code, key, pointer, count, message });
  }

  addKeys(file: string, line: number | null, code: keyof typeof KEY_NOTES, keys: readonly string[]): void {
    for (const key of keys) {
      const message = `The key ${JSON.stringify(key)} ${KEY_NOTES[code]}`;
      this.#add({ level: 'note', file, line, code, key, count: 1, message });
    }
  }

  addFailure(failure: Failure): void {
    const { file, line, column, code, message, details } = failure;
    this.#add({ level: 'error', file, line, column, code, ...details, message });
  }

  /** @param line of the file; null for a JSON document, in which the pointer names the place */
  addFinding(file: string, line: number | null, { level, code, key, count, message, places }: Finding): void {
    const { pointer, column } = places[0]!;
    const place = level === 'error' ? { line, column } : { line };
    this.#add({ level, file, ...place, code, key, pointer, count, message });
  }

  /** All lines, each with its end. */
  text(): string {
    return this.#lines.map((line) => `${line}\n`).join('');
  }

  #add(entry: object): void {
    this.#lines.push(JSON.stringify(entry));
  }
}

/** A failure in a line that names its place as compilers do. */
export function describeFailure({ file, line, column, code, message, hint }: Failure): string {
  // Messages about JSON name the place within the document themselves.
  const said = line === null ? message : message.replace(/ \(line \d+, column \d+(?:, byte \d+)?\)/, '');
  return `${placeOf(file, line, column)} error: ${said}${hint === undefined ? '' : ` ${hint}`} [${code}]`;
}

function placeOf(file: string, line: number | null, column: number | null = null): string {
  const name = file === '-' ? '(standard input)' : file;
  return `${name}${line === null ? '' : `:${line}`}${line === null || column === null ? '' : `:${column}`}:`;
}
