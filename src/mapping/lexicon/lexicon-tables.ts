import { HubError } from '../../errors.ts';
import type { FileTerm, LexiconFile } from './lexicon-file.ts';
import type { Template, TermRange } from './lexicon.ts';

/** The layout of the tables; a file of another one is refused. */
export const TABLES_FORMAT = 2;

/**
 * The vocabulary file in half as many bytes: what templates have in common stands there once. `GET /api/lexicon?layout=tables` gives it.
 *
 * In an object of a row, `*` is the name of the term that the template belongs to, behind a `?` with `_` for each `-`. The object `~` is
 * the term's unit, as a prefixed name.
 */
interface LexiconTables extends Pick<LexiconFile, 'version' | 'prefixes' | 'units'> {
  readonly format: typeof TABLES_FORMAT;
  /** A predicate and its objects, each pair once. */
  readonly rows: ReadonlyArray<Template[number]>;
  /** Places of the rows of a template, each template once. */
  readonly templates: ReadonlyArray<readonly number[]>;
  readonly terms: TermColumns;
  readonly nodes: NodeColumns;
}

/** A member per column, with an entry per term. */
export interface TermColumns extends Readonly<Record<'name' | 'label' | 'category' | 'datatype', readonly string[]>> {
  readonly unit: ReadonlyArray<string | null>;
  /** The place of its template. */
  readonly template: readonly number[];
  /** Pairs with the place of the term, of those that have one. */
  readonly replacedBy: ReadonlyArray<readonly [term: number, name: string | null]>;
  readonly range: ReadonlyArray<readonly [term: number, range: TermRange]>;
  /** Places of terms. */
  readonly isDifference: readonly number[];
  /** Empty where nobody asked for texts, as `alternatives`. */
  readonly description: readonly string[];
  readonly alternatives: ReadonlyArray<readonly string[]>;
}

/** A member per column, with an entry per node. */
export interface NodeColumns {
  /** `*` at its beginning is the name of the term that it belongs to, with `_` for each `-`. */
  readonly name: readonly string[];
  /** How many terms behind that of the node before its term stands; null for a node that belongs to none. */
  readonly step: ReadonlyArray<number | null>;
  readonly template: readonly number[];
}

/**
 * The vocabulary file that tables say.
 *
 * @param tables the parsed JSON
 * @throws HubError `invalid-option` when it is of another layout
 */
export function readTables(tables: unknown): LexiconFile {
  if ((tables as LexiconTables | null)?.format !== TABLES_FORMAT)
    throw new HubError('invalid-option', `The vocabulary is not in tables of format ${TABLES_FORMAT}.`);
  const { version, prefixes, rows, templates, terms, nodes, units } = tables as LexiconTables;
  const nameOfUnit = unitNames(prefixes);
  const templateOf = (place: number, name: string, unit: string | null): Template =>
    templates[place]!.map((row): Template[number] => {
      const [predicate, objects] = rows[row]!;
      return [predicate, objects.map((object) => (object === UNIT ? nameOfUnit(unit)! : filledIn(object, name)))];
    });
  const [replacedBy, range, differences] = [
    new Map(terms.replacedBy),
    new Map(terms.range),
    new Set(terms.isDifference),
  ];
  let owner = 0;
  return {
    format: 1,
    version,
    prefixes,
    terms: terms.name.map((name, at): FileTerm => ({
      name,
      label: terms.label[at]!,
      description: terms.description[at] ?? '',
      category: terms.category[at]!,
      datatype: terms.datatype[at]!,
      unit: terms.unit[at]!,
      alternatives: terms.alternatives[at] ?? [],
      template: templateOf(terms.template[at]!, name, terms.unit[at]!),
      ...(replacedBy.has(at) ? { replacedBy: replacedBy.get(at)! } : {}),
      ...(range.has(at) ? { range: range.get(at)! } : {}),
      ...(differences.has(at) ? { isDifference: true } : {}),
    })),
    nodes: nodes.name.map((name, at) => {
      owner += nodes.step[at] ?? 0;
      const term = nodes.step[at] === null ? '' : terms.name[owner]!;
      const template = templateOf(nodes.template[at]!, term, terms.unit[owner] ?? null);
      return [name.startsWith(OWN) ? underscored(term) + name.slice(1) : name, template];
    }),
    ...(units === undefined ? {} : { units }),
  };
}

/** Stands for the name of the term. */
export const OWN = '*';
/** Stands for the unit of the term. */
export const UNIT = '~';

/** Names of other ontologies may have the sign, too: it counts in these places alone. */
function filledIn(object: string, name: string): string {
  if (object.startsWith(`?${OWN}`)) return `?${underscored(name)}${object.slice(2)}`;
  return /^(?:[$@]|vocab:)\*$/.test(object) ? object.slice(0, -1) + name : object;
}

/** The name of a term as names of nodes begin with it. */
export function underscored(name: string): string {
  return name.replaceAll('-', '_');
}

/** Tells the prefixed name of a unit by its IRI; null where no prefix fits. */
export function unitNames(prefixes: LexiconFile['prefixes']): (iri: string | null) => string | null {
  const known = new Map<string | null, string | null>([[null, null]]);
  return (iri) => {
    let name = known.get(iri);
    if (name === undefined) {
      const found = prefixes.find(([, namespace]) => iri!.startsWith(namespace));
      name = found === undefined ? null : `${found[0]}:${iri!.slice(found[1].length)}`;
      known.set(iri, name);
    }
    return name;
  };
}
