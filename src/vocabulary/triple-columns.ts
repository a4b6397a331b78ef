import type { Steps } from './steps.ts';
import type { SmallNumbers, TermColumns } from './term-columns.ts';

/** So many numbers are looked at in a step. */
const NUMBERS_A_STEP = 2 ** 15;
/** The same of subjects with their triples. */
const SUBJECTS_A_STEP = 2 ** 12;

/** The triples of a table as numbers, which threads share. */
export interface TripleColumns {
  /** Each term once, in parts whose numbers follow each other. */
  readonly terms: readonly TermColumns[];
  readonly properties: readonly string[];
  /** The numbers of the subjects, in order. */
  readonly subject: Uint32Array;
  /** Where the triples of each subject begin, and behind the last one the end of all. */
  readonly starts: Uint32Array;
  /** Of each triple the number of its property and of its object. */
  readonly property: SmallNumbers;
  readonly object: Uint32Array;
}

/** Which subjects cite what. */
export interface Inverse {
  /** By the number of a term, where the subjects that cite it end in `subjects`, and those of the next one begin. */
  readonly ends: Uint32Array;
  readonly subjects: Uint32Array;
}

/** Each step is a function of its own, which the engine compiles: a generator is not, while it runs. */
export function* invert(columns: TripleColumns, terms: number): Steps<Inverse> {
  const { subject, object } = columns;
  const starts = new Uint32Array(terms + 1);
  for (let i = 0; i < object.length; i += NUMBERS_A_STEP) {
    yield;
    countEach(object.subarray(i, i + NUMBERS_A_STEP), starts);
  }
  addUp(starts);
  const inverse = { starts, ends: starts.slice(), subjects: new Uint32Array(object.length) };
  for (let place = 0; place < subject.length; place += SUBJECTS_A_STEP) {
    yield;
    addCitations(columns, place, Math.min(place + SUBJECTS_A_STEP, subject.length), inverse);
  }
  let length = 0;
  for (let number = 0; number <= terms; number += NUMBERS_A_STEP) {
    yield;
    length = closeGaps(inverse, number, Math.min(number + NUMBERS_A_STEP, terms + 1), length);
  }
  return { ends: inverse.ends, subjects: inverse.subjects.subarray(0, length) };
}

/** Counts each number at the place behind it. */
function countEach(numbers: Uint32Array, counts: Uint32Array): void {
  for (let i = 0; i < numbers.length; i++) counts[numbers[i]! + 1]!++;
}

function addUp(counts: Uint32Array): void {
  for (let at = 1; at < counts.length; at++) counts[at]! += counts[at - 1]!;
}

/** An inverse while it is made: there are gaps behind what subjects cite more than once. */
interface GrowingInverse extends Inverse {
  readonly starts: Uint32Array;
}

/** Adds the subjects at some places to what they cite. */
function addCitations(
  { subject, starts, object }: TripleColumns,
  from: number,
  to: number,
  inverse: GrowingInverse,
): void {
  const { starts: begins, ends, subjects } = inverse;
  for (let place = from; place < to; place++) {
    const number = subject[place]!;
    for (let i = starts[place]!; i < starts[place + 1]!; i++) {
      const end = ends[object[i]!]!;
      const isRepeated = end > begins[object[i]!]! && subjects[end - 1] === number;
      if (!isRepeated) subjects[ends[object[i]!]!++] = number;
    }
  }
}

/** Moves the subjects that cite some terms up to those before, which end at `length`. Returns where they end. */
function closeGaps({ starts, ends, subjects }: GrowingInverse, from: number, to: number, length: number): number {
  let at = length;
  for (let number = from; number < to; number++) {
    for (let i = starts[number]!; i < ends[number]!; i++) subjects[at++] = subjects[i]!;
    ends[number] = at;
  }
  return at;
}
