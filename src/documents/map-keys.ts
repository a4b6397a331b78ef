import { readTable } from '../csv/read-table.ts';
import { HubError } from '../errors.ts';
import { readMeanings, type MeaningsOfKeys } from '../mapping/sources/read-meanings.ts';
import { AUTO, getSourceOrChooser } from '../sources/source-files.ts';
import type { Caller } from '../streaming/fair-semaphore.ts';
import { isNumeric } from '../vocabulary/terms.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { booleanKeys } from './boolean-keys.ts';
import { countCategories, inContext, lastName, nearestTerms, type KeyCandidate } from './key-candidates.ts';
import { lowerOpenUnits } from './open-units.ts';
import { unitsBeside } from './units-beside.ts';

/** A key of a document and the terms that it may mean. */
interface MappedKey {
  /** As it stands, or its path where the source of the document tells keys by their paths. */
  readonly key: string;
  /** The likeliest first; empty when nothing comes near. */
  readonly candidates: readonly KeyCandidate[];
  /** The source knows the key and says that no term fits it. */
  readonly isKnownWithoutTerm: boolean;
}

/** What the keys of a document may mean. */
export interface KeyMapping {
  /** The name of the source that the document is of; null when none fits. */
  readonly source: string | null;
  readonly keys: readonly MappedKey[];
  /** Keys that were not looked at, because there are too many. */
  readonly omitted: number;
}

export interface KeyMappingOptions {
  /** The name of a source, or `auto`. */
  readonly source?: string | undefined;
  /** By key, the unit that stands beside its values; by default what the document says. */
  readonly units?: ReadonlyMap<string, string> | undefined;
  /** Candidates of a key at most. */
  readonly most: number;
  readonly maxKeys: number;
}

/** The separators that headers have. */
const SEPARATORS = [';', '\t', ','];
/** Candidates that are looked at: of those that fit alike, the other keys choose. */
const LEAST_LOOKED_AT = 5;

/**
 * What the keys of a document may mean: what its source says where one fits, else the terms that their names and units come near, and
 * between terms that fit alike those of the categories that the other keys have. A key that leaves the unit open has no candidate in whose
 * unit there is much confidence. A key that is `true` or `false` in a sample has no candidate of numbers.
 *
 * @param sample a JSON document, the first of several lines of them, or CSV with a header; a list is that of the keys alone
 * @throws HubError `malformed-json`, `not-utf8`, `not-an-object`, `too-deep`, `invalid-option`
 */
export async function mapKeys(
  sample: string | readonly string[],
  vocabulary: Vocabulary,
  { source = AUTO, units, most, maxKeys }: KeyMappingOptions,
  caller: Caller,
): Promise<KeyMapping> {
  const body = new TextEncoder().encode(documentOf(sample));
  const read = readMeanings(body, vocabulary.lexicon, getSourceOrChooser(source, vocabulary.lexicon));
  const keys = read.keys.slice(0, maxKeys);
  const names = keys.map(({ key }) => key);
  const beside = unitsBeside(body, names.map(lastName)).map((unit, at) => units?.get(names[at]!) ?? unit);
  const found = await nearestTerms(vocabulary, names, Math.max(most, LEAST_LOOKED_AT), beside, caller);
  const booleans = booleanKeys(body);
  const mapped = keys.map((key, at) => {
    const { candidates } = found[at]!;
    const isBoolean = booleans.has(lastName(key.key));
    const fitting = isBoolean ? candidates.filter(({ term }) => !isNumeric(term)) : candidates;
    return mappedKey(key, fitting, read, vocabulary);
  });
  const weights = countCategories(mapped.map(({ candidates }) => candidates));
  return {
    source: read.source,
    keys: mapped.map((key, at) => {
      const inOrder = inContext(key.candidates, weights).slice(0, most);
      return { ...key, candidates: found[at]!.saysUnit ? inOrder : lowerOpenUnits(inOrder, vocabulary) };
    }),
    omitted: read.keys.length - keys.length,
  };
}

function mappedKey(
  { key, term }: MeaningsOfKeys['keys'][number],
  found: readonly KeyCandidate[],
  { source }: MeaningsOfKeys,
  { terms }: Vocabulary,
): MappedKey {
  const said = term == null ? undefined : terms.get(term);
  const isKnownWithoutTerm = term === null;
  const ofSource =
    said === undefined ? [] : [{ term: said, confidence: 1, why: `The source ${source} says so.`, isSaid: true }];
  const others = found.filter((candidate) => candidate.term !== said);
  // What the source leaves without a term means something that the vocabulary lacks, whatever its name comes near.
  return { key, candidates: isKnownWithoutTerm ? [] : [...ofSource, ...others], isKnownWithoutTerm };
}

/** The sample as a JSON document. */
function documentOf(sample: string | readonly string[]): string {
  // An object of JavaScript would put keys that are numbers first.
  if (typeof sample !== 'string') return `{${sample.map((key) => `${JSON.stringify(key)}:0`).join(',')}}`;
  const text = sample.trimStart();
  if (!text.startsWith('{') && !text.startsWith('[')) return JSON.stringify(recordOf(text));
  const [first] = text.split('\n', 1) as [string];
  return text.startsWith('{') && isJson(first) ? first : text;
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

/** The first record of CSV as an object. @throws HubError `malformed-json` for what is no CSV either */
function recordOf(text: string): Record<string, string | number> {
  const [line] = text.split(/\r?\n/, 1) as [string];
  const separator = SEPARATORS.find((each) => line.includes(each)) ?? ',';
  const [header, values] = readTable(new TextEncoder().encode(`${text}\n`), separator).records;
  if (header === undefined)
    throw new HubError('malformed-json', 'The sample is empty.', {
      hint: 'Send a JSON document, or CSV with its header.',
    });
  const entries = header.cells.map((name, at) => [name, valueOf(values?.cells[at])] as const);
  return Object.fromEntries(entries.filter(([name]) => name !== ''));
}

function valueOf(cell: string | undefined): string | number {
  // Without a value it may be anything; most columns are numbers.
  if (cell === undefined || cell === '') return 0;
  return Number.isNaN(Number(cell)) ? cell : Number(cell);
}
