import type { ByteSink, RecordedRow } from './byte-sink.ts';
import type { KeyPlan, Mapping } from './compile.ts';
import type { JsonDocument } from './document.ts';
import type { InstantTable } from './instants.ts';
import type { NodeTable } from './nodes.ts';
import { FLATTENED, type Element, type RecordScope } from './scopes.ts';
import { ARRAY, KEY, NULL, OBJECT, STRIDE } from './tape.ts';
import type { ValueReader } from './values.ts';
import type { GraphNode, Literal, Writer } from './writer.ts';

/** Items from which an array is worth a program. */
const MIN_ITEMS = 8;
/** Entries of the tape that a row may have. */
const MAX_ENTRIES = 256;
/** Programs of one array, and recordings of which none came. */
const MAX_PROGRAMS = 8;

/** What the walk over a document lends to the rows of its arrays. */
export interface RowContext {
  readonly document: JsonDocument;
  readonly mapping: Mapping;
  readonly instants: InstantTable;
  readonly nodes: NodeTable;
  readonly values: ValueReader;
  readonly sink: ByteSink;
  readonly writer: Writer;
  /** Leaves an instant to be described once its surroundings are written. */
  leaveInstant(plan: KeyPlan, value: number): void;
  /**
   * True when all that an entity has to say was said.
   *
   * @param cited the values that its template cites, -1 for a token that resolves to nothing
   */
  isSaid(plan: KeyPlan, value: number, cited: ArrayLike<number>): boolean;
}

/** An entity as a row met it, and the values that its template cites; -1 for a token that resolves to nothing. */
interface CitedEntity {
  readonly plan: KeyPlan;
  readonly value: number;
  readonly cited: readonly number[];
}

/** An entity of a row, its values so many numbers behind the row's element. */
interface SaidEntity {
  readonly plan: KeyPlan;
  readonly offset: number;
  /** Values elsewhere in the document stand for themselves. */
  readonly cited: readonly { readonly value: number; readonly isWithin: boolean }[];
  /** `cited` of the row at hand. */
  readonly values: Int32Array;
}

/** What is noted of a row while it is written the long way. */
export class Recording {
  /** The record whose item is recorded. */
  readonly scope: RecordScope;
  /** False once something was written that equal values, or the rows before, decide. */
  isCopyable = true;
  /** Arrays of which the item at the row's index was asked for. */
  readonly arrays: number[] = [];
  readonly entities: CitedEntity[] = [];
  /** Elements of time keys that are described later. */
  readonly left: number[] = [];

  constructor(scope: RecordScope) {
    this.scope = scope;
  }
}

/** Where a row finds a value: so many numbers behind its element on the tape, or at its index in another array. */
interface Source {
  /** -1 for what stands within the element. */
  readonly array: number;
  readonly offset: number;
}

/** A value that a row is made of, and what has to hold so that a copy says the same of it. */
interface Leaf extends Source {
  readonly plan: KeyPlan;
  readonly kind: number;
  /** Its kind says that it is written as it stands. */
  readonly isPlain: boolean;
  /** The element describes its instant; null for what is no time. */
  readonly isFirst: boolean | null;
}

/** What stands between two pieces of a row. */
type Slot =
  | { readonly kind: 'node'; readonly index: number }
  | { readonly kind: 'instant'; readonly source: Source }
  | { readonly kind: 'lexical'; readonly source: Source }
  | { readonly kind: 'entity'; readonly source: Source; readonly plan: KeyPlan };

/** The digits of one node's number wherever they stand in a row. */
interface NumberSlot {
  /** Null for a node that the row introduces. */
  readonly instant: Source | null;
  readonly node: number;
  value: number;
  /** The numbers with as many digits: from `low`, below `high`. */
  low: number;
  high: number;
  /** Behind the last digit, in the image. */
  ends: number[];
}

/** Bytes up to a value of the row; null for those behind the last. */
interface Part {
  readonly bytes: Uint8Array;
  readonly slot: Extract<Slot, { kind: 'lexical' | 'entity' }> | null;
}

