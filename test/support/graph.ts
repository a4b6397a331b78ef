import type { Term } from 'n3';

/**
 * A triple of plain strings: `<iri>`, `_:label`, `"lexical form"^^<datatype>`, `"lexical form"@lang`, nothing escaped. Two terms are equal
 * where their strings are.
 */
export type Triple = readonly [subject: string, predicate: string, object: string];

export function iriOf(value: string): string {
  return `<${value}>`;
}

export function literalOf(lexicalForm: string, datatype: string, language = ''): string {
  return language === '' ? `"${lexicalForm}"^^<${datatype}>` : `"${lexicalForm}"@${language}`;
}

/** The string of an RDF/JS term. */
export function termOf(term: Pick<Term, 'termType' | 'value'>): string {
  if (term.termType === 'NamedNode') return iriOf(term.value);
  if (term.termType === 'BlankNode') return `_:${term.value}`;
  if (term.termType !== 'Literal') throw new Error(`no term of a triple: ${term.termType}`);
  const { language, datatype } = term as unknown as {
    language: string;
    datatype: { value: string };
  };
  return literalOf(term.value, datatype.value, language);
}

export function isBlank(term: string): boolean {
  return term.startsWith('_:');
}

/** The triples without repetition, in the order of their first appearance. */
export function distinctTriples(triples: Iterable<Triple>): Triple[] {
  const seen = new Map<string, Triple>();
  for (const triple of triples) {
    const key = triple.join('\u0001');
    if (!seen.has(key)) seen.set(key, triple);
  }
  return [...seen.values()];
}
