import { sameBytes } from '../bytes/hash.ts';
import type { JsonDocument } from '../json/document.ts';
import { ESCAPED, STRING } from '../json/tape-entry.ts';
import { isMinted, type EntityIris } from '../records/entity-iris.ts';
import type { RecordedLeaf } from '../rows/row-shape.ts';

/** Values that are compared with each other, at most. */
const MAX_VALUES = 16;

/**
 * Which of a document's timestamps are one instant, and which of its entities are one: a document whose values are equal otherwise makes
 * another graph.
 */
export class EqualValues {
  private readonly times: readonly RecordedLeaf[];
  private readonly entities: readonly RecordedLeaf[];
  /** By pair of values, those of times first: they are equal. */
  private readonly pattern: readonly boolean[];

  private constructor(times: readonly RecordedLeaf[], entities: readonly RecordedLeaf[], pattern: readonly boolean[]) {
    this.times = times;
    this.entities = entities;
    this.pattern = pattern;
  }

  /** What is equal in a document; null for one that is not compared with others. */
  static of(document: JsonDocument, iris: EntityIris, leaves: readonly RecordedLeaf[]): EqualValues | null {
    const times = leaves.filter(({ plan }) => plan.isTime);
    const entities = leaves.filter(({ plan }) => plan.isEntity);
    if (times.length > MAX_VALUES || entities.length > MAX_VALUES) return null;
    const pattern: boolean[] = [];
    const note = (isEqual: boolean): boolean => pattern.push(isEqual) > 0;
    return comparePairs(document, iris, times, entities, note) ? new EqualValues(times, entities, pattern) : null;
  }

  /** True for a document, of the same shape, in which the same values are equal. */
  areAlike(document: JsonDocument, iris: EntityIris): boolean {
    const { times, entities, pattern } = this;
    let pair = 0;
    return comparePairs(document, iris, times, entities, (isEqual) => isEqual === pattern[pair++]);
  }
}

/** Tells of each pair whether its values are equal, as long as it is asked to go on; false if that is not said of all. */
function comparePairs(
  document: JsonDocument,
  iris: EntityIris,
  times: readonly RecordedLeaf[],
  entities: readonly RecordedLeaf[],
  note: (isEqual: boolean) => boolean,
): boolean {
  for (let i = 0; i < times.length; i++) {
    const { plan, value } = times[i]!;
    if (isEscaped(document, value)) return false;
    for (let j = 0; j < i; j++)
      if (!note(times[j]!.plan === plan && haveSameBytes(document, times[j]!.value, value))) return false;
  }
  for (let i = 1; i < entities.length; i++)
    for (let j = 0; j < i; j++) {
      const areOne = areOneEntity(document, iris, entities[j]!, entities[i]!);
      if (areOne === null || !note(areOne)) return false;
    }
  return true;
}

/** Null for two texts of one IRI: it is described by each. */
function areOneEntity(
  document: JsonDocument,
  iris: EntityIris,
  one: RecordedLeaf,
  other: RecordedLeaf,
): boolean | null {
  if (one.plan === other.plan && isMinted(document, one.value) && isMinted(document, other.value))
    return haveSameBytes(document, one.value, other.value);
  const [text, otherText] = [document.textOf(one.value), document.textOf(other.value)];
  if (iris.readIri(one.plan, one.value, text) !== iris.readIri(other.plan, other.value, otherText)) return false;
  return text === otherText ? true : null;
}

function isEscaped({ entries }: JsonDocument, value: number): boolean {
  return entries[value] === STRING && (entries[value + 3]! & ESCAPED) !== 0;
}

function haveSameBytes({ entries, bytes }: JsonDocument, one: number, other: number): boolean {
  return sameBytes(bytes, entries[one + 1]!, entries[one + 2]!, bytes, entries[other + 1]!, entries[other + 2]!);
}
