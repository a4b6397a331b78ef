import { encodeText } from '../../rdf/utf8.ts';
import { GraphNode } from '../rdf-terms/graph-terms.ts';
import type { DescribedEntities } from '../records/described-entities.ts';
import { SINGLE, type Element } from '../records/scopes.ts';
import type { CompiledTemplate, KeyPlan } from '../semantic/mapping.ts';
import type { Writer } from '../../rdf/write/writer.ts';
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
  private readonly writer: Writer;
  /** IRIs as they are written, by number of the entity. */
  private readonly iriBytes: Uint8Array[] = [];

  constructor(context: TemplateContext, templates: TemplateWalk, described: DescribedEntities, writer: Writer) {
    this.context = context;
    this.templates = templates;
    this.described = described;
    this.writer = writer;
  }

  /** Defers the description of an entity, unless an equal one was given before. */
  defer(element: Element, template: CompiledTemplate, node: GraphNode): void {
    const { deferred, recorder } = this.context;
    const describe = () => this.templates.describe(element, template);
    const cited = this.resolveCited(element, template);
    if (cited === null) return deferred.addNode(node, describe);
    const { plan, value } = element;
    const values = cited.map(({ value }) => value);
    const isDescribed = this.described.has(plan, value, values);
    recorder.noteEntity({ isDescribed, plan, value, cited: values });
    if (isDescribed) return this.readUnwritten(element, template, cited);
    this.described.add(plan, value, values);
    deferred.addEntity(node, isMemberOf(element, recorder.recording?.item), describe);
  }

  /** Defers the entity of a record whose row was copied. */
  deferOfCopy(record: Element, plan: KeyPlan, value: number, cited: ArrayLike<number>): void {
    const { deferred, nodes, values } = this.context;
    this.described.add(plan, value, cited);
    const iri = values.iriOf(values.entityAt(plan, value));
    deferred.addNode(new GraphNode(-1, iri, true, value), () => {
      const scope = nodes.surroundingsIn(record);
      this.templates.describe({ scope, plan, value, index: -1, length: SINGLE, position: -1 }, plan.template!);
    });
  }

  /** The IRI of an entity by its number, as it is written. */
  iriBytesOf(entity: number): Uint8Array {
    return (this.iriBytes[entity] ??= encodeText(this.writer.escapeIri(this.context.values.iriOf(entity))));
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

/** True for the value of a member of a record: copies of its row find it there. */
function isMemberOf({ scope, length }: Element, record: number | undefined): boolean {
  return length === SINGLE && scope.record === record;
}
