import { percentEncodeBytes } from '../../rdf/iri-bytes.ts';
import { encodeText, paddedView } from '../../rdf/utf8.ts';
import type { ByteSink } from '../../rdf/write/byte-sink.ts';
import type { Writer } from '../../rdf/write/writer.ts';
import type { JsonDocument } from '../json/document.ts';
import { ENCODED, MINTED, WRITTEN_OUT, type EntityIris } from '../records/entity-iris.ts';
import type { KeyPlan } from '../semantic/mapping.ts';

/** Bytes that are encoded in one piece, which stands in a chunk. */
const ENCODED_AT_ONCE = 4_096;

/** Writes the IRIs of entities as they stand between the delimiters of a format: mostly one several times, one right after the other. */
export class EntityCopier {
  private readonly document: JsonDocument;
  private readonly iris: EntityIris;
  private readonly sink: ByteSink;
  private readonly writer: Writer;
  /** By number of the entity: IRIs that are not minted. */
  private readonly whole: Uint8Array[] = [];
  /** By key: what minted IRIs begin with. */
  private readonly starts: DataView[];
  /** The value that was written last, and where its IRI stands in the output, until a chunk is handed over. */
  private lastValue = -1;
  private lastFrom = 0;
  private lastEnd = 0;
  private lastFlush = 0;

  /** @param starts what minted IRIs of keys begin with, and eight bytes more: documents of one mapping share it */
  constructor(document: JsonDocument, iris: EntityIris, sink: ByteSink, writer: Writer, starts: DataView[] = []) {
    this.document = document;
    this.iris = iris;
    this.sink = sink;
    this.writer = writer;
    this.starts = starts;
  }

  /** Writes the IRI of a scalar of a key. */
  write(plan: KeyPlan, value: number): void {
    const { sink } = this;
    if (value === this.lastValue && sink.flushes === this.lastFlush) return sink.repeat(this.lastFrom, this.lastEnd);
    const { at, flushes } = sink;
    this.compose(plan, value);
    // What began in another chunk is not there any more.
    this.lastValue = sink.flushes === flushes ? value : -1;
    this.lastFrom = at;
    this.lastEnd = sink.at;
    this.lastFlush = flushes;
  }

  private compose(plan: KeyPlan, value: number): void {
    const { iris, sink, writer } = this;
    const { entries } = this.document;
    const start = entries[value + 1]!;
    const end = entries[value + 2]!;
    const form = iris.formOf(value);
    if (form === WRITTEN_OUT) return sink.copy(start, end);
    if (form !== MINTED && form !== ENCODED) {
      const entity = iris.entityAt(plan, value);
      sink.bytes((this.whole[entity] ??= encodeText(writer.escapeIri(iris.iriOf(entity)))));
      return;
    }
    sink.padded((this.starts[plan.id] ??= paddedView(encodeText(writer.escapeIri(iris.startOf(plan))))));
    // Percent-encoding leaves nothing that a format escapes.
    if (form === MINTED) sink.copy(start, end);
    else this.writeEncoded(start, end);
  }

  /** Writes bytes of the document percent-encoded. */
  writeEncoded(start: number, end: number): void {
    const { sink } = this;
    for (let at = start; at < end; at += ENCODED_AT_ONCE) {
      const pieceEnd = Math.min(end, at + ENCODED_AT_ONCE);
      sink.makeRoom((pieceEnd - at) * 3);
      sink.at = percentEncodeBytes(this.document.bytes, at, pieceEnd, sink.chunk, sink.at);
    }
  }
}
