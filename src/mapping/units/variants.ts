import type { Lexicon, LexiconTerm, Template } from '../lexicon/lexicon.ts';

/** The quantity of a term: its name without the unit. */
export function quantityOf(term: string): string {
  const hyphen = term.indexOf('-');
  return hyphen < 0 ? term : term.slice(0, hyphen);
}

/** A key with its template. */
type Described = Pick<LexiconTerm, 'template' | 'unit'>;

interface Knowledge {
  /** Names of terms by quantity. */
  readonly variants: ReadonlyMap<string, readonly string[]>;
  /** Names of terms that templates of others cite. */
  readonly cited: ReadonlySet<string>;
}

const known = new WeakMap<Lexicon, Knowledge>();

function knowledgeOf(lexicon: Lexicon): Knowledge {
  let knowledge = known.get(lexicon);
  if (knowledge === undefined) known.set(lexicon, (knowledge = find(lexicon)));
  return knowledge;
}

function find({
  terms,
  nodes,
}: Pick<Lexicon, 'nodes'> & { readonly terms: ReadonlyMap<string, Described> }): Knowledge {
  const variants = new Map<string, string[]>();
  const cited = new Set<string>();
  for (const [name, { template, unit }] of terms) {
    if (unit !== undefined) {
      const quantity = quantityOf(name);
      const others = variants.get(quantity);
      if (others === undefined) variants.set(quantity, [name]);
      else others.push(name);
    }
    const seen = new Set<string>();
    const collect = (rows: Template): void => {
      for (const object of rows.flatMap(([, objects]) => objects)) {
        const cites = object.slice(1);
        if ((object[0] === '$' || object[0] === '@') && cites !== name) cited.add(cites);
        if (object[0] !== '?' || seen.has(cites)) continue;
        seen.add(cites);
        collect(nodes.get(cites) ?? []);
      }
    };
    collect(template);
  }
  return { variants, cited };
}

/** The names of the terms of a quantity that have a unit. */
export function variantsOf(lexicon: Lexicon, quantity: string): readonly string[] {
  return knowledgeOf(lexicon).variants.get(quantity) ?? [];
}

/** Whether templates of other terms say something of its values: then these are not to change alone. */
export function isCitedByOthers(lexicon: Lexicon, term: string): boolean {
  return knowledgeOf(lexicon).cited.has(term);
}

/** The keys that templates of other keys cite, of a document that carries its templates. */
export function citedByOthers(
  keys: ReadonlyMap<string, Template>,
  nodes: ReadonlyMap<string, Template>,
): ReadonlySet<string> {
  return find({ terms: new Map(Array.from(keys, ([key, template]) => [key, { template }])), nodes }).cited;
}

const UNIT_PREDICATES = new Set(['qudt:hasUnit', 'qudt:unit', 'saref:isMeasuredIn']);
const KIND_PREDICATES = new Set(['qudt:hasQuantityKind']);

/** The template of a node, by its name without the `?`; undefined for one that is not described. */
type NodeOf = (node: string) => Template | undefined;

/**
 * A template with all that it reaches, as a text that is equal for two terms that differ in unit and quantity kind alone.
 *
 * @param isExact units and kinds have to be equal, too
 */
export function formOf(name: string, template: Template, nodeOf: NodeOf, isExact = false): string {
  const open = new Set<string>();
  const objectForm = (predicate: string, object: string): unknown => {
    if (object === `$${name}` || object === `@${name}` || object === `vocab:${name}`) return [object[0]];
    if (object[0] === '?') return nodeForm(object.slice(1));
    if (object[0] === '$' || object[0] === '@') return object;
    if (isExact) return object;
    if (UNIT_PREDICATES.has(predicate)) return ['unit'];
    return KIND_PREDICATES.has(predicate) ? ['kind'] : object;
  };
  const nodeForm = (node: string): unknown => {
    if (open.has(node)) return ['node', node];
    open.add(node);
    const form = rowsForm(nodeOf(node) ?? []);
    open.delete(node);
    return ['node', form];
  };
  const rowsForm = (rows: Template): unknown =>
    rows.map(([predicate, objects]) => [predicate, objects.map((object) => objectForm(predicate, object))]);
  return JSON.stringify(rowsForm(template));
}
