import { percentEncodeBytes } from '../../rdf/iri-bytes.ts';
import { MAX_ENTITIES, MAX_ENTRIES } from './limits.ts';
import type { RecordedRow } from '../../rdf/write/byte-sink.ts';
import type { KeyPlan } from '../semantic/mapping.ts';
import type { NameRecipe } from '../nodes/name-recipe.ts';
import { sameBytes } from '../bytes/hash.ts';
import { classOfKey, holdsKey } from './key-class.ts';
import { ANY_KEY, ENCODED_KEY } from './key-classes.ts';
import { RowBuffer } from './row-buffer.ts';
import { compileNames } from './row-name-compiler.ts';
import { cutRow, hasUnknownNodes, type ValueSlot } from './row-slots.ts';
import { RowLeaves } from './row-leaves.ts';
import { RowSources, Source } from './row-sources.ts';
import { RowTemplate, type Deferral } from './row-template.ts';
import type { RowContext } from './row-context.ts';
import type { Recording } from './row-recorder.ts';
import { Leaf, RowShape, type DescribedEntity, type RecordedLeaf } from './row-shape.ts';
import { SPELLED_OUT } from '../rdf-terms/literal-form.ts';
import { FLATTENED, type Element, type RecordScope } from '../records/scopes.ts';
import { ARRAY, KEY, nextValue, NULL, OBJECT, STRIDE } from '../json/tape-entry.ts';

/** A row that was recorded while its element was walked. */
export interface RecordedElement {
  readonly element: Element;
  /** The values of the element: `leavesOf`. */
  readonly leaves: readonly RecordedLeaf[];
  /** The values that were read as literals. */
  readonly reads: ReadonlySet<number>;
  /** Of a row that is a member: what the IRI of its predicate ends in. */
  readonly key: Uint8Array | null;
  /** The bytes that were written, and what stands where. */
  readonly row: RecordedRow;
  readonly recording: Recording;
  /** How the nodes are named that the row introduces; empty if nodes have numbers. */
  readonly recipes: readonly NameRecipe[];
  readonly triples: number;
  /** The number of the first of the `nodes` that the row introduces. */
  readonly firstNode: number;
  readonly nodes: number;
}

/** Makes templates of recorded rows. */
export class RowCompiler {
  private readonly context: RowContext;

  constructor(context: RowContext) {
    this.context = context;
  }

  /** The values of an item that may become a template; null for one that cannot. */
  leavesOf({ plan, value, length }: Element): RecordedLeaf[] | null {
    const { document } = this.context;
    // The names of values have their places in them; those of records are kept by array.
    if (!document.isRecord(value)) {
      if (length === FLATTENED) return null;
      // Members that do not count are on the tape like others.
    } else if (nextValue(document.entries, value) - value > MAX_ENTRIES * STRIDE || document.tape.resolved.size > 0)
      return null;
    const leaves: RecordedLeaf[] = [];
    return readLeaves(this.context, value, plan, leaves) ? leaves : null;
  }

  /** What the predicate of a member ends in, so that other members make rows like its own; null for one that cannot become a template. */
  keyOf({ plan, value }: Element): Uint8Array | null {
    const { document } = this.context;
    const { entries } = document;
    if (classOfKey(document, value) === ANY_KEY) return null;
    // The key stands in the row as itself where the record holds it again.
    if (document.isRecord(value) && holdsKey(document, value, plan.id)) return null;
    const start = entries[value - STRIDE + 1]!;
    const end = entries[value - STRIDE + 2]!;
    const encoded = new Uint8Array((end - start) * 3);
    return encoded.subarray(0, percentEncodeBytes(document.bytes, start, end, encoded, 0));
  }

  /** Makes a template of a recorded row; null if rows like it differ in more than slots. */
  compile(recorded: RecordedElement): RowTemplate | null {
    const { context } = this;
    const { element, recording, triples, nodes, key } = recorded;
    if (hasUnknownNodes(recorded, recording.sharedNodes) || !isKeyFound(recorded)) return null;
    const aligned = this.alignedArrays(element.scope, recording);
    const sources = new RowSources(context.document, element, [...aligned.keys()]);
    const leaves = this.compileLeaves(recorded, aligned);
    if (leaves === null) return null;
    const deferrals = compileDeferrals(recording, leaves, element.value);
    const entities = compileEntities(recording, sources);
    if (deferrals === null || entities === null) return null;
    const isNamed = context.nodes.names !== null;
    const names = isNamed ? compileNames(context, recorded, sources) : null;
    if (isNamed && names === null) return null;
    const keyClass = key === null ? ANY_KEY : classOfKey(context.document, element.value);
    const keySlot = this.slotOfKey(element, keyClass);
    const row = cutRow(recorded, sources, leaves, context, keySlot);
    const rowBuffer = new RowBuffer(row, isNamed, nodes);
    const distinct = recording.distinct.map((group) =>
      group.map(({ value, isRepeated }) => ({ value: leaves.within(value - element.value)!, isRepeated })),
    );
    const shape = new RowShape(
      context,
      element.value,
      leaves.all,
      entities,
      distinct,
      recording.distinctTimes,
      keyClass,
    );
    const warning = leaves.all.filter(({ warns }) => warns);
    return new RowTemplate(context, { triples, nodes, shape, deferrals, array: element, rowBuffer, names, warning });
  }

