import { HubError } from '../errors.ts';
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
import { mayShareName, NodeNames } from './names.ts';
import { NULL } from './tape.ts';
import { forEachElement, pointerTo, readRecordTime, RecordScope, Row, SINGLE, type Element } from './scopes.ts';
import { decodeUtf8, pointerToken } from './text.ts';
import { ValueReader } from './values.ts';
import type { WarningLog } from './warnings.ts';
import { GraphNode, type Literal, type Writer } from './writer.ts';

export interface GraphOptions {
  readonly skolemize: boolean;
  readonly forXml: boolean;
  readonly maxTriples: number;
  /** Gives named nodes their authority where the base has none. */
  readonly fallbackBase: string;
}

/** An instant: the value node that elements of one time key with equal text share. */
interface Instant {
  readonly name: string;
  /** The element that describes it: the first in document order, whatever order a format wants. */
  readonly firstValue: number;
  node: GraphNode | null;
}

/** A node that is described once its surroundings are written. */
interface Pending {
  readonly node: GraphNode;
  readonly describe: () => void;
}

/** Walks a document row by row and tells a writer its graph (`mapping.md §2` to `§4`). */
export class GraphBuilder {
  triples = 0;
  private readonly document: JsonDocument;
  private readonly mapping: Mapping;
  private readonly writer: Writer;
  private readonly warnings: WarningLog;
  private readonly options: GraphOptions;
  private readonly values: ValueReader;
  private readonly names: NodeNames | null;
  private readonly isUnmapped: Uint8Array;
  private readonly instants = new Map<number, Map<string, Instant>>();
  private readonly entities = new Map<string, GraphNode>();
  /** Entities that are left to be described, by key, kind and text: a second description would say the same again. */
  private readonly leftEntities = new Set<string>();
  /** Scopes of records that templates cite, by record. */
  private readonly citedScopes = new Map<number, RecordScope>();
  /** Scopes of other records, where names make them dear. */
  private readonly namedScopes = new WeakMap<Element, RecordScope>();
  /** Stamps that stand twice on an axis, by axis. */
  private readonly repeatedStamps = new Map<number, Set<string>>();
  /** Triples of subjects that may repeat. */
  private readonly written = new Set<string>();
  private pending: Pending[] = [];
  private nodeCount = 0;
  private nesting = 0;
  private subject!: GraphNode;

  constructor(document: JsonDocument, mapping: Mapping, writer: Writer, warnings: WarningLog, options: GraphOptions) {
    this.document = document;
    this.mapping = mapping;
    this.writer = writer;
    this.warnings = warnings;
    this.options = options;
    this.values = new ValueReader(document, mapping, warnings, options.forXml);
    this.names = options.skolemize ? new NodeNames(document, mapping, options.fallbackBase) : null;
    this.isUnmapped = new Uint8Array(document.keyNames.length);
  }

