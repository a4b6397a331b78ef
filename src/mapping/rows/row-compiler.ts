import type { RecordedRow } from '../../rdf/write/byte-sink.ts';
import type { KeyPlan } from '../semantic/mapping.ts';
import type { JsonDocument } from '../json/document.ts';
import { NAME_BYTES } from '../nodes/name-hash.ts';
import type { NameRecipe } from '../nodes/name-recipe.ts';
import { RowBuffer, type Slot, type Source } from './row-buffer.ts';
import { RowNames } from './row-names.ts';
import { RowTemplate, type Deferral } from './row-template.ts';
import type { RowContext } from './row-context.ts';
import type { Recording } from './row-recording.ts';
import { Leaf, RowShape, type DescribedEntity } from './row-shape.ts';
import { FLATTENED, type Element } from '../records/scopes.ts';
import { ARRAY, nextValue, NULL, OBJECT, STRIDE } from '../json/tape-entry.ts';
import type { GraphNode, Literal } from '../rdf-terms/graph-terms.ts';

/** Entries of the tape that a row may have. */
const MAX_ENTRIES = 256;

/** Makes programs of recorded rows. */
export class RowCompiler {
  private readonly context: RowContext;

  constructor(context: RowContext) {
    this.context = context;
  }

  /** The values of an item that may become a program; null for one that can't. */
  leavesOf({ plan, value, length }: Element): Leaf[] | null {
    if (length === FLATTENED) return null;
    const { document } = this.context;
    // Members that do not count are on the tape like others.
    if (document.isRecord(value) && (spanOf(document, value) > MAX_ENTRIES || document.tape.resolved.size > 0))
      return null;
    const leaves: Leaf[] = [];
    return this.readLeaves(value, plan, value, leaves) ? leaves : null;
  }

  /**
   * Makes a program of a row that was recorded; null where its rows differ in more than slots.
   *
   * @param leaves what `leavesOf` told of the item
   * @param firstNode number of the first of the `nodes` that the row introduced
   */
  compile(
    element: Element,
    leaves: Leaf[],
    row: RecordedRow,
    recording: Recording,
    recipes: readonly (NameRecipe | null)[],
    triples: number,
    firstNode: number,
    nodes: number,
  ): RowTemplate | null {
    const { document } = this.context;
    const item = element.value;
    const end = nextValue(document.entries, item);
    const aligned = this.alignedArrays(recording);
    for (const [array, plan] of aligned) {
      const value = document.itemAt(array, element.index);
      if (document.kindOf(value) >= OBJECT) return null;
      if (document.isScalar(value) && !this.context.values.isVerbatim(plan, value)) return null;
      leaves.push(this.readLeaf(value, plan, { array, offset: 0 }));
    }
    const sourceOf = (value: number): Source | null => {
      if (value >= item && value < end) return { array: -1, offset: value - item };
      for (const [array] of aligned) if (document.itemAt(array, element.index) === value) return { array, offset: 0 };
      return null;
    };
    const pieces: Uint8Array[] = [];
    const slots: Slot[] = [];
    let from = 0;
    for (const { holds: held, start, end } of row.slots) {
      const holds = held as GraphNode | Literal;
      const slot = slotOf(holds, sourceOf, firstNode, nodes, (source) => this.planAt(source, leaves));
      // What is the same in each row stays where it is.
      if (slot === null) continue;
      // Of a named node the name alone differs, at its end.
      const isName = 'iri' in holds && holds.iri !== null && slot.kind !== 'text';
      pieces.push(row.bytes.slice(from, isName ? end - NAME_BYTES : start));
      slots.push(slot);
      from = end;
    }
    pieces.push(row.bytes.slice(from));
    const deferrals: Deferral[] = [];
    for (const deferral of recording.deferrals) {
      if (deferral.kind !== 'instant') {
        deferrals.push(deferral);
        continue;
      }
      const leaf = leaves.find(({ array, offset }) => array < 0 && item + offset === deferral.instant);
      if (leaf === undefined) return null;
      deferrals.push({ kind: 'instant', instant: leaf });
    }
    const entities: DescribedEntity[] = [];
    for (const { isDescribed: isSaid, plan, value, cited } of recording.entities) {
      const isWithin = (value: number): boolean => value >= item && value < end;
      if (!isWithin(value) || cited.some((value) => !isWithin(value) && sourceOf(value) !== null)) return null;
      entities.push({
        isDescribed: isSaid,
        plan,
        offset: value - item,
        cited: cited.map((value) =>
          isWithin(value) ? { value: value - item, isWithin: true } : { value, isWithin: false },
        ),
        values: new Int32Array(cited.length),
      });
    }
    const isNamed = this.context.nodes.names !== null;
    const names = isNamed
      ? RowNames.compile(this.context, element, recipes, firstNode, sourceOf, recording.defersItem)
      : null;
    if (isNamed && names === null) return null;
    const rowBuffer = new RowBuffer(pieces, slots, isNamed, nodes);
    // Of a stamp beside the item its instant alone is of interest.
    const isWritten = (leaf: Leaf): boolean => rowBuffer.texts.some(({ source }) => source.array === leaf.array);
    const checked = leaves.map((leaf) => {
      const { array, plan, kind, isPlain } = leaf;
      return array < 0 ? leaf : new Leaf(leaf, plan, kind, isPlain || !isWritten(leaf), null);
    });
    return new RowTemplate(this.context, {
      triples,
      nodes,
      shape: new RowShape(this.context, item, checked, entities),
      deferrals,
      array: element,
      rowBuffer,
      names,
    });
  }

