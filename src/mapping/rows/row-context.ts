import type { ByteSink } from '../../rdf/write/byte-sink.ts';
import type { KeyPlan, Mapping } from '../semantic/mapping.ts';
import type { JsonDocument } from '../json/document.ts';
import type { InstantTable } from '../records/instants.ts';
import type { NodeTable } from '../nodes/nodes.ts';
import type { DescribedEntities } from '../records/described-entities.ts';
import type { EntityPlace } from '../records/entity-occurrences.ts';
import type { Element, RecordScope } from '../records/scopes.ts';
import type { ValueReader } from '../records/values.ts';
import type { Writer } from '../../rdf/write/writer.ts';
import type { EntityCopier } from './entity-copier.ts';
import type { FormAffixes } from './form-affixes.ts';
import type { RowRecorder } from './row-recorder.ts';

/** How many triples there are and may be. */
interface TripleCount {
  /** Of what was written so far; who copies a row counts its triples. */
  triples: number;
  readonly maxTriples: number;
}

/** Has what rows cite described once their surroundings are written. */
interface DeferredCopies {
  addInstant(plan: KeyPlan, value: number): void;
  /** Defers items of an array, from an index up to another. */
  addItems(scope: RecordScope, plan: KeyPlan, from: number, to: number): void;
  /** Defers a record that stands at no index. */
  addUnindexed(record: Element): void;
}

interface EntitiesOfCopies {
  /**
   * Notes an entity within an item, that was not described before: it is described once its surroundings are written.
   *
   * @param isHeld its row describes it instead
   */
  noteOfCopy(
    place: EntityPlace,
    value: number,
    item: number,
    index: number,
    cited: ArrayLike<number>,
    isHeld: boolean,
  ): void;
}

/** What the walk over a document lends to the rows of its arrays. */
export interface RowContext {
  /** How many rows were copies so far. */
  copiedRows: number;
  /** False writes none as a copy. */
  readonly copyRows: boolean;
  readonly document: JsonDocument;
  readonly mapping: Mapping;
  readonly instants: InstantTable;
  readonly nodes: NodeTable;
  readonly values: ValueReader;
  readonly describedEntities: DescribedEntities;
  readonly entityCopier: EntityCopier;
  readonly affixes: FormAffixes;
  readonly sink: ByteSink;
  readonly writer: Writer;
  readonly recorder: RowRecorder;
  readonly emitter: TripleCount;
  readonly deferred: DeferredCopies;
  readonly entities: EntitiesOfCopies;
}
