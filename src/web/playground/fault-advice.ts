/** What stands around the place of a fault, and the sentence that tells it. */
interface Around {
  /** Empty at the beginning of the text, but for spaces. */
  readonly before: string;
  readonly rest: string;
  readonly message: string;
}

const READS = 'the playground reads JSON, NDJSON and CSV.';

/** What people paste that is almost JSON, or something else, with what to do about it. The first that fits counts. */
const ADVICE: ReadonlyArray<readonly [fits: (around: Around) => boolean, advice: string]> = [
  [({ before, rest }) => isStart(before) && rest.startsWith('<'), `This looks like XML or HTML; ${READS}`],
  [
    ({ before, rest }) =>
      isStart(before) ? /^[\w "'.-]+:\s/.test(rest) : before.trim() === '-' && /^(?: |--\s)/.test(rest),
    `This looks like YAML; ${READS}`,
  ],
  [({ rest }) => /^(?:\/\/|\/\*|#)/.test(rest), 'JSON has no comments. Take it away.'],
  [
    ({ rest }) => /^(?:[-+]?(?:NaN|Infinity|nan|inf\b)|undefined\b)/.test(rest),
    'JSON has no such number: leave the key out, or write null.',
  ],
  [
    ({ rest }) => /^(?:None|True|False)\b/.test(rest),
    'JSON writes null, true and false; Python does so by json.dumps().',
  ],
  [
    ({ rest }) => rest.startsWith("'"),
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
    ({ before, rest }) => /[:[,\s]-?0$/.test(before) && /^[\dxX]/.test(rest),
    'Numbers of JSON are decimal and do not begin with 0; what is no number stands in double quotes, as "007".',
  ],
  [
    ({ before, rest }) => /^(?:\+|\.\d)/.test(rest) || /\d\.$/.test(before),
    'Numbers of JSON have no plus, and digits on both sides of their point, as 0.5.',
  ],
  [({ rest, message }) => message.includes('where a key') && /^[\p{L}_$]/u.test(rest), 'Keys stand in double quotes.'],
  [({ before, rest }) => /[:[,]\s*$/.test(before) && /^\p{L}/u.test(rest), 'Texts stand in double quotes.'],
  [({ message }) => message.includes('control character'), 'Or the text lacks the quote that ends it.'],
  [({ message }) => message.includes('behind a backslash'), 'A backslash of a text is written twice, as "C:\\\\data".'],
  [
    ({ before, rest, message }) => /[\]}"\d\w]\s*$/.test(before) && /^["{[\d-]/.test(rest) && message.includes('","'),
    'A comma is missing before it.',
  ],
  [
    ({ rest, message }) => rest.trim() === '' && message.includes('ends where'),
    'Something is open at the end: the document is cut off, or a bracket is missing.',
  ],
  [
    ({ before, rest, message }) => /[\]}]\s*$/.test(before) && /^,?\s*[{[]/.test(rest) && isBehindEnd(message),
    'Another document follows. Choose NDJSON under Read as where each has a line of its own; else put [ before the first, commas between them and ] behind the last.',
  ],
  [
    ({ before, message }) => /[\]}]\s*$/.test(before) && isBehindEnd(message),
    'Take away what stands behind the document.',
  ],
  [
    ({ before, message }) => isStart(before) || isBehindEnd(message),
    'JSON begins with { or [: paste what begins so. A table is read with CSV chosen under Read as.',
  ],
];

function isStart(before: string): boolean {
  return before.trim() === '';
}

function isBehindEnd(message: string): boolean {
  return message.includes('the end of the document');
}

/** What to do about JSON that is malformed at a place; empty where nothing is known. @param message what is wrong there */
export function adviceFor(text: string, at: number, message: string): string {
  const before = (at > 200 ? '…' : '') + text.slice(Math.max(0, at - 200), at);
  const around = { before, rest: text.slice(at, at + 200), message };
  return ADVICE.find(([fits]) => fits(around))?.[1] ?? '';
}
