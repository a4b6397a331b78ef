import type { JsonDocument } from '../json/document.ts';
import type { NodeTable } from '../nodes/nodes.ts';
import type { GraphNode } from '../rdf-terms/graph-terms.ts';
import type { EntityOccurrences } from '../records/entity-occurrences.ts';
import type { Element } from '../records/scopes.ts';
import { resolveToken } from '../records/tokens.ts';
import type { ValueReader } from '../records/values.ts';
import type { WarningLog } from '../records/warnings.ts';
import { INTRODUCED, MAPPING, UNPROVEN, type Origin } from '../rows/origins.ts';
import type { RowRecorder } from '../rows/row-recorder.ts';
import type { CompiledTemplate, Mapping, ObjectToken, Predicate, TemplateNode } from '../semantic/mapping.ts';
import type { Deduplication, SeenObjects } from './deduplication.ts';
import type { DeferredNodes } from './deferred-nodes.ts';
import { keyOf, type TripleEmitter } from './triple-emitter.ts';

/** What templates are instantiated with. */
export interface TemplateContext {
  readonly document: JsonDocument;
  readonly mapping: Mapping;
  readonly warnings: WarningLog;
  readonly values: ValueReader;
  readonly nodes: NodeTable;
  readonly recorder: RowRecorder;
  readonly emitter: TripleEmitter;
  readonly deduplication: Deduplication;
  readonly deferred: DeferredNodes;
  readonly occurrences: EntityOccurrences;
}

/** Instantiates templates, each in the row of an element (`mapping.md §3`). */
export class TemplateWalk {
  private readonly context: TemplateContext;

  constructor(context: TemplateContext) {
    this.context = context;
  }

  /** Writes what a template says about the current subject. */
  describe(element: Element, template: CompiledTemplate): void {
    const { deduplication, emitter } = this.context;
    for (const { predicate, objects, needsDeduplication } of template.groups) {
      const seen = needsDeduplication && !emitter.subject.needsDeduplication ? deduplication.seenObjects() : null;
      for (const object of objects) this.writeObject(element, predicate, object, seen);
    }
  }

  /** What a token cites at an element; null where it resolves to nothing. */
  resolve(element: Element, key: number): Element | null {
    const { document, mapping, warnings, recorder } = this.context;
    return resolveToken(document, mapping, warnings, element, key, recorder);
  }

  private writeObject(element: Element, predicate: Predicate, object: ObjectToken, seen: SeenObjects | null): void {
    const { document, nodes, emitter, recorder } = this.context;
    switch (object.kind) {
      case 'constant':
        if (seen === null || seen.add(`<${object.statement.iri}`, MAPPING)) emitter.constant(object.statement, MAPPING);
        return;
      case 'instant': {
        if (document.isRecord(element.value)) return;
        const { timestamp, axis } = nodes.timestamps.find(element);
        if (axis >= 0) recorder.noteArray(axis);
        if (timestamp !== null) this.writeNode(predicate, nodes.instantNode(timestamp), timestamp.value, seen);
        return;
      }
      case 'node':
        this.writeTemplateNode(element, predicate, object.node);
        return;
      default:
        this.writeCited(element, predicate, object, seen);
    }
  }

  private writeCited(
    element: Element,
    predicate: Predicate,
    { kind, key }: Extract<ObjectToken, { kind: 'value' | 'entity' }>,
    seen: SeenObjects | null,
  ): void {
    const { document, nodes, values, emitter } = this.context;
    const cited = this.resolve(element, key);
    if (cited === null) return;
    if (document.isRecord(cited.value)) this.writeNode(predicate, nodes.scopeOf(cited).node, cited.value, seen);
    else if (kind === 'entity') this.writeNode(predicate, nodes.entityNode(cited), cited.value, seen);
    else {
      const literal = values.literalOf(cited);
      if (seen === null || seen.add(emitter.literalKey(literal), cited.value))
        emitter.literal(predicate, literal, cited.value);
    }
  }

  private writeNode(predicate: Predicate, node: GraphNode, origin: Origin, seen: SeenObjects | null): void {
    if (seen === null || seen.add(keyOf(node), origin)) this.context.emitter.node(predicate, node, origin);
  }

  private writeTemplateNode(element: Element, predicate: Predicate, templateNode: TemplateNode): void {
    const { warnings, nodes, emitter, deferred } = this.context;
    const { template, name, isReferencedOnce } = templateNode;
    if (template === null) warnings.addOnce('undefined-node', name, element.value);
    const row = isReferencedOnce ? null : nodes.rowOf(element);
    const origin = isReferencedOnce || this.isRowPrivate(element) ? INTRODUCED : UNPROVEN;
    const known = row?.find(name);
    if (known !== undefined) {
      emitter.node(predicate, known, origin);
      return;
    }
    const node = nodes.rowNode(element, name);
    row?.add(name, node);
    const describe = () => {
      if (template !== null) this.describe(element, template);
    };
    if (!emitter.link(predicate, node, !isReferencedOnce, origin, describe)) deferred.addNode(node, describe);
  }

  /** True where nothing outside the recorded row knows the nodes of an element's row: it is the element's alone, or of a record in it. */
  private isRowPrivate(element: Element): boolean {
    const { nodes, recorder } = this.context;
    const kind = nodes.rowKindOf(element);
    return (kind !== 'own row' && kind !== 'axis row') || recorder.isWithin(element.scope.record);
  }
}
