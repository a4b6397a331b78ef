import type { ByteSink } from './byte-sink.ts';
import { encodeText, NO_BYTES } from '../utf8.ts';
import { escapeXmlIri } from '../escape.ts';
import { RDF, XSD_STRING } from '../namespaces.ts';
import { faultOfElementName, isXmlPrefix, ncNameStart } from '../xml-names.ts';
import type { LiteralTerm, LiteralType, NodeTerm, PredicateTerm, StatementTerm } from './terms.ts';
import { XML_TEXT } from './text-escapes.ts';
import { TermWriter, type Affixes, type Fragment, type Writer } from './writer.ts';

/** Namespaces without a prefix that get one; further ones are declared where they are used. */
const MAX_NUMBERED = 200;

const RESOURCE = encodeText(' rdf:resource="');
const ABOUT = encodeText(' rdf:about="');
const END_EMPTY = encodeText('"/>\n');
const DESCRIPTION = encodeText('<rdf:Description');
const END_START = encodeText('">\n');

/** Escapes of N-Triples that literals of the document have, by what stands behind the backslash, as XML writes them. */
const ESCAPES: ReadonlyMap<number, string> = new Map([
  [0x22, '"'],
  [0x5c, '\\'],
  [0x6e, '\n'],
  [0x72, '&#xD;'],
  [0x74, '\t'],
]);

interface ElementName {
  readonly start: Uint8Array;
  readonly end: Uint8Array;
  /** Bytes behind the name in `start`: the declaration of its namespace. */
  readonly behindName: number;
  /** What the root declares for it; null where it declares its namespace itself. */
  readonly prefix: string | null;
}

/** The namespace of a predicate, whose name is the longest that XML has; empty for one that XML cannot name. */
export function namespaceOf(iri: string): string {
  return iri.slice(0, Math.max(ncNameStart(iri), 0));
}

export interface RdfXmlOptions {
  readonly prefixes: ReadonlyMap<string, string>;
  /** Of predicates: they get prefixes of their own where `prefixes` has none. */
  readonly namespaces: Iterable<string>;
  /** The error for a predicate that XML cannot name. `fault` is half a sentence. */
  readonly refuse: (predicate: PredicateTerm, fault: string) => Error;
}

/** What RDF/XML writes of the terms of a graph. */
export class RdfXmlNames {
  /** What stands before tags, once for each level. */
  readonly indent: string = '';
  private readonly refuse: RdfXmlOptions['refuse'];
  /** Prefix by namespace: those that the root may declare. */
  private readonly prefixes = new Map<string, string>([[RDF, 'rdf']]);
  private readonly namespaces = new Map<string, string>([['rdf', RDF]]);
  private readonly elements: ElementName[] = [];
  private readonly statements: Uint8Array[] = [];
  private readonly datatypes: Uint8Array[] = [];

  constructor({ prefixes, namespaces, refuse }: RdfXmlOptions) {
    this.refuse = refuse;
    for (const [prefix, namespace] of prefixes) {
      if (isXmlPrefix(prefix) && !this.prefixes.has(namespace)) this.add(prefix, namespace);
    }
    let number = 1;
    for (const namespace of namespaces) {
      if (this.declares(namespace) || number > MAX_NUMBERED) continue;
      while (prefixes.has(`ns${number}`)) number++;
      this.add(`ns${number++}`, namespace);
    }
  }

  /** The root may declare a namespace, or there is none to declare. */
  declares(namespace: string): boolean {
    return namespace === '' || this.prefixes.has(namespace);
  }

  private add(prefix: string, namespace: string): void {
    this.prefixes.set(namespace, prefix);
    this.namespaces.set(prefix, namespace);
  }

  /** The root's start tag. @param used prefixes in the order of their first use */
  start(used: Iterable<string>): string {
    return startRdfXml(this.declare(used));
  }

  protected declare(prefixes: Iterable<string>): [prefix: string, namespace: string][] {
    return Array.from(prefixes, (prefix) => [prefix, this.namespaces.get(prefix)!]);
  }

  /** @throws what `refuse` gives */
  element(predicate: PredicateTerm): ElementName {
    return (this.elements[predicate.id] ??= this.nameElement(predicate));
  }

  statement({ id, iri }: StatementTerm): Uint8Array {
    return (this.statements[id] ??= encodeText(` rdf:resource="${escapeXmlIri(iri)}"/>\n`));
  }

  /** What stands between the name of a property and the text of its literal. */
  datatype(type: LiteralType): Uint8Array {
    return (this.datatypes[type.id] ??= encodeText(`${this.typeAttribute(type)}>`));
  }

  protected typeAttribute({ iri }: LiteralType): string {
    return iri === XSD_STRING ? '' : ` rdf:datatype="${escapeXmlIri(iri)}"`;
  }

  private nameElement(predicate: PredicateTerm): ElementName {
    const { iri } = predicate;
    const fault = faultOfElementName(iri);
    if (fault !== null) throw this.refuse(predicate, fault);
    const at = ncNameStart(iri);
    const namespace = iri.slice(0, at);
    const local = iri.slice(at);
    const prefix = this.prefixes.get(namespace) ?? null;
    const name = prefix === null ? `n:${local}` : `${prefix}:${local}`;
    const declaration = prefix === null ? ` xmlns:n="${escapeXmlIri(namespace)}"` : '';
    return {
      start: encodeText(`${this.indent}${this.indent}<${name}${declaration}`),
      end: encodeText(`</${name}>\n`),
      behindName: encodeText(declaration).length,
      prefix,
    };
  }
}

