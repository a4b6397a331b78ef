import type { Lexicon } from '../../src/mapping/lexicon/lexicon.ts';
import type { ConvertOptions } from '../../src/mapping/convert.ts';
import { escapeTriplesText } from '../../src/rdf/escape.ts';
import { convertWithResidue } from '../../src/restore/convert-with-residue.ts';
import type { Grade } from '../../src/restore/digest.ts';
import type { Graph } from '../../src/restore/graph.ts';
import { restoreDocuments, type RestoredDocument, type RestoreOptions } from '../../src/restore/restore-documents.ts';
import { scanNTriples } from '../../src/restore/scan-ntriples.ts';
import { CONVERT_DEFAULTS } from './convert.ts';
import type { Triple } from './graph.ts';

/** The graph of a document with what leads back to it. */
export function convertSourced(
  body: string | Uint8Array,
  lexicon: Lexicon,
  options: Partial<ConvertOptions> = {},
  grade: Grade = 'value',
  source?: Uint8Array,
): string {
  const chunks: Uint8Array[] = [];
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const { head } = convertWithResidue(
    bytes,
    lexicon,
    { ...CONVERT_DEFAULTS, ...options },
    grade,
    (chunk) => chunks.push(chunk),
    source ?? bytes,
  );
  return Buffer.concat([head, ...chunks]).toString();
}

/** The documents of N-Triples. */
export function restoreNTriples(
  text: string,
  lexicon: Lexicon,
  options: Partial<RestoreOptions> = {},
): RestoredDocument[] {
  const graph = scanNTriples(Buffer.from(text), 1_000_000);
  const defaults = { lexicons: [lexicon], block: null, base: null, byValue: false, maxLength: 10_000_000 };
  return [...restoreDocuments(graph, { ...defaults, ...options })];
}

/** The triples of a graph by their subjects, each term as canonical N-Triples. */
export function linesOf(graph: Graph): string[] {
  const lines: string[] = [];
  for (let subject = 0; subject < graph.terms; subject++)
    for (let at = graph.startOf(subject); at < graph.endOf(subject); at++)
      lines.push([subject, graph.predicates[at]!, graph.objects[at]!].map((term) => graph.textOf(term)).join(' '));
  return lines;
}

/** The N-Triples of a graph in another order, with other labels. */
export function rewritten(triples: readonly Triple[]): string {
  const labels = new Map<string, string>();
  const name = (term: string): string => {
    if (term.startsWith('"')) {
      const quote = term.lastIndexOf('"');
      return `"${escapeTriplesText(term.slice(1, quote))}${term.slice(quote)}`;
    }
    if (!term.startsWith('_:')) return term;
    if (!labels.has(term)) labels.set(term, `_:other${labels.size * 7}`);
    return labels.get(term)!;
  };
  const write = (triple: Triple): string => `${triple.map((term) => name(term)).join(' ')} .`;
  // The order of the texts is another than that of the document.
  return `${triples.map(write).toSorted().toReversed().join('\n')}\n`;
}

/** What the graph says of its source besides the digest is taken out. */
export function withoutResidue(ntriples: string): string {
  return ntriples.replace(/^.*#residue> .*\n/m, '');
}
