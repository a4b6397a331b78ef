import { NO_BYTES } from '../rdf/utf8.ts';
import { hashBytes, sameBytes } from './bytes/hash.ts';
import type { CompiledMapping } from './compiled-mapping.ts';
import type { FormatNames } from './format-names.ts';
import type { JsonDocument } from './json/document.ts';
import { OBJECT } from './json/tape-entry.ts';

/** Mappings that are kept: nine keys that come and go are 512 sets of keys. Each takes some 13 KB. */
const MAX_MAPPINGS = 512;
/** What one may need: documents of a few shapes come often, large ones don't. */
const MAX_KEYS = 256;
const MAX_BLOCK_BYTES = 16 * 1024;

interface Kept {
  readonly settings: string;
  readonly dataKeys: readonly number[];
  readonly keyNames: readonly string[];
  readonly block: Uint8Array;
  readonly compiled: CompiledMapping;
}

/** Keeps compiled mappings between documents with the same keys, the same block and the same options. */
export class MappingCache {
  /** By what they depend on, as one text. The one that was asked for last stands last, and the first one makes room. */
  private readonly kept = new Map<string, Kept>();
  private latest: Kept | null = null;

  /**
   * The mapping that was compiled for such a document before, or else what `compile` makes, which is told whether it is kept.
   *
   * @param settings what the mapping depends on beside the document
   */
  get(
    document: JsonDocument,
    dataKeys: readonly number[],
    withBlock: boolean,
    settings: string,
    compile: (isKept: boolean) => CompiledMapping,
  ): CompiledMapping {
    const { keyNames } = document;
    const block = withBlock ? blockOf(document) : NO_BYTES;
    if (block === null || keyNames.length > MAX_KEYS || block.length > MAX_BLOCK_BYTES) return compile(false);
    const { latest, kept } = this;
    const isSuch = (one: Kept | null | undefined): one is Kept =>
      one?.settings === settings &&
      areSame(one.keyNames, keyNames) &&
      areSame(one.dataKeys, dataKeys) &&
      sameBytes(one.block, 0, one.block.length, block, 0, block.length);
    if (isSuch(latest)) return latest.compiled;
    // Others may have the same text, as names of keys hold any character.
    const key = [settings, hashBytes(block, 0, block.length, 0), dataKeys, keyNames].join('\n');
    let found = kept.get(key);
    kept.delete(key);
    // A slice of a `Buffer` would be no copy, and hold the whole document.
    if (!isSuch(found)) found = { settings, dataKeys, keyNames, block: new Uint8Array(block), compiled: compile(true) };
    if (kept.size === MAX_MAPPINGS) kept.delete(kept.keys().next().value!);
    kept.set(key, found);
    this.latest = found;
    return found.compiled;
  }

  /** Keeps no mapping any longer that writes these names. */
  forget(names: FormatNames): void {
    for (const [key, { compiled }] of this.kept) if (compiled.names === names) this.kept.delete(key);
    if (this.latest?.compiled.names === names) this.latest = null;
  }
}

function areSame<Item>(one: readonly Item[], other: readonly Item[]): boolean {
  return one === other || (one.length === other.length && one.every((item, i) => item === other[i]));
}

/** The bytes of the root's `@semantic`; null where it has none that is an object. */
function blockOf(document: JsonDocument): Uint8Array | null {
  const value = document.semanticValue();
  if (value === null || document.kindOf(value) !== OBJECT) return null;
  return document.bytes.subarray(document.entries[value + 1]!, document.tape.semanticSpans.at(-1)!);
}
