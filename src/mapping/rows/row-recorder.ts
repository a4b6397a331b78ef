import { MAX_CITED_ARRAYS } from './limits.ts';
import type { ComparedValue } from './distinct-values.ts';
import { MAPPING, INTRODUCED, type Origin } from './origins.ts';
import type { KeyPlan } from '../semantic/mapping.ts';
import type { JsonDocument } from '../json/document.ts';
import { nextValue } from '../json/tape-entry.ts';
import type { GraphNode, Literal } from '../rdf-terms/graph-terms.ts';
import type { ByteSink } from '../../rdf/write/byte-sink.ts';

/** What a row cites and defers: an entity by its place in the list of those that the row met. One that is held is described within the row. */
export type DeferralOf<Instant> =
  | { readonly kind: 'item' }
  | { readonly kind: 'instant'; readonly instant: Instant }
  | { readonly kind: 'entity' | 'held entity'; readonly entity: number };

/** An entity as a row met it, and the values that its template cites; -1 for a token that resolves to nothing. */
export interface CitedEntity {
  /** It was described before; else it is deferred. */
  readonly isDescribed: boolean;
  readonly plan: KeyPlan;
  readonly value: number;
  readonly cited: readonly number[];
}

/** What was proved of a row while it was walked. */
export class Recording {
  readonly item: number;
  /** The number of the first node that the row introduces. */
  readonly firstNode: number;
  /** What the row defers is described within it; else it is listed in `deferrals`. */
  readonly holdsDeferred: boolean;
  /** All that was written so far has a proof. */
  isProven = true;
  /** Up to here, every byte has a proof. */
  provenTo: number;
  /** Arrays of which the item at the row's index was asked for. */
  readonly arrays: number[] = [];
  readonly entities: CitedEntity[] = [];
  /** In the order in which it is described; instants by the elements that cite them. */
  readonly deferrals: DeferralOf<number>[] = [];
  /** Values of the item whose literals are compared: those that repeat one before are the same in each row. */
  readonly distinct: (readonly ComparedValue<number>[])[] = [];
  /** Arrays of the item that have no timestamp twice: nor may they in other rows. */
  readonly distinctTimes = new Set<number>();
  /** Numbers of nodes that are older than the row and stand in each. */
  readonly sharedNodes = new Set<number>();

  constructor(item: number, subject: GraphNode | null, firstNode: number, holdsDeferred: boolean, startsAt: number) {
    this.item = item;
    this.firstNode = firstNode;
    this.holdsDeferred = holdsDeferred;
    this.provenTo = startsAt;
    if (subject !== null) this.sharedNodes.add(subject.id);
  }

  get defersItem(): boolean {
    return this.deferrals.some(({ kind }) => kind === 'item');
  }
}

/**
 * Records the row of an item while it is walked, and collects the proofs that rows of the same shape are copies of it.
 *
 * Nothing is copied by default. Each byte has to be written by a call that proves what it is made of: a byte between two of them that
 * nobody proved, an object of unknown origin, a node from elsewhere, a look-up in what earlier rows wrote, a deferral without a note
 * make the recording void, and the rows are walked. So does a new feature that says nothing about copies.
 */
export class RowRecorder {
  /** Null while no row is recorded. */
  recording: Recording | null = null;
  private readonly document: JsonDocument;
  private readonly sink: ByteSink;

  constructor(document: JsonDocument, sink: ByteSink) {
    this.document = document;
    this.sink = sink;
  }

  /**
   * Begins to record a row.
   *
   * @param item the root for a whole document
   * @param subject the node whose triples the row goes on with; null for a row that is a subject of its own
   * @param firstNode the number of the next node
   */
  start(item: number, subject: GraphNode | null, firstNode: number, holdsDeferred: boolean): void {
    this.recording = new Recording(item, subject, firstNode, holdsDeferred, this.sink.at);
  }

  /** Ends it; null when a proof is missing. */
  stop(): Recording | null {
    const { recording } = this;
    this.recording = null;
    return recording !== null && recording.isProven && recording.provenTo === this.sink.at ? recording : null;
  }

  /** Makes the recording void: something was decided that other rows may decide otherwise. */
  forbid(): void {
    if (this.recording !== null) this.recording.isProven = false;
  }

  /** Proves the bytes since `from`: they begin or end a subject, the same in each row. */
  proveFrame(from: number): void {
    this.prove(from, true);
  }

