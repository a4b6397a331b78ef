import { HubError } from '../errors.ts';
import { headersOf, ownHeader } from './headers.ts';
import type { Answer, Content, Headers } from './openapi-types.ts';
import { problem } from './problems.ts';
import { rdfContent } from './rdf-content.ts';
import { text } from './schema-parts.ts';

const FILE_HEADERS: Headers = {
  ...headersOf('Last-Modified', 'Cache-Control', 'Link', 'Vary', 'X-Request-Id'),
  ...ownHeader(
    'ETag',
    'Strong validator of these bytes, also of a text that is still being written for the first time.',
    { ...text, pattern: '^"[A-Za-z0-9_-]+"$' },
  ),
  ...ownHeader('Accept-Ranges', 'Sent where a range of bytes can be asked for.', { const: 'bytes' }),
};

/** The header that asks for a part. */
export const RANGE = {
  name: 'Range',
  in: 'header',
  description:
    'A range of bytes of an answer that has `Accept-Ranges` (RFC 9110 §14), one in a request; `If-Range` is honoured.',
  schema: { type: 'string', pattern: '^bytes=([0-9]+-[0-9]*|-[0-9]+)$' },
};

/** Where the whole vocabulary can be had: the answers of a file, the whole and a part. */
export function fileAnswers(description: string, content: Content): Readonly<Record<200 | 206 | 416, Answer>> {
  return {
    200: { description, headers: FILE_HEADERS, content },
    206: {
      description: 'The range that was asked for.',
      headers: {
        ...FILE_HEADERS,
        ...ownHeader('Content-Range', 'Which bytes of how many these are.', {
          ...text,
          pattern: '^bytes [0-9]+-[0-9]+/[0-9]+$',
        }),
      },
      content: { ...rdfContent(), 'application/ld+json': { schema: {} } },
    },
    416: problem(
      'The range begins behind the end.',
      new HubError(
        'range-not-satisfiable',
        'The range bytes=9000000- begins behind the end: there are 8388608 bytes. Ask for bytes=0-8388607 or a part of it.',
        { size: 8_388_608 },
      ),
      { headers: ownHeader('Content-Range', 'How many bytes there are.', { ...text, pattern: '^bytes \\*/[0-9]+$' }) },
    ),
  };
}
