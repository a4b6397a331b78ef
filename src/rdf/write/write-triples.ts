import { HubError } from '../../errors.ts';
import { hasNonXmlCharacter } from '../characters.ts';
import { RDF_TYPE, XSD_STRING } from '../namespaces.ts';
import { datatypeOf, type BoundTerm } from '../rows.ts';
import { irisOf, usedPrefixes, type Triple } from '../triple.ts';
import { encodeText } from '../utf8.ts';
import { ByteSink, type TakeChunk } from './byte-sink.ts';
import { NO_PREFIX, type RenderedName } from './prefixes.ts';
import { END_VALUE, JsonLdNames, JsonLdWriter, VALUE, type JsonLdRules } from './write-jsonld.ts';
import { RdfXmlNames, RdfXmlWriter, startRdfXml } from './write-rdfxml.ts';
import type { LiteralType, NodeTerm, PredicateTerm } from './terms.ts';
import type { Writer } from './writer.ts';

/** Writes a graph into a sink, and gives the bytes that belong before it. The same each time. */
export type WriteGraph = (sink: ByteSink) => Uint8Array;

/**
 * Writes RDF/XML 1.1, a description for each run of triples of one subject.
 *
 * @throws HubError `unnameable-predicate` for a predicate that XML cannot name, `invalid-option` for a text that XML cannot hold
 */
export function writeRdfXml(
  triples: Iterable<Triple>,
  prefixes: ReadonlyMap<string, string>,
  sink: ByteSink,
): Uint8Array {
  const terms = new Terms(triples);
  const names = new IndentedRdfXmlNames({
    // Of equal namespaces the last prefix wins.
    prefixes: new Map([...prefixes].toReversed()),
    predicates: terms.predicates(),
    refuse: ({ iri }, fault) =>
      new HubError(
        'unnameable-predicate',
        `RDF/XML can't write the predicate ${JSON.stringify(iri)}: ${fault}. Choose another format: ttl, nt or jsonld.`,
        { piece: iri },
      ),
  });
  const writer = new RdfXmlWriter(sink, names);
  let open: BoundTerm | null = null;
  for (const { s, p, o } of triples) {
    if (o.type === 'literal' && hasNonXmlCharacter(o.value)) throw unwritable(p);
    if (open === null || !isSame(s, open)) {
      if (open !== null) writer.end();
      writer.begin(terms.node(s));
      open = s;
    }
    writeObject(writer, terms.predicate(p, o), o, terms);
  }
  if (open !== null) writer.end();
  return writer.finish();
}

function isSame(one: BoundTerm, other: BoundTerm): boolean {
  return one.value === other.value && one.type === other.type;
}

/** RDF/XML with two spaces for each level, and a line for each declaration, by name. */
class IndentedRdfXmlNames extends RdfXmlNames {
  override readonly indent = '  ';

  override start(used: Iterable<string>): string {
    return startRdfXml(this.declare([...used].sort()), '\n  ');
  }

  protected override typeAttribute(type: LiteralType): string {
    const { language, namesString } = type;
    if (language !== undefined) return ` xml:lang="${language}"`;
    return namesString === true ? ` rdf:datatype="${XSD_STRING}"` : super.typeAttribute(type);
  }
}

function unwritable(predicate: string): HubError {
  return new HubError(
    'invalid-option',
    `There is no RDF/XML of this graph: an object of ${JSON.stringify(predicate)} has a character that XML cannot hold. Choose another format: ttl, nt or jsonld.`,
    { key: 'format', piece: predicate },
  );
}

/**
 * Writes JSON-LD 1.1: a context of prefixes, and a graph of one object for each run of triples of one subject. Every property is an
 * array, and every literal a value object, so that readers meet one shape.
 */
export function writeJsonLd(
  triples: Iterable<Triple>,
  prefixes: ReadonlyMap<string, string>,
  sink: ByteSink,
): Uint8Array {
  const terms = new Terms(triples);
  const writer = new JsonLdWriter(sink, new DenseJsonLdNames(usedPrefixes(triples, prefixes), irisOf(triples)));
  let open: BoundTerm | null = null;
  /** Of the subject that is open. */
  const objects = new Map<PredicateTerm, BoundTerm[]>();
  const end = (): void => {
    if (open === null) return;
    writer.begin(terms.node(open));
    for (const [predicate, values] of objects) for (const value of values) writeObject(writer, predicate, value, terms);
    writer.end();
    objects.clear();
  };
  for (const { s, p, o } of triples) {
    if (open === null || !isSame(s, open)) end();
    open = s;
    const predicate = terms.predicate(p, o);
    const known = objects.get(predicate);
    if (known === undefined) objects.set(predicate, [o]);
    else known.push(o);
  }
  end();
  return writer.finish();
}

