import { IS_UNRESERVED } from '../../rdf/iri.ts';
import { encodeText } from '../../rdf/utf8.ts';
import type { ByteSink } from '../../rdf/write/byte-sink.ts';
import type { Writer } from '../../rdf/write/writer.ts';
import type { JsonDocument } from '../json/document.ts';
import { isMinted, isWrittenOut, type EntityIris } from '../records/entity-iris.ts';
import type { KeyPlan } from '../semantic/mapping.ts';

/** Writes the IRIs of entities as they stand between the delimiters of a format: mostly one several times, one right after the other. */
export class EntityCopier {
  private readonly document: JsonDocument;
  private readonly iris: EntityIris;
  private readonly sink: ByteSink;
  private readonly writer: Writer;
  /** By number of the entity: IRIs that are not minted. */
  private readonly whole: Uint8Array[] = [];
  /** By key: what minted IRIs begin with. */
  private readonly starts: Uint8Array[];
  /** The value that was written last, and where its IRI stands in the output, until a chunk is handed over. */
  private lastValue = -1;
  private lastFrom = 0;
  private lastEnd = 0;
  private lastFlush = 0;

  /** @param starts what minted IRIs of keys begin with: documents of one mapping share it */
  constructor(document: JsonDocument, iris: EntityIris, sink: ByteSink, writer: Writer, starts: Uint8Array[] = []) {
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
    const { entries, bytes } = this.document;
    const start = entries[value + 1]!;
    const end = entries[value + 2]!;
    if (isWrittenOut(this.document, value)) return sink.copy(start, end);
    if (!isMinted(this.document, value)) {
      const entity = iris.entityAt(plan, value);
      sink.bytes((this.whole[entity] ??= encodeText(writer.escapeIri(iris.iriOf(entity)))));
      return;
    }
    sink.bytes((this.starts[plan.id] ??= encodeText(writer.escapeIri(iris.startOf(plan)))));
    let at = start;
    while (at < end && IS_UNRESERVED[bytes[at]!] === 1) at++;
    // Percent-encoding leaves nothing that a format escapes.
    if (at === end) sink.copy(start, end);
    else sink.bytes(iris.encoded(start, end));
  }
}
