import { NO_BYTES } from '../rdf/utf8.ts';
import { hashBytes, hashNumbers, sameBytes } from './bytes/hash.ts';
import type { CompiledMapping } from './compiled-mapping.ts';
import type { FormatNames } from './format-names.ts';
import type { JsonDocument } from './json/document.ts';
import type { KeyList } from './json/key-list.ts';
import type { KeyTable } from './json/keys.ts';
import { OBJECT } from './json/tape-entry.ts';

/** Mappings that are kept: nine keys that come and go are 512 sets of keys. Each takes some 13 KB. */
const MAX_MAPPINGS = 512;
/** What an entry of a list, or a plan that is made later, takes of a key. */
const BYTES_OF_A_KEY = 100;
/** What one may take: a plant has some thousand points, each of which a block describes. */
const MAX_BYTES = 16 * 1024 * 1024;
/** What all may take. */
const MAX_BYTES_OF_ALL = 64 * 1024 * 1024;

interface Kept {
  readonly settings: string;
  readonly dataKeys: readonly number[];
  readonly keys: KeyList;
  readonly block: Uint8Array;
  readonly compiled: CompiledMapping;
  /** About what all of it takes. */
  readonly bytes: number;
}

/** Keeps compiled mappings between documents with the same keys, the same block and the same options. */
export class MappingCache {
  /** By what they depend on, as one text. The one that was asked for last stands last, and the first one makes room. */
  private readonly kept = new Map<string, Kept>();
  private latest: Kept | null = null;
  private bytes = 0;

  /**
   * The mapping that was compiled for such a document before, or else what `compile` makes, which is told whether it is kept, and gets
   * the keys of the document without it.
   *
   * @param settings what the mapping depends on beside the document
   */
  get(
    document: JsonDocument,
    dataKeys: readonly number[],
    withBlock: boolean,
    settings: string,
    compile: (isKept: boolean, keys: KeyList) => CompiledMapping,
  ): CompiledMapping {
    const { keys } = document.tape;
    const block = withBlock ? blockOf(document) : NO_BYTES;
    if (block === null) return compile(false, keys.copy());
    const { latest, kept } = this;
    const isSuch = (one: Kept | null | undefined): one is Kept =>
      one?.settings === settings &&
      keys.isListed(one.keys) &&
      areSame(one.dataKeys, dataKeys) &&
      sameBytes(one.block, 0, one.block.length, block, 0, block.length);
    if (isSuch(latest)) return latest.compiled;
    const bytes = bytesOf(keys, block);
    if (bytes > MAX_BYTES) return compile(false, keys.copy());
    // Others may have the same hashes by chance.
    const key = `${hashBytes(block, 0, block.length, 0)} ${keys.hash()} ${hashNumbers(dataKeys)} ${settings}`;
    let found = kept.get(key);
    this.drop(key);
    if (!isSuch(found)) {
      const listed = keys.copy();
      const compiled = compile(true, listed);
      const all = bytes + compiled.mapping.bytes;
      if (all > MAX_BYTES) return compiled;
      // A slice of a `Buffer` would be no copy, and hold the whole document.
      found = { settings, dataKeys, keys: listed, block: new Uint8Array(block), compiled, bytes: all };
    }
    this.bytes += found.bytes;
    kept.set(key, found);
    while (kept.size > MAX_MAPPINGS || this.bytes > MAX_BYTES_OF_ALL) this.drop(kept.keys().next().value!);
    this.latest = found;
    return found.compiled;
  }

  private drop(key: string): void {
    const dropped = this.kept.get(key);
    if (dropped === undefined) return;
    this.bytes -= dropped.bytes;
    this.kept.delete(key);
  }

  /** Keeps no mapping any longer that writes these names. */
  forget(names: FormatNames): void {
    for (const [key, { compiled }] of this.kept) if (compiled.names === names) this.drop(key);
    if (this.latest?.compiled.names === names) this.latest = null;
  }
}

/** Names are held twice: as they are written, and as texts. */
function bytesOf(keys: KeyTable, block: Uint8Array): number {
  return block.length + BYTES_OF_A_KEY * keys.count + 2 * keys.writtenBytes;
}

function areSame(one: readonly number[], other: readonly number[]): boolean {
  if (one.length !== other.length) return false;
  for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) return false;
  return true;
}

/** The bytes of the root's `@semantic`; null where it has none that is an object. */
function blockOf(document: JsonDocument): Uint8Array | null {
  const value = document.semanticValue();
  if (value === null || document.kindOf(value) !== OBJECT) return null;
  return document.bytes.subarray(document.entries[value + 1]!, document.tape.semanticSpans.at(-1)!);
}
