interface Namespace {
  readonly prefix: string;
  readonly namespace: string;
}

/** Shortens IRIs to prefixed names. */
export class PrefixedNames {
  /** The longest namespace first, so that the most specific one wins; equal ones by prefix. */
  readonly #prefixes: readonly Namespace[];

  constructor(prefixes: readonly Namespace[]) {
    this.#prefixes = prefixes.toSorted(
      (a, b) => b.namespace.length - a.namespace.length || (a.prefix < b.prefix ? -1 : 1),
    );
  }

  /** The prefixed name of an IRI, null when no namespace holds it. */
  find(iri: string): string | null {
    for (const { prefix, namespace } of this.#prefixes) {
      if (iri.length > namespace.length && iri.startsWith(namespace)) return `${prefix}:${iri.slice(namespace.length)}`;
    }
    return null;
  }
}
