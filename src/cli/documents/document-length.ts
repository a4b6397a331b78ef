import type { Failure } from './batch.ts';

/** Offsets into a document are 32-bit numbers. */
export const MAX_DOCUMENT_BYTES = 1024 * 1024 * 1024;

/** The failure of a document that has more than `MAX_DOCUMENT_BYTES`. */
export function tooLong(file: string, line: number | null): Failure {
  const message = `A document has more than ${MAX_DOCUMENT_BYTES.toLocaleString('en')} bytes, the most of one. Split it: a file of NDJSON or CSV may be of any length, each of its lines is a document.`;
  return { file, line, column: null, code: 'body-too-large', message, details: {} };
}
