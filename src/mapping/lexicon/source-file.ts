import { HubError } from '../../errors.ts';

/** The layout of the file; a file of another one is refused. */
export const SOURCE_FORMAT = 1;

/**
 * What is known of a source of data, as the package ships it (`vocabulary-hub/sources/<name>.json`). Pairs, not objects, so that a key
 * such as `__proto__` stays one.
 *
 * A pattern is the end of a path: `PAC.Value`, `emeters[0].power`, `sampledValue[SoC].value`. `*` stands for any text within one member's
 * name, `{inverter_id}` for one that identifies what the value is about; `\*` is the character.
 */
export interface SourceFile {
  readonly format: typeof SOURCE_FORMAT;
  readonly name: string;
  /** The name of the source that this one is a part of, where nothing in a document tells the part; null of all others. */
  readonly variantOf: string | null;
  readonly title: string;
  /** Where the source's own description is. */
  readonly documentation: string;
  /** Pattern and the name of its term, of what the source sends as amounts. */
  readonly keys: ReadonlyArray<readonly [pattern: string, term: string]>;
  /** Other spellings of keys, by pattern and term. */
  readonly alike: ReadonlyArray<readonly [pattern: string, term: string]>;
  /** The same of stamps, identifiers and other texts. */
  readonly context: ReadonlyArray<readonly [pattern: string, term: string]>;
  /** Patterns of keys that are known and have no term, and why. */
  readonly empty: ReadonlyArray<readonly [pattern: string, why: string]>;
  /** Pattern of values, and the path of the text beside them that is their unit. */
  readonly units: ReadonlyArray<readonly [pattern: string, path: string]>;
  /** Path of the text that says in which currency amounts are; null when they are in that of the terms. */
  readonly currency: string | null;
  /** Pattern of an array of records, and what tells its items apart: paths of texts in an item, each with what it is when it is missing. */
  readonly by: ReadonlyArray<
    readonly [pattern: string, members: ReadonlyArray<readonly [path: string, absent: string]>]
  >;
  /** Pattern of values, and paths of texts beside them that have to be one of these, where there are any: else the key has no term. */
  readonly only: ReadonlyArray<
    readonly [pattern: string, beside: ReadonlyArray<readonly [path: string, texts: readonly string[]]>]
  >;
  /** Patterns of arrays whose items are told apart by their position. */
  readonly positions: readonly string[];
  /** Patterns of arrays of rows, and the names of their columns. */
  readonly columns: ReadonlyArray<readonly [pattern: string, names: readonly string[]]>;
  /** Patterns of objects that may be series: their keys are stamps, their values those of one quantity. */
  readonly series: readonly string[];
  /** Patterns of objects that stay records of their own, with a time of their own. */
  readonly records: readonly string[];
  /** Patterns of values that are numbers and sent as texts. */
  readonly texts: readonly string[];
  /** What may stand before and behind the name of a key. */
  readonly affixes: readonly string[];
  /** Names of further members by which documents of this source are recognised. */
  readonly recognise: readonly string[];
  /** Term and text of what a value is about in each document of the source. Missing in files of before there were any. */
  readonly constants?: ReadonlyArray<readonly [term: string, text: string]>;
  /** A document without any member of these names is none of this source; empty when there is no such sign. */
  readonly requires: readonly string[];
}

/**
 * The file itself, when it is one.
 *
 * @throws HubError `invalid-option`
 */
export function checkSourceFile(file: unknown): SourceFile {
  const members = (typeof file === 'object' && file !== null ? file : {}) as Partial<Record<keyof SourceFile, unknown>>;
  const wrong = MEMBERS.find(([name, isRight]) => !isRight(members[name]))?.[0];
  if (wrong === undefined) return file as SourceFile;
  throw new HubError(
    'invalid-option',
    `The source is no file of format ${SOURCE_FORMAT} (${wrong}): take one of this package, vocabulary-hub/sources/<name>.json.`,
    { key: 'source' },
  );
}

type Test = (value: unknown) => boolean;

const isText: Test = (value) => typeof value === 'string';
const isTextOrNull: Test = (value) => value === null || isText(value);
const listOf =
  (isItem: Test): Test =>
  (value) =>
    Array.isArray(value) && value.every(isItem);
const pairOf =
  (isFirst: Test, isSecond: Test): Test =>
  (value) =>
    Array.isArray(value) && value.length === 2 && isFirst(value[0]) && isSecond(value[1]);
const isTexts = listOf(isText);
const arePairs = listOf(pairOf(isText, isText));

const TESTS: { readonly [Name in keyof SourceFile]-?: Test } = {
  format: (value) => value === SOURCE_FORMAT,
  name: isText,
  variantOf: isTextOrNull,
  title: isText,
  documentation: isText,
  keys: arePairs,
  alike: arePairs,
  context: arePairs,
  empty: arePairs,
  units: arePairs,
  currency: isTextOrNull,
  by: listOf(pairOf(isText, arePairs)),
  only: listOf(pairOf(isText, listOf(pairOf(isText, isTexts)))),
  positions: isTexts,
  columns: listOf(pairOf(isText, isTexts)),
  series: isTexts,
  records: isTexts,
  texts: isTexts,
  affixes: isTexts,
  recognise: isTexts,
  requires: isTexts,
  constants: (value) => value === undefined || arePairs(value),
};
const MEMBERS = Object.entries(TESTS) as ReadonlyArray<readonly [keyof SourceFile, Test]>;
