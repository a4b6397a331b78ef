import type { KeyPlan, Mapping } from '../semantic/mapping.ts';
import type { JsonDocument } from '../json/document.ts';
import type { InstantTable } from '../records/instants.ts';
import { AxisRows, type AxisScope } from './axis-rows.ts';
import { absorbState, absorbStateAndBytes, absorbWords, copyState, type States } from './name-hash.ts';
import { nameOfState, NameTexts } from './name-texts.ts';
import {
  AXIS_ROW,
  AXIS_ROW_AT,
  INDEX,
  INSTANT,
  INSTANT_ROW,
  ITEM,
  ITEM_AT,
  NO_KEY,
  OWN_ROW,
  PLAIN,
  POSITION,
  RECORD,
  RECORD_ROW,
  ROOT,
  ROW,
  ROW_AT,
  STRING_TEXT,
  VALUE,
  VALUE_AT,
} from './name-kinds.ts';
import { NamePrefixes } from './name-prefixes.ts';
import { RecordContent } from './record-content.ts';
import { FLATTENED, SINGLE, type Element, type RecordScope, type RecordTime } from '../records/scopes.ts';
import { ESCAPED, STRING } from '../json/tape-entry.ts';

/** What a record is named after, besides the record that encloses it. */
export interface NamedRecord {
  readonly plan: Pick<KeyPlan, 'id'>;
  readonly length: number;
  readonly index: number;
  readonly position: number;
  /** Of the record's own timestamp, else of its place; -1 if it has none. */
  readonly instant: number;
  /** The instant is that of a record around it. */
  readonly isOfSurroundings: boolean;
  readonly members: readonly number[];
  readonly time: RecordTime;
}

/** What is named of the instants of a document. */
export type InstantPlaces = Pick<InstantTable, 'size' | 'keyOf' | 'firstValueOf'>;

