import type { ByteSink } from './byte-sink.ts';
import { encodeText } from '../utf8.ts';
import { XSD } from '../namespaces.ts';
import { LABEL_PREFIX, writeIri, writeLabel } from './writer.ts';
import type { LiteralTerm, LiteralType, NodeTerm, PredicateTerm, StatementTerm } from './terms.ts';
import type { Fragment, Writer } from './writer.ts';
import { escapeTriplesText } from '../escape.ts';

const NOTHING = new Uint8Array(0);
const DOT = encodeText(' .\n');

const LABEL = encodeText(`_:${LABEL_PREFIX}`);

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
export class NTriplesWriter implements Writer {
  readonly nests = 'any';
  readonly maxNesting = 64;
  readonly escapesTexts = false;
  readonly writesBare = false;
  private readonly sink: ByteSink;
  /** Subjects that are open, the current one last. */
  private readonly subjects: NodeTerm[] = [];
  private readonly names: NTriplesNames;
  private readonly label: Uint8Array;

  constructor(sink: ByteSink, names: NTriplesNames, part?: Fragment) {
    this.sink = sink;
    this.names = names;
    this.label = part === undefined ? LABEL : encodeText(`_:${part.nodePrefix}`);
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
    this.writeNode(this.subjects[this.subjects.length - 1]!);
    this.sink.bytes(this.names.statement(statement));
  }

  iri(predicate: PredicateTerm, iri: string): void {
    this.startTriple(predicate);
    this.sink.text(`<${iri}> .\n`);
  }

  node(predicate: PredicateTerm, node: NodeTerm): void {
    this.startTriple(predicate);
    this.writeNode(node);
    this.sink.bytes(DOT);
  }

  literal(predicate: PredicateTerm, literal: LiteralTerm): void {
    this.startTriple(predicate);
    this.sink.byte(0x22);
    this.sink.startSlot(literal);
    if (literal.text === null) this.lexical(literal.start, literal.end);
    else this.sink.text(escapeTriplesText(literal.text));
    this.sink.endSlot();
    this.sink.bytes(this.names.datatype(literal.datatype));
  }

  lexical(start: number, end: number): void {
    this.sink.copy(start, end);
  }

  escapeIri(iri: string): string {
    return iri;
  }

  finish(): Uint8Array {
    this.sink.flush();
    return NOTHING;
  }

  private startTriple(predicate: PredicateTerm): void {
    this.writeNode(this.subjects[this.subjects.length - 1]!);
    this.sink.bytes(this.names.predicate(predicate));
  }

  private writeNode(node: NodeTerm): void {
    if (node.iri !== null) {
      this.sink.byte(0x3c);
      writeIri(this.sink, node, node.iri);
      this.sink.byte(0x3e);
    } else writeLabel(this.sink, this.label, node);
  }
}
