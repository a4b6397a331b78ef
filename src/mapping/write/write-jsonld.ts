import type { ByteSink } from './byte-sink.ts';
import { encodeText } from '../bytes/utf8.ts';
import type { Mapping, Predicate, Statement } from '../semantic/mapping.ts';
import { XSD } from '../../rdf/namespaces.ts';
import type { Datatype } from '../rdf-terms/datatypes.ts';
import { NO_PREFIX, PrefixTable, UsedPrefixes, type RenderedName } from './prefixes.ts';
import { LABEL_PREFIX, writeIri, writeLabel, type Fragment, type Writer } from './writer.ts';
import type { GraphNode, Literal } from '../rdf-terms/graph-terms.ts';

const PREFIX = /^[A-Za-z][A-Za-z0-9_-]*$/;
/** A compact IRI whose suffix begins with `//` is read as an IRI (JSON-LD 1.1 §5.2.2). */
const SUFFIX = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/;
/** A term of a context is a prefix only where its IRI ends so (JSON-LD 1.1 §4.2.2). */
const PREFIX_END = /[:/?#[\]@]$/;

const NAMED_NODE = encodeText('{"@id":"');
const TAIL = encodeText('\n]}\n');
const TAIL_OF_PART = encodeText('\n]}');

const LABEL = encodeText(`{"@id":"_:${LABEL_PREFIX}`);

/** What JSON-LD writes of a mapping. */
export class JsonLdNames {
  readonly prefixes: PrefixTable;
  private readonly predicates: RenderedName[] = [];
  private readonly objects: RenderedName[] = [];
  private readonly datatypes: RenderedName[] = [];

  constructor(mapping: Mapping) {
    // A prefix named like a scheme would turn full IRIs into compact ones.
    const schemes = new Set(['urn', 'http', 'https']);
    for (const iri of [mapping.base, ...mapping.prefixes.values()]) schemes.add(iri.slice(0, iri.indexOf(':')));
    this.prefixes = new PrefixTable(
      mapping.prefixes,
      (prefix, namespace) => PREFIX.test(prefix) && PREFIX_END.test(namespace) && !schemes.has(prefix),
      SUFFIX,
    );
  }

  predicate({ id, iri, isType }: Predicate): RenderedName {
    return (this.predicates[id] ??= isType ? TYPE : this.render(iri, '', ':['));
  }

  object({ id, iri, predicate }: Statement): RenderedName {
    return (this.objects[id] ??= predicate.isType ? this.render(iri, '', '') : this.render(iri, '{"@id":', '}'));
  }

  /** What stands behind the text of a literal. */
  datatype({ id, iri }: Datatype): RenderedName {
    return (this.datatypes[id] ??= iri === `${XSD}string` ? END_VALUE : this.render(iri, ',"@type":', '}'));
  }

  private render(iri: string, before: string, after: string): RenderedName {
    return this.prefixes.render(iri, (name) => before + JSON.stringify(name) + after);
  }
}

const TYPE: RenderedName = { bytes: encodeText('"@type":['), prefix: NO_PREFIX };
const END_VALUE: RenderedName = { bytes: encodeText('}'), prefix: NO_PREFIX };

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
  private readonly nodes: { readonly node: GraphNode; last: Predicate | null }[] = [];
  private isFirst = true;

  constructor(sink: ByteSink, names: JsonLdNames, part?: Fragment) {
    this.sink = sink;
    this.names = names;
    this.used = new UsedPrefixes(names.prefixes);
    this.part = part;
    this.label = part === undefined ? LABEL : encodeText(`{"@id":"_:${part.nodePrefix}`);
  }

  begin(subject: GraphNode): void {
    this.nodes.push({ node: subject, last: null });
  }

  end(): void {
    // A subject of which nothing was said is not written.
    if (this.nodes.pop()!.last !== null) this.sink.text(']}');
  }

  open(predicate: Predicate, node: GraphNode): void {
    this.startObject(predicate);
    // Every node has its name: a streaming reader takes the types of a nameless one for those of another.
    this.startNode(node);
    this.nodes.push({ node, last: null });
  }

  close(): void {
    this.sink.text(this.nodes.pop()!.last === null ? '}' : ']}');
  }

  constant(statement: Statement): void {
    this.startObject(statement.predicate);
    this.writeName(this.names.object(statement));
  }

  iri(predicate: Predicate, iri: string): void {
    this.startObject(predicate);
    this.sink.text(`{"@id":${JSON.stringify(iri)}}`);
  }

  node(predicate: Predicate, node: GraphNode): void {
    this.startObject(predicate);
    this.startNode(node);
    this.sink.byte(0x7d);
  }

  literal(predicate: Predicate, literal: Literal): void {
    this.startObject(predicate);
    this.sink.text('{"@value":');
    if (literal.text === null) {
      this.sink.byte(0x22);
      this.sink.startSlot(literal);
      this.lexical(literal.start, literal.end);
      this.sink.endSlot();
      this.sink.byte(0x22);
    } else this.sink.text(JSON.stringify(literal.text));
    this.writeName(this.names.datatype(literal.datatype));
  }

  lexical(start: number, end: number): void {
    this.sink.copy(start, end);
  }

  escapeIri(iri: string): string {
    return JSON.stringify(iri).slice(1, -1);
  }

  finish(): Uint8Array {
    this.sink.bytes(this.part === undefined ? TAIL : TAIL_OF_PART);
    this.sink.flush();
    const context = this.used
      .list()
      .map(([prefix, namespace]) => `${JSON.stringify(prefix)}:${JSON.stringify(namespace)}`);
    // A graph within an array would be a graph of its own; nodes that are included are not.
    const member = this.part === undefined ? '@graph' : '@included';
    return encodeText(`{"@context":{${context.join(',')}},"${member}":[`);
  }

  /** Writes a node object up to its `@id`. */
  private startNode(node: GraphNode): void {
    if (node.iri !== null) {
      this.sink.bytes(NAMED_NODE);
      writeIri(this.sink, node, this.escapeIri(node.iri));
    } else writeLabel(this.sink, this.label, node);
    this.sink.byte(0x22);
  }

  private startObject(predicate: Predicate): void {
    const current = this.nodes[this.nodes.length - 1]!;
    const { last } = current;
    if (last === predicate) {
      this.sink.byte(0x2c);
      return;
    }
    if (last === null && this.nodes.length === 1) {
      this.sink.text(this.isFirst ? '\n' : ',\n');
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
