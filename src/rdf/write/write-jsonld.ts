import type { ByteSink } from './byte-sink.ts';
import { encodeText } from '../utf8.ts';
import { XSD_STRING } from '../namespaces.ts';
import { NO_PREFIX, PrefixTable, UsedPrefixes, type RenderedName } from './prefixes.ts';
import { LABEL_PREFIX, writeIri, writeLabel } from './writer.ts';
import type { LiteralTerm, LiteralType, NodeTerm, PredicateTerm, StatementTerm } from './terms.ts';
import type { Fragment, Writer } from './writer.ts';

/** A term of a context is a prefix only where its IRI ends so (JSON-LD 1.1 §4.2.2). */
const PREFIX_END = /[:/?#[\]@]$/;

const NAMED_NODE = encodeText('{"@id":"');
const TAIL = encodeText('\n]}\n');
const TAIL_OF_PART = encodeText('\n]}');
const DENSE_TAIL = encodeText(']}');

const LABEL = encodeText(`{"@id":"_:${LABEL_PREFIX}`);

/**
 * How a graph is laid out: `lines` has a line for each node and its IRI in full, and declares the prefixes that it used.
 * `dense` has no line ends, shortens the IRIs of nodes too, and declares the prefixes that it was given, in their order.
 */
export type JsonLdLayout = 'lines' | 'dense';

export interface JsonLdOptions {
  readonly prefixes: Iterable<readonly [prefix: string, namespace: string]>;
  /** IRIs of the graph: a prefix that is named like the scheme of one would turn it into a compact IRI. */
  readonly iris: Iterable<string>;
  readonly layout: JsonLdLayout;
}

/** What the layouts take as a prefix, and behind its colon. */
const RULES: Readonly<Record<JsonLdLayout, { readonly prefix: RegExp; readonly suffix: RegExp }>> = {
  lines: { prefix: /^[A-Za-z][A-Za-z0-9_-]*$/, suffix: /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/ },
  // No keyword, no IRI, no label of a blank node, and nothing that every object in JavaScript has.
  dense: { prefix: /^(?![@_])[^:/]+$/, suffix: /^[^/#]+$/ },
};

/** What JSON-LD writes of the terms of a graph. */
export class JsonLdNames {
  readonly layout: JsonLdLayout;
  readonly prefixes: PrefixTable;
  /** What the context declares; null leaves it to what is used. */
  readonly declared: ReadonlyArray<readonly [prefix: string, namespace: string]> | null;
  private readonly ids = new Map<string, string>();
  private readonly predicates: RenderedName[] = [];
  private readonly objects: RenderedName[] = [];
  private readonly literalStarts: RenderedName[] = [];
  private readonly literalEnds: RenderedName[] = [];

  constructor({ prefixes, iris, layout }: JsonLdOptions) {
    this.layout = layout;
    const schemes = new Set<string>();
    for (const iri of iris) schemes.add(iri.slice(0, iri.indexOf(':')));
    const { prefix: PREFIX, suffix } = RULES[layout];
    const isPrefix = (prefix: string, namespace: string): boolean =>
      PREFIX.test(prefix) && PREFIX_END.test(namespace) && !schemes.has(prefix);
    const declared = [...prefixes].filter(([prefix, namespace]) => isPrefix(prefix, namespace));
    this.declared = layout === 'dense' ? declared : null;
    this.prefixes = new PrefixTable(declared, isPrefix, suffix);
  }

  predicate({ id, iri, isType }: PredicateTerm): RenderedName {
    return (this.predicates[id] ??= isType ? TYPE : this.render(iri, '', ':['));
  }

  object({ id, iri, predicate }: StatementTerm): RenderedName {
    return (this.objects[id] ??= predicate.isType ? this.render(iri, '', '') : this.render(iri, '{"@id":', '}'));
  }

  /** What stands before the text of a literal. */
  literalStart({ id, iri, language }: LiteralType): RenderedName {
    if (language !== undefined)
      return (this.literalStarts[id] ??= plain(`{"@language":${JSON.stringify(language)},"@value":`));
    return (this.literalStarts[id] ??=
      this.layout === 'lines' || iri === XSD_STRING ? VALUE : this.render(iri, '{"@type":', ',"@value":'));
  }

  /** What stands behind the text of a literal. */
  literalEnd({ id, iri, language }: LiteralType): RenderedName {
    return (this.literalEnds[id] ??=
      this.layout === 'dense' || iri === XSD_STRING || language !== undefined
        ? END_VALUE
        : this.render(iri, ',"@type":', '}'));
  }

  /** The IRI of a node between the quotes of its `@id`. */
  id(iri: string): string {
    if (this.layout === 'lines') return JSON.stringify(iri).slice(1, -1);
    let id = this.ids.get(iri);
    if (id === undefined) this.ids.set(iri, (id = JSON.stringify(this.prefixes.find(iri)?.name ?? iri).slice(1, -1)));
    return id;
  }

  private render(iri: string, before: string, after: string): RenderedName {
    return this.prefixes.render(iri, (name) => before + JSON.stringify(name) + after);
  }
}

function plain(text: string): RenderedName {
  return { bytes: encodeText(text), prefix: NO_PREFIX };
}

const TYPE = plain('"@type":[');
const VALUE = plain('{"@value":');
const END_VALUE = plain('}');

/**
 * Writes JSON-LD: compact names, every literal as a value object with its text in quotes, every property an array, so that
 * readers meet one shape. Nodes are nested where they are first cited.
 */
export class JsonLdWriter implements Writer {
  readonly nests = 'any';
  readonly maxNesting = 32;
  readonly escapesTexts = false;
  private readonly sink: ByteSink;
  private readonly names: JsonLdNames;
  private readonly used: UsedPrefixes;
  private readonly part: Fragment | undefined;
  private readonly label: Uint8Array;
  /** The node objects that are open, the current one last. */
  private readonly nodes: { readonly node: NodeTerm; last: PredicateTerm | null }[] = [];
  private readonly firstNode: string;
  private readonly nextNode: string;
  private isFirst = true;

  constructor(sink: ByteSink, names: JsonLdNames, part?: Fragment) {
    this.sink = sink;
    this.names = names;
    this.used = new UsedPrefixes(names.prefixes);
    this.part = part;
    this.firstNode = names.layout === 'lines' ? '\n' : '';
    this.nextNode = `,${this.firstNode}`;
    this.label = part === undefined ? LABEL : encodeText(`{"@id":"_:${part.nodePrefix}`);
  }

  begin(subject: NodeTerm): void {
    this.nodes.push({ node: subject, last: null });
  }

  end(): void {
    // A subject of which nothing was said is not written.
    if (this.nodes.pop()!.last !== null) this.sink.text(']}');
  }

  open(predicate: PredicateTerm, node: NodeTerm): void {
    this.startObject(predicate);
    // Every node has its name: a streaming reader takes the types of a nameless one for those of another.
    this.startNode(node);
    this.nodes.push({ node, last: null });
  }

  close(): void {
    this.sink.text(this.nodes.pop()!.last === null ? '}' : ']}');
  }

  constant(statement: StatementTerm): void {
    this.startObject(statement.predicate);
    this.writeName(this.names.object(statement));
  }

  iri(predicate: PredicateTerm, iri: string): void {
    this.startObject(predicate);
    const id = this.names.id(iri);
    this.sink.text(predicate.isType ? `"${id}"` : `{"@id":"${id}"}`);
  }

  node(predicate: PredicateTerm, node: NodeTerm): void {
    this.startObject(predicate);
    this.startNode(node);
    this.sink.byte(0x7d);
  }

  literal(predicate: PredicateTerm, literal: LiteralTerm): void {
    this.startObject(predicate);
    this.writeName(this.names.literalStart(literal.datatype));
    if (literal.text === null) {
      this.sink.byte(0x22);
      this.sink.startSlot(literal);
      this.lexical(literal.start, literal.end);
      this.sink.endSlot();
      this.sink.byte(0x22);
    } else this.sink.text(JSON.stringify(literal.text));
    this.writeName(this.names.literalEnd(literal.datatype));
  }

  lexical(start: number, end: number): void {
    this.sink.copy(start, end);
  }

  escapeIri(iri: string): string {
    return this.names.id(iri);
  }

  finish(): Uint8Array {
    this.sink.bytes(this.names.layout === 'dense' ? DENSE_TAIL : this.part === undefined ? TAIL : TAIL_OF_PART);
    this.sink.flush();
    const declared = this.names.declared ?? this.used.list();
    const context = declared.map(([prefix, namespace]) => `${JSON.stringify(prefix)}:${JSON.stringify(namespace)}`);
    // A graph within an array would be a graph of its own; nodes that are included are not.
    const member = this.part === undefined ? '@graph' : '@included';
    return encodeText(`{"@context":{${context.join(',')}},"${member}":[`);
  }

  /** Writes a node object up to its `@id`. */
  private startNode(node: NodeTerm): void {
    if (node.iri !== null) {
      this.sink.bytes(NAMED_NODE);
      writeIri(this.sink, node, this.names.id(node.iri));
    } else writeLabel(this.sink, this.label, node);
    this.sink.byte(0x22);
  }

  private startObject(predicate: PredicateTerm): void {
    const current = this.nodes[this.nodes.length - 1]!;
    const { last } = current;
    if (last === predicate) {
      this.sink.byte(0x2c);
      return;
    }
    if (last === null && this.nodes.length === 1) {
      this.sink.text(this.isFirst ? this.firstNode : this.nextNode);
      this.isFirst = false;
      this.startNode(current.node);
      this.sink.byte(0x2c);
    } else this.sink.text(last === null ? ',' : '],');
    current.last = predicate;
    this.writeName(this.names.predicate(predicate));
  }

  private writeName({ bytes, prefix }: RenderedName): void {
    this.used.add(prefix);
    this.sink.bytes(bytes);
  }
}
