import type { JsonDocument } from '../json/document.ts';
import { absorbState, type States } from './name-hash.ts';
import { NO_KEY } from './name-kinds.ts';
import type { NamePrefixes } from './name-prefixes.ts';
import type { RecordContent } from './record-content.ts';
import type { RecordScope } from '../records/scopes.ts';

/** What the rows of an axis are named after: the record, its members and its name. */
export type AxisScope = Pick<RecordScope, 'members' | 'time' | 'name'>;

/** The names of the rows of one axis, without that of a node `?name`: each is made once, whichever nodes the row has. */
export class AxisRows {
  /** By index, four words each. */
  readonly names: States;
  private readonly document: JsonDocument;
  private readonly content: RecordContent;
  private readonly parent: States;
  private readonly known: Uint8Array;
  /** Members whose arrays are aligned with the axis. Not the axis itself, which the instant stands for. */
  private readonly aligned: readonly number[];
  private readonly sum = new Int32Array(8);

  constructor(document: JsonDocument, { members, time, name }: AxisScope, content: RecordContent) {
    const { axis, axisLength } = time;
    this.document = document;
    this.content = content;
    this.parent = name;
    this.names = new Int32Array(axisLength * 4);
    this.known = new Uint8Array(axisLength);
    this.aligned = members.filter((member) => {
      const value = document.valueOf(member);
      return value !== axis && document.isArray(value) && document.lengthOf(value) === axisLength;
    });
  }

  isNamed(index: number): boolean {
    return this.known[index] === 1;
  }

  /** Begins the name of a row; answers where it stands in `names`. */
  start(index: number, prefixes: NamePrefixes, kind: number): number {
    this.known[index] = 1;
    prefixes.copy(this.names, index * 4, kind, NO_KEY);
    absorbState(this.names, index * 4, this.parent, 0);
    return index * 4;
  }

  /** Mixes the other values of a row into its name, with their keys. */
  absorbValues(index: number): void {
    const { document, sum } = this;
    sum.fill(0);
    for (const member of this.aligned)
      this.content.addMember(sum, document.keyOf(member), document.itemAt(document.valueOf(member), index), true);
    absorbState(this.names, index * 4, sum, 0);
  }
}
