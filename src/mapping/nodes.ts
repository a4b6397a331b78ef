import type { KeyPlan, Mapping } from './compile.ts';
import type { JsonDocument } from './document.ts';
import type { InstantTable } from './instants.ts';
import { mayShareName, type NodeNames } from './names.ts';
import { forEachElement, readRecordTime, RecordScope, Row, SINGLE, type Element } from './scopes.ts';
import { pointerToken } from './text.ts';
import type { ValueReader } from './values.ts';
import type { WarningLog } from './warnings.ts';
import { GraphNode } from './writer.ts';

/** Knows which node of the graph a record, a value, an entity, an instant or a row's `?name` is. */
export class NodeTable {
  private readonly document: JsonDocument;
  private readonly mapping: Mapping;
  private readonly values: ValueReader;
  private readonly warnings: WarningLog;
  /** Null leaves nodes anonymous. */
  private readonly names: NodeNames | null;
  private readonly instants: InstantTable;
  /** By instant: its stable name. */
  private readonly instantNames: string[] = [];
  /** Instants have the first numbers. */
  private nodeCount: number;
  /** Scopes of records that templates cite, by record. */
  private readonly citedScopes = new Map<number, RecordScope>();
  /** Scopes of other records, where names make them dear. */
  private readonly namedScopes = new WeakMap<Element, RecordScope>();
  /** Rows that are one element. */
  private readonly elementRows = new WeakMap<Element, Row>();
  /** Names that two records of an array share, by array. */
  private readonly repeatedNamesOf = new Map<number, ReadonlySet<string>>();

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
    scope.name = this.names?.root(scope) ?? '';
    scope.node = this.newNode(scope.name, this.mapping.predicatesCollide);
    return scope;
  }

  private newNode(name: string, mayRepeat: boolean): GraphNode {
    return new GraphNode(this.nodeCount++, this.names === null ? null : this.names.iriOf(name), mayRepeat);
  }

  /** Takes the numbers of so many anonymous nodes; answers the first. */
  reserve(count: number): number {
    const first = this.nodeCount;
    this.nodeCount += count;
    return first;
  }

  /** V(r, k, i) of a scalar that is neither entity nor instant. */
  valueNode(element: Element): GraphNode {
    if (this.names === null) return this.newNode('', false);
    const instant = this.instantName(element);
    const mayRepeat = element.scope.node.mayRepeat || this.mayShareName(element, instant);
    return this.newNode(this.names.value(element, instant), mayRepeat);
  }

  /** E(k, e). */
  entityNode(element: Element): GraphNode {
    return new GraphNode(-1, this.values.entityIriOf(element), true, element.value);
  }

  /** The row that an element belongs to (`mapping.md §3`). */
  rowOf(element: Element): Row {
    if (element.length === SINGLE) return element.scope.ownRow;
    if (element.scope.isAligned(element)) return element.scope.alignedRow(element.index);
    let row = this.elementRows.get(element);
    if (row === undefined) this.elementRows.set(element, (row = new Row()));
    return row;
  }

  /** The node `?name` of the row of an element: a new one at each call. */
  rowNode(element: Element, name: string): GraphNode {
    if (this.names === null) return this.newNode('', false);
    if (this.document.isRecord(element.value) && element.length !== SINGLE && !element.scope.isAligned(element)) {
      // The row is the record alone, and the record's name has its timestamp, which the place has not.
      const record = this.scopeOf(element);
      return this.newNode(this.names.recordRowNode(name, record), record.node.mayRepeat);
    }
    const instant = this.instantName(element);
    const mayRepeat = element.scope.node.mayRepeat || this.mayShareName(element, instant);
    return this.newNode(this.names.rowNode(name, element, instant), mayRepeat);
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

  /** The scope of an element that is a record, its node named. */
  scopeOf(element: Element): RecordScope {
    const { plan } = element;
    const known = plan.isCited ? this.citedScopes.get(element.value) : this.namedScopes.get(element);
    if (known !== undefined) return known;
    const scope = this.openScope(element.value, element);
    scope.name = this.names?.record(scope, element, this.recordInstant(scope)) ?? '';
    const repeated =
      this.names === null || element.length === SINGLE
        ? null
        : this.repeatedNames(element.scope, plan, element.scope.find(plan.id));
    const mayRepeat =
      this.mapping.predicatesCollide ||
      (this.names !== null && element.scope.node.mayRepeat) ||
      (repeated?.has(scope.name) ?? false);
    scope.node = this.newNode(scope.name, mayRepeat);
    if (plan.isCited) this.citedScopes.set(element.value, scope);
    else if (this.names !== null) this.namedScopes.set(element, scope);
    return scope;
  }

  /** The name of the record's own timestamp, else of the instant of its place. */
  private recordInstant(scope: RecordScope): string | null {
    const { own } = scope.time;
    return own >= 0 ? this.nameOfInstant(this.instants.numberAt(own)) : this.instantName(scope.element!);
  }

  /** Names that two records of an array share. */
  private repeatedNames(scope: RecordScope, plan: KeyPlan, array: number): ReadonlySet<string> {
    const known = this.repeatedNamesOf.get(array);
    if (known !== undefined) return known;
    const seen = new Set<string>();
    const repeated = new Set<string>();
    forEachElement(this.document, scope, plan, array, (element) => {
      if (!this.document.isRecord(element.value)) return;
      const members = this.document.membersOf(element.value);
      const item = new RecordScope(
        this.document,
        element.value,
        members,
        readRecordTime(this.document, this.mapping, members),
        element,
      );
      const instant = this.recordInstant(item);
      // What has no instant is told apart by its index.
      if (instant === null) return;
      const name = this.names!.record(item, element, instant);
      if (!isFirst(seen, name)) repeated.add(name);
    });
    this.repeatedNamesOf.set(array, repeated);
    return repeated;
  }

  /**
   * The node of an element's instant (`mapping.md §4`); null when it has none.
   *
   * @param onItem is told of the axis whose stamp at the place's own index is taken
   */
  instantOf(element: Element, onItem?: (axis: number) => void): GraphNode | null {
    const stamp = this.findStamp(element, onItem);
    return stamp === null ? null : this.instantNode(stamp);
  }

  /** The node that an element of a time key shares with its equals. */
  instantNode(element: Element): GraphNode {
    const { plan, value } = element;
    if (plan.isEntity) return this.entityNode(element);
    const number = this.instants.numberAt(value);
    const iri = this.names === null ? null : this.names.iriOf(this.nameOfInstant(number));
    return new GraphNode(number, iri, false, value);
  }

  private findStamp(element: Element, onItem?: (axis: number) => void): Element | null {
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

  /** The name of an element's instant; null when it has none. */
  private instantName(element: Element): string | null {
    const stamp = this.findStamp(element);
    return stamp === null ? null : this.nameOfInstant(this.instants.numberAt(stamp.value));
  }

  private nameOfInstant(number: number): string {
    return (this.instantNames[number] ??= this.names!.instant(
      this.mapping.plans[this.instants.keyOf(number)]!.name,
      this.instants.textOf(number),
    ));
  }

  private mayShareName(element: Element, instant: string | null): boolean {
    return mayShareName(element, instant, (index) => this.instants.isRepeatedOn(element.scope.time.axis, index));
  }
}

function isFirst(seen: Set<string>, key: string): boolean {
  if (seen.has(key)) return false;
  seen.add(key);
  return true;
}
