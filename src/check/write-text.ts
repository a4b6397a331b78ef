import type { Finding } from './findings.ts';
import { omission, type CheckedFile } from './report.ts';

/** A line for each finding, as compilers write it: file, line and column, level, sentence, code. */
export function writeText(files: readonly CheckedFile[]): string {
  return files.map(linesOf).join('');
}

function linesOf(file: CheckedFile): string {
  const name = file.file === '-' ? '(standard input)' : file.file;
  const more = omission(file);
  const lines = file.findings.map((finding) => lineOf(name, finding, file.isOfLines === true));
  return [...lines, ...(more === null ? [] : [`${name}: ${more}`])].map((line) => `${line}\n`).join('');
}

function lineOf(name: string, { level, code, count, message, places }: Finding, isOfLines: boolean): string {
  const { pointer, line, column } = places[0]!;
  const place = [name, line, isOfLines && pointer !== null ? null : column].filter((part) => part !== null).join(':');
  return `${place}: ${level}: ${message} [${code}${count === 1 ? '' : `, ${count} times`}]`;
}
