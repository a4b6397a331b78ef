import { GraphNode } from '../rdf-terms/graph-terms.ts';
import { SINGLE, singleElement, type Element, type RecordScope } from '../records/scopes.ts';
import { Items } from '../rows/row-items.ts';
import { RowTemplates } from '../rows/row-templates.ts';
import type { KeyPlan } from '../semantic/mapping.ts';
import type { Deferred, DeferredEntities, DeferredInstants, DeferredItems, DeferredRecords } from './deferred-nodes.ts';
import type { RecordWalk } from './record-walk.ts';
import type { WalkContext } from './walk-context.ts';
import { walkRow, writeRows } from './walk-row.ts';

/** Writes subjects of their own, each with all that it cites and does not hold (`mapping.md §4`). */
export class SubjectWalk {
  private readonly context: WalkContext;
  private readonly records: RecordWalk;
  private readonly root: RecordScope;
  private readonly rowsOfScopes = new Map<
    RecordScope | null,
    Map<string, { count: number; rows: RowTemplates | null }>
  >();

  constructor(context: WalkContext, records: RecordWalk, root: RecordScope) {
    this.context = context;
    this.records = records;
    this.root = root;
  }

  /** Writes a subject of its own, then whatever it deferred, depth first. */
  write(first: Deferred): void {
    const stack: Deferred[] = [first];
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      if ('node' in next) this.describe(next.node, next.describe);
      else if ('timestamps' in next) this.writeInstants(next);
      else if ('areAlone' in next) this.writeEntities(next);
      else if ('records' in next) this.writeRecords(next);
      else this.writeItems(next);
      const deferred = this.context.deferred.take();
      for (let i = deferred.length - 1; i >= 0; i--) stack.push(deferred[i]!);
    }
  }

  private describe(node: GraphNode, describe: () => void): void {
    const { emitter, entities } = this.context;
    if (node.id < 0) entities.share(node.iri!);
    emitter.describe(node, describe);
  }

  private writeEntities(deferred: DeferredEntities): void {
    const { context, root } = this;
    const {
      emitter,
      entities,
      recorder,
      templates,
      occurrences,
      values: { entityIris },
    } = context;
    const { plan, areAlone, scope, length, first, end } = deferred;
    const listed = entities.itemsOf(deferred);
    const rows = this.deferredRows(scope, plan, length, end - first);
    writeRows(rows, Items.ofList(listed), (at) => {
      const value = occurrences.valueOf(first + at);
      const element = entities.elementOf(first + at);
      const node = new GraphNode(-1, entityIris.iriOf(entityIris.entityAt(plan, value)), listed[at]! < 0, value);
      const describe = () => templates.describe(element, plan.template!);
      const record = element.scope.element;
      if (node.needsDeduplication) this.describe(node, describe);
      else if (!areAlone && record === null) emitter.describe(node, describe);
      else {
        // Listed rows stand in no array.
        const item = areAlone
          ? singleElement(root, plan, value)
          : singleElement(record!.scope, record!.plan, record!.value);
        walkRow(context, rows, item, 'subject', () => {
          emitter.describe(node, describe);
          if (recorder.recording !== null && recorder.recording.arrays.length > 0) recorder.forbid();
        });
      }
    });
  }

  private writeInstants({ plan, timestamps }: DeferredInstants): void {
    const { context, root } = this;
    const { nodes, templates } = context;
    const rows = this.deferredRows(root, plan, SINGLE, timestamps.length);
    const copied = Items.ofList(timestamps.map((timestamp) => (typeof timestamp === 'number' ? timestamp : -1)));
    writeRows(rows, copied, (at) => {
      const timestamp = timestamps[at]!;
      const describe = (element: Element) => () =>
        this.describe(nodes.instantNode(element), () => templates.describe(element, plan.template!));
      if (typeof timestamp !== 'number') describe(timestamp)();
      else {
        const element = singleElement(root, plan, timestamp);
        walkRow(context, rows, element, 'subject', describe(element));
      }
    });
  }

  private writeItems({ scope, plan, stretches }: DeferredItems): void {
    const { context } = this;
    const { document } = context;
    const array = scope.find(plan.id);
    const length = document.lengthOf(array);
    const rows = RowTemplates.of(context, length);
    const items = Items.ofStretches(document, array, stretches);
    writeRows(rows, items, (place) => {
      const index = items.indexAt(place);
      const element = { scope, plan, value: items.valueAt(place), index, length, position: -1 };
      walkRow(context, rows, element, 'subject with deferred', () => this.describeItem(element));
    });
  }

  private writeRecords({ records }: DeferredRecords): void {
    const { context, records: walk } = this;
    if (records.length === 1) {
      const scope = context.nodes.scopeOf(records[0]!);
      return this.describe(scope.node, () => walk.describeRecord(records[0]!, scope));
    }
    const rows = RowTemplates.of(context, records.length);
    writeRows(rows, Items.ofList(records.map(({ value }) => value)), (place) => {
      // Another element of the record, named anew: a row is recorded with the names of its nodes.
      const element = { ...records[place]! };
      walkRow(context, rows, element, 'subject with deferred', () => this.describeItem(element));
    });
  }

  /** Writes an item as a subject of its own, and all that it defers. */
  private describeItem(element: Element): void {
    const { document, nodes, deferred, templates } = this.context;
    const outer = deferred.take();
    if (document.isRecord(element.value)) {
      const scope = nodes.scopeOf(element);
      this.write({ node: scope.node, describe: () => this.records.describeRecord(element, scope) });
    } else {
      const node = nodes.valueNode(element);
      this.write({ node, describe: () => templates.describe(element, element.plan.template!) });
    }
    deferred.restore(outer);
  }

  /** Templates of deferred rows: the same for all that the items of one record's arrays of a length defer, in turn with others. */
  private deferredRows(scope: RecordScope | null, plan: KeyPlan, length: number, rows: number): RowTemplates | null {
    if (this.context.recorder.recording !== null) return null;
    let byPlace = this.rowsOfScopes.get(scope);
    if (byPlace === undefined) this.rowsOfScopes.set(scope, (byPlace = new Map()));
    const place = `${plan.id} ${length}`;
    let known = byPlace.get(place);
    if (known === undefined) byPlace.set(place, (known = { count: 0, rows: null }));
    known.count += rows;
    return (known.rows ??= RowTemplates.of(this.context, known.count, Infinity));
  }
}
