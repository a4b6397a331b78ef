import type { Triple } from './graph.ts';

/** The triples as N-Triples. Their lexical forms need escapes for quotes, backslashes and line ends alone. */
export function toNTriples(triples: readonly Triple[]): string {
  return triples.map((triple) => `${triple.map(escape).join(' ')} .\n`).join('');
}

function escape(term: string): string {
  if (!term.startsWith('"')) return term;
  const end = term.lastIndexOf('"');
  return `${JSON.stringify(term.slice(1, end))}${term.slice(end + 1)}`;
}
