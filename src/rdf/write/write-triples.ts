import { HubError } from '../../errors.ts';
import { hasNonXmlCharacter } from '../characters.ts';
import { RDF_TYPE, XSD_STRING } from '../namespaces.ts';
import { datatypeOf, type BoundTerm } from '../rows.ts';
import { CitedNamespaces, irisIn, type Triple } from '../triple.ts';
import { encodeText, NO_BYTES } from '../utf8.ts';
import { ByteSink, type TakeChunk } from './byte-sink.ts';
import type { GraphText, ShorteningText } from './graph-text.ts';
import { NO_PREFIX, type RenderedName } from './prefixes.ts';
import { END_VALUE, JsonLdNames, JsonLdWriter, startJsonLd, VALUE, type JsonLdRules } from './write-jsonld.ts';
import { namespaceOf, RdfXmlNames, RdfXmlWriter, startRdfXml } from './write-rdfxml.ts';
import type { LiteralType, NodeTerm, PredicateTerm } from './terms.ts';
import type { Writer } from './writer.ts';

/** Writes RDF/XML 1.1, a description for each run of triples of one subject. */
export class RdfXmlText implements GraphText {
  readonly #prefixes: ReadonlyMap<string, string>;
  readonly #take: TakeChunk;
  readonly #terms = new Terms();
  #writer: RdfXmlWriter | null = null;
  #open: BoundTerm | null = null;

  constructor(prefixes: ReadonlyMap<string, string>, take: TakeChunk) {
    this.#prefixes = prefixes;
    this.#take = take;
  }

  note({ p, o }: Triple): void {
    if (o.type === 'literal' && hasNonXmlCharacter(o.value)) throw unwritable(p);
    this.#terms.predicate(p, o);
  }

  /**
   * In place of notes of all triples. Namespaces without a prefix are numbered in the order of these IRIs.
   *
   * @param properties of all triples
   * @param beyondXml one that has a literal that XML cannot hold
   * @throws HubError `invalid-option` for such a literal
   */
  noteProperties(properties: Iterable<string>, beyondXml: string | undefined): void {
    if (beyondXml !== undefined) throw unwritable(beyondXml);
    for (const property of new Set([...properties].sort())) this.#terms.predicate(property, { type: 'uri', value: '' });
  }

  begin(): void {
    const predicates = this.#terms.predicates();
    const names = new IndentedRdfXmlNames({
      // Of equal namespaces the last prefix wins.
      prefixes: new Map([...this.#prefixes].toReversed()),
      namespaces: predicates.map(({ iri }) => namespaceOf(iri)),
      refuse: ({ iri }, fault) =>
        new HubError(
          'unnameable-predicate',
          `RDF/XML can't write the predicate ${JSON.stringify(iri)}: ${fault}. Choose another format: ttl, nt or jsonld.`,
          { piece: iri },
        ),
    });
    const used = predicates.flatMap((predicate) => names.element(predicate).prefix ?? []);
    this.#take(encodeText(names.start(new Set(['rdf', ...used]))));
    this.#writer = new RdfXmlWriter(new ByteSink(NO_BYTES, this.#take), names);
  }

  write({ s, p, o }: Triple): void {
    const writer = this.#writer!;
    if (this.#open === null || !isSame(s, this.#open)) {
      if (this.#open !== null) writer.end();
      writer.begin(this.#terms.node(s));
      this.#open = s;
    }
    writeObject(writer, this.#terms.predicate(p, o), o, this.#terms);
  }

  end(): void {
    if (this.#open !== null) this.#writer!.end();
    this.#writer!.finish();
  }
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
export class JsonLdText implements ShorteningText {
  readonly #prefixes: ReadonlyMap<string, string>;
  readonly #take: TakeChunk;
  readonly #terms = new Terms();
  readonly #namespaces = new CitedNamespaces();
  readonly #schemes = new Set<string>();
  #writer: JsonLdWriter | null = null;
  #open: BoundTerm | null = null;
  /** Of the subject that is open. */
  readonly #objects = new Map<PredicateTerm, BoundTerm[]>();

  constructor(prefixes: ReadonlyMap<string, string>, take: TakeChunk) {
    this.#prefixes = prefixes;
    this.#take = take;
  }

  note(triple: Triple): void {
    for (const iri of irisIn(triple)) this.noteIri(iri);
  }

  noteIri(iri: string): void {
    this.#namespaces.add(iri);
    this.#schemes.add(iri.slice(0, iri.indexOf(':')));
  }

  begin(): void {
    const declared = [...this.#namespaces.of(this.#prefixes)].filter(
      // A prefix that is named like the scheme of an IRI would turn it into a compact IRI.
      ([prefix]) => DENSE.prefix.test(prefix) && !this.#schemes.has(prefix),
    );
    this.#take(encodeText(startJsonLd(declared, '@graph')));
    this.#writer = new JsonLdWriter(new ByteSink(NO_BYTES, this.#take), new DenseJsonLdNames(declared, [], DENSE));
  }

  write({ s, p, o }: Triple): void {
    if (this.#open === null || !isSame(s, this.#open)) this.#writeOpen();
    this.#open = s;
    const predicate = this.#terms.predicate(p, o);
    const known = this.#objects.get(predicate);
    if (known === undefined) this.#objects.set(predicate, [o]);
    else known.push(o);
  }

  end(): void {
    this.#writeOpen();
    this.#writer!.finish();
  }

  #writeOpen(): void {
    if (this.#open === null) return;
    const writer = this.#writer!;
    writer.begin(this.#terms.node(this.#open));
    for (const [predicate, values] of this.#objects)
      for (const value of values) writeObject(writer, predicate, value, this.#terms);
    writer.end();
    this.#objects.clear();
  }
}

/** No keyword, no IRI, no label of a blank node and no method that readers call; behind the colon all that is no path. */
const DENSE: JsonLdRules = { prefix: /^(?![@_]|hasOwnProperty$)[^:/]+$/, suffix: /^[^/#]+$/ };

/** Names of nodes that are remembered: most are cited soon after another, and a graph may have millions. */
const MOST_IDS = 10_000;

/** JSON-LD without line ends, which shortens IRIs of nodes too. */
class DenseJsonLdNames extends JsonLdNames {
  override readonly newLine = '';
  readonly #ids = new Map<string, string>();
  readonly #literalStarts: RenderedName[] = [];

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
}

function writeObject(writer: Writer, predicate: PredicateTerm, object: BoundTerm, terms: Terms): void {
  if (object.type !== 'literal') writer.node(predicate, terms.node(object));
  else writer.literal(predicate, { datatype: terms.literalType(object), text: object.value, start: 0, end: 0 });
}

/** Terms of triples, numbered as writers want them, each when it is first asked for. */
class Terms {
  readonly #predicates = new Map<string, PredicateTerm>();
  readonly #types = new Map<string, PredicateTerm>();
  readonly #blankNodes = new Map<string, NodeTerm>();
  readonly #literalTypes = new Map<string, LiteralType>();

  /** In the order in which they were asked for. */
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
