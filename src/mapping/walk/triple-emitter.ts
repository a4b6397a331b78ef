import { HubError } from '../../errors.ts';
import { escapeTriplesText } from '../../rdf/escape.ts';
import { decodeUtf8 } from '../../rdf/utf8.ts';
import type { GraphNode, Literal } from '../rdf-terms/graph-terms.ts';
import { UNPROVEN, type Origin } from '../rows/origins.ts';
import type { RowRecorder } from '../rows/row-recorder.ts';
import type { Predicate, Statement } from '../semantic/mapping.ts';
import type { ByteSink } from '../../rdf/write/byte-sink.ts';
import type { Writer } from '../../rdf/write/writer.ts';
import type { Deduplication } from './deduplication.ts';

/**
 * Emits the triples of a graph, subject by subject, each once, and counts them. Every method that writes takes the origin of the object:
 * without one, rows that hold such a triple are walked and never copied.
 */
export class TripleEmitter {
  /** How many were written so far. */
  triples = 0;
  /** What the triples are about. */
  subject!: GraphNode;
  readonly maxTriples: number;
  private readonly writer: Writer;
  private readonly sink: ByteSink;
  private readonly recorder: RowRecorder;
  private readonly deduplication: Deduplication;
  private nesting = 0;
  /** Triples are noted and not written. */
  private isMuted = false;

  constructor(writer: Writer, sink: ByteSink, recorder: RowRecorder, deduplication: Deduplication, maxTriples: number) {
    this.writer = writer;
    this.sink = sink;
    this.recorder = recorder;
    this.deduplication = deduplication;
    this.maxTriples = maxTriples;
  }

  /** Writes a subject of its own. */
  describe(node: GraphNode, describe: () => void): void {
    this.subject = node;
    this.begin(node);
    describe();
    this.end();
  }

  /** Has the triples that were written of a subject, without a look-up, among those that are looked up. */
  remember(node: GraphNode, describe: () => void): void {
    const { subject } = this;
    this.subject = node;
    this.isMuted = true;
    describe();
    this.isMuted = false;
    this.subject = subject;
  }

  /** Ends the current subject and begins it again: what follows is a block of its own. */
  restart(node: GraphNode): void {
    this.end();
    this.begin(node);
  }

  private begin(node: GraphNode): void {
    const from = this.sink.at;
    this.writer.begin(node);
    this.recorder.proveFrame(from);
  }

  private end(): void {
    const from = this.sink.at;
    this.writer.end();
    this.recorder.proveFrame(from);
  }

  /** @throws HubError `too-many-triples` */
  constant(statement: Statement, origin: Origin = UNPROVEN): void {
    if (!this.count(statement.predicate, this.subject.needsDeduplication ? `<${statement.iri}` : null)) return;
    const from = this.sink.at;
    this.writer.constant(statement);
    this.recorder.proveConstant(from, origin);
  }

  /** @throws HubError `too-many-triples` */
  literal(predicate: Predicate, literal: Literal, origin: Origin = UNPROVEN): void {
    if (!this.count(predicate, this.subject.needsDeduplication ? this.literalKey(literal) : null)) return;
    const from = this.sink.at;
    this.writer.literal(predicate, literal);
    this.recorder.proveLiteral(from, literal, origin);
  }

  /** @throws HubError `too-many-triples` */
  node(predicate: Predicate, node: GraphNode, origin: Origin = UNPROVEN): void {
    if (!this.count(predicate, this.subject.needsDeduplication ? keyOf(node) : null)) return;
    this.cite(predicate, node, origin);
  }

  /**
   * Writes the triple to a node and describes the node inside it, where the format can.
   *
   * @returns false where the node still is to be described
   * @throws HubError `too-many-triples`
   */
  link(predicate: Predicate, node: GraphNode, isReferenced: boolean, origin: Origin, describe: () => void): boolean {
    const { writer, sink, recorder, subject: outer } = this;
    const mayRepeat = node.needsDeduplication || outer.needsDeduplication;
    const isNew = this.count(predicate, mayRepeat ? keyOf(node) : null);
    if (!isNew || !this.mayNest(node, isReferenced)) {
      if (isNew) this.cite(predicate, node, origin);
      return false;
    }
    let from = sink.at;
    writer.open(predicate, node, isReferenced);
    recorder.proveNode(from, node, origin);
    this.subject = node;
    this.nesting++;
    describe();
    this.nesting--;
    this.subject = outer;
    from = sink.at;
    writer.close();
    recorder.proveFrame(from);
    return true;
  }

  /** True where the format can describe a node inside the triple that cites it. */
  mayNest(node: GraphNode, isReferenced: boolean): boolean {
    const { nests, maxNesting } = this.writer;
    if (node.standsAlone || this.nesting >= maxNesting) return false;
    return nests === 'any' || (!isReferenced && node.iri === null);
  }

  /** A literal as objects are compared. */
  literalKey(literal: Literal): string {
    const { datatype, text, start, end } = literal;
    const written = text === null ? decodeUtf8(this.sink.input, start, end) : escapeTriplesText(text);
    return `"${datatype.id} ${written}`;
  }

  private cite(predicate: Predicate, node: GraphNode, origin: Origin): void {
    const from = this.sink.at;
    this.writer.node(predicate, node);
    this.recorder.proveNode(from, node, origin);
  }

  /** Counts a triple of the current subject; false when it was written before. @param object null where it can't have been */
  private count(predicate: Predicate, object: string | null): boolean {
    if (object !== null && !this.deduplication.isNewTriple(this.subject, predicate.iri, object)) return false;
    if (this.isMuted) return false;
    if (++this.triples > this.maxTriples) {
      const { maxTriples } = this;
      throw new HubError(
        'too-many-triples',
        `The document makes more than ${maxTriples.toLocaleString('en')} triples; convert a sample of it with maxArrayItems.`,
      );
    }
    return true;
  }
}

/** A node as objects are compared. */
export function keyOf(node: GraphNode): string {
  return `<${node.iri ?? node.id}`;
}
