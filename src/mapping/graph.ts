import { HubError } from '../errors.ts';
import type { ByteSink } from './byte-sink.ts';
import type {
  CompiledTemplate,
  KeyPlan,
  Mapping,
  ObjectToken,
  Predicate,
  PredicateGroup,
  TemplateNode,
} from './compile.ts';
import type { JsonDocument } from './document.ts';
import { LiteralSet } from './literal-set.ts';
import { NodeNames } from './names.ts';
import { NodeTable } from './nodes.ts';
import { NULL } from './tape.ts';
import { hasUniformRows, RowPrograms, type RowContext } from './row-program.ts';
import { forEachElement, pointerTo, Row, type Element, type RecordScope } from './scopes.ts';
import { decodeUtf8, pointerToken } from './text.ts';
import { resolveToken } from './tokens.ts';
import { ValueReader } from './values.ts';
import type { WarningLog } from './warnings.ts';
import type { GraphNode, Literal, Writer } from './writer.ts';

export interface GraphOptions {
  readonly skolemize: boolean;
  readonly forXml: boolean;
  readonly maxTriples: number;
  /** Gives named nodes their authority where the base has none. */
  readonly fallbackBase: string;
}

/** A node that is described once its surroundings are written. */
interface Pending {
  readonly node: GraphNode;
  readonly describe: () => void;
}

