import type { InstantTable } from '../records/instants.ts';
import type { Element } from '../records/scopes.ts';
import { INTRODUCED } from '../rows/origins.ts';
import type { CompiledTemplate } from '../semantic/mapping.ts';
import type { SeenObjects } from './deduplication.ts';
import type { EntityDescriptions } from './entity-descriptions.ts';
import type { TemplateContext, TemplateWalk } from './template-walk.ts';
import { keyOf } from './triple-emitter.ts';

interface ValueContext extends TemplateContext {
  readonly instants: InstantTable;
}

/** Writes the scalars of records: literals, value nodes, entities and instants (`mapping.md §2, §4`). */
export class ValueWalk {
  private readonly context: ValueContext;
  private readonly templates: TemplateWalk;
  private readonly entities: EntityDescriptions;
  /** By key: one of its values was kept as a plain literal. */
  private readonly isUnmapped: Uint8Array;

  constructor(context: ValueContext, templates: TemplateWalk, entities: EntityDescriptions) {
    this.context = context;
    this.templates = templates;
    this.entities = entities;
    this.isUnmapped = new Uint8Array(context.document.keyCount);
  }

  /** Names of the keys that were kept as plain literals, in order of first appearance. */
  unmapped(): string[] {
    const { keys, dataKeys } = this.context.mapping;
    const unmapped: number[] = [];
    for (const key of dataKeys) if (this.isUnmapped[key] === 1) unmapped.push(key);
    return keys.namesOf(unmapped);
  }

  /** Notes that a value of a key was kept as a plain literal. */
  noteUnmapped(key: number): void {
    this.isUnmapped[key] = 1;
  }

  /** Writes a scalar without a template as a literal. */
  writePlain(element: Element, seen: SeenObjects | null): void {
    const { plan, value } = element;
    this.noteUnmapped(plan.id);
    const literal = this.context.values.literalOf(element);
    if (seen === null || seen.addLiteral(literal, value)) this.context.emitter.literal(plan.predicate, literal, value);
  }

  /** Writes a scalar with a template: its triple, and what the template says of it. */
  write(element: Element, template: CompiledTemplate, seen: SeenObjects | null): void {
    const { plan, value } = element;
    const { emitter, nodes, deferred, values } = this.context;
    if (plan.isTime) this.writeInstant(element, template, seen);
    else if (plan.isEntity) {
      const node = nodes.entityNode(element);
      const isNew = seen === null || seen.addEntity(values.entityIris.subjectAt(plan, value), value);
      if (isNew) emitter.node(plan.predicate, node, value);
      this.entities.defer(element, template, node);
    } else {
      const node = nodes.valueNode(element);
      const describe = () => this.templates.describe(element, template);
      if (!emitter.link(plan.predicate, node, false, INTRODUCED, describe))
        deferred.addElement(element, node, describe);
    }
  }

  private writeInstant(element: Element, template: CompiledTemplate, seen: SeenObjects | null): void {
    const { plan, value } = element;
    const { emitter, nodes, instants, deferred } = this.context;
    const node = nodes.instantNode(element);
    if (!instants.isFirst(value)) {
      if (this.isNewInArray(element, keyOf(node), seen)) emitter.node(plan.predicate, node, value);
      return;
    }
    // No object before the first element of an instant can be the instant. Copies ask their elements for the same.
    seen?.addNew(keyOf(node));
    const describe = () => this.templates.describe(element, template);
    if (template.isSelfContained && !emitter.mayNest(node, true)) {
      emitter.node(plan.predicate, node, value);
      deferred.addInstant(plan, element);
    } else if (!emitter.link(plan.predicate, node, true, value, describe)) deferred.addNode(node, describe);
  }

  /** True for an element whose instant no item before it in its array has. Copies are not among `seen`. */
  private isNewInArray({ scope, plan, value }: Element, key: string, seen: SeenObjects | null): boolean {
    const { document, instants, recorder } = this.context;
    if (seen === null) return true;
    const array = scope.find(plan.id);
    if (recorder.recording !== null) {
      const isOfRow = recorder.isWithin(array);
      // In an array without repetitions each item is new, whichever rows are copies.
      if (document.holdsScalarsOnly(array) && !instants.hasRepeatedOn(array)) {
        if (isOfRow) recorder.noteDistinctTimes(array);
        return true;
      }
      if (!isOfRow || document.lengthOf(array) > 1) recorder.forbid();
    }
    // The first element of the instant cited it, whatever wrote it.
    if (document.isItemOf(array, instants.firstValueOf(instants.numberAt(value)))) return false;
    return seen.add(key, value);
  }
}
