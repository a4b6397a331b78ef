/** The order that `NamespaceIndex` wants: of code units. */
export function compareNamespaces(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Finds namespaces by IRIs that begin with them, in a time that hardly grows with their number. */
export class NamespaceIndex {
  readonly #namespaces: readonly string[];
  /** For each namespace, by its place, the longest other one that it begins with; -1 for none. */
  readonly #within: Int32Array;

  /** @param namespaces each once, in the order of `compareNamespaces` */
  constructor(namespaces: readonly string[]) {
    this.#namespaces = namespaces;
    this.#within = new Int32Array(namespaces.length);
    for (let at = 0; at < namespaces.length; at++) {
      let within = at - 1;
      while (within >= 0 && !namespaces[at]!.startsWith(namespaces[within]!)) within = this.#within[within]!;
      this.#within[at] = within;
    }
  }

  /** The place of the longest namespace that an IRI begins with and that `fits`; -1 for none. */
  find(iri: string, fits: (place: number) => boolean): number {
    let low = 0;
    let high = this.#namespaces.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#namespaces[middle]! <= iri) low = middle + 1;
      else high = middle;
    }
    // What lies in this order between a text and one that begins with it begins with it, too: so the IRI's namespaces are all around the last one.
    let at = low - 1;
    while (at >= 0 && !(iri.startsWith(this.#namespaces[at]!) && fits(at))) at = this.#within[at]!;
    return at;
  }
}
