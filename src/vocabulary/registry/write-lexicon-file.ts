import { FILE_FORMAT, type LexiconFile } from '../../mapping/lexicon/lexicon-file.ts';
import { otherNamesOf } from '../describe/descriptions.ts';
import { asTemplate } from './templates.ts';
import type { Term, Vocabulary } from '../vocabulary.ts';
import { LexiconTableWriter } from './write-lexicon-tables.ts';

/** Terms or nodes that are written at a time. */
const PIECE_ENTRIES = 200;
/** Entries of a column of tables that are written at a time. */
const COLUMN_ENTRIES = 2000;

/**
 * A vocabulary as the file that the command line and the library read, so that they need no triplestore.
 *
 * @param baseUrl the address of the hub whose vocabulary it is; it does not show in the file
 */
export function writeLexiconFile(vocabulary: Vocabulary, baseUrl: string): LexiconFile {
  return {
    ...headOf(vocabulary, baseUrl),
    terms: Array.from(vocabulary.terms.values(), (term) => fileTermOf(term, vocabulary, baseUrl)),
    nodes: Array.from(vocabulary.nodes, fileNodeOf),
    ...unitsOf(vocabulary, baseUrl),
  };
}

/**
 * The same file as JSON, in pieces that take some milliseconds each.
 *
 * @param withTexts whether it has the texts that conversions do not need: definitions and other names
 */
export function* lexiconPieces(vocabulary: Vocabulary, baseUrl: string, withTexts: boolean): Generator<string> {
  yield JSON.stringify(headOf(vocabulary, baseUrl)).slice(0, -1);
  yield* listPieces('terms', vocabulary.terms.values(), (term) => {
    const whole = fileTermOf(term, vocabulary, baseUrl);
    return withTexts ? whole : { ...whole, description: undefined, alternatives: undefined };
  });
  yield* listPieces('nodes', vocabulary.nodes, fileNodeOf);
  const { units } = unitsOf(vocabulary, baseUrl);
  yield units === undefined ? '}' : `,"units":${JSON.stringify(units)}}`;
}

/**
 * The same vocabulary as `LexiconTables`, as JSON in pieces. The first pieces are empty: tables begin when all templates were seen.
 *
 * @param withTexts as `lexiconPieces` takes it
 */
export function* lexiconTablePieces(vocabulary: Vocabulary, baseUrl: string, withTexts: boolean): Generator<string> {
  const head = headOf(vocabulary, baseUrl);
  const writer = new LexiconTableWriter(head.prefixes, withTexts);
  let seen = 0;
  for (const term of vocabulary.terms.values()) {
    writer.addTerm(fileTermOf(term, vocabulary, baseUrl));
    if (++seen % PIECE_ENTRIES === 0) yield '';
  }
  for (const node of vocabulary.nodes) {
    writer.addNode(fileNodeOf(node));
    if (++seen % PIECE_ENTRIES === 0) yield '';
  }
  yield* writer.pieces({ ...head, ...unitsOf(vocabulary, baseUrl) }, COLUMN_ENTRIES);
}

/** A member of an object, a list, as JSON with a comma before it. */
function* listPieces<T>(name: string, entries: Iterable<T>, write: (entry: T) => object): Generator<string> {
  let separator = `,"${name}":[`;
  let piece: string[] = [];
  for (const entry of entries) {
    if (piece.push(JSON.stringify(write(entry))) < PIECE_ENTRIES) continue;
    yield separator + piece.join(',');
    separator = ',';
    piece = [];
  }
  yield piece.length > 0 || separator.length > 1 ? `${separator}${piece.join(',')}]` : ']';
}

function headOf(
  { version, prefixes }: Vocabulary,
  baseUrl: string,
): Pick<LexiconFile, 'format' | 'version' | 'prefixes'> {
  return {
    format: FILE_FORMAT,
    version,
    prefixes: prefixes.map(({ prefix, namespace }) => [prefix, relativeTo(baseUrl, namespace)]),
  };
}

function fileTermOf(term: Term, vocabulary: Vocabulary, baseUrl: string): LexiconFile['terms'][number] {
  return {
    name: term.name,
    label: term.label,
    description: term.description,
    category: term.category,
    datatype: term.datatype,
    unit: term.unit === null ? null : relativeTo(baseUrl, term.unit),
    alternatives: otherNamesOf(vocabulary, term),
    template: asTemplate(term.rows),
    ...(term.deprecated ? { replacedBy: term.replacedBy } : {}),
    ...(term.range === null ? {} : { range: term.range }),
    ...(vocabulary.lexicon.terms.get(term.name)?.isDifference === true ? { isDifference: true } : {}),
  };
}

/** The units, some hundred, of a vocabulary that knows them. */
function unitsOf({ lexicon: { units } }: Vocabulary, baseUrl: string): Pick<LexiconFile, 'units'> {
  return units === undefined ? {} : { units: units.map((unit) => ({ ...unit, iri: relativeTo(baseUrl, unit.iri) })) };
}

function fileNodeOf([name, rows]: readonly [string, Term['rows']]): LexiconFile['nodes'][number] {
  return [name, asTemplate(rows)];
}

function relativeTo(baseUrl: string, iri: string): string {
  return iri.startsWith(`${baseUrl}/`) ? iri.slice(baseUrl.length) : iri;
}