/**
 * What a writer wrote of one item of an array, as bytes with slots. Other items of the same shape differ in nothing but the
 * slots, so that their rows are copies: the same in every format, records as well as values.
 */
class RowProgram {
  readonly triples: number;
  private readonly context: RowContext;
  /** Nodes that the row introduces. */
  private readonly nodes: number;
  /** Of each entry of the element: the kind, and the key or the number of members. */
  private readonly shape: Int32Array;
  private readonly leaves: readonly Leaf[];
  private readonly entities: readonly SaidEntity[];
  /** Elements of time keys that are described later. */
  private readonly left: readonly Leaf[];
  private readonly pieces: readonly Uint8Array[];
  private readonly slots: readonly Slot[];
  private readonly numbers: NumberSlot[] = [];
  private image = new Uint8Array(0);
  private parts: Part[] = [];
  /** By slot of a number. */
  private readonly numberOfSlot: (NumberSlot | null)[] = [];

  constructor(
    context: RowContext,
    facts: {
      readonly triples: number;
      readonly nodes: number;
      readonly shape: Int32Array;
      readonly leaves: readonly Leaf[];
      readonly entities: readonly SaidEntity[];
      readonly left: readonly Leaf[];
      readonly pieces: readonly Uint8Array[];
      readonly slots: readonly Slot[];
    },
  ) {
    this.context = context;
    this.triples = facts.triples;
    this.nodes = facts.nodes;
    this.shape = facts.shape;
    this.leaves = facts.leaves;
    this.entities = facts.entities;
    this.left = facts.left;
    this.pieces = facts.pieces;
    this.slots = facts.slots;
    for (const slot of this.slots) this.numberOfSlot.push(this.numberFor(slot));
    this.render();
  }

  private numberFor(slot: Slot): NumberSlot | null {
    if (slot.kind !== 'node' && slot.kind !== 'instant') return null;
    const instant = slot.kind === 'instant' ? slot.source : null;
    const node = slot.kind === 'node' ? slot.index : -1;
    const known = this.numbers.find(
      (number) =>
        number.node === node && number.instant?.array === instant?.array && number.instant?.offset === instant?.offset,
    );
    if (known !== undefined) return known;
    const number: NumberSlot = { instant, node, value: 0, low: 0, high: 10, ends: [] };
    this.numbers.push(number);
    return number;
  }

  /** True where the item makes the same row but for the slots. */
  matches(item: number, index: number): boolean {
    const { document, instants, values } = this.context;
    const { entries } = document;
    const { shape, leaves, entities } = this;
    for (let i = 0, entry = item; i < shape.length; i += 2, entry += STRIDE) {
      const kind = entries[entry]!;
      if (kind !== shape[i]) return false;
      if (kind >= OBJECT && entries[kind === KEY ? entry + 3 : entry + 2] !== shape[i + 1]) return false;
    }
    for (let i = 0; i < leaves.length; i++) {
      const leaf = leaves[i]!;
      const value = leaf.array < 0 ? item + leaf.offset : document.itemAt(leaf.array, index);
      if (leaf.array >= 0 && entries[value] !== leaf.kind) return false;
      if (!leaf.isPlain && !values.isTakenAsWritten(leaf.plan, value)) return false;
      if (leaf.isFirst !== null && instants.isFirst(value) !== leaf.isFirst) return false;
    }
    for (let i = 0; i < entities.length; i++) {
      const { plan, offset, cited, values } = entities[i]!;
      for (let j = 0; j < cited.length; j++) values[j] = cited[j]!.isWithin ? cited[j]!.value + item : cited[j]!.value;
      if (!this.context.isSaid(plan, item + offset, values)) return false;
    }
    return true;
  }

