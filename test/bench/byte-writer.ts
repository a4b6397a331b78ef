/**
 * The yardstick: what a converter would be that knows the documents of `test/bench/documents.ts` by heart. It finds stamps, texts and
 * numbers by a scan of the bytes, copies ready segments and patches fixed-width node numbers into them. It checks nothing.
 */
import { DEVICES } from './documents.ts';
import type { RecordSegments, SeriesSegments } from './segments.ts';

/** Bytes of a chunk; from 16 KiB to 1 MiB all measure the same. */
const CHUNK_BYTES = 64 * 1024;

/** More than the longest row of these documents has, values included. */
const MAX_ROW_BYTES = 8 * 1024;

const STAMP = '0000-00-00T00:00:00Z';

const NINE = 0x39;
const ZERO = 0x30;
const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const CLOSING_BRACE = 0x7d;

/** Gives the next chunk to fill. */
export type Allocate = () => Uint8Array;

/** Chunks that are handed over and never touched again, as those of the converter. */
export const allocateChunk: Allocate = () => new Uint8Array(CHUNK_BYTES);

/** One chunk for the whole answer: its reader has to be done with it when `write` returns. */
export function reuseChunk(): Allocate {
  const chunk = allocateChunk();
  return () => chunk;
}

/** Writes `wideSeries` and `wideSeriesOfTerms`, row by row, in the format of the segments. */
export function writeSeries(
  body: Buffer,
  segments: SeriesSegments,
  allocate: Allocate,
  write: (chunk: Uint8Array) => void,
): void {
  const one = new Segment(segments.one);
  const two = new Segment(segments.two);
  const { bytes: bytesOne, stampAt } = one;
  const { bytes: bytesTwo } = two;
  let fromStamp = body.indexOf('"timestamp":["') + '"timestamp":["'.length;
  let fromOne = body.indexOf('"active_power-kW":[') + '"active_power-kW":['.length;
  let fromTwo = body.indexOf('"active_energy-kWh":[') + '"active_energy-kWh":['.length;
  write(Buffer.from(segments.head));
  let chunk = allocate();
  let at = 0;
  // The first row has none before it whose tail has to be written.
  let from = segments.tail.length;
  for (;;) {
    if (at + MAX_ROW_BYTES > CHUNK_BYTES) {
      write(chunk.subarray(from, at));
      chunk = allocate();
      at = 0;
      from = 0;
    }
    chunk.set(bytesOne, at);
    for (let i = 0; i < STAMP.length; i++) chunk[at + stampAt + i] = body[fromStamp + i]!;
    fromStamp += STAMP.length + '","'.length;
    at += bytesOne.length;
    // Patched after the copy: to copy what was just patched would wait for it.
    one.count();
    let byte = body[fromOne++]!;
    while (byte !== COMMA && byte !== CLOSING_BRACKET) {
      chunk[at++] = byte;
      byte = body[fromOne++]!;
    }
    chunk.set(bytesTwo, at);
    at += bytesTwo.length;
    two.count();
    byte = body[fromTwo++]!;
    while (byte !== COMMA && byte !== CLOSING_BRACKET) {
      chunk[at++] = byte;
      byte = body[fromTwo++]!;
    }
    if (byte === CLOSING_BRACKET) break;
  }
  chunk.set(Buffer.from(segments.tail), at);
  write(chunk.subarray(from, at + segments.tail.length));
}

/** Writes `records`, record by record, in the format of the segments. */
export function writeRecords(
  body: Buffer,
  segments: RecordSegments,
  allocate: Allocate,
  write: (chunk: Uint8Array) => void,
): void {
  const record = new Segment(segments.record);
  const sensor = new Segment(segments.sensor);
  const note = new Segment(segments.note);
  const number = new Segment(segments.number);
  const { stampAt } = record;
  const isMet = new Uint8Array(DEVICES);
  let from = body.indexOf('"records":[') + '"records":['.length;
  let chunk = allocate();
  let at = 0;
  let kept = segments.tail.length;
  for (;;) {
    if (at + MAX_ROW_BYTES > CHUNK_BYTES) {
      write(chunk.subarray(kept, at));
      chunk = allocate();
      at = 0;
      kept = 0;
    }
    from += '{"timestamp":"'.length;
    chunk.set(record.bytes, at);
    for (let i = 0; i < STAMP.length; i++) chunk[at + stampAt + i] = body[from + i]!;
    at += record.bytes.length;
    record.count();

    from += STAMP.length + '","device_id":"inverter-'.length;
    const deviceFrom = from;
    let device = 0;
    let byte = body[from]!;
    while (byte !== QUOTE) {
      device = device * 10 + byte - ZERO;
      chunk[at++] = byte;
      byte = body[++from]!;
    }
    isMet[device] = 1;
    chunk.set(sensor.bytes, at);
    at += sensor.bytes.length;
    sensor.count();
    for (let i = deviceFrom; i < from; i++) chunk[at++] = body[i]!;

    chunk.set(note.bytes, at);
    at += note.bytes.length;
    note.count();
    from += '","note":"'.length;
    byte = body[from]!;
    while (byte !== QUOTE) {
      chunk[at++] = byte;
      if (byte === BACKSLASH) chunk[at++] = body[++from]!;
      byte = body[++from]!;
    }

    chunk.set(number.bytes, at);
    at += number.bytes.length;
    number.count();
    from += '","active_power-kW":'.length;
    byte = body[from]!;
    while (byte !== CLOSING_BRACE) {
      chunk[at++] = byte;
      byte = body[++from]!;
    }
    from += '},'.length;
    if (body[from - 1] === CLOSING_BRACKET) break;
  }
  write(chunk.subarray(kept, at));
  const devices = Array.from(isMet, (met, device) => (met === 1 ? segments.describeDevice(device) : ''));
  write(Buffer.from(segments.tail + devices.join('')));
}

/** A stretch of a row that is the same in each row but for the numbers of nodes, which grow by one. */
class Segment {
  readonly bytes: Uint8Array;
  /** Where the row's stamp stands; -1 where none does. */
  readonly stampAt: number;
  /** Where the last digit of each number stands. */
  private readonly digits: Int32Array;

  /** @param text with `{stamp}` and, for the nodes of a row, `{1}` to `{9}` */
  constructor(text: string) {
    const digits: number[] = [];
    let plain = '';
    let stampAt = -1;
    for (const piece of text.split(/(?=\{(?:\d|stamp)\})|(?<=\{(?:\d|stamp)\})/)) {
      if (piece === '{stamp}') {
        stampAt = plain.length;
        plain += STAMP;
      } else if (/^\{\d\}$/.test(piece)) {
        plain += `${piece[1]}000000`;
        digits.push(plain.length - 1);
      } else plain += piece;
    }
    this.bytes = new TextEncoder().encode(plain);
    this.stampAt = stampAt;
    this.digits = Int32Array.from(digits);
  }

  /** Adds one to each number. */
  count(): void {
    const { bytes, digits } = this;
    for (let i = 0; i < digits.length; i++) {
      let at = digits[i]!;
      while (bytes[at] === NINE) bytes[at--] = ZERO;
      bytes[at]!++;
    }
  }
}