/** No keyword, no IRI and no label of a blank node; behind the colon all that is no path. */
const DENSE: JsonLdRules = { prefix: /^(?![@_])[^:/]+$/, suffix: /^[^/#]+$/ };

/** Names of nodes that are remembered: most are cited soon after another, and a graph may have millions. */
const MOST_IDS = 10_000;

/** JSON-LD without line ends, whose context declares all prefixes in their order, and which shortens IRIs of nodes too. */
class DenseJsonLdNames extends JsonLdNames {
  override readonly newLine = '';
  readonly #given: ReadonlyMap<string, string>;
  readonly #ids = new Map<string, string>();
  readonly #literalStarts: RenderedName[] = [];

  constructor(prefixes: ReadonlyMap<string, string>, iris: Iterable<string>) {
    const schemes = new Set<string>();
    for (const iri of iris) schemes.add(iri.slice(0, iri.indexOf(':')));
    const given = [...prefixes].filter(([prefix]) => DENSE.prefix.test(prefix) && !schemes.has(prefix));
    super(given, [], DENSE);
    this.#given = new Map(given);
  }

  override literalStart({ id, iri, language, namesString }: LiteralType): RenderedName {
    return (this.#literalStarts[id] ??=
      language !== undefined
        ? { bytes: encodeText(`{"@language":${JSON.stringify(language)},"@value":`), prefix: NO_PREFIX }
        : iri === XSD_STRING && namesString !== true
          ? VALUE
          : this.render(iri, '{"@type":', ',"@value":'));
  }

  override literalEnd(): RenderedName {
    return END_VALUE;
  }

  override id(iri: string): string {
    let id = this.#ids.get(iri);
    if (id !== undefined) return id;
    if (this.#ids.size >= MOST_IDS) this.#ids.clear();
    this.#ids.set(iri, (id = super.id(this.prefixes.find(iri)?.name ?? iri)));
    return id;
  }

  override declared(): ReadonlyMap<string, string> {
    return this.#given;
  }
}

function writeObject(writer: Writer, predicate: PredicateTerm, object: BoundTerm, terms: Terms): void {
  if (object.type !== 'literal') writer.node(predicate, terms.node(object));
  else writer.literal(predicate, { datatype: terms.literalType(object), text: object.value, start: 0, end: 0 });
}

/** Terms of triples, numbered as writers want them. */
class Terms {
  readonly #predicates = new Map<string, PredicateTerm>();
  readonly #types = new Map<string, PredicateTerm>();
  readonly #blankNodes = new Map<string, NodeTerm>();
  readonly #literalTypes = new Map<string, LiteralType>();

  constructor(triples: Iterable<Triple>) {
    for (const { p, o } of triples) this.predicate(p, o);
  }

  /** In the order in which the triples have them. */
  predicates(): PredicateTerm[] {
    return [...this.#predicates.values(), ...this.#types.values()].sort((a, b) => a.id - b.id);
  }

  predicate(iri: string, object: BoundTerm): PredicateTerm {
    const isType = iri === RDF_TYPE && object.type === 'uri';
    const known = isType ? this.#types : this.#predicates;
    let predicate = known.get(iri);
    if (predicate === undefined)
      known.set(iri, (predicate = { id: this.#predicates.size + this.#types.size, iri, isType }));
    return predicate;
  }

  node({ type, value }: BoundTerm): NodeTerm {
    if (type !== 'bnode') return { id: -1, iri: value };
    let node = this.#blankNodes.get(value);
    // A label of a blank node need not be a name of XML: it is written as a number behind a letter.
    if (node === undefined) this.#blankNodes.set(value, (node = { id: this.#blankNodes.size, iri: null }));
    return node;
  }

  literalType(literal: BoundTerm): LiteralType {
    const language = literal['xml:lang'];
    const iri = datatypeOf(literal);
    const namesString = literal.datatype === XSD_STRING;
    // No IRI of a datatype is a language tag, and none is empty.
    const key = language ?? (iri === XSD_STRING && !namesString ? '' : iri);
    let type = this.#literalTypes.get(key);
    if (type === undefined) {
      type = { id: this.#literalTypes.size, iri, namesString, ...(language === undefined ? {} : { language }) };
      this.#literalTypes.set(key, type);
    }
    return type;
  }
}

/** What a graph is written as, in one text. */
export function textOf(write: WriteGraph): string {
  const chunks: Uint8Array[] = [];
  const head = write(new ByteSink(new Uint8Array(0), (chunk) => void chunks.push(chunk)));
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let text = decoder.decode(head);
  // A long literal may be cut within a character.
  for (const chunk of chunks) text += decoder.decode(chunk, { stream: true });
  return text;
}

/**
 * Hands over what a graph is written as, piece by piece. It is written twice, since only the end tells what belongs before all: so no more
 * than a piece is held.
 */
export function writePieces(write: WriteGraph, take: TakeChunk): void {
  take(write(new ByteSink(new Uint8Array(0), () => true)));
  write(new ByteSink(new Uint8Array(0), take));
}
