import type { Names } from './names.ts';
import { SeedError, type Located, type LocatedMap, type LocatedText } from './read-yaml.ts';

export const LANGUAGES = ['en', 'de', 'es', 'fr', 'pt'] as const;

/** What a block may say, in the order in which blocks say it. */
export const KEYS = [
  'units example unit created datatype pattern kind type class facets about by with template range spellings exact close broad narrow related see',
  'source changed deprecated replacedBy',
  LANGUAGES.join(' '),
  'variants',
].flatMap((keys) => keys.split(' '));

/** A term as its block has it: a quantity in one unit, or what has none. */
export interface Variant {
  /** The term's name: that of the quantity with its unit. */
  readonly name: string;
  /** The quantity's name. */
  readonly quantity: string;
  readonly category: string;
  /** Behind the hyphen of the name; null where there is none. */
  readonly spelling: string | null;
  /** What labels show of the unit; null where the name has none. */
  readonly symbol: string | null;
  /** IRI of the unit; null for what has none. */
  readonly unit: string | null;
  readonly example: LocatedText;
  /** What is said of it. */
  readonly block: Block;
  /** What is said of its quantity, whatever the unit. */
  readonly whole: Block;
  /** IRI of the unit in which the block says its range: that of its first term. Null for none. */
  readonly firstUnit: string | null;
}

/** What is said of a term or of a quantity, with its place for messages. */
export class Block {
  readonly file: string;
  readonly name: string;
  readonly line: number;
  readonly #entries: ReadonlyMap<string, Located>;

  constructor(file: string, name: string, line: number, entries: ReadonlyMap<string, Located>) {
    this.file = file;
    this.name = name;
    this.line = line;
    this.#entries = entries;
  }

  get(key: string): Located | undefined {
    return this.#entries.get(key);
  }

  /** Where a key stands; where the block begins when it has none. */
  lineOf(key: string): number {
    return this.#entries.get(key)?.line ?? this.line;
  }

  /** The text of a key; null when the block has none. */
  text(key: string): LocatedText | null {
    const value = this.#entries.get(key);
    if (value === undefined) return null;
    if (value.is === 'text' && value.text !== null) return value;
    return this.refuse(value.line, key, 'it is one text');
  }

  /** The texts of a key, be it one or a list; none when the block has none. */
  texts(key: string): (LocatedText & { text: string })[] {
    const value = this.#entries.get(key);
    if (value === undefined) return [];
    return (value.is === 'list' ? value.items : [value]).map((item) =>
      item.is === 'text' && item.text !== null
        ? { ...item, text: item.text }
        : this.refuse(item.line, key, 'it is a text, or a list of texts'),
    );
  }

  /** What a key says in braces; null when the block has none. */
  map(key: string): LocatedMap | null {
    const value = this.#entries.get(key);
    if (value === undefined || value.is === 'map') return value ?? null;
    return this.refuse(value.line, key, 'it has keys of its own: { … }');
  }

  /** What a key says of one unit, where it may be said of all units at once or of each: { W: …, kW: … }. Null where it says nothing of it. */
  ofUnit(key: string, spelling: string | null): LocatedText | null {
    const value = this.#entries.get(key);
    if (value?.is !== 'map') return this.text(key);
    return spelling === null ? null : (this.within(key)?.text(spelling) ?? null);
  }

  /** A language's part of the block as a block of its own; null when it has none. */
  within(key: string): Block | null {
    const map = this.map(key);
    return map === null ? null : new Block(this.file, `${this.name}: ${key}`, map.line, map.entries);
  }

  /** @throws SeedError that names this block and the key */
  refuse(line: number, key: string, message: string): never {
    throw new SeedError(this.file, line, `${this.name}: ${key}: ${message}`);
  }
}

/** The terms that a block stands for, one for each of its units. @throws SeedError */
export function readVariants(whole: Block, map: LocatedMap, category: string, names: Names): Variant[] {
  for (const [key, { line }] of map.entries)
    if (!KEYS.includes(key)) whole.refuse(line, key, `there is no such key; there are ${KEYS.join(', ')}`);
  const units = whole.map('units');
  const overrides = whole.map('variants');
  for (const [unit, { line }] of overrides?.entries ?? [])
    if (units?.entries.has(unit) !== true) whole.refuse(line, `variants: ${unit}`, 'this is none of its units');
  const example = whole.text('example');
  if (example === null && units === null)
    whole.refuse(whole.line, 'example', 'give units: { W: 42.5 }, or an example of what has none in its name');
  const unit = whole.text('unit');
  const unnamed = { quantity: whole.name, category, spelling: null, symbol: null, block: whole, whole };
  const ownUnit = unit === null ? null : iriOf(whole, unit, 'unit', names);
  const alone: Variant[] =
    example === null ? [] : [{ ...unnamed, name: whole.name, example, unit: ownUnit, firstUnit: ownUnit }];
  const [first = ''] = units?.entries.keys() ?? [];
  const firstUnit = example === null ? (names.spelling(first)?.unit ?? null) : ownUnit;
  const inUnits = Array.from(units?.entries ?? [], ([spelling, example]): Variant => {
    const known = names.spelling(spelling);
    if (known === null)
      return whole.refuse(
        example.line,
        `units: ${spelling}`,
        'schema/units.ttl does not spell such a unit; add a line there',
      );
    if (example.is !== 'text' || example.text === null)
      return whole.refuse(example.line, `units: ${spelling}`, 'it has an example of a value: W: 42.5');
    const override = overrides?.entries.get(spelling);
    const block = override === undefined ? whole : overridden(whole, map, override);
    const name = `${whole.name}-${spelling}`;
    return {
      name,
      quantity: whole.name,
      category,
      spelling,
      symbol: known.symbol,
      unit: known.unit,
      example,
      block,
      whole,
      firstUnit: block.get('range') === whole.get('range') ? firstUnit : known.unit,
    };
  });
  return [...alone, ...inUnits];
}

/** The IRI of a prefixed name. @throws SeedError when its prefix is not registered */
export function iriOf(block: Block, { text, line }: LocatedText, key: string, names: Names): string {
  const iri = names.expand(text ?? '');
  return iri ?? block.refuse(line, key, `${text} is no prefixed name of a prefix in seeds/prefixes.ttl`);
}

/** The block with what is other for one unit: null takes a key away, and of a language only the fields that are said change. */
function overridden(whole: Block, map: LocatedMap, override: Located): Block {
  if (override.is !== 'map')
    return whole.refuse(override.line, 'variants', 'it says per unit what is other: { kW: { … } }');
  const entries = new Map(map.entries);
  for (const [key, value] of override.entries) {
    const before = entries.get(key);
    if (value.is === 'text' && value.text === null) entries.delete(key);
    else if (value.is === 'map' && before?.is === 'map' && (LANGUAGES as readonly string[]).includes(key)) {
      const merged = [...before.entries, ...value.entries].filter(([field]) => {
        const last = value.entries.get(field);
        return last?.is !== 'text' || last.text !== null;
      });
      entries.set(key, { ...value, entries: new Map(merged) });
    } else entries.set(key, value);
  }
  return new Block(whole.file, whole.name, whole.line, entries);
}
