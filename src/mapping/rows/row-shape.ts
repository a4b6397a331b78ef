import { ACCEPTED, KINDS, KIND_BITS, READ, REFUSED, VARIED } from './acceptance.ts';
import type { JsonDocument } from '../json/document.ts';
import { CODED, INTEGER, KEY, nextValue, NULL, OBJECT, STRIDE, STRING, UNUSUAL } from '../json/tape-entry.ts';
import type { DescribedEntities } from '../records/described-entities.ts';
import type { InstantTable } from '../records/instants.ts';
import { bodyOf, BY_VALUE, IS_BARE, NO_LITERAL, warnsOfMismatch, type LiteralForm } from '../rdf-terms/literal-form.ts';
import type { ValueReader } from '../records/values.ts';
import type { KeyPlan } from '../semantic/mapping.ts';
import { DistinctValues, type ComparedValue } from './distinct-values.ts';
import { classOfKey } from './key-class.ts';
import { ANY_KEY } from './key-classes.ts';
import type { Source } from './row-sources.ts';

/** A value that a row is made of, and what has to hold so that a copy says the same of it. */
export class Leaf {
  readonly source: Source;
  readonly plan: KeyPlan;
  /** Of the recorded value where it is read as a literal, without the repair; `NO_LITERAL` where only a node is made of it. */
  readonly body: LiteralForm;
  /** The element describes its instant; null for what is no time. */
  readonly isFirst: boolean | null;
  /** By kind of the tape. */
  readonly accepts = new Uint8Array(KINDS);
  /** The bits of the form in which rows may differ: what stands around the text is written with it there. */
  readonly free: number = 0;
  /** Of the row at hand. */
  form: LiteralForm;

  /**
   * @param value of the recorded row
   * @param mayVary rows may have a literal there that stands bare or not, or of another datatype where the key leaves that to the value
   */
  constructor(values: ValueReader, source: Source, value: RecordedLeaf, isRead: boolean, mayVary = false) {
    const { plan, kind, isFirst } = value;
    this.source = source;
    this.plan = plan;
    this.isFirst = isFirst;
    const { accepts } = this;
    const recorded = isRead && kind !== NULL ? bodyOf(values.forms.formOf(plan, value.value)) : NO_LITERAL;
    this.form = this.body = recorded;
    if (kind === NULL) accepts[NULL] = ACCEPTED;
    else if (recorded === NO_LITERAL) {
      accepts.fill(ACCEPTED, NULL + 1, OBJECT);
      if (plan.isEntity) accepts[STRING] = READ;
    } else {
      const forms = values.forms.table.byKind(plan);
      const mayDiffer = mayVary && !plan.isTime;
      const isUntyped = mayDiffer && plan.datatype === null && kind < STRING;
      // Values of one key are compared: those with one text are of one kind, so that the kind makes no difference there.
      if (isUntyped) this.form = this.body = forms[INTEGER]!;
      const free = isUntyped ? ~0 : mayDiffer ? IS_BARE : 0;
      for (let other = NULL + 1; other < (isUntyped ? STRING : OBJECT); other++) {
        const form = forms[other]!;
        const difference = form ^ recorded;
        if (form === BY_VALUE) accepts[other] = READ;
        else if (difference === 0 || (isUntyped && (form & recorded & IS_BARE) !== 0)) accepts[other] = ACCEPTED;
        else if ((difference & ~free) === 0) {
          accepts[other] = VARIED;
          this.free = free;
        }
      }
    }
  }

  /** More than its kind matters. */
  get isLookedAt(): boolean {
    return this.source.array >= 0 || this.isFirst !== null || this.accepts.includes(READ);
  }

  /** Each value raises a warning. */
  get warns(): boolean {
    return this.body >= 0 && warnsOfMismatch(this.body);
  }
}

/** A value of a recorded row. */
export interface RecordedLeaf {
  readonly value: number;
  readonly plan: KeyPlan;
  readonly kind: number;
  /** The element describes its instant; null for what is no time. */
  readonly isFirst: boolean | null;
}

/** An entity of a row, its values so many numbers behind the row's element. */
export interface DescribedEntity {
  readonly isDescribed: boolean;
  /** It is described within the row, where nothing was said of its IRI before. */
  readonly isHeld: boolean;
  readonly plan: KeyPlan;
  readonly offset: number;
  /** Values elsewhere in the document stand for themselves. */
  readonly cited: readonly { readonly value: number; readonly isWithin: boolean }[];
  /** `cited` of the row at hand. */
  readonly values: Int32Array;
}

/** What items are asked that may be copies of a recorded one. */
interface ShapeContext {
  readonly document: JsonDocument;
  readonly instants: InstantTable;
  readonly values: ValueReader;
  readonly describedEntities: DescribedEntities;
}

/** What an item has in common with the one whose row was recorded, when its row is a copy. */
export class RowShape {
  readonly entities: readonly DescribedEntity[];
  /** The item that was asked last matches, but for what stands around the texts of leaves that vary. */
  isVaried = false;
  private readonly context: ShapeContext;
  /** By entry of the item and kind: whether an entry of that kind may stand there. */
  private readonly accepts: Uint8Array;
  /** By entry: the key, or the number of members or items. */
  private readonly facts: Int32Array;
  /** The leaves of which more than their kind matters, or which stand in other arrays. */
  private readonly leaves: readonly Leaf[];
  private readonly distinct: readonly DistinctValues[];
  /** Offsets of arrays that have no timestamp twice. */
  private readonly distinctTimes: readonly number[];
  /** Of the keys of rows that are members; `ANY_KEY` for others. */
  private readonly keyClass: number;
  /** The IRIs that the row at hand describes. */
  private readonly held: number[] = [];
  private heldCount = 0;

