import type { Mapping } from '../semantic/mapping.ts';
import type { JsonDocument } from '../json/document.ts';
import type { InstantTable } from '../records/instants.ts';
import { ArrayNames, namedRecord } from './array-names.ts';
import type { ItemNames } from './item-names.ts';
import { copyState, type States } from './name-hash.ts';
import type { NameRecipe, RowKind } from './name-recipe.ts';
import { nameOfState } from './name-texts.ts';
import type { NodeNames } from './names.ts';
import { TimestampFinder } from '../records/timestamp-finder.ts';
import { readRecordTime, RecordScope, Row, SINGLE, type Element } from '../records/scopes.ts';
import type { ValueReader } from '../records/values.ts';
import type { WarningLog } from '../records/warnings.ts';
import { GraphNode } from '../rdf-terms/graph-terms.ts';

/** Knows which node of the graph a record, a value, an entity, an instant or a row's `?name` is. */
export class NodeTable {
  private readonly document: JsonDocument;
  private readonly mapping: Mapping;
  private readonly values: ValueReader;
  private readonly warnings: WarningLog;
  /** Null leaves nodes anonymous. */
  readonly names: NodeNames | null;
  private readonly instants: InstantTable;
  readonly timestamps: TimestampFinder;
  /** Instants have the first numbers. */
  private nodeCount: number;
  /** Scopes of records that templates cite, by record. */
  private readonly citedScopes = new Map<number, RecordScope>();
  /** Scopes of other records, kept if names make them expensive. */
  private readonly namedScopes = new WeakMap<Element, RecordScope>();
  /** Rows that elements make by themselves. */
  private readonly elementRows = new WeakMap<Element, Row>();
  /** Null leaves nodes anonymous. */
  readonly arrayNames: ArrayNames | null;
  /** Null while none are noted. */
  private recipes: NameRecipe[] | null = null;

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
    this.timestamps = new TimestampFinder(document, mapping, instants);
    this.arrayNames = names === null ? null : new ArrayNames(document, mapping, names, this.timestamps);
    this.nodeCount = instants.size;
  }

  rootScope(): RecordScope {
    const scope = this.openScope(this.document.root, null);
    if (this.names !== null) this.names.root((scope.name = new Int32Array(4)), 0, scope);
    scope.node = this.newNode(scope.name, this.mapping.predicatesOverlap, { kind: 'root', scope });
    return scope;
  }

  /** @param recipe what another row makes such a name of */
  private newNode(name: States, needsDeduplication: boolean, recipe: NameRecipe): GraphNode {
    if (this.names === null) return this.newAnonymous(needsDeduplication);
    this.recipes?.push(recipe);
    return this.named(nameOfState(name, 0), needsDeduplication);
  }

  /** The same for a node that is named by an instant, if its element has one. */
  private newTimedNode(name: States, element: Element, instant: number, recipe: NameRecipe): GraphNode {
    this.recipes?.push(recipe);
    const isOfRepeated = element.scope.node.needsDeduplication;
    const mayShareName = this.mayShareName(element, instant);
    const needsDeduplication = isOfRepeated || (mayShareName && this.sharesName(element));
    // On an axis, what has a repeated instant keeps its neighbours in place, whichever of them share a name.
    const standsAlone = needsDeduplication || (mayShareName && element.scope.isAligned(element));
    return this.named(nameOfState(name, 0), needsDeduplication, standsAlone);
  }

  private named(name: string, needsDeduplication: boolean, standsAlone = needsDeduplication): GraphNode {
    return new GraphNode(this.nodeCount++, this.names!.iriOf(name), needsDeduplication, -1, standsAlone, name);
  }

  private newAnonymous(needsDeduplication: boolean): GraphNode {
    return new GraphNode(this.nodeCount++, null, needsDeduplication);
  }

  /** Begins to note how names are made. */
  startRecipes(): void {
    this.recipes = [];
  }

  /** Ends it; answers the recipe of each node that got a number meanwhile. */
  stopRecipes(): readonly NameRecipe[] {
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
    const timestamp = this.timestamps.valueOf(element);
    const instant = this.timestamps.instantAt(timestamp);
    const name = names.value('', element, instant);
    return this.newTimedNode(name, element, instant, { kind: 'value', node: '', element, timestamp });
  }

  /** E(k, e). */
  entityNode(element: Element): GraphNode {
    return new GraphNode(-1, this.values.entityIriOf(element), true, element.value);
  }

  /** The row that an element belongs to (`mapping.md §3`). */
  rowOf(element: Element): Row {
    const kind = this.rowKindOf(element);
    if (kind === 'own row') return element.scope.ownRow;
    if (kind === 'axis row') return element.scope.alignedRow(element.index);
    let row = this.elementRows.get(element);
    if (row === undefined) this.elementRows.set(element, (row = new Row()));
    return row;
  }

  /** The node `?name` of the row of an element: a new one at each call. */
  rowNode(element: Element, node: string): GraphNode {
    const { names } = this;
    if (names === null) return this.newAnonymous(false);
    const { scope, value } = element;
    const name = new Int32Array(4);
    const kind = this.rowKindOf(element);
    switch (kind) {
      case 'instant row':
        names.instantRowNode(name, 0, node, this.instants.numberAt(value));
        return this.newNode(name, false, { kind, node, timestamp: value });
      case 'own row':
        names.recordNode(name, 0, kind, node, scope.name, 0);
        return this.newNode(name, scope.node.needsDeduplication, { kind, node, scope });
      case 'record row': {
        // The record's name has its own timestamp, which its place does not have.
        const record = this.scopeOf(element);
        names.recordNode(name, 0, kind, node, record.name, 0);
        return this.newNode(name, record.node.needsDeduplication, { kind, node, scope: record });
      }
      case 'axis row':
      case 'value': {
        const timestamp = this.timestamps.valueOf(element);
        const instant = this.timestamps.instantAt(timestamp);
        if (kind === 'axis row') names.axisRowNode(name, 0, node, scope, element.index, instant);
        else copyState(name, 0, names.value(node, element, instant), 0);
        return this.newTimedNode(name, element, instant, { kind, node, element, timestamp });
      }
    }
  }

  /** Which row an element belongs to: that of its record or of the record's axis, or one that it makes by itself. */
  rowKindOf(element: Element): RowKind {
    const { scope, plan, length, value } = element;
    const isRecord = this.document.isRecord(value);
    // An instant belongs to all rows that have its timestamp.
    if (plan.isTime && !isRecord) return 'instant row';
    if (length === SINGLE) return 'own row';
    if (scope.isAligned(element)) return 'axis row';
    return isRecord ? 'record row' : 'value';
  }

  private openScope(record: number, element: Element | null): RecordScope {
    const { document, mapping } = this;
    const members = document.membersOf(record);
    const time = readRecordTime(document, mapping, members, ({ name }, value) =>
      this.warnings.addOnce('ambiguous-time', name, value),
    );
    return new RecordScope(document, record, members, time, element);
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
      const items = element.length === SINGLE ? null : this.arrayNames!.ofRecords(element.scope, element.plan);
      scope.name = new Int32Array(4);
      if (items === null)
        names.record(
          scope.name,
          0,
          element.scope.name,
          0,
          namedRecord(this.timestamps, element, scope.members, scope.time),
        );
      else items.copyName(element.value, scope.name, 0);
      needsDeduplication ||= element.scope.node.needsDeduplication || (items?.isRepeated(element.value) ?? false);
    }
    scope.node = this.newNode(scope.name, needsDeduplication, {
      kind: 'record',
      element,
      timestamp: this.timestamps.valueOfRecord(element, scope.time),
      isOfSurroundings: this.timestamps.isOfSurroundings(element, scope.time),
    });
    if (plan.isReferenced) this.citedScopes.set(element.value, scope);
    else if (names !== null) this.namedScopes.set(element, scope);
    return scope;
  }

  /** The node that an element of a time key shares with its equals. */
  instantNode(element: Element): GraphNode {
    const { plan, value } = element;
    if (plan.isEntity) return this.entityNode(element);
    const number = this.instants.numberAt(value);
    const { names } = this;
    if (names === null) return new GraphNode(number, null, false, value);
    const name = names.ofInstant(number);
    return new GraphNode(number, names.iriOf(name), false, value, false, name);
  }

  /** The names of the values of an element's array, if two of them may have one; else null. */
  sharedNames(element: Element): ItemNames | null {
    const { scope, plan, value } = element;
    if (this.document.isRecord(value)) return this.arrayNames!.ofRecords(scope, plan);
    if (plan.isTime || element.length === SINGLE || this.timestamps.valueOf(element) < 0) return null;
    if (scope.isAligned(element) && !this.instants.hasRepeatedOn(scope.time.axis)) return null;
    return this.arrayNames!.ofTimedValues(scope, plan);
  }

  /** True if another element of the array can have the same name: both have an instant, and it may be the same one. */
  private mayShareName(element: Element, instant: number): boolean {
    const { scope, index, length } = element;
    if (instant < 0 || length === SINGLE) return false;
    return !scope.isAligned(element) || this.instants.isRepeatedOn(scope.time.axis, index);
  }

  /** True if another element of the array has the same name; of two with one instant, those with equal values. */
  private sharesName({ scope, plan, value }: Element): boolean {
    return this.document.isRecord(value) || this.arrayNames!.ofTimedValues(scope, plan).isRepeated(value);
  }
}
