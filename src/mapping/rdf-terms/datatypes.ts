import { READ } from './verdict.ts';
import { MomentReader } from './date-time.ts';
import { FRACTION, SCIENTIFIC, WHOLE } from './numeral-states.ts';
import { ExponentReader, IntegerReader, shapeOfNumeral } from './numerals.ts';
import { BARE, FITS, UNFIT, type TextReader, type Verdict } from './verdict.ts';
import { XSD } from '../../rdf/namespaces.ts';
import { DECIMAL, DOUBLE, FALSE, INTEGER, STRING, TRUE } from '../json/tape-entry.ts';

/** Kinds of scalars, `NULL` included. */
const KINDS = STRING + 1;

/** A datatype of one conversion. `id` numbers them, so that writers keep what they rendered in arrays. */
export class Datatype {
  readonly iri: string;
  readonly id: number;
  /** The datatype of literals with the verdict `INSTEAD` whose lexical form is that of the verdict. */
  readonly instead: string | null;
  /** Literals may have any text, with characters that formats escape. */
  readonly takesAnyText: boolean;
  /** Its values are numbers. */
  readonly isNumeric: boolean;
  /** By kind: the verdict, if it is one for all values of the kind; else `READ`. */
  private readonly verdicts: Uint8Array;
  /** By kind; null where all values have one verdict. */
  private readonly readers: readonly (TextReader | null)[];

  constructor(iri: string, id: number) {
    this.iri = iri;
    this.id = id;
    const rule = RULES.get(iri)?.() ?? ANY_TEXT;
    this.instead = rule.instead ?? null;
    this.takesAnyText = rule === ANY_TEXT;
    this.verdicts = rule.verdicts;
    this.isNumeric = !this.takesAnyText && rule.verdicts[DECIMAL] !== UNFIT;
    this.readers = Array.from({ length: KINDS }, (_, kind) => rule.readers[kind] ?? null);
  }

  /** The verdict on all values of a kind; null where it depends on the value. */
  verdictOfKind(kind: number): Verdict | null {
    const verdict = this.verdicts[kind]!;
    return verdict === READ ? null : verdict;
  }

  /**
   * What the datatype makes of a scalar (`mapping.md §5`).
   *
   * @param kind that of its tape entry
   * @param bytes its text without escapes, or its digits or word, from `start` to `end`
   */
  verdictOf(kind: number, bytes: Uint8Array, start: number, end: number): Verdict {
    const reader = this.readers[kind]!;
    return reader === null ? this.verdicts[kind]! : reader.read(bytes, start, end);
  }

  /** Writes the lexical form of a scalar with the verdict `REPAIRED`: `TextReader.repair`. */
  repair(kind: number, bytes: Uint8Array, start: number, end: number, out: Uint8Array, at: number): number {
    return this.readers[kind]!.repair(bytes, start, end, out, at);
  }
}

/** The datatypes of one mapping, each with an id from 0. */
export class DatatypeTable {
  private readonly byIri = new Map<string, Datatype>();

  get(iri: string): Datatype {
    let datatype = this.byIri.get(iri);
    if (datatype === undefined) {
      datatype = new Datatype(iri, this.byIri.size);
      this.byIri.set(iri, datatype);
    }
    return datatype;
  }
}

const DATE_TIME = `${XSD}dateTime`;

/** The datatype that JSON itself tells. */
export function inferredDatatype(kind: number): string {
  switch (kind) {
    case TRUE:
    case FALSE:
      return `${XSD}boolean`;
    case INTEGER:
      return `${XSD}integer`;
    case DECIMAL:
      return `${XSD}decimal`;
    case DOUBLE:
      return `${XSD}double`;
    default:
      return `${XSD}string`;
  }
}

/** By kind. */
type Readers = { readonly [kind: number]: TextReader };

/** What a datatype takes, by kind. */
interface Rule {
  readonly verdicts: Uint8Array;
  readonly readers: Readers;
  readonly instead?: string;
}

/** Kinds that are not named do not fit. */
function takes(verdicts: { readonly [kind: number]: Verdict }, readers: Readers = {}): Rule {
  const byKind = new Uint8Array(KINDS);
  for (const [kind, verdict] of Object.entries(verdicts)) byKind[Number(kind)] = verdict;
  for (const kind of Object.keys(readers)) byKind[Number(kind)] = READ;
  return { verdicts: byKind, readers };
}

/** A reader that repairs nothing. */
function reader(read: TextReader['read']): TextReader {
  return { read, repair: (_bytes, _start, _end, _out, at) => at };
}

const ANY_TEXT = takes(Object.fromEntries(Array.from({ length: KINDS }, (_, kind) => [kind, FITS])));