/** What the IRIs of named nodes begin with. @param fallbackBase gives the authority if the base has none */
export function genidOf(base: string, fallbackBase: string): string {
  const authority = /^[^:/?#]+:\/\/[^/?#]+/;
  return `${(authority.exec(base) ?? authority.exec(fallbackBase))![0]}/.well-known/genid/`;
}

/**
 * Stable names of anonymous nodes (`mapping.md §6`): 128 bits over what distinguishes a node.
 *
 * A record's name holds its constant content: what a longer or shorter series of the same thing has too. So the parts of a
 * series that was cut name the records around it alike, and their graphs join (law 3).
 *
 * Names are states of `name-hash.ts`: four words of an array. Methods write into the state that stands in `out` from `at` on.
 */
export class NodeNames {
  private document: JsonDocument;
  private readonly genid: string;
  private readonly prefixes: NamePrefixes;
  private readonly content: RecordContent;
  private readonly instants: InstantPlaces;
  /** By number of the instant, four words each. */
  readonly instantNames: States;
  private instantTexts: NameTexts | null = null;
  private axisRows = new WeakMap<AxisScope, AxisRows>();

  /** @param genid what the IRIs of nodes begin with: `genidOf` */
  constructor(document: JsonDocument, mapping: Mapping, instants: InstantPlaces, genid: string) {
    this.document = document;
    this.genid = genid;
    this.prefixes = new NamePrefixes(mapping.base, mapping.keys);
    this.content = new RecordContent(document, mapping, this.prefixes);
    this.instants = instants;
    this.instantNames = new Int32Array(instants.size * 4);
    this.nameInstants();
  }

  /** Goes on with another document, in which the same keys, records and instants stand at the same places. */
  attach(document: JsonDocument): void {
    this.document = document;
    this.content.attach(document);
    this.axisRows = new WeakMap();
    this.nameInstants();
  }

  private nameInstants(): void {
    const { instants, instantNames, content } = this;
    for (let instant = 0; instant < instants.size; instant++) {
      this.prefixes.copy(instantNames, instant * 4, INSTANT, instants.keyOf(instant));
      content.absorbScalar(instantNames, instant * 4, instants.firstValueOf(instant), 0);
    }
  }

  /** The IRI of a node by its name. */
  iriOf(name: string): string {
    return this.genid + name;
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

  /** The name of an instant. */
  ofInstant(instant: number): string {
    return nameOfState(this.instantNames, instant * 4);
  }

  /** Names the root. */
  root(out: States, at: number, { members, time }: Pick<RecordScope, 'members' | 'time'>): void {
    this.prefixes.copy(out, at, ROOT, NO_KEY);
    this.content.absorb(out, at, members, time, false);
  }

  /** Names a record. The name of the record that encloses it stands in `parents` from `parent` on. */
  record(out: States, at: number, parents: States, parent: number, record: NamedRecord): void {
    const { plan, length } = record;
    const isAt = this.isToldApartByInstant(record);
    this.prefixes.copy(out, at, length === SINGLE ? RECORD : isAt ? ITEM_AT : ITEM, plan.id);
    absorbState(out, at, parents, parent);
    this.absorbRecord(out, at, record, isAt);
  }

  /**
   * True for a record of an array that is told apart by its instant and by all that it holds, false for one that is by its index. One with a
   * series, whose instant is that of a record around it, has the same index in all parts of that series, and other content in each.
   */
  isToldApartByInstant({ length, instant, isOfSurroundings, members, time }: NamedRecord): boolean {
    return length !== SINGLE && instant >= 0 && !(isOfSurroundings && this.content.hasSeries(members, time));
  }

  /** What the names of the records of an array begin with: `absorbRecord` adds the rest. */
  itemStart(parent: States, plan: KeyPlan, hasInstant: boolean): States {
    const start = this.prefixes.of(hasInstant ? ITEM_AT : ITEM, plan.id);
    absorbState(start, 0, parent, 0);
    return start;
  }

  /**
   * Mixes into a state what distinguishes the records of an enclosing record and a key.
   *
   * @param isAt what `isToldApartByInstant` says of it
   */
  absorbRecord(out: States, at: number, record: NamedRecord, isAt: boolean): void {
    const { length, index, position, instant, members, time } = record;
    if (isAt) absorbState(out, at, this.instantNames, instant * 4);
    else if (length !== SINGLE) absorbPlace(out, at, length, index, position);
    this.content.absorb(out, at, members, time, isAt);
  }

  /**
   * A value node, or a node `?name` of the row that a value is by itself.
   *
   * @param node empty for the value
   */
  value(node: string, { scope, plan, length, index, position, value }: Element, instant: number): States {
    const name = this.valueStart(node, plan, instant >= 0);
    absorbState(name, 0, scope.name, 0);
    if (instant < 0) this.absorbValueInPlace(name, 0, length, index, position, value);
    else this.absorbValueAt(name, 0, instant, value);
    return name;
  }

  /** A state that the names of values begin with: the name of their record and `absorbValueInPlace` or `absorbValueAt` add the rest. */
  valueStart(node: string, plan: KeyPlan, hasInstant: boolean): States {
    if (node === '') return this.prefixes.of(hasInstant ? VALUE_AT : VALUE, plan.id);
    const start = this.prefixes.of(hasInstant ? ROW_AT : ROW, plan.id);
    absorbState(start, 0, this.prefixes.ofRowNode(node), 0);
    return start;
  }

  /** Mixes into a state what distinguishes the values of a record and a key that have no instant. */
  absorbValueInPlace(out: States, at: number, length: number, index: number, position: number, value: number): void {
    absorbPlace(out, at, length, index, position);
    this.content.absorbScalar(out, at, value, STRING_TEXT);
  }

  /** Mixes into a state what distinguishes the values of a record and a key that have an instant. */
  absorbValueAt(out: States, at: number, instant: number, value: number): void {
    const { entries, view } = this.document;
    const names = this.instantNames;
    const isString = entries[value] === STRING;
    if (!isString || (entries[value + 3]! & ESCAPED) === 0) {
      const tag = isString ? PLAIN + STRING_TEXT : PLAIN;
      absorbStateAndBytes(out, at, names, instant * 4, tag, view, entries[value + 1]!, entries[value + 2]!);
      return;
    }
    absorbState(out, at, names, instant * 4);
    this.content.absorbScalar(out, at, value, STRING_TEXT);
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
    this.prefixes.copy(out, at, kind === 'own row' ? OWN_ROW : RECORD_ROW, NO_KEY);
    absorbState(out, at, this.prefixes.ofRowNode(node), 0);
    absorbState(out, at, records, record);
  }

  /** A node `?name` of an instant. */
  instantRowNode(out: States, at: number, node: string, instant: number): void {
    this.prefixes.copy(out, at, INSTANT_ROW, NO_KEY);
    absorbState(out, at, this.prefixes.ofRowNode(node), 0);
    absorbState(out, at, this.instantNames, instant * 4);
  }

  /** A node `?name` of row i of a record's axis. */
  axisRowNode(out: States, at: number, node: string, scope: AxisScope, index: number, instant: number): void {
    let rows = this.axisRows.get(scope);
    if (rows === undefined) this.axisRows.set(scope, (rows = new AxisRows(this.document, scope, this.content)));
    if (!rows.isNamed(index)) {
      const start = rows.start(index, this.prefixes, instant < 0 ? AXIS_ROW : AXIS_ROW_AT);
      if (instant < 0) absorbWords(rows.names, start, INDEX, index, 0, 0);
      else absorbState(rows.names, start, this.instantNames, instant * 4);
      rows.absorbValues(index);
    }
    copyState(out, at, rows.names, index * 4);
    absorbState(out, at, this.prefixes.ofRowNode(node), 0);
  }
}

/** Mixes into a state what distinguishes an element that has no instant. */
function absorbPlace(states: States, at: number, length: number, index: number, position: number): void {
  if (length === FLATTENED) absorbWords(states, at, POSITION, position, 0, 0);
  else absorbWords(states, at, INDEX, index, 0, 0);
}
