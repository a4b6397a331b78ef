import { HubError } from '../../errors.ts';
import type { ByteSink } from './byte-sink.ts';
import { encodeText } from '../bytes/utf8.ts';
import type { Mapping, Predicate, Statement } from '../semantic/mapping.ts';
import type { Datatype } from '../rdf-terms/datatypes.ts';
import { isNcName, ncNameStart } from '../../rdf/iri.ts';
import { RDF, XSD } from '../../rdf/namespaces.ts';
import { excerpt, pointerToken, quote } from '../json/text.ts';
import { LABEL_PREFIX, writeIri, writeLabel, type Fragment, type Writer } from './writer.ts';
import type { GraphNode, Literal } from '../rdf-terms/graph-terms.ts';

/** Names of the RDF namespace that mean something else as a property element (RDF/XML §5.1). */
const RESERVED = new Set([
  'RDF',
  'ID',
  'about',
  'bagID',
  'parseType',
  'resource',
  'nodeID',
  'datatype',
  'li',
  'aboutEach',
  'aboutEachPrefix',
  'Description',
]);

/** Namespaces that XML reserves (Namespaces in XML 1.0 §3). */
const XML_NAMESPACES = new Set(['http://www.w3.org/XML/1998/namespace', 'http://www.w3.org/2000/xmlns/']);

/** Namespaces without a prefix that get one; further ones are declared where they are used. */
const MAX_NUMBERED = 200;

const TAIL = encodeText('</rdf:RDF>\n');
const RESOURCE = encodeText(' rdf:resource="');
const END_EMPTY = encodeText('"/>\n');
const DESCRIPTION = encodeText('<rdf:Description');
const ABOUT = encodeText(' rdf:about="');
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
  /** What the root declares for it; null where it declares its namespace itself. */
  readonly prefix: string | null;
}

const LABEL = encodeText(` rdf:nodeID="${LABEL_PREFIX}`);

/** What RDF/XML writes of a mapping. */
export class RdfXmlNames {
  /** Prefix by namespace: those that the root may declare. */
  private readonly prefixes = new Map<string, string>([[RDF, 'rdf']]);
  private readonly namespaces = new Map<string, string>([['rdf', RDF]]);
  private readonly elements: ElementName[] = [];
  private readonly statements: Uint8Array[] = [];
  private readonly datatypes: Uint8Array[] = [];

  /** @param frame the prefixes that are declared around all parts, for a document that is one */
  constructor(mapping: Mapping, frame: ReadonlyMap<string, string> | null) {
    for (const [prefix, namespace] of frame ?? mapping.prefixes) {
      if (isDeclarable(prefix) && !this.prefixes.has(namespace)) this.declare(prefix, namespace);
    }
    if (frame !== null) return;
    let number = 1;
    for (const { iri } of mapping.predicates) {
      const namespace = iri.slice(0, Math.max(ncNameStart(iri), 0));
      if (namespace === '' || this.prefixes.has(namespace) || number > MAX_NUMBERED) continue;
      while (mapping.prefixes.has(`ns${number}`)) number++;
      this.declare(`ns${number++}`, namespace);
    }
  }

  private declare(prefix: string, namespace: string): void {
    this.prefixes.set(namespace, prefix);
    this.namespaces.set(prefix, namespace);
  }

  namespaceOf(prefix: string): string {
    return this.namespaces.get(prefix)!;
  }

  /** @throws HubError `unnameable-predicate` */
  element(predicate: Predicate): ElementName {
    return (this.elements[predicate.id] ??= this.nameElement(predicate));
  }

  statement({ id, iri }: Statement): Uint8Array {
    return (this.statements[id] ??= encodeText(` rdf:resource="${escapeAttribute(iri)}"/>\n`));
  }

  datatype({ id, iri }: Datatype): Uint8Array {
    return (this.datatypes[id] ??= encodeText(
      iri === `${XSD}string` ? '>' : ` rdf:datatype="${escapeAttribute(iri)}">`,
    ));
  }

  private nameElement({ iri, key, section }: Predicate): ElementName {
    const at = ncNameStart(iri);
    const namespace = iri.slice(0, at);
    const local = iri.slice(at);
    const isReserved = XML_NAMESPACES.has(namespace) || (namespace === RDF && RESERVED.has(local));
    if (at <= 0 || isReserved) {
      const origin = section === null ? `of the key ${quote(key)}` : `that ${quote(key)} of "${section}" names`;
      throw new HubError(
        'unnameable-predicate',
        `RDF/XML can't write the predicate ${quote(iri)} ${origin}: ${isReserved ? 'the name is reserved there' : 'its end is no XML name'}. Choose another format, or rename the ${section === null ? 'key' : 'predicate'}.`,
        {
          key: excerpt(key),
          piece: excerpt(iri),
          ...(section === null ? {} : { pointer: `/@semantic/${section}${pointerToken(excerpt(key))}` }),
        },
      );
    }
    const prefix = this.prefixes.get(namespace) ?? null;
    return prefix === null
      ? {
          start: encodeText(`<n:${local} xmlns:n="${escapeAttribute(namespace)}"`),
          end: encodeText(`</n:${local}>\n`),
          prefix,
        }
      : { start: encodeText(`<${prefix}:${local}`), end: encodeText(`</${prefix}:${local}>\n`), prefix };
  }
}

