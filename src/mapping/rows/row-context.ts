import type { ByteSink } from '../../rdf/write/byte-sink.ts';
import type { KeyPlan, Mapping } from '../semantic/mapping.ts';
import type { JsonDocument } from '../json/document.ts';
import type { InstantTable } from '../records/instants.ts';
import type { NodeTable } from '../nodes/nodes.ts';
import type { DescribedEntities } from '../records/described-entities.ts';
import type { Element, RecordScope } from '../records/scopes.ts';
import type { ValueReader } from '../records/values.ts';
import type { Writer } from '../../rdf/write/writer.ts';
import type { EntityCopier } from './entity-copier.ts';
import type { RowRecorder } from './row-recorder.ts';

/** What the walk over a document lends to the rows of its arrays. */
export interface RowContext {
  /** How many were written so far. */
  triples: number;
  readonly maxTriples: number;
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
  readonly sink: ByteSink;
  readonly writer: Writer;
  readonly recorder: RowRecorder;
  /** Has an instant described once its surroundings are written. */
  deferInstant(plan: KeyPlan, value: number): void;
  /** The same for an entity within an item, that was not described before. */
  deferEntityOf(item: Element, plan: KeyPlan, value: number, cited: ArrayLike<number>): void;
  /** The same for items of an array, from an index up to another. */
  deferItems(scope: RecordScope, plan: KeyPlan, from: number, to: number): void;
}
