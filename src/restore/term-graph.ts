import type { Term } from 'n3';
import { HubError } from '../errors.ts';
import { RDF_LANG_STRING } from '../rdf/namespaces.ts';
import { GraphBuilder } from './graph.ts';
import { canonicalLiteral } from './scan-ntriples.ts';

const NO_BYTES = new Uint8Array(0);

/** Adds triples of RDF/JS terms. */
export class TermGraph {
  readonly builder: GraphBuilder;

  constructor(maxTriples: number) {
    this.builder = new GraphBuilder(NO_BYTES, maxTriples);
  }

  /** Terms in canonical N-Triples. */
  add(subject: string, predicate: string, object: string): void {
    const { builder } = this;
    builder.addTriple(builder.addText(subject), builder.addText(predicate), builder.addText(object));
  }

  addQuad(quad: QuadTerms): void {
    this.add(...termsOfQuad(quad));
  }
}

export interface QuadTerms {
  readonly subject: Term;
  readonly predicate: Term;
  readonly object: Term;
  readonly graph: Term;
}

/** The terms of a quad in canonical N-Triples. @throws HubError `malformed-rdf` for one of a named graph */
export function termsOfQuad({ subject, predicate, object, graph }: QuadTerms): [string, string, string] {
  if (graph.termType !== 'DefaultGraph') throw namedGraphs();
  return [textOf(subject), textOf(predicate), textOf(object)];
}

function textOf(term: Term): string {
  if (term.termType === 'NamedNode') return `<${term.value}>`;
  if (term.termType === 'BlankNode') return `_:${term.value}`;
  if (term.termType !== 'Literal') throw new HubError('malformed-rdf', `A ${term.termType} is no term of RDF 1.1.`);
  return literalText(term.value, term.datatype.value, term.language);
}

/** A literal in canonical N-Triples. */
export function literalText(lexical: string, datatype: string, language: string): string {
  const isText = datatype === RDF_LANG_STRING && language !== '';
  return canonicalLiteral(lexical, isText ? `@${language}` : `^^<${datatype}>`);
}

export function namedGraphs(): HubError {
  return new HubError('malformed-rdf', 'The text has named graphs; send each of them as a graph of its own.');
}
