import { RDF } from './namespaces.ts';
import type { BoundTerm } from './rows.ts';
import { distinctIris, usedPrefixes, type Triple } from './triple.ts';

/**
 * The triples as JSON-LD 1.1: a context of prefixes, and a graph of one object per subject. Every property is an array, and every
 * literal a value object, so that readers meet one shape.
 */
export function writeJsonLd(triples: readonly Triple[], prefixes: ReadonlyMap<string, string>): string {
  const schemes = new Set([...distinctIris(triples)].map((iri) => iri.slice(0, iri.indexOf(':'))));
  // A prefix that is a scheme too would be taken for the prefix.
  const used = [...usedPrefixes(triples, prefixes)].filter(([prefix]) => !schemes.has(prefix));
  const compacted = new Map<string, string>();
  const compact = (iri: string): string => {
    let short = compacted.get(iri);
    if (short === undefined) compacted.set(iri, (short = compactIri(iri, used)));
    return short;
  };
  const idOf = (term: BoundTerm): string => (term.type === 'bnode' ? `_:${term.value}` : compact(term.value));
  const valueOf = (term: BoundTerm): object => {
    if (term.type !== 'literal') return { '@id': idOf(term) };
    if (term['xml:lang'] !== undefined) return { '@language': term['xml:lang'], '@value': term.value };
    return term.datatype === undefined
      ? { '@value': term.value }
      : { '@type': compact(term.datatype), '@value': term.value };
  };

  const nodes = new Map<string, Map<string, unknown[]>>();
  for (const { s, p, o } of triples) {
    const id = idOf(s);
    let node = nodes.get(id);
    if (node === undefined) nodes.set(id, (node = new Map<string, unknown[]>()));
    const isType = p === `${RDF}type` && o.type !== 'literal';
    const key = isType ? '@type' : compact(p);
    const values = node.get(key) ?? [];
    values.push(isType ? idOf(o) : valueOf(o));
    node.set(key, values);
  }
  const graph = [...nodes].map(([id, node]) => ({ '@id': id, ...Object.fromEntries(node) }));
  return JSON.stringify({ '@context': Object.fromEntries(used), '@graph': graph });
}

function compactIri(iri: string, prefixes: ReadonlyArray<readonly [prefix: string, namespace: string]>): string {
  for (const [prefix, namespace] of prefixes) {
    const rest = iri.slice(namespace.length);
    if (iri.startsWith(namespace) && rest !== '' && !/[/#]/.test(rest)) return `${prefix}:${rest}`;
  }
  return iri;
}