function takesDouble(scientific: Verdict): Rule {
  const texts = reader((bytes, start, end) => {
    const shape = shapeOfNumeral(bytes, start, end);
    if (shape === SCIENTIFIC) return scientific;
    return shape >= WHOLE || isWord(bytes, start, end, DOUBLE_WORDS) ? FITS : UNFIT;
  });
  return takes({ [INTEGER]: FITS, [DECIMAL]: FITS, [DOUBLE]: scientific }, { [STRING]: texts });
}

function takesDecimal(): Rule {
  const texts = reader((bytes, start, end) => {
    const shape = shapeOfNumeral(bytes, start, end);
    if (shape === FRACTION) return FITS | BARE;
    return shape >= WHOLE && shape !== SCIENTIFIC ? FITS : UNFIT;
  });
  return takes({ [INTEGER]: FITS, [DECIMAL]: FITS | BARE }, { [DOUBLE]: new ExponentReader(), [STRING]: texts });
}

function takesBoolean(): Rule {
  const digit = reader((bytes, start, end) => (isWord(bytes, start, end, BITS) ? FITS : UNFIT));
  const text = reader((bytes, start, end) =>
    isWord(bytes, start, end, BOOLEANS) ? FITS | BARE : digit.read(bytes, start, end),
  );
  return takes({ [TRUE]: FITS | BARE, [FALSE]: FITS | BARE }, { [INTEGER]: digit, [STRING]: text });
}

const DOUBLE_WORDS = ['INF', '+INF', '-INF', 'NaN'];
const BOOLEANS = ['true', 'false'];
const BITS = ['0', '1'];

/** True for bytes that are one of some words. */
function isWord(bytes: Uint8Array, start: number, end: number, words: readonly string[]): boolean {
  return words.some((word) => {
    if (word.length !== end - start) return false;
    for (let i = 0; i < word.length; i++) if (bytes[start + i] !== word.charCodeAt(i)) return false;
    return true;
  });
}

function takesIntegers(low: bigint | null, high: bigint | null): () => Rule {
  return () => {
    const whole = new IntegerReader(low, high);
    const fraction: TextReader = {
      read: (bytes, start, end) => whole.readFraction(bytes, start, end),
      repair: (bytes, start, end, out, at) => whole.repair(bytes, start, end, out, at),
    };
    const isBounded = low !== null || high !== null;
    const numbers: Readers = isBounded ? { [INTEGER]: whole } : {};
    return takes({ [INTEGER]: FITS | BARE }, { ...numbers, [DECIMAL]: fraction, [STRING]: whole });
  };
}

function takesMoments(hasDate: boolean, hasTime: boolean): () => Rule {
  return () => takes({}, { [STRING]: new MomentReader(hasDate, hasTime) });
}

/** A moment without a zone is no stamp, and an `xsd:dateTime` instead. */
function takesStamps(): Rule {
  return { ...takes({}, { [STRING]: new MomentReader(true, true, true) }), instead: DATE_TIME };
}

/** By datatype; of any other, each text is taken. Readers keep what they read last, so that each table has its own. */
const RULES: ReadonlyMap<string, () => Rule> = new Map<string, () => Rule>([
  [`${XSD}double`, () => takesDouble(FITS | BARE)],
  [`${XSD}float`, () => takesDouble(FITS)],
  [`${XSD}decimal`, takesDecimal],
  [`${XSD}boolean`, takesBoolean],
  [`${XSD}dateTimeStamp`, takesStamps],
  [DATE_TIME, takesMoments(true, true)],
  [`${XSD}date`, takesMoments(true, false)],
  [`${XSD}time`, takesMoments(false, true)],
  // XSD 1.1 Part 2 §3.4.13 to §3.4.25
  [`${XSD}integer`, takesIntegers(null, null)],
  [`${XSD}nonPositiveInteger`, takesIntegers(null, 0n)],
  [`${XSD}negativeInteger`, takesIntegers(null, -1n)],
  [`${XSD}nonNegativeInteger`, takesIntegers(0n, null)],
  [`${XSD}positiveInteger`, takesIntegers(1n, null)],
  [`${XSD}long`, takesIntegers(-(2n ** 63n), 2n ** 63n - 1n)],
  [`${XSD}int`, takesIntegers(-(2n ** 31n), 2n ** 31n - 1n)],
  [`${XSD}short`, takesIntegers(-32768n, 32767n)],
  [`${XSD}byte`, takesIntegers(-128n, 127n)],
  [`${XSD}unsignedLong`, takesIntegers(0n, 2n ** 64n - 1n)],
  [`${XSD}unsignedInt`, takesIntegers(0n, 2n ** 32n - 1n)],
  [`${XSD}unsignedShort`, takesIntegers(0n, 65535n)],
  [`${XSD}unsignedByte`, takesIntegers(0n, 255n)],
]);
