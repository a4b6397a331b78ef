import type { Conversion, ConvertOptions } from '../../src/mapping/convert.ts';
import { convertDocument } from '../../src/mapping/convert-document.ts';
import type { Lexicon } from '../../src/mapping/lexicon/lexicon.ts';
import { HubError } from '../../src/errors.ts';
import type { ErrorCode } from '../../src/errors.ts';

/** A conversion with its text: head and chunks, decoded strictly. */
export interface ConvertedText extends Conversion {
  readonly text: string;
}

/** Options that a client gets that gives none, for a document with a block, and a date. */
export const CONVERT_DEFAULTS: ConvertOptions = {
  format: 'nt',
  base: null,
  skolemize: false,
  align: true,
  maxArrayItems: 0,
  semantics: 'block',
  now: new Date('2026-11-21T12:00:00Z'),
};

/** Converts a document and keeps the answer as text. */
export function convert(
  body: string | Uint8Array,
  lexicon: Lexicon,
  options: Partial<ConvertOptions> = {},
): ConvertedText {
  const chunks: Uint8Array[] = [];
  const bytes = typeof body === 'string' ? Buffer.from(body, 'utf8') : body;
  const conversion = convertDocument(bytes, lexicon, { ...CONVERT_DEFAULTS, ...options }, (chunk) =>
    chunks.push(chunk),
  );
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
    Buffer.concat([conversion.head, ...chunks]),
  );
  return { ...conversion, text };
}

const STATUS: Partial<Record<ErrorCode, number>> = {
  'malformed-json': 400,
  'not-utf8': 400,
  'not-an-object': 400,
  'too-deep': 400,
  'missing-semantic': 400,
  'invalid-option': 400,
  'invalid-semantic': 422,
  'unnameable-predicate': 422,
  'not-all-terms': 422,
  'too-many-triples': 413,
};

/** The status that an expected failure is answered with; null when nothing fails. A bug is thrown on. */
export function statusOf(run: () => unknown): number | null {
  try {
    run();
    return null;
  } catch (error) {
    if (error instanceof HubError && STATUS[error.code] !== undefined) return STATUS[error.code]!;
    throw error;
  }
}
