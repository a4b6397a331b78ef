import { parse } from 'content-type';

/** What a Content-Type says of a body. */
export interface ContentType {
  /** In lower case; empty when there is none. */
  readonly mediaType: string;
  /** False when it names a charset in which UTF-8 is not read as it was written. */
  readonly isUtf8: boolean;
}

/** US-ASCII is a part of UTF-8. */
const UTF8: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii']);

/** The header taken apart (RFC 9110 §8.3.1), in linear time. It is not refused for how it is written: only its type and its charset count. */
export function readContentType(header: string | undefined): ContentType {
  const { type, parameters } = parse(header ?? '');
  const { charset = '' } = parameters;
  return { mediaType: type, isUtf8: charset === '' || UTF8.has(charset.toLowerCase()) };
}
