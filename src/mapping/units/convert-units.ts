import { JsonDocument } from '../json/document.ts';
import { scanJson } from '../json/scan.ts';
import { STRIDE } from '../json/tape-entry.ts';
import { quote } from '../json/text.ts';
import type { Lexicon } from '../lexicon/lexicon.ts';
import { pointerToValue } from '../records/scopes.ts';
import { WarningLog, type Warning } from '../records/warnings.ts';
import { renderBlock } from '../semantic/render-block.ts';
import { citesVersion, readSemanticBlock } from '../semantic/semantic-block.ts';
import { DescribedTerms } from './change-block.ts';
import { forEachValue } from './for-each-value.ts';
import { findChanges, type KeyChanges, type KeyMeaning } from './key-changes.ts';
import { rewriteValues, type KeyChange } from './rewrite-values.ts';
import { statedUnits, type TemplateOf } from './stated-units.ts';
import { unitChecksOf, warnOfUnits } from './unit-checks.ts';
import { readUnitChoice } from './unit-choice.ts';
import { unitsOf } from './unit-table.ts';
import { UnitTargets, type Kept } from './unit-targets.ts';

/** A document whose values are in the units that were asked for, and what was lost or left on the way. */
export interface ConvertedUnits {
  readonly body: Uint8Array;
  readonly warnings: readonly Warning[];
}

/** Of the options of a conversion. */
interface UnitOptions {
  /** `block` for a document that carries its block. */
  readonly semantics: 'block' | 'registry';
  /** Items of arrays that count: warnings are of these alone; 0 for all. Default 0. */
  readonly maxArrayItems?: number;
  /** Another version of the vocabulary, whose terms a document has whose block cites it. */
  readonly pinned?: Lexicon;
}

const DOUBTFUL: Kept = { why: 'stays as it is: the document says another unit than the one of the term' };

/** What was asked for last, by the vocabulary whose terms documents have. */
const lastTargets = new WeakMap<
  Lexicon,
  {
    readonly units: string;
    readonly worth: Lexicon['units'];
    /** That vocabulary with what units are worth: what is known of it is known of this object. */
    readonly used: Lexicon;
    readonly targets: UnitTargets | null;
  }
>();

/**
 * What becomes of values by the option `units`; null when it leaves all values as they are.
 *
 * @param version whose terms a document has. Older ones may not state what units are worth, which is the same in all: that of the vocabulary is taken
 * @throws HubError those of `readUnitChoice`
 */
export function unitTargets(units: string, lexicon: Lexicon, version: Lexicon = lexicon): UnitTargets | null {
  const { units: worth } = lexicon;
  let last = lastTargets.get(version);
  if (last?.units !== units || last.worth !== worth) {
    const choice = readUnitChoice(units, lexicon);
    const used =
      version === lexicon ? version : last?.worth === worth ? last!.used : { ...version, units: worth ?? [] };
    last = { units, worth, used, targets: choice && new UnitTargets(used, choice) };
    lastTargets.set(version, last);
  }
  return last.targets;
}

/**
 * The document that a person would have written who has the values in other units: keys are the terms of those units, and values are
 * converted. Of a document that carries `@semantic` the block says so, too. Values stay whose unit the document itself contradicts, with the
 * warnings of `warnOfUnits`.
 *
 * @param units as `readUnitChoice` takes it
 * @returns with `areChecked`: units that contradict were looked for; with `renamed`: by the name of each changed key, the one that it has now
 * @throws HubError those of `readUnitChoice` and of a body that is no document; `missing-semantic`, `invalid-semantic`, `body-too-large`
 */
export function convertUnits(
  body: Uint8Array,
  lexicon: Lexicon,
  units: string,
  { semantics, maxArrayItems = 0, pinned }: UnitOptions,
): ConvertedUnits & { readonly areChecked: boolean; readonly renamed: ReadonlyMap<string, string> } {
  if (unitTargets(units, lexicon) === null) return { body, warnings: [], areChecked: false, renamed: new Map() };
  const document = new JsonDocument(scanJson(body), maxArrayItems);
  const own = semantics === 'block' ? readSemanticBlock(document) : null;
  const version = own !== null && pinned !== undefined && citesVersion(own, pinned.versionIri) ? pinned : lexicon;
  const targets = unitTargets(units, lexicon, version)!;
  const used = targets.lexicon;
  const described = own === null ? null : new DescribedTerms(own, used);
  const meaning: DocumentMeaning = {
    termOf: (key) => key,
    templateOf: own === null ? templatesOf(used, (key) => key) : (name) => own.context.get(name),
    nameOf: (_, { term }) => term,
    whyNot: (key, { term }) => described?.whyNot(key, term) ?? null,
  };
  const blockWith = (names: ReadonlyMap<string, string>): string | null =>
    described === null ? null : renderBlock(described.rename(names));
  const { changes, ...inUnits } = changeUnits(document, used, targets, meaning, blockWith);
  return { ...inUnits, areChecked: true, renamed: namesAfter(changes) };
}