  /** Writes the row of an item that matches. */
  run(item: number, index: number): void {
    const { document, instants, nodes, values, sink, writer } = this.context;
    const { entries } = document;
    const { numbers } = this;
    const firstNode = nodes.reserve(this.nodes);
    let fits = true;
    for (let i = 0; i < numbers.length; i++) {
      const number = numbers[i]!;
      const { instant } = number;
      const value =
        instant === null ? firstNode + number.node : instants.numberAt(entryOf(document, instant, item, index));
      if (value >= number.low && value < number.high) this.patch(number, value);
      else {
        number.value = value;
        fits = false;
      }
    }
    if (!fits) this.render();
    const { parts } = this;
    for (let i = 0; i < parts.length; i++) {
      const { bytes, slot } = parts[i]!;
      sink.bytes(bytes);
      if (slot === null) break;
      const value = entryOf(document, slot.source, item, index);
      if (slot.kind === 'lexical') writer.lexical(entries[value + 1]!, entries[value + 2]!);
      else sink.text(writer.escapeIri(values.iriOf(values.entityAt(slot.plan, value))));
    }
    for (const leaf of this.left) this.context.leaveInstant(leaf.plan, entryOf(document, leaf, item, index));
  }

  /** Overwrites the digits that another number has otherwise: of a number that follows, the last one or two. */
  private patch(number: NumberSlot, value: number): void {
    const { image } = this;
    const { ends } = number;
    let old = number.value;
    let next = value;
    for (let back = 1; old !== next; back++) {
      const quotient = (next / 10) | 0;
      const digit = 0x30 + next - quotient * 10;
      for (let i = 0; i < ends.length; i++) image[ends[i]! - back] = digit;
      next = quotient;
      old = (old / 10) | 0;
    }
    number.value = value;
  }

  /** Lays the row out anew, with the numbers as they are: they have more digits than before, or fewer. */
  private render(): void {
    const { pieces, slots, numbers, numberOfSlot } = this;
    let length = 0;
    for (const piece of pieces) length += piece.length;
    for (const number of numbers) {
      number.high = 10;
      while (number.high <= number.value) number.high *= 10;
      number.low = number.high === 10 ? 0 : number.high / 10;
      number.ends = [];
    }
    for (const number of numberOfSlot) if (number !== null) length += digitsBelow(number.high);
    const image = new Uint8Array(length);
    const parts: Part[] = [];
    let at = 0;
    let from = 0;
    for (let i = 0; i < pieces.length; i++) {
      image.set(pieces[i]!, at);
      at += pieces[i]!.length;
      const slot = slots[i];
      if (slot === undefined) break;
      if (slot.kind === 'lexical' || slot.kind === 'entity') {
        parts.push({ bytes: image.subarray(from, at), slot });
        from = at;
        continue;
      }
      const number = numberOfSlot[i]!;
      at += digitsBelow(number.high);
      number.ends.push(at);
      for (let rest = number.value, to = at - 1; to >= at - digitsBelow(number.high); to--) {
        image[to] = 0x30 + (rest % 10);
        rest = Math.floor(rest / 10);
      }
    }
    parts.push({ bytes: image.subarray(from, at), slot: null });
    this.image = image;
    this.parts = parts;
  }
}

/** The digits of numbers below a power of ten. */
function digitsBelow(power: number): number {
  let digits = 0;
  for (let rest = power; rest > 1; rest /= 10) digits++;
  return digits;
}

/** The entries of a record or of a scalar. */
function spanOf(document: JsonDocument, item: number): number {
  return document.isRecord(item) ? (document.entries[item + 3]! - item) / STRIDE : 1;
}

function entryOf(document: JsonDocument, source: Source, item: number, index: number): number {
  return source.array < 0 ? item + source.offset : document.itemAt(source.array, index);
}

/** The programs of one array: one for each shape of its items. */
export class RowPrograms {
  private readonly context: RowContext;
  /** The record whose array it is; null for values that stand in none together. */
  private readonly scope: RecordScope | null;
  private readonly programs: RowProgram[] = [];
  private rowsWritten = 0;
  private failures = 0;

