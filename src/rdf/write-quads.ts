import { datatypeOf, type BoundTerm } from './rows.ts';
import { blankNode, iri, literal, sparql, type Sparql } from './sparql.ts';
import type { Quad, Triple } from './triple.ts';

/**
 * The quads as N-Quads, a line for each, in their order.
 *
 * @throws TypeError for an IRI that is none, and a literal that RDF cannot hold
 */
export function writeQuads(quads: readonly Quad[]): string {
  return quads.map((quad) => `${writeTriple(quad).text} ${iri(quad.graph).text} .\n`).join('');
}

/**
 * The quads as SPARQL's QuadPattern without variables (SPARQL 1.1 §19.8), which `INSERT DATA` and templates take.
 *
 * @throws TypeError as `writeQuads`
 */
export function quadData(quads: readonly Quad[]): Sparql {
  const graphs = new Map<string, Sparql[]>();
  for (const quad of quads) {
    const triple = sparql`${writeTriple(quad)} .`;
    const known = graphs.get(quad.graph);
    if (known === undefined) graphs.set(quad.graph, [triple]);
    else known.push(triple);
  }
  return sparql`${[...graphs].map(([graph, triples]) => sparql`GRAPH ${iri(graph)} { ${triples} }`)}`;
}

function writeTriple({ s, p, o }: Triple): Sparql {
  return sparql`${writeTerm(s)} ${iri(p)} ${writeTerm(o)}`;
}

function writeTerm(term: BoundTerm): Sparql {
  if (term.type === 'uri') return iri(term.value);
  if (term.type === 'bnode') return blankNode(term.value);
  const language = term['xml:lang'];
  return literal(term.value, language === undefined ? { datatype: datatypeOf(term) } : { language });
}
