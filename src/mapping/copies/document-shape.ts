import { joinBytes } from '../../join-bytes.ts';
import { hashBytes, sameBytes } from '../bytes/hash.ts';
import type { JsonDocument } from '../json/document.ts';
import { CODED, KEY, nextValue, NULL, OBJECT, STRIDE, UNUSUAL } from '../json/tape-entry.ts';
import { bodyOf, NO_LITERAL } from '../rdf-terms/literal-form.ts';
import type { EntityIris } from '../records/entity-iris.ts';
import type { LiteralForms } from '../records/literal-forms.ts';
import { DistinctValues, type ComparedValue } from '../rows/distinct-values.ts';
import type { Leaf } from '../rows/row-shape.ts';
import type { EqualValues } from './equal-values.ts';

/** Entries outside the block that a document may have. */
const MAX_ENTRIES = 256;
/** Bytes of a block that are kept and compared. */
const MAX_BLOCK_BYTES = 16 * 1024;

/** What is made of an entry of one kind: nothing like the recorded one, the same, or the same if its text is alike. */
const REFUSED = 0;
const ACCEPTED = 1;
/** Kinds of entries, rounded up to a power of two. */
const KINDS = 16;

/** Where the root's `@semantic` stands on the tape, and in the text. */
interface Block {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
}

/** The place of a document without a block. */
const NO_BLOCK: Block = { from: -1, to: -1, start: 0, end: 0 };

/** A document with whose values a shape deals. */
export interface ReadDocument {
  readonly document: JsonDocument;
  readonly forms: LiteralForms;
  readonly iris: EntityIris;
}

/** What a document has in common with one that was recorded, when its output is a copy. */
export class DocumentShape {
  private readonly block: Uint8Array;
  private readonly blockFrom: number;
  private readonly blockTo: number;
  /** By entry and kind: whether an entry of that kind may stand there. */
  private readonly accepts: Uint8Array;
  /** By entry: the number of members or items; of a key, where its bytes begin in `keys`. */
  private readonly facts: Int32Array;
  /** The keys as they are written, each with the quote behind it: a key that begins another one differs there. */
  private readonly keys: Uint8Array;
  /** The values of which more than their kind matters. */
  private readonly leaves: readonly Leaf[];
  private readonly distinct: readonly DistinctValues[];
  private readonly equal: EqualValues;

  /** @param distinct values whose literals are compared */
  constructor(
    document: JsonDocument,
    leaves: readonly Leaf[],
    distinct: readonly (readonly ComparedValue<Leaf>[])[],
    equal: EqualValues,
  ) {
    const { entries, bytes } = document;
    const block = blockOf(document);
    // A slice of a `Buffer` would be no copy, and hold the whole document.
    this.block = new Uint8Array(bytes.subarray(block.start, block.end));
    this.blockFrom = block.from;
    this.blockTo = block.to;
    this.equal = equal;
    this.distinct = distinct.map((values) => new DistinctValues(values));
    this.leaves = leaves.filter(({ isLookedAt }) => isLookedAt);
    this.facts = new Int32Array(entries.length / STRIDE);
    this.accepts = new Uint8Array(this.facts.length * KINDS);
    const keys: Uint8Array[] = [];
    let keysLength = 0;
    for (let entry = 0, i = 0; entry < entries.length; entry += STRIDE, i++) {
      const kind = entries[entry]!;
      this.accepts[i * KINDS + kind] = ACCEPTED;
      this.facts[i] = kind === KEY ? keysLength : entries[entry + 2]!;
      if (kind !== KEY) continue;
      const key = bytes.subarray(entries[entry + 1], entries[entry + 2]! + 1);
      keys.push(key);
      keysLength += key.length;
    }
    this.keys = joinBytes(keys);
    for (const { source, accepts } of leaves) this.accepts.set(accepts, (source.offset / STRIDE) * KINDS);
  }

