import type { Warning } from '../../mapping/records/warnings.ts';
import type { Failure } from './batch.ts';

/** Codes of notes: keys that lose nothing and are still worth knowing. They stand besides those of warnings and errors. */
const KEY_NOTES = {
  'not-a-term': 'is no term of the vocabulary and stays a plain literal.',
  'without-semantics': 'is a term that has no template yet and stays a plain literal.',
  unmapped: 'stays a plain literal.',
} as const;

/** The lines of a report: JSON for programs, or text for people. */
export class ReportLines {
  readonly #layout: 'json' | 'text';
  readonly #lines: string[] = [];

  constructor(layout: 'json' | 'text') {
    this.#layout = layout;
  }

  addWarning(file: string, line: number | null, { code, key, pointer, count, message }: Warning): void {
    if (this.#layout === 'json') this.#addJson({ level: 'warning', file, line, code, key, pointer, count, message });
    else
      this.#lines.push(`${placeOf(file, line)} warning: ${message} [${code}${count === 1 ? '' : `, ${count} times`}]`);
  }

  addKeys(file: string, line: number | null, code: keyof typeof KEY_NOTES, keys: readonly string[]): void {
    for (const key of keys) {
      const message = `The key ${JSON.stringify(key)} ${KEY_NOTES[code]}`;
      if (this.#layout === 'json') this.#addJson({ level: 'note', file, line, code, key, count: 1, message });
      else this.#lines.push(`${placeOf(file, line)} note: ${message} [${code}]`);
    }
  }

  addFailure(failure: Failure): void {
    const { file, line, column, code, message, details } = failure;
    if (this.#layout === 'json') this.#addJson({ level: 'error', file, line, column, code, ...details, message });
    else this.#lines.push(describeFailure(failure));
  }

  /** All lines, each with its end. */
  text(): string {
    return this.#lines.map((line) => `${line}\n`).join('');
  }

  #addJson(entry: object): void {
    this.#lines.push(JSON.stringify(entry));
  }
}

/** A failure in a line that names its place as compilers do. */
export function describeFailure({ file, line, column, code, message }: Failure): string {
  // Messages about JSON name the place within the document themselves.
  return `${placeOf(file, line, column)} error: ${message.replace(/ \(line \d+, column \d+\)/, '')} [${code}]`;
}

function placeOf(file: string, line: number | null, column: number | null = null): string {
  const name = file === '-' ? '(standard input)' : file;
  return `${name}${line === null ? '' : `:${line}`}${line === null || column === null ? '' : `:${column}`}:`;
}
