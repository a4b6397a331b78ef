import type { Mapping } from '../semantic/mapping.ts';
import type { JsonDocument } from '../json/document.ts';
import { absorbBytes, absorbState, absorbText, absorbWords, type States } from './name-hash.ts';
import { BEGIN_ARRAY, BEGIN_RECORD, MEMBER, PLAIN, STRING_TEXT } from './name-kinds.ts';
import type { NamePrefixes } from './name-prefixes.ts';
import { RecordSums } from './record-sums.ts';
import { readRecordTime, type RecordTime } from '../records/scopes.ts';
import { ESCAPED, NULL, STRING } from '../json/tape-entry.ts';
import { spellOut } from '../json/text.ts';
import { dataViewOf } from '../bytes/data-view.ts';

/** Mixes values of the document into the states that names are made of (`mapping.md §6`). */
export class RecordContent {
  private document: JsonDocument;
  private readonly mapping: Mapping;
  private readonly prefixes: NamePrefixes;
  /** Where strings with escapes are spelled out. */
  private spelled = new Uint8Array(256);
  private spelledView = dataViewOf(this.spelled);
  /** Sums of members, by how deep records stand in one another. */
  private readonly sums: States[] = [];
  /** Of records that stand in others: each is part of the names of all records around it, and of its own. */
  private readonly constantSums: RecordSums;
  private readonly wholeSums: RecordSums;
  private depth = 0;

  constructor(document: JsonDocument, mapping: Mapping, prefixes: NamePrefixes) {
    this.document = document;
    this.mapping = mapping;
    this.prefixes = prefixes;
    this.constantSums = new RecordSums(document);
    this.wholeSums = new RecordSums(document);
  }

  /** Goes on with another document, in which the same keys and records stand at the same places. */
  attach(document: JsonDocument): void {
    this.document = document;
    this.constantSums.attach(document);
    this.wholeSums.attach(document);
  }

  /**
   * Mixes a record's content into a state: a sum over its members, so that their order makes no difference.
   *
   * @param isWhole with the series; else only what is constant when a series is cut
   */
  absorb(states: States, at: number, members: readonly number[], time: RecordTime, isWhole: boolean): void {
    const sums = isWhole ? this.wholeSums : this.constantSums;
    const known = sums.find(members);
    if (known >= 0) absorbState(states, at, sums.states, known);
    else absorbState(states, at, this.sumOf(members, time, isWhole), 0);
  }

  /** The sum of a record's members: scratch space until the next record as deep. */
  private sumOf(members: readonly number[], time: RecordTime, isWhole: boolean): States {
    const { document } = this;
    const sum = (this.sums[this.depth++] ??= new Int32Array(8)).fill(0);
    for (let i = 0; i < members.length; i++) {
      const value = document.valueOf(members[i]!);
      if (document.kindOf(value) === NULL || (!isWhole && this.isSeries(value, time))) continue;
      this.addMember(sum, document.keyOf(members[i]!), value, isWhole);
    }
    this.depth--;
    return sum;
  }

  /** Adds a member to the first state of `sum`; the second is scratch space. */
  addMember(sum: States, key: number, value: number, isWhole: boolean): void {
    this.prefixes.copy(sum, 4, MEMBER, key);
    this.absorbValue(sum, 4, value, isWhole);
    for (let i = 0; i < 4; i++) sum[i] = (sum[i]! + sum[i + 4]!) | 0;
  }

  private absorbValue(states: States, at: number, value: number, isWhole: boolean): void {
    const { document } = this;
    if (document.isRecord(value)) {
      const members = document.membersOf(value);
      absorbWords(states, at, BEGIN_RECORD, 0, 0, 0);
      const sums = isWhole ? this.wholeSums : this.constantSums;
      let sum = sums.find(members);
      if (sum < 0)
        sum = sums.keep(members, this.sumOf(members, readRecordTime(document, this.mapping, members), isWhole));
      absorbState(states, at, sums.states, sum);
    } else if (document.isArray(value)) {
      const length = document.lengthOf(value);
      absorbWords(states, at, BEGIN_ARRAY, length, 0, 0);
      for (let i = 0; i < length; i++) this.absorbValue(states, at, document.itemAt(value, i), isWhole);
    } else this.absorbScalar(states, at, value, STRING_TEXT);
  }

  /** @param stringTag what strings add to the tag: 0 if a number and its text are the same */
  absorbScalar(states: States, at: number, value: number, stringTag: number): void {
    const { entries, bytes, view } = this.document;
    const start = entries[value + 1]!;
    const end = entries[value + 2]!;
    if (entries[value] !== STRING) return absorbBytes(states, at, PLAIN, view, start, end);
    const flags = entries[value + 3]!;
    if ((flags & ESCAPED) === 0) return absorbBytes(states, at, PLAIN + stringTag, view, start, end);
    if (end - start > this.spelled.length) {
      this.spelled = new Uint8Array((end - start) * 2);
      this.spelledView = dataViewOf(this.spelled);
    }
    const length = spellOut(bytes, start, end, this.spelled);
    if (length >= 0) absorbBytes(states, at, PLAIN + stringTag, this.spelledView, 0, length);
    else absorbText(states, at, PLAIN + stringTag, this.document.textOf(value));
  }

  /** True for a record with a member that is a series. */
  hasSeries(members: readonly number[], time: RecordTime): boolean {
    return members.some((member) => this.isSeries(this.document.valueOf(member), time));
  }

  /** True for what a cut of a time series cuts: an array along the axis, or an array of records that each have a timestamp. */
  private isSeries(value: number, time: RecordTime): boolean {
    const { document } = this;
    return document.isArray(value) && (document.lengthOf(value) === time.axisLength || this.isOfStamped(value));
  }

  /** True for an array that has nothing but records with a timestamp and such arrays. */
  private isOfStamped(array: number): boolean {
    const { document, mapping } = this;
    const isOwnTimestamp = (key: number, value: number): boolean =>
      mapping.isTime?.[key] === 1 && document.isScalar(value);
    const length = document.lengthOf(array);
    for (let i = 0; i < length; i++) {
      const item = document.itemAt(array, i);
      if (document.kindOf(item) === NULL) continue;
      const isStamped = document.isArray(item)
        ? this.isOfStamped(item)
        : document.isRecord(item) && document.hasMember(item, isOwnTimestamp);
      if (!isStamped) return false;
    }
    return true;
  }
}
