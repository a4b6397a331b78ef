import { LiteralSet } from '../records/literal-set.ts';
import type { GraphNode, Literal } from '../rdf-terms/graph-terms.ts';
import type { ComparedValue } from '../rows/distinct-values.ts';
import { MOST_REPEATING } from '../rows/limits.ts';
import { UNPROVEN, type Origin } from '../rows/origins.ts';
import type { Recording, RowRecorder } from '../rows/row-recorder.ts';

/** What was written before and may come again. Each answer that earlier rows decide makes a recorded row one that is walked. */
export class Deduplication {
  private readonly recorder: RowRecorder;
  private readonly bytes: Uint8Array;
  /** Triples of subjects and objects that may repeat. */
  private readonly triples = new Set<string>();

  constructor(recorder: RowRecorder, bytes: Uint8Array) {
    this.recorder = recorder;
    this.bytes = bytes;
  }

  /** True for a triple that was not written before. */
  isNewTriple(subject: GraphNode, predicate: string, object: string): boolean {
    this.recorder.forbid();
    return isFirst(this.triples, `${subject.iri ?? subject.id} ${predicate} ${object}`);
  }

  /** A set for the objects that one predicate has at one subject. */
  seenObjects(): SeenObjects {
    return new SeenObjects(this.recorder, this.bytes);
  }
}

/** The objects that a predicate has at a subject. */
export class SeenObjects {
  private readonly recorder: RowRecorder;
  private readonly bytes: Uint8Array;
  private readonly recording: Recording | null;
  private keys: Set<string> | null = null;
  private entities: Set<number> | null = null;
  private literals: LiteralSet | null = null;
  private isEmpty = true;
  /** One of them is another in other rows. */
  private hasVarying = false;
  /** All of them are literals made of values of the recorded item. */
  private areOfItem = true;
  /** The values that the literals are made of. */
  private readonly values: ComparedValue<number>[] = [];
  private hasRepeated = false;

  constructor(recorder: RowRecorder, bytes: Uint8Array) {
    this.recorder = recorder;
    this.bytes = bytes;
    this.recording = recorder.recording;
  }

  /** Adds an object by its key; false when an equal one is there. */
  add(key: string, origin: Origin = UNPROVEN): boolean {
    this.compare(origin);
    return isFirst((this.keys ??= new Set()), key);
  }

  /** The same for an entity by the number of its IRI: the others are entities by number, too. */
  addEntity(subject: number, origin: Origin): boolean {
    this.compare(origin);
    return isFirst((this.entities ??= new Set()), subject);
  }

  /** The same for a literal of which no text is made. Its keys are not those of `add`. */
  addLiteral(literal: Literal, origin: Origin = UNPROVEN): boolean {
    const { recorder, recording, values } = this;
    const isNew = (this.literals ??= new LiteralSet(this.bytes)).add(literal);
    const mayRepeat = values.length < MOST_REPEATING;
    if (
      (mayRepeat || (isNew && !this.hasRepeated)) &&
      this.areOfItem &&
      recording !== null &&
      recording === recorder.recording &&
      recorder.isWithin(origin)
    ) {
      // Rows are copies if the same of their literals are equal to one before.
      this.hasRepeated ||= !isNew;
      if (values.push({ value: origin, isRepeated: !isNew }) === 2) recording.distinct.push(values);
      this.isEmpty = false;
      this.hasVarying = true;
    } else this.compare(origin);
    return isNew;
  }

  /** Adds an object that is known to be new, so that nothing depends on those before it; those behind it may be equal. */
  addNew(key: string): void {
    (this.keys ??= new Set()).add(key);
    this.isEmpty = false;
    this.hasVarying = true;
    this.areOfItem = false;
  }

  /** Whether two objects are one depends on their texts: in another row they may be two, or in this one but for earlier rows. */
  private compare(origin: Origin): void {
    const { recorder } = this;
    this.areOfItem = false;
    if (recorder.recording !== null) {
      const varies = recorder.varies(origin);
      const isOfOtherRows = this.recording !== recorder.recording;
      if (isOfOtherRows || (!this.isEmpty && (varies || this.hasVarying))) recorder.forbid();
      this.hasVarying ||= varies;
    }
    this.isEmpty = false;
  }
}

function isFirst<Key>(seen: Set<Key>, key: Key): boolean {
  if (seen.has(key)) return false;
  seen.add(key);
  return true;
}
