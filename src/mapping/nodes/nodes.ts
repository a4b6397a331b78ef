import type { KeyPlan, Mapping } from '../semantic/mapping.ts';
import type { JsonDocument } from '../json/document.ts';
import type { InstantTable } from '../records/instants.ts';
import { ItemNames, ValueNames } from './item-names.ts';
import { copyState, type States } from './name-hash.ts';
import { mayShareName, type NodeNames } from './names.ts';
import {
  forEachElement,
  readRecordTime,
  RecordScope,
  Row,
  SINGLE,
  type Element,
  type RecordTime,
} from '../records/scopes.ts';
import { pointerToken } from '../json/text.ts';
import type { ValueReader } from '../records/values.ts';
import type { WarningLog } from '../records/warnings.ts';
import { GraphNode } from '../rdf-terms/graph-terms.ts';

/** What a node is named after, so that the node of another row at its place can be named after the like. */
export type NameRecipe =
  | {
      readonly kind: 'value' | 'axis row';
      /** `?name`; empty for a value itself. */
      readonly node: string;
      readonly element: Element;
      /** The value that tells the instant; -1 for none. */
      readonly timestamp: number;
    }
  | { readonly kind: 'own row' | 'record row'; readonly node: string; readonly scope: RecordScope }
  | { readonly kind: 'instant row'; readonly node: string; readonly timestamp: number }
  | { readonly kind: 'record'; readonly element: Element; readonly timestamp: number };

/** Knows which node of the graph a record, a value, an entity, an instant or a row's `?name` is. */
export class NodeTable {
  private readonly document: JsonDocument;
  private readonly mapping: Mapping;
  private readonly values: ValueReader;
  private readonly warnings: WarningLog;
  /** Null leaves nodes anonymous. */
  readonly names: NodeNames | null;
  private readonly instants: InstantTable;
  /** Instants have the first numbers. */
  private nodeCount: number;
  /** Scopes of records that templates cite, by record. */
  private readonly citedScopes = new Map<number, RecordScope>();
  /** Scopes of other records, where names make them dear. */
  private readonly namedScopes = new WeakMap<Element, RecordScope>();
  /** Rows that are one element. */
  private readonly elementRows = new WeakMap<Element, Row>();
  /** By array. */
  private readonly namesOfItems = new Map<number, ItemNames>();
  /** By array: the names of values that are described later, when they are needed again. */
  private readonly namesOfValues = new Map<number, ValueNames>();
  /** Null while nobody notes them. */
  private recipes: (NameRecipe | null)[] | null = null;

  constructor(
    document: JsonDocument,
    mapping: Mapping,
    values: ValueReader,
    warnings: WarningLog,
    instants: InstantTable,
    names: NodeNames | null,
  ) {
    this.document = document;
    this.mapping = mapping;
    this.values = values;
    this.warnings = warnings;
    this.names = names;
    this.instants = instants;
    this.nodeCount = instants.size;
  }

  rootScope(): RecordScope {
    const scope = this.openScope(this.document.root, null);
    if (this.names !== null) scope.name = this.names.root(scope);
    scope.node = this.newNode(scope.name, this.mapping.predicatesOverlap, null);
    return scope;
  }

  /** @param recipe what another row makes such a name of; null for none */
  private newNode(name: States, needsDeduplication: boolean, recipe: NameRecipe | null): GraphNode {
    if (this.names === null) return this.newAnonymous(needsDeduplication);
    this.recipes?.push(recipe);
    return new GraphNode(this.nodeCount++, this.names.iriOf(name, 0), needsDeduplication);
  }

  private newAnonymous(needsDeduplication: boolean): GraphNode {
    return new GraphNode(this.nodeCount++, null, needsDeduplication);
  }

  /** Begins to note how names are made. */
  startRecipes(): void {
    this.recipes = [];
  }

  /** Ends it; answers the recipe of each node that got a number meanwhile. */
  stopRecipes(): readonly (NameRecipe | null)[] {
    const { recipes } = this;
    this.recipes = null;
    return recipes ?? [];
  }

  /** Takes the numbers of so many anonymous nodes; answers the first. */
  reserve(count: number): number {
    const first = this.nodeCount;
    this.nodeCount += count;
    return first;
  }

