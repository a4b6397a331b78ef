import type { Lexicon } from '../mapping/lexicon/lexicon.ts';
import { percentEncode } from '../rdf/iri.ts';
import type { DocumentPart } from './document-part.ts';
import type { Graph } from './graph.ts';

/** Objects of one predicate that are looked at: entities of one document have one base. */
const MAX_LOOKED_AT = 16;

/**
 * The namespace in which entities and keys that are no terms seem to be minted: the hub's own where the graph has it; else what stands
 * before the key in the IRI of an entity; else the namespace of a predicate that no registered prefix has; else the hub's own.
 */
export function inferBase(graph: Graph, { predicates, nodes }: DocumentPart, lexicon: Lexicon): string {
  const { idIri, vocabularyIri, terms } = lexicon;
  const iris = predicates.map((predicate) => graph.iriOf(predicate));
  if (iris.some((iri) => iri.startsWith(idIri))) return idIri;
  const found: string[] = [];
  const keys = new Map<number, string>();
  for (const [i, iri] of iris.entries()) {
    const name = iri.startsWith(vocabularyIri) ? iri.slice(vocabularyIri.length) : null;
    if (name !== null && terms.has(name)) keys.set(predicates[i]!, `/${percentEncode(name)}/`);
  }
  const looks = new Map<number, number>();
  for (const node of nodes) {
    for (let at = graph.startOf(node); at < graph.endOf(node); at++) {
      const key = keys.get(graph.predicates[at]!);
      const object = graph.objects[at]!;
      if (key === undefined || graph.isLiteral(object) || graph.isAnonymous(object)) continue;
      const looked = (looks.get(graph.predicates[at]!) ?? 0) + 1;
      if (looked > MAX_LOOKED_AT) continue;
      looks.set(graph.predicates[at]!, looked);
      const base = baseBefore(key, graph.iriOf(object));
      if (base === idIri) return base;
      if (base !== null) found.push(base);
    }
  }
  return found.toSorted()[0] ?? namespaceOfKeys(iris, lexicon) ?? idIri;
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