/** The root's start tag. @param space what stands before each declaration */
export function startRdfXml(prefixes: Iterable<readonly [prefix: string, namespace: string]>, space = ' '): string {
  const namespaces = Array.from(
    prefixes,
    ([prefix, namespace]) => `${space}xmlns:${prefix}="${escapeXmlIri(namespace)}"`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rdf:RDF${namespaces.join('')}>\n`;
}

/** What `startRdfXml` has to declare around parts. */
export function framePrefixes(prefixes: ReadonlyMap<string, string>): [prefix: string, namespace: string][] {
  return [['rdf', RDF], ...[...prefixes].filter(([prefix]) => isXmlPrefix(prefix))];
}

/** Writes RDF/XML; nodes are nested where they are first cited. */
export class RdfXmlWriter extends TermWriter implements Writer {
  protected readonly escapes = XML_TEXT;
  readonly nests = 'any';
  readonly maxNesting = 32;
  readonly escapesTexts = true;
  readonly writesBare = false;
  private readonly names: RdfXmlNames;
  private readonly part: Fragment | undefined;
  /** Prefixes of the root, in the order of their first use. */
  private readonly declared = new Set(['rdf']);
  /** The property elements that are open around nested nodes. */
  private readonly outer: PredicateTerm[] = [];
  private subject: NodeTerm | null = null;

  constructor(sink: ByteSink, names: RdfXmlNames, part?: Fragment) {
    super(sink, ' rdf:nodeID="', part);
    this.names = names;
    this.part = part;
  }

  begin(subject: NodeTerm): void {
    this.subject = subject;
  }

  end(): void {
    // A subject of which nothing was said is not written.
    if (this.subject === null) this.sink.text(`${this.names.indent}</rdf:Description>\n`);
    this.subject = null;
  }

  open(predicate: PredicateTerm, node: NodeTerm, isReferenced: boolean): void {
    this.startElement(predicate);
    if (isReferenced || node.iri !== null) {
      this.sink.byte(0x3e);
      this.startDescription(node);
    } else this.sink.text('><rdf:Description>\n');
    this.outer.push(predicate);
  }

  close(): void {
    this.sink.text('</rdf:Description>');
    this.endElement(this.outer.pop()!);
  }

  constant(statement: StatementTerm): void {
    this.startElement(statement.predicate);
    this.sink.bytes(this.names.statement(statement));
  }

  node(predicate: PredicateTerm, node: NodeTerm): void {
    this.startElement(predicate);
    this.writeNode(node, RESOURCE);
    this.sink.bytes(END_EMPTY);
  }

  literal(predicate: PredicateTerm, literal: LiteralTerm): void {
    this.startElement(predicate);
    this.sink.bytes(this.names.datatype(literal.datatype));
    this.writeLexical(literal);
    this.endElement(predicate);
  }

  continues(): boolean {
    return this.subject === null;
  }

  noteCopied(): void {}

  affixes(type: LiteralType): Affixes {
    return { before: this.names.datatype(type), after: NO_BYTES };
  }

  override lexical(start: number, end: number): void {
    const { sink } = this;
    const { input } = sink;
    let run = start;
    for (let at = start; at < end; at++) {
      const byte = input[at]!;
      if (byte !== 0x26 && byte !== 0x3c && byte !== 0x3e && byte !== 0x5c) continue;
      sink.copy(run, at);
      if (byte === 0x5c) sink.text(ESCAPES.get(input[++at]!)!);
      else sink.text(byte === 0x26 ? '&amp;' : byte === 0x3c ? '&lt;' : '&gt;');
      run = at + 1;
    }
    sink.copy(run, end);
  }

  override escapeIri(iri: string): string {
    return escapeXmlIri(iri);
  }

  finish(): Uint8Array {
    const isWhole = this.part === undefined;
    if (isWhole) this.sink.text('</rdf:RDF>\n');
    this.sink.flush();
    return encodeText(isWhole ? this.names.start(this.declared) : '');
  }

  /** Writes the start tag of a property without its `>`, and the subject's own before its first property. */
  private startElement(predicate: PredicateTerm): void {
    const { start, behindName, prefix } = this.names.element(predicate);
    if (this.subject !== null) {
      this.startDescription(this.subject);
      this.subject = null;
    }
    this.sink.bytes(start);
    if (prefix !== null) this.declared.add(prefix);
    this.sink.notePredicate(predicate, behindName);
  }

  private endElement(predicate: PredicateTerm): void {
    this.sink.bytes(this.names.element(predicate).end);
    // Behind the name stand `>` and the line feed.
    this.sink.notePredicate(predicate, 2);
  }

  private startDescription(node: NodeTerm): void {
    this.sink.text(this.names.indent);
    this.sink.bytes(DESCRIPTION);
    this.writeNode(node, ABOUT);
    this.sink.bytes(END_START);
  }
}