  /** V(r, k, i) of a scalar that is neither entity nor instant. */
  valueNode(element: Element): GraphNode {
    const { names } = this;
    if (names === null) return this.newAnonymous(false);
    const { scope, plan, position, value } = element;
    const timestamp = this.timestampOf(element);
    const instant = this.instantAt(timestamp);
    const name = names.value('', scope.name, plan, element, position, instant, value);
    const needsDeduplication = scope.node.needsDeduplication || this.mayShareName(element, instant);
    return this.newNode(name, needsDeduplication, { kind: 'value', node: '', element, timestamp });
  }

  /** E(k, e). */
  entityNode(element: Element): GraphNode {
    return new GraphNode(-1, this.values.entityIriOf(element), true, element.value);
  }

  /**
   * The row that an element belongs to (`mapping.md §3`). An element that describes its instant is a row by itself, because the
   * instant belongs to all rows that have its timestamp (`mapping.md §4`).
   */
  rowOf(element: Element): Row {
    if (!this.describesInstant(element)) {
      if (element.length === SINGLE) return element.scope.ownRow;
      if (element.scope.isAligned(element)) return element.scope.alignedRow(element.index);
    }
    let row = this.elementRows.get(element);
    if (row === undefined) this.elementRows.set(element, (row = new Row()));
    return row;
  }

  /** The node `?name` of the row of an element: a new one at each call. */
  rowNode(element: Element, node: string): GraphNode {
    const { names } = this;
    if (names === null) return this.newAnonymous(false);
    const { scope, plan, length, index, position, value } = element;
    const name = new Int32Array(4);
    if (this.describesInstant(element)) {
      names.instantRowNode(name, 0, node, this.instants.numberAt(value));
      return this.newNode(name, false, { kind: 'instant row', node, timestamp: value });
    }
    if (length === SINGLE) {
      names.recordNode(name, 0, 'own row', node, scope.name, 0);
      return this.newNode(name, scope.node.needsDeduplication, { kind: 'own row', node, scope });
    }
    const isAligned = scope.isAligned(element);
    if (this.document.isRecord(value) && !isAligned) {
      // The row is the record alone, and the record's name has its timestamp, which the place has not.
      const record = this.scopeOf(element);
      names.recordNode(name, 0, 'record row', node, record.name, 0);
      return this.newNode(name, record.node.needsDeduplication, { kind: 'record row', node, scope: record });
    }
    const timestamp = this.timestampOf(element);
    const instant = this.instantAt(timestamp);
    const needsDeduplication = scope.node.needsDeduplication || this.mayShareName(element, instant);
    if (isAligned) {
      names.axisRowNode(name, 0, node, scope, index, instant);
      return this.newNode(name, needsDeduplication, { kind: 'axis row', node, element, timestamp });
    }
    const valueName = names.value(node, scope.name, plan, element, position, instant, value);
    return this.newNode(valueName, needsDeduplication, { kind: 'value', node, element, timestamp });
  }

  /** True for an element whose template describes an instant, and not an entity or a record. */
  private describesInstant({ plan, value }: Element): boolean {
    return plan.isTime && !plan.isEntity && this.document.isScalar(value);
  }

  private openScope(record: number, element: Element | null): RecordScope {
    const { document, mapping } = this;
    const members = document.membersOf(record);
    const lost: KeyPlan[] = [];
    const time = readRecordTime(document, mapping, members, (plan) => lost.push(plan));
    const scope = new RecordScope(document, record, members, time, element);
    for (const { name } of lost)
      this.warnings.addOnce('ambiguous-time', name, () => scope.pointer() + pointerToken(name));
    return scope;
  }

  /** The scope of an element that is a record, for what stands in it: without a node. */
  surroundingsIn(element: Element): RecordScope {
    return this.openScope(element.value, element);
  }

  /** The scope of an element that is a record, its node named. */
  scopeOf(element: Element): RecordScope {
    const { plan } = element;
    const known = plan.isReferenced ? this.citedScopes.get(element.value) : this.namedScopes.get(element);
    if (known !== undefined) return known;
    const scope = this.openScope(element.value, element);
    const { names } = this;
    let needsDeduplication = this.mapping.predicatesOverlap;
    if (names !== null) {
      const items = element.length === SINGLE ? null : this.itemNames(element);
      scope.name = new Int32Array(4);
      if (items === null) this.nameRecord(scope.name, element, scope.members, scope.time);
      else items.copyName(element.value, scope.name, 0);
      needsDeduplication ||= element.scope.node.needsDeduplication || (items?.isRepeated(element.value) ?? false);
    }
    scope.node = this.newNode(scope.name, needsDeduplication, {
      kind: 'record',
      element,
      timestamp: this.recordTimestamp(element, scope.time),
    });
    if (plan.isReferenced) this.citedScopes.set(element.value, scope);
    else if (names !== null) this.namedScopes.set(element, scope);
    return scope;
  }

