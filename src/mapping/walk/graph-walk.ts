// One walk over subjects and records; what it needs stands in the other files of the folder.

import type { JsonDocument } from '../json/document.ts';
import { NULL } from '../json/tape-entry.ts';
import { pointerToken } from '../json/text.ts';
import { GraphNode } from '../rdf-terms/graph-terms.ts';
import { NodeNames } from '../nodes/names.ts';
import { NodeTable } from '../nodes/nodes.ts';
import { warnOfDeprecatedTerms } from '../records/deprecated-terms.ts';
import { DescribedEntities } from '../records/described-entities.ts';
import { InstantTable } from '../records/instants.ts';
import { forEachElement, SINGLE, type Element, type RecordScope } from '../records/scopes.ts';
import { ValueReader } from '../records/values.ts';
import type { WarningLog } from '../records/warnings.ts';
import { EntityCopier } from '../rows/entity-copier.ts';
import type { RowContext } from '../rows/row-context.ts';
import { Items } from '../rows/row-items.ts';
import { INTRODUCED, MAPPING, RowRecorder, UNPROVEN } from '../rows/row-recorder.ts';
import { RowTemplates } from '../rows/row-templates.ts';
import type { KeyPlan, Mapping } from '../semantic/mapping.ts';
import type { ByteSink } from '../../rdf/write/byte-sink.ts';
import type { Writer } from '../../rdf/write/writer.ts';
import { Deduplication, type SeenObjects } from './deduplication.ts';
import {
  DeferredNodes,
  type Deferred,
  type DeferredEntities,
  type DeferredInstants,
  type DeferredItems,
} from './deferred-nodes.ts';
import { EntityDescriptions } from './entity-descriptions.ts';
import { TemplateWalk } from './template-walk.ts';
import { TripleEmitter } from './triple-emitter.ts';
import { ValueWalk } from './value-walk.ts';

export interface GraphOptions {
  readonly skolemize: boolean;
  readonly forXml: boolean;
  readonly maxTriples: number;
  /** False walks each row of an array. */
  readonly copyRows: boolean;
  /** Gives named nodes their authority where the base has none. */
  readonly fallbackBase: string;
}

/** Walks a document record by record and has the triples of its graph written (`mapping.md §2` to `§4`). */
export class GraphWalk implements RowContext {
  copiedRows = 0;
  readonly maxTriples: number;
  readonly copyRows: boolean;
  readonly document: JsonDocument;
  readonly mapping: Mapping;
  readonly sink: ByteSink;
  readonly writer: Writer;
  readonly warnings: WarningLog;
  readonly values: ValueReader;
  readonly instants: InstantTable;
  readonly nodes: NodeTable;
  readonly describedEntities: DescribedEntities;
  readonly entityCopier: EntityCopier;
  readonly recorder: RowRecorder;
  readonly deduplication: Deduplication;
  readonly deferred: DeferredNodes;
  readonly emitter: TripleEmitter;
  private readonly templates: TemplateWalk;
  private readonly entities: EntityDescriptions;
  private readonly valueWalk: ValueWalk;
  private root!: RecordScope;
  private readonly rowsOfScopes = new Map<
    RecordScope | null,
    Map<KeyPlan, { count: number; rows: RowTemplates | null }>
  >();

