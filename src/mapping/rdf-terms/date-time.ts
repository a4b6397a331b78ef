/** A date or time in the lexical space of its datatype, after lossless repairs. */
export interface Moment {
  readonly lexical: string;
  /** Whether it tells its offset from UTC. */
  readonly zoned: boolean;
}

// XSD 1.1 Part 2 §3.3.7: the year has four digits, or more without a leading zero.
const DATE = '(-?(?:[1-9][0-9]{4,}|[0-9]{4}))-([0-9]{2})-([0-9]{2})';
const TIME = '([0-9]{2}):([0-9]{2})(?::([0-9]{2})(\\.[0-9]+)?)?';
const ZONE = '(?:([Zz])|([+-])([0-9]{2})(?::?([0-9]{2}))?)?';

const DATE_TIME_PATTERN = new RegExp(`^${DATE}[Tt ]${TIME}${ZONE}$`);
const DATE_PATTERN = new RegExp(`^${DATE}${ZONE}$`);
const TIME_PATTERN = new RegExp(`^${TIME}${ZONE}$`);

/**
 * The text as an `xsd:dateTime`: a space or `t` for the `T`, missing seconds, `+0100` and `+01` for `+01:00` and a lower-case
 * `z` are repaired (`mapping.md §5`); null for anything else. The calendar counts.
 */
export function readDateTime(text: string): Moment | null {
  const match = DATE_TIME_PATTERN.exec(text);
  if (match === null) return null;
  const date = readDay(match[1]!, match[2]!, match[3]!);
  const time = readClock(match[4]!, match[5]!, match[6], match[7]);
  const zone = readZone(match[8], match[9], match[10], match[11]);
  return date === null || time === null || zone === null
    ? null
    : { lexical: `${date}T${time}${zone}`, zoned: zone !== '' };
}

/** The text as an `xsd:date`, its zone repaired as in `readDateTime`; null for anything else. */
export function readDate(text: string): Moment | null {
  const match = DATE_PATTERN.exec(text);
  if (match === null) return null;
  const date = readDay(match[1]!, match[2]!, match[3]!);
  const zone = readZone(match[4], match[5], match[6], match[7]);
  return date === null || zone === null ? null : { lexical: date + zone, zoned: zone !== '' };
}

/** The text as an `xsd:time`, repaired as in `readDateTime`; null for anything else. */
export function readTime(text: string): Moment | null {
  const match = TIME_PATTERN.exec(text);
  if (match === null) return null;
  const time = readClock(match[1]!, match[2]!, match[3], match[4]);
  const zone = readZone(match[5], match[6], match[7], match[8]);
  return time === null || zone === null ? null : { lexical: time + zone, zoned: zone !== '' };
}

function readDay(year: string, month: string, day: string): string | null {
  const monthNumber = Number(month);
  if (monthNumber < 1 || monthNumber > 12) return null;
  const dayNumber = Number(day);
  return dayNumber >= 1 && dayNumber <= daysOf(year, monthNumber) ? `${year}-${month}-${day}` : null;
}

const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function daysOf(year: string, month: number): number {
  if (month !== 2) return MONTH_DAYS[month - 1]!;
  // A leap year shows in the last four digits: 400 divides 10,000.
  const lastDigits = Number(year.slice(-4));
  return lastDigits % 4 === 0 && (lastDigits % 100 !== 0 || lastDigits % 400 === 0) ? 29 : 28;
}

function readClock(
  hour: string,
  minute: string,
  second: string | undefined,
  fraction: string | undefined,
): string | null {
  const seconds = second ?? '00';
  const endOfDay = hour === '24' && minute === '00' && seconds === '00' && /^(?:\.0+)?$/.test(fraction ?? '');
  if (!endOfDay && (Number(hour) > 23 || Number(minute) > 59 || Number(seconds) > 59)) return null;
  return `${hour}:${minute}:${seconds}${fraction ?? ''}`;
}

/** The zone as XSD writes it; '' when there is none, null when it is impossible (beyond 14:00). */
function readZone(
  utc: string | undefined,
  sign: string | undefined,
  hour: string | undefined,
  minute: string | undefined,
): string | null {
  if (utc !== undefined) return 'Z';
  if (sign === undefined) return '';
  const minutes = minute ?? '00';
  if (Number(minutes) > 59 || Number(hour) > 14 || (Number(hour) === 14 && minutes !== '00')) return null;
  return `${sign}${hour}:${minutes}`;
}

/**
 * True for bytes that are an `xsd:dateTime` in its most common shape, `2024-01-31T23:59:59Z` or without the `Z`: the shape that
 * axes of long series have, told without making a text of it. False says nothing.
 */
export function isCommonDateTime(bytes: Uint8Array, start: number, end: number, zoned: boolean): boolean {
  if (end - start !== (zoned ? 20 : 19) || (zoned && bytes[end - 1] !== 0x5a)) return false;
  if (bytes[start + 4] !== 0x2d || bytes[start + 7] !== 0x2d || bytes[start + 10] !== 0x54) return false;
  if (bytes[start + 13] !== 0x3a || bytes[start + 16] !== 0x3a) return false;
  const century = twoDigits(bytes, start);
  const year = twoDigits(bytes, start + 2);
  const month = twoDigits(bytes, start + 5);
  const day = twoDigits(bytes, start + 8);
  const hour = twoDigits(bytes, start + 11);
  const minute = twoDigits(bytes, start + 14);
  const second = twoDigits(bytes, start + 17);
  // The 29th of February is rare enough to be left to the calendar.
  const isDay = day >= 1 && (day <= 28 || (month !== 2 && day <= (month < 13 ? MONTH_DAYS[month - 1]! : 0)));
  return century >= 0 && year >= 0 && month >= 1 && month <= 12 && isDay && isClock(hour, minute, second);
}

function isClock(hour: number, minute: number, second: number): boolean {
  return hour >= 0 && hour <= 23 && minute >= 0 && minute <= 59 && second >= 0 && second <= 59;
}

/** The number that two digits make; negative for anything else. */
function twoDigits(bytes: Uint8Array, at: number): number {
  const tens = bytes[at]! - 0x30;
  const ones = bytes[at + 1]! - 0x30;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
}
