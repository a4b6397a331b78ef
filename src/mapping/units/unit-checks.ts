import type { JsonDocument } from '../json/document.ts';
import { DECIMAL, DOUBLE, INTEGER, STRING } from '../json/tape-entry.ts';
import { quote } from '../json/text.ts';
import type { Lexicon } from '../lexicon/lexicon.ts';
import type { WarningLog } from '../records/warnings.ts';
import { forEachValue } from './for-each-value.ts';
import { spellUnit } from './spell-unit.ts';
import { statedUnits, type TemplateOf } from './stated-units.ts';
import { UNIT_KEYS } from './unit-keys.ts';
import { familyOf, unitsOf, type NamedUnit, type UnitTable } from './unit-table.ts';

/** What documents call the unit of a value, in words or by its code. */
const NAMING_KEYS: ReadonlySet<string> = new Set([...UNIT_KEYS, 'unitCode']);

/** What the keys of a document are looked through for. */
export interface UnitChecks {
  /** By id of a key: the unit that its template states. */
  readonly stated: ReadonlyMap<number, NamedUnit>;
  /** Ids of keys whose names say another unit, with that one. */
  readonly misnamed: ReadonlyMap<number, NamedUnit>;
  /** Ids of keys whose texts may say another unit. */
  readonly unitKeys: ReadonlySet<number>;
  readonly table: UnitTable;
}

/**
 * What the keys of a document are to be looked through for.
 *
 * @param unitOf tells the IRI of the unit of the term of this name
 * @param names those of the keys, in their order
 * @returns null when nothing in the document can say another unit than its templates
 */
export function unitChecksOf(
  document: JsonDocument,
  dataKeys: readonly number[],
  names: readonly string[],
  templateOf: TemplateOf,
  lexicon: Lexicon,
  unitOf: (name: string) => string | undefined = (name) => lexicon.terms.get(name)?.unit,
): UnitChecks | null {
  if (lexicon.units === undefined) return null;
  const table = unitsOf(lexicon);
  const stated = new Map<number, NamedUnit>();
  const misnamed = new Map<number, NamedUnit>();
  const described = dataKeys.filter((_, i) => (templateOf(names[i]!)?.length ?? 0) > 0);
  const units = statedUnits(
    described.map((key) => document.nameOf(key)),
    templateOf,
  );
  for (const key of described) {
    const name = document.nameOf(key);
    const iri = units.get(name) ?? null;
    const unit = iri === null ? null : table.find(iri);
    if (unit === null) continue;
    stated.set(key, unit);
    const other = unitOf(name) === unit.unit.iri ? null : unitInName(name, unit, table);
    if (other !== null) misnamed.set(key, other);
  }
  const unitKeys = new Set(dataKeys.filter((_, i) => NAMING_KEYS.has(names[i]!)));
  const isNeeded = misnamed.size > 0 || (unitKeys.size > 0 && stated.size > 0);
  return isNeeded ? { stated, misnamed, unitKeys, table } : null;
}

/** The unit that the end of a key spells and that is another one than its template states; null for none. */
function unitInName(name: string, { unit, ...stated }: NamedUnit, table: UnitTable): NamedUnit | null {
  for (let at = 1; at < name.length; at++) {
    const isHyphen = name[at] === '-';
    if (!isHyphen && name[at] !== '_') continue;
    const suffix = name.slice(at + 1);
    const named = table.find(suffix);
    if (named === null || named.spelling !== suffix) continue;
    if (named.unit === unit) return null;
    // `phase_A` may be the first of three phases: what no conversion leads to is a unit behind a hyphen alone.
    const isLike = familyOf(named) === familyOf({ unit, ...stated });
    return isLike || (isHyphen && suffix.length > 1) ? named : null;
  }
  return null;
}

/** Notes `unit-mismatch` for keys whose names, and values beside which texts, say another unit than their templates. */
export function warnOfUnits(document: JsonDocument, checks: UnitChecks | null, warnings: WarningLog): void {
  if (checks === null) return;
  const { stated, misnamed, unitKeys, table } = checks;
  const warn = (key: number, value: number, said: string): void =>
    warnings.addValue(
      'unit-mismatch',
      document.nameOf(key),
      value,
      () => ` ${said}, and its template ${stated.get(key)!.spelling}. Values were kept as they are.`,
    );
  const named = new Set<number>();
  forEachValue(document, (value, key) => {
    const other = misnamed.get(key);
    if (other !== undefined && !named.has(key)) warn(key, value, `Its name says ${other.spelling}`);
    if (other !== undefined) named.add(key);
    if (unitKeys.size > 0 && document.isRecord(value)) lookBeside(value, key);
  });
  if (unitKeys.size > 0) lookBeside(document.root, -1);

  function lookBeside(record: number, owner: number): void {
    const members = [...document.membersOf(record)];
    const text = members.find(
      (member) => unitKeys.has(document.keyOf(member)) && document.kindOf(document.valueOf(member)) === STRING,
    );
    if (text === undefined) return;
    const written = document.textOf(document.valueOf(text));
    const said = table.find(written) ?? table.find(spellUnit(written));
    if (said === null) return;
    const compare = (key: number, value: number): void => {
      const unit = stated.get(key);
      if (unit !== undefined && unit.unit !== said.unit) warn(key, value, `The unit beside it is ${quote(written)}`);
    };
    if (owner >= 0) compare(owner, record);
    // The unit of a record with several numbers may be another one's.
    const numeric = members.filter((member) => isNumeric(document, document.valueOf(member)));
    if (numeric.length === 1) compare(document.keyOf(numeric[0]!), document.valueOf(numeric[0]!));
  }
}

function isNumeric(document: JsonDocument, value: number): boolean {
  const isArray = document.isArray(value) && document.lengthOf(value) > 0;
  const kind = document.kindOf(isArray ? document.itemAt(value, 0) : value);
  return kind === INTEGER || kind === DECIMAL || kind === DOUBLE;
}
