import { COLON, DOT, isDigit, LOWER, MINUS, PLUS, SPACE, UPPER_T, UPPER_Z, ZERO } from '../bytes/ascii.ts';
import { FITS, INSTEAD, REPAIRED, UNFIT, type TextReader, type Verdict } from './verdict.ts';

const MONTH_DAYS = Uint8Array.of(31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31);

/**
 * Reads the text of an `xsd:dateTime`, `xsd:date` or `xsd:time` after the lossless repairs of `mapping.md §5`: a space or `t` for the
 * `T`, missing seconds, `+0100` and `+01` for `+01:00`, a lower-case `z`. The calendar counts.
 *
 * A text is at an end of its own: behind it stands a quote, or nothing, and neither is part of a date.
 */
export class MomentReader implements TextReader {
  private readonly hasDate: boolean;
  private readonly hasTime: boolean;
  /** What is added to the verdict on a text that does not tell its offset from UTC. */
  private readonly withoutZone: Verdict;
  /** Of the text that was read last: where the `T` stands, and where the seconds begin or are missing; -1 for a date. */
  private separator = -1;
  private seconds = -1;
  /** Where the zone begins, or would. */
  private zone = 0;

  /** @param needsZone a text that does not tell its offset from UTC is of another datatype */
  constructor(hasDate: boolean, hasTime: boolean, needsZone = false) {
    this.hasDate = hasDate;
    this.hasTime = hasTime;
    this.withoutZone = needsZone ? INSTEAD : 0;
  }

  read(bytes: Uint8Array, start: number, end: number): Verdict {
    let at = this.hasDate ? endOfDate(bytes, start) : start;
    if (at < 0) return UNFIT;
    let verdict = FITS;
    if (this.hasTime) {
      if (this.hasDate) {
        this.separator = at;
        if (bytes[at] !== UPPER_T) {
          if (bytes[at] !== SPACE && bytes[at] !== UPPER_T + LOWER) return UNFIT;
          verdict |= REPAIRED;
        }
        at++;
      }
      this.seconds = at + 5;
      at = endOfTime(bytes, at);
      if (at < 0) return UNFIT;
      if (at === this.seconds) verdict |= REPAIRED;
    }
    this.zone = at;
    if (at === end) return verdict | this.withoutZone;
    const sign = bytes[at];
    if ((sign! | LOWER) === UPPER_Z + LOWER) {
      if (at + 1 !== end) return UNFIT;
      return sign === UPPER_Z ? verdict : verdict | REPAIRED;
    }
    if (sign !== PLUS && sign !== MINUS) return UNFIT;
    const hours = twoDigits(bytes, at + 1);
    const hasColon = bytes[at + 3] === COLON;
    const hasMinutes = hasColon || at + 3 !== end;
    const minutesAt = hasColon ? at + 4 : at + 3;
    const minutes = hasMinutes ? twoDigits(bytes, minutesAt) : 0;
    if (end !== (hasMinutes ? minutesAt + 2 : at + 3)) return UNFIT;
    // XSD 1.1 Part 2 §3.3.7: up to 14:00
    if (hours < 0 || minutes < 0 || minutes > 59 || hours * 60 + minutes > 14 * 60) return UNFIT;
    return hasColon ? verdict : verdict | REPAIRED;
  }

  repair(bytes: Uint8Array, start: number, end: number, out: Uint8Array, at: number): number {
    this.read(bytes, start, end);
    const { separator, seconds, zone } = this;
    let to = at;
    for (let from = start; from < zone; from++) out[to++] = bytes[from]!;
    if (separator >= 0) out[at + separator - start] = UPPER_T;
    if (seconds === zone) {
      out[to] = COLON;
      out[to + 1] = out[to + 2] = ZERO;
      to += 3;
    }
    if (zone === end) return to;
    if (end - zone === 1) {
      out[to] = UPPER_Z;
      return to + 1;
    }
    for (let from = zone; from < zone + 3; from++) out[to++] = bytes[from]!;
    out[to] = COLON;
    const minutes = bytes[zone + 3] === COLON ? zone + 4 : zone + 3;
    out[to + 1] = minutes < end ? bytes[minutes]! : ZERO;
    out[to + 2] = minutes < end ? bytes[minutes + 1]! : ZERO;
    return to + 3;
  }
}

/** Where a date ends that begins there; -1 if none does. */
function endOfDate(bytes: Uint8Array, start: number): number {
  const year = bytes[start] === MINUS ? start + 1 : start;
  let at = year;
  let lastDigits = 0;
  for (let digit = bytes[at]! - ZERO; digit >= 0 && digit <= 9; digit = bytes[++at]! - ZERO)
    lastDigits = (lastDigits * 10 + digit) % 10_000;
  // XSD 1.1 Part 2 §3.3.7: the year has four digits, or more without a leading zero.
  if (at - year < 4 || (at - year > 4 && bytes[year] === ZERO)) return -1;
  if (bytes[at] !== MINUS || bytes[at + 3] !== MINUS) return -1;
  const month = twoDigits(bytes, at + 1);
  const day = twoDigits(bytes, at + 4);
  if (month < 1 || month > 12 || day < 1) return -1;
  return day <= MONTH_DAYS[month - 1]! || (month === 2 && day === 29 && isLeap(lastDigits)) ? at + 6 : -1;
}

/** The last four digits of a year tell: 400 divides 10,000. */
function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** Where a time ends that begins there, its seconds left out or not; -1 if none does. */
function endOfTime(bytes: Uint8Array, start: number): number {
  const hour = twoDigits(bytes, start);
  const minute = twoDigits(bytes, start + 3);
  if (hour < 0 || minute < 0 || minute > 59 || bytes[start + 2] !== COLON) return -1;
  let at = start + 5;
  let isWhole = minute === 0;
  if (bytes[at] === COLON) {
    const second = twoDigits(bytes, at + 1);
    if (second < 0 || second > 59) return -1;
    isWhole &&= second === 0;
    at += 3;
    if (bytes[at] === DOT) {
      const fraction = ++at;
      for (; isDigit(bytes[at]!); at++) isWhole &&= bytes[at] === ZERO;
      if (at === fraction) return -1;
    }
  }
  return hour < 24 || (hour === 24 && isWhole) ? at : -1;
}

/** The number that two digits make; negative for anything else. */
function twoDigits(bytes: Uint8Array, at: number): number {
  const tens = bytes[at]! - ZERO;
  const ones = bytes[at + 1]! - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
}
