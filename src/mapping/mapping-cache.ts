import type { CompiledMapping } from './compiled-mapping.ts';
import type { JsonDocument } from './json/document.ts';
import { sameBytes } from './bytes/hash.ts';
import { OBJECT } from './json/tape-entry.ts';

/** Mappings that are kept, and what one may need: documents of a few shapes come often, large ones don't. */
const MAX_MAPPINGS = 64;
const MAX_KEYS = 256;
const MAX_BLOCK_BYTES = 16 * 1024;

interface Kept {
  readonly settings: string;
  readonly dataKeys: readonly number[];
  readonly keyNames: readonly string[];
  readonly block: Uint8Array;
  readonly compiled: CompiledMapping;
}

const NO_BLOCK = new Uint8Array(0);

/** Keeps compiled mappings between documents with the same keys, the same block and the same options. */
export class MappingCache {
  /** By signature; the one that was asked for last is the last. */
  private readonly kept = new Map<string, Kept>();
  private last: Kept | null = null;

  /**
   * The mapping that was compiled for such a document before, or else what `compile` makes.
   *
   * @param settings what the mapping depends on beside the document
   */
  get(
    document: JsonDocument,
    dataKeys: readonly number[],
    withBlock: boolean,
    settings: string,
    compile: () => CompiledMapping,
  ): CompiledMapping {
    const { keyNames } = document;
    const block = withBlock ? blockOf(document) : NO_BLOCK;
    if (block === null || keyNames.length > MAX_KEYS || block.length > MAX_BLOCK_BYTES) return compile();
    if (this.last !== null && isFor(this.last, settings, dataKeys, keyNames, block)) return this.last.compiled;
    const signature = `${settings}\n${dataKeys.join()}\n${block.length}\n${keyNames.join('\n')}`;
    let kept = this.kept.get(signature);
    if (kept === undefined || !isFor(kept, settings, dataKeys, keyNames, block))
      kept = { settings, dataKeys, keyNames, block: block.slice(), compiled: compile() };
    this.kept.delete(signature);
    this.kept.set(signature, kept);
    if (this.kept.size > MAX_MAPPINGS) this.kept.delete(this.kept.keys().next().value!);
    this.last = kept;
    return kept.compiled;
  }
}

/** A signature is made of texts that may hold what parts them: it points at a mapping and does not prove it. */
function isFor(
  kept: Kept,
  settings: string,
  dataKeys: readonly number[],
  keyNames: readonly string[],
  block: Uint8Array,
): boolean {
  return (
    kept.settings === settings &&
    isSame(kept.keyNames, keyNames) &&
    isSame(kept.dataKeys, dataKeys) &&
    sameBytes(kept.block, 0, kept.block.length, block, 0, block.length)
  );
}

function isSame<Item>(one: readonly Item[], other: readonly Item[]): boolean {
  return one === other || (one.length === other.length && one.every((item, i) => item === other[i]));
}

/** The bytes of the root's `@semantic`; null where it has none that is an object. */
function blockOf(document: JsonDocument): Uint8Array | null {
  const value = document.semanticValue();
  if (value === null || document.kindOf(value) !== OBJECT) return null;
  return document.bytes.subarray(document.entries[value + 1]!, document.tape.semanticSpans.at(-1)!);
}
