import type { JsonDocument } from '../mapping/json/document.ts';
import { STRING } from '../mapping/json/tape-entry.ts';
import { excerpt, quote } from '../mapping/json/text.ts';
import { MomentReader } from '../mapping/rdf-terms/date-time.ts';
import { UNFIT } from '../mapping/rdf-terms/verdict.ts';
import type { KeyPlan, Mapping } from '../mapping/semantic/mapping.ts';
import { encodeText } from '../rdf/utf8.ts';
import type { CheckCode } from './finding-codes.ts';

/** Takes what is found of a timestamp. */
type NoteTime = (code: CheckCode, key: string, message: string, value: number) => void;

/** Stamps that are looked at one by one have a form that XSD knows: what has another one is warned of by the conversion. */
const STAMP = /^(-?\d{4,})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(\.\d+)?)?)?([Zz]|[+-]\d\d(?::?\d\d)?)?$/;

const DATES = new MomentReader(true, false);
const DATE_TIMES = new MomentReader(true, true);

/** A timestamp as what is compared: whole seconds, what is left of a second, and the offset as it is written. */
interface Stamp {
  readonly seconds: number;
  /** Digits behind the point, without zeros at their end. */
  readonly fraction: string;
  /** `Z`, `+01:00`; empty without one. */
  readonly offset: string;
}

/**
 * Looks at the order of timestamps: along each axis, and along the records of each array, those with the same entities together. And at the
 * offsets of each key.
 */
export function checkTimes(document: JsonDocument, { plans, isTime }: Mapping, note: NoteTime): void {
  if (isTime !== null) new TimeCheck(document, plans, note).checkRecord(document.root);
}

class TimeCheck {
  readonly #document: JsonDocument;
  readonly #plans: Mapping['plans'];
  readonly #note: NoteTime;
  /** By name of a time key: the first offset, and whether another one was noted. */
  readonly #offsets = new Map<string, { readonly first: string; isNoted: boolean }>();

  constructor(document: JsonDocument, plans: Mapping['plans'], note: NoteTime) {
    this.#document = document;
    this.#plans = plans;
    this.#note = note;
  }

  checkRecord(record: number): void {
    const document = this.#document;
    for (const member of document.membersOf(record)) {
      const plan = this.#planOf(member);
      const value = document.valueOf(member);
      if (document.isRecord(value)) this.checkRecord(value);
      else if (document.isArray(value)) this.#checkArray(plan, value);
      else if (plan.isTime) this.#read(plan, value);
    }
  }

  #checkArray(plan: KeyPlan, array: number): void {
    const document = this.#document;
    const order = new Order(this.#note);
    if (plan.isTime && document.holdsScalarsOnly(array)) {
      for (let i = 0; i < document.lengthOf(array); i++) this.#follow(order, plan, document.itemAt(array, i), '');
      return;
    }
    if (document.holdsScalarsOnly(array)) return;
    for (const item of document.indexesOf(array)) {
      if (document.isArray(item)) this.#checkArray(plan, item);
      else if (document.isRecord(item)) {
        this.#checkOwnTime(order, item);
        this.checkRecord(item);
      }
    }
  }

  /** The first timestamp of a record in an array, among those of records with the same entities. */
  #checkOwnTime(order: Order, record: number): void {
    const document = this.#document;
    const members = document.membersOf(record);
    const own = members.find((member) => this.#planOf(member).isTime && document.isScalar(document.valueOf(member)));
    if (own === undefined) return;
    this.#follow(order, this.#planOf(own), document.valueOf(own), JSON.stringify(this.#entitiesOf(record)), false);
  }

  /** The keys and texts of the entities of a record, and of the records in it. */
  #entitiesOf(record: number): (readonly [key: number, text: string])[] {
    const document = this.#document;
    return document.membersOf(record).flatMap((member) => {
      const value = document.valueOf(member);
      if (document.isRecord(value)) return this.#entitiesOf(value);
      if (!this.#planOf(member).isEntity) return [];
      const items = document.isArray(value) ? Array.from(document.indexesOf(value)) : [value];
      return items
        .filter((item) => document.isScalar(item))
        .map((item) => [document.keyOf(member), document.textOf(item)] as const);
    });
  }

