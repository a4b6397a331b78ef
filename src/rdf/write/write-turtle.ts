import type { ByteSink } from './byte-sink.ts';
import { joinBytes } from '../../join-bytes.ts';
import { encodeText, NO_BYTES } from '../utf8.ts';
import { XSD } from '../namespaces.ts';
import { bareFormOf, formOfBytes, type BareForm } from './bare-literals.ts';
import { NO_PREFIX, PrefixTable, UsedPrefixes, type RenderedName } from './prefixes.ts';
import type { LiteralTerm, LiteralType, NodeTerm, PredicateTerm, StatementTerm } from './terms.ts';
import { TRIPLES_TEXT } from './text-escapes.ts';
import { startOfIri, TermWriter, type Affixes, type Fragment, type Writer } from './writer.ts';

/** Local names that need no escape in Turtle, and a bit fewer: ASCII alone (Turtle §6.5 PN_LOCAL). */
const LOCAL_NAME = /^(?:[A-Za-z_0-9](?:[A-Za-z0-9_.-]*[A-Za-z0-9_-])?)?$/;
/** Turtle §6.5 PNAME_NS, ASCII alone. */
const PREFIX = /^(?:[A-Za-z](?:[A-Za-z0-9_.-]*[A-Za-z0-9_-])?)?$/;

/** Shortens the names of anonymous nodes. */
const GENID = 'genid';
const GENID_COLON = encodeText(`${GENID}:`);

const SPACE = 0x20;
const COMMA = encodeText(' , ');
const END = encodeText(' .\n');
const BARE: Affixes = { before: NO_BYTES, after: NO_BYTES };
/** What stands before a nested property, by nesting. */
const INDENTS: Uint8Array[] = [];

const tables = new WeakMap<ReadonlyMap<string, string>, PrefixTable>();

/** The prefixes with that of XSD, made once for each map: those of a vocabulary may be thousands, and examples are converted by them one by one. */
function tableOf(prefixes: ReadonlyMap<string, string>): PrefixTable {
  let table = tables.get(prefixes);
  if (table === undefined) {
    // The block's prefixes come first and keep their names; xsd may have another name there.
    const named = new Map(prefixes);
    if (!named.has('xsd')) named.set('xsd', XSD);
    tables.set(prefixes, (table = new PrefixTable(named, (prefix) => PREFIX.test(prefix), LOCAL_NAME)));
  }
  return table;
}

/** What Turtle writes of a mapping. */
export class TurtleNames {
  readonly prefixes: PrefixTable;
  /** No prefix of the block or the hub is called as that of the names of anonymous nodes. */
  readonly shortensNames: boolean;
  private readonly predicates: RenderedName[] = [];
  private readonly objects: RenderedName[] = [];
  /** The closing quote and the datatype, by the datatype's id. */
  private readonly suffixes: RenderedName[] = [];
  /** Predicates with what stands before them, by nesting and id: of the first property of a nested node, and of the next ones of any. */
  private readonly firstInLine: RenderedName[][] = [];
  private readonly nextInLine: RenderedName[][] = [];
  /** The form without quotes, by the datatype's id. */
  private readonly bareForms: (BareForm | null)[] = [];

  /** @param prefixes those that shorten IRIs, which do not change */
  constructor(prefixes: ReadonlyMap<string, string>) {
    this.shortensNames = !prefixes.has(GENID);
    this.prefixes = tableOf(prefixes);
  }

  predicate({ id, iri, isType }: PredicateTerm): RenderedName {
    return (this.predicates[id] ??= isType ? TYPE : this.render(iri, '', ' '));
  }

  /** The same on a line of its own. */
  predicateInLine(predicate: PredicateTerm, depth: number, isFirst: boolean): RenderedName {
    const known = ((isFirst ? this.firstInLine : this.nextInLine)[depth] ??= []);
    return (known[predicate.id] ??= behind(isFirst ? '' : ' ;', depth, this.predicate(predicate)));
  }

  bareForm({ id, iri }: LiteralType): BareForm | null {
    const known = this.bareForms[id];
    return known === undefined ? (this.bareForms[id] = bareFormOf(iri)) : known;
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

/** A name in the line behind what separates it from the one before. */
function behind(separator: string, depth: number, { bytes, prefix }: RenderedName): RenderedName {
  return { bytes: joinBytes([encodeText(separator), indentOf(depth + 1), bytes]), prefix };
}

function indentOf(depth: number): Uint8Array {
  return (INDENTS[depth] ??= encodeText(`\n${'  '.repeat(depth)}`));
}

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
    if (this.last[0] !== null) this.sink.bytes(END);
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
    if (!isEmpty) this.sink.bytes(indentOf(this.depth + 1));
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
    if (this.isBare(literal)) return this.writeLexical(literal);
    this.sink.byte(0x22);
    this.writeLexical(literal);
    this.writeName(this.names.suffix(datatype));
  }

  continues(predicate: PredicateTerm): boolean {
    const last = this.last[this.depth]!;
    return last !== null && last !== predicate;
  }

  noteCopied(predicate: PredicateTerm): void {
    this.last[this.depth] = predicate;
  }

  affixes(type: LiteralType, isBare: boolean): Affixes {
    if (isBare) return BARE;
    const suffix = this.names.suffix(type);
    this.used.add(suffix.prefix);
    return { before: QUOTE.bytes, after: suffix.bytes };
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

  private isBare({ datatype, text, start, end }: LiteralTerm): boolean {
    const form = this.names.bareForm(datatype);
    if (form === null) return false;
    if (text === null) return formOfBytes(this.sink.input, start, end) === form;
    const bytes = encodeText(text);
    return formOfBytes(bytes, 0, bytes.length) === form;
  }

  private startObject(predicate: PredicateTerm): void {
    const { sink, names, depth } = this;
    const last = this.last[depth]!;
    if (last === predicate) return sink.bytes(COMMA);
    let name: RenderedName;
    if (last === null && depth === 0) {
      this.writeTerm(this.subject!);
      sink.byte(SPACE);
      name = names.predicate(predicate);
    } else name = names.predicateInLine(predicate, depth, last === null);
    this.last[depth] = predicate;
    this.writeName(name);
    sink.notePredicate(predicate, name.prefix === NO_PREFIX ? 2 : 1);
  }

  private writeName({ bytes, prefix }: RenderedName): void {
    this.used.add(prefix);
    this.sink.bytes(bytes);
  }

  private writeTerm(node: NodeTerm): void {
    const { iri, name } = node;
    if (iri === null || name === undefined || !this.names.shortensNames) return this.writeInBrackets(node);
    const { sink } = this;
    this.genid ??= startOfIri(iri, name);
    sink.bytes(GENID_COLON);
    sink.startSlot(node);
    sink.text(name);
    sink.endSlot();
  }
}