  private nameRecord(name: States, element: Element, members: Int32Array, time: RecordTime): void {
    const { scope, plan, length, index, position } = element;
    const instant = this.instantAt(this.recordTimestamp(element, time));
    this.names!.record(name, 0, scope.name, 0, plan, length, index, position, instant, members, time);
  }

  /** The record's own timestamp, else that of its place; -1 when it has none. */
  private recordTimestamp(element: Element, { own }: RecordTime): number {
    return own >= 0 ? own : this.timestampOf(element);
  }

  /** The names of the records of an array. */
  itemNames({ scope, plan }: Pick<Element, 'scope' | 'plan'>): ItemNames {
    const array = scope.find(plan.id);
    const known = this.namesOfItems.get(array);
    if (known !== undefined) return known;
    const names = this.names!;
    const name = new Int32Array(4);
    const start = names.itemStart(scope.name, plan, false);
    const startAt = names.itemStart(scope.name, plan, true);
    const items = new ItemNames(this.document, array);
    forEachElement(this.document, scope, plan, array, (element) => {
      if (!this.document.isRecord(element.value)) return;
      const members = this.document.membersOf(element.value);
      const time = readRecordTime(this.document, this.mapping, members);
      const { length, index, position } = element;
      const instant = this.instantAt(this.recordTimestamp(element, time));
      copyState(name, 0, instant < 0 ? start : startAt, 0);
      names.absorbRecordEnd(name, 0, length, index, position, instant, members, time);
      items.add(element.value, name);
    });
    this.namesOfItems.set(array, items);
    return items;
  }

  /**
   * The names of the values of an array, where they are needed more than once; else null.
   *
   * @param isLeft they are needed again
   */
  valueNames(array: number, isLeft: boolean): ValueNames | null {
    let names = this.namesOfValues.get(array) ?? null;
    if (names === null && isLeft)
      this.namesOfValues.set(array, (names = new ValueNames(this.document.lengthOf(array))));
    return names;
  }

  /**
   * The node of an element's instant (`mapping.md §4`); null when it has none.
   *
   * @param onItem is told of the axis whose stamp at the place's own index is taken
   */
  instantOf(element: Element, onItem?: (axis: number) => void): GraphNode | null {
    const timestamp = this.findTimestamp(element, onItem);
    return timestamp === null ? null : this.instantNode(timestamp);
  }

  /** The node that an element of a time key shares with its equals. */
  instantNode(element: Element): GraphNode {
    const { plan, value } = element;
    if (plan.isEntity) return this.entityNode(element);
    const number = this.instants.numberAt(value);
    const iri = this.names === null ? null : this.names.iriOfInstant(number);
    return new GraphNode(number, iri, false, value);
  }

  private findTimestamp(element: Element, onItem?: (axis: number) => void): Element | null {
    const { document, mapping } = this;
    for (let at: Element | null = element; at !== null; at = at.scope.element) {
      const scope: RecordScope = at.scope;
      const { axis, axisKey, own, ownKey } = scope.time;
      if (scope.isAligned(at)) {
        onItem?.(axis);
        const value = document.itemAt(axis, at.index);
        if (!document.isScalar(value)) return null;
        return { scope, plan: mapping.plans[axisKey]!, value, index: at.index, length: at.length, position: -1 };
      }
      if (own >= 0) return { scope, plan: mapping.plans[ownKey]!, value: own, index: -1, length: SINGLE, position: -1 };
      if (axis >= 0) return null;
    }
    return null;
  }

  /** The stamp of an element's instant; -1 when it has none. */
  private timestampOf(element: Element): number {
    return this.findTimestamp(element)?.value ?? -1;
  }

  private instantAt(timestamp: number): number {
    return timestamp < 0 ? -1 : this.instants.numberAt(timestamp);
  }

  private mayShareName(element: Element, instant: number): boolean {
    return mayShareName(element, instant, (index) => this.instants.isRepeatedOn(element.scope.time.axis, index));
  }
}
