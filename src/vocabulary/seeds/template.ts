import type { Names } from './names.ts';
import type { Located, LocatedMap } from './read-yaml.ts';
import type { Block, Variant } from './variants.ts';

/** A row of a template. */
interface Row {
  /** IRI of the property. */
  readonly predicate: string;
  /** An IRI, `$key`, `@key` or `?node`. */
  readonly object: string;
  /** Where the term's block says what the row says. */
  readonly line: number;
}

/** The rows of a term and of the nodes that are its own, each by its name with `?`. */
export interface Template {
  readonly rows: readonly Row[];
  /** What the pattern says of the term itself, not of values. */
  readonly self: readonly Row[];
  readonly nodes: ReadonlyMap<string, readonly Row[]>;
}

/** The patterns by name: templates with places for what a block says. */
export type Patterns = ReadonlyMap<string, LocatedMap>;

/** Where a pattern says something of the term itself. */
const SELF = '<self>';
/** Where a pattern has the further rows of the block. */
const FURTHER_ROWS = '<with>';
/** What stands for a list of the block: all of it, its first, or the others. */
const LIST = /^<(about|by|type|class)(?: (first|rest))?>$/;

/** The template of a term: its pattern with what its block says, or what the block writes itself. @throws SeedError */
export function templateOf(variant: Variant, patterns: Patterns, names: Names): Template {
  const { block } = variant;
  const written = block.map('template');
  const named = block.text('pattern');
  if (written !== null && named !== null)
    block.refuse(named.line, 'pattern', 'a term has a pattern or writes its template, not both');
  const pattern = written ?? (named === null ? null : patterns.get(named.text!));
  if (pattern === undefined)
    return block.refuse(
      named!.line,
      'pattern',
      `there is no ${named!.text}; there are ${[...patterns.keys()].join(', ')}`,
    );
  if (pattern === null) return { rows: [], self: [], nodes: new Map() };
  const line = written === null ? named!.line : null;
  return new Filling(variant, pattern, line, names).fill();
}

/** The rows of a node that several terms share. @throws SeedError */
export function rowsOfNode(node: Block, map: LocatedMap, names: Names): readonly Row[] {
  return Array.from(map.entries, ([predicate, objects]) =>
    textsOf(objects).map(({ text, line }) => ({
      predicate: expand(node, predicate, objects.line, names),
      object: /^[$@?]/.test(text) ? text : expand(node, text, line, names),
      line,
    })),
  ).flat();
}

class Filling {
  readonly #variant: Variant;
  readonly #pattern: LocatedMap;
  /** The line of `pattern:`, which stands for the lines of the pattern itself; null where the block writes the template. */
  readonly #line: number | null;
  readonly #names: Names;
  readonly #used = new Set<string>();

  constructor(variant: Variant, pattern: LocatedMap, line: number | null, names: Names) {
    this.#variant = variant;
    this.#pattern = pattern;
    this.#line = line;
    this.#names = names;
  }

  fill(): Template {
    const { block } = this.#variant;
    const own = [...this.#pattern.entries].filter(([key]) => key.startsWith('?'));
    const rows = this.#rowsOf(
      new Map([...this.#pattern.entries].filter(([key]) => !key.startsWith('?') && key !== SELF)),
    );
    const said = this.#pattern.entries.get(SELF);
    const self = said?.is === 'map' ? this.#rowsOf(said.entries) : [];
    const nodes = new Map(
      own.map(([node, said]) => {
        if (said.is !== 'map') return block.refuse(said.line, node, 'a node has rows: { rdf:type: … }');
        return [this.#nameOfNode(node), this.#rowsOf(said.entries)];
      }),
    );
    for (const key of ['about', 'by', 'type', 'class', 'with'])
      if (block.get(key) !== undefined && !this.#used.has(key))
        block.refuse(
          block.lineOf(key),
          key,
          'its pattern has no place for it; write it in "with", or choose another pattern',
        );
    return { rows, self, nodes };
  }

  #rowsOf(entries: ReadonlyMap<string, Located>): Row[] {
    const { block } = this.#variant;
    return Array.from(entries, ([predicate, objects]) => {
      if (predicate === FURTHER_ROWS) {
        this.#used.add('with');
        return this.#rowsOf(block.map('with')?.entries ?? new Map());
      }
      const iri = expand(block, predicate, this.#line ?? objects.line, this.#names);
      return textsOf(objects).flatMap(({ text, line }) =>
        this.#objectsOf(text, this.#line ?? line).map((o) => ({ predicate: iri, ...o })),
      );
    }).flat();
  }

  /** What an object of a pattern stands for: none where the block says nothing of it. */
  #objectsOf(written: string, line: number): Omit<Row, 'predicate'>[] {
    const { name, unit, block } = this.#variant;
    const list = LIST.exec(written);
    if (list !== null) {
      const [, key, part] = list as unknown as [string, string, string | undefined];
      this.#used.add(key);
      const all = block.texts(key);
      const taken = part === 'first' ? all.slice(0, 1) : part === 'rest' ? all.slice(1) : all;
      const isEntity = key === 'about' || key === 'by';
      return taken.map(({ text, line: at }) => ({
        object: isEntity ? `@${text}` : expand(block, text, at, this.#names),
        line: at,
      }));
    }
    if (written === '<kind>') {
      const kind = kindOf(this.#variant, this.#names);
      return kind === null ? [] : [{ object: kind, line: block.lineOf('kind') }];
    }
    if (written === '<unit>') return unit === null ? [] : [{ object: unit, line: this.#variant.example.line }];
    if (written === SELF) return [{ object: this.#names.expand(`vocab:${name}`)!, line }];
    if (written === '$') return [{ object: `$${name}`, line }];
    if (written === '@') return [{ object: `@${name}`, line }];
    if (written.startsWith('?')) return [{ object: this.#nameOfNode(written), line }];
    if (/^[$@]/.test(written)) return [{ object: written, line }];
    return [{ object: expand(block, written, line, this.#names), line }];
  }

  /** A node that the template describes is the term's own and has its name; any other is shared. */
  #nameOfNode(node: string): string {
    if (!this.#pattern.entries.has(node)) return node;
    return `?${this.#variant.name.replaceAll('-', '_').replaceAll('%', 'percent')}_${node.slice(1)}`;
  }
}

/** IRI of the quantity kind of a term: `ActivePower` is QUDT's; null for what has none. @throws SeedError */
export function kindOf({ block }: Variant, names: Names): string | null {
  const kind = block.text('kind');
  if (kind === null) return null;
  return expand(block, kind.text!.includes(':') ? kind.text! : `quantitykind:${kind.text}`, kind.line, names);
}

function textsOf(value: Located): { readonly text: string; readonly line: number }[] {
  const items = value.is === 'list' ? value.items : [value];
  return items.flatMap((item) =>
    item.is === 'text' && item.text !== null ? [{ text: item.text, line: item.line }] : [],
  );
}

function expand(block: Block, name: string, line: number, names: Names): string {
  return names.expand(name) ?? block.refuse(line, name, 'it is no prefixed name of a prefix in seeds/prefixes.ttl');
}