  /** @throws HubError `too-many-triples`, `unnameable-predicate` */
  build(): void {
    this.findInstants();
    const scope = this.openScope(this.document.root, null);
    scope.name = this.names?.root(scope) ?? '';
    scope.node = this.newNode(scope.name, this.mapping.predicatesCollide);
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

  private newNode(name: string, mayRepeat: boolean): GraphNode {
    return new GraphNode(this.nodeCount++, this.names === null ? null : this.names.iriOf(name), mayRepeat);
  }

  /** Writes the triple to a node and describes the node: inside, where the format can, else later. */
  private link(predicate: Predicate, node: GraphNode, isReferenced: boolean, describe: () => void): void {
    const { writer } = this;
    const isNew = this.count(predicate, `<${node.iri ?? node.id}`, node.mayRepeat);
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
    const seen = isArray && !this.subject.mayRepeat ? new Set<string>() : null;
    const names = isArray && this.names !== null ? this.repeatedNames(scope, plan, value) : null;
    const visit = (element: Element): void => {
      if (document.isRecord(element.value)) this.writeRecord(element, names);
      else if (plan.template === null) this.writePlain(element, seen);
      else this.writeValue(element, plan.template, seen);
    };
    forEachElement(document, scope, plan, value, visit, () => warnings.addOnce('nested-array', plan.name, pointer));
  }

  private writeRecord(element: Element, repeatedNames: ReadonlySet<string> | null): void {
    const { plan } = element;
    const scope = this.scopeOf(element, repeatedNames);
    this.link(plan.predicate, scope.node, plan.isCited, () => {
      if (plan.template !== null) this.describe(element, plan.template);
      this.describeMembers(scope);
    });
  }

  private writePlain(element: Element, seen: Set<string> | null): void {
    const { plan } = element;
    this.isUnmapped[plan.id] = 1;
    const literal = this.values.literalOf(element);
    if (seen !== null && !isFirst(seen, this.literalKey(literal))) return;
    this.writeLiteral(plan.predicate, literal);
  }

  private writeValue(element: Element, template: CompiledTemplate, seen: Set<string> | null): void {
    const { plan } = element;
    if (plan.isTime) {
      const instant = this.instantFor(element);
      const node = this.nodeOfInstant(instant, element);
      const isNew = seen === null || isFirst(seen, instant.name);
      if (instant.firstValue === element.value)
        this.link(plan.predicate, node, true, () => this.describe(element, template));
      else if (isNew) this.writeNode(plan.predicate, node, null);
    } else if (plan.isEntity) {
      const node = this.entityNode(element);
      if ((seen === null || isFirst(seen, node.iri!)) && this.count(plan.predicate, `<${node.iri}`))
        this.writer.node(plan.predicate, node);
      this.leaveEntity(element, template, node);
    } else {
      const instant = this.instantOf(element)?.name ?? null;
      const mayRepeat = this.names !== null && (element.scope.node.mayRepeat || this.mayShareName(element, instant));
      const node = this.newNode(this.names === null ? '' : this.names.value(element, instant), mayRepeat);
      this.link(plan.predicate, node, false, () => this.describe(element, template));
    }
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

  private entityNode(element: Element): GraphNode {
    const iri = this.values.entityIriOf(element);
    let node = this.entities.get(iri);
    if (node === undefined) this.entities.set(iri, (node = new GraphNode(this.nodeCount++, iri, true)));
    return node;
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
        const instant = this.document.isRecord(element.value) ? null : this.instantOf(element);
        if (instant !== null) this.writeNode(predicate, instant.node!, seen);
        return;
      }
      case 'node':
        this.writeTemplateNode(element, predicate, object.node);
        return;
      default: {
        const cited = this.resolve(element, object.key);
        if (cited === null) return;
        if (this.document.isRecord(cited.value)) this.writeNode(predicate, this.scopeOf(cited, null).node, seen);
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
    const key = `<${node.iri ?? node.id}`;
    if ((seen === null || isFirst(seen, key)) && this.count(predicate, key)) this.writer.node(predicate, node);
  }

  private writeTemplateNode(element: Element, predicate: Predicate, templateNode: TemplateNode): void {
    const { template, name } = templateNode;
    if (template === null) this.warnings.addOnce('undefined-node', name, () => pointerTo(this.document, element));
    const row = templateNode.isCitedOnce ? new Row() : this.rowOf(element);
    const known = row.nodes.get(name);
    if (known !== undefined) {
      if (this.count(predicate, `<${known.iri ?? known.id}`)) this.writer.node(predicate, known);
      return;
    }
    const node = this.newRowNode(element, name);
    row.nodes.set(name, node);
    this.link(predicate, node, !templateNode.isCitedOnce, () => {
      if (template !== null) this.describe(element, template);
    });
  }

  private newRowNode(element: Element, name: string): GraphNode {
    if (this.names === null) return this.newNode('', false);
    if (this.document.isRecord(element.value) && element.length !== SINGLE && !element.scope.isAligned(element)) {
      // The row is the record alone, and the record's name has its timestamp, which the place has not.
      const record = this.scopeOf(element, null);
      return this.newNode(this.names.recordRowNode(name, record), record.node.mayRepeat);
    }
    const instant = this.instantOf(element)?.name ?? null;
    const mayRepeat = element.scope.node.mayRepeat || this.mayShareName(element, instant);
    return this.newNode(this.names.rowNode(name, element, instant), mayRepeat);
  }

  private readonly elementRows = new WeakMap<Element, Row>();

  private rowOf(element: Element): Row {
    if (element.length === SINGLE) return element.scope.ownRow;
    if (element.scope.isAligned(element)) return element.scope.alignedRow(element.index);
    let row = this.elementRows.get(element);
    if (row === undefined) this.elementRows.set(element, (row = new Row()));
    return row;
  }

  /** What `$key` and `@key` stand for at an element; null when they stand for nothing (`mapping.md §3`). */
  private resolve(element: Element, key: number): Element | null {
    const { document } = this;
    for (let at: Element | null = element; at !== null; at = at.scope.element) {
      // `$k` at an element of k is the element itself, also where that is a record and the search comes from within it.
      if (at.plan.id === key) return at;
      const scope: RecordScope = at.scope;
      const value = scope.find(key);
      if (value < 0) continue;
      if (document.kindOf(value) === NULL) return null;
      const plan = this.mapping.plans[key]!;
      if (!document.isArray(value)) return { scope, plan, value, index: -1, length: SINGLE, position: -1 };
      const length = document.lengthOf(value);
      const item = at.length === length ? document.itemAt(value, at.index) : value;
      if (document.kindOf(item) === NULL) return null;
      if (!document.isArray(item)) return { scope, plan, value: item, index: at.index, length, position: -1 };
      this.warnings.addOnce('unresolved-token', plan.name, () => scope.pointer() + pointerToken(plan.name));
      return null;
    }
    return null;
  }

  // Scopes and time

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
  private scopeOf(element: Element, repeatedNames: ReadonlySet<string> | null): RecordScope {
    const { plan } = element;
    const known = plan.isCited ? this.citedScopes.get(element.value) : this.namedScopes.get(element);
    if (known !== undefined) return known;
    const scope = this.openScope(element.value, element);
    scope.name = this.names?.record(scope, element, this.recordInstant(scope)) ?? '';
    const repeated =
      repeatedNames ??
      (this.names !== null && element.length !== SINGLE
        ? this.repeatedNames(element.scope, plan, element.scope.find(plan.id))
        : null);
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
    const instant = own >= 0 ? this.instantAt(ownKey, own, scope) : this.instantOf(scope.element!);
    return instant?.name ?? null;
  }

  private readonly repeatedNamesOf = new Map<number, ReadonlySet<string>>();

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

  /** The instant of an element (`mapping.md §4`). */
  private instantOf(element: Element): Instant | null {
    for (let at: Element | null = element; at !== null; at = at.scope.element) {
      const scope: RecordScope = at.scope;
      const { axis, axisKey, own, ownKey } = scope.time;
      if (scope.isAligned(at)) return this.instantAt(axisKey, this.document.itemAt(axis, at.index), scope);
      if (own >= 0) return this.instantAt(ownKey, own, scope);
      if (axis >= 0) return null;
    }
    return null;
  }

  /** The instant that a stamp tells; null for a stamp that is no scalar. */
  private instantAt(key: number, value: number, scope: RecordScope): Instant | null {
    if (!this.document.isScalar(value)) return null;
    const plan = this.mapping.plans[key]!;
    const element = { scope, plan, value, index: -1, length: SINGLE, position: -1 };
    const instant = this.instantFor(element);
    this.nodeOfInstant(instant, element);
    return instant;
  }

  private instantFor(element: Element): Instant {
    return this.instants.get(element.plan.id)!.get(this.document.textOf(element.value))!;
  }

  private nodeOfInstant(instant: Instant, element: Element): GraphNode {
    return (instant.node ??= element.plan.isEntity ? this.entityNode(element) : this.newNode(instant.name, false));
  }

  /** Finds the first element of each instant; formats may want records in another order. */
  private findInstants(): void {
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
