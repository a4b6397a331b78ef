/** The values of the forms, by row: JSON texts, the same on every machine and every day. */

/** The JSON text of a value in a row; undefined where the row has none. */
export type Value = (row: number) => string | undefined;

export const constant =
  (json: string): Value =>
  () =>
    json;

/** A reading with so many decimals, below a bound. */
export const reading =
  (below: number, decimals: number): Value =>
  (row) =>
    (random(row) * below).toFixed(decimals);

export const readingAsText =
  (below: number, decimals: number): Value =>
  (row) =>
    `"${(random(row) * below).toFixed(decimals)}"`;

export const withComma: Value = (row) => `"${(random(row) * 1000).toFixed(2).replace('.', ',')}"`;

/** A meter that counts on. */
export const counter: Value = (row) => (48_210_330 + row * 7 + (row % 5)).toString();

export const boolean: Value = (row) => (random(row) < 0.5 ? 'true' : 'false');

/** A value in every nth row, another one in the others. */
export const everyNth =
  (nth: number, value: Value, others: Value): Value =>
  (row) =>
    row % nth === nth - 1 ? value(row) : others(row);

/** A member that only some rows have. */
export const sometimes =
  (share: number, value: Value): Value =>
  (row) =>
    random(row * 31 + Math.round(share * 1000)) < share ? value(row) : undefined;

/** One of some texts. */
export const oneOf =
  (...texts: readonly string[]): Value =>
  (row) =>
    JSON.stringify(texts[Math.floor(random(row * 7) * texts.length)]);

/** So many things that take turns. */
export const inTurn =
  (prefix: string, count: number): Value =>
  (row) =>
    `"${prefix}${row % count}"`;

/** Another text in each row. */
export const unique =
  (prefix: string): Value =>
  (row) =>
    `"${prefix}${(row * 7919 + 100_003).toString()}"`;

export const uuid: Value = (row) => {
  const digits = Array.from({ length: 4 }, (_, i) =>
    hash(row * 4 + i)
      .toString(16)
      .padStart(8, '0'),
  ).join('');
  return `"${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-a${digits.slice(17, 20)}-${digits.slice(20)}"`;
};

export const nothing: Value = constant('null');

// Stamps: a quarter of an hour after one another

const START = Date.UTC(2024, 0, 1);
const QUARTER_MS = 900_000;

/** Where the stamp of a row is taken from. */
export type Order = (row: number) => number;
const ascending: Order = (row) => row;
export const descending: Order = (row) => 100_000 - row;
export const repeating: Order = (row) => Math.floor(row / 4);
export const shuffled: Order = (row) => (row * 7919) % 100_003;

const stamp =
  (format: (iso: string) => string, order: Order = ascending, stepMs = QUARTER_MS): Value =>
  (row) =>
    `"${format(new Date(START + order(row) * stepMs).toISOString())}"`;

export const inUtc = (order: Order = ascending): Value => stamp((iso) => `${iso.slice(0, 19)}Z`, order);
export const withMilliseconds = stamp((iso) => iso);
export const withMicroseconds = stamp((iso) => `${iso.slice(0, 19)}.125000Z`);
export const withOffset = (offset: string): Value => stamp((iso) => iso.slice(0, 19) + offset);
/** Of Central Europe: +01:00, from April to October +02:00. */
export const bySeason = stamp((iso) => {
  const month = Number(iso.slice(5, 7));
  return `${iso.slice(0, 19)}${month > 3 && month < 11 ? '+02:00' : '+01:00'}`;
});
export const withSpace = stamp((iso) => `${iso.slice(0, 10)} ${iso.slice(11, 19)}`);
export const withSpaceAndZone = stamp((iso) => `${iso.slice(0, 10)} ${iso.slice(11, 19)}+00:00`);
export const withoutZone = stamp((iso) => iso.slice(0, 19));
export const toTheMinute = stamp((iso) => iso.slice(0, 16));
export const toTheMinuteInUtc = stamp((iso) => `${iso.slice(0, 16)}Z`);
export const ofDays = stamp((iso) => iso.slice(0, 10), ascending, 86_400_000);
export const ofMonths: Value = (row) => `"${1000 + Math.floor(row / 12)}-${String((row % 12) + 1).padStart(2, '0')}"`;
export const ofYears: Value = (row) => String(1000 + (row % 9000));
/** As DSMR meters write them: YYMMDDhhmmssX. */
export const ofMeters = stamp((iso) => `${iso.slice(2, 19).replace(/[-T:]/g, '')}W`);
export const inSeconds: Value = (row) => String((START + row * QUARTER_MS) / 1000);
export const inMilliseconds: Value = (row) => String(START + row * QUARTER_MS);

/** Notes as people write them. */
export const notes = {
  ascii: oneOf('running', 'standby', 'derated 80 %', 'grid fault, see log'),
  beyondAscii: oneOf('Überprüfung fällig', 'Läuft', 'température élevée', '20 °C', 'bi-horário'),
  quotes: oneOf('fan "2" off', 'C:\\logs\\inverter.txt', 'said "ok"', 'path\\to'),
  lines: oneOf('first\nsecond', 'a\tb', 'end\r\n', 'one\n\ntwo'),
  markup: oneOf('P < 10 & U > 230', '<b>alarm</b>', 'R&D', 'a > b'),
  coded: ((row) =>
    `"${['caf\\u00e9', '20 \\u00b0C', 'a\\/b', 'form\\ffeed', '\\u2014 none'][row % 5]!} ${row}"`) as Value,
  mixed: ((row) =>
    `"${['running', 'Überprüfung \\"fällig\\"', '20 \\u00b0C', 'a & b\\nc', 'standby'][row % 5]!} ${row}"`) as Value,
};

/** Mixes the bits of a number. */
function hash(seed: number): number {
  let state = Math.imul(seed ^ (seed >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return (state ^ (state >>> 16)) >>> 0;
}

/** A number from 0 to 1 that looks random. */
function random(seed: number): number {
  return hash(seed + 20_261_121) / 2 ** 32;
}
