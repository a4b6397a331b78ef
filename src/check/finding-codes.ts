import type { ErrorCode } from '../errors.ts';
import type { WarningCode } from '../mapping/records/warnings.ts';

/** How bad it is: `error`, `warning` or `note`. */
export const LEVELS = ['error', 'warning', 'note'] as const;

export type Level = (typeof LEVELS)[number];

/** What only a check looks for. */
export const CHECK_CODES = [
  'duplicate-key',
  'shape-violated',
  'malformed-csv',
  'repeated-timestamp',
  'unordered-timestamps',
  'mixed-offsets',
  'not-a-term',
  'without-semantics',
  'unmapped',
  'graph-not-checked',
] as const;

export type CheckCode = (typeof CHECK_CODES)[number];

/** What a finding is of: an error of the conversion, a warning of it, or what only a check looks for. They are stable. */
export type FindingCode = ErrorCode | WarningCode | CheckCode;

/** What a code means. */
export interface CodeExplanation {
  readonly level: Level;
  readonly title: string;
  readonly meaning: string;
  readonly remedy: string;
}

/** Everything that is found besides errors of the conversion, each of which is explained where it is defined. */
export const FINDING_CODES: Readonly<Record<WarningCode | CheckCode, CodeExplanation>> = {
  'duplicate-key': {
    level: 'error',
    title: 'A record has a key twice',
    meaning: 'A record has a key more than once. The last value counts, and the others are lost.',
    remedy: 'Give the values keys of their own, or put them into an array.',
  },
  'shape-violated': {
    level: 'error',
    title: 'The graph contradicts the vocabulary',
    meaning:
      'The graph that the document becomes breaks the SHACL shape that the vocabulary gives to values of the term: it lacks a property, or has another unit, class or datatype. The @semantic object of the document has another template for the term, or a record stands in the place of a value.',
    remedy:
      'Take the template of the vocabulary, which POST /api/semantic embeds, or give the key another name if it means something else.',
  },
  'malformed-csv': {
    level: 'error',
    title: 'The rows are not CSV',
    meaning:
      'A row of CSV has more or fewer cells than the header, two columns have one name, or a quote opens or ends no cell.',
    remedy: 'Mend the row that the finding names. The delimiter can be named, if it is no comma.',
  },
  'repeated-timestamp': {
    level: 'warning',
    title: 'A timestamp comes twice',
    meaning:
      'A time axis has an instant twice, or two records of an array have one instant and the same entities. Who reads the graph finds two values for one instant.',
    remedy: 'Keep the value that holds, or add what tells the two apart, such as the device.',
  },
  'unordered-timestamps': {
    level: 'note',
    title: 'Timestamps are not in order',
    meaning:
      'A timestamp is earlier than the one before it, on an axis or in an array of records. The conversion does not mind.',
    remedy: 'Look whether values and timestamps belong together; if so, nothing has to be done.',
  },
  'mixed-offsets': {
    level: 'note',
    title: 'Timestamps have several offsets from UTC',
    meaning:
      'The timestamps of a key have more than one offset from UTC, as around a change to summer time, or where sources are mixed. Equal instants that are written with two offsets are two nodes of the graph.',
    remedy: 'Write all timestamps of a key with one offset, best with Z.',
  },
  'not-a-term': {
    level: 'note',
    title: 'A key is no term of the vocabulary',
    meaning: 'The key is no term. Its values stay plain literals, and nothing says what they mean.',
    remedy:
      'Rename the key to the term that it means, which the finding names where one comes near, or describe it in @semantic.',
  },
  'without-semantics': {
    level: 'note',
    title: 'A term has no template yet',
    meaning: 'The key is a term of the vocabulary that has no template yet. Its values stay plain literals.',
    remedy: 'Describe the key in @semantic if more is to be said of its values.',
  },
  unmapped: {
    level: 'note',
    title: 'A key has no meaning',
    meaning: 'The @semantic object of the document has no template for the key. Its values stay plain literals.',
    remedy: 'Fill in the entry of the key in @semantic.@context.',
  },
  'graph-not-checked': {
    level: 'note',
    title: 'The graph is too long to be checked',
    meaning:
      'The document becomes more triples than are checked by shapes, or the templates of its keys lead through too many nodes. All else was checked.',
    remedy: 'Split the document, or check a part of it.',
  },
  'deprecated-term': {
    level: 'warning',
    title: 'A term is deprecated',
    meaning: 'The key is a deprecated term. It converts, and will not be kept up.',
    remedy: 'Use the term that the finding names, where there is one.',
  },
  'nested-array': {
    level: 'warning',
    title: 'An array stands in an array',
    meaning: 'Arrays within an array were flattened. Their items have no place on a time axis.',
    remedy: 'Give each of the inner arrays a record or a key of its own.',
  },
  'unresolved-token': {
    level: 'warning',
    title: 'A cited value is not found',
    meaning:
      'A template cites a key whose array has another length than that of the value, so that no item belongs to it. That triple was left out.',
    remedy: 'Give both arrays one length, with null where there is no value.',
  },
  'undefined-node': {
    level: 'warning',
    title: 'A node is not described',
    meaning: 'A template introduces a node that the @semantic object does not describe, so that it stays bare.',
    remedy: 'Add an entry for the node to @semantic.@context.',
  },
  'reserved-key': {
    level: 'warning',
    title: 'A key begins with a question mark',
    meaning: 'A key that begins with ? cannot be told from a node of a template. It stays a plain literal.',
    remedy: 'Rename the key.',
  },
  'axis-length-mismatch': {
    level: 'warning',
    title: 'An array is not as long as the time axis',
    meaning: 'An array has another length than the time axis of its record, so that its values have no instant.',
    remedy: 'Give it as many items as the axis has, with null where there is no value.',
  },
  'ambiguous-time': {
    level: 'warning',
    title: 'A record has two times',
    meaning: 'A record has a second time axis or timestamp. The first one counts.',
    remedy: 'Put what belongs to the second one into a record of its own.',
  },
  'datatype-mismatch': {
    level: 'warning',
    title: 'A value does not fit its datatype',
    meaning: 'A value does not fit the datatype of its term. It was kept with the datatype that JSON tells.',
    remedy:
      'Send the value as the datatype wants it: a number with a point, a timestamp with its offset; leave out what is no value.',
  },
  'out-of-range': {
    level: 'warning',
    title: 'A number is not plausible',
    meaning: 'A number is outside of the range that the vocabulary gives to its term. It was kept as it is.',
    remedy: 'Look at the unit and the sign. If the value is right, suggest another range for the term.',
  },
  'unit-mismatch': {
    level: 'warning',
    title: 'Two units contradict each other',
    meaning: 'The name of a key, or a text beside its value, says another unit than the template.',
    remedy: 'Use the term of the unit that is meant, or mend the text.',
  },
  'unit-not-converted': {
    level: 'warning',
    title: 'A value stays in its unit',
    meaning:
      'A value that was wanted in another unit stays in its own: there is no term in that unit, it is no number, or the document says another unit of it.',
    remedy: 'Ask for a unit in which there is a term of the quantity.',
  },
  'unit-rounded': {
    level: 'warning',
    title: 'A value was rounded',
    meaning: 'A value has no end as a decimal in the unit that was asked for, and was rounded.',
    remedy: 'Keep the unit of the source where every digit counts.',
  },
  'lone-surrogate': {
    level: 'warning',
    title: 'A text holds half of a character',
    meaning: 'A text holds half of a surrogate pair, which no Unicode text can. It became U+FFFD.',
    remedy: 'Mend the program that cut the text.',
  },
  'xml-character': {
    level: 'warning',
    title: 'A text holds what XML cannot',
    meaning: 'A text holds a character that XML 1.0 cannot hold. In RDF/XML it becomes U+FFFD.',
    remedy: 'Choose another format than RDF/XML, or remove the character.',
  },
};

/** How bad a finding of this code is. */
export function levelOf(code: FindingCode): Level {
  return isExplainedHere(code) ? FINDING_CODES[code].level : 'error';
}

/** True for codes that are no errors of the conversion. */
export function isExplainedHere(code: FindingCode): code is WarningCode | CheckCode {
  return Object.hasOwn(FINDING_CODES, code);
}

/** Whether a finding is as bad as this, or worse. */
export function isAtLeast(level: Level, least: Level): boolean {
  return LEVELS.indexOf(level) <= LEVELS.indexOf(least);
}
