import { expect, test } from 'vitest';
import { HubError } from '../../../src/errors.ts';
import { JsonDocument } from '../../../src/mapping/json/document.ts';
import { withAdvice } from '../../../src/mapping/json/fault-advice.ts';
import { scanJson } from '../../../src/mapping/json/scan.ts';

function refusalOf(text: string | Uint8Array): HubError {
  const body = typeof text === 'string' ? Buffer.from(text) : text;
  try {
    const { root } = new JsonDocument(scanJson(body), 0);
    throw new Error(`nothing was refused: ${root}`);
  } catch (error) {
    const told = withAdvice(error, body);
    if (told instanceof HubError) return told;
    throw told;
  }
}

const NDJSON = '{"a":1}\n{"a":2}\n';

test.each([
  ['', 'The text is empty.'],
  [' \n', 'The text is empty.'],
  ['<?xml version="1.0"?>', 'This looks like XML or HTML.'],
  ['power-kW: 7', 'This looks like YAML: write it as JSON.'],
  ['- power-kW: 7', 'This looks like YAML: write it as JSON.'],
  ['time,power\n1,2\n', 'JSON begins with {. The command line reads tables with --from csv.'],
  [NDJSON, 'Another document follows. Give each by itself; the command line reads one per line with --from ndjson.'],
  ['{"a":1}\0', 'Take away what stands behind the document.'],
  ['{"a":1};', 'Take away what stands behind the document.'],
  ['{"a":NaN}', 'JSON has no such number: leave the key out, or write null.'],
  ['// kW\n{"a":1}', 'JSON has no comments. Take it away.'],
  ['{"a":1,}', 'Take away the comma before it.'],
  ["{'a':1}", 'Keys and texts of JSON stand in double quotes; Python writes them by json.dumps().'],
  ['{"a":812,40}', 'Numbers of JSON have a point before their fraction, as 4.2, and none between thousands.'],
  ['{"a":[1,2', 'Something is open at the end: the document is cut off, or a bracket is missing.'],
  ['[{"a":1}]', 'Give each item of the array as a document of its own.'],
] as const)('%j is refused with what to do', (body, hint) => {
  expect(refusalOf(body).details.hint).toBe(hint);
});

const OTHERS = 'A number has one point at most. Dates, times and versions are texts, which stand in double quotes.';
const TWICE = 'A backslash of a text is written twice, as "C:\\\\data".';
const UNCLOSED = 'The document is cut off, or a text lacks the quote that ends it.';
const CALL = 'JSON has no calls: write the value itself, a number or a text.';
const SMALL = 'JSON writes null, true and false, in small letters.';
const PYTHON = 'Keys and texts of JSON stand in double quotes; Python writes them by json.dumps().';

test.each([
  ['{"a":2024-01-01}', OTHERS],
  ['{"a":[2024-01-01T00:00:00Z]}', OTHERS],
  ['{"a":12:30}', OTHERS],
  ['{"a":1.2.3}', OTHERS],
  [
    '{"a":0b11}',
    'Numbers of JSON are decimal and do not begin with 0; what is no number stands in double quotes, as "007".',
  ],
  ['{"a":nancy}', 'Texts stand in double quotes.'],
  ['{"a":infinite}', 'Texts stand in double quotes.'],
  ['{NaN:1}', 'Keys stand in double quotes.'],
  ['{None:1}', 'Keys stand in double quotes.'],
  ['{"a":undefined}', 'JSON has no undefined: leave the key out, or write null.'],
  ['{"a":TRUE}', SMALL],
  ['{"a":NULL}', SMALL],
  ['{"a":np.float64(1.5)}', CALL],
  ['{"a":Decimal("1")}', CALL],
  [`{"a":u'x'}`, PYTHON],
  ['{"a":tr', 'The document is cut off, or a word is: null, true and false are the only ones without quotes.'],
  [String.raw`{"a":"it\'s"}`, 'A single quote of a text has no backslash before it.'],
  [String.raw`{"a":"C:\None"}`, TWICE],
  [String.raw`{"a":"C:\#1"}`, TWICE],
  [String.raw`{"a":"\.5"}`, TWICE],
  [String.raw`{"a":"C:\users"}`, TWICE],
  [String.raw`{"a":"\u12"}`, String.raw`Behind \u stand four hexadecimal digits, as in \u00e9.`],
  ['{"a":"version 5.\nnew"}', 'Or the text lacks the quote that ends it.'],
  ['{"a":"version 5.', UNCLOSED],
  ['{"a":"x}', UNCLOSED],
] as const)('%j is told what is so of it', (body, hint) => {
  expect(refusalOf(body).details.hint).toBe(hint);
});

test.each([
  ['UTF-16', Buffer.from('\ufeff{"a":1}', 'utf16le'), /^It begins as UTF-16 does/],
  ['UTF-16, high bytes first', Buffer.from('\ufeff{"a":1}', 'utf16le').swap16(), /^It begins as UTF-16 does/],
  ['UTF-16 without a mark', Buffer.from('{"a":1}', 'utf16le'), /^This looks like UTF-16/],
  ['Latin-1', Buffer.from('{"a":"Wärme"}', 'latin1'), /^Save it as UTF-8/],
  ['what is cut off within a character', Buffer.from('{"a":"é').subarray(0, 7), /^It ends within a character/],
  ['what gzip compressed', Uint8Array.of(0x1f, 0x8b, 8), /^This looks compressed/],
])('%s is refused with what to do', (_name, body, hint) => {
  expect(refusalOf(body).details.hint).toMatch(hint);
});

test('advice is about the place, however long the document is and whatever stands before', () => {
  for (const before of ['', ...Array.from({ length: 5 }, (_, at) => 'x'.repeat(at)).map((x) => x + '😀'.repeat(400))])
    expect(refusalOf(`{"a":"${before}","b":NaN}`).details.hint).toBe(
      'JSON has no such number: leave the key out, or write null.',
    );
  expect(refusalOf('\ufeff').details.hint).toBe('The text is empty.');
  expect(refusalOf(`${' '.repeat(900)}{"a":1} <`).details.hint).toBe('Take away what stands behind the document.');
});

test('what nothing is known about has no hint', () => {
  expect(refusalOf('{"a" 7}').details).toEqual({ offset: 5, line: 1, column: 6 });
  const other = new HubError('invalid-option', 'format is none.');
  expect(withAdvice(other, new Uint8Array())).toBe(other);
});
