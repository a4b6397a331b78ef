/** Shortens IRIs by prefixes and remembers which prefixes were used. */
export class PrefixTable {
  /** Prefix and namespace, longer namespaces first. */
  private readonly candidates: ReadonlyArray<readonly [prefix: string, namespace: string]>;
  private readonly isLocalName: RegExp;
  private readonly used = new Map<string, string>();

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
    this.candidates = Array.from(byNamespace, ([namespace, prefix]) => [prefix, namespace] as const).sort(
      (a, b) => b[1].length - a[1].length,
    );
    this.isLocalName = isLocalName;
  }

  /** The prefixed name of an IRI; null when no prefix fits. */
  shorten(iri: string): string | null {
    for (const [prefix, namespace] of this.candidates) {
      if (!iri.startsWith(namespace)) continue;
      const local = iri.slice(namespace.length);
      if (!this.isLocalName.test(local)) continue;
      this.used.set(prefix, namespace);
      return `${prefix}:${local}`;
    }
    return null;
  }

  /** The prefixes that `shorten` used, by name. */
  usedPrefixes(): Array<readonly [prefix: string, namespace: string]> {
    return [...this.used].sort(([a], [b]) => (a < b ? -1 : 1));
  }
}
