import { HubError } from '../errors.ts';
import { MAX_NESTING } from './limits.ts';

/** What is known of a query before anything recursive reads it. */
export interface QueryScan {
  /** Where the VALUES behind the query begins, else the end of the text: a LIMIT may stand there. */
  readonly limitAt: number;
}

/** Letters that names begin with: PN_CHARS_BASE of the grammar. */
const LETTER = String.raw`A-Za-z\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u02FF\u0370-\u037D\u037F-\u1FFF\u200C\u200D\u2070-\u218F\u2C00-\u2FEF\u3001-\uD7FF\uF900-\uFDCF\uFDF0-\uFFFD\u{10000}-\u{EFFFF}`;
/** What names go on with: PN_CHARS of the grammar. */
const IN_NAME = String.raw`[${LETTER}_\d\-\u00B7\u0300-\u036F\u203F\u2040]`;
/** What stands escaped in a local name: PLX of the grammar. */
const ESCAPED = String.raw`%[\dA-Fa-f]{2}|\\[\\_~.\-!$&'()*+,;=/?#@%]`;
const WORD = String.raw`[${LETTER}](?:${IN_NAME}|\.+(?=${IN_NAME}))*`;
const LOCAL_NAME = String.raw`(?:[${LETTER}_:\d]|${ESCAPED})(?:${IN_NAME}|:|${ESCAPED}|\.+(?=${IN_NAME}|:|${ESCAPED}))*`;

const COMMENT = String.raw`#[^\n\r]*`;
const LONG_TEXT = String.raw`"""(?:[^"\\]|\\[^]|""?(?!"))*"""|'''(?:[^'\\]|\\[^]|''?(?!'))*'''`;
const OPEN_TEXT = String.raw`"""[^]*|'''[^]*`;
const SHORT_TEXT = String.raw`"(?:[^"\\\n\r]|\\[^])*"?|'(?:[^'\\\n\r]|\\[^])*'?`;
const IRI = String.raw`<[^<>"{}|^\u0060\\\u0000-\u0020]*>`;
const VARIABLE = String.raw`[?$][${LETTER}_\d][${LETTER}_\d\u00B7\u0300-\u036F\u203F\u2040]*`;
const LANGUAGE = String.raw`@[A-Za-z]+(?:-[A-Za-z\d]+)*`;

/**
 * What does not count (comments, texts, IRIs, variables, languages, names with prefixes), words, and brackets. A `<` that begins no IRI
 * is an operator. A text without an end is none in SPARQL, and goes on to where it would have to end: so each character is read once. What
 * begins a long text that has no end could also be an empty text and another one, behind which nothing would have been looked at.
 */
const TOKEN = new RegExp(
  String.raw`${COMMENT}|${LONG_TEXT}|(?<open>${OPEN_TEXT})|${SHORT_TEXT}|${IRI}|${VARIABLE}|${LANGUAGE}|(?:${WORD})?:(?:${LOCAL_NAME})?|${WORD}|[{}()[\]]`,
  'gu',
);
/** No keyword has more than 14 letters, and some may follow each other without a space. */
const MAX_WORD_CHARACTERS = 64;
const BEGINS_WORD = new RegExp(`^[${LETTER}]`, 'u');

/**
 * Looks through the text once, in time that grows with its length alone.
 *
 * @throws HubError `query-too-complex`; `malformed-query` for a long word that is none of SPARQL, which the parser would read again from
 *   each of its letters on, and for a long text without an end
 */
export function scanQuery(text: string): QueryScan {
  let nesting = 0;
  let limitAt = text.length;
  for (const { 0: token, index, groups } of text.matchAll(TOKEN)) {
    if ('{(['.includes(token)) nesting++;
    else if ('})]'.includes(token)) nesting--;
    else if (nesting === 0 && /^values$/i.test(token)) limitAt = index;
    if (nesting > MAX_NESTING) throw tooComplex(`Brackets may stand in each other ${MAX_NESTING} times at most`);
    if (isLongWord(token) || groups!['open'] !== undefined) throw misplaced(text, index, token);
  }
  return { limitAt };
}

/** Whether it is a word that can be none of SPARQL. */
function isLongWord(token: string): boolean {
  return token.length > MAX_WORD_CHARACTERS && BEGINS_WORD.test(token) && !token.includes(':');
}

/** @param rule a sentence without its full stop */
export function tooComplex(rule: string, cause?: unknown): HubError {
  return new HubError('query-too-complex', `The query is too complex. ${rule}.`, {}, cause);
}

/** The error of a piece of a text that cannot stand where it stands. */
export function misplaced(text: string, offset: number, piece: string): HubError {
  const before = text.slice(0, offset).split(/\r\n|[\r\n]/);
  return cannotStand(piece, before.length, before.at(-1)!.length + 1);
}

/** The same for a place that is known by its line and column, both from 1. */
export function cannotStand(image: string, line: number, column: number): HubError {
  const piece = image.slice(0, 100);
  const what = `${JSON.stringify(piece)} cannot stand here`;
  return new HubError('malformed-query', `The query is not SPARQL 1.1: line ${line}, column ${column}, ${what}.`, {
    line,
    column,
    piece,
  });
}