  private constructor(context: RowContext, scope: RecordScope | null) {
    this.context = context;
    this.scope = scope;
  }

  /** Programs for so many items; null where they don't pay. */
  static of(context: RowContext, scope: RecordScope | null, items: number): RowPrograms | null {
    return items < MIN_ITEMS ? null : new RowPrograms(context, scope);
  }

  /** Writes an item as a copy; answers its triples, or 0 when it has to be written the long way. */
  copy(item: number, index: number, maxTriples: number): number {
    const { programs } = this;
    for (let i = 0; i < programs.length; i++) {
      const program = programs[i]!;
      if (!program.matches(item, index)) continue;
      if (program.triples > maxTriples) return 0;
      // Rows of one shape come together: the last one that fitted is asked first.
      if (i > 0) {
        programs[i] = programs[0]!;
        programs[0] = program;
      }
      program.run(item, index);
      return program.triples;
    }
    return 0;
  }

  /**
   * Writes an element the long way and tries to make a program of it. Never of the first: it has other separators before it.
   *
   * @param write answers the triples that it wrote and what was noted meanwhile; null when it may not be copied
   */
  write(element: Element, write: (recording: Recording | null) => number): void {
    const { nodes, sink } = this.context;
    const leaves = this.rowsWritten++ > 0 ? this.leavesOf(element) : null;
    if (leaves === null) {
      write(null);
      return;
    }
    const recording = new Recording(element.scope);
    const firstNode = nodes.reserve(0);
    sink.startRecording();
    const triples = write(recording);
    const row = sink.stopRecording();
    const program =
      row === null || !recording.isCopyable
        ? null
        : this.compile(element, leaves, row, recording, triples, firstNode, nodes.reserve(0) - firstNode);
    if (program === null) this.failures++;
    else this.programs.unshift(program);
  }

  /** The values of an item that may become a program; null for one that can't. */
  private leavesOf({ plan, value, length }: Element): Leaf[] | null {
    if (length === FLATTENED || this.programs.length >= MAX_PROGRAMS || this.failures >= MAX_PROGRAMS) return null;
    const { document } = this.context;
    // Members that do not count are on the tape like others.
    if (document.isRecord(value) && (spanOf(document, value) > MAX_ENTRIES || document.tape.resolved.size > 0))
      return null;
    const leaves: Leaf[] = [];
    return this.readLeaves(value, plan, value, leaves) ? leaves : null;
  }

  private compile(
    element: Element,
    leaves: Leaf[],
    row: RecordedRow,
    recording: Recording,
    triples: number,
    firstNode: number,
    nodes: number,
  ): RowProgram | null {
    const { document } = this.context;
    const { entries } = document;
    const item = element.value;
    const count = spanOf(document, item);
    const end = item + count * STRIDE;
    const shape = new Int32Array(count * 2);
    for (let i = 0, entry = item; i < shape.length; i += 2, entry += STRIDE) {
      const kind = entries[entry]!;
      shape[i] = kind;
      shape[i + 1] = kind === KEY ? entries[entry + 3]! : entries[entry + 2]!;
    }
    const aligned = this.alignedArrays(recording.arrays);
    for (const [array, plan] of aligned) {
      const value = document.itemAt(array, element.index);
      if (document.kindOf(value) >= OBJECT) return null;
      if (document.isScalar(value) && !this.context.values.isTakenAsWritten(plan, value)) return null;
      leaves.push({ ...this.readLeaf(value, plan, { array, offset: 0 }), isFirst: null });
    }
    const sourceOf = (value: number): Source | null => {
      if (value >= item && value < end) return { array: -1, offset: value - item };
      for (const [array] of aligned) if (document.itemAt(array, element.index) === value) return { array, offset: 0 };
      return null;
    };
    const pieces: Uint8Array[] = [];
    const slots: Slot[] = [];
    let from = 0;
    for (const { holds, start, end } of row.slots) {
      const slot = slotOf(holds, sourceOf, firstNode, nodes, (source) => this.planAt(source, leaves));
      // What is the same in each row stays where it is.
      if (slot === null) continue;
      pieces.push(row.bytes.slice(from, start));
      slots.push(slot);
      from = end;
    }
    pieces.push(row.bytes.slice(from));
    const left: Leaf[] = [];
    for (const value of recording.left) {
      const leaf = leaves.find(({ array, offset }) => array < 0 && item + offset === value);
      if (leaf === undefined) return null;
      left.push(leaf);
    }
    const entities: SaidEntity[] = [];
    for (const { plan, value, cited } of recording.entities) {
      const isWithin = (value: number): boolean => value >= item && value < end;
      if (!isWithin(value) || cited.some((value) => !isWithin(value) && sourceOf(value) !== null)) return null;
      entities.push({
        plan,
        offset: value - item,
        cited: cited.map((value) =>
          isWithin(value) ? { value: value - item, isWithin: true } : { value, isWithin: false },
        ),
        values: new Int32Array(cited.length),
      });
    }
    return new RowProgram(this.context, { triples, nodes, shape, leaves, entities, left, pieces, slots });
  }

