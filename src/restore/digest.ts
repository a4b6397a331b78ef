import { createHash } from 'node:crypto';
import { valueText } from './json-tokens.ts';

/** What a residue keeps of a document: its JSON value with the order of its keys, or its bytes. */
export type Grade = 'value' | 'bytes';

const PREFIXES: Readonly<Record<Grade, string>> = { value: 'sha-256:', bytes: 'sha-256-bytes:' };

/** The digest of a document: of its bytes, or of its value as `valueText` writes it, in hexadecimal digits behind the name of the kind. */
export function digestOf(text: string, grade: Grade): string {
  const digested = grade === 'bytes' ? text : valueText(text);
  return PREFIXES[grade] + createHash('sha256').update(digested, 'utf8').digest('hex');
}

/** What a digest is of; null for one of another kind. */
export function gradeOf(digest: string): Grade | null {
  if (digest.startsWith(PREFIXES.bytes)) return 'bytes';
  return digest.startsWith(PREFIXES.value) ? 'value' : null;
}
