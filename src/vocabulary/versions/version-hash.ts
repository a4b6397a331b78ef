import { createHash, type Hash } from 'node:crypto';
import type { Moved } from '../../rdf/triple-lines.ts';
import type { Triple } from '../../rdf/triple.ts';
import type { Steps } from '../steps.ts';
import type { TripleTable } from '../triple-table.ts';
import { CanonicalText } from './canonical-bytes.ts';

/** SHA-256 goes from the first byte to the last; so many bytes lie between the states that are kept of it. */
const BYTES_BETWEEN_STATES = 1024 * 1024;

/** The hash of a canonical text up to a subject. */
interface State {
  /** How many subjects it has. */
  readonly subjects: number;
  readonly hash: Hash;
}

/** What is kept of the hash of a table, so that of another one only what follows a change is hashed. */
interface KeptHash {
  readonly from: string;
  /** In the order of their lines, as numbers of terms. */
  readonly subjects: Uint32Array;
  readonly states: readonly State[];
}

/** A table that another one came of, by `extendTable`. */
export interface Extended {
  readonly triples: TripleTable;
  readonly added: readonly Triple[];
}

const keptHashes = new WeakMap<TripleTable, KeptHash>();

/** Whether the hash of a table was asked for, so that one that comes of it costs less. */
export function isHashed(table: TripleTable, moved: Moved): boolean {
  return knownOrder(table, moved) !== null;
}

/** The subjects in the order of their lines, as `CanonicalText.subjects` has them, where the hash of the table was asked for. */
export function knownOrder(table: TripleTable, moved: Moved): Uint32Array | null {
  const known = keptHashes.get(table);
  return known?.from === moved.from ? known.subjects : null;
}

/** SHA-256, in hex, of the canonical text of a table. */
export function* hashOfTable(table: TripleTable, moved: Moved, cameOf?: Extended): Steps<string> {
  const text = new CanonicalText(table, moved);
  const known = cameOf && keptHashes.get(cameOf.triples);
  const { subjects, states } =
    cameOf === undefined || known?.from !== moved.from
      ? { subjects: yield* text.subjects(), states: [] }
      : extend(known, text, numbersOf(cameOf, table));
  const kept = [...states];
  const last = kept.at(-1);
  const hash = last?.hash.copy() ?? createHash('sha256');
  let length = 0;
  for (const piece of text.pieces(subjects, last?.subjects)) {
    hash.update(piece.bytes);
    length += piece.bytes.length;
    if (length >= BYTES_BETWEEN_STATES && piece.subjects !== null) {
      kept.push({ subjects: piece.subjects, hash: hash.copy() });
      length = 0;
    }
    yield;
  }
  keptHashes.set(table, { from: moved.from, subjects, states: kept });
  return hash.digest('hex');
}

/** The subjects of what was added, as numbers of terms, each once. */
function numbersOf({ added }: Extended, table: TripleTable): Set<number> {
  return new Set(added.map(({ s }) => table.numberOf(s)!));
}

/** The subjects with those that are new, and the states before the first one that was touched. */
function extend(
  { subjects, states }: KeptHash,
  text: CanonicalText,
  touched: ReadonlySet<number>,
): Omit<KeptHash, 'from'> {
  const places = Array.from(touched, (subject) => ({ subject, place: text.placeAmong(subjects, subject) }));
  places.sort((a, b) => a.place - b.place || (text.isBefore(a.subject, b.subject) ? -1 : 1));
  const first = places[0]?.place ?? subjects.length;
  const extended = new Uint32Array(
    subjects.length + places.filter(({ subject, place }) => subjects[place] !== subject).length,
  );
  let [length, from] = [0, 0];
  for (const { subject, place } of places) {
    extended.set(subjects.subarray(from, place), length);
    length += place - from;
    from = place;
    if (subjects[place] !== subject) extended[length++] = subject;
  }
  extended.set(subjects.subarray(from), length);
  return { subjects: extended, states: states.filter((state) => state.subjects <= first) };
}
