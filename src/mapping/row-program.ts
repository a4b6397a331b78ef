import type { ByteSink, RecordedRow } from './byte-sink.ts';
import type { KeyPlan, Mapping } from './compile.ts';
import type { JsonDocument } from './document.ts';
import type { InstantTable } from './instants.ts';
import { NAME_BYTES, renderState } from './name-hash.ts';
import type { NameRecipe, NodeTable } from './nodes.ts';
import { RowImage, type Slot, type Source } from './row-image.ts';
import { RowNames } from './row-names.ts';
import { FLATTENED, type Element, type RecordScope } from './scopes.ts';
import { ARRAY, KEY, nextValue, NULL, OBJECT, STRIDE } from './tape.ts';
import type { ValueReader } from './values.ts';
import type { GraphNode, Literal, Writer } from './writer.ts';

/** Items from which an array is worth a program. */
const MIN_ITEMS = 8;
/** Entries of the tape that a row may have. */
const MAX_ENTRIES = 256;
/** Programs of one array, and recordings of which none came. */
const MAX_PROGRAMS = 8;
const NAME_WORDS = NAME_BYTES / 4;

/** What rows are made of, one after the other. */
export interface Items {
  readonly length: number;
  /** The value of an item; -1 for one that is written the long way. */
  itemAt(at: number): number;
  /** Its index in its array; -1 for what stands in none together. */
  indexAt(at: number): number;
}

/** What the walk over a document lends to the rows of its arrays. */
export interface RowContext {
  /** How many were written so far. */
  triples: number;
  readonly maxTriples: number;
  readonly document: JsonDocument;
  readonly mapping: Mapping;
  readonly instants: InstantTable;
  readonly nodes: NodeTable;
  readonly values: ValueReader;
  readonly sink: ByteSink;
  readonly writer: Writer;
  /** The IRI of an entity by its number, as it is written. */
  iriBytesOf(entity: number): Uint8Array;
  /** Leaves an instant to be described once its surroundings are written. */
  leaveInstant(plan: KeyPlan, value: number): void;
  /** The same for an entity that is a member of a record, of which more is to be said. */
  leaveEntityOf(record: Element, plan: KeyPlan, value: number, cited: ArrayLike<number>): void;
  /** The same for an item of an array. */
  leaveItem(scope: RecordScope, plan: KeyPlan, value: number, index: number): void;
  /**
   * True when all that an entity has to say was said.
   *
   * @param cited the values that its template cites, -1 for a token that resolves to nothing
   */
  isSaid(plan: KeyPlan, value: number, cited: ArrayLike<number>): boolean;
}

/** An entity as a row met it, and the values that its template cites; -1 for a token that resolves to nothing. */
interface CitedEntity {
  /** All that it has to say was said before; else it is left to be described. */
  readonly isSaid: boolean;
  readonly plan: KeyPlan;
  readonly value: number;
  readonly cited: readonly number[];
}

/** An entity of a row, its values so many numbers behind the row's element. */
interface SaidEntity {
  readonly isSaid: boolean;
  readonly plan: KeyPlan;
  readonly offset: number;
  /** Values elsewhere in the document stand for themselves. */
  readonly cited: readonly { readonly value: number; readonly isWithin: boolean }[];
  /** `cited` of the row at hand. */
  readonly values: Int32Array;
}

/** What is noted of a row while it is written the long way. */
export class Recording {
  /** The record whose item is recorded, and the item. */
  readonly scope: RecordScope;
  readonly item: number;
  /** False once something was written that equal values, or the rows before, decide. */
  isCopyable = true;
  /** Arrays of which the item at the row's index was asked for. */
  readonly arrays: number[] = [];
  readonly entities: CitedEntity[] = [];
  /** The row holds what it leaves to be described; else that is noted. */
  readonly withLeft: boolean;
  /** Elements of time keys that are described later. */
  readonly left: number[] = [];
  /** The item itself is described later. */
  leavesItem = false;

  constructor({ scope, value }: Element, withLeft: boolean) {
    this.scope = scope;
    this.item = value;
    this.withLeft = withLeft;
  }

  /** True for a value that another row has another one for: of the item, or of an array beside it. */
  holds(value: number, document: JsonDocument): boolean {
    const isIn = (array: number): boolean => value >= array && value < nextValue(document.entries, array);
    return value >= 0 && (isIn(this.item) || this.arrays.some(isIn));
  }
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
  /** What all items have in common. */
  private readonly array: Element;
  /** The item itself is described later. */
  private readonly leavesItem: boolean;
  private readonly image: RowImage;
  /** Null where nodes have numbers. */
  private readonly names: RowNames | null;
  /** The numbers of the row at hand, by node of the image. */
  private readonly values: Float64Array;
  /** The names of the row at hand, as text. */
  private readonly nameTexts: Int32Array;

