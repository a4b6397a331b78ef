import type { FileTerm, LexiconFile } from '../../mapping/lexicon/lexicon-file.ts';
import {
  OWN,
  TABLES_FORMAT,
  UNIT,
  underscored,
  unitNames,
  type NodeColumns,
  type TermColumns,
} from '../../mapping/lexicon/lexicon-tables.ts';
import type { Template } from '../../mapping/lexicon/lexicon.ts';

/** Places of different texts, each once. */
class Places {
  readonly #places = new Map<string, number>();

  of(text: string): number {
    let place = this.#places.get(text);
    if (place === undefined) this.#places.set(text, (place = this.#places.size));
    return place;
  }

  texts(): Iterable<string> {
    return this.#places.keys();
  }
}

type Node = LexiconFile['nodes'][number];

/** Columns to which entries are added. */
type Growing<Columns> = {
  readonly [Name in keyof Columns]: Columns[Name] extends ReadonlyArray<infer Entry> ? Entry[] : never;
};

/** The term that a node belongs to, and its place. */
interface Owner {
  readonly place: number;
  readonly name: string;
  readonly unit: string | null;
}

/** Writes a vocabulary as `LexiconTables`: terms first, then nodes, then the text. */
export class LexiconTableWriter {
  readonly #rows = new Places();
  readonly #templates = new Places();
  readonly #nameOfUnit: (iri: string | null) => string | null;
  readonly #withTexts: boolean;
  readonly #owners = new Map<string, Owner>();
  readonly #terms: Growing<TermColumns> = {
    name: [],
    label: [],
    category: [],
    datatype: [],
    unit: [],
    template: [],
    replacedBy: [],
    range: [],
    isDifference: [],
    description: [],
    alternatives: [],
  };
  readonly #nodes: Growing<NodeColumns> = { name: [], step: [], template: [] };
  #last = 0;

  /** @param withTexts whether terms have definitions and other names */
  constructor(prefixes: LexiconFile['prefixes'], withTexts: boolean) {
    this.#nameOfUnit = unitNames(prefixes);
    this.#withTexts = withTexts;
  }

  addTerm(term: FileTerm): void {
    const { name, unit, template } = term;
    const columns = this.#terms;
    const place = columns.name.push(name) - 1;
    columns.label.push(term.label);
    columns.category.push(term.category);
    columns.datatype.push(term.datatype);
    columns.unit.push(unit);
    columns.template.push(this.#placeOf(template, name, unit));
    if (this.#withTexts) {
      columns.description.push(term.description);
      columns.alternatives.push(term.alternatives);
    }
    if (term.replacedBy !== undefined) columns.replacedBy.push([place, term.replacedBy]);
    if (term.range !== undefined) columns.range.push([place, term.range]);
    if (term.isDifference) columns.isDifference.push(place);
    for (const object of template.flatMap(([, objects]) => objects)) {
      const node = object.slice(1);
      if (object.startsWith(`?${underscored(name)}`) && !this.#owners.has(node))
        this.#owners.set(node, { place, name, unit });
    }
  }

  addNode([name, template]: Node): void {
    const owner = this.#owners.get(name);
    const own = owner === undefined ? '' : underscored(owner.name);
    this.#nodes.name.push(owner === undefined ? name : OWN + name.slice(own.length));
    this.#nodes.step.push(owner === undefined ? null : owner.place - this.#last);
    this.#nodes.template.push(this.#placeOf(template, owner?.name ?? null, owner?.unit ?? null));
    this.#last = owner?.place ?? this.#last;
  }

  /**
   * The JSON in pieces.
   *
   * @param entries of a column that are written at a time
   */
  *pieces(
    { version, prefixes, units }: Pick<LexiconFile, 'version' | 'prefixes' | 'units'>,
    entries: number,
  ): Generator<string> {
    yield JSON.stringify({ format: TABLES_FORMAT, version, prefixes }).slice(0, -1);
    yield `,"rows":[${[...this.#rows.texts()].join(',')}]`;
    yield `,"templates":[${[...this.#templates.texts()].join(',')}]`;
    for (const [table, columns] of [
      ['terms', this.#terms],
      ['nodes', this.#nodes],
    ] as const) {
      let separator = `,"${table}":{`;
      for (const [name, column] of Object.entries(columns)) {
        yield `${separator}"${name}":[`;
        for (let from = 0; from < column.length; from += entries)
          yield (from === 0 ? '' : ',') + JSON.stringify(column.slice(from, from + entries)).slice(1, -1);
        separator = '],';
      }
      yield ']}';
    }
    yield units === undefined ? '}' : `,"units":${JSON.stringify(units)}}`;
  }

  /** @param name of the term that the template belongs to; null where it belongs to none */
  #placeOf(template: Template, name: string | null, unit: string | null): number {
    const unitName = this.#nameOfUnit(unit);
    const rows = template.map(([predicate, objects]) => {
      const shared =
        name === null ? objects : objects.map((object) => (object === unitName ? UNIT : sharedForm(object, name)));
      return this.#rows.of(JSON.stringify([predicate, shared]));
    });
    return this.#templates.of(JSON.stringify(rows));
  }
}

/** An object without the name of the term, as terms that are described alike share it. */
function sharedForm(object: string, name: string): string {
  if (object === `$${name}` || object === `@${name}` || object === `vocab:${name}`)
    return object.slice(0, -name.length) + OWN;
  const own = `?${underscored(name)}`;
  return object.startsWith(own) ? `?${OWN}${object.slice(own.length)}` : object;
}
