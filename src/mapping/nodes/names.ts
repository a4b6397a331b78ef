import type { KeyPlan, Mapping } from '../semantic/mapping.ts';
import type { JsonDocument } from '../json/document.ts';
import type { InstantTable } from '../records/instants.ts';
import {
  absorbBytes,
  absorbState,
  absorbStateAndBytes,
  absorbText,
  absorbWords,
  copyState,
  nameOfState,
  NameTexts,
  startState,
  type States,
} from './name-hash.ts';
import {
  FLATTENED,
  readRecordTime,
  SINGLE,
  type Element,
  type Place,
  type RecordScope,
  type RecordTime,
} from '../records/scopes.ts';
import { CODED, ESCAPED, NULL, STRING } from '../json/tape-entry.ts';
import { spellOut } from '../json/text.ts';
import { hasLoneSurrogate } from '../../rdf/characters.ts';
import { dataViewOf } from '../bytes/data-view.ts';

/** What a name is of, or a part of one: names of different kinds are made of different blocks. */
const INSTANT = 0;
const ROOT = 1;
const RECORD = 2;
const ITEM = 3;
const ITEM_AT = 4;
const VALUE = 5;
const VALUE_AT = 6;
const ROW = 7;
const ROW_AT = 8;
const OWN_ROW = 9;
const RECORD_ROW = 10;
const AXIS_ROW = 11;
const AXIS_ROW_AT = 12;
const MEMBER = 13;
const INSTANT_ROW = 14;
const KINDS = 15;

/** Tags of texts. JSON keeps two lone surrogates apart, which UTF-8 can't; and `1` from `"1"`. */
const PLAIN = 0;
const STRING_TEXT = 1;
const BROKEN = 2;
/** Words that begin what is no text: beyond the tags, with `STRING_TEXT` added or not. */
const BEGIN_RECORD = 4;
const BEGIN_ARRAY = 5;
const INDEX = 6;
const POSITION = 7;

/**
 * Stable names of anonymous nodes (`mapping.md §6`): 128 bits over what tells a node apart.
 *
 * A record's name holds its constant content: what a longer or shorter series of the same thing has too. So the parts of a
 * series that was cut name the records around it alike, and their graphs join (law 3).
 *
 * Names are states of `name-hash.ts`; methods write into the state that they are given.
 */
export class NodeNames {
  private readonly document: JsonDocument;
  private readonly mapping: Mapping;
  private readonly genid: string;
  /** States that know the base, a kind and a key. */
  private readonly prefixes = new Map<number, States>();
  /** By name of a node `?name`. */
  private readonly rowNodes = new Map<string, States>();
  /** By number of the instant, four words each. */
  private readonly instantNames: States;
  private instantTexts: NameTexts | null = null;
  private readonly rows = new WeakMap<RecordScope, AxisRows>();
  private readonly base: States;
  /** Where strings with escapes are spelled out. */
  private spelled = new Uint8Array(256);
  private spelledView = dataViewOf(this.spelled);
  /** Sums of members, by how deep records stand in one another. */
  private readonly sums: States[] = [];
  private depth = 0;

  private readonly isOwnTimestamp = (key: number, value: number): boolean =>
    this.mapping.plans[key]!.isTime && this.document.isScalar(value);