  /** The arrays beside the item's own whose item at its index was asked for, with their keys. */
  private alignedArrays(asked: readonly number[]): Map<number, KeyPlan> {
    const { document, mapping } = this.context;
    const aligned = new Map<number, KeyPlan>();
    if (this.scope === null) return aligned;
    for (const member of this.scope.members) {
      const value = document.valueOf(member);
      if (asked.includes(value)) aligned.set(value, mapping.plans[document.keyOf(member)]!);
    }
    return aligned;
  }

  /** Collects the values of an item; false where one of them makes rows that differ in more than slots. */
  private readLeaves(value: number, plan: KeyPlan, item: number, leaves: Leaf[]): boolean {
    const { document, mapping } = this.context;
    const kind = document.kindOf(value);
    if (kind === NULL) return true;
    if (kind === ARRAY) {
      const length = document.lengthOf(value);
      for (let i = 0; i < length; i++)
        if (!this.readLeaves(document.itemAt(value, i), plan, item, leaves)) return false;
      return true;
    }
    if (kind === OBJECT)
      return Array.from(document.membersOf(value)).every((member) =>
        this.readLeaves(document.valueOf(member), mapping.plans[document.keyOf(member)]!, item, leaves),
      );
    if ((plan.isTime && plan.isEntity) || !this.context.values.isTakenAsWritten(plan, value)) return false;
    leaves.push(this.readLeaf(value, plan, { array: -1, offset: value - item }));
    return true;
  }

  private readLeaf(value: number, plan: KeyPlan, source: Source): Leaf {
    const { document, instants, values } = this.context;
    const kind = document.kindOf(value);
    return {
      ...source,
      plan,
      kind,
      isPlain: kind === NULL || values.isKindTakenAsWritten(plan, kind),
      isFirst: plan.isTime ? instants.isFirst(value) : null,
    };
  }

  private planAt(source: Source, leaves: readonly Leaf[]): KeyPlan | null {
    return leaves.find(({ array, offset }) => array === source.array && offset === source.offset)?.plan ?? null;
  }
}

function slotOf(
  holds: GraphNode | Literal,
  sourceOf: (value: number) => Source | null,
  firstNode: number,
  nodes: number,
  planAt: (source: Source) => KeyPlan | null,
): Slot | null {
  const source = holds.source < 0 ? null : sourceOf(holds.source);
  if (!('id' in holds)) return source === null ? null : { kind: 'lexical', source };
  if (holds.source < 0)
    return holds.id >= firstNode && holds.id < firstNode + nodes ? { kind: 'node', index: holds.id - firstNode } : null;
  if (source === null) return null;
  return holds.iri === null ? { kind: 'instant', source } : { kind: 'entity', source, plan: planAt(source)! };
}
