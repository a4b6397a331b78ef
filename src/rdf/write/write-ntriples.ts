import type { ByteSink } from './byte-sink.ts';
import { encodeText, NO_BYTES } from '../utf8.ts';
import { XSD } from '../namespaces.ts';
import type { LiteralTerm, LiteralType, NodeTerm, PredicateTerm, StatementTerm } from './terms.ts';
import { TRIPLES_TEXT } from './text-escapes.ts';
import { TermWriter, type Fragment, type Writer } from './writer.ts';

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
  private readonly names: NTriplesNames;

  constructor(sink: ByteSink, names: NTriplesNames, part?: Fragment) {
    super(sink, '_:', part);
    this.names = names;
  }

  begin(subject: NodeTerm): void {
    this.subjects.push(subject);
  }

  end(): void {
    this.subjects.pop();
  }

  open(predicate: PredicateTerm, node: NodeTerm): void {
    this.node(predicate, node);
    this.subjects.push(node);
  }

  close(): void {
    this.subjects.pop();
  }

  constant(statement: StatementTerm): void {
    this.writeInBrackets(this.subjects[this.subjects.length - 1]!);
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

  finish(): Uint8Array {
    this.sink.flush();
    return NO_BYTES;
  }

  private startTriple(predicate: PredicateTerm): void {
    this.writeInBrackets(this.subjects[this.subjects.length - 1]!);
    this.sink.bytes(this.names.predicate(predicate));
    this.sink.notePredicate(predicate, 2);
  }
}
