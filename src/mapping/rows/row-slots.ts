import { NAME_BYTES } from '../nodes/name-texts.ts';
import type { RecordedRow } from '../../rdf/write/byte-sink.ts';
import type { Affixes } from '../../rdf/write/writer.ts';
import type { RowContext } from './row-context.ts';
import type { RowSources, Source } from './row-sources.ts';
import type { RowLeaves } from './row-leaves.ts';
import type { Leaf } from './row-shape.ts';
import type { GraphNode, Literal } from '../rdf-terms/graph-terms.ts';
import type { Predicate } from '../semantic/mapping.ts';

/** What stands between two pieces of a row. */
type Slot = NodeSlot | ValueSlot;

/** A node that the row introduces, by its number in the row, or the instant of a value. */
export type NodeSlot =
  | { readonly kind: 'node'; readonly index: number }
  | { readonly kind: 'instant'; readonly source: Source };

/** A text that is made of a value, the lexical form of a literal or the IRI of an entity, or of the key before the item. */
export interface ValueSlot {
  readonly kind: 'text';
  readonly leaf: Leaf;
  readonly isEntity: boolean;
  /** The bytes of the document are those of the text, whatever the format. */
  readonly isSafe: boolean;
  /** What stands around it in the recorded row, where other rows may have something else; else null. */
  readonly around: Affixes | null;
}

/** The same text for two slots that show the same node in every row. */
export function nodeKey(slot: NodeSlot): string {
  return slot.kind === 'node' ? `${slot.index}` : `${slot.source.array} ${slot.source.offset}`;
}

/** The nodes that a row introduces: `nodes`, numbered from `firstNode` on. */
interface RowNodes {
  readonly firstNode: number;
  readonly nodes: number;
}

/** The bytes of a recorded row, and where in them slots stand: between these, other rows have the same. */
export interface CutRow {
  readonly bytes: Uint8Array;
  readonly slots: readonly Slot[];
  /** By slot. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/**
 * Cuts out of a recorded row what other rows have otherwise.
 *
 * @param key of rows of members: the end of each one's predicate
 */
export function cutRow(
  recorded: RowNodes & { readonly row: RecordedRow },
  sources: RowSources,
  leaves: RowLeaves,
  context: Pick<RowContext, 'writer' | 'affixes'>,
  key: ValueSlot,
): CutRow {
  const { row } = recorded;
  const slots: Slot[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { holds: held, start, end } of row.slots) {
    const holds = held as GraphNode | Literal | Predicate;
    const slot =
      'isType' in holds
        ? key
        : 'id' in holds
          ? nodeSlot(holds, recorded, sources, leaves)
          : literalSlot(holds, sources, leaves, context);
    // What is the same in each row is no slot.
    if (slot === null) continue;
    // Of a named node only the name differs, which is its end.
    const isName = slot.kind !== 'text' && 'iri' in holds && holds.iri !== null;
    slots.push(slot);
    starts.push(isName ? end - NAME_BYTES : start);
    ends.push(end);
  }
  return { bytes: row.bytes, slots, starts, ends };
}

/** True if a recorded row holds a node that neither the row introduced nor all rows share. */
export function hasUnknownNodes(
  { row, firstNode, nodes }: RowNodes & { readonly row: RecordedRow },
  sharedNodes: ReadonlySet<number>,
): boolean {
  return row.slots.some(({ holds: held }) => {
    const holds = held as GraphNode | Literal | Predicate;
    if (!('id' in holds) || 'isType' in holds || holds.source >= 0) return false;
    return introducedSlot(holds, { firstNode, nodes }) === null && !sharedNodes.has(holds.id);
  });
}

/** The text of a literal; null if it is the same in each row. */
function literalSlot(
  literal: Literal,
  sources: RowSources,
  leaves: RowLeaves,
  { writer, affixes }: Pick<RowContext, 'writer' | 'affixes'>,
): Slot | null {
  const source = literal.source < 0 ? null : sources.of(literal.source);
  if (source === null) return null;
  const leaf = leaves.at(source)!;
  return {
    kind: 'text',
    leaf,
    isEntity: false,
    isSafe: !writer.escapesTexts || !literal.datatype.takesAnyText,
    around: leaf.free === 0 ? null : affixes.of(leaf.plan, literal.source),
  };
}

/** A node; null if it is the same in each row. */
function nodeSlot(node: GraphNode, row: RowNodes, sources: RowSources, leaves: RowLeaves): Slot | null {
  if (node.source < 0) return introducedSlot(node, row);
  const source = sources.of(node.source);
  if (source === null) return null;
  // Entities have no number.
  return node.id < 0
    ? { kind: 'text', leaf: leaves.at(source)!, isEntity: true, isSafe: false, around: null }
    : { kind: 'instant', source };
}

/** A node that the row introduces; null for one from outside the row. */
function introducedSlot({ id }: GraphNode, { firstNode, nodes }: RowNodes): Slot | null {
  return id >= firstNode && id < firstNode + nodes ? { kind: 'node', index: id - firstNode } : null;
}
