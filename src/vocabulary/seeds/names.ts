import { SKOS, VANN } from '../../rdf/namespaces.ts';
import { readTurtle, type TurtleDocument } from '../../rdf/read-rdf.ts';

/** A spelling of a unit: what stands behind the hyphen of a term's name. */
export interface Spelling {
  /** IRI of the unit. */
  readonly unit: string;
  /** What labels show: `m³/h` where names have `m3_per_h`. */
  readonly symbol: string;
  /** Its place in the table of units: variants are listed in this order. */
  readonly position: number;
}

/** What prefixed names and spelled units stand for. */
export class Names {
  readonly #prefixes: ReadonlyMap<string, string>;
  readonly #spellings: ReadonlyMap<string, Spelling>;

  /**
   * @param prefixes the Turtle of the registered prefixes
   * @param units the Turtle of the table of units
   * @param symbols of what names spell with letters, by spelling
   */
  constructor(prefixes: TurtleDocument, units: TurtleDocument, symbols: ReadonlyMap<string, string>) {
    const named = new Map<string, { prefix?: string; namespace?: string }>();
    for (const { s, p, o } of readTurtle(prefixes)) {
      const entry = named.get(s.value) ?? {};
      if (p === `${VANN}preferredNamespacePrefix`) named.set(s.value, { ...entry, prefix: o.value });
      if (p === `${VANN}preferredNamespaceUri`) named.set(s.value, { ...entry, namespace: o.value });
    }
    this.#prefixes = new Map([...named.values()].map(({ prefix, namespace }) => [prefix!, namespace!]));
    const spelled = readTurtle(units).filter(({ p }) => p === `${SKOS}notation`);
    this.#spellings = new Map(
      spelled.map(({ s, o: { value } }, position) => [
        value,
        { unit: s.value, symbol: symbols.get(value) ?? value.replaceAll('_per_', '/'), position },
      ]),
    );
  }

  /** The IRI of a prefixed name; null when its prefix is not registered. */
  expand(name: string): string | null {
    const colon = name.indexOf(':');
    const namespace = this.#prefixes.get(name.slice(0, Math.max(colon, 0)));
    const local = name.slice(colon + 1);
    return namespace === undefined || !/^[\p{L}\p{N}_][^\s<>"{}|^`\\#?]*$/u.test(local) ? null : namespace + local;
  }

  /** What a spelling of a unit stands for; null for none that the table has. */
  spelling(spelled: string): Spelling | null {
    return this.#spellings.get(spelled) ?? null;
  }
}
