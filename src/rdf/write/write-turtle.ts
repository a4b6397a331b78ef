import type { ByteSink } from './byte-sink.ts';
import { decodeAscii, encodeText } from '../utf8.ts';
import { XSD } from '../namespaces.ts';
import { NO_PREFIX, PrefixTable, UsedPrefixes, type RenderedName } from './prefixes.ts';
import type { LiteralTerm, LiteralType, NodeTerm, PredicateTerm, StatementTerm } from './terms.ts';
import { TRIPLES_TEXT } from './text-escapes.ts';
import { TermWriter, type Fragment, type Writer } from './writer.ts';

/** Local names that need no escape in Turtle, and a bit fewer: ASCII alone (Turtle §6.5 PN_LOCAL). */
const LOCAL_NAME = /^(?:[A-Za-z_0-9](?:[A-Za-z0-9_.-]*[A-Za-z0-9_-])?)?$/;
/** Turtle §6.5 PNAME_NS, ASCII alone. */
const PREFIX = /^(?:[A-Za-z](?:[A-Za-z0-9_.-]*[A-Za-z0-9_-])?)?$/;

/** Lexical forms that read back as the same literal without quotes (Turtle §6.5 INTEGER, DECIMAL, DOUBLE). */
const BARE: ReadonlyMap<string, RegExp> = new Map([
  [`${XSD}integer`, /^[+-]?[0-9]+$/],
  [`${XSD}decimal`, /^[+-]?[0-9]*\.[0-9]+$/],
  [`${XSD}double`, /^[+-]?(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+)[eE][+-]?[0-9]+$/],
  [`${XSD}boolean`, /^(?:true|false)$/],
]);

/** Shortens the names of anonymous nodes. */
const GENID = 'genid';
const GENID_COLON = encodeText(`${GENID}:`);

/** What stands between two properties and before a nested one, by nesting. */
const INDENTS: Uint8Array[] = [];

/** What Turtle writes of a mapping. */
export class TurtleNames {
  readonly prefixes: PrefixTable;
  /** No prefix of the block or the hub is called as that of the names of anonymous nodes. */
  readonly shortensNames: boolean;
  readonly nameBytes: number;
  private readonly predicates: RenderedName[] = [];
  private readonly objects: RenderedName[] = [];
  /** The closing quote and the datatype, by the datatype's id. */
  private readonly suffixes: RenderedName[] = [];

  /**
   * @param prefixes those that shorten IRIs
   * @param nameBytes bytes of the name at the end of a named node's IRI
   */
  constructor(prefixes: ReadonlyMap<string, string>, nameBytes: number) {
    this.nameBytes = nameBytes;
    // The block's prefixes come first and keep their names; xsd may have another name there.
    const named = new Map(prefixes);
    if (!named.has('xsd')) named.set('xsd', XSD);
    this.shortensNames = !named.has(GENID);
    this.prefixes = new PrefixTable(named, (prefix) => PREFIX.test(prefix), LOCAL_NAME);
  }

  predicate({ id, iri, isType }: PredicateTerm): RenderedName {
    return (this.predicates[id] ??= isType ? TYPE : this.render(iri, '', ' '));
  }

  object({ id, iri }: StatementTerm): RenderedName {
    return (this.objects[id] ??= this.render(iri, '', ''));
  }

  suffix({ id, iri }: LiteralType): RenderedName {
    return (this.suffixes[id] ??= iri === `${XSD}string` ? QUOTE : this.render(iri, '"^^', ''));
  }

  private render(iri: string, before: string, after: string): RenderedName {
    return this.prefixes.render(iri, (name, isPrefixed) => before + (isPrefixed ? name : `<${name}>`) + after);
  }
}

const TYPE: RenderedName = { bytes: encodeText('a '), prefix: NO_PREFIX };
const QUOTE: RenderedName = { bytes: encodeText('"'), prefix: NO_PREFIX };

