import type { ConvertedDocument, SourceFacts } from '../documents/documents.ts';
import type { HeaderList } from '../http/headers/header-list.ts';
import { percentEncode } from '../rdf/iri.ts';

/** Many clients fail on longer headers. `docs/rest.md` names the limit. */
const MAX_LIST_BYTES = 4096;
/** More keys than a header has room for, as each takes a comma. */
export const MAX_LISTED = MAX_LIST_BYTES + 2;

/** A list of keys as headers: percent-encoded, comma-separated, whole keys in order, and `…-Truncated` when not all fit. */
export function keyListHeaders(name: string, keys: readonly string[]): HeaderList {
  const fitting: string[] = [];
  let bytes = 0;
  for (const key of keys) {
    // A key longer than the limit would be encoded for nothing.
    const encoded = key.length > MAX_LIST_BYTES ? null : percentEncode(key);
    if (encoded === null || bytes + encoded.length > MAX_LIST_BYTES)
      return [name, fitting.join(','), `${name}-Truncated`, 'true'];
    fitting.push(encoded);
    bytes += encoded.length + 1;
  }
  return [name, fitting.join(',')];
}

/** The source that described the document, and whether keys became paths. */
export function sourceHeaders(source: SourceFacts | null): HeaderList {
  if (source === null) return [];
  const named = ['X-Semantic-Source', source.name];
  return source.isRestructured ? [...named, 'X-Semantic-Restructured', 'paths'] : named;
}

/** How many warnings, and how many of each kind: `datatype-mismatch=3,axis-length-mismatch=1`. */
export function warningHeaders(counts: ConvertedDocument['warningCounts']): HeaderList {
  const found = Object.entries(counts);
  const total = found.reduce((sum, [, count]) => sum + count, 0);
  const headers = ['X-Semantic-Warnings', String(total)];
  if (found.length > 0)
    headers.push('X-Semantic-Warning-Codes', found.map(([code, count]) => `${code}=${count}`).join(','));
  return headers;
}
