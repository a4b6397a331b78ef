import type { EmbedReport } from './semantic/assemble.ts';
import { writtenBlocksOf } from './semantic/written-blocks.ts';
import { encodeText } from '../rdf/utf8.ts';
import { JsonDocument } from './json/document.ts';
import type { Lexicon } from './lexicon/lexicon.ts';
import { scanJson } from './json/scan.ts';
import { SEMANTIC_KEY } from './json/semantic-key.ts';
import type { Tape } from './json/tape.ts';
import { endBefore, isSpace, skipSpace } from './json/white-space.ts';

const OPENING = encodeText(`{"${SEMANTIC_KEY}":`);
const COMMA = encodeText(',');

export interface EmbedOptions {
  /** Written as `@prefix.@base` when given. */
  readonly base: string | null;
  readonly now: Date;
}

export interface Embedding {
  /** The document with the block as its first member, in pieces: concatenate them. Pieces may be views of the body. */
  readonly parts: readonly Uint8Array[];
  readonly report: EmbedReport;
}

/**
 * Embeds `@semantic` into a JSON document, leaving every other byte as it was written.
 *
 * @throws HubError `malformed-json`, `not-utf8`, `not-an-object`, `too-deep`
 */
export function embedSemantic(body: Uint8Array, lexicon: Lexicon, options: EmbedOptions): Embedding {
  const document = new JsonDocument(scanJson(body), 0);
  const keys = document.dataKeys().map((key) => document.nameOf(key));
  const { text, report } = writtenBlocksOf(lexicon).get(keys, options.base, options.now);
  const { rootStart, textStart } = document.tape;
  const kept = keptRanges(document.tape).map(([start, end]) => body.subarray(start, end));
  const comma = hasMembers(kept) ? [COMMA] : [];
  return { parts: [body.subarray(textStart, rootStart), OPENING, text, ...comma, ...kept], report };
}

/** The bytes behind the root's `{` without the members `@semantic`, each with one comma beside it. */
function keptRanges({ bytes, semanticSpans, rootStart }: Tape): Array<[start: number, end: number]> {
  const ranges: Array<[number, number]> = [];
  let from = rootStart + 1;
  let keptAny = false;
  for (let i = 0; i < semanticSpans.length; i += 2) {
    const start = semanticSpans[i]!;
    const end = semanticSpans[i + 1]!;
    // What stands before is a comma where a member was kept, else white space.
    const before = Math.max(from, endBefore(bytes, start));
    const hasComma = before > from && bytes[before - 1] === 0x2c;
    if (hasComma) {
      keptAny = true;
      ranges.push([from, before - 1]);
      from = end;
      continue;
    }
    ranges.push([from, start]);
    const after = skipSpace(bytes, end, bytes.length);
    from = !keptAny && bytes[after] === 0x2c ? after + 1 : end;
  }
  ranges.push([from, bytes.length]);
  return ranges;
}

function hasMembers(parts: readonly Uint8Array[]): boolean {
  for (const part of parts) {
    for (const byte of part) if (!isSpace(byte)) return byte !== 0x7d;
  }
  return false;
}
