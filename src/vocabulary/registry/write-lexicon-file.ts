import { FILE_FORMAT, type LexiconFile } from '../../mapping/lexicon/lexicon-file.ts';
import { otherNamesOf } from '../describe/descriptions.ts';
import { asTemplate } from './templates.ts';
import type { Vocabulary } from '../vocabulary.ts';

/**
 * A vocabulary as the file that the command line and the library read, so that they need no triplestore.
 *
 * @param baseUrl the address of the hub whose vocabulary it is; it does not show in the file
 */
export function writeLexiconFile(vocabulary: Vocabulary, baseUrl: string): LexiconFile {
  const relative = (iri: string): string => (iri.startsWith(`${baseUrl}/`) ? iri.slice(baseUrl.length) : iri);
  const { units } = vocabulary.lexicon;
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
      alternatives: otherNamesOf(vocabulary, term),
      template: asTemplate(term.rows),
      ...(term.deprecated ? { replacedBy: term.replacedBy } : {}),
      ...(term.range === null ? {} : { range: term.range }),
      ...(vocabulary.lexicon.terms.get(term.name)?.isDifference === true ? { isDifference: true } : {}),
    })),
    nodes: Array.from(vocabulary.nodes, ([name, rows]) => [name, asTemplate(rows)]),
    ...(units === undefined ? {} : { units: units.map((unit) => ({ ...unit, iri: relative(unit.iri) })) }),
  };
}
