import { IS_UNRESERVED } from './iri.ts';
import { encodeText } from './utf8.ts';

/** No text that is shorter is the IRI of an entity. */
export const LEAST_IRI_BYTES = 5;

/** States of the table: what was read so far. */
const REFUSED = 0;
const START = 1;

const DIGITS = '0123456789';
const HEX = `${DIGITS}abcdefABCDEF`;
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** RFC 3987 iunreserved and sub-delims, but for `&`, which XML escapes. */
const COMMON = `${LETTERS}${DIGITS}-._~!$'()*+,;=`;
/** Letters, digits and `-` that a URN has before its second colon. */
const MAX_NAMESPACE_ID = 32;

/** Lead bytes of characters that may stand in any part: U+00C0 to U+D7FF. */
const FIRST_LEAD = 0xc3;
const LAST_LEAD = 0xed;
const FIRST_CONTINUATION = 0x80;
const LAST_CONTINUATION = 0xbf;
/** U+0080 to U+00BF, of which the first half are control characters. */
const LATIN_LEAD = 0xc2;
const FIRST_LATIN = 0xa0;

/** The next state, by state and byte; what ends in one of the accepting states is an IRI. */
class StateTable {
  private readonly rows: Uint8Array[] = [new Uint8Array(256)];
  private readonly accepting: number[] = [0];

  /** A state from which nothing leads on yet. */
  add(isAccepting = false): number {
    this.accepting.push(isAccepting ? 1 : 0);
    return this.rows.push(new Uint8Array(256)) - 1;
  }

  lead(from: number, characters: string, to: number): void {
    for (const character of characters) this.rows[from]![character.charCodeAt(0)] = to;
  }

  /** Lets the same lead on from a state as from another, but for some characters. */
  leadAs(state: number, other: number, except: string): void {
    this.rows[state]!.set(this.rows[other]!);
    this.lead(state, except, REFUSED);
  }

  /** Makes a state one that characters beyond ASCII lead from and to: the text is well-formed UTF-8. */
  takeUcschar(state: number): void {
    const latin = this.add();
    this.rows[state]!.fill(state, FIRST_LEAD, LAST_LEAD + 1);
    this.rows[state]!.fill(state, FIRST_CONTINUATION, LAST_CONTINUATION + 1);
    this.rows[state]![LATIN_LEAD] = latin;
    this.rows[latin]!.fill(state, FIRST_LATIN, LAST_CONTINUATION + 1);
  }

  /** Makes a state one from and to which a percent-encoded byte leads. */
  takeEncoded(state: number): void {
    const first = this.add();
    const second = this.add();
    this.lead(state, '%', first);
    this.lead(first, HEX, second);
    this.lead(second, HEX, state);
  }

  finish(): { next: Uint8Array; accepts: Uint8Array } {
    const next = new Uint8Array(this.rows.length * 256);
    this.rows.forEach((row, state) => next.set(row, state * 256));
    return { next, accepts: Uint8Array.from(this.accepting) };
  }
}

function buildTable(): { next: Uint8Array; accepts: Uint8Array } {
  const table = new StateTable();
  const start = table.add();
  const [path, query, fragment] = [table.add(true), table.add(true), table.add(true)];
  for (const part of [path, query, fragment]) {
    table.lead(part, `${COMMON}:@/`, part);
    table.takeUcschar(part);
    table.takeEncoded(part);
  }
  const endPath = (state: number): void => {
    table.lead(state, '?', query);
    table.lead(state, '#', fragment);
  };
  endPath(path);
  table.lead(query, '?', query);
  table.lead(query, '#', fragment);
  table.lead(fragment, '?', fragment);
  addWeb(table, start, path, endPath);
  addUrn(table, start, path);
  return table.finish();
}

/** `http://` or `https://`, a host with a name, and perhaps a port. */
function addWeb(table: StateTable, start: number, path: number, endPath: (state: number) => void): void {
  const [h, t, tt, http, https, colon, slash, slashes] = Array.from({ length: 8 }, () => table.add());
  table.lead(start, 'hH', h!);
  table.lead(h!, 'tT', t!);
  table.lead(t!, 'tT', tt!);
  table.lead(tt!, 'pP', http!);
  table.lead(http!, 'sS', https!);
  table.lead(http!, ':', colon!);
  table.lead(https!, ':', colon!);
  table.lead(colon!, '/', slash!);
  table.lead(slash!, '/', slashes!);
  const [host, port] = [table.add(true), table.add(true)];
  table.takeUcschar(host);
  table.lead(slashes!, COMMON, host);
  table.lead(host, COMMON, host);
  table.lead(host, ':', port);
  table.lead(port, DIGITS, port);
  for (const state of [host, port]) {
    table.lead(state, '/', path);
    endPath(state);
  }
}

/** `urn:`, the identifier of a namespace, and at least one character of what it names. */
function addUrn(table: StateTable, start: number, path: number): void {
  const [u, r, n, colon, named] = Array.from({ length: 5 }, () => table.add());
  table.lead(start, 'uU', u!);
  table.lead(u!, 'rR', r!);
  table.lead(r!, 'nN', n!);
  table.lead(n!, ':', colon!);
  let last = colon!;
  for (let length = 1; length <= MAX_NAMESPACE_ID; length++) {
    const next = table.add();
    table.lead(last, LETTERS + DIGITS + (length > 1 ? '-' : ''), next);
    table.lead(next, ':', named!);
    last = next;
  }
  table.leadAs(named!, path, '?#');
}

/** By half a byte. */
const HEX_DIGITS = encodeText('0123456789ABCDEF');

/** Writes UTF-8 from `start` to `end` percent-encoded, up to three times as many bytes, from `to` on; answers where these end. */
export function percentEncodeBytes(
  bytes: Uint8Array,
  start: number,
  end: number,
  target: Uint8Array,
  to: number,
): number {
  let next = to;
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if (IS_UNRESERVED[byte] === 1) target[next++] = byte;
    else {
      target[next++] = 0x25;
      target[next++] = HEX_DIGITS[byte >> 4]!;
      target[next++] = HEX_DIGITS[byte & 15]!;
    }
  }
  return next;
}

const { next: NEXT, accepts: ACCEPTS } = buildTable();

/**
 * True for bytes that are, as they stand, the IRI of an entity (`entityIriOf`) and that no format escapes. It says so only of the common
 * ones: not of an IRI with `&`, with a user, an IP literal or something encoded before its path, or with characters behind U+D7FF.
 *
 * @param bytes well-formed UTF-8 from `start` to `end`
 */
export function isPlainEntityIri(bytes: Uint8Array, start: number, end: number): boolean {
  let state = START;
  for (let at = start; at < end && state !== REFUSED; at++) state = NEXT[(state << 8) | bytes[at]!]!;
  return ACCEPTS[state] === 1;
}
