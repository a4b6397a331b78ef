import type { RecordedRow } from '../../rdf/write/byte-sink.ts';
import { nextValue } from '../json/tape-entry.ts';
import type { GraphNode, Literal } from '../rdf-terms/graph-terms.ts';
import type { LiteralForm } from '../rdf-terms/literal-form.ts';
import type { RecordScope } from '../records/scopes.ts';
import type { KeyPlan, Predicate } from '../semantic/mapping.ts';
import { stateOfInstant, type MemberCites } from './member-cites.ts';
import { MemberTemplate, type MemberSlot } from './member-template.ts';
import type { RowContext } from './row-context.ts';
import type { Recording } from './row-recorder.ts';

/** A scalar member that was recorded while it was walked. */
export interface RecordedMember {
  readonly scope: RecordScope;
  readonly plan: KeyPlan;
  readonly value: number;
  readonly form: LiteralForm;
  readonly cites: MemberCites;
  /** By cited key. */
  readonly states: readonly number[];
  readonly row: RecordedRow;
  readonly recording: Recording;
  readonly triples: number;
  /** The number of the first of the `nodes` that it introduces. */
  readonly firstNode: number;
  readonly nodes: number;
}

/** Makes a template of a recorded member; null if what is written of others like it differs in more than slots. */
export function compileMember(context: RowContext, recorded: RecordedMember): MemberTemplate | null {
  const { scope, plan, value, row, recording, form, triples, nodes, cites, states } = recorded;
  const isKnown =
    recording.arrays.length === 0 &&
    recording.entities.length === 0 &&
    recording.distinct.length === 0 &&
    recording.deferrals.every((deferral) => deferral.kind === 'instant' && deferral.instant === value);
  if (!isKnown) return null;
  const slots: MemberSlot[] = [];
  const pieces: Uint8Array[] = [];
  let from = 0;
  for (const { holds, start, end } of row.slots) {
    const slot = slotOf(context, recorded, holds as GraphNode | Literal | Predicate);
    if (slot === 'unknown') return null;
    if (slot === 'same') continue;
    slots.push(slot);
    pieces.push(row.bytes.subarray(from, start));
    from = end;
  }
  pieces.push(row.bytes.subarray(from));
  return new MemberTemplate({
    form,
    triples,
    nodes,
    cites,
    states,
    instantState: stateOfInstant(scope),
    isFirst: plan.isTime && plan.template !== null ? context.instants.isFirst(value) : null,
    defersInstant: recording.deferrals.length > 0,
    pieces,
    slots,
  });
}

/** What stands in other records in place of a term: a slot, the same term, or nobody knows what. */
function slotOf(
  context: RowContext,
  { scope, value, cites, recording, firstNode, nodes }: RecordedMember,
  holds: GraphNode | Literal | Predicate,
): MemberSlot | 'same' | 'unknown' {
  const { document, mapping, writer } = context;
  if ('isType' in holds) return 'unknown';
  const { source } = holds;
  if ('id' in holds && source < 0) {
    if (holds.id === scope.node.id) return { kind: 'record' };
    const index = holds.id - firstNode;
    if (index >= 0 && index < nodes) return { kind: 'node', index };
    return holds.id < 0 || recording.sharedNodes.has(holds.id) ? 'same' : 'unknown';
  }
  const isNumbered = 'id' in holds && holds.id >= 0;
  if (isNumbered && source === value) return { kind: 'own instant' };
  if (isNumbered && source === scope.time.own) return { kind: 'instant of the record' };
  // What stands beside the records is the same for each of them.
  const isInRecord = source >= scope.record && source < nextValue(document.entries, scope.record);
  if (!isInRecord) return 'same';
  if (isNumbered) return 'unknown';
  // Keys may be many: `scope.find` of each would take long.
  const key = document.keyOfValue(source);
  const isCited = cites.keys.includes(key) && scope.find(key) === source;
  if (!isCited && source !== value) return 'unknown';
  const cited = isCited ? mapping.plans.of(key) : null;
  if ('id' in holds) return cited === null ? 'unknown' : { kind: 'entity', cited };
  return { kind: 'literal', cited, isSafe: !writer.escapesTexts || !holds.datatype.takesAnyText };
}
