import type { KeyPlan } from '../semantic/mapping.ts';
import type { EntityOccurrences, EntityPlace } from '../records/entity-occurrences.ts';
import { FLATTENED, SINGLE, type Element, type RecordScope } from '../records/scopes.ts';
import type { GraphNode } from '../rdf-terms/graph-terms.ts';
import type { RowRecorder } from '../rows/row-recorder.ts';

/** A node that is described once its surroundings are written. */
interface DeferredNode {
  readonly node: GraphNode;
  readonly describe: () => void;
}

/** Instants of one key that are described once their surroundings are written: by element, or by value where a copy cited it. */
export interface DeferredInstants {
  readonly plan: KeyPlan;
  readonly timestamps: (Element | number)[];
}

/** Items of one array that are described once their surroundings are written: each a subject of its own, with all that it defers. */
export interface DeferredItems {
  readonly scope: RecordScope;
  readonly plan: KeyPlan;
  /** Of stretches of the array: the first index and the one behind the last, in turn. */
  readonly stretches: number[];
}

/** Records that stand at no index, in members of one record or in arrays within one array: each a subject of its own, with all that it defers. */
export interface DeferredRecords {
  readonly scope: RecordScope;
  /** `SINGLE` or `FLATTENED`. */
  readonly length: number;
  readonly records: Element[];
}

/** Entities of one key that are described once their surroundings are written. */
export interface DeferredEntities {
  readonly plan: KeyPlan;
  /** Their descriptions cite no value but their own. */
  readonly areAlone: boolean;
  /** The record around those that hold them and the values that are cited besides; null for the root, and if they are alone. */
  readonly scope: RecordScope | null;
  /** Of the array that this record's item stands in: tokens find items of arrays of that length. `SINGLE` if they are alone. */
  readonly length: number;
  /** Their occurrences, from the first to before the last. */
  readonly first: number;
  end: number;
}

export type Deferred = DeferredNode | DeferredInstants | DeferredEntities | DeferredItems | DeferredRecords;

/**
 * What a subject cites and does not hold, in the order in which it is described. What is like what came last is put to it. The recorder
 * hears of each: a row is copied only where the copy can defer the like.
 */
export class DeferredNodes {
  private readonly recorder: RowRecorder;
  private readonly occurrences: EntityOccurrences;
  private list: Deferred[] = [];

  constructor(recorder: RowRecorder, occurrences: EntityOccurrences) {
    this.recorder = recorder;
    this.occurrences = occurrences;
  }

  /** Defers a node. Rows that do so are walked. */
  addNode(node: GraphNode, describe: () => void): void {
    this.recorder.noteDeferredNode();
    this.list.push({ node, describe });
  }

  /**
   * Defers the entity that the recorder noted last, which is an occurrence from then on.
   *
   * @param item the value of its element, or of the item that it stands in
   * @param index of the item
   * @param areAlone its description cites no other value
   * @param isFound copies of the recorded row find theirs
   */
  addEntity(place: EntityPlace, value: number, item: number, index: number, areAlone: boolean, isFound: boolean): void {
    this.recorder.noteDeferredEntity(isFound);
    const { plan, owner } = place;
    const first = this.occurrences.size;
    this.occurrences.add(place, value, item, index);
    const holder = item === value ? owner.scope.element : owner;
    const scope = areAlone ? null : (holder?.scope ?? null);
    const length = areAlone ? SINGLE : (holder?.length ?? SINGLE);
    const last = this.list[this.list.length - 1];
    if (
      last !== undefined &&
      'areAlone' in last &&
      last.end === first &&
      last.plan === plan &&
      last.areAlone === areAlone &&
      last.scope === scope &&
      last.length === length
    )
      last.end++;
    else this.list.push({ plan, areAlone, scope, length, first, end: first + 1 });
  }

  addInstant(plan: KeyPlan, timestamp: Element | number): void {
    this.recorder.noteDeferredInstant(typeof timestamp === 'number' ? timestamp : timestamp.value);
    const last = this.list[this.list.length - 1];
    if (last !== undefined && 'timestamps' in last && last.plan === plan) last.timestamps.push(timestamp);
    else this.list.push({ plan, timestamps: [timestamp] });
  }

  /** Defers the node of an element: as an item of its array, if it gets the same name again there. */
  addElement(element: Element, node: GraphNode, describe: () => void): void {
    // A number would be another.
    if (element.index >= 0 && node.iri !== null && !node.needsDeduplication) this.addItem(element);
    else this.addNode(node, describe);
  }

  /** Defers the node of a record: as one of many like it, if it gets the same name again there. */
  addRecord(element: Element, node: GraphNode, describe: () => void): void {
    // Of a key that is not plain, the vocabulary or the block says something more.
    const isLikeOthers = element.plan.isPlain || element.length === FLATTENED;
    if (element.index >= 0 || node.iri === null || node.needsDeduplication || !isLikeOthers)
      return this.addElement(element, node, describe);
    this.recorder.noteDeferredItem(element.value);
    this.addUnindexed(element);
  }

  /** Defers a record that stands at no index. */
  addUnindexed(element: Element): void {
    const { scope, plan, length } = element;
    const last = this.list[this.list.length - 1];
    if (
      last !== undefined &&
      'records' in last &&
      last.scope === scope &&
      last.length === length &&
      (length !== FLATTENED || last.records[0]!.plan === plan)
    )
      last.records.push(element);
    else this.list.push({ scope, length, records: [element] });
  }

  private addItem({ scope, plan, index, value }: Element): void {
    this.recorder.noteDeferredItem(value);
    this.addItems(scope, plan, index, index + 1);
  }

  /** Defers items of an array that were copied, from an index up to another. */
  addItems(scope: RecordScope, plan: KeyPlan, from: number, to: number): void {
    const last = this.list[this.list.length - 1];
    if (last === undefined || !('stretches' in last) || last.scope !== scope || last.plan !== plan)
      this.list.push({ scope, plan, stretches: [from, to] });
    else if (last.stretches[last.stretches.length - 1] === from) last.stretches[last.stretches.length - 1] = to;
    else last.stretches.push(from, to);
  }

  /** All that was deferred so far; nothing is afterwards. */
  take(): Deferred[] {
    const { list } = this;
    this.list = [];
    return list;
  }

  /** Puts back what was taken. */
  restore(list: Deferred[]): void {
    this.list = list;
  }
}