  /** Where rows that are members have their keys. */
  private slotOfKey({ plan, value }: Element, keyClass: number): ValueSlot {
    const facts = { value: value - STRIDE, plan, kind: KEY, isFirst: null };
    const leaf = new Leaf(this.context.values, Source.within(-STRIDE), facts, false);
    return { kind: 'text', leaf, isEntity: false, isSafe: keyClass !== ENCODED_KEY, around: null };
  }

  /** The arrays, other than the item's own, whose item at its index was asked for, with their keys. */
  private alignedArrays(scope: RecordScope, { arrays }: Recording): ReadonlyMap<number, KeyPlan> {
    const { document, mapping } = this.context;
    const aligned = new Map<number, KeyPlan>();
    for (const member of scope.members) {
      const value = document.valueOf(member);
      if (arrays.includes(value)) aligned.set(value, mapping.plans.of(document.keyOf(member)));
    }
    return aligned;
  }

  /** What a row is made of: values of the item, and of other arrays at its index; null if one of them makes rows that differ in more than slots. */
  private compileLeaves(
    { element, leaves, reads }: RecordedElement,
    aligned: ReadonlyMap<number, KeyPlan>,
  ): RowLeaves | null {
    const { document, values } = this.context;
    const compiled = leaves.map(
      (leaf) => new Leaf(values, Source.within(leaf.value - element.value), leaf, reads.has(leaf.value), true),
    );
    for (const [array, plan] of aligned) {
      const value = document.itemAt(array, element.index);
      const kind = document.kindOf(value);
      const isRead = reads.has(value);
      if (kind >= OBJECT || (isRead && values.forms.formOf(plan, value) === SPELLED_OUT)) return null;
      const leaf = { value, plan, kind, isFirst: null };
      compiled.push(new Leaf(values, Source.ofArray(document, array), leaf, isRead, true));
    }
    return new RowLeaves(compiled);
  }
}

/** True for a member if the format wrote each predicate of it as what ends in its key. */
function isKeyFound({ key, row: { bytes, slots } }: RecordedElement): boolean {
  if (key === null) return true;
  const written = slots.filter(({ holds }) => 'isType' in holds);
  // A format may have written less than the key.
  return (
    written.length > 0 &&
    written.every(({ start, end }) => start >= 0 && sameBytes(bytes, start, end, key, 0, key.length))
  );
}

/** Collects the values of an item, which may be the root; false if one of them makes rows that differ in more than slots. */
export function readLeaves(
  context: Pick<RowContext, 'document' | 'mapping' | 'instants' | 'values'>,
  value: number,
  plan: KeyPlan | null,
  leaves: RecordedLeaf[],
): boolean {
  const { document, mapping, instants, values } = context;
  const kind = document.kindOf(value);
  if (kind === NULL) return true;
  if (kind === ARRAY) {
    const length = document.lengthOf(value);
    for (let i = 0; i < length; i++) if (!readLeaves(context, document.itemAt(value, i), plan, leaves)) return false;
    return true;
  }
  if (kind === OBJECT)
    return Array.from(document.membersOf(value)).every((member) =>
      readLeaves(context, document.valueOf(member), mapping.plans.of(document.keyOf(member)), leaves),
    );
  if (plan === null || (plan.isTime && plan.isEntity) || values.forms.formOf(plan, value) === SPELLED_OUT) return false;
  leaves.push({ value, plan, kind, isFirst: plan.isTime ? instants.isFirst(value) : null });
  return true;
}

/** What rows leave to be described later; null if that depends on more than the item. */
function compileDeferrals(recording: Recording, leaves: RowLeaves, item: number): Deferral[] | null {
  const deferrals: Deferral[] = [];
  for (const deferral of recording.deferrals) {
    if (deferral.kind !== 'instant') {
      deferrals.push(deferral);
      continue;
    }
    const leaf = leaves.within(deferral.instant - item);
    if (leaf === undefined) return null;
    deferrals.push({ kind: 'instant', instant: leaf });
  }
  return deferrals;
}

/** The entities of a row, their values by offset; null for too many, or if one cites a value that another row finds in another array. */
function compileEntities(recording: Recording, sources: RowSources): DescribedEntity[] | null {
  if (recording.entities.length > MAX_ENTITIES) return null;
  const entities: DescribedEntity[] = [];
  for (const [i, { isDescribed, plan, value, cited }] of recording.entities.entries()) {
    if (!sources.isWithin(value)) return null;
    if (cited.some((other) => !sources.isWithin(other) && sources.of(other) !== null)) return null;
    entities.push({
      isDescribed,
      isHeld: recording.deferrals.some((deferral) => deferral.kind === 'held entity' && deferral.entity === i),
      plan,
      offset: value - sources.item,
      cited: cited.map((other) =>
        sources.isWithin(other) ? { value: other - sources.item, isWithin: true } : { value: other, isWithin: false },
      ),
      values: new Int32Array(cited.length),
    });
  }
  return entities;
}