/** Writes Turtle: grouped by subject, prefixed names, anonymous nodes nested where they are cited. */
export class TurtleWriter extends TermWriter implements Writer {
  protected readonly escapes = TRIPLES_TEXT;
  readonly nests = 'anonymous';
  readonly maxNesting = 8;
  readonly escapesTexts = false;
  readonly writesBare = true;
  private readonly names: TurtleNames;
  private readonly used: UsedPrefixes;
  /** The namespace of the names of anonymous nodes, once one was shortened. */
  private genid: string | null = null;
  private subject: NodeTerm | null = null;
  private depth = 0;
  /** The predicate that was written last, by nesting; null before the first. */
  private readonly last: (PredicateTerm | null)[] = [];

  constructor(sink: ByteSink, names: TurtleNames, part?: Fragment) {
    super(sink, '_:', part);
    this.names = names;
    this.used = new UsedPrefixes(names.prefixes);
  }

  begin(subject: NodeTerm): void {
    this.subject = subject;
    this.depth = 0;
    this.last[0] = null;
  }

  end(): void {
    // A subject of which nothing was said is not written.
    if (this.last[0] !== null) this.sink.text(' .\n');
  }

  open(predicate: PredicateTerm, _node: NodeTerm): void {
    this.startObject(predicate);
    this.depth++;
    this.last[this.depth] = null;
    this.sink.byte(0x5b);
  }

  close(): void {
    const isEmpty = this.last[this.depth] === null;
    this.depth--;
    if (!isEmpty) this.indent(this.depth + 1);
    this.sink.byte(0x5d);
  }

  constant(statement: StatementTerm): void {
    this.startObject(statement.predicate);
    this.writeName(this.names.object(statement));
  }

  node(predicate: PredicateTerm, node: NodeTerm): void {
    this.startObject(predicate);
    this.writeTerm(node);
  }

  literal(predicate: PredicateTerm, literal: LiteralTerm): void {
    this.startObject(predicate);
    const { datatype } = literal;
    const bare = BARE.get(datatype.iri);
    if (bare !== undefined && bare.test(literal.text ?? decodeAscii(this.sink.input, literal.start, literal.end))) {
      this.writeLexical(literal);
      return;
    }
    this.sink.byte(0x22);
    this.writeLexical(literal);
    this.writeName(this.names.suffix(datatype));
  }

  finish(): Uint8Array {
    this.sink.flush();
    const used = this.used.list();
    if (this.genid !== null) used.push([GENID, this.genid]);
    return encodeText(
      used.map(([prefix, namespace]) => `@prefix ${prefix}: <${namespace}> .\n`).join('') +
        (used.length > 0 ? '\n' : ''),
    );
  }

  private startObject(predicate: PredicateTerm): void {
    const last = this.last[this.depth]!;
    if (last === predicate) {
      this.sink.text(' , ');
      return;
    }
    if (last === null) {
      if (this.depth === 0) {
        this.writeTerm(this.subject!);
        this.sink.byte(0x20);
      } else this.indent(this.depth + 1);
    } else {
      this.sink.text(' ;');
      this.indent(this.depth + 1);
    }
    this.last[this.depth] = predicate;
    const name = this.names.predicate(predicate);
    this.writeName(name);
    this.sink.notePredicate(predicate, name.prefix === NO_PREFIX ? 2 : 1);
  }

  private writeName({ bytes, prefix }: RenderedName): void {
    this.used.add(prefix);
    this.sink.bytes(bytes);
  }

  private indent(depth: number): void {
    this.sink.bytes((INDENTS[depth] ??= encodeText(`\n${'  '.repeat(depth)}`)));
  }

  private writeTerm(node: NodeTerm): void {
    const { iri, id } = node;
    const { nameBytes, shortensNames } = this.names;
    if (iri === null || id < 0 || !shortensNames) return this.writeInBrackets(node);
    this.genid ??= iri.slice(0, -nameBytes);
    this.writeNode(node, GENID_COLON, iri.slice(-nameBytes));
  }
}