  constructor(
    context: RowContext,
    facts: Pick<RowProgram, 'triples'> & {
      readonly nodes: number;
      readonly shape: Int32Array;
      readonly leaves: readonly Leaf[];
      readonly entities: readonly SaidEntity[];
      readonly left: readonly Leaf[];
      readonly array: Element;
      readonly leavesItem: boolean;
      readonly image: RowImage;
      readonly names: RowNames | null;
    },
  ) {
    this.context = context;
    this.triples = facts.triples;
    this.nodes = facts.nodes;
    this.shape = facts.shape;
    this.leaves = facts.leaves;
    this.entities = facts.entities;
    this.left = facts.left;
    this.array = facts.array;
    this.leavesItem = facts.leavesItem;
    this.image = facts.image;
    this.names = facts.names;
    this.values = new Float64Array(facts.image.nodes.length);
    this.nameTexts = new Int32Array(facts.image.nodes.length * NAME_WORDS);
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
      const { isSaid, plan, offset, cited, values } = entities[i]!;
      for (let j = 0; j < cited.length; j++) values[j] = cited[j]!.isWithin ? cited[j]!.value + item : cited[j]!.value;
      if (this.context.isSaid(plan, item + offset, values) !== isSaid) return false;
    }
    return this.names === null || this.names.areUnique(item, index);
  }

  /** Writes the rows of items from `from` on for as long as they match; answers how many. */
  run(items: Items, from: number): number {
    const { context, image, names, triples } = this;
    const { sink } = context;
    const end = Math.min(items.length, from + Math.floor((context.maxTriples - context.triples) / triples));
    const hasTexts = image.texts.length > 0;
    let at = from;
    // The end of a row waits for the beginning of the next one.
    let isLastOpen = false;
    for (; at < end; at++) {
      const item = items.itemAt(at);
      const index = items.indexAt(at);
      if (!this.matches(item, index)) break;
      if (names === null && !this.numberNodes(item, index)) {
        if (isLastOpen) sink.bytes(image.last);
        isLastOpen = false;
        image.layOut(this.values);
      }
      if (names === null) image.setEarlyNumbers(this.values);
      else {
        this.nameNodes(names, item, index);
        image.setEarlyNames(this.nameTexts);
      }
      sink.bytes(isLastOpen ? image.seam : image.first);
      if (hasTexts) {
        if (names === null) image.setLateNumbers(this.values);
        else image.setLateNames(this.nameTexts);
        this.writeTexts(item, index);
        isLastOpen = true;
      }
      if (this.leavesItem) context.leaveItem(this.array.scope, this.array.plan, item, index);
      for (let i = 0; i < this.entities.length; i++) {
        const { isSaid, plan, offset, values } = this.entities[i]!;
        if (!isSaid) context.leaveEntityOf({ ...this.array, value: item, index }, plan, item + offset, values);
      }
      for (let i = 0; i < this.left.length; i++) {
        const leaf = this.left[i]!;
        context.leaveInstant(leaf.plan, entryOf(context.document, leaf, item, index));
      }
    }
    if (isLastOpen) sink.bytes(image.last);
    context.triples += (at - from) * triples;
    return at - from;
  }

  private writeTexts(item: number, index: number): void {
    const { document, values, sink, writer } = this.context;
    const { entries } = document;
    const { texts, between } = this.image;
    for (let i = 0; i < texts.length; i++) {
      if (i > 0) sink.bytes(between[i - 1]!);
      const slot = texts[i]!;
      const value = entryOf(document, slot.source, item, index);
      if (slot.kind === 'lexical') writer.lexical(entries[value + 1]!, entries[value + 2]!);
      else sink.bytes(this.context.iriBytesOf(values.entityAt(slot.plan, value)));
    }
  }

  /** Numbers the nodes of a row, into `values`; false where one has more digits than the image has room for, or fewer. */
  private numberNodes(item: number, index: number): boolean {
    const { document, instants, nodes } = this.context;
    const { image, values } = this;
    const firstNode = nodes.reserve(this.nodes);
    let fits = true;
    for (let i = 0; i < values.length; i++) {
      const slot = image.nodes[i]!;
      const number =
        slot.kind === 'node' ? firstNode + slot.index : instants.numberAt(entryOf(document, slot.source, item, index));
      values[i] = number;
      fits = fits && image.fits(i, number);
    }
    return fits;
  }

  /** Names the nodes of a row, into `nameTexts`. */
  private nameNodes(names: RowNames, item: number, index: number): void {
    const { document, instants, nodes } = this.context;
    const { nameTexts } = this;
    const slots = this.image.nodes;
    names.name(item, index);
    for (let i = 0; i < slots.length; i++) {
      const slot = slots[i]!;
      if (slot.kind === 'node') renderState(names.states, slot.index * 4, nameTexts, i * NAME_WORDS);
      else {
        const instant = instants.numberAt(entryOf(document, slot.source, item, index));
        renderState(nodes.names!.ofInstants, instant * 4, nameTexts, i * NAME_WORDS);
      }
    }
  }
}