  constructor(
    document: JsonDocument,
    mapping: Mapping,
    sink: ByteSink,
    writer: Writer,
    warnings: WarningLog,
    options: GraphOptions,
  ) {
    this.document = document;
    this.mapping = mapping;
    this.sink = sink;
    this.writer = writer;
    this.warnings = warnings;
    this.maxTriples = options.maxTriples;
    this.copyRows = options.copyRows;
    this.values = new ValueReader(document, mapping, warnings, options.forXml, writer.writesBare);
    this.describedEntities = new DescribedEntities(this.values);
    this.entityCopier = new EntityCopier(document, this.values.entityIris, sink, writer);
    this.instants = new InstantTable(document, mapping);
    const names = options.skolemize ? new NodeNames(document, mapping, this.instants, options.fallbackBase) : null;
    this.nodes = new NodeTable(document, mapping, this.values, warnings, this.instants, names);
    this.recorder = new RowRecorder(document, sink);
    this.deduplication = new Deduplication(this.recorder, document.bytes);
    this.deferred = new DeferredNodes(this.recorder);
    this.emitter = new TripleEmitter(writer, sink, this.recorder, this.deduplication, options.maxTriples);
    this.templates = new TemplateWalk(this);
    this.entities = new EntityDescriptions(this, this.templates, this.describedEntities);
    this.valueWalk = new ValueWalk(this, this.templates, this.entities);
  }

  /** @throws HubError `too-many-triples`, `unnameable-predicate` */
  walk(): void {
    warnOfDeprecatedTerms(this.document, this.mapping, this.warnings);
    const scope = this.nodes.rootScope();
    this.root = scope;
    this.describeAtTop({ node: scope.node, describe: () => this.describeRoot(scope) });
  }

  /** Names of the keys that were kept as plain literals, in order of first appearance. */
  unmapped(): string[] {
    return this.valueWalk.unmapped();
  }

  // What rows that are copies need of the walk

  get triples(): number {
    return this.emitter.triples;
  }

  set triples(triples: number) {
    this.emitter.triples = triples;
  }

  deferInstant(plan: KeyPlan, value: number): void {
    this.deferred.addInstant(plan, value);
  }

  deferEntityOf(item: Element, plan: KeyPlan, value: number, cited: ArrayLike<number>): void {
    this.entities.deferOfCopy(item, plan, value, cited);
  }

  deferItems(scope: RecordScope, plan: KeyPlan, from: number, to: number): void {
    this.deferred.addItems(scope, plan, from, to);
  }

  // Subjects

