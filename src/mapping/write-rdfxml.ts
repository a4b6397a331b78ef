import { HubError } from '../errors.ts';
import { encodeText, type ByteSink } from './byte-sink.ts';
import type { Mapping, Predicate, Statement } from './compile.ts';
import { isNcName, ncNameStart } from './iri.ts';
import { RDF, XSD } from './iris.ts';
import { excerpt, pointerToken, quote } from './text.ts';
import { writeIri, writeLabel, type GraphNode, type Literal, type Writer } from './writer.ts';

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

/** Namespaces without a prefix that the root declares; further ones are declared where they are used. */
const MAX_DECLARED = 200;

const TAIL = encodeText('</rdf:RDF>\n');
const RESOURCE = encodeText(' rdf:resource="');
const NODE_ID = encodeText(' rdf:nodeID="');
const END_EMPTY = encodeText('"/>\n');
const DESCRIPTION_ABOUT = encodeText('<rdf:Description rdf:about="');
const DESCRIPTION_NODE_ID = encodeText('<rdf:Description rdf:nodeID="');
const END_START = encodeText('">\n');

interface ElementName {
  readonly start: Uint8Array;
  readonly end: Uint8Array;
}

/** Writes RDF/XML; nodes are nested where they are first cited. */
export class RdfXmlWriter implements Writer {
  readonly nests = 'any';
  readonly maxNesting = 32;
  private readonly sink: ByteSink;
  private readonly input: Uint8Array;
  private readonly prefixByNamespace = new Map<string, string>();
  private readonly prefixes: ReadonlyMap<string, string>;
  private readonly declared = new Map<string, string>([['rdf', RDF]]);
  private readonly elements: ElementName[] = [];
  private readonly statements: Uint8Array[] = [];
  private readonly datatypes: Uint8Array[] = [];
  /** End tags of the property elements that are open around nested nodes. */
  private readonly openEnds: Uint8Array[] = [];
  private subject: GraphNode | null = null;

  constructor(sink: ByteSink, input: Uint8Array, mapping: Mapping) {
    this.sink = sink;
    this.input = input;
    this.prefixes = mapping.prefixes;
    this.prefixByNamespace.set(RDF, 'rdf');
    for (const [prefix, namespace] of mapping.prefixes) {
      const isFree = prefix !== 'rdf' && isNcName(prefix) && !/^xml/i.test(prefix);
      if (isFree && !this.prefixByNamespace.has(namespace)) this.prefixByNamespace.set(namespace, prefix);
    }
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
    this.sink.bytes(
      (this.statements[statement.id] ??= encodeText(` rdf:resource="${escapeAttribute(statement.iri)}"/>\n`)),
    );
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
    } else {
      this.sink.bytes(NODE_ID);
      writeLabel(this.sink, node);
    }
    this.sink.bytes(END_EMPTY);
  }

  literal(predicate: Predicate, literal: Literal): void {
    const { start, end } = this.element(predicate);
    const { datatype } = literal;
    this.sink.bytes(start);
    this.sink.bytes(
      (this.datatypes[datatype.id] ??= encodeText(
        datatype.iri === `${XSD}string` ? '>' : ` rdf:datatype="${escapeAttribute(datatype.iri)}">`,
      )),
    );
    if (literal.text === null) {
      this.sink.startSlot(literal);
      this.lexical(literal.start, literal.end);
      this.sink.endSlot();
    } else this.sink.text(escapeText(literal.text));
    this.sink.bytes(end);
  }

  /** Escapes `&`, `<` and `>`. */
  lexical(start: number, end: number): void {
    const { input, sink } = this;
    let run = start;
    for (let at = start; at < end; at++) {
      const byte = input[at]!;
      if (byte !== 0x26 && byte !== 0x3c && byte !== 0x3e) continue;
      sink.range(input, run, at);
      sink.text(byte === 0x26 ? '&amp;' : byte === 0x3c ? '&lt;' : '&gt;');
      run = at + 1;
    }
    sink.range(input, run, end);
  }

  escapeIri(iri: string): string {
    return escapeAttribute(iri);
  }

  finish(): Uint8Array {
    this.sink.bytes(TAIL);
    this.sink.flush();
    const namespaces = Array.from(
      this.declared,
      ([prefix, namespace]) => ` xmlns:${prefix}="${escapeAttribute(namespace)}"`,
    );
    return encodeText(`<?xml version="1.0" encoding="UTF-8"?>\n<rdf:RDF${namespaces.join('')}>\n`);
  }

  /** The start tag without its `>` and the end tag of a property; writes the subject's own start tag before its first property. */
  private element(predicate: Predicate): ElementName {
    const name = (this.elements[predicate.id] ??= this.nameElement(predicate));
    if (this.subject !== null) {
      this.startDescription(this.subject);
      this.subject = null;
    }
    return name;
  }

  private startDescription(node: GraphNode): void {
    if (node.iri !== null) {
      this.sink.bytes(DESCRIPTION_ABOUT);
      writeIri(this.sink, node, escapeAttribute(node.iri));
    } else {
      this.sink.bytes(DESCRIPTION_NODE_ID);
      writeLabel(this.sink, node);
    }
    this.sink.bytes(END_START);
  }

  /** @throws HubError `unnameable-predicate` */
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
    let prefix = this.prefixByNamespace.get(namespace);
    if (prefix === undefined && this.declared.size < MAX_DECLARED) {
      let number = this.declared.size;
      while (this.prefixes.has(`ns${number}`)) number++;
      prefix = `ns${number}`;
      this.prefixByNamespace.set(namespace, prefix);
    }
    if (prefix === undefined) {
      return {
        start: encodeText(`<n:${local} xmlns:n="${escapeAttribute(namespace)}"`),
        end: encodeText(`</n:${local}>\n`),
      };
    }
    this.declared.set(prefix, namespace);
    return { start: encodeText(`<${prefix}:${local}`), end: encodeText(`</${prefix}:${local}>\n`) };
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