  /** The arrays beside the item's own whose item at its index was asked for, with their keys. */
  private alignedArrays({ arrays, scope }: Recording): Map<number, KeyPlan> {
    const { document, mapping } = this.context;
    const aligned = new Map<number, KeyPlan>();
    for (const member of scope.members) {
      const value = document.valueOf(member);
      if (arrays.includes(value)) aligned.set(value, mapping.plans[document.keyOf(member)]!);
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
    if ((plan.isTime && plan.isEntity) || !this.context.values.isVerbatim(plan, value)) return false;
    leaves.push(this.readLeaf(value, plan, { array: -1, offset: value - item }));
    return true;
  }

  private readLeaf(value: number, plan: KeyPlan, source: Source): Leaf {
    const { document, instants, values } = this.context;
    const kind = document.kindOf(value);
    const isPlain = kind === NULL || values.isKindVerbatim(plan, kind);
    return new Leaf(source, plan, kind, isPlain, plan.isTime ? instants.isFirst(value) : null);
  }

  private planAt(source: Source, leaves: readonly Leaf[]): KeyPlan | null {
    return leaves.find(({ array, offset }) => array === source.array && offset === source.offset)?.plan ?? null;
  }
}

/** The entries of a record or of a scalar. */
function spanOf(document: JsonDocument, item: number): number {
  return (nextValue(document.entries, item) - item) / STRIDE;
}

function slotOf(
  holds: GraphNode | Literal,
  sourceOf: (value: number) => Source | null,
  firstNode: number,
  nodes: number,
  planAt: (source: Source) => KeyPlan | null,
): Slot | null {
  const source = holds.source < 0 ? null : sourceOf(holds.source);
  if (!('id' in holds)) return source === null ? null : { kind: 'text', source, plan: null };
  if (holds.source < 0) {
    const isOfRow = holds.id >= firstNode && holds.id < firstNode + nodes;
    return isOfRow ? { kind: 'node', index: holds.id - firstNode } : null;
  }
  if (source === null) return null;
  // Entities have no number.
  return holds.id < 0 ? { kind: 'text', source, plan: planAt(source)! } : { kind: 'instant', source };
}
