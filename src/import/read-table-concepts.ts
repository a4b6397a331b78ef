import { otherDelimiter } from '../csv/other-delimiter.ts';
import { readTable } from '../csv/read-table.ts';
import { HubError } from '../errors.ts';
import { isAbsoluteIri } from '../rdf/iri.ts';
import { markLength } from '../rdf/utf8.ts';
import { emptyConcept, type Concept } from './concept.ts';
import type { ImportReport } from './import-report.ts';
import { LANGUAGES } from './languages.ts';

type Field =
  | 'name'
  | 'label'
  | 'definition'
  | 'altLabel'
  | 'note'
  | 'notation'
  | 'unit'
  | 'quantityKind'
  | 'datatype'
  | 'broader'
  | 'iri'
  | 'category'
  | 'deprecated'
  | 'replacedBy'
  | 'example'
  | 'exactMatch';

/** The titles of columns, in small letters without what stands between words. */
const TITLES: ReadonlyMap<string, Field> = new Map<string, Field>([
  ['name', 'name'],
  ['key', 'name'],
  ['label', 'label'],
  ['preflabel', 'label'],
  ['title', 'label'],
  ['definition', 'definition'],
  ['description', 'definition'],
  ['comment', 'definition'],
  ['altlabel', 'altLabel'],
  ['synonym', 'altLabel'],
  ['synonyms', 'altLabel'],
  ['note', 'note'],
  ['scopenote', 'note'],
  ['notation', 'notation'],
  ['code', 'notation'],
  ['unit', 'unit'],
  ['units', 'unit'],
  ['quantitykind', 'quantityKind'],
  ['datatype', 'datatype'],
  ['type', 'datatype'],
  ['broader', 'broader'],
  ['parent', 'broader'],
  ['iri', 'iri'],
  ['uri', 'iri'],
  ['id', 'iri'],
  ['category', 'category'],
  ['deprecated', 'deprecated'],
  ['replacedby', 'replacedBy'],
  ['isreplacedby', 'replacedBy'],
  ['example', 'example'],
  ['exactmatch', 'exactMatch'],
]);
/** Fields that say their language in the title: `label@de`, `label_de`. */
const TEXTS: ReadonlySet<Field> = new Set<Field>(['label', 'definition', 'altLabel', 'note']);

/** Fields of which a row has one value. */
const SINGLE: readonly Field[] = ['name', 'iri', 'category', 'example'];

/** What tables say in place of a unit: `NA` is none either, unlike nA. */
const NO_UNIT = /^(?:n\/a|N\/A|NA|none|None|NONE)$/;

interface Column {
  readonly title: string;
  readonly field: Field | null;
  /** Empty where the title says none. */
  readonly language: string;
}

/** A table of concepts in CSV. */
export interface ConceptTable {
  /** How messages name it. */
  readonly name: string;
  /** UTF-8, with or without a byte order mark. */
  readonly bytes: Uint8Array;
  /** Separates cells, `,`; a line `sep=;` before the header names another. */
  readonly delimiter: string;
  /** IRIs of rows that state none, or a relative one, are made with it. */
  readonly namespace?: string | undefined;
}

/**
 * The concepts of a table, a row each, in its order. Cells of several values are lists with semicolons. Rows that are malformed, and
 * columns that say nothing of terms, are told to the report.
 *
 * @throws HubError `invalid-option` for a table without a header, or without a column of labels or names
 */
export function readTableConcepts(table: ConceptTable, report: ImportReport): Concept[] {
  const { name, bytes, delimiter } = table;
  const { scanner, records, isNamed } = readTable(bytes.subarray(markLength(bytes)), delimiter);
  let columns: readonly Column[] | null = null;
  const concepts: Concept[] = [];
  for (const { cells, line } of records) {
    if (columns === null) {
      const fault = scanner.fault === null ? null : `the header cannot be read: ${scanner.fault.message}`;
      columns = readHeader(`${name}:${line}`, cells, fault ?? (isNamed ? null : otherDelimiter(cells, delimiter)));
      scanner.expected = columns.length;
    } else if (scanner.fault !== null) {
      report.tell('malformed-row', `${name}:${scanner.fault.line}`, { detail: scanner.fault.message });
    } else if (cells.some((cell) => cell.trim() !== '')) {
      concepts.push(readRow(`${name}:${line}`, columns, cells, table, report));
    }
  }
  if (columns === null)
    throw new HubError('invalid-option', `${name} has no header: its first row has to name columns.`);
  resolveNames(concepts, table.namespace, report);
  return concepts;
}