  /** Writes a subject of its own, then whatever it deferred, depth first. */
  private describeAtTop(first: Deferred): void {
    const stack: Deferred[] = [first];
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      if ('node' in next) this.describe(next.node, next.describe);
      else if ('timestamps' in next) this.writeInstants(next);
      else if ('owners' in next) this.writeEntities(next);
      else this.writeItems(next);
      const deferred = this.deferred.take();
      for (let i = deferred.length - 1; i >= 0; i--) stack.push(deferred[i]!);
    }
  }

  private describe(node: GraphNode, describe: () => void): void {
    if (node.id < 0) this.entities.share(node.iri!);
    this.emitter.describe(node, describe);
  }

  /** Templates of deferred rows: the same for all that one record defers, in turn with others. */
  private deferredRows(scope: RecordScope | null, plan: KeyPlan, rows: number): RowTemplates | null {
    if (this.recorder.recording !== null) return null;
    let byPlan = this.rowsOfScopes.get(scope);
    if (byPlan === undefined) this.rowsOfScopes.set(scope, (byPlan = new Map()));
    let known = byPlan.get(plan);
    if (known === undefined) byPlan.set(plan, (known = { count: 0, rows: null }));
    known.count += rows;
    return (known.rows ??= RowTemplates.of(this, known.count));
  }

  private writeEntities(deferred: DeferredEntities): void {
    const { emitter, entities, recorder, root } = this;
    const { plan, areAlone, scope, values, owners } = deferred;
    const listed = entities.itemsOf(deferred);
    const items = Items.ofList(listed);
    const rows = this.deferredRows(scope, plan, values.length);
    for (let at = 0; at < values.length; at++) {
      if (rows !== null) at += rows.copy(items, at);
      if (at === values.length) break;
      const value = values[at]!;
      const element = entities.elementOf(plan, value, owners[at]!);
      const { entityIris } = this.values;
      const node = new GraphNode(-1, entityIris.iriOf(entityIris.entityAt(plan, value)), listed[at]! < 0, value);
      const describe = () => this.templates.describe(element, plan.template!);
      const record = element.scope.element;
      if (node.needsDeduplication) this.describe(node, describe);
      else if (!areAlone && record === null) emitter.describe(node, describe);
      else {
        // Listed rows stand in no array.
        const place = { index: -1, length: SINGLE, position: -1 };
        const item = areAlone ? { scope: root, plan, value, ...place } : { ...record!, ...place };
        this.writeRow(rows, item, 'subject', () => {
          emitter.describe(node, describe);
          if (recorder.recording !== null && recorder.recording.arrays.length > 0) recorder.forbid();
        });
      }
    }
  }

  private writeInstants({ plan, timestamps }: DeferredInstants): void {
    const rows = this.deferredRows(this.root, plan, timestamps.length);
    const copied = Items.ofList(timestamps.map((timestamp) => (typeof timestamp === 'number' ? timestamp : -1)));
    for (let at = 0; at < timestamps.length; at++) {
      if (rows !== null) at += rows.copy(copied, at);
      const timestamp = timestamps[at];
      if (timestamp === undefined) break;
      const describe = (element: Element) => () =>
        this.describe(this.nodes.instantNode(element), () => this.templates.describe(element, plan.template!));
      if (typeof timestamp !== 'number') describe(timestamp)();
      else {
        const element = { scope: this.root, plan, value: timestamp, index: -1, length: SINGLE, position: -1 };
        this.writeRow(rows, element, 'subject', describe(element));
      }
    }
  }

  private writeItems({ scope, plan, stretches }: DeferredItems): void {
    const { document } = this;
    const array = scope.find(plan.id);
    const length = document.lengthOf(array);
    const rows = RowTemplates.of(this, length);
    const items = Items.ofStretches(document, array, stretches);
    for (let place = 0; place < items.length; place++) {
      if (rows !== null) place += rows.copy(items, place);
      if (place === items.length) break;
      const index = items.indexAt(place);
      const element = { scope, plan, value: items.valueAt(place), index, length, position: -1 };
      this.writeRow(rows, element, 'subject with deferred', () => this.describeItem(element));
    }
  }

  /** Writes an item as a subject of its own, and all that it defers. */
  private describeItem(element: Element): void {
    const outer = this.deferred.take();
    if (this.document.isRecord(element.value)) {
      const scope = this.nodes.scopeOf(element);
      this.describeAtTop({ node: scope.node, describe: () => this.describeRecord(element, scope) });
    } else {
      const node = this.nodes.valueNode(element);
      this.describeAtTop({ node, describe: () => this.templates.describe(element, element.plan.template!) });
    }
    this.deferred.restore(outer);
  }

  /** Walks an item. If others like it follow, its row may be recorded for copies. */
  private writeRow(
    rows: RowTemplates | null,
    element: Element,
    extent: 'triples' | 'subject' | 'subject with deferred',
    write: () => void,
  ): void {
    const { recorder, emitter, warnings } = this;
    // One recording at a time: an array within a row is part of the row.
    if (rows === null || recorder.recording !== null) return write();
    const subject = extent === 'triples' ? emitter.subject : null;
    rows.write(element, subject, extent === 'subject with deferred', () => {
      const { triples } = emitter;
      const warned = warnings.unrepeatable;
      write();
      if (warnings.unrepeatable > warned) recorder.forbid();
      return emitter.triples - triples;
    });
  }

  // Records

  private describeRoot(scope: RecordScope): void {
    const { emitter } = this;
    for (const { predicate, objects } of this.mapping.annotations) {
      for (const object of objects) {
        if ('statement' in object) emitter.constant(object.statement, MAPPING);
        else if ('iri' in object) emitter.node(predicate, new GraphNode(-1, object.iri, false), MAPPING);
        else {
          const pointer = () => `/@semantic/@annotations${pointerToken(object.property)}`;
          const literal = this.values.annotationOf(object.property, object.text, object.datatype, pointer);
          emitter.literal(predicate, literal, MAPPING);
        }
      }
    }
    this.describeMembers(scope);
  }

  private describeMembers(scope: RecordScope): void {
    const { document } = this;
    for (const member of scope.members) {
      // Writers want all objects of a predicate in a row; where keys share predicates, each member is a block of its own.
      if (this.mapping.predicatesOverlap) this.emitter.restart(scope.node);
      const value = document.valueOf(member);
      if (document.kindOf(value) !== NULL)
        this.describeMember(scope, this.mapping.plans[document.keyOf(member)]!, value);
    }
  }

  private describeMember(scope: RecordScope, plan: KeyPlan, value: number): void {
    const { document, warnings } = this;
    const { template } = plan;
    const pointer = () => scope.pointer() + pointerToken(plan.name);
    if (plan.isReserved) warnings.addOnce('reserved-key', plan.name, pointer);
    const isArray = document.isArray(value);
    const isMisaligned = isArray && scope.time.axis >= 0 && document.lengthOf(value) !== scope.time.axisLength;
    if (isMisaligned && template !== null) warnings.addOnce('axis-length-mismatch', plan.name, pointer);
    // Objects that came before in this array: equal literals, entities and instants make one triple.
    const seen = isArray && !this.emitter.subject.needsDeduplication ? this.deduplication.seenObjects() : null;
    const rows = isArray ? this.rowTemplates(plan, value) : null;
    forEachElement(
      document,
      scope,
      plan,
      value,
      (element) => {
        if (document.isRecord(element.value)) this.writeRow(rows, element, 'triples', () => this.writeRecord(element));
        else if (template === null) this.valueWalk.writePlain(element, seen);
        else this.writeRow(rows, element, 'triples', () => this.valueWalk.write(element, template, seen));
      },
      () => warnings.addOnce('nested-array', plan.name, pointer),
      rows === null ? undefined : this.copyItems(rows, plan, value, seen),
    );
  }

  /** Has items copied as long as they can be; from an index on, answers how many are done. */
  private copyItems(
    rows: RowTemplates,
    plan: KeyPlan,
    array: number,
    seen: SeenObjects | null,
  ): (index: number) => number {
    const { document, instants } = this;
    // An instant that stands in the array twice is cited once.
    const mayRepeat = plan.isTime && !plan.isEntity && plan.template !== null && seen !== null;
    const isRepeated = (value: number): boolean =>
      document.isScalar(value) &&
      !instants.isFirst(value) &&
      document.isItemOf(array, instants.firstValueOf(instants.numberAt(value)));
    const items = Items.ofArray(document, array, document.lengthOf(array), mayRepeat ? isRepeated : null);
    return (index) => {
      const place = items.placeOf(index);
      return items.indexBehind(place + rows.copy(items, place)) - index;
    };
  }

  /** Templates for the items of an array; null where equal texts decide about more of its rows than templates know. */
  private rowTemplates(plan: KeyPlan, array: number): RowTemplates | null {
    if (this.recorder.recording !== null || this.emitter.subject.needsDeduplication) return null;
    return plan.isEntity ? null : RowTemplates.of(this, this.document.lengthOf(array));
  }

  private writeRecord(element: Element): void {
    const { plan } = element;
    const scope = this.nodes.scopeOf(element);
    const { node } = scope;
    // Tokens elsewhere ask for the node of a record that is referenced: a copy would not tell them.
    const origin = plan.isReferenced ? UNPROVEN : INTRODUCED;
    const describe = () => this.describeRecord(element, scope);
    if (!this.emitter.link(plan.predicate, node, plan.isReferenced, origin, describe))
      this.deferred.addElement(element, node, describe);
  }

  private describeRecord(element: Element, scope: RecordScope): void {
    const { template } = element.plan;
    if (template !== null) this.templates.describe(element, template);
    this.describeMembers(scope);
  }
}