  /** True where a document makes the same output but for labels and texts. Leaves have the forms of its values then. */
  matches(read: ReadDocument): boolean {
    const { accepts, facts, keys, blockFrom } = this;
    const { document } = read;
    const { entries, bytes } = document;
    if (entries.length !== facts.length * STRIDE || !this.hasSameBlock(document)) return false;
    for (let i = 0, entry = 0; i < facts.length; i++, entry += STRIDE) {
      if (entry === blockFrom) {
        entry = this.blockTo;
        i = entry / STRIDE;
        if (i === facts.length) break;
      }
      const kind = entries[entry]!;
      if (accepts[i * KINDS + kind] === REFUSED) return false;
      if (kind < OBJECT) continue;
      if (kind !== KEY) {
        if (entries[entry + 2] !== facts[i]) return false;
        continue;
      }
      const start = entries[entry + 1]!;
      const end = entries[entry + 2]! + 1;
      const from = facts[i]!;
      if (!sameBytes(bytes, start, end, keys, from, from + end - start)) return false;
    }
    return this.haveValuesAlike(read);
  }

  /**
   * The same for a document whose text is that of one that matched, but for its scalars.
   *
   * @param scalars their entries
   */
  matchesScalars(read: ReadDocument, scalars: Int32Array): boolean {
    const { accepts } = this;
    const { entries } = read.document;
    for (let i = 0; i < scalars.length; i++) {
      const entry = scalars[i]!;
      if (accepts[(entry / STRIDE) * KINDS + entries[entry]!] === REFUSED) return false;
    }
    return this.haveValuesAlike(read);
  }

  private haveValuesAlike(read: ReadDocument): boolean {
    const { leaves, distinct } = this;
    const { document } = read;
    for (let i = 0; i < leaves.length; i++) if (!isAlike(leaves[i]!, read)) return false;
    for (let i = 0; i < distinct.length; i++) if (!distinct[i]!.areAlike(document, document.root)) return false;
    return this.equal.areAlike(document, read.iris);
  }

  private hasSameBlock(document: JsonDocument): boolean {
    const { block } = this;
    const { start, end } = blockOf(document);
    return sameBytes(document.bytes, start, end, block, 0, block.length);
  }
}

function isAlike(leaf: Leaf, { document, forms }: ReadDocument): boolean {
  const { entries } = document;
  const value = leaf.source.offset;
  if (leaf.accepts[entries[value]!] === ACCEPTED) {
    leaf.form = leaf.body;
    return true;
  }
  if (leaf.body === NO_LITERAL) return (entries[value + 3]! & (CODED | UNUSUAL)) === 0;
  leaf.form = forms.formOf(leaf.plan, value);
  return bodyOf(leaf.form) === leaf.body;
}

/** A hash of what has to be equal in documents of one shape, but for the block; null for a document that has no shape. */
export function hashOf(document: JsonDocument): number | null {
  const { entries, bytes, tape } = document;
  if (tape.resolved.size > 0 || tape.semanticSpans.length > 2) return null;
  const block = blockOf(document);
  if (entries.length - (block.to - block.from) > MAX_ENTRIES * STRIDE || block.end - block.start > MAX_BLOCK_BYTES)
    return null;
  let hash = block.end - block.start;
  for (let entry = 0; entry < entries.length; entry += STRIDE) {
    if (entry === block.from) {
      entry = block.to - STRIDE;
      continue;
    }
    const kind = entries[entry]!;
    if (kind === KEY) hash = hashBytes(bytes, entries[entry + 1]!, entries[entry + 2]!, hash);
    else
      hash = Math.imul(hash ^ (kind < OBJECT ? (kind === NULL ? 1 : 2) : entries[entry + 2]! * 8 + kind), 0x5bd1e995);
    hash ^= hash >>> 15;
  }
  return hash;
}

/** The root's `@semantic`. */
export function blockOf(document: JsonDocument): Block {
  const { semanticSpans } = document.tape;
  if (semanticSpans.length === 0) return NO_BLOCK;
  const from = document.semanticValue()!;
  return { from, to: nextValue(document.entries, from), start: semanticSpans[0]!, end: semanticSpans[1]! };
}
