import { MAX_NAME_CHARACTERS, NAME_PATTERN } from './term-name.ts';

/** What a field has to be. `readFields` checks it, and the description of the interface is made from it. */
export interface FieldRule {
  readonly isRequired: boolean;
  /** UTF-16 code units. */
  readonly maxCharacters: number;
  readonly mayHaveLines?: boolean;
  readonly description: string;
  /** More of its JSON Schema, in patterns for the engines of all languages: the hub accepts every text that fits, and some others. */
  readonly schema?: Readonly<Record<string, unknown>>;
}

const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const TOP_LABEL = '[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]';

/** The fields of a suggestion, by the names of the interface. */
export const SUGGESTION_FIELDS = {
  parameter: {
    isRequired: true,
    maxCharacters: MAX_NAME_CHARACTERS,
    description: 'The proposed name, with the unit behind a hyphen.',
    schema: { pattern: NAME_PATTERN },
  },
  description: {
    isRequired: true,
    maxCharacters: 2000,
    mayHaveLines: true,
    description: 'What the term means.',
  },
  datatype: {
    isRequired: true,
    maxCharacters: 100,
    description: 'The datatype of its values, a prefixed name of a registered prefix.',
    schema: { pattern: "^[A-Za-z][A-Za-z0-9_.-]*:[A-Za-z0-9_][A-Za-z0-9_.~%!$&'()*+,;=:@/-]*$" },
  },
  units: { isRequired: false, maxCharacters: 100, description: 'The unit, in words.' },
  email: {
    isRequired: true,
    maxCharacters: 254,
    description:
      'Used only to follow up on the suggestion. Administrators alone see it; it is erased when the suggestion has been closed for 90 days. Letters of all scripts are accepted (RFC 6531).',
    schema: {
      format: 'email',
      pattern: `^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${TOP_LABEL}$`,
      // The part before the sign has at most 64 characters (RFC 5321 §4.5.3.1.1).
      allOf: [{ pattern: '^[^@]{1,64}@' }],
    },
  },
} as const satisfies Readonly<Record<string, FieldRule>>;

/** Characters of the name of a source. */
export const MAX_SOURCE_NAME_CHARACTERS = 60;
/** The names of sources, which stand in addresses and in the names of files. */
export const SOURCE_NAME = /^[a-z0-9]+([._-][a-z0-9]+)*$/;

/** The fields of a suggestion of a source, by the names of the interface. */
export const SOURCE_FIELDS = {
  source: {
    isRequired: true,
    maxCharacters: MAX_SOURCE_NAME_CHARACTERS,
    description: 'The proposed name: small letters and digits, with hyphens, dots or underscores between.',
    schema: { pattern: SOURCE_NAME.source },
  },
  file: {
    isRequired: true,
    maxCharacters: 100_000,
    mayHaveLines: true,
    description:
      'What the keys of the source mean: JSON with the members of a source file (`docs/sources.md`), as text, or as the object itself.',
  },
  email: SUGGESTION_FIELDS.email,
} as const satisfies Readonly<Record<string, FieldRule>>;

/** The fields of a suggestion to change a term, by the names of the interface. */
export const CHANGE_FIELDS = {
  term: { isRequired: true, maxCharacters: MAX_NAME_CHARACTERS, description: 'The name of the term.' },
  change: {
    isRequired: true,
    maxCharacters: 2000,
    mayHaveLines: true,
    description: 'What should change about the term, and why.',
  },
  email: SUGGESTION_FIELDS.email,
} as const satisfies Readonly<Record<string, FieldRule>>;

/** The characters that a text of one line, or of several, may not hold. */
export const CONTROLS = {
  line: /[\u0000-\u001f\u007f-\u009f\ufffe\uffff]/u,
  lines: /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/u,
} as const;