function readHeader(place: string, cells: readonly string[], fault: string | null): Column[] {
  if (fault !== null) throw new HubError('invalid-option', `${place}: ${fault}`);
  const columns = cells.map((cell) => readTitle(cell.trim()));
  if (columns.some(({ field }) => field === 'label' || field === 'name')) return columns;
  throw new HubError(
    'invalid-option',
    `${place}: there is no column of labels or names. It has ${columns.map(({ title }) => JSON.stringify(title)).join(', ')}; title one "label" or "name".`,
  );
}

/** `label`, `label@de-AT`, `label_de`. */
function readTitle(title: string): Column {
  const at = title.indexOf('@');
  if (at !== -1) {
    const field = fieldOf(title.slice(0, at));
    const isText = field !== null && TEXTS.has(field);
    return { title, field: isText ? field : null, language: title.slice(at + 1).toLowerCase() };
  }
  const whole = fieldOf(title);
  if (whole !== null) return { title, field: whole, language: '' };
  const language = LANGUAGES.find((one) => title.toLowerCase().endsWith(`_${one}`));
  const field = language === undefined ? null : fieldOf(title.slice(0, -3));
  const isText = field !== null && TEXTS.has(field);
  return { title, field: isText ? field : null, language: isText ? language! : '' };
}

function fieldOf(words: string): Field | null {
  return TITLES.get(words.toLowerCase().replace(/[\s._-]/g, '')) ?? null;
}

function readRow(
  place: string,
  columns: readonly Column[],
  cells: readonly string[],
  { namespace }: ConceptTable,
  report: ImportReport,
): Concept {
  const valueOf = (field: Field): string | null => {
    const at = columns.findIndex((column, i) => column.field === field && cells[i]!.trim() !== '');
    return at === -1 ? null : cells[at]!.trim();
  };
  const [stated, name] = [valueOf('iri'), valueOf('name')];
  const iri = iriOf(stated ?? (namespace === undefined ? null : name), namespace);
  const concept = emptyConcept(iri ?? place, iri);
  concept.name = name;
  concept.category = valueOf('category');
  concept.example = valueOf('example');
  if (stated !== null && iri === null) report.tell('not-an-iri', place, { property: 'iri', detail: stated });
  for (const [at, { title, field, language }] of columns.entries()) {
    const cell = cells[at]!.trim();
    if (cell === '') continue;
    if (field === null) report.tell('property', concept.id, { property: title });
    else if (SINGLE.includes(field) && cell !== valueOf(field))
      report.tell('second-column', concept.id, { property: title, detail: cell });
    else noteCell(concept, field, cell, language);
  }
  return concept;
}

function noteCell(concept: Concept, field: Field, cell: string, language: string): void {
  switch (field) {
    case 'label':
      return void concept.labels.push({ text: cell, language });
    case 'definition':
      return void concept.definitions.push({ text: cell, language });
    case 'note':
      return void concept.notes.push({ text: cell, language });
    case 'altLabel':
      for (const text of listed(cell)) concept.otherLabels.push({ text, language });
      return;
    case 'notation':
      for (const one of listed(cell)) concept.notations.push(one);
      return;
    case 'unit':
      if (!NO_UNIT.test(cell)) concept.units.push(cell);
      return;
    case 'quantityKind':
      return void concept.quantityKinds.push(cell);
    case 'datatype':
      return void concept.datatypes.push(cell);
    case 'broader':
      for (const one of listed(cell)) concept.broader.push(one);
      return;
    case 'replacedBy':
      for (const one of listed(cell)) concept.replacements.push(one);
      return;
    case 'exactMatch':
      for (const iri of listed(cell)) concept.links.push({ kind: 'exactMatch', iri });
      return;
    case 'deprecated':
      return void concept.deprecations.push(cell);
    default:
  }
}

function listed(cell: string): string[] {
  return cell
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/** An absolute IRI as it is, and any other with the namespace; null where there is neither. */
function iriOf(text: string | null, namespace: string | undefined): string | null {
  if (text === null || isAbsoluteIri(text)) return text;
  return namespace !== undefined && isAbsoluteIri(namespace + text) ? namespace + text : null;
}

/** Has rows name concepts, where they name other rows of the table, by their labels if these have no names, or IRIs that are relative. */
function resolveNames(concepts: readonly Concept[], namespace: string | undefined, report: ImportReport): void {
  const byName = new Map<string, string>();
  const ambiguous = new Set<string>();
  for (const { name: stated, labels, id } of concepts) {
    const name = stated ?? labels[0]?.text;
    if (name === undefined) continue;
    const first = byName.get(name);
    if (first === undefined) byName.set(name, id);
    else if (first !== id) ambiguous.add(name);
  }
  for (const { id, broader, replacements } of concepts)
    for (const list of [broader, replacements])
      for (const [at, one] of list.entries()) {
        if (ambiguous.has(one)) report.tell('name-ambiguous', id, { detail: one });
        list[at] = byName.get(one) ?? iriOf(one, namespace) ?? one;
      }
}
