import type { Lexicon } from './lexicon.ts';

/** Values that are kept: documents have the same keys again and again. */
const MOST_KEPT = 4096;

/** A map whose values are made of those of another one when they are asked for, so that a large one is not held twice. */
export class DerivedMap<Origin, Value> implements ReadonlyMap<string, Value> {
  readonly origins: ReadonlyMap<string, Origin>;
  /** Makes a value. As a property of its own it also keeps the map from being sent to another thread, which would get an empty object. */
  readonly derive: (origin: Origin) => Value;
  readonly #kept = new Map<string, Value>();

  constructor(origins: ReadonlyMap<string, Origin>, derive: (origin: Origin) => Value) {
    this.origins = origins;
    this.derive = derive;
  }

  get size(): number {
    return this.origins.size;
  }

  has(name: string): boolean {
    return this.origins.has(name);
  }

  get(name: string): Value | undefined {
    const kept = this.#kept.get(name);
    if (kept !== undefined) return kept;
    const origin = this.origins.get(name);
    if (origin === undefined) return undefined;
    const value = this.derive(origin);
    if (this.#kept.size === MOST_KEPT) this.#kept.clear();
    this.#kept.set(name, value);
    return value;
  }

  *entries(): MapIterator<[string, Value]> {
    for (const [name, origin] of this.origins) yield [name, this.derive(origin)];
  }

  keys(): MapIterator<string> {
    return this.origins.keys();
  }

  *values(): MapIterator<Value> {
    for (const origin of this.origins.values()) yield this.derive(origin);
  }

  forEach(take: (value: Value, name: string, map: ReadonlyMap<string, Value>) => void): void {
    for (const [name, value] of this) take(value, name, this);
  }

  [Symbol.iterator](): MapIterator<[string, Value]> {
    return this.entries();
  }
}

/** The same lexicon in plain maps, as it can be sent to another thread. */
export function plainLexicon(lexicon: Lexicon): Lexicon {
  return { ...lexicon, terms: new Map(lexicon.terms), nodes: new Map(lexicon.nodes) };
}