/** The entries of a record or of a scalar. */
function spanOf(document: JsonDocument, item: number): number {
  return (nextValue(document.entries, item) - item) / STRIDE;
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

  /** Writes items as copies, from `from` on for as long as they can be; answers how many. */
  copy(items: Items, from: number): number {
    const { programs } = this;
    for (let i = 0; i < programs.length; i++) {
      const program = programs[i]!;
      const copied = program.run(items, from);
      if (copied === 0) continue;
      // Rows of one shape come together: the last one that fitted is asked first.
      if (i > 0) {
        programs[i] = programs[0]!;
        programs[0] = program;
      }
      return copied;
    }
    return 0;
  }

  /**
   * Writes an element the long way and tries to make a program of it. Never of the first: it has other separators before it.
   *
   * @param write answers the triples that it wrote and what was noted meanwhile; null when it may not be copied
   */
  write(element: Element, withLeft: boolean, write: (recording: Recording | null) => number): void {
    const { nodes, sink } = this.context;
    const leaves = this.rowsWritten++ > 0 ? this.leavesOf(element) : null;
    if (leaves === null) {
      write(null);
      return;
    }
    const recording = new Recording(element, withLeft);
    const firstNode = nodes.reserve(0);
    sink.startRecording();
    nodes.startRecipes();
    const triples = write(recording);
    const recipes = nodes.stopRecipes();
    // Names are made of the instant, also where the row does not cite it.
    if (nodes.names !== null && element.scope.isAligned(element)) recording.arrays.push(element.scope.time.axis);
    const row = sink.stopRecording();
    const program =
      row === null || !recording.isCopyable
        ? null
        : this.compile(element, leaves, row, recording, recipes, triples, firstNode, nodes.reserve(0) - firstNode);
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
    recipes: readonly (NameRecipe | null)[],
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
      // Of a named node the name alone differs, at its end.
      const isName = 'iri' in holds && holds.iri !== null && slot.kind !== 'entity';
      pieces.push(row.bytes.slice(from, isName ? end - NAME_BYTES : start));
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
    for (const { isSaid, plan, value, cited } of recording.entities) {
      const isWithin = (value: number): boolean => value >= item && value < end;
      if (!isWithin(value) || cited.some((value) => !isWithin(value) && sourceOf(value) !== null)) return null;
      entities.push({
        isSaid,
        plan,
        offset: value - item,
        cited: cited.map((value) =>
          isWithin(value) ? { value: value - item, isWithin: true } : { value, isWithin: false },
        ),
        values: new Int32Array(cited.length),
      });
    }
    const isNamed = this.context.nodes.names !== null;
    const names = isNamed ? RowNames.compile(this.context, element, recipes, firstNode, sourceOf) : null;
    if (isNamed && names === null) return null;
    const image = new RowImage(pieces, slots, isNamed);
    // Of a stamp beside the item its instant alone is of interest.
    const isWritten = (leaf: Leaf): boolean => image.texts.some(({ source }) => source.array === leaf.array);
    const checked = leaves.map((leaf) => (leaf.array < 0 || isWritten(leaf) ? leaf : { ...leaf, isPlain: true }));
    const { leavesItem } = recording;
    return new RowProgram(this.context, {
      triples,
      nodes,
      shape,
      leaves: checked,
      entities,
      left,
      array: element,
      leavesItem,
      image,
      names,
    });
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
  if (holds.source < 0) {
    const isOfRow = holds.id >= firstNode && holds.id < firstNode + nodes;
    return isOfRow ? { kind: 'node', index: holds.id - firstNode } : null;
  }
  if (source === null) return null;
  // Entities have no number.
  return holds.id < 0 ? { kind: 'entity', source, plan: planAt(source)! } : { kind: 'instant', source };
}
