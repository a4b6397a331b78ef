import { HubError } from '../../errors.ts';
import type { ByteSink } from '../../rdf/write/byte-sink.ts';
import { decodeUtf8, encodeText } from '../../rdf/utf8.ts';
import type {
  CompiledTemplate,
  KeyPlan,
  Mapping,
  ObjectToken,
  Predicate,
  PredicateGroup,
  TemplateNode,
} from '../semantic/mapping.ts';
import { warnOfDeprecatedTerms } from '../records/deprecated-terms.ts';
import type { JsonDocument } from '../json/document.ts';
import { InstantTable } from '../records/instants.ts';
import { DeferredNodes, type Left, type DeferredInstants, type DeferredItems } from './deferred-nodes.ts';
import { LiteralSet } from '../records/literal-set.ts';
import { NodeNames } from '../nodes/names.ts';
import { NodeTable } from '../nodes/nodes.ts';
import { NULL } from '../json/tape-entry.ts';
import { ArrayItems, ListedItems } from '../rows/row-items.ts';
import type { RowContext } from '../rows/row-context.ts';
import { RowTemplates } from '../rows/row-templates.ts';
import type { Recording } from '../rows/row-recording.ts';
import { DescribedEntities } from '../records/described-entities.ts';
import { forEachElement, pointerTo, Row, SINGLE, type Element, type RecordScope } from '../records/scopes.ts';
import { pointerToken } from '../json/text.ts';
import { resolveToken } from '../records/tokens.ts';
import { ValueReader } from '../records/values.ts';
import type { WarningLog } from '../records/warnings.ts';
import type { Writer } from '../../rdf/write/writer.ts';
import { escapeTriplesText } from '../../rdf/escape.ts';
import { GraphNode, type Literal } from '../rdf-terms/graph-terms.ts';

export interface GraphOptions {
  readonly skolemize: boolean;
  readonly forXml: boolean;
  readonly maxTriples: number;
  /** False walks each row of an array. */
  readonly copyRows: boolean;
  /** Gives named nodes their authority where the base has none. */
  readonly fallbackBase: string;
}