/** What the keys of a document mean, and by which templates. */
interface DocumentMeaning extends Omit<KeyMeaning, 'unitOf'> {
  readonly templateOf: TemplateOf;
}

/**
 * The document with its keys and values changed, but for those whose unit it contradicts itself.
 *
 * @param blockWith JSON in the place of its `@semantic`, by the names that keys have then; null leaves that
 * @returns with `changes`: by name of the key
 */
export function changeUnits(
  document: JsonDocument,
  lexicon: Lexicon,
  targets: UnitTargets,
  meaning: DocumentMeaning,
  blockWith: (names: ReadonlyMap<string, string>) => string | null,
): ConvertedUnits & { readonly changes: ReadonlyMap<string, KeyChange> } {
  const mismatches = listMismatches(document, meaning.templateOf, lexicon);
  const doubtful = new Set(mismatches.map(({ key }) => key));
  const found = findChanges(document, targets, {
    ...meaning,
    unitOf: unitsOfOthers(document, meaning, lexicon),
    whyNot: (key, target) => (doubtful.has(key) ? DOUBTFUL : meaning.whyNot(key, target)),
  });
  const changes = new Map(Array.from(found.changes, ([key, change]) => [document.nameOf(key), change]));
  const { body, warnings } = applyChanges(document, found, blockWith(namesAfter(changes)));
  return { body, warnings: [...mismatches, ...warnings], changes };
}

/** Tells of the keys that mean no term the units that their templates state. */
function unitsOfOthers(document: JsonDocument, meaning: DocumentMeaning, lexicon: Lexicon): KeyMeaning['unitOf'] {
  const names = document.dataKeys().map((key) => document.nameOf(key));
  const others = names.filter((name) => !name.startsWith('?') && !lexicon.terms.has(meaning.termOf(name) ?? ''));
  const stated = statedUnits(others, meaning.templateOf);
  const isOther = new Set(others);
  return (key) => (isOther.has(key) ? unitsOf(lexicon).find(stated.get(key) ?? '') : null);
}

function namesAfter(changes: ReadonlyMap<string, KeyChange>): ReadonlyMap<string, string> {
  return new Map(Array.from(changes, ([key, { name }]) => [key, name]));
}

/** The templates that keys have by their terms. */
export function templatesOf({ terms, nodes }: Lexicon, termOf: KeyMeaning['termOf']): TemplateOf {
  return (name) => (name.startsWith('?') ? nodes.get(name.slice(1)) : terms.get(termOf(name) ?? '')?.template);
}

function listMismatches(document: JsonDocument, templateOf: TemplateOf, lexicon: Lexicon): readonly Warning[] {
  const log = new WarningLog(document);
  const dataKeys = document.dataKeys();
  const names = dataKeys.map((key) => document.nameOf(key));
  warnOfUnits(document, unitChecksOf(document, dataKeys, names, templateOf, lexicon), log);
  return log.list();
}

/**
 * The document with its keys and values changed.
 *
 * @param block JSON in the place of its `@semantic`; null leaves that
 */
function applyChanges(document: JsonDocument, found: KeyChanges, block: string | null): ConvertedUnits {
  const { changes, kept } = found;
  const places = kept.size === 0 ? new Map<number, number>() : firstPlaces(document, kept);
  const warnings = Array.from(kept, ([key, { why }]): Warning => {
    const name = document.nameOf(key);
    const pointer = pointerToValue(document, places.get(key) ?? document.root);
    return { code: 'unit-not-converted', key: name, pointer, count: 1, message: `${quote(name)} ${why}.` };
  });
  if (changes.size === 0) return { body: document.bytes, warnings };
  const { body, rounded } = rewriteValues(document, changes, block);
  if (rounded === null) return { body, warnings };
  for (const [key, { first, count }] of countByKey(document, rounded)) {
    const name = document.nameOf(key);
    const message = `Values of ${quote(name)} have no end as decimals in ${quote(changes.get(key)!.name)}: they were rounded, to at least one significant digit more than they had.`;
    warnings.push({ code: 'unit-rounded', key: name, pointer: pointerToValue(document, first), count, message });
  }
  return { body, warnings };
}

/** By key id: the first of the marked values that count, and how many they are. @param marks 1 by number of the entry */
function countByKey(document: JsonDocument, marks: Uint8Array): Map<number, { first: number; count: number }> {
  const counts = new Map<number, { first: number; count: number }>();
  forEachValue(document, (value, key) => {
    if (marks[value / STRIDE] === 0) return;
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { first: value, count: 1 });
    else known.count++;
  });
  return counts;
}

/** By key id: the value at its first place. */
function firstPlaces(document: JsonDocument, keys: ReadonlyMap<number, unknown>): Map<number, number> {
  const places = new Map<number, number>();
  forEachValue(document, (value, key) => {
    if (keys.has(key) && !places.has(key)) places.set(key, value);
  });
  return places;
}