  /** @param fallbackBase gives the authority where the base has none */
  constructor(document: JsonDocument, mapping: Mapping, instants: InstantTable, fallbackBase: string) {
    this.document = document;
    this.mapping = mapping;
    const authority = /^[^:/?#]+:\/\/[^/?#]+/;
    this.genid = `${(authority.exec(mapping.base) ?? authority.exec(fallbackBase))![0]}/.well-known/genid/`;
    this.base = startState();
    absorbText(this.base, 0, PLAIN, mapping.base);
    this.instantNames = new Int32Array(instants.size * 4);
    let prefix = this.base;
    for (let instant = 0, last = -1; instant < instants.size; instant++) {
      const key = instants.keyOf(instant);
      if (key !== last) prefix = this.prefix(INSTANT, (last = key));
      copyState(this.instantNames, instant * 4, prefix, 0);
      this.absorbScalar(this.instantNames, instant * 4, instants.firstValueOf(instant), 0);
    }
  }

  /** The IRI of a node by the state that is its name. */
  iriOf(names: States, at: number): string {
    return this.genid + nameOfState(names, at);
  }

  /** The names of all instants, as they are written. */
  get textsOfInstants(): NameTexts {
    if (this.instantTexts === null) {
      const count = this.instantNames.length / 4;
      this.instantTexts = new NameTexts(count);
      for (let instant = 0; instant < count; instant++)
        this.instantTexts.render(instant, this.instantNames, instant * 4);
    }
    return this.instantTexts;
  }

  /** The IRI of an instant. */
  iriOfInstant(instant: number): string {
    return this.iriOf(this.instantNames, instant * 4);
  }

  root(scope: RecordScope): States {
    const name = this.prefix(ROOT, -1).slice();
    this.absorbContent(name, 0, scope.members, scope.time, false);
    return name;
  }

  /**
   * @param parents holds the name of the enclosing record, from `parent` on
   * @param instant of the record's own timestamp, else of its place; -1 when it has none
   */
  record(
    out: States,
    at: number,
    parents: States,
    parent: number,
    plan: KeyPlan,
    length: number,
    index: number,
    position: number,
    instant: number,
    members: Int32Array,
    time: RecordTime,
  ): void {
    copyState(out, at, this.prefix(length === SINGLE ? RECORD : instant < 0 ? ITEM : ITEM_AT, plan.id), 0);
    absorbState(out, at, parents, parent);
    this.absorbRecordEnd(out, at, length, index, position, instant, members, time);
  }

  /** What names of the records of an array begin with. */
  itemStart(parent: States, plan: KeyPlan, hasInstant: boolean): States {
    const start = this.prefix(hasInstant ? ITEM_AT : ITEM, plan.id).slice();
    absorbState(start, 0, parent, 0);
    return start;
  }

  /** Mixes into a state what tells the records of a record and a key apart. */
  absorbRecordEnd(
    out: States,
    at: number,
    length: number,
    index: number,
    position: number,
    instant: number,
    members: Int32Array,
    time: RecordTime,
  ): void {
    const isAt = length !== SINGLE && instant >= 0;
    if (isAt) absorbState(out, at, this.instantNames, instant * 4);
    else if (length !== SINGLE) absorbPlace(out, at, length, index, position);
    this.absorbContent(out, at, members, time, isAt);
  }

  /**
   * A value node, or a node `?name` of the row that a value is by itself.
   *
   * @param node empty for the value
   * @param parent the name of the value's record
   */
  value(
    node: string,
    parent: States,
    plan: KeyPlan,
    place: Place,
    position: number,
    instant: number,
    value: number,
  ): States {
    const name = this.valueStart(node, plan, instant >= 0).slice();
    absorbState(name, 0, parent, 0);
    this.absorbValueEnd(name, 0, place.length, place.index, position, instant, value);
    return name;
  }

  /** What names of values begin with: without their record. */
  valueStart(node: string, plan: KeyPlan, hasInstant: boolean): States {
    if (node === '') return this.prefix(hasInstant ? VALUE_AT : VALUE, plan.id);
    const start = this.prefix(hasInstant ? ROW_AT : ROW, plan.id).slice();
    absorbState(start, 0, this.rowNode(node), 0);
    return start;
  }

  /** Mixes into a state what tells the values of a record and a key apart. */
  absorbValueEnd(
    out: States,
    at: number,
    length: number,
    index: number,
    position: number,
    instant: number,
    value: number,
  ): void {
    if (instant < 0) {
      absorbPlace(out, at, length, index, position);
      this.absorbScalar(out, at, value, STRING_TEXT);
      return;
    }
    const { entries, view } = this.document;
    const isString = entries[value] === STRING;
    if (!isString || (entries[value + 3]! & ESCAPED) === 0) {
      const tag = isString ? PLAIN + STRING_TEXT : PLAIN;
      const names = this.instantNames;
      absorbStateAndBytes(out, at, names, instant * 4, tag, view, entries[value + 1]!, entries[value + 2]!);
      return;
    }
    absorbState(out, at, this.instantNames, instant * 4);
    this.absorbScalar(out, at, value, STRING_TEXT);
  }

  /** A node `?name` of a record: of its own row, or of the row that it is as an item of an array. */
  recordNode(
    out: States,
    at: number,
    kind: 'own row' | 'record row',
    node: string,
    records: States,
    record: number,
  ): void {
    copyState(out, at, this.prefix(kind === 'own row' ? OWN_ROW : RECORD_ROW, -1), 0);
    absorbState(out, at, this.rowNode(node), 0);
    absorbState(out, at, records, record);
  }

  /** A node `?name` of an instant: of what the template of its key says of it. */
  instantRowNode(out: States, at: number, node: string, instant: number): void {
    copyState(out, at, this.prefix(INSTANT_ROW, -1), 0);
    absorbState(out, at, this.rowNode(node), 0);
    absorbState(out, at, this.instantNames, instant * 4);
  }

  /** A node `?name` of row i of a record's axis. */
  axisRowNode(out: States, at: number, node: string, scope: RecordScope, index: number, instant: number): void {
    let rows = this.rows.get(scope);
    if (rows === undefined) this.rows.set(scope, (rows = new AxisRows(this.document, scope)));
    if (rows.isNamed[index] === 0) {
      rows.isNamed[index] = 1;
      this.nameAxisRow(rows, scope, index, instant);
    }
    copyState(out, at, rows.names, index * 4);
    absorbState(out, at, this.rowNode(node), 0);
  }

  private nameAxisRow({ names, aligned }: AxisRows, scope: RecordScope, index: number, instant: number): void {
    const at = index * 4;
    copyState(names, at, this.prefix(instant < 0 ? AXIS_ROW : AXIS_ROW_AT, -1), 0);
    absorbState(names, at, scope.name, 0);
    if (instant < 0) absorbWords(names, at, INDEX, index, 0, 0);
    else absorbState(names, at, this.instantNames, instant * 4);
    const values = new Int32Array(8);
    for (const member of aligned) {
      const array = this.document.valueOf(member);
      this.addMember(values, this.document.keyOf(member), this.document.itemAt(array, index), true);
    }
    absorbState(names, at, values, 0);
  }

  /** Mixes a record's content into a state: a sum over its members, so that their order makes no difference. */
  private absorbContent(states: States, at: number, members: Int32Array, time: RecordTime, whole: boolean): void {
    const { document } = this;
    const sum = (this.sums[this.depth++] ??= new Int32Array(8)).fill(0);
    for (let i = 0; i < members.length; i++) {
      const value = document.valueOf(members[i]!);
      if (document.kindOf(value) === NULL || (!whole && this.isSeries(value, time))) continue;
      this.addMember(sum, document.keyOf(members[i]!), value, whole);
    }
    this.depth--;
    absorbState(states, at, sum, 0);
  }

  /** Adds a member to the first state of `sum`; the second is for the work. */
  private addMember(sum: States, key: number, value: number, whole: boolean): void {
    copyState(sum, 4, this.prefix(MEMBER, key), 0);
    this.absorbValue(sum, 4, value, whole);
    for (let i = 0; i < 4; i++) sum[i] = (sum[i]! + sum[i + 4]!) | 0;
  }

  private absorbValue(states: States, at: number, value: number, whole: boolean): void {
    const { document } = this;
    if (document.isRecord(value)) {
      const members = document.membersOf(value);
      absorbWords(states, at, BEGIN_RECORD, 0, 0, 0);
      this.absorbContent(states, at, members, readRecordTime(document, this.mapping, members), whole);
    } else if (document.isArray(value)) {
      const length = document.lengthOf(value);
      absorbWords(states, at, BEGIN_ARRAY, length, 0, 0);
      for (let i = 0; i < length; i++) this.absorbValue(states, at, document.itemAt(value, i), whole);
    } else this.absorbScalar(states, at, value, STRING_TEXT);
  }

  /** @param stringTag what strings add to the tag: 0 where a number is as good as its text */
  private absorbScalar(states: States, at: number, value: number, stringTag: number): void {
    const { entries, bytes, view } = this.document;
    const start = entries[value + 1]!;
    const end = entries[value + 2]!;
    if (entries[value] !== STRING) return absorbBytes(states, at, PLAIN, view, start, end);
    const flags = entries[value + 3]!;
    if ((flags & ESCAPED) === 0) return absorbBytes(states, at, PLAIN + stringTag, view, start, end);
    if ((flags & CODED) === 0) {
      if (end - start > this.spelled.length) {
        this.spelled = new Uint8Array((end - start) * 2);
        this.spelledView = dataViewOf(this.spelled);
      }
      const length = spellOut(bytes, start, end, this.spelled);
      return absorbBytes(states, at, PLAIN + stringTag, this.spelledView, 0, length);
    }
    const text = this.document.textOf(value);
    if (hasLoneSurrogate(text)) absorbText(states, at, BROKEN + stringTag, JSON.stringify(text));
    else absorbText(states, at, PLAIN + stringTag, text);
  }

  /** What a cut of a time series cuts: arrays along the axis, and arrays of records that each carry a timestamp. */
  private isSeries(value: number, time: RecordTime): boolean {
    const { document } = this;
    if (!document.isArray(value)) return false;
    const length = document.lengthOf(value);
    if (length === 0 || length === time.axisLength) return true;
    for (let i = 0; i < length; i++) {
      const item = document.itemAt(value, i);
      if (document.kindOf(item) === NULL) continue;
      if (!document.isRecord(item) || !document.hasMember(item, this.isOwnTimestamp)) return false;
    }
    return true;
  }

  private rowNode(node: string): States {
    let state = this.rowNodes.get(node);
    if (state === undefined) {
      this.rowNodes.set(node, (state = startState()));
      absorbText(state, 0, PLAIN, node);
    }
    return state;
  }

  /** The state that knows the base, a kind and a key; -1 for kinds that have none. */
  private prefix(kind: number, key: number): States {
    const number = (key + 1) * KINDS + kind;
    let state = this.prefixes.get(number);
    if (state === undefined) {
      this.prefixes.set(number, (state = this.base.slice()));
      absorbWords(state, 0, kind, 0, 0, 0);
      if (key >= 0) this.absorbKey(state, this.document.keyNames[key]!);
    }
    return state;
  }

  private absorbKey(state: States, name: string): void {
    if (hasLoneSurrogate(name)) absorbText(state, 0, BROKEN, JSON.stringify(name));
    else absorbText(state, 0, PLAIN, name);
  }
}

/** The names of the rows of one axis, without the node's. */
class AxisRows {
  readonly names: States;
  readonly isNamed: Uint8Array;
  /** Members whose arrays are aligned with the axis, but for the axis: the instant tells it. */
  readonly aligned: readonly number[];

  constructor(document: JsonDocument, { members, time }: RecordScope) {
    const { axis, axisLength } = time;
    this.names = new Int32Array(axisLength * 4);
    this.isNamed = new Uint8Array(axisLength);
    this.aligned = [...members].filter((member) => {
      const value = document.valueOf(member);
      return value !== axis && document.isArray(value) && document.lengthOf(value) === axisLength;
    });
  }
}

/** What tells an element apart that has no instant. */
function absorbPlace(states: States, at: number, length: number, index: number, position: number): void {
  if (length === FLATTENED) absorbWords(states, at, POSITION, position, 0, 0);
  else absorbWords(states, at, INDEX, index, 0, 0);
}

/** True where two elements of one array may share a name: they have an instant, and the instant does not tell them apart. */
export function mayShareName(
  element: Element,
  instant: number,
  isTimestampRepeated: (index: number) => boolean,
): boolean {
  if (instant < 0 || element.length === SINGLE) return false;
  return element.length === FLATTENED || !element.scope.isAligned(element) || isTimestampRepeated(element.index);
}
