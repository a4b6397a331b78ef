import type { Lexicon } from '../mapping/lexicon/lexicon.ts';
import type { SemanticBlock } from '../mapping/semantic/semantic-block.ts';
import { percentEncode } from '../rdf/iri.ts';
import type { DocumentPart } from './document-part.ts';
import type { Graph } from './graph.ts';
import { predicatesOf } from './key-readings.ts';
import type { ReaderNumber } from './readers.ts';

/** Objects of one predicate that the first reader looks at. */
const MAX_LOOKED_AT = 16;

/** Sets of predicates that are kept. */
const MOST_KNOWN = 64;

/** What the predicates of a document say of its base: documents with the same ones share it. */
interface KnownPredicates {
  /** The base, where a predicate alone tells it. */
  readonly base: string | null;
  /** By predicate of a term, the name of the term as it stands in the IRI of an entity: `/name/`. */
  readonly keys: ReadonlyMap<number, string>;
  /** The base where no entity tells one. */
  readonly otherwise: string;
  readonly iris: readonly string[];
}

/** Finds the namespaces in which entities and keys that are no terms seem to be minted. */
export class BaseFinder {
  private readonly graph: Graph;
  private readonly lexicon: Lexicon;
  /** Predicates that are those of no key, whatever their namespace. */
  private readonly stated: ReadonlySet<string>;
  private readonly known = new Map<string, KnownPredicates>();
  /** By entity and key: what stands before the key. Documents share their entities. */
  private readonly bases = new Map<string, Map<number, string | null>>();

  /** @param block by which the documents are read; null for the templates of the vocabulary */
  constructor(graph: Graph, lexicon: Lexicon, block: SemanticBlock | null) {
    this.graph = graph;
    this.lexicon = lexicon;
    this.stated = block === null ? new Set() : predicatesOf(block, lexicon);
  }

  /**
   * The namespace of a document: the hub's own where the graph has it; else what stands before the key in the IRI of an entity, if keys have it,
   * too; else that of a key of the root; else what stands before the key in most entities, for those of others may be cited; else the
   * namespace of a predicate that no registered prefix has; else the hub's own. The first reader takes any that stands in an entity.
   *
   * @param name of the set of its predicates
   */
  baseOf({ predicates, nodes }: DocumentPart, name: string, reader: ReaderNumber): string {
    const { graph, lexicon } = this;
    let known = this.known.get(name);
    if (known === undefined) {
      known = this.readPredicates(predicates);
      if (this.known.size < MOST_KNOWN) this.known.set(name, known);
    }
    if (known.base !== null) return known.base;
    const found = new Map<string, number>();
    const looks = new Map<number, number>();
    for (const node of nodes) {
      for (let at = graph.startOf(node); at < graph.endOf(node); at++) {
        const predicate = graph.predicates[at]!;
        const key = known.keys.get(predicate);
        const object = graph.objects[at]!;
        if (key === undefined || graph.isLiteral(object) || graph.isAnonymous(object)) continue;
        const looked = (looks.get(predicate) ?? 0) + 1;
        if (reader === 1 && looked > MAX_LOOKED_AT) continue;
        looks.set(predicate, looked);
        const base = this.baseBefore(key, object);
        if (base === lexicon.idIri) return base;
        if (base !== null) found.set(base, (found.get(base) ?? 0) + 1);
      }
    }
    const bases = [...found.keys()].toSorted();
    if (reader === 1) return bases[0] ?? known.otherwise;
    bases.sort((one, other) => found.get(other)! - found.get(one)!);
    const ofKeys = bases.find((base) => known.iris.some((iri) => iri.startsWith(base)));
    return ofKeys ?? this.namespaceAt(nodes[0]!) ?? bases[0] ?? known.otherwise;
  }

  private namespaceAt(root: number): string | null {
    const { graph } = this;
    const predicates = new Set(graph.predicates.subarray(graph.startOf(root), graph.endOf(root)));
    return namespaceOfKeys(this.unstated(predicates), this.lexicon);
  }

  private readPredicates(predicates: readonly number[]): KnownPredicates {
    const { idIri, vocabularyIri, terms } = this.lexicon;
    const iris = this.unstated(predicates);
    const keys = new Map<number, string>();
    for (const predicate of predicates) {
      const iri = this.graph.iriOf(predicate);
      const name = iri.startsWith(vocabularyIri) ? iri.slice(vocabularyIri.length) : null;
      if (name !== null && terms.has(name)) keys.set(predicate, `/${percentEncode(name)}/`);
    }
    return {
      base: iris.some((iri) => iri.startsWith(idIri)) ? idIri : null,
      keys,
      otherwise: namespaceOfKeys(iris, this.lexicon) ?? idIri,
      iris,
    };
  }

  private unstated(predicates: Iterable<number>): string[] {
    return Array.from(predicates, (predicate) => this.graph.iriOf(predicate)).filter((iri) => !this.stated.has(iri));
  }

  private baseBefore(key: string, object: number): string | null {
    const known = this.bases.get(key) ?? new Map<number, string | null>();
    this.bases.set(key, known);
    let base = known.get(object);
    if (base === undefined) known.set(object, (base = baseBefore(key, this.graph.iriOf(object))));
    return base;
  }
}

/** What stands before the name of a key in the IRI of an entity; null where it does not stand before the text. @param key `/name/` */
function baseBefore(key: string, iri: string): string | null {
  const text = iri.lastIndexOf('/') + 1;
  const start = text - key.length + 1;
  const before = iri.charAt(start - 1);
  return start > 0 && iri.slice(start, text) === key.slice(1) && (before === '/' || before === '#')
    ? iri.slice(0, start)
    : null;
}

function namespaceOfKeys(iris: readonly string[], { prefixes, vocabularyIri }: Lexicon): string | null {
  const registered = new Set([...prefixes.values(), vocabularyIri]);
  const others = iris
    .map((iri) => iri.slice(0, Math.max(iri.lastIndexOf('/'), iri.lastIndexOf('#')) + 1))
    .filter((namespace) => namespace !== '' && !registered.has(namespace) && !namespace.endsWith('/ontology#'));
  return others.toSorted()[0] ?? null;
}