  /** Proves the bytes since `from`: a triple whose object stands in the mapping. */
  proveConstant(from: number, origin: Origin): void {
    this.prove(from, origin === MAPPING);
  }

  /** Proves the bytes since `from`: a triple with a literal. */
  proveLiteral(from: number, { source }: Literal, origin: Origin): void {
    if (this.recording === null) return;
    // What is no copy of the document's bytes may be another text in each row.
    this.prove(from, origin === MAPPING || (origin >= 0 && (source === origin || !this.varies(origin))));
  }

  /** Proves the bytes since `from`: a triple with a node, or the beginning of one. */
  proveNode(from: number, node: GraphNode, origin: Origin): void {
    const { recording } = this;
    if (recording === null) return;
    const isNew = node.id >= recording.firstNode;
    if (origin === INTRODUCED) this.prove(from, isNew);
    else if (origin === MAPPING) this.prove(from, node.id < 0 && node.source < 0);
    else if (origin < 0) this.prove(from, false);
    else if (node.source >= 0) this.prove(from, node.source === origin);
    else {
      // A record that the row cites and does not hold. If the row is the first that cites it, later ones find it there.
      this.prove(from, !isNew && !this.varies(origin));
      recording.sharedNodes.add(node.id);
    }
  }

  private prove(from: number, isProven: boolean): void {
    const { recording } = this;
    if (recording === null) return;
    if (!isProven || from !== recording.provenTo) recording.isProven = false;
    recording.provenTo = this.sink.at;
  }

  /** True where another row may have another object: made of the item, of an item beside it, or of nobody knows what. */
  varies(origin: Origin): boolean {
    const { recording } = this;
    if (recording === null || origin === MAPPING) return false;
    // Of a void recording nothing matters any more: to look through the arrays of each value would take long.
    if (!recording.isProven || origin < 0 || this.isWithin(origin)) return true;
    return recording.arrays.some((array) => this.isIn(array, origin));
  }

  /** True for a value of the item. */
  isWithin(value: number): boolean {
    return this.recording !== null && this.isIn(this.recording.item, value);
  }

  /** True while the recorded row is the document. */
  private get isOfDocument(): boolean {
    return this.recording?.item === this.document.root;
  }

  private isIn(container: number, value: number): boolean {
    return value >= container && value < nextValue(this.document.entries, container);
  }

  /** Notes an array whose item at the row's index was taken. A row with more than `MAX_CITED_ARRAYS` of them is walked. */
  noteArray(array: number): void {
    const { recording } = this;
    if (recording === null || !recording.isProven || this.isOfDocument || recording.arrays.includes(array)) return;
    if (recording.arrays.length === MAX_CITED_ARRAYS) recording.isProven = false;
    else recording.arrays.push(array);
  }

  /** Notes an array of the item that has no timestamp twice: rows are copies if theirs has none, either. */
  noteDistinctTimes(array: number): void {
    this.recording?.distinctTimes.add(array);
  }

  /** Notes an entity: rows are copies if theirs was described, too, or was not. */
  noteEntity(entity: CitedEntity): void {
    this.recording?.entities.push(entity);
  }

  /** Notes that the row defers its own item; of another one, that it defers something unknown. */
  noteDeferredItem(item: number): void {
    const { recording } = this;
    if (recording === null || recording.holdsDeferred) return;
    if (item === recording.item) recording.deferrals.push({ kind: 'item' });
    else recording.isProven = false;
  }

  /** Notes that the row defers the instant of an element. */
  noteDeferredInstant(element: number): void {
    if (this.recording?.holdsDeferred === false) this.recording.deferrals.push({ kind: 'instant', instant: element });
  }

  /** Notes that the row defers the entity that it noted last, if copies find theirs; else, that it defers something unknown. */
  noteDeferredEntity(isFound: boolean): void {
    const { recording } = this;
    if (recording === null) return;
    const kind = recording.holdsDeferred ? 'held entity' : 'entity';
    if (isFound || this.isOfDocument) recording.deferrals.push({ kind, entity: recording.entities.length - 1 });
    else recording.isProven = false;
  }

  /** Notes that the row defers a node of which nothing else is known. */
  noteDeferredNode(): void {
    if (this.recording?.holdsDeferred === false) this.recording.isProven = false;
  }
}
