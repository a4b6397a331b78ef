import type { JsonDocument } from '../json/document.ts';
import { STRIDE } from '../json/tape-entry.ts';
import { quote } from '../json/text.ts';
import { pointerToValue } from './scopes.ts';

/**
 * The closed list of warnings: those of `mapping.md §7`, `deprecated-term` and `out-of-range`, which are about the vocabulary, and those of
 * units.
 */
export const WARNING_CODES = [
  'deprecated-term',
  'nested-array',
  'unresolved-token',
  'undefined-node',
  'reserved-key',
  'axis-length-mismatch',
  'ambiguous-time',
  'datatype-mismatch',
  'out-of-range',
  'unit-mismatch',
  'unit-not-converted',
  'unit-rounded',
  'lone-surrogate',
  'xml-character',
] as const;

export type WarningCode = (typeof WARNING_CODES)[number];

/** One kind of loss or doubt at one key. */
export interface Warning {
  readonly code: WarningCode;
  /** The key, or the node's name with its `?` (`undefined-node`). */
  readonly key: string;
  /** JSON Pointer (RFC 6901) to the first place. */
  readonly pointer: string;
  /** How often it occurred. */
  readonly count: number;
  /** What it means and what to do, in a sentence. */
  readonly message: string;
}

interface Entry {
  readonly code: WarningCode;
  readonly key: string;
  /** The entry of the tape that stands first in the document, of those that were noted; or a pointer. Values are walked in another order. */
  place: number | string;
  /** What the sentence adds of that place. */
  facts: (() => string) | undefined;
  count: number;
}

/** Collects the warnings of one conversion. */
export class WarningLog {
  private readonly document: JsonDocument;
  /** In the order of the conversion, which differs from format to format: Turtle nests what N-Triples write later. */
  private readonly entries: Entry[] = [];
  /** By code and key. A template may cite an array of another length at each of many values: to put a name together takes longer than to look for it. */
  private readonly known = new Map<WarningCode, Map<string, Entry>>();
  /** By code and entry of the tape, without the stride: 1 for values that were warned of. A value that is written a thousand times is one loss. */
  private readonly values = new Map<WarningCode, Uint8Array>();
  /** The entry that was counted last: values of one key come one behind the other. */
  private last: Entry | null = null;
  /** How often something was noted that copies of a row do not note again. */
  unrepeatable = 0;

  constructor(document: JsonDocument) {
    this.document = document;
  }

  /** Notes a doubt that concerns the key as a whole: it counts once. @param place a value of the document, or a pointer */
  addOnce(code: WarningCode, key: string, place: number | string, facts?: () => string): void {
    const known = this.find(code, key);
    if (known === undefined) {
      this.unrepeatable++;
      this.add({ code, key, place, facts, count: 1 });
    } else this.moveUp(known, place, facts);
  }

  /** Notes a key that is a deprecated term. @param replacement the term to use instead; null when there is none */
  addDeprecated(key: string, replacement: string | null, pointer: string): void {
    const use = replacement === null ? 'No term takes its place.' : `Use ${quote(replacement)} instead.`;
    this.addOnce('deprecated-term', key, pointer, () => ` ${use}`);
  }

  /** Notes a loss or doubt at a value: it counts once per value. @param facts what the sentence adds of the first one */
  addValue(code: WarningCode, key: string, value: number, facts?: () => string): void {
    let seen = this.values.get(code);
    if (seen === undefined) this.values.set(code, (seen = new Uint8Array(this.document.entries.length / STRIDE)));
    const at = (value / STRIDE) | 0;
    if (seen[at] === 1) return;
    seen[at] = 1;
    if (code !== 'datatype-mismatch') this.unrepeatable++;
    if (this.last === null || this.last.code !== code || this.last.key !== key)
      this.last = this.find(code, key) ?? this.add({ code, key, place: value, facts, count: 0 });
    this.moveUp(this.last, value, facts);
    this.last.count++;
  }

  private find(code: WarningCode, key: string): Entry | undefined {
    return this.known.get(code)?.get(key);
  }

  private add(entry: Entry): Entry {
    let ofCode = this.known.get(entry.code);
    if (ofCode === undefined) this.known.set(entry.code, (ofCode = new Map()));
    ofCode.set(entry.key, entry);
    this.entries.push(entry);
    return entry;
  }

  /** What stands in the block stays the first place. */
  private moveUp(entry: Entry, place: number | string, facts: (() => string) | undefined): void {
    if (place === entry.place || typeof entry.place === 'string' || typeof place === 'string') return;
    if (!this.document.isBefore(place, entry.place)) return;
    entry.place = place;
    entry.facts = facts;
  }

  /**
   * In the order of the document: deprecated terms, then all others by their first places, then values out of range. At one place, in the
   * order of {@link WARNING_CODES}, then of the keys.
   */
  list(): Warning[] {
    return this.entries
      .toSorted((one, two) => this.compare(one, two))
      .map(({ code, key, place, facts, count }) => ({
        code,
        key,
        pointer: typeof place === 'string' ? place : pointerToValue(this.document, place),
        count,
        message: SENTENCES[code](quote(key)) + (facts?.() ?? ''),
      }));
  }

  private compare(one: Entry, two: Entry): number {
    const byPart = partOf(one.code) - partOf(two.code);
    if (byPart !== 0) return byPart;
    if (typeof one.place === 'string' || typeof two.place === 'string')
      return Number(typeof one.place === 'number') - Number(typeof two.place === 'number');
    if (one.place !== two.place) return this.document.isBefore(one.place, two.place) ? -1 : 1;
    const byCode = WARNING_CODES.indexOf(one.code) - WARNING_CODES.indexOf(two.code);
    return byCode !== 0 ? byCode : one.key < two.key ? -1 : 1;
  }
}

/** Deprecated terms come first, in the order of the keys of the data. */
function partOf(code: WarningCode): number {
  return code === 'deprecated-term' ? 0 : code === 'out-of-range' ? 2 : 1;
}

const SENTENCES: Readonly<Record<WarningCode, (key: string) => string>> = {
  'deprecated-term': (key) => `The vocabulary term ${key} is deprecated: it converts, and will not be kept up.`,
  'nested-array': (key) =>
    `Arrays within the array of ${key} were flattened; their items have no place on a time axis.`,
  'unresolved-token': (key) =>
    `A template cites ${key}, whose array can't be matched item by item there; its triple was left out. Give both arrays one length.`,
  'undefined-node': (key) =>
    `Templates introduce the node ${key} without describing it; add an entry ${key} to "@context".`,
  'reserved-key': (key) =>
    `The key ${key} begins with "?", as nodes of templates do, so that it stays a plain literal. Rename it.`,
  'axis-length-mismatch': (key) =>
    `The array of ${key} has another length than the record's time axis, so that its values have no instant.`,
  'ambiguous-time': (key) => `The record has another time before ${key}; the first one counts.`,
  'datatype-mismatch': (key) =>
    `Values of ${key} do not fit the datatype of the term and took the datatype that JSON tells.`,
  'out-of-range': (key) => `Values of ${key} are outside of the range of the term, `,
  'unit-mismatch': (key) => `The unit of ${key} is doubtful.`,
  'unit-not-converted': (key) => `Values of ${key} stay in their unit.`,
  'unit-rounded': (key) => `Values of ${key} were rounded in the unit that was asked for.`,
  'lone-surrogate': (key) =>
    `Texts of ${key} hold half of a surrogate pair, which no Unicode text can; it became U+FFFD.`,
  'xml-character': (key) =>
    `Texts of ${key} hold characters that XML 1.0 can't; they became U+FFFD. Choose another format to keep them.`,
};
