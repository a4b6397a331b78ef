import type { JsonDocument } from '../json/document.ts';
import type { EntityIris } from '../records/entity-iris.ts';
import { EntityCopier } from '../rows/entity-copier.ts';
import type { KeyPlan } from '../semantic/mapping.ts';

/** Writes the IRIs of entities of which one is mostly written several times, one right after the other. */
export class EntityRepeater extends EntityCopier {
  /** The value that was written last, and where its IRI stands in the output, until a chunk is handed over. */
  private lastValue = -1;
  private lastPlan: KeyPlan | null = null;
  private lastFrom = 0;
  private lastLength = 0;
  private lastFlush = -1;

  override attach(document: JsonDocument, iris: EntityIris): void {
    super.attach(document, iris);
    this.lastValue = -1;
  }

  /** Writes the IRI of a scalar of a key, as `write` does. */
  writeAgain(plan: KeyPlan, value: number): void {
    const { sink } = this;
    if (value === this.lastValue && plan === this.lastPlan && sink.flushes === this.lastFlush) return this.repeat();
    const { at, flushes } = sink;
    this.write(plan, value);
    const isInChunk = sink.flushes === flushes;
    this.lastValue = isInChunk ? value : -1;
    this.lastPlan = plan;
    this.lastFrom = at;
    this.lastLength = sink.at - at;
    this.lastFlush = flushes;
  }

  /** Writes once more what still stands in the chunk at hand. */
  private repeat(): void {
    const { sink, lastFrom: from, lastLength: length } = this;
    const { chunk, at } = sink;
    if (length > chunk.length - at) return sink.bytes(chunk.slice(from, from + length));
    chunk.copyWithin(at, from, from + length);
    sink.at = at + length;
  }
}