  /**
   * @param item the one whose row was recorded
   * @param distinct leaves whose literals are compared in each row
   * @param distinctTimes arrays of the recorded row that have no timestamp twice, as in each row
   * @param keyClass of the key of a row that is a member; else `ANY_KEY`
   */
  constructor(
    context: ShapeContext,
    item: number,
    leaves: readonly Leaf[],
    entities: readonly DescribedEntity[],
    distinct: readonly (readonly ComparedValue<Leaf>[])[],
    distinctTimes: ReadonlySet<number>,
    keyClass: number,
  ) {
    const { document } = context;
    this.context = context;
    this.keyClass = keyClass;
    this.entities = entities;
    this.distinct = distinct.map((values) => new DistinctValues(values));
    this.distinctTimes = Array.from(distinctTimes, (array) => array - item);
    this.leaves = leaves.filter(({ isLookedAt }) => isLookedAt);
    this.facts = new Int32Array((nextValue(document.entries, item) - item) / STRIDE);
    this.accepts = new Uint8Array(this.facts.length * KINDS);
    for (let i = 0, entry = item; i < this.facts.length; i++, entry += STRIDE) {
      this.facts[i] = factOf(document.entries, entry);
      this.accepts[i * KINDS + document.kindOf(entry)] = ACCEPTED;
    }
    for (const { source, accepts } of leaves)
      if (source.array < 0) this.accepts.set(accepts, (source.offset / STRIDE) * KINDS);
  }

  /** True where the item makes the same row but for its nodes and texts. */
  matches(item: number, index: number): boolean {
    const { accepts, facts, leaves, entities, distinct, distinctTimes, keyClass } = this;
    const { document, instants } = this.context;
    if (keyClass !== ANY_KEY && classOfKey(document, item) !== keyClass) return false;
    const tape = document.entries;
    let met = 0;
    for (let i = 0, entry = item; i < facts.length; i++, entry += STRIDE) {
      const kind = tape[entry]!;
      const accepted = accepts[(i << KIND_BITS) | kind]!;
      if (accepted === REFUSED) return false;
      met |= accepted;
      if (kind >= OBJECT && factOf(tape, entry) !== facts[i]) return false;
    }
    this.isVaried = (met & VARIED) !== 0;
    for (let i = 0; i < leaves.length; i++) if (!this.isAlike(leaves[i]!, item, index)) return false;
    this.heldCount = 0;
    for (let i = 0; i < distinct.length; i++) if (!distinct[i]!.areAlike(document, item)) return false;
    for (let i = 0; i < distinctTimes.length; i++) if (instants.hasRepeatedOn(item + distinctTimes[i]!)) return false;
    for (let i = 0; i < entities.length; i++) if (!this.isDescribedAlike(i, item)) return false;
    return true;
  }

  private isAlike(leaf: Leaf, item: number, index: number): boolean {
    const { document, instants } = this.context;
    const value = leaf.source.valueIn(document, item, index);
    const accepted = leaf.accepts[document.entries[value]!]!;
    leaf.form = leaf.body;
    if (accepted === VARIED) this.isVaried = true;
    else if (accepted === REFUSED || (accepted === READ && !this.isReadAlike(leaf, value))) return false;
    return leaf.isFirst === null || instants.isFirst(value) === leaf.isFirst;
  }

  private isReadAlike(leaf: Leaf, value: number): boolean {
    const { values, document } = this.context;
    if (leaf.body === NO_LITERAL) return (document.entries[value + 3]! & (CODED | UNUSUAL)) === 0;
    leaf.form = values.forms.formOf(leaf.plan, value);
    const difference = bodyOf(leaf.form) ^ leaf.body;
    if (difference !== 0) this.isVaried = true;
    return (difference & ~leaf.free) === 0;
  }

  private isDescribedAlike(index: number, item: number): boolean {
    const { describedEntities, values: reader } = this.context;
    const { isDescribed, isHeld, plan, offset, cited, values } = this.entities[index]!;
    for (let i = 0; i < cited.length; i++) values[i] = cited[i]!.isWithin ? cited[i]!.value + item : cited[i]!.value;
    const value = item + offset;
    if ((describedEntities.has(plan, value, values) || this.isInRow(index, item)) !== isDescribed) return false;
    return !isHeld || this.isNewSubject(reader.entityIris.subjectAt(plan, value));
  }

  /** True for an entity that an earlier value of the same row is as well, and whose description cites nothing else. */
  private isInRow(index: number, item: number): boolean {
    const { entities } = this;
    const { entityIris } = this.context.values;
    const { plan, offset, cited } = entities[index]!;
    if (cited.length > 0) return false;
    for (let i = 0; i < index; i++) {
      const other = entities[i]!;
      if (other.plan !== plan || other.isDescribed) continue;
      if (entityIris.entityAt(plan, item + other.offset) === entityIris.entityAt(plan, item + offset)) return true;
    }
    return false;
  }

  /** True for an IRI that neither a row before describes nor this one. */
  private isNewSubject(subject: number): boolean {
    const { held } = this;
    if (!this.context.describedEntities.isNewSubject(subject)) return false;
    for (let i = 0; i < this.heldCount; i++) if (held[i] === subject) return false;
    held[this.heldCount++] = subject;
    return true;
  }
}

/** The key, or the number of members or items. */
function factOf(entries: Int32Array, entry: number): number {
  return entries[entry] === KEY ? entries[entry + 3]! : entries[entry + 2]!;
}
