import { HubError } from '../errors.ts';
import type { Lexicon } from '../mapping/lexicon/lexicon.ts';
import { mapDocument, type Mapped } from './map-document.ts';
import type { AskedConversion, ConvertTaskOptions, DocumentOrder, EmbedTaskOptions } from './mapping-task.ts';
import type { Output } from '../streaming/output.ts';
import {
  convertedDocument,
  embeddedDocument,
  type ConvertedDocument,
  type EmbeddedDocument,
} from './mapped-document.ts';
import { SpooledOutput } from '../streaming/spooled-output.ts';

/** What a document may cost grows with its depth too, as tokens are looked for outwards; a deeper one is a worker's. */
const MAX_DEPTH = 16;
/** An answer with more is a worker's. */
const MAX_TRIPLES = 2_000;
const MAX_ANSWER_BYTES = 256 * 1024;

/** Says that the answer outgrew what is done here. */
class TooMuch extends Error {}

/**
 * Converts a small document at once, on the caller's thread: to hand it to a worker takes longer than to convert it. Null when it
 * turns out to be a worker's, and then the body is as it was.
 *
 * @param pinned the lexicon of an old version, for a document that cites it
 * @throws HubError those of `convertDocument`
 */
export function convertSmall(
  body: Uint8Array,
  asked: AskedConversion,
  now: Date,
  lexicon: Lexicon,
  pinned: Lexicon | null = null,
): ConvertedDocument | null {
  const {
    semantics,
    format,
    base,
    skolemize,
    align,
    maxArrayItems,
    maxListed = Infinity,
    source = null,
    units,
  } = asked;
  // Member by member: to spread an object takes as long as to scan the document.
  const options: Required<
    Omit<
      ConvertTaskOptions,
      'part' | 'copyRows' | 'annotates' | 'checkUnits' | 'pinned' | 'forXml' | 'units' | 'residue'
    >
  > &
    Pick<ConvertTaskOptions, 'pinned' | 'units'> = {
    semantics,
    format,
    base,
    skolemize,
    align,
    maxArrayItems,
    maxListed,
    source,
    now,
    maxTriples: MAX_TRIPLES,
    ...(pinned === null ? null : { pinned }),
    ...(units === undefined ? null : { units }),
  };
  const done = mapSmall({ kind: 'convert', body, options }, lexicon);
  return done === null ? null : convertedDocument(done.facts, done.output);
}

/**
 * The same for embedding.
 *
 * @throws HubError those of `embedSemantic`
 */
export function embedSmall(body: Uint8Array, options: EmbedTaskOptions, lexicon: Lexicon): EmbeddedDocument | null {
  const done = mapSmall({ kind: 'embed', body, options }, lexicon);
  return done === null ? null : embeddedDocument(done.facts, done.output);
}

function mapSmall(order: DocumentOrder, lexicon: Lexicon): { facts: Mapped['facts']; output: Output } | null {
  if (!isShallow(order.body)) return null;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    const { facts, head } = mapDocument(order, lexicon, (chunk) => {
      bytes += chunk.length;
      if (bytes > MAX_ANSWER_BYTES) throw new TooMuch();
      chunks.push(chunk);
    });
    const tail = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, bytes);
    return { facts, output: new SpooledOutput(head, { bytes: tail }, bytes, () => {}) };
  } catch (error) {
    // Errors that are not refusals are left to a worker, too: its end harms no other request.
    if (error instanceof HubError && error.code !== 'too-many-triples') throw error;
    return null;
  }
}

/** A document that is broken may be taken for either. */
function isShallow(body: Uint8Array): boolean {
  // Most have fewer brackets than they may be deep, which a search finds out sooner than a walk.
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  return count(bytes, 0x7b) + count(bytes, 0x5b) <= MAX_DEPTH || depthIsBounded(body);
}

/** How often the byte occurs; it stops counting where it is too often. A buffer is searched several times as fast as another array. */
function count(bytes: Buffer, byte: number): number {
  let found = 0;
  for (let at = bytes.indexOf(byte); at >= 0 && found <= MAX_DEPTH; at = bytes.indexOf(byte, at + 1)) found++;
  return found;
}

/** Brackets in texts do not count. */
function depthIsBounded(body: Uint8Array): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]!;
    if (byte === 0x22) isText = !isText;
    else if (isText) at += Number(byte === 0x5c);
    else if (byte === 0x7b || byte === 0x5b) {
      depth++;
      if (depth > MAX_DEPTH) return false;
    } else if (byte === 0x7d || byte === 0x5d) depth--;
  }
  return true;
}
