import type { Finding } from './findings.ts';
import { omission, sentenceOf, type CheckedFile } from './report.ts';

const COMMANDS = { error: 'error', warning: 'warning', note: 'notice' } as const;

/**
 * A workflow command of GitHub Actions for each finding. GitHub shows ten of each level of a step: findings are grouped, so that these
 * are ten kinds and not ten rows of one.
 */
export function writeGithub(files: readonly CheckedFile[]): string {
  const lines = files.flatMap((file) => {
    const more = omission(file);
    return [
      ...file.findings.map((finding) => commandOf(file.file, finding)),
      ...(more === null ? [] : [`::notice${propertiesOf({ file: file.file })}::${escapeMessage(more)}`]),
    ];
  });
  return lines.map((line) => `${line}\n`).join('');
}

function commandOf(file: string, finding: Finding): string {
  const { level, code, key, count, places } = finding;
  const { line, column } = places[0]!;
  const title = key === null ? code : `${code} (${key})`;
  const times = count === 1 ? '' : ` (${count} times)`;
  const properties = propertiesOf({ file, line, col: column, title });
  return `::${COMMANDS[level]}${properties}::${escapeMessage(sentenceOf(finding) + times)}`;
}

/** Standard input is no file that GitHub could show. */
function propertiesOf(properties: Readonly<Record<string, string | number | null>>): string {
  const given = Object.entries(properties).filter(
    ([name, value]) => value !== null && !(name === 'file' && value === '-'),
  );
  const written = given.map(([name, value]) => `${name}=${escapeProperty(String(value))}`).join(',');
  return written === '' ? '' : ` ${written}`;
}

function escapeMessage(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
