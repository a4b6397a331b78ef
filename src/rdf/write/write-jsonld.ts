import type { ByteSink } from './byte-sink.ts';
import { escapeJson } from '../escape.ts';
import { encodeText } from '../utf8.ts';
import { XSD_STRING } from '../namespaces.ts';
import { NO_PREFIX, PrefixTable, UsedPrefixes, type RenderedName } from './prefixes.ts';
import type { LiteralTerm, LiteralType, NodeTerm, PredicateTerm, StatementTerm } from './terms.ts';
import { JSON_TEXT } from './text-escapes.ts';
import { TermWriter, type Affixes, type Fragment, type Writer } from './writer.ts';

/** A term of a context is a prefix only where its IRI ends so (JSON-LD 1.1 §4.2.2). */
const PREFIX_END = /[:/?#[\]@]$/;

const NODE_START = encodeText('{"@id":"');

/** What JSON-LD takes as a prefix, and behind its colon. jsonld.js calls `hasOwnProperty` of a context, which a prefix of this name would hide. */
export interface JsonLdRules {
  readonly prefix: RegExp;
  readonly suffix: RegExp;
}

/** Names without escapes. A compact IRI whose suffix begins with `//` is read as an IRI (JSON-LD 1.1 §5.2.2). */
const SIMPLE: JsonLdRules = {
  prefix: /^(?!hasOwnProperty$)[A-Za-z][A-Za-z0-9_-]*$/,
  suffix: /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/,
};

/** What stands before all nodes. */
export function startJsonLd(
  prefixes: Iterable<readonly [prefix: string, namespace: string]>,
  member: '@graph' | '@included',
): string {
  const context = Array.from(
    prefixes,
    ([prefix, namespace]) => `${JSON.stringify(prefix)}:${JSON.stringify(namespace)}`,
  );
  return `{"@context":{${context.join(',')}},"${member}":[`;
}

/** What JSON-LD writes of the terms of a graph: a line for each node, with its IRI in full. */
export class JsonLdNames {
  /** What stands before each node. */
  readonly newLine: string = '\n';
  readonly prefixes: PrefixTable;
  private readonly predicates: RenderedName[] = [];
  private readonly objects: RenderedName[] = [];
  private readonly literalEnds: RenderedName[] = [];

  /** @param iris IRIs of the graph: a prefix that is named like the scheme of one would turn it into a compact IRI */
  constructor(
    prefixes: Iterable<readonly [prefix: string, namespace: string]>,
    iris: Iterable<string>,
    rules: JsonLdRules = SIMPLE,
  ) {
    const schemes = new Set<string>();
    for (const iri of iris) schemes.add(iri.slice(0, iri.indexOf(':')).toLowerCase());
    this.prefixes = new PrefixTable(
      prefixes,
      (prefix, namespace) =>
        rules.prefix.test(prefix) && PREFIX_END.test(namespace) && !schemes.has(prefix.toLowerCase()),
      rules.suffix,
    );
  }

  predicate({ id, iri, isType }: PredicateTerm): RenderedName {
    return (this.predicates[id] ??= isType ? TYPE : this.render(iri, '', ':['));
  }

  object({ id, iri, predicate }: StatementTerm): RenderedName {
    return (this.objects[id] ??= predicate.isType ? this.render(iri, '', '') : this.render(iri, '{"@id":', '}'));
  }

  /** What stands before the text of a literal. */
  literalStart(_type: LiteralType): RenderedName {
    return VALUE;
  }

  /** What stands behind the text of a literal. */
  literalEnd({ id, iri }: LiteralType): RenderedName {
    return (this.literalEnds[id] ??= iri === XSD_STRING ? END_VALUE : this.render(iri, ',"@type":', '}'));
  }

  /** The IRI of a node between the quotes of its `@id`. */
  id(iri: string): string {
    return escapeJson(iri);
  }

  protected render(iri: string, before: string, after: string): RenderedName {
    return this.prefixes.render(iri, (name) => before + JSON.stringify(name) + after);
  }
}

const TYPE: RenderedName = { bytes: encodeText('"@type":['), prefix: NO_PREFIX };
export const VALUE: RenderedName = { bytes: encodeText('{"@value":'), prefix: NO_PREFIX };
export const END_VALUE: RenderedName = { bytes: encodeText('}'), prefix: NO_PREFIX };

/**
 * Writes JSON-LD: compact names, every literal as a value object with its text in quotes, every property an array, so that
 * readers meet one shape. Nodes are nested where they are first cited.
 */
export class JsonLdWriter extends TermWriter implements Writer {
  protected readonly escapes = JSON_TEXT;
  readonly nests = 'any';
  readonly maxNesting = 32;
  readonly escapesTexts = false;
  readonly writesBare = false;
  private readonly names: JsonLdNames;
  private readonly used: UsedPrefixes;
  private readonly part: Fragment | undefined;
  /** The node objects that are open, the current one last. */
  private readonly nodes: { readonly node: NodeTerm; last: PredicateTerm | null }[] = [];
  private isFirst = true;

  constructor(sink: ByteSink, names: JsonLdNames, part?: Fragment) {
    super(sink, '{"@id":"_:', part);
    this.names = names;
    this.used = new UsedPrefixes(names.prefixes);
    this.part = part;
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

  node(predicate: PredicateTerm, node: NodeTerm): void {
    this.startObject(predicate);
    if (predicate.isType) return this.sink.text(`"${this.names.id(node.iri!)}"`);
    this.startNode(node);
    this.sink.byte(0x7d);
  }

  literal(predicate: PredicateTerm, literal: LiteralTerm): void {
    this.startObject(predicate);
    this.writeName(this.names.literalStart(literal.datatype));
    this.sink.byte(0x22);
    this.writeLexical(literal);
    this.sink.byte(0x22);
    this.writeName(this.names.literalEnd(literal.datatype));
  }

  continues(predicate: PredicateTerm): boolean {
    const { last } = this.nodes[this.nodes.length - 1]!;
    return last !== null && last !== predicate;
  }

  noteCopied(predicate: PredicateTerm): void {
    this.nodes[this.nodes.length - 1]!.last = predicate;
  }

  affixes(type: LiteralType): Affixes {
    const start = this.names.literalStart(type);
    const end = this.names.literalEnd(type);
    this.used.add(start.prefix);
    this.used.add(end.prefix);
    return { before: Uint8Array.of(...start.bytes, 0x22), after: Uint8Array.of(0x22, ...end.bytes) };
  }

  override escapeIri(iri: string): string {
    return this.names.id(iri);
  }

  finish(): Uint8Array {
    const { newLine } = this.names;
    this.sink.text(`${newLine}]}${this.part === undefined ? newLine : ''}`);
    this.sink.flush();
    // A graph within an array would be a graph of its own; nodes that are included are not.
    return encodeText(startJsonLd(this.used.list(), this.part === undefined ? '@graph' : '@included'));
  }

  /** Writes a node object up to its `@id`. */
  private startNode(node: NodeTerm): void {
    this.writeNode(node, NODE_START);
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
      if (!this.isFirst) this.sink.byte(0x2c);
      this.sink.text(this.names.newLine);
      this.isFirst = false;
      this.startNode(current.node);
      this.sink.byte(0x2c);
    } else this.sink.text(last === null ? ',' : '],');
    current.last = predicate;
    this.writeName(this.names.predicate(predicate));
    this.sink.notePredicate(predicate, 3);
  }

  private writeName({ bytes, prefix }: RenderedName): void {
    this.used.add(prefix);
    this.sink.bytes(bytes);
  }
}
