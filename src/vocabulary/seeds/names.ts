import { QUDT, SKOS, VANN } from '../../rdf/namespaces.ts';
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

/** How a value of a unit becomes one of the SI: the offset is added, then it is multiplied. */
interface Scale {
  readonly multiplier?: number;
  readonly offset?: number;
}

/** Digits of a converted value: what a double holds without the noise of its last ones. */
const DIGITS = 12;

/** What prefixed names and spelled units stand for. */
export class Names {
  readonly #prefixes: ReadonlyMap<string, string>;
  readonly #spellings: ReadonlyMap<string, Spelling>;
  /** By the IRI of the unit. */
  readonly #scales = new Map<string, Scale>();

  /**
   * @param prefixes the Turtle of the registered prefixes
   * @param units the Turtle of the table of units
   * @param symbols of what names spell with letters, by spelling
   * @param scales the Turtle that says how values of units are converted
   */
  constructor(
    prefixes: TurtleDocument,
    units: TurtleDocument,
    symbols: ReadonlyMap<string, string>,
    scales: readonly TurtleDocument[],
  ) {
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
    for (const { s, p, o } of scales.flatMap(readTurtle)) {
      const scale = this.#scales.get(s.value) ?? {};
      if (p === `${QUDT}conversionMultiplier`) this.#scales.set(s.value, { ...scale, multiplier: Number(o.value) });
      if (p === `${QUDT}conversionOffset`) this.#scales.set(s.value, { ...scale, offset: Number(o.value) });
    }
  }

  /** A value of one unit in another one, as a decimal number; null when it is not known how to convert it. */
  convert(value: number, from: string, to: string): string | null {
    const [source, target] = [this.#scales.get(from), this.#scales.get(to)];
    if (source?.multiplier === undefined || target?.multiplier === undefined) return null;
    const base = (value + (source.offset ?? 0)) * source.multiplier;
    const converted = base / target.multiplier - (target.offset ?? 0);
    const text = String(Number(converted.toPrecision(DIGITS)));
    return text.includes('e') ? null : text;
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