/** Walks a document row by row and tells a writer its graph (`mapping.md §2` to `§4`). */
export class GraphBuilder implements RowContext {
  triples = 0;
  copiedRows = 0;
  readonly maxTriples: number;
  readonly copyRows: boolean;
  readonly document: JsonDocument;
  readonly mapping: Mapping;
  readonly sink: ByteSink;
  readonly writer: Writer;
  private readonly warnings: WarningLog;
  readonly values: ValueReader;
  readonly instants: InstantTable;
  readonly nodes: NodeTable;
  private readonly isUnmapped: Uint8Array;
  readonly describedEntities: DescribedEntities;
  /** The IRIs of entities as they are written, by number. */
  private readonly iriBytes: Uint8Array[] = [];
  /** Triples of subjects that may repeat. */
  private readonly written = new Set<string>();
  private readonly deferred = new DeferredNodes();
  private nesting = 0;
  private subject!: GraphNode;
  private root!: RecordScope;
  /** What is noted of the row at hand; null while none is recorded. */
  private recording: Recording | null = null;
  private readonly noteArray = (array: number): void => {
    this.recording?.arrays.push(array);
  };

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
    this.values = new ValueReader(document, mapping, warnings, options.forXml);
    this.describedEntities = new DescribedEntities(this.values);
    this.instants = new InstantTable(document, mapping);
    const names = options.skolemize ? new NodeNames(document, mapping, this.instants, options.fallbackBase) : null;
    this.nodes = new NodeTable(document, mapping, this.values, warnings, this.instants, names);
    this.isUnmapped = new Uint8Array(document.keyNames.length);
  }

  /** @throws HubError `too-many-triples`, `unnameable-predicate` */
  build(): void {
    warnOfDeprecatedTerms(this.document, this.mapping, this.warnings);
    const scope = this.nodes.rootScope();
    this.root = scope;
    this.describeAtTop({ node: scope.node, describe: () => this.describeRoot(scope) });
  }

  /** Names of the keys that were kept as plain literals, in order of first appearance. */
  unmapped(): string[] {
    return this.mapping.dataKeys.filter((key) => this.isUnmapped[key] === 1).map((key) => this.document.keyNames[key]!);
  }

  // Nodes and links

  /** Writes a subject of its own, then whatever it left to be described, depth first. */
  private describeAtTop(first: Left): void {
    const stack: Left[] = [first];
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      if ('node' in next) this.writeSubject(next.node, next.describe);
      else if ('timestamps' in next) this.writeInstants(next);
      else this.writeItems(next);
      const deferred = this.deferred.take();
      for (let i = deferred.length - 1; i >= 0; i--) stack.push(deferred[i]!);
    }
  }

  private writeSubject(node: GraphNode, describe: () => void): void {
    this.subject = node;
    this.writer.begin(node);
    describe();
    this.writer.end();
  }

  private writeInstants({ plan, timestamps: stamps }: DeferredInstants): void {
    const rows = RowTemplates.of(this, stamps.length);
    const copied = new ListedItems(stamps.map((timestamp) => (typeof timestamp === 'number' ? timestamp : -1)));
    for (let at = 0; at < stamps.length; at++) {
      if (rows !== null) at += rows.copy(copied, at);
      const timestamp = stamps[at];
      if (timestamp === undefined) break;
      const describe = (element: Element) => () =>
        this.writeSubject(this.nodes.instantNode(element), () => this.describe(element, plan.template!));
      if (typeof timestamp !== 'number') describe(timestamp)();
      else {
        const element = { scope: this.root, plan, value: timestamp, index: -1, length: SINGLE, position: -1 };
        this.writeRow(rows, element, describe(element));
      }
    }
  }

  private writeItems({ scope, plan, stretches }: DeferredItems): void {
    const { document } = this;
    const array = scope.find(plan.id);
    const length = document.lengthOf(array);
    const rows = RowTemplates.of(this, length);
    for (let i = 0; i < stretches.length; i += 2) {
      const end = stretches[i + 1]!;
      const items = new ArrayItems(document, array, end);
      for (let index = stretches[i]!; index < end; index++) {
        if (rows !== null) index += rows.copy(items, index);
        if (index === end) break;
        const element = { scope, plan, value: document.itemAt(array, index), index, length, position: -1 };
        this.writeRow(rows, element, () => this.describeItem(element), true);
      }
    }
  }

  /** Writes an item as a subject of its own, and all that it leaves to be described. */
  private describeItem(element: Element): void {
    const outer = this.deferred.take();
    if (this.document.isRecord(element.value)) {
      // Its node may be older than its row, which then has no name of its own to copy.
      if (element.plan.isReferenced) this.forbidCopies();
      const scope = this.nodes.scopeOf(element);
      this.describeAtTop({ node: scope.node, describe: () => this.describeRecord(element, scope) });
    } else {
      const node = this.nodes.valueNode(element);
      this.describeAtTop({ node, describe: () => this.describe(element, element.plan.template!) });
    }
    this.deferred.restore(outer);
  }

  deferInstant(plan: KeyPlan, timestamp: Element | number): void {
    if (this.recording?.withLeft === false)
      this.recording.addInstant(typeof timestamp === 'number' ? timestamp : timestamp.value);
    this.deferred.addInstant(plan, timestamp);
  }

  deferItems(scope: RecordScope, plan: KeyPlan, from: number, to: number): void {
    this.deferred.addItems(scope, plan, from, to);
  }

  /** @param element what the node is of, where it is no node of a template */
  private defer(node: GraphNode, describe: () => void, element: Element | null): void {
    // A name is made again; a number would be another.
    if (element !== null && element.index >= 0 && node.iri !== null && !node.needsDeduplication) {
      if (this.recording?.withLeft === false) {
        if (this.recording.item === element.value) this.recording.addItem();
        else this.forbidCopies();
      }
      this.deferItems(element.scope, element.plan, element.index, element.index + 1);
      return;
    }
    if (this.recording?.withLeft === false) this.forbidCopies();
    this.deferred.addNode(node, describe);
  }

  // Rows that are copies

  /** Equal values, or what was written before, decide about the row at hand. */
  private forbidCopies(): void {
    if (this.recording !== null) this.recording.isCopyable = false;
  }

  /** @param withLeft the row holds what it leaves to be described */
  private writeRow(rows: RowTemplates | null, element: Element, write: () => void, withLeft = false): void {
    // One recording at a time: an array within a row is part of the row.
    if (rows === null || this.recording !== null) return write();
    rows.write(element, withLeft, (recording) => {
      const { triples } = this;
      const warned = this.warnings.size;
      this.recording = recording;
      write();
      if (this.warnings.size > warned) this.forbidCopies();
      this.recording = null;
      return this.triples - triples;
    });
  }

  /** Writes the triple to a node and describes the node: inside, where the format can, else later. */
  private link(
    predicate: Predicate,
    node: GraphNode,
    isReferenced: boolean,
    describe: () => void,
    element: Element | null = null,
  ): void {
    const { writer } = this;
    const isNew = this.count(
      predicate,
      node.needsDeduplication || this.subject.needsDeduplication ? keyOf(node) : null,
      node.needsDeduplication,
    );
    if (!isNew || !this.mayNest(node, isReferenced)) {
      if (isNew) writer.node(predicate, node);
      this.defer(node, describe, element);
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

  private mayNest(node: GraphNode, isReferenced: boolean): boolean {
    const { nests, maxNesting } = this.writer;
    if (node.needsDeduplication || this.nesting >= maxNesting) return false;
    return nests === 'any' || (!isReferenced && node.iri === null);
  }

  /** Counts a triple of the current subject; false when it was written before. */
  private count(predicate: Predicate, object: string | null, objectMayRepeat = false): boolean {
    const { subject } = this;
    if ((subject.needsDeduplication || objectMayRepeat) && object !== null) {
      this.forbidCopies();
      const triple = `${subject.iri ?? subject.id} ${predicate.iri} ${object}`;
      if (this.written.has(triple)) return false;
      this.written.add(triple);
    }
    if (++this.triples > this.maxTriples) {
      const { maxTriples } = this;
      throw new HubError(
        'too-many-triples',
        `The document makes more than ${maxTriples.toLocaleString('en')} triples; convert a sample of it with maxArrayItems.`,
      );
    }
    return true;
  }

  private writeLiteral(predicate: Predicate, literal: Literal): void {
    if (this.count(predicate, this.subject.needsDeduplication ? this.literalKey(literal) : null))
      this.writer.literal(predicate, literal);
  }

  private literalKey(literal: Literal): string {
    const { datatype, text, start, end } = literal;
    const written = text === null ? decodeUtf8(this.document.bytes, start, end) : escapeTriplesText(text);
    return `"${datatype.id} ${written}`;
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
      if (this.mapping.predicatesOverlap) {
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
    const needsDeduplication = isArray && !this.subject.needsDeduplication;
    const seen = needsDeduplication ? new Set<string>() : null;
    const { template } = plan;
    const literals = needsDeduplication && template === null ? new LiteralSet(document.bytes) : null;
    const rows = isArray ? this.rowTemplates(plan, value) : null;
    const items = isArray ? new ArrayItems(document, value, document.lengthOf(value)) : null;
    // Which of equal values are written is told by those before.
    if (isArray && (template === null || plan.isTime || plan.isEntity)) this.forbidCopiesOfScalars(value);
    forEachElement(
      document,
      scope,
      plan,
      value,
      (element) => {
        if (document.isRecord(element.value)) this.writeRow(rows, element, () => this.writeRecord(element));
        else if (template === null) this.writePlain(element, literals);
        else this.writeRow(rows, element, () => this.writeValue(element, template, seen));
      },
      () => warnings.addOnce('nested-array', plan.name, pointer),
      rows === null || items === null ? undefined : (index) => rows.copy(items, index),
    );
  }

  /** Programs for the items of an array; null where equal texts decide about more of its rows than programs know. */
  private rowTemplates(plan: KeyPlan, array: number): RowTemplates | null {
    if (this.recording !== null || this.subject.needsDeduplication) return null;
    return plan.isEntity ? null : RowTemplates.of(this, this.document.lengthOf(array));
  }

  private forbidCopiesOfScalars(array: number): void {
    if (this.recording === null) return;
    const { document } = this;
    let scalars = 0;
    const length = document.lengthOf(array);
    for (let i = 0; i < length && scalars < 2; i++) {
      const item = document.itemAt(array, i);
      // An array within the array may hold several.
      if (!document.isRecord(item)) scalars += document.isArray(item) ? 2 : 1;
    }
    if (scalars > 1) this.forbidCopies();
  }

  private writeRecord(element: Element): void {
    const { plan } = element;
    if (plan.isReferenced) this.forbidCopies();
    const scope = this.nodes.scopeOf(element);
    this.link(plan.predicate, scope.node, plan.isReferenced, () => this.describeRecord(element, scope), element);
  }

  private describeRecord(element: Element, scope: RecordScope): void {
    const { template } = element.plan;
    if (template !== null) this.describe(element, template);
    this.describeMembers(scope);
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
      const node = this.nodes.instantNode(element);
      const isNew = seen === null || isFirst(seen, keyOf(node));
      if (!this.instants.isFirst(element.value)) {
        if (seen !== null && !this.areInstantsDistinct(element)) this.forbidCopies();
        if (isNew && !this.isCitedBefore(element)) this.writeNode(plan.predicate, node, null);
      } else if (template.isSelfContained && !this.mayNest(node, true)) {
        if (this.count(plan.predicate, keyOf(node))) this.writer.node(plan.predicate, node);
        this.deferInstant(plan, element);
      } else this.link(plan.predicate, node, true, () => this.describe(element, template));
    } else if (plan.isEntity) {
      const node = this.nodes.entityNode(element);
      if ((seen === null || isFirst(seen, node.iri!)) && this.count(plan.predicate, `<${node.iri}`))
        this.writer.node(plan.predicate, node);
      this.deferEntity(element, template, node);
    } else {
      const node = this.nodes.valueNode(element);
      this.link(plan.predicate, node, false, () => this.describe(element, template), element);
    }
  }

  /** Leaves an entity to be described, unless the same was said of it before. */
  private deferEntity(element: Element, template: CompiledTemplate, node: GraphNode): void {
    const cited = this.citedBy(element, template);
    if (cited === null) {
      this.forbidCopies();
      this.deferred.addNode(node, () => this.describe(element, template));
      return;
    }
    const { plan, value } = element;
    const values = cited.map(({ value }) => value);
    const isDescribed = this.describedEntities.has(plan, value, values);
    this.recording?.addEntity({ isDescribed, plan, value, cited: values });
    if (isDescribed) {
      // Read all the same, so that each value that raises a warning is counted.
      if (template.citesOwnValue) this.values.literalOf(element);
      for (const { literal } of cited) if (literal !== null) this.values.literalOf(literal);
      return;
    }
    this.describedEntities.add(plan, value, values);
    const isMember = element.length === SINGLE && element.scope.record === this.recording?.item;
    if (!isMember || this.recording?.withLeft !== false) this.forbidCopies();
    this.deferred.addNode(node, () => this.describe(element, template));
  }

  iriBytesOf(entity: number): Uint8Array {
    return (this.iriBytes[entity] ??= encodeText(this.writer.escapeIri(this.values.iriOf(entity))));
  }

  deferEntityOf(record: Element, plan: KeyPlan, value: number, cited: ArrayLike<number>): void {
    this.describedEntities.add(plan, value, cited);
    const iri = this.values.iriOf(this.values.entityAt(plan, value));
    const describe = (): void => {
      const scope = this.nodes.surroundingsIn(record);
      this.describe({ scope, plan, value, index: -1, length: SINGLE, position: -1 }, plan.template!);
    };
    this.deferred.addNode(new GraphNode(-1, iri, true, value), describe);
  }

  /** What the tokens of an entity's template stand for, its own value apart; null where they make or cite nodes of rows. */
  private citedBy(
    element: Element,
    template: CompiledTemplate,
  ): { readonly value: number; readonly literal: Element | null }[] | null {
    const cited: { readonly value: number; readonly literal: Element | null }[] = [];
    for (const { objects } of template.groups) {
      for (const object of objects) {
        if (object.kind === 'constant') continue;
        if (object.kind !== 'value' && object.kind !== 'entity') return null;
        if (object.key === element.plan.id) continue;
        const other = this.resolve(element, object.key);
        if (other !== null && this.document.isRecord(other.value)) return null;
        cited.push({ value: other?.value ?? -1, literal: object.kind === 'value' ? other : null });
      }
    }
    return cited;
  }

  // Templates

  /** Instantiates a template in the row of an element, about the current subject. */
  private describe(element: Element, template: CompiledTemplate): void {
    for (const group of template.groups) {
      const seen = group.needsDeduplication && !this.subject.needsDeduplication ? new SeenObjects() : null;
      for (const object of group.objects) this.writeObject(element, group, object, seen);
    }
  }

  private writeObject(
    element: Element,
    { predicate }: PredicateGroup,
    object: ObjectToken,
    seen: SeenObjects | null,
  ): void {
    const { writer } = this;
    switch (object.kind) {
      case 'constant': {
        const { iri } = object.statement;
        if (this.isNewObject(seen, `<${iri}`, -1) && this.count(predicate, `<${iri}`))
          writer.constant(object.statement);
        return;
      }
      case 'instant': {
        if (this.document.isRecord(element.value)) return;
        const { timestamp, axis } = this.nodes.timestamps.find(element);
        if (axis >= 0) this.noteArray(axis);
        if (timestamp !== null) this.writeNode(predicate, this.nodes.instantNode(timestamp), seen);
        return;
      }
      case 'node':
        this.writeTemplateNode(element, predicate, object.node);
        return;
      default: {
        const cited = this.resolve(element, object.key);
        if (cited === null) return;
        if (this.document.isRecord(cited.value)) this.writeNode(predicate, this.nodes.scopeOf(cited).node, seen);
        else if (object.kind === 'value') {
          const literal = this.values.literalOf(cited);
          if (seen === null || this.isNewObject(seen, this.literalKey(literal), literal.source))
            this.writeLiteral(predicate, literal);
        } else {
          this.writeNode(predicate, this.nodes.entityNode(cited), seen);
        }
      }
    }
  }

  private resolve(element: Element, key: number): Element | null {
    return resolveToken(this.document, this.mapping, this.warnings, element, key, this.noteArray);
  }

  /** True where the element that describes an instant is an item of the same array: whatever wrote it cited the instant. */
  private isCitedBefore({ scope, plan, value }: Element): boolean {
    const array = scope.find(plan.id);
    const first = this.instants.firstValueOf(this.instants.numberAt(value));
    return this.document.isArray(array) && this.document.isItemOf(array, first);
  }

  /** True where no other item of the element's array has its instant: what was written before then decides about no item of it. */
  private areInstantsDistinct({ scope, plan }: Element): boolean {
    const array = scope.find(plan.id);
    return this.document.holdsScalarsOnly(array) && !this.instants.hasRepeatedOn(array);
  }

  /** True for an object that its predicate has not yet at this subject. */
  private isNewObject(seen: SeenObjects | null, key: string, source: number): boolean {
    if (seen === null) return true;
    if (this.recording !== null) {
      const varies = this.recording.holds(source, this.document);
      // Whether two objects are one is told by their texts.
      if (seen.keys.size > 0 && (varies || seen.vary)) this.forbidCopies();
      seen.vary ||= varies;
    }
    return isFirst(seen.keys, key);
  }

  private writeNode(predicate: Predicate, node: GraphNode, seen: SeenObjects | null): void {
    const key = keyOf(node);
    if (this.isNewObject(seen, key, node.source) && this.count(predicate, key)) this.writer.node(predicate, node);
  }

  private writeTemplateNode(element: Element, predicate: Predicate, templateNode: TemplateNode): void {
    const { template, name } = templateNode;
    if (template === null) this.warnings.addOnce('undefined-node', name, () => pointerTo(this.document, element));
    const row = templateNode.isReferencedOnce ? new Row() : this.nodes.rowOf(element);
    // A row along an axis is told by several arrays.
    if (!templateNode.isReferencedOnce && element.scope === this.recording?.scope && element.scope.isAligned(element))
      this.forbidCopies();
    const known = row.nodes.get(name);
    if (known !== undefined) {
      if (this.count(predicate, keyOf(known))) this.writer.node(predicate, known);
      return;
    }
    const node = this.nodes.rowNode(element, name);
    row.nodes.set(name, node);
    this.link(predicate, node, !templateNode.isReferencedOnce, () => {
      if (template !== null) this.describe(element, template);
    });
  }
}

/** The objects that a predicate has at a subject. */
class SeenObjects {
  readonly keys = new Set<string>();
  /** One of them is another in other rows. */
  vary = false;
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
