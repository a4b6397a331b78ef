import { HubError } from '../../errors.ts';
import { decodeUtf8, markLength } from '../../rdf/utf8.ts';

/** What stands around the place of a fault, and the sentence that tells it. */
export interface Around {
  /** Empty at the beginning of the text, but for spaces. */
  readonly before: string;
  readonly rest: string;
  readonly message: string;
}

/** What to do about what is almost JSON, or something else. */
export type Advice = readonly [fits: (around: Around) => boolean, advice: string];

/** Characters before and behind the place that are looked at. */
const LOOKED_AT = 200;

/** What people write that is almost JSON. The first that fits counts. */
export const ALMOST_JSON: readonly Advice[] = [
  // What stands within a text is told first: there, all that follows is a text as well.
  [
    ({ rest, message }) => isBehindBackslash(message) && rest.startsWith("'"),
    'A single quote of a text has no backslash before it.',
  ],
  [
    ({ rest, message }) => isBehindBackslash(message) || (message.includes('behind "\\u"') && /^[g-z]/i.test(rest)),
    'A backslash of a text is written twice, as "C:\\\\data".',
  ],
  [({ message }) => message.includes('behind "\\u"'), 'Behind \\u stand four hexadecimal digits, as in \\u00e9.'],
  [({ message }) => message.includes('control character'), 'Or the text lacks the quote that ends it.'],
  [
    ({ rest, message }) => rest === '' && message.includes('closing quote'),
    'The document is cut off, or a text lacks the quote that ends it.',
  ],
  [({ rest }) => /^(?:\/\/|\/\*|#)/.test(rest), 'JSON has no comments. Take it away.'],
  [
    ({ rest, message }) => /^[-+]?(?:NaN|Infinity|nan|inf)(?![\p{L}\d])/u.test(rest) && !wantsKey(message),
    'JSON has no such number: leave the key out, or write null.',
  ],
  [
    ({ rest, message }) => /^undefined\b/.test(rest) && !wantsKey(message),
    'JSON has no undefined: leave the key out, or write null.',
  ],
  [
    ({ rest, message }) => /^(?:None|True|False)\b/.test(rest) && !wantsKey(message),
    'JSON writes null, true and false; Python does so by json.dumps().',
  ],
  [
    ({ rest, message }) => /^(?:null?|true|false|nil)\b/i.test(rest) && !wantsKey(message),
    'JSON writes null, true and false, in small letters.',
  ],
  [
    ({ rest }) => /^[bru]?'/i.test(rest),
    'Keys and texts of JSON stand in double quotes; Python writes them by json.dumps().',
  ],
  [
    ({ rest }) => /^[“”„‟«»‘’‚″]/.test(rest),
    'Keys and texts of JSON stand in straight double quotes ("), of which mails and word processors make others.',
  ],
  [
    ({ rest }) => /^[\p{Z}\p{Cf}]/u.test(rest) && !rest.startsWith(' '),
    'This character is invisible, or looks like a space: take it away, or write a space.',
  ],
  [
    ({ rest }) => rest.startsWith('\\"'),
    'Its quotes are escaped, as those of a text within another: take the backslashes away.',
  ],
  [({ before, rest }) => /,\s*$/.test(before) && /^[}\]]/.test(rest), 'Take away the comma before it.'],
  [
    ({ before, rest }) => /:\s*-?\d+,$/.test(before) && /^\d/.test(rest),
    'Numbers of JSON have a point before their fraction, as 4.2, and none between thousands.',
  ],
  [
    ({ before, rest }) => /[:[,\s]-?0$/.test(before) && /^(?:\d|[xob][\da-f])/i.test(rest),
    'Numbers of JSON are decimal and do not begin with 0; what is no number stands in double quotes, as "007".',
  ],
  [
    ({ before, rest }) => /^(?:-\d\d?\b|:\d\d|\.\d)/.test(rest) && /[:[,\s](?:\d{4}|\d\d?|-?\d+\.\d+)$/.test(before),
    'A number has one point at most. Dates, times and versions are texts, which stand in double quotes.',
  ],
  [
    ({ before, rest }) => /^(?:\+|\.\d)/.test(rest) || /\d\.$/.test(before),
    'Numbers of JSON have no plus, and digits on both sides of their point, as 0.5.',
  ],
  [({ rest, message }) => wantsKey(message) && /^[\p{L}_$]/u.test(rest), 'Keys stand in double quotes.'],
  [
    ({ before, rest }) => /[:[,]\s*$/.test(before) && /^[\p{L}_][\p{L}\d_.]*\(/u.test(rest),
    'JSON has no calls: write the value itself, a number or a text.',
  ],
  [
    ({ before, rest }) => /[:[,]\s*$/.test(before) && CUT_WORD.test(rest),
    'The document is cut off, or a word is: null, true and false are the only ones without quotes.',
  ],
  [({ before, rest }) => /[:[,]\s*$/.test(before) && /^\p{L}/u.test(rest), 'Texts stand in double quotes.'],
  [
    ({ before, rest, message }) =>
      /[\]}"\d\w]\s*$/.test(before) &&
      /^["{[\d-]/.test(rest) &&
      !(/\d$/.test(before) && rest.startsWith('-')) &&
      message.includes('","'),
    'A comma is missing before it.',
  ],
  [
    ({ rest, message }) => rest.trim() === '' && message.includes('ends where'),
    'Something is open at the end: the document is cut off, or a bracket is missing.',
  ],
];

/** The beginning of a word of JSON, behind which nothing stands. */
const CUT_WORD = /^(?:tr?u?|fa?l?s?|nu?l?)\s*$/;

function wantsKey(message: string): boolean {
  return message.includes('where a key');
}

function isBehindBackslash(message: string): boolean {
  return message.includes('behind a backslash');
}

const ANOTHER_FORMAT: readonly Advice[] = [
  [({ before, rest }) => isStart(before) && rest === '', 'The text is empty.'],
  [({ before, rest }) => isStart(before) && rest.startsWith('<'), 'This looks like XML or HTML.'],
  [(around) => isYaml(around), 'This looks like YAML: write it as JSON.'],
  [
    ({ before, rest }) => isStart(before) && rest.startsWith('\u001F'),
    'This looks compressed: send gzip with Content-Encoding: gzip.',
  ],
  [
    ({ before, message }) => before.length < 2 && message.startsWith('Found U+0000'),
    'This looks like UTF-16, or is no text: save it as UTF-8.',
  ],
];

const BEHIND_IT: readonly Advice[] = [
  [
    isAnotherDocument,
    'Another document follows. Give each by itself; the command line reads one per line with --from ndjson.',
  ],
  [isBehindDocument, 'Take away what stands behind the document.'],
  [
    ({ before, rest }) => isStart(before) && rest !== '',
    'JSON begins with {. The command line reads tables with --from csv.',
  ],
];

/** Whether the place is at the beginning of the text. */
export function isStart(before: string): boolean {
  return before.trim() === '';
}

/** Whether the text begins as YAML does, which is no JSON. */
export function isYaml({ before, rest }: Around): boolean {
  return isStart(before) ? /^[\w "'.-]+:\s/.test(rest) : before.trim() === '-' && /^(?: |--\s)/.test(rest);
}

/** Whether another object or array begins behind the document. */
export function isAnotherDocument({ before, rest, message }: Around): boolean {
  return /[\]}]\s*$/.test(before) && /^,?\s*[{[]/.test(rest) && isBehindEnd(message);
}

/** Whether something else stands behind a document that is whole. */
export function isBehindDocument({ before, message }: Around): boolean {
  return /[\]}]\s*$/.test(before) && isBehindEnd(message);
}

/** Whether a message is about what stands behind the end of the document. */
export function isBehindEnd(message: string): boolean {
  return message.includes('the end of the document');
}

/** The advice that fits first; empty where none does. @param before all that is before the place */
export function adviceAround(advice: readonly Advice[], before: string, rest: string, message: string): string {
  const near = (before.length > LOOKED_AT ? '…' : '') + before.slice(-LOOKED_AT);
  const around = { before: near, rest: rest.slice(0, LOOKED_AT), message };
  return advice.find(([fits]) => fits(around))?.[1] ?? '';
}

/**
 * An error about a text that is no document, with a hint what to do where that is known; any other error as it is. The library of the
 * mapping goes without: the sentences are for people who ask an interface.
 *
 * @param body the text, in which the error has its offset
 */
export function withAdvice(error: unknown, body: Uint8Array): unknown {
  if (!(error instanceof HubError) || error.details.hint !== undefined) return error;
  const hint = hintFor(error, body);
  return hint === '' ? error : new HubError(error.code, error.message, { ...error.details, hint }, error.cause);
}

function hintFor({ code, message, details: { offset } }: HubError, body: Uint8Array): string {
  if (code === 'not-utf8' && offset !== undefined)
    return isCutOff(body, offset) ? CUT_CHARACTER : adviceOnEncoding(body);
  if (code === 'malformed-json' && offset !== undefined) return adviceAt(body, offset, message);
  const isArray = code === 'not-an-object' && decodeUtf8(body, 0, LOOKED_AT).trimStart().startsWith('[');
  return isArray ? 'Give each item of the array as a document of its own.' : '';
}

function adviceAt(body: Uint8Array, at: number, message: string): string {
  // A character more than is looked at, so that one that is cut off stands outside of it.
  const before = decodeUtf8(body, Math.max(markLength(body), at - 4 * (LOOKED_AT + 1)), at);
  const rest = decodeUtf8(body, at, Math.min(body.length, at + 4 * LOOKED_AT));
  return adviceAround([...ANOTHER_FORMAT, ...ALMOST_JSON, ...BEHIND_IT], before, rest, message);
}

const CUT_CHARACTER = 'It ends within a character: it is cut off, or not in UTF-8.';

/** Whether the end of the text cuts off the character that stands there. */
function isCutOff(body: Uint8Array, at: number): boolean {
  const first = body[at]!;
  if (first < 0xc2 || first > 0xf4) return false;
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  return at + length > body.length && body.subarray(at + 1).every((byte) => byte >> 6 === 2);
}

function adviceOnEncoding([first, second]: Uint8Array): string {
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return isUtf16
    ? 'It begins as UTF-16 does, in which PowerShell and Excel save texts: save it as UTF-8.'
    : 'Save it as UTF-8; it may be in Windows-1252 or Latin-1.';
}
