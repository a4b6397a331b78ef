import type { JsonDocument } from '../json/document.ts';
import { quote } from '../json/text.ts';
import { forEachValue } from './for-each-value.ts';
import type { KeyChange } from './rewrite-values.ts';
import type { NamedUnit } from './unit-table.ts';
import type { Kept, Outcome, Target, UnitTargets } from './unit-targets.ts';

/** What becomes of the keys of a document whose values are wanted in other units. */
export interface KeyChanges {
  /** By key id. */
  readonly changes: ReadonlyMap<number, KeyChange>;
  /** By key id, in order of first appearance: why its values stay. */
  readonly kept: ReadonlyMap<number, Kept>;
}

/** What keys mean. */
export interface KeyMeaning {
  /** The name of the term; null for a key that means none. */
  termOf(key: string): string | null;
  /** The unit that the template of a key states which means no term; null for none. */
  unitOf(key: string): NamedUnit | null;
  /** The name of the key when its values are of another term. */
  nameOf(key: string, target: Target): string;
  /** Why the values of a key stay all the same. */
  whyNot(key: string, target: Target): Kept | null;
}

export function findChanges(document: JsonDocument, targets: UnitTargets, meaning: KeyMeaning): KeyChanges {
  const changes = new Map<number, KeyChange>();
  const kept = new Map<number, Kept>();
  for (const key of document.dataKeys()) {
    const name = document.nameOf(key);
    const outcome = outcomeOf(name, targets, meaning);
    if (outcome === null) continue;
    const why = 'why' in outcome ? outcome : meaning.whyNot(name, outcome);
    if (why !== null) kept.set(key, why);
    else if (!('why' in outcome)) changes.set(key, { ...outcome, name: meaning.nameOf(name, outcome) });
  }
  for (const key of keysOfRecords(document, changes)) {
    changes.delete(key);
    kept.set(key, { why: 'stays as it is: its values are records, whose own keys say what they are' });
  }
  for (const [key, other] of collisionsOf(document, changes)) {
    changes.delete(key);
    kept.set(key, { why: `stays as it is: ${quote(other)} stands beside it and would become the same key` });
  }
  return { changes, kept };
}

function outcomeOf(key: string, targets: UnitTargets, meaning: KeyMeaning): Outcome {
  const unit = meaning.unitOf(key);
  if (unit !== null) return targets.ofUnit(unit);
  const term = meaning.termOf(key);
  return term === null ? null : targets.of(term);
}

/** Keys whose values are records, at least somewhere. */
function keysOfRecords(document: JsonDocument, changes: ReadonlyMap<number, KeyChange>): Set<number> {
  const keys = new Set<number>();
  if (changes.size > 0)
    forEachValue(document, (value, key) => {
      if (document.isRecord(value) && changes.has(key)) keys.add(key);
    });
  return keys;
}

/** Keys that would be another one of their record, each with the name of that one. */
function collisionsOf(document: JsonDocument, changes: ReadonlyMap<number, KeyChange>): Map<number, string> {
  const nameOf = (key: number): string => changes.get(key)?.name ?? document.nameOf(key);
  const collisions = new Map<number, string>();
  const names = new Set(document.dataKeys().map(nameOf));
  // No two keys of the whole document have one name then.
  if (names.size === document.dataKeys().length) return collisions;
  const look = (record: number): void => {
    const keys = new Map<string, number>();
    for (const member of document.membersOf(record)) {
      const key = document.keyOf(member);
      const other = keys.get(nameOf(key));
      keys.set(nameOf(key), key);
      if (other === undefined || other === key) continue;
      for (const [one, another] of [
        [key, other],
        [other, key],
      ] as const)
        if (changes.has(one)) collisions.set(one, document.nameOf(another));
    }
  };
  look(document.root);
  forEachValue(document, (value) => {
    if (document.isRecord(value)) look(value);
  });
  return collisions;
}
