import type { CompiledMapping } from './compiled.ts';
import type { JsonDocument } from './document.ts';
import { sameBytes } from './hash.ts';
import { OBJECT } from './tape.ts';

/** Mappings that are kept, and what one may need: documents of a few shapes come often, large ones don't. */
const MAX_MAPPINGS = 64;
const MAX_KEYS = 256;
const MAX_BLOCK_BYTES = 16 * 1024;

interface Kept {
  readonly keyNames: readonly string[];
  readonly block: Uint8Array;
  readonly compiled: CompiledMapping;
}

const NO_BLOCK = new Uint8Array(0);

/** Keeps compiled mappings between documents with the same keys, the same block and the same options. */
export class MappingCache {
  /** By signature; the one that was used last is the last. */
  private readonly kept = new Map<string, Kept>();

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
    const signature = `${settings}\n${dataKeys.join()}\n${block.length}\n${keyNames.join('\n')}`;
    const known = this.kept.get(signature);
    if (known !== undefined && isFor(known, keyNames, block)) {
      this.kept.delete(signature);
      this.kept.set(signature, known);
      return known.compiled;
    }
    const compiled = compile();
    this.kept.delete(signature);
    this.kept.set(signature, { keyNames: [...keyNames], block: block.slice(), compiled });
    if (this.kept.size > MAX_MAPPINGS) this.kept.delete(this.kept.keys().next().value!);
    return compiled;
  }
}

/** A signature is made of texts that may hold what parts them: it points at a mapping and does not prove it. */
function isFor({ keyNames, block }: Kept, names: readonly string[], bytes: Uint8Array): boolean {
  return (
    keyNames.length === names.length &&
    keyNames.every((name, i) => name === names[i]) &&
    sameBytes(block, 0, block.length, bytes, 0, bytes.length)
  );
}

/** The bytes of the root's `@semantic`; null where it has none that is an object. */
function blockOf(document: JsonDocument): Uint8Array | null {
  const value = document.semanticValue();
  if (value === null || document.kindOf(value) !== OBJECT) return null;
  return document.bytes.subarray(document.entries[value + 1]!, document.tape.semanticSpans.at(-1)!);
}