/** Walks a document row by row and tells a writer its graph (`mapping.md §2` to `§4`). */
export class GraphBuilder implements RowContext {
  triples = 0;
  readonly document: JsonDocument;
  private readonly mapping: Mapping;
  readonly sink: ByteSink;
  readonly writer: Writer;
  private readonly warnings: WarningLog;
  private readonly options: GraphOptions;
  readonly values: ValueReader;
  readonly nodes: NodeTable;
  private readonly isUnmapped: Uint8Array;
  /** Entities that are left to be described, by key, kind and text: a second description would say the same again. */
  private readonly leftEntities = new Set<string>();
  /** Triples of subjects that may repeat. */
  private readonly written = new Set<string>();
  private pending: Pending[] = [];
  private nesting = 0;
  private subject!: GraphNode;

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
    this.options = options;
    this.values = new ValueReader(document, mapping, warnings, options.forXml);
    const names = options.skolemize ? new NodeNames(document, mapping, options.fallbackBase) : null;
    this.nodes = new NodeTable(document, mapping, this.values, warnings, names);
    this.isUnmapped = new Uint8Array(document.keyNames.length);
  }

  /** @throws HubError `too-many-triples`, `unnameable-predicate` */
  build(): void {
    const scope = this.nodes.rootScope();
    this.describeAtTop({ node: scope.node, describe: () => this.describeRoot(scope) });
  }

  /** Names of the keys that were kept as plain literals, in order of first appearance. */
  unmapped(): string[] {
    return this.mapping.dataKeys.filter((key) => this.isUnmapped[key] === 1).map((key) => this.document.keyNames[key]!);
  }

  // Nodes and links

  /** Writes a subject of its own, then whatever it left to be described, depth first. */
  private describeAtTop(first: Pending): void {
    const stack: Pending[] = [first];
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      this.subject = next.node;
      this.writer.begin(next.node);
      next.describe();
      this.writer.end();
      const left = this.pending;
      this.pending = [];
      for (let i = left.length - 1; i >= 0; i--) stack.push(left[i]!);
    }
  }

  /** Writes the triple to a node and describes the node: inside, where the format can, else later. */
  private link(predicate: Predicate, node: GraphNode, isReferenced: boolean, describe: () => void): void {
    const { writer } = this;
    const isNew = this.count(predicate, node.mayRepeat || this.subject.mayRepeat ? keyOf(node) : null, node.mayRepeat);
    const nests =
      isNew &&
      !node.mayRepeat &&
      this.nesting < writer.maxNesting &&
      (writer.nests === 'any' || (!isReferenced && node.iri === null));
    if (!nests) {
      if (isNew) writer.node(predicate, node);
      this.pending.push({ node, describe });
      return;
    }
    const outer = this.subject;
    writer.open(predicate, node, isReferenced);
    this.subject = node;
    this.nesting++;
    describe();
    this.nesting--;
    this.subject = outer;
    writer.close();
  }

  /** Counts a triple of the current subject; false when it was written before. */
  private count(predicate: Predicate, object: string | null, objectMayRepeat = false): boolean {
    const { subject } = this;
    if ((subject.mayRepeat || objectMayRepeat) && object !== null) {
      const triple = `${subject.iri ?? subject.id} ${predicate.iri} ${object}`;
      if (this.written.has(triple)) return false;
      this.written.add(triple);
    }
    if (++this.triples > this.options.maxTriples) {
      const { maxTriples } = this.options;
      throw new HubError(
        'too-many-triples',
        `The document makes more than ${maxTriples.toLocaleString('en')} triples; convert a sample of it with maxArrayItems.`,
      );
    }
    return true;
  }

  private writeLiteral(predicate: Predicate, literal: Literal): void {
    if (this.count(predicate, this.subject.mayRepeat ? this.literalKey(literal) : null))
      this.writer.literal(predicate, literal);
  }

  private literalKey(literal: Literal): string {
    return `"${literal.datatype.id} ${literal.text ?? decodeUtf8(this.document.bytes, literal.start, literal.end)}`;
  }

  // Records

  private describeRoot(scope: RecordScope): void {
    for (const { predicate, objects } of this.mapping.annotations) {
      for (const object of objects) {
        if ('statement' in object) {
          if (this.count(predicate, `<${object.statement.iri}`)) this.writer.constant(object.statement);
          continue;
        }
        if ('iri' in object) {
          if (this.count(predicate, `<${object.iri}`)) this.writer.iri(predicate, object.iri);
          continue;
        }
        const pointer = () => `/@semantic/@annotations${pointerToken(object.property)}`;
        this.writeLiteral(predicate, this.values.annotationOf(object.property, object.text, object.datatype, pointer));
      }
    }
    this.describeMembers(scope);
  }

  private describeMembers(scope: RecordScope): void {
    const { document } = this;
    for (const member of scope.members) {
      // Writers want all objects of a predicate in a row; where keys share predicates, each member is a block of its own.
      if (this.mapping.predicatesCollide) {
        this.writer.end();
        this.writer.begin(scope.node);
      }
      const value = document.valueOf(member);
      if (document.kindOf(value) !== NULL)
        this.describeMember(scope, this.mapping.plans[document.keyOf(member)]!, value);
    }
  }

  private describeMember(scope: RecordScope, plan: KeyPlan, value: number): void {
    const { document, warnings } = this;
    const pointer = () => scope.pointer() + pointerToken(plan.name);
    if (plan.isReserved) warnings.addOnce('reserved-key', plan.name, pointer);
    const isArray = document.isArray(value);
    if (
      isArray &&
      plan.template !== null &&
      scope.time.axis >= 0 &&
      document.lengthOf(value) !== scope.time.axisLength
    ) {
      warnings.addOnce('axis-length-mismatch', plan.name, pointer);
    }
    // Objects that came before in this array: equal literals, entities and instants make one triple.
    const mayRepeat = isArray && !this.subject.mayRepeat;
    const seen = mayRepeat ? new Set<string>() : null;
    const literals = mayRepeat && plan.template === null ? new LiteralSet(document.bytes) : null;
    const { template } = plan;
    const rows = isArray && template !== null ? this.rowPrograms(scope, plan, template) : null;
    const visit = (element: Element): void => {
      if (document.isRecord(element.value)) this.writeRecord(element);
      else if (template === null) this.writePlain(element, literals);
      else if (rows === null) this.writeValue(element, template, seen);
      else this.writeUniform(element, template, rows);
    };
    forEachElement(document, scope, plan, value, visit, () => warnings.addOnce('nested-array', plan.name, pointer));
  }

  private writeRecord(element: Element): void {
    const { plan } = element;
    const scope = this.nodes.scopeOf(element);
    this.link(plan.predicate, scope.node, plan.isCited, () => {
      if (plan.template !== null) this.describe(element, plan.template);
      this.describeMembers(scope);
    });
  }

  private writePlain(element: Element, seen: LiteralSet | null): void {
    const { plan } = element;
    this.isUnmapped[plan.id] = 1;
    const literal = this.values.literalOf(element);
    if (seen !== null && !seen.add(literal)) return;
    this.writeLiteral(plan.predicate, literal);
  }

  private writeValue(element: Element, template: CompiledTemplate, seen: Set<string> | null): void {
    const { plan } = element;
    if (plan.isTime) {
      const { node, isFirst: isDescribedHere } = this.nodes.instantNode(element);
      const isNew = seen === null || isFirst(seen, keyOf(node));
      if (isDescribedHere) this.link(plan.predicate, node, true, () => this.describe(element, template));
      else if (isNew) this.writeNode(plan.predicate, node, null);
    } else if (plan.isEntity) {
      const node = this.nodes.entityNode(element);
      if ((seen === null || isFirst(seen, node.iri!)) && this.count(plan.predicate, `<${node.iri}`))
        this.writer.node(plan.predicate, node);
      this.leaveEntity(element, template, node);
    } else {
      const node = this.nodes.valueNode(element);
      this.link(plan.predicate, node, false, () => this.describe(element, template));
    }
  }

  /** Programs for the values of an array; null where its rows differ in more than programs know. */
  private rowPrograms(scope: RecordScope, plan: KeyPlan, template: CompiledTemplate): RowPrograms | null {
    if (this.options.skolemize || plan.isTime || plan.isEntity || this.subject.mayRepeat) return null;
    return hasUniformRows(this.document, scope, plan, template) ? new RowPrograms(this) : null;
  }

  /** Writes a value as `writeValue` does, as a copy of another where it can be one. */
  private writeUniform(element: Element, template: CompiledTemplate, rows: RowPrograms): void {
    const copied = rows.copy(element, this.options.maxTriples - this.triples);
    this.triples += copied;
    if (copied > 0) return;
    rows.write(element, () => {
      const { triples } = this;
      const left = this.pending.length;
      const warned = this.warnings.size;
      this.writeValue(element, template, null);
      return this.pending.length === left && this.warnings.size === warned ? this.triples - triples : null;
    });
  }

  /** Leaves an entity to be described, unless an equal value did that and this one could not say more. */
  private leaveEntity(element: Element, template: CompiledTemplate, node: GraphNode): void {
    const { document } = this;
    if (template.isSelfContained) {
      const same = `${element.plan.id} ${document.kindOf(element.value)} ${document.textOf(element.value)}`;
      if (!isFirst(this.leftEntities, same)) {
        // Read all the same, so that each value that raises a warning is counted.
        if (template.citesValue) this.values.literalOf(element);
        return;
      }
    }
    this.pending.push({ node, describe: () => this.describe(element, template) });
  }

  // Templates

  /** Instantiates a template in the row of an element, about the current subject. */
  private describe(element: Element, template: CompiledTemplate): void {
    for (const group of template.groups) {
      const seen = group.mayRepeat && !this.subject.mayRepeat ? new Set<string>() : null;
      for (const object of group.objects) this.writeObject(element, group, object, seen);
    }
  }

  private writeObject(
    element: Element,
    { predicate }: PredicateGroup,
    object: ObjectToken,
    seen: Set<string> | null,
  ): void {
    const { writer } = this;
    switch (object.kind) {
      case 'constant': {
        const { iri } = object.statement;
        if ((seen === null || isFirst(seen, `<${iri}`)) && this.count(predicate, `<${iri}`))
          writer.constant(object.statement);
        return;
      }
      case 'instant': {
        const instant = this.document.isRecord(element.value) ? null : this.nodes.instantOf(element);
        if (instant !== null) this.writeNode(predicate, instant, seen);
        return;
      }
      case 'node':
        this.writeTemplateNode(element, predicate, object.node);
        return;
      default: {
        const cited = resolveToken(this.document, this.mapping, this.warnings, element, object.key);
        if (cited === null) return;
        if (this.document.isRecord(cited.value)) this.writeNode(predicate, this.nodes.scopeOf(cited).node, seen);
        else if (object.kind === 'value') {
          const literal = this.values.literalOf(cited);
          if (seen === null || isFirst(seen, this.literalKey(literal))) this.writeLiteral(predicate, literal);
        } else {
          const iri = this.values.entityIriOf(cited);
          if ((seen === null || isFirst(seen, `<${iri}`)) && this.count(predicate, `<${iri}`))
            writer.iri(predicate, iri);
        }
      }
    }
  }

  private writeNode(predicate: Predicate, node: GraphNode, seen: Set<string> | null): void {
    const key = keyOf(node);
    if ((seen === null || isFirst(seen, key)) && this.count(predicate, key)) this.writer.node(predicate, node);
  }

  private writeTemplateNode(element: Element, predicate: Predicate, templateNode: TemplateNode): void {
    const { template, name } = templateNode;
    if (template === null) this.warnings.addOnce('undefined-node', name, () => pointerTo(this.document, element));
    const row = templateNode.isCitedOnce ? new Row() : this.nodes.rowOf(element);
    const known = row.nodes.get(name);
    if (known !== undefined) {
      if (this.count(predicate, keyOf(known))) this.writer.node(predicate, known);
      return;
    }
    const node = this.nodes.rowNode(element, name);
    row.nodes.set(name, node);
    this.link(predicate, node, !templateNode.isCitedOnce, () => {
      if (template !== null) this.describe(element, template);
    });
  }
}

/** An object as `written` and `seen` know it. */
function keyOf(node: GraphNode): string {
  return `<${node.iri ?? node.id}`;
}

function isFirst(seen: Set<string>, key: string): boolean {
  if (seen.has(key)) return false;
  seen.add(key);
  return true;
}
