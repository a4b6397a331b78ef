import { compareNamespaces, NamespaceIndex } from '../namespace-index.ts';
import { encodeText } from '../utf8.ts';

/** A name as a format writes it, and which prefix it needs: its place in `PrefixTable.prefixes`, or `NO_PREFIX`. */
export interface RenderedName {
  readonly bytes: Uint8Array;
  readonly prefix: number;
}

export const NO_PREFIX = -1;

/** Shortens IRIs by prefixes. */
export class PrefixTable {
  /** Prefix and namespace, in the order of namespaces. */
  readonly prefixes: ReadonlyArray<readonly [prefix: string, namespace: string]>;
  private readonly namespaces: NamespaceIndex;
  private readonly isLocalName: RegExp;

  /**
   * @param prefixes of equal namespaces the first wins
   * @param isPrefix what the format takes as a prefix
   * @param isLocalName what the format takes as a local name without escapes
   */
  constructor(
    prefixes: Iterable<readonly [prefix: string, namespace: string]>,
    isPrefix: (prefix: string, namespace: string) => boolean,
    isLocalName: RegExp,
  ) {
    const byNamespace = new Map<string, string>();
    for (const [prefix, namespace] of prefixes) {
      if (isPrefix(prefix, namespace) && !byNamespace.has(namespace)) byNamespace.set(namespace, prefix);
    }
    this.prefixes = Array.from(byNamespace, ([namespace, prefix]) => [prefix, namespace] as const).sort(
      ([, a], [, b]) => compareNamespaces(a, b),
    );
    this.namespaces = new NamespaceIndex(this.prefixes.map(([, namespace]) => namespace));
    this.isLocalName = isLocalName;
  }

  /** The prefixed name of an IRI, by the longest namespace that fits, and the place of its prefix; null where none fits. */
  find(iri: string): { readonly name: string; readonly prefix: number } | null {
    const at = this.namespaces.find(iri, (place) => this.isLocalName.test(iri.slice(this.prefixes[place]![1].length)));
    if (at < 0) return null;
    const [prefix, namespace] = this.prefixes[at]!;
    return { name: `${prefix}:${iri.slice(namespace.length)}`, prefix: at };
  }

  /** The IRI as `write` writes it: by its prefixed name, or by itself where no prefix fits. */
  render(iri: string, write: (name: string, isPrefixed: boolean) => string): RenderedName {
    const found = this.find(iri);
    return found === null
      ? { bytes: encodeText(write(iri, false)), prefix: NO_PREFIX }
      : { bytes: encodeText(write(found.name, true)), prefix: found.prefix };
  }
}

/** The prefixes that one output used. */
export class UsedPrefixes {
  private readonly table: PrefixTable;
  private readonly used: Uint8Array;

  constructor(table: PrefixTable) {
    this.table = table;
    this.used = new Uint8Array(table.prefixes.length);
  }

  add(prefix: number): void {
    if (prefix !== NO_PREFIX) this.used[prefix] = 1;
  }

  /** By name. */
  list(): Array<readonly [prefix: string, namespace: string]> {
    return this.table.prefixes.filter((_, i) => this.used[i] === 1).sort(([a], [b]) => (a < b ? -1 : 1));
  }
}
