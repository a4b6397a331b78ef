import { compareNamespaces, NamespaceIndex } from './namespace-index.ts';

interface Namespace {
  readonly prefix: string;
  readonly namespace: string;
}

/** Shortens IRIs to prefixed names. */
export class PrefixedNames {
  /** In the order of namespaces, each once: of equal ones that with the first prefix. */
  readonly #prefixes: readonly Namespace[];
  readonly #namespaces: NamespaceIndex;

  constructor(prefixes: readonly Namespace[]) {
    const sorted = prefixes.toSorted(
      (a, b) => compareNamespaces(a.namespace, b.namespace) || (a.prefix < b.prefix ? -1 : 1),
    );
    this.#prefixes = sorted.filter(({ namespace }, at) => namespace !== sorted[at - 1]?.namespace);
    this.#namespaces = new NamespaceIndex(this.#prefixes.map(({ namespace }) => namespace));
  }

  /** The prefixed name of an IRI, by the longest namespace that it begins with; null when no namespace holds it. */
  find(iri: string): string | null {
    const at = this.#namespaces.find(iri, (place) => iri.length > this.#prefixes[place]!.namespace.length);
    if (at < 0) return null;
    const { prefix, namespace } = this.#prefixes[at]!;
    return `${prefix}:${iri.slice(namespace.length)}`;
  }
}

const ofMaps = new WeakMap<ReadonlyMap<string, string>, PrefixedNames>();

/** Those of prefixes with their namespaces, which do not change. They are made once: a vocabulary may have thousands, and each page of a term needs them. */
export function prefixedNamesOf(prefixes: ReadonlyMap<string, string>): PrefixedNames {
  let names = ofMaps.get(prefixes);
  if (names === undefined) {
    names = new PrefixedNames(Array.from(prefixes, ([prefix, namespace]) => ({ prefix, namespace })));
    ofMaps.set(prefixes, names);
  }
  return names;
}
