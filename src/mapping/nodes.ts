import type { KeyPlan, Mapping } from './compile.ts';
import type { JsonDocument } from './document.ts';
import { mayShareName, type NodeNames } from './names.ts';
import { forEachElement, readRecordTime, RecordScope, Row, SINGLE, type Element } from './scopes.ts';
import { pointerToken } from './text.ts';
import type { ValueReader } from './values.ts';
import type { WarningLog } from './warnings.ts';
import { GraphNode } from './writer.ts';

/** An instant: the value node that elements of one time key with equal text share. */
interface Instant {
  readonly name: string;
  /** The element that describes it: the first in document order, whatever order a format wants. */
  readonly firstValue: number;
  node: GraphNode | null;
}

/** Knows which node of the graph a record, a value, an entity, an instant or a row's `?name` is. */
export class NodeTable {
  private readonly document: JsonDocument;
  private readonly mapping: Mapping;
  private readonly values: ValueReader;
  private readonly warnings: WarningLog;
  /** Null leaves nodes anonymous. */
  private readonly names: NodeNames | null;
  private nodeCount = 0;
  private readonly instants = new Map<number, Map<string, Instant>>();
  private readonly entities = new Map<string, GraphNode>();
  /** Scopes of records that templates cite, by record. */
  private readonly citedScopes = new Map<number, RecordScope>();
  /** Scopes of other records, where names make them dear. */
  private readonly namedScopes = new WeakMap<Element, RecordScope>();
  /** Rows that are one element. */
  private readonly elementRows = new WeakMap<Element, Row>();
  /** Names that two records of an array share, by array. */
  private readonly repeatedNamesOf = new Map<number, ReadonlySet<string>>();
  /** The axis and the own timestamp that were read last, with their instants: all values of a record ask for them. */
  private lastAxis = -1;
  private axisInstants: (Instant | null)[] = [];
  private lastOwn = -1;
  private lastOwnInstant: Instant | null = null;
  /** Stamps that stand twice on an axis, by axis. */
  private readonly repeatedStamps = new Map<number, Set<string>>();

  constructor(
    document: JsonDocument,
    mapping: Mapping,
    values: ValueReader,
    warnings: WarningLog,
    names: NodeNames | null,
  ) {
    this.document = document;
    this.mapping = mapping;
    this.values = values;
    this.warnings = warnings;
    this.names = names;
    this.findFirstStamps();
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
    const instant = this.findInstant(element)?.name ?? null;
    const mayRepeat = element.scope.node.mayRepeat || this.mayShareName(element, instant);
    return this.newNode(this.names.value(element, instant), mayRepeat);
  }

  /** E(k, e). */
  entityNode(element: Element): GraphNode {
    const iri = this.values.entityIriOf(element);
    let node = this.entities.get(iri);
    if (node === undefined) this.entities.set(iri, (node = new GraphNode(this.nodeCount++, iri, true)));
    return node;
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
    const instant = this.findInstant(element)?.name ?? null;
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
    const { own, ownKey } = scope.time;
    const instant = own >= 0 ? this.ownInstant(scope, own, ownKey) : this.findInstant(scope.element!);
    return instant?.name ?? null;
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

  /** The node of an element's instant (`mapping.md §4`); null when it has none. */
  instantOf(element: Element): GraphNode | null {
    return this.findInstant(element)?.node ?? null;
  }

  /** The node that an element of a time key shares with its equals, and whether it describes it. */
  instantNode(element: Element): { readonly node: GraphNode; readonly isFirst: boolean } {
    const { scope, plan } = element;
    const isOnAxis = plan.id === scope.time.axisKey && scope.isAligned(element);
    const instant = isOnAxis
      ? this.axisInstant(scope, scope.time.axis, plan.id, element.index)!
      : this.readInstant(element);
    return { node: instant.node!, isFirst: instant.firstValue === element.value };
  }

  private findInstant(element: Element): Instant | null {
    for (let at: Element | null = element; at !== null; at = at.scope.element) {
      const scope: RecordScope = at.scope;
      const { axis, axisKey, own, ownKey } = scope.time;
      if (scope.isAligned(at)) return this.axisInstant(scope, axis, axisKey, at.index);
      if (own >= 0) return this.ownInstant(scope, own, ownKey);
      if (axis >= 0) return null;
    }
    return null;
  }

  private axisInstant(scope: RecordScope, axis: number, key: number, index: number): Instant | null {
    if (this.lastAxis !== axis) {
      this.lastAxis = axis;
      this.axisInstants = [];
    }
    let instant = this.axisInstants[index];
    if (instant === undefined) {
      instant = this.instantAt(key, this.document.itemAt(axis, index), scope);
      this.axisInstants[index] = instant;
    }
    return instant;
  }

  private ownInstant(scope: RecordScope, own: number, key: number): Instant | null {
    if (this.lastOwn !== own) {
      this.lastOwn = own;
      this.lastOwnInstant = this.instantAt(key, own, scope);
    }
    return this.lastOwnInstant;
  }

  /** The instant that a stamp tells; null for a stamp that is no scalar. */
  private instantAt(key: number, value: number, scope: RecordScope): Instant | null {
    if (!this.document.isScalar(value)) return null;
    return this.readInstant({ scope, plan: this.mapping.plans[key]!, value, index: -1, length: SINGLE, position: -1 });
  }

  private readInstant(element: Element): Instant {
    const instant = this.instants.get(element.plan.id)!.get(this.document.textOf(element.value))!;
    instant.node ??= element.plan.isEntity ? this.entityNode(element) : this.newNode(instant.name, false);
    return instant;
  }

  /** Finds the first element of each instant; formats may want records in another order. */
  private findFirstStamps(): void {
    const { document, mapping } = this;
    if (!mapping.dataKeys.some((key) => mapping.plans[key]!.isTime)) return;
    document.forEachScalar(
      (key) => mapping.plans[key]!.isTime,
      (key, scalar) => {
        let ofKey = this.instants.get(key);
        if (ofKey === undefined) this.instants.set(key, (ofKey = new Map()));
        const text = document.textOf(scalar);
        if (!ofKey.has(text))
          ofKey.set(text, {
            name: this.names?.instant(mapping.plans[key]!.name, text) ?? text,
            firstValue: scalar,
            node: null,
          });
      },
    );
  }

  private mayShareName(element: Element, instant: string | null): boolean {
    return mayShareName(element, instant, (index) => {
      const { axis, axisLength } = element.scope.time;
      let repeated = this.repeatedStamps.get(axis);
      if (repeated === undefined) {
        repeated = new Set();
        const seen = new Set<string>();
        for (let i = 0; i < axisLength; i++) {
          const item = this.document.itemAt(axis, i);
          if (this.document.isScalar(item) && !isFirst(seen, this.document.textOf(item)))
            repeated.add(this.document.textOf(item));
        }
        this.repeatedStamps.set(axis, repeated);
      }
      return repeated.size > 0 && repeated.has(this.document.textOf(this.document.itemAt(axis, index)));
    });
  }
}

function isFirst(seen: Set<string>, key: string): boolean {
  if (seen.has(key)) return false;
  seen.add(key);
  return true;
}