  #planOf(member: number): KeyPlan {
    return this.#plans.of(this.#document.keyOf(member));
  }

  /** @param readsOffset false where the offset is read elsewhere */
  #follow(order: Order, plan: KeyPlan, value: number, group: string, readsOffset = true): void {
    if (!this.#document.isScalar(value)) return;
    const stamp = readsOffset ? this.#read(plan, value) : readStamp(this.#document, value);
    if (stamp !== null) order.add(plan.name, stamp, value, group, this.#document);
  }

  #read({ name }: KeyPlan, value: number): Stamp | null {
    const stamp = readStamp(this.#document, value);
    if (stamp === null) return null;
    const known = this.#offsets.get(name);
    if (known === undefined) this.#offsets.set(name, { first: stamp.offset, isNoted: false });
    else if (known.first !== stamp.offset && !known.isNoted) {
      known.isNoted = true;
      const words = [known.first, stamp.offset].map((offset) => offset || 'none').join(' and ');
      this.#note('mixed-offsets', name, `Timestamps of ${quote(name)} have several offsets from UTC: ${words}.`, value);
    }
    return stamp;
  }
}

/** The timestamps of one array, in their order. */
class Order {
  readonly #note: NoteTime;
  /** By key and group: the timestamp before, and all that came. */
  readonly #series = new Map<string, { before: Stamp; readonly seen: Set<string> }>();

  constructor(note: NoteTime) {
    this.#note = note;
  }

  add(key: string, stamp: Stamp, value: number, group: string, document: JsonDocument): void {
    const name = `${key} ${group}`;
    const instant = `${stamp.seconds}.${stamp.fraction}`;
    const series = this.#series.get(name);
    if (series === undefined) {
      this.#series.set(name, { before: stamp, seen: new Set([instant]) });
      return;
    }
    const words = (): string => excerpt(document.textOf(value));
    if (series.seen.has(instant))
      this.#note(
        'repeated-timestamp',
        key,
        `Timestamps of ${quote(key)} come twice: the first of them is ${words()}.`,
        value,
      );
    else if (compare(stamp, series.before) < 0)
      this.#note(
        'unordered-timestamps',
        key,
        `Timestamps of ${quote(key)} are earlier than the ones before them: the first of them is ${words()}.`,
        value,
      );
    series.seen.add(instant);
    series.before = stamp;
  }
}

/** Null for what is no timestamp of XSD. One without an offset counts as UTC. */
function readStamp(document: JsonDocument, value: number): Stamp | null {
  if (document.kindOf(value) !== STRING) return null;
  const text = document.textOf(value).trim();
  const found = STAMP.exec(text);
  // The calendar may not have it: the 30th of February is not the 2nd of March.
  if (found === null || !isMoment(text, found[4] !== undefined)) return null;
  const [, year, month, day, hours = '0', minutes = '0', seconds = '0', fraction = '', offset = ''] = found;
  const days = Date.UTC(2000, Number(month) - 1, Number(day));
  const date = new Date(days);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  const local = date.getTime() / 1000 + Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  if (!Number.isFinite(local)) return null;
  return {
    seconds: local - offsetSeconds(offset),
    fraction: withoutEndZeros(fraction.slice(1)),
    offset: offset.toUpperCase(),
  };
}

function isMoment(text: string, hasTime: boolean): boolean {
  const bytes = encodeText(text);
  return (hasTime ? DATE_TIMES : DATES).read(bytes, 0, bytes.length) !== UNFIT;
}

function withoutEndZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}

function offsetSeconds(offset: string): number {
  if (!/^[+-]/.test(offset)) return 0;
  const digits = offset.slice(1).replace(':', '').padEnd(4, '0');
  const seconds = Number(digits.slice(0, 2)) * 3600 + Number(digits.slice(2)) * 60;
  return offset.startsWith('-') ? -seconds : seconds;
}

function compare(one: Stamp, other: Stamp): number {
  if (one.seconds !== other.seconds) return one.seconds - other.seconds;
  return one.fraction === other.fraction ? 0 : one.fraction < other.fraction ? -1 : 1;
}
