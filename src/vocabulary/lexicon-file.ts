import { FILE_FORMAT, type LexiconFile } from '../mapping/lexicon-file.ts';
import { SKOS } from '../rdf/namespaces.ts';
import { asTemplate } from './templates.ts';
import type { Term, Vocabulary } from './vocabulary.ts';

const LABELS = new Set(['prefLabel', 'altLabel', 'hiddenLabel'].map((name) => SKOS + name));

/**
 * A vocabulary as the file that the command line and the library read, so that they need no triplestore.
 *
 * @param baseUrl the address of the hub whose vocabulary it is; it does not show in the file
 */
export function writeLexiconFile(vocabulary: Vocabulary, baseUrl: string): LexiconFile {
  const names = readNames(vocabulary);
  const relative = (iri: string): string => (iri.startsWith(`${baseUrl}/`) ? iri.slice(baseUrl.length) : iri);
  return {
    format: FILE_FORMAT,
    version: vocabulary.version,
    prefixes: vocabulary.prefixes.map(({ prefix, namespace }) => [prefix, relative(namespace)]),
    terms: Array.from(vocabulary.terms.values(), (term) => ({
      name: term.name,
      label: term.label,
      description: term.description,
      category: term.category,
      datatype: term.datatype,
      unit: term.unit === null ? null : relative(term.unit),
      alternatives: alternativesOf(term, names),
      template: asTemplate(term.rows),
      ...(term.deprecated ? { replacedBy: term.replacedBy } : {}),
    })),
    nodes: Array.from(vocabulary.nodes, ([name, rows]) => [name, asTemplate(rows)]),
  };
}

/** All labels by the IRI of what they name. */
function readNames({ triples }: Vocabulary): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  for (const { s, p, o } of triples) {
    if (!LABELS.has(p)) continue;
    const known = names.get(s.value);
    if (known === undefined) names.set(s.value, [o.value]);
    else known.push(o.value);
  }
  return names;
}

/** Sorted, so that the same vocabulary makes the same file. */
function alternativesOf(term: Term, names: ReadonlyMap<string, readonly string[]>): string[] {
  return [...new Set(names.get(term.iri))].filter((name) => name !== term.label).toSorted();
}
