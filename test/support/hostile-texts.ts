/** A text of about so many characters that expressions and parsers go back and forth in, when they can. */
export interface HostileText {
  readonly name: string;
  readonly of: (length: number) => string;
}

/** Characters and groups that are repeated: what some grammar of the hub treats in a way of its own. */
const REPEATED = [
  ' ',
  '\t',
  '\n',
  '\u0000',
  '/',
  '\\',
  ';',
  ',',
  '"',
  "'",
  '=',
  '%',
  '.',
  '-',
  '@',
  '(',
  '[',
  '{',
  '<',
  '#',
  '$',
  '0',
  'a',
  '\u00e9',
  '\u{1f600}',
  'e\u0301',
  'a ',
  'a,',
  'a/',
  'a.',
  'a-',
  'a@',
  'aA',
  ' ,',
  ';a="',
  '; q=0.1,',
  '"a",',
  'W/"a", ',
  '\\"',
  '"""',
  '%2F',
  '%ff',
  '/../',
  '::',
  '1.',
  '()',
  '{}',
  '[]',
  '{"a":',
  '<a>',
  '&a=',
  '$a @b ',
  'eyJ',
  'a1_kW-',
] as const;

/** Expressions fail at the last character, so that all ways of matching what stands before are tried. */
const AROUND = [
  { name: 'spaces in an unclosed charset', before: 'application/json; charset=', repeated: ' ', after: 'a"b' },
  { name: 'slashes before a letter', before: 'a', repeated: '/', after: 'x' },
  { name: 'spaces before a letter', before: 'a', repeated: ' ', after: 'x' },
  { name: 'digits before a letter', before: '1', repeated: '0', after: 'x' },
  { name: 'zeros behind a point', before: '1.', repeated: '0', after: 'x' },
  { name: 'an unclosed text', before: '"', repeated: 'a', after: '' },
  { name: 'escapes in an unclosed text', before: '"', repeated: '\\a', after: '' },
  { name: 'an unclosed IRI', before: '<http://', repeated: 'a', after: '' },
  { name: 'a domain of many labels', before: 'a@', repeated: 'a.', after: '!' },
  { name: 'a token of many parts', before: 'Bearer ', repeated: 'eyJhbGciOiJFUzI1NiJ9.', after: '!' },
] as const;

/** Some sixty texts; they grow with the length that is asked for, and differ in nothing else. */
export const HOSTILE_TEXTS: readonly HostileText[] = [
  ...REPEATED.map((repeated) => hostileText(`${JSON.stringify(repeated)} again and again`, '', repeated, '')),
  ...AROUND.map(({ name, before, repeated, after }) => hostileText(name, before, repeated, after)),
];

function hostileText(name: string, before: string, repeated: string, after: string): HostileText {
  return { name, of: (length) => before + repeated.repeat(Math.ceil(length / repeated.length)) + after };
}
