import type { ByteSink } from './byte-sink.ts';
import { encodeText, NO_BYTES } from '../utf8.ts';
import { XSD } from '../namespaces.ts';
import type { LiteralTerm, LiteralType, NodeTerm, PredicateTerm, StatementTerm } from './terms.ts';
import { TRIPLES_TEXT } from './text-escapes.ts';
import { TermWriter, type Affixes, type Fragment, type Writer } from './writer.ts';

const DOT = encodeText(' .\n');

/** What N-Triples writes of a mapping. */
export class NTriplesNames {
  /** ` <predicate> `, by the predicate's id. */
  private readonly predicates: Uint8Array[] = [];
  /** ` <predicate> <object> .`, by the statement's id. */
  private readonly statements: Uint8Array[] = [];
  /** The closing quote and the datatype, by the datatype's id. */
  private readonly datatypes: Uint8Array[] = [];

  predicate({ id, iri }: PredicateTerm): Uint8Array {
    return (this.predicates[id] ??= encodeText(` <${iri}> `));
  }

  statement({ id, predicate, iri }: StatementTerm): Uint8Array {
    return (this.statements[id] ??= encodeText(` <${predicate.iri}> <${iri}> .\n`));
  }

  datatype({ id, iri }: LiteralType): Uint8Array {
    return (this.datatypes[id] ??= encodeText(iri === `${XSD}string` ? '" .\n' : `"^^<${iri}> .\n`));
  }
}

/** Writes N-Triples, one triple a line, in canonical form. */
export class NTriplesWriter extends TermWriter implements Writer {
  protected readonly escapes = TRIPLES_TEXT;
  readonly nests = 'any';
  readonly maxNesting = 64;
  readonly escapesTexts = false;
  readonly writesBare = false;
  /** Subjects that are open, the current one last. */
  private readonly subjects: NodeTerm[] = [];
  /** Where the current one was written last, and how often the sink had handed over a chunk then; never before it was written. */
  private subjectStart = 0;
  private subjectEnd = 0;
  private subjectFlushes = -1;
  private readonly names: NTriplesNames;

  constructor(sink: ByteSink, names: NTriplesNames, part?: Fragment) {
    super(sink, '_:', part);
    this.names = names;
  }

  begin(subject: NodeTerm): void {
    this.subjects.push(subject);
    this.subjectFlushes = -1;
  }

  end(): void {
    this.subjects.pop();
    this.subjectFlushes = -1;
  }

  open(predicate: PredicateTerm, node: NodeTerm): void {
    this.startTriple(predicate);
    this.subjects.push(node);
    this.writeCurrent();
    this.sink.bytes(DOT);
  }

  close(): void {
    this.subjects.pop();
    this.subjectFlushes = -1;
  }

  constant(statement: StatementTerm): void {
    this.writeSubject();
    this.sink.bytes(this.names.statement(statement));
  }

  node(predicate: PredicateTerm, node: NodeTerm): void {
    this.startTriple(predicate);
    this.writeInBrackets(node);
    this.sink.bytes(DOT);
  }

  literal(predicate: PredicateTerm, literal: LiteralTerm): void {
    this.startTriple(predicate);
    this.sink.byte(0x22);
    this.writeLexical(literal);
    this.sink.bytes(this.names.datatype(literal.datatype));
  }

  continues(): boolean {
    return true;
  }

  noteCopied(): void {}

  affixes(type: LiteralType): Affixes {
    return { before: NO_BYTES, after: this.names.datatype(type) };
  }

  finish(): Uint8Array {
    this.sink.flush();
    return NO_BYTES;
  }

  /** Most subjects have several triples: the next ones get a copy, unless a recording asks where the node stands. */
  private writeSubject(): void {
    const { sink } = this;
    if (sink.flushes === this.subjectFlushes && !sink.isRecording) sink.repeat(this.subjectStart, this.subjectEnd);
    else this.writeCurrent();
  }

  /** Writes the current subject, and notes where it stands, if that is in one chunk. */
  private writeCurrent(): void {
    const { sink } = this;
    const { at, flushes } = sink;
    this.writeInBrackets(this.subjects[this.subjects.length - 1]!);
    this.subjectFlushes = sink.flushes === flushes ? flushes : -1;
    this.subjectStart = at;
    this.subjectEnd = sink.at;
  }

  private startTriple(predicate: PredicateTerm): void {
    this.writeSubject();
    this.sink.bytes(this.names.predicate(predicate));
    this.sink.notePredicate(predicate, 2);
  }
}
