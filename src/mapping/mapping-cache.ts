import { NO_BYTES } from '../rdf/utf8.ts';
import type { CompiledMapping } from './compiled-mapping.ts';
import type { JsonDocument } from './json/document.ts';
import { sameBytes } from './bytes/hash.ts';
import { RecentList } from './json/recent-list.ts';
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

/** Keeps compiled mappings between documents with the same keys, the same block and the same options. */
export class MappingCache {
  private readonly kept = new RecentList<Kept>(MAX_MAPPINGS);

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
    const block = withBlock ? blockOf(document) : NO_BYTES;
    if (block === null || keyNames.length > MAX_KEYS || block.length > MAX_BLOCK_BYTES) return compile();
    const isSuch = (kept: Kept): boolean =>
      kept.settings === settings &&
      isSame(kept.keyNames, keyNames) &&
      isSame(kept.dataKeys, dataKeys) &&
      sameBytes(kept.block, 0, kept.block.length, block, 0, block.length);
    const known = this.kept.find(isSuch);
    if (known !== undefined) return known.compiled;
    const compiled = compile();
    this.kept.add({ settings, dataKeys, keyNames, block: block.slice(), compiled });
    return compiled;
  }
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