function isDeclarable(prefix: string): boolean {
  return prefix !== 'rdf' && isNcName(prefix) && !/^xml/i.test(prefix);
}

/** The root's start tag, for the prefixes that parts of one output share. */
export function startRdfXml(prefixes: Iterable<readonly [prefix: string, namespace: string]>): string {
  const namespaces = Array.from(prefixes, ([prefix, namespace]) => ` xmlns:${prefix}="${escapeAttribute(namespace)}"`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rdf:RDF${namespaces.join('')}>\n`;
}

/** What `startRdfXml` has to declare around parts. */
export function framePrefixes(prefixes: ReadonlyMap<string, string>): [prefix: string, namespace: string][] {
  return [['rdf', RDF], ...[...prefixes].filter(([prefix]) => isDeclarable(prefix))];
}

/** Writes RDF/XML; nodes are nested where they are first cited. */
export class RdfXmlWriter implements Writer {
  readonly nests = 'any';
  readonly maxNesting = 32;
  readonly escapesTexts = true;
  private readonly sink: ByteSink;
  private readonly names: RdfXmlNames;
  private readonly part: Fragment | undefined;
  private readonly label: Uint8Array;
  /** Prefixes of the root, in the order of their first use. */
  private readonly declared = new Set(['rdf']);
  /** End tags of the property elements that are open around nested nodes. */
  private readonly openEnds: Uint8Array[] = [];
  private subject: GraphNode | null = null;

  constructor(sink: ByteSink, names: RdfXmlNames, part?: Fragment) {
    this.sink = sink;
    this.names = names;
    this.part = part;
    this.label = part === undefined ? LABEL : encodeText(` rdf:nodeID="${part.nodePrefix}`);
  }

  begin(subject: GraphNode): void {
    this.subject = subject;
  }

  end(): void {
    // A subject of which nothing was said is not written.
    if (this.subject === null) this.sink.text('</rdf:Description>\n');
    this.subject = null;
  }

  open(predicate: Predicate, node: GraphNode, isReferenced: boolean): void {
    const { start, end } = this.element(predicate);
    this.sink.bytes(start);
    if (isReferenced || node.iri !== null) {
      this.sink.byte(0x3e);
      this.startDescription(node);
    } else this.sink.text('><rdf:Description>\n');
    this.openEnds.push(end);
  }

  close(): void {
    this.sink.text('</rdf:Description>');
    this.sink.bytes(this.openEnds.pop()!);
  }

  constant(statement: Statement): void {
    const { start } = this.element(statement.predicate);
    this.sink.bytes(start);
    this.sink.bytes(this.names.statement(statement));
  }

  iri(predicate: Predicate, iri: string): void {
    this.sink.bytes(this.element(predicate).start);
    this.sink.text(` rdf:resource="${escapeAttribute(iri)}"/>\n`);
  }

  node(predicate: Predicate, node: GraphNode): void {
    this.sink.bytes(this.element(predicate).start);
    if (node.iri !== null) {
      this.sink.bytes(RESOURCE);
      writeIri(this.sink, node, escapeAttribute(node.iri));
    } else writeLabel(this.sink, this.label, node);
    this.sink.bytes(END_EMPTY);
  }

  literal(predicate: Predicate, literal: Literal): void {
    const { start, end } = this.element(predicate);
    this.sink.bytes(start);
    this.sink.bytes(this.names.datatype(literal.datatype));
    if (literal.text === null) {
      this.sink.startSlot(literal);
      this.lexical(literal.start, literal.end);
      this.sink.endSlot();
    } else this.sink.text(escapeText(literal.text));
    this.sink.bytes(end);
  }

  lexical(start: number, end: number): void {
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

  escapeIri(iri: string): string {
    return escapeAttribute(iri);
  }

  finish(): Uint8Array {
    if (this.part === undefined) this.sink.bytes(TAIL);
    this.sink.flush();
    if (this.part !== undefined) return new Uint8Array(0);
    return encodeText(startRdfXml(Array.from(this.declared, (prefix) => [prefix, this.names.namespaceOf(prefix)])));
  }

  /** The start tag without its `>` and the end tag of a property; writes the subject's own start tag before its first property. */
  private element(predicate: Predicate): ElementName {
    const name = this.names.element(predicate);
    if (name.prefix !== null) this.declared.add(name.prefix);
    if (this.subject !== null) {
      this.startDescription(this.subject);
      this.subject = null;
    }
    return name;
  }

  private startDescription(node: GraphNode): void {
    this.sink.bytes(DESCRIPTION);
    if (node.iri !== null) {
      this.sink.bytes(ABOUT);
      writeIri(this.sink, node, escapeAttribute(node.iri));
    } else writeLabel(this.sink, this.label, node);
    this.sink.bytes(END_START);
  }
}

function escapeAttribute(iri: string): string {
  return iri.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
}

/** A carriage return written out would be read as a line feed (XML 1.0 §2.11). */
function escapeText(text: string): string {
  return text.replace(/[&<>\r]/g, (character) =>
    character === '&' ? '&amp;' : character === '<' ? '&lt;' : character === '>' ? '&gt;' : '&#xD;',
  );
}
