import type { Lexicon } from '../mapping/lexicon/lexicon.ts';
import { perLexicon } from '../mapping/lexicon/per-lexicon.ts';
import { ASSEMBLED_ANNOTATIONS } from '../mapping/semantic/assemble.ts';
import type { SemanticBlock } from '../mapping/semantic/semantic-block.ts';
import { resolveTemplates } from '../mapping/templates/resolve-templates.ts';
import type { ResolvedKey } from '../mapping/templates/resolved-templates.ts';
import { percentEncode } from '../rdf/iri.ts';
import { DCTERMS, RDF_TYPE, TIME_HAS_TIME } from '../rdf/namespaces.ts';
import type { Graph } from './graph.ts';

/** A statement that every value of a key makes. */
interface ConstantRow {
  readonly path: readonly number[];
  readonly predicate: number;
  readonly object: number;
  /** How messages name it: predicate and object. */
  readonly words: string;
}

/** How the values of a key are read in one graph: IRIs are numbers of its terms, -1 for those that it lacks. */
export interface KeyReading {
  readonly key: ResolvedKey;
  /** Predicates from a value's node to its literal; null where none leads there. */
  readonly path: readonly number[] | null;
  readonly constants: readonly ConstantRow[];
  /** Predicates that the templates explain at the node itself. */
  readonly explained: ReadonlySet<number>;
}

/** What graphs are read by. */
export interface ReadingOptions {
  readonly lexicon: Lexicon;
  /** The block of the documents, where the caller has it; its templates count then. */
  readonly block: SemanticBlock | null;
  /** The namespace of entities and of keys that are no terms. */
  readonly base: string;
}

/** No key has this predicate. */
const NO_KEY = -1;

/** The keys of a document, in the order in which a restored document has them. */
export class KeyReadings {
  readonly base: string;
  readonly keys: readonly KeyReading[];
  readonly hasTime: number;
  /** Predicates of what the block says of the document itself. */
  readonly annotations: ReadonlySet<number>;
  /** By predicate: the index of its key. */
  private readonly roles = new Map<number, number>();

  /**
   * @param predicates of the document, each once
   * @throws HubError `invalid-semantic` for a block whose names are none
   */
  constructor(graph: Graph, predicates: readonly number[], { lexicon, block, base }: ReadingOptions) {
    this.base = base;
    const found = new Map<string, number>();
    for (const predicate of predicates) {
      const name = keyOf(graph.iriOf(predicate), lexicon, this.base);
      if (name !== null) found.set(name, predicate);
    }
    const order = orderOf(lexicon);
    const names = [...found.keys()].toSorted(
      (one, other) => (order.get(one) ?? Infinity) - (order.get(other) ?? Infinity) || (one < other ? -1 : 1),
    );
    const templates = resolveTemplates(names, lexicon, { base: this.base, align: true, block: block ?? undefined });
    this.hasTime = graph.numberOf(TIME_HAS_TIME) ?? -1;
    this.annotations = new Set(annotationsOf(lexicon, block).map((iri) => graph.numberOf(iri) ?? -1));
    this.keys = Array.from(templates.keys.values(), (key) => bindKey(graph, key));
    for (const [index, name] of names.entries()) this.roles.set(found.get(name)!, index);
  }

  /** The index of the key whose predicate this is; `NO_KEY` for none. */
  keyAt(predicate: number): number {
    return this.roles.get(predicate) ?? NO_KEY;
  }
}

/** The place of each term in its vocabulary. */
const orderOf = perLexicon(
  ({ terms }): ReadonlyMap<string, number> => new Map(Array.from(terms.keys(), (name, index) => [name, index])),
);

/** The key whose predicate an IRI is; null when it is that of none. */
function keyOf(iri: string, lexicon: Lexicon, base: string): string | null {
  const term = nameBelow(iri, lexicon.vocabularyIri);
  if (term !== null && lexicon.terms.has(term)) return term;
  const name = nameBelow(iri, base);
  return name !== null && !lexicon.terms.has(name) ? name : null;
}

/** The text whose percent-encoding continues the namespace; null when nothing has it. */
export function nameBelow(iri: string, namespace: string): string | null {
  if (!iri.startsWith(namespace)) return null;
  const rest = iri.slice(namespace.length);
  try {
    const name = decodeURIComponent(rest);
    return percentEncode(name) === rest ? name : null;
  } catch {
    return null;
  }
}

/** Predicates of the annotations of a block, and of those that the hub adds. */
function annotationsOf(lexicon: Lexicon, block: SemanticBlock | null): string[] {
  const own = (block?.annotations ?? []).map(([property]) => expand(property, lexicon, block!));
  return [RDF_TYPE, ...ASSEMBLED_ANNOTATIONS.map((name) => DCTERMS + name), ...own];
}

/** The IRIs of predicates by which templates and annotations of a block speak: they are no keys of the document. */
export function predicatesOf(block: SemanticBlock, lexicon: Lexicon): ReadonlySet<string> {
  const templates = [...block.context.values()].flatMap((template) => template.map(([predicate]) => predicate));
  const ofTemplates = templates.map((predicate) => expand(predicate, lexicon, block));
  return new Set([...annotationsOf(lexicon, block), ...ofTemplates]);
}

/** The IRI of a prefixed name of a block. */
function expand(prefixed: string, lexicon: Lexicon, block: SemanticBlock): string {
  const [prefix, name] = prefixed.split(/:(.*)/s) as [string, string?];
  return (block.prefixes.get(prefix) ?? lexicon.prefixes.get(prefix) ?? '') + name;
}

function bindKey(graph: Graph, key: ResolvedKey): KeyReading {
  const number = (iri: string): number => graph.numberOf(iri) ?? -1;
  const constants: ConstantRow[] = [];
  const explained = new Set<number>([number(TIME_HAS_TIME)]);
  for (const { path, predicate, object } of key.rows) {
    if (path.length === 0) explained.add(number(predicate));
    if (object.kind !== 'constant') continue;
    const words = `${predicate === RDF_TYPE ? 'a' : `<${predicate}>`} <${object.iri}>`;
    constants.push({ path: path.map(number), predicate: number(predicate), object: number(object.iri), words });
  }
  return { key, path: key.readPath?.map(number) ?? null, constants, explained };
}
