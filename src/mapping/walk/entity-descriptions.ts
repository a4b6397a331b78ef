import { GraphNode } from '../rdf-terms/graph-terms.ts';
import type { DescribedEntities } from '../records/described-entities.ts';
import type { EntityPlace } from '../records/entity-occurrences.ts';
import { SINGLE, singleElement, type Element } from '../records/scopes.ts';
import type { CompiledTemplate, KeyPlan } from '../semantic/mapping.ts';
import type { DeferredEntities } from './deferred-nodes.ts';
import type { TemplateContext, TemplateWalk } from './template-walk.ts';

/** A value that a description cites. */
interface CitedValue {
  /** -1 for a token that resolves to nothing. */
  readonly value: number;
  /** The element, if it is cited as a literal. */
  readonly literal: Element | null;
}

/** Describes entities, each as often as there is something new to say of it. */
export class EntityDescriptions {
  private readonly context: TemplateContext;
  private readonly templates: TemplateWalk;
  private readonly described: DescribedEntities;

  constructor(context: TemplateContext, templates: TemplateWalk, described: DescribedEntities) {
    this.context = context;
    this.templates = templates;
    this.described = described;
  }

  /** Defers the description of an entity, unless an equal one was given before. */
  defer(element: Element, template: CompiledTemplate, node: GraphNode): void {
    const { deferred, recorder } = this.context;
    const cited = this.resolveCited(element, template);
    if (cited === null) return deferred.addNode(node, () => this.templates.describe(element, template));
    const { plan, value } = element;
    const values = cited.map(({ value }) => value);
    const isDescribed = this.described.has(plan, value, values);
    recorder.noteEntity({ isDescribed, plan, value, cited: values });
    if (isDescribed) return this.readUnwritten(element, template, cited);
    this.described.add(plan, value, values);
    const isFound = isFoundByCopies(element, values, recorder.recording?.item);
    deferred.addEntity({ plan, owner: element }, value, value, element.index, values.length === 0, isFound);
  }

  /**
   * Defers the entity of an item whose row was copied.
   *
   * @param isHeld notes instead that the row describes it
   */
  noteOfCopy(
    place: EntityPlace,
    value: number,
    item: number,
    index: number,
    cited: ArrayLike<number>,
    isHeld: boolean,
  ): void {
    const { described } = this;
    const { deferred, occurrences, values } = this.context;
    described.add(place.plan, value, cited);
    if (!isHeld) return deferred.addEntity(place, value, item, index, cited.length === 0, true);
    described.noteOnly(values.entityIris.subjectAt(place.plan, value), occurrences.size);
    occurrences.add(place, value, item, index);
  }

  /**
   * The items of which rows can be copies that describe deferred entities: the values, or the records that hold what is cited besides;
   * -1 for entities that are described one by one. All of them count as described from then on.
   */
  itemsOf({ plan, first, end, areAlone }: DeferredEntities): Int32Array {
    const { described } = this;
    const { occurrences, values } = this.context;
    const items = new Int32Array(end - first).fill(-1);
    if (!this.canBeOnly(plan)) return items;
    for (let occurrence = first; occurrence < end; occurrence++) {
      const value = occurrences.valueOf(occurrence);
      const item = areAlone ? value : this.recordOf(occurrence);
      if (item < 0) continue;
      const subject = values.entityIris.subjectAt(plan, value);
      if (!described.isNewSubject(subject)) continue;
      described.noteOnly(subject, occurrence);
      items[occurrence - first] = item;
    }
    return items;
  }

  /** The record of which an entity is a member; -1 where it is not its key's only value there. */
  private recordOf(occurrence: number): number {
    const { occurrences } = this.context;
    const item = occurrences.itemOf(occurrence);
    if (item !== occurrences.valueOf(occurrence)) return item;
    const { owner } = occurrences.placeOf(occurrence);
    return owner.length === SINGLE ? owner.scope.record : -1;
  }

  /** Has the triples of an entity looked up from now on, those that were written before included: it is described once more. */
  share(iri: string): void {
    const only = this.described.share(iri);
    if (only === null) return;
    const element = this.elementOf(only);
    const { plan } = this.context.occurrences.placeOf(only);
    const node = new GraphNode(-1, iri, true, element.value);
    this.context.emitter.remember(node, () => this.templates.describe(element, plan.template!));
  }

  /** The element of an entity that was deferred, or held. */
  elementOf(occurrence: number): Element {
    const { document, mapping, nodes, occurrences } = this.context;
    const value = occurrences.valueOf(occurrence);
    const { plan } = occurrences.placeOf(occurrence);
    let element = occurrences.ownerOf(occurrence);
    while (element.value !== value) {
      const scope = nodes.surroundingsIn(element);
      let member = 0;
      while (document.valueOf(scope.members[member + 1] ?? Infinity) <= value) member++;
      const key = document.keyOf(scope.members[member]!);
      const at = document.valueOf(scope.members[member]!);
      element = singleElement(scope, key < 0 ? plan : mapping.plans.of(key), at);
    }
    return element;
  }

  /** True if no two triples of a description can be equal, so that one that is the only one needs no look-up. */
  private canBeOnly({ template }: KeyPlan): boolean {
    return !template!.groups.some(({ needsDeduplication }) => needsDeduplication);
  }

  /**
   * What the tokens of a template stand for, the entity's own value apart: where all of them are equal, it says the same. Null where they
   * make nodes, or cite records or the instant.
   */
  private resolveCited(element: Element, template: CompiledTemplate): CitedValue[] | null {
    const cited: CitedValue[] = [];
    for (const { objects } of template.groups) {
      for (const object of objects) {
        if (object.kind === 'constant') continue;
        if (object.kind !== 'value' && object.kind !== 'entity') return null;
        if (object.key === element.plan.id) continue;
        const other = this.templates.resolve(element, object.key);
        if (other !== null && this.context.document.isRecord(other.value)) return null;
        cited.push({ value: other?.value ?? -1, literal: object.kind === 'value' ? other : null });
      }
    }
    return cited;
  }

  /** Reads the values of a description that is not written, so that each value that raises a warning is counted. */
  private readUnwritten(element: Element, template: CompiledTemplate, cited: readonly CitedValue[]): void {
    const { values } = this.context;
    if (template.citesOwnValue) values.literalOf(element);
    for (const { literal } of cited) if (literal !== null) values.literalOf(literal);
  }
}

/**
 * True where a copy of the recorded item's row finds its own entity at the same place. A description that cites other values needs the
 * record that holds them: then it is a member of the item.
 */
function isFoundByCopies(element: Element, cited: readonly number[], item: number | undefined): boolean {
  if (cited.length === 0) return isPlacedWithin(element, item);
  return element.length === SINGLE && element.scope.record === item;
}

/** True for an item, or a value that stands in no array within it. */
function isPlacedWithin(element: Element, item: number | undefined): boolean {
  for (let at: Element | null = element; at !== null; at = at.scope.element) {
    if (at.value === item) return true;
    if (at.length !== SINGLE) return false;
  }
  return false;
}
